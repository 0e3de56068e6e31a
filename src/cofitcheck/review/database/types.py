"""Column types that SQLite and PostgreSQL agree on."""

from __future__ import annotations

import datetime
from typing import Any

from sqlalchemy import DateTime, Dialect
from sqlalchemy.types import TypeDecorator


class Moment(TypeDecorator[datetime.datetime]):
    """A point in time, always in UTC: SQLite would forget the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime.datetime | None, dialect: Dialect) -> Any:
        """Return what is stored. Raises `ValueError` for a time without a zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs a time zone")
        return value.astimezone(datetime.UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime.datetime | None:
        """Return a stored moment with its zone."""
        if value is None or value.tzinfo is not None:
            return value if value is None else value.astimezone(datetime.UTC)
        return value.replace(tzinfo=datetime.UTC)  # type: ignore[no-any-return]


def now() -> datetime.datetime:
    """Return the present moment."""
    return datetime.datetime.now(datetime.UTC)
