"""Column paths: the headers over each column, in the table, above it, or in the table before."""
