"""`cofitcheck accounts`: who may use a review server that several people share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cofitcheck.cli.common import OneSentence, OneSentenceGroup
from cofitcheck.cli.review import data_folder, database_option, folder_option, require_extra

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_PASSWORD = "COFITCHECK_REVIEW_PASSWORD"


@click.group(cls=OneSentenceGroup)
def accounts() -> None:
    """Accounts of a review server that several people share."""


@accounts.command(cls=OneSentence)
@click.argument("name")
@click.option(
    "--role",
    type=click.Choice(["administrator", "reviewer", "viewer"]),
    default="reviewer",
    show_default=True,
)
@click.option("--no-password", is_flag=True, help="The account is for a proxy or for API keys only.")
@folder_option
@database_option
def add(name: str, role: str, no_password: bool, folder: Path | None, database: str) -> None:
    """Make an account, or change the role and password of an old one.

    The password is asked for, or taken from COFITCHECK_REVIEW_PASSWORD.
    """
    with _session(folder, database) as session:
        from cofitcheck.review.security.accounts import AccountRole, save

        password = None if no_password else os.environ.get(_PASSWORD) or _ask()
        save(session, name, AccountRole(role), password)
    click.echo(f"{name} is a {role}.")


@accounts.command("list", cls=OneSentence)
@folder_option
@database_option
def show(folder: Path | None, database: str) -> None:
    """List the accounts."""
    with _session(folder, database) as session:
        from sqlalchemy import select

        from cofitcheck.review.database.models import AccountRow

        rows = session.scalars(select(AccountRow).order_by(AccountRow.name)).all()
    for row in rows:
        click.echo(f"{row.name}: {row.role if row.active else 'closed'}")


@accounts.command(cls=OneSentence)
@click.argument("name")
@folder_option
@database_option
def close(name: str, folder: Path | None, database: str) -> None:
    """Shut an account; its name stays in the audit trail."""
    with _session(folder, database) as session:
        from cofitcheck.review.security import accounts as known

        known.close(session, name)
    click.echo(f"{name} is closed, and signed out everywhere.")


@accounts.command(cls=OneSentence)
@click.argument("name")
@click.option("--label", default="", help="What the key is for.")
@folder_option
@database_option
def key(name: str, label: str, folder: Path | None, database: str) -> None:
    """Make an API key for an account; it is shown this once."""
    with _session(folder, database) as session:
        from cofitcheck.review.security import accounts as known

        secret = known.new_key(session, known.require(session, name), label)
    click.echo(secret)


def _ask() -> str:
    return str(click.prompt("Password", hide_input=True, confirmation_prompt=True))


@contextmanager
def _session(folder: Path | None, database: str) -> Iterator[Session]:
    require_extra()
    from cofitcheck.review.server import open_state
    from cofitcheck.review.settings import ReviewSettings

    state = open_state(ReviewSettings(data_folder(folder), database, sign_in="accounts"))
    with state.database.writing() as session:
        yield session
