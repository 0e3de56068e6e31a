"""Bytes to `Document`: one reader a format, all of one contract (see `contract`), behind `read`."""

from cofitcheck.readers.packages import is_report_folder
from cofitcheck.readers.read import SUFFIXES, is_document, read, suffixes
from cofitcheck.readers.settings import ReadSettings

__all__ = ["SUFFIXES", "ReadSettings", "is_document", "is_report_folder", "read", "suffixes"]
