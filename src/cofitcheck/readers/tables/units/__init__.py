"""What numbers count beyond what the caption says: units of headers and columns, money by signs, shares."""
