"""The tables come from migrations alone, on SQLite and on PostgreSQL."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, select, text

from cofitcheck.errors import InputError
from cofitcheck.review import database as engines
from cofitcheck.review.database import migrate, open_database
from cofitcheck.review.database.models import AccountRow, Base

NAMES = [
    "0001_documents",
    "0002_decisions",
    "0003_pages",
    "0004_left_open",
    "0005_calculations",
    "0006_sign_off",
    "0007_comparisons",
    "0008_own_checks",
]


def scripts() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(Path(engines.__file__).with_name("migrations")))
    return ScriptDirectory.from_config(config)


def test_migrations_are_one_line_in_the_order_of_their_names() -> None:
    assert [script.revision for script in scripts().walk_revisions()] == NAMES[::-1]


@pytest.mark.parametrize("first", NAMES)
def test_a_database_of_any_age_ends_with_the_tables_of_today(tmp_path: Path, first: str) -> None:
    url = f"sqlite:///{tmp_path / 'old.db'}"
    migrate(create_engine(url), first)
    database = open_database(url)
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def test_opening_twice_keeps_what_is_there(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'review.db'}"
    with open_database(url).writing() as session:
        session.add(AccountRow(name="ada", role="viewer"))
    with open_database(url).reading() as session:
        account = session.scalars(select(AccountRow)).one()
    assert account.name == "ada"
    assert account.created.tzinfo is datetime.UTC


def test_sqlite_writes_ahead_so_that_readers_never_wait(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'review.db'}")
    with database.reading() as session:
        assert session.scalar(text("PRAGMA journal_mode")) == "wal"
        assert session.scalar(text("PRAGMA foreign_keys")) == 1


def test_a_reader_does_not_see_what_is_not_committed_and_does_not_wait(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'review.db'}")
    with database.writing() as writer, database.reading() as reader:
        writer.add(AccountRow(name="ada", role="viewer"))
        writer.flush()
        assert reader.scalars(select(AccountRow)).all() == []


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nonsense", "named by a URL"),
        ("mysql://u@h/d", "SQLite or PostgreSQL"),
        ("sqlite:////no-such-folder-of-ours/review.db", "cannot be opened"),
        ("postgresql://user:hidden@127.0.0.1:1/none", "cannot be opened"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_sentence_without_its_password(url: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as error:
        open_database(url)
    assert "hidden" not in str(error.value)


def test_every_table_has_a_primary_key_and_named_constraints(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'review.db'}")
    inspector = inspect(database.engine)
    for table in Base.metadata.tables:
        assert inspector.get_pk_constraint(table)["name"] == f"pk_{table}"
        assert all(key["name"] for key in inspector.get_foreign_keys(table))
