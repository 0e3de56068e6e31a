"""The cells of a table: as they stand in the source, and as the columns that a reader sees."""
