"""What the report says, chapter by chapter: prose, and tables as plain data."""

from sample.report.book import compose

__all__ = ["compose"]
