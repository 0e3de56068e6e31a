"""The database of the review page: SQLite for one machine, PostgreSQL for a team.

Both have the same tables, with column types that both support.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, DateTime, Dialect, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, OperationalError
from sqlalchemy.orm import Session, sessionmaker
from sqlalchemy.types import TypeDecorator

from cofitcheck.errors import CofitcheckError, InputError, MissingDependencyError

__all__ = ["Database", "DatabaseGoneError", "open_database"]

_BUSY_SECONDS = 30
_MIGRATIONS = Path(__file__).with_name("migrations")


class DatabaseGoneError(CofitcheckError):
    """The file of the database was removed or replaced while it was open, so nothing more would be kept."""

    def __init__(self) -> None:
        super().__init__(
            "The database of this server was removed while it ran, so nothing can be kept; "
            "put it back and start the server again"
        )


class Database:
    """Gives sessions for reading or for writing, as SQLite must know beforehand which it will be."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._read = sessionmaker(engine, expire_on_commit=False)
        self._write = sessionmaker(engine.execution_options(writes=True), expire_on_commit=False)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Give a session whose changes are thrown away."""
        with self._read() as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Give a session that is committed at the end, or rolled back on an error."""
        with self._write.begin() as session:
            yield session

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def open_database(url: str) -> Database:
    """Open the database at a SQLAlchemy URL and bring its tables up to date.

    Raises `InputError` where the URL is none or the server cannot be reached, `MissingDependencyError` where
    its driver is not installed.
    """
    engine = _engine(url)
    try:
        migrate(engine)
    except OperationalError as error:
        shown = make_url(url).render_as_string(hide_password=True)
        reason = str(error.orig).strip().splitlines()[0]
        raise InputError(f"the database {shown} cannot be opened ({reason}); check its address") from error
    file = Path(engine.url.database or "")
    if engine.dialect.name == "sqlite" and file.is_file():
        _require_same(engine, file)
    return Database(engine)


def migrate(engine: Engine, revision: str = "head") -> None:
    """Bring the tables up to a revision; migrations are only ever added."""
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    with engine.execution_options(writes=True).begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def _engine(url: str) -> Engine:
    try:
        address = make_url(url)
        if address.get_backend_name() == "postgresql":
            address = address.set(drivername="postgresql+psycopg")
        if address.get_backend_name() not in {"sqlite", "postgresql"}:
            raise InputError("the review page keeps its data in SQLite or PostgreSQL; name one of these")
        engine = create_engine(address, pool_size=20, max_overflow=20)
    except (ArgumentError, NoSuchModuleError) as error:
        raise InputError(
            "the database is named by a URL, such as postgresql://user@host/name or sqlite:////folder/review.db"
        ) from error
    except ModuleNotFoundError as error:
        raise MissingDependencyError(
            "PostgreSQL needs its driver: pip install 'cofitcheck[review,postgresql]'"
        ) from error
    if address.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _require_same(engine: Engine, file: Path) -> None:
    """Refuse new transactions after the file was removed, as SQLite would write to a lost file."""
    opened = file.stat()

    def require(*_: Any) -> None:
        try:
            same = os.path.samestat(opened, file.stat())
        except OSError:
            same = False
        if not same:
            raise DatabaseGoneError

    # New connections are refused too, as one would make an empty file.
    for moment in ("do_connect", "begin"):
        event.listen(engine, moment, require)


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    # The driver would begin a transaction late and as a reader. If two of these then write, one fails.
    connection.isolation_level = None
    cursor = connection.cursor()
    for setting in (
        "journal_mode=WAL",
        "synchronous=NORMAL",
        "foreign_keys=ON",
        f"busy_timeout={_BUSY_SECONDS * 1000}",
    ):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


class Moment(TypeDecorator[datetime.datetime]):
    """A point in time, always in UTC, as SQLite does not keep the zone."""

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
