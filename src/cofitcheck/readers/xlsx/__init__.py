"""Excel workbooks to `Document`."""

from cofitcheck.readers.xlsx.reader import read_xlsx, workbook_rows

__all__ = ["read_xlsx", "workbook_rows"]
