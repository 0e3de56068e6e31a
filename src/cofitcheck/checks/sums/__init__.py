"""Sums: which numbers of a table add up to which, and where they do not."""
