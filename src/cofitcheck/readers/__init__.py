"""Bytes to `Document`: one reader a format, all behind `read`."""

from cofitcheck.readers.read import read

__all__ = ["read"]
