"""Excel workbooks to `Document`."""

from cofitcheck.readers.xlsx.reader import read_xlsx

__all__ = ["read_xlsx"]
