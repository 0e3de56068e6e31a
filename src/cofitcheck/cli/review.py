"""`cofitcheck review` starts the review page; `cofitcheck accounts` manages accounts of a shared server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cofitcheck.cli.checking import check_budget, check_config, checking_options
from cofitcheck.cli.common import OneSentence, OneSentenceGroup, cores
from cofitcheck.cli.options import kinds_option

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from cofitcheck.readers.settings import TrackedChanges
    from cofitcheck.review.settings import ReviewSettings

_PASSWORD = "COFITCHECK_REVIEW_PASSWORD"
INSTALL = "The review page needs more than the plain package: pip install 'cofitcheck[review]'"
_DATA_FOLDER = "The folder that keeps uploads and decisions; the user's own data folder by default."
_DATABASE = "A SQLAlchemy URL; a SQLite file in the folder by default. Also COFITCHECK_REVIEW_DATABASE."

folder_option = click.option(
    "--folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path), help=_DATA_FOLDER
)
database_option = click.option(
    "--database", metavar="URL", default="", envvar="COFITCHECK_REVIEW_DATABASE", help=_DATABASE
)


@click.command(cls=OneSentence)
@click.argument("files", nargs=-1, metavar="[FILE...]", type=click.Path(dir_okay=False, path_type=Path))
@folder_option
@database_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8765, show_default=True, type=click.IntRange(0, 65535), help="0 takes any.")
@click.option(
    "--sign-in",
    type=click.Choice(["token", "accounts", "proxy"]),
    default="token",
    show_default=True,
    help="One person with a token in the address, accounts with passwords, or the word of a reverse proxy.",
)
@click.option(
    "--allow-host",
    multiple=True,
    metavar="NAME",
    help="A name that browsers reach the server by; repeatable.",
)
@click.option("--proxy-header", default="X-Forwarded-User", show_default=True, metavar="NAME")
@click.option("--proxy-address", default="127.0.0.1", show_default=True, metavar="ADDRESS")
@click.option("--https", is_flag=True, help="A proxy serves the page over HTTPS: cookies go nowhere else.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(min=1), help="Checks at a time.")
@click.option(
    "--queue",
    "waiting",
    default=200,
    show_default=True,
    type=click.IntRange(min=1),
    help="Documents that may wait to be checked; who uploads more is told when to come again.",
)
@checking_options
@kinds_option
@click.option("--no-browser", is_flag=True, help="Do not open the page.")
def review(files: tuple[Path, ...], host: str, port: int, no_browser: bool, **options: Any) -> None:
    """Start a page on this machine to go through findings, and decide them.

    Documents named here are checked at once; one that was reviewed before, under the same name, is taken for
    its next draft. Nothing leaves the server.
    """
    require_extra()
    settings = _settings(host, **options)
    from cofitcheck.review.serve import serve

    serve(settings, files, (host, port), click.echo, opens_browser=not no_browser)


def data_folder(folder: Path | None) -> Path:
    """Return the folder that was named, or the user's own."""
    return (folder or Path(click.get_app_dir("cofitcheck")) / "review").absolute()


def require_extra() -> None:
    """Raise `MissingDependencyError` where the libraries of the review page are not installed."""
    from importlib.util import find_spec

    from cofitcheck.errors import MissingDependencyError

    needed = ("alembic", "fastapi", "filelock", "limits", "multipart", "PIL", "sqlalchemy", "uvicorn")
    if any(find_spec(name) is None for name in needed):
        raise MissingDependencyError(INSTALL)


def _settings(
    host: str,
    folder: Path | None,
    allow_host: tuple[str, ...],
    https: bool,
    waiting: int,
    tracked_changes: TrackedChanges,
    ocr: bool,
    convert: bool,
    seconds: int | None,
    memory: int | None,
    select: tuple[str, ...],
    **options: Any,
) -> ReviewSettings:
    import secrets

    from cofitcheck.readers import ReadSettings
    from cofitcheck.reports.choice import Choice
    from cofitcheck.review.settings import LOCAL_NAMES, Limits, ReviewSettings

    named = ("database", "sign_in", "proxy_header", "proxy_address", "workers")
    known = {name: options.pop(name) for name in named}
    config = replace(check_config(max(1, cores() // known["workers"]), **options), seconds=seconds)
    budget = check_budget(seconds, memory, config, ocr=ocr)
    return ReviewSettings(
        folder=data_folder(folder),
        token=os.environ.get("COFITCHECK_REVIEW_TOKEN") or secrets.token_urlsafe(32),
        hosts=tuple(dict.fromkeys((*LOCAL_NAMES, host, *allow_host))),
        secure_cookies=https,
        # The budget counts time of the processor. A check that takes twice as long by the clock has stalled.
        limits=Limits(waiting=waiting, seconds=2 * budget.seconds or Limits().seconds),
        read=ReadSettings(tracked_changes, ocr, convert=convert),
        check=config,
        budget=budget,
        choice=Choice.of(select),
        **known,
    )


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
        from cofitcheck.review.security import AccountRole, save

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
        from cofitcheck.review import security as known

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
        from cofitcheck.review import security as known

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
