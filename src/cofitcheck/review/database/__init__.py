"""What the review page remembers: the tables, their migrations, and the door to them."""

from cofitcheck.review.database.engine import Database, DatabaseGoneError, open_database

__all__ = ["Database", "DatabaseGoneError", "open_database"]
