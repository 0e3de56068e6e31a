"""Bytes to `Document`: one reader a format, all behind `read`."""

from cofitcheck.readers.read import SUFFIXES, read

__all__ = ["SUFFIXES", "read"]
