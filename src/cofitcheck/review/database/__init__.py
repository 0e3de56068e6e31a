"""What the review page remembers: the tables, their migrations, and the door to them."""

from cofitcheck.review.database.engine import Database, open_database

__all__ = ["Database", "open_database"]
