"""The report of a tie as files: a page, and JSON in its published form."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from cofitcheck import __version__
from cofitcheck.books import Account, LineOutcome, Tie, TiedLine
from cofitcheck.reports.formats import file_stem, write_whole
from cofitcheck.reports.html import template
from cofitcheck.reports.model.wording import encodable, plain_decimal
from cofitcheck.reports.tied import tie_view
from cofitcheck.reports.words import ENGLISH, speaking
from cofitcheck.reports.words.books import hint_words, remark_words

HTML_SUFFIX, JSON_SUFFIX = ".tied.report.html", ".tied.report.json"
SCHEMA_VERSION = 1
"""Raised by one whenever a reader of the older form would misread the new one."""


class TieRemarkRecord(Struct, frozen=True, kw_only=True):
    """A remark on the books: `wrong` says that it is a finding, `text` is its sentence."""

    what: str
    wrong: bool
    text: str


class TiedAccountRecord(Struct, frozen=True, kw_only=True):
    """An account, with its balance for each year as a debit, the latest year first, as in the books."""

    code: str
    name: str
    kind: str | None
    amounts: tuple[str, ...]


class TiedLineRecord(Struct, frozen=True, kw_only=True):
    """A line of the statements: its mentions by their index for each year, and its accounts by theirs.

    `how` says how its accounts were found, `outcome` whether they come to it. `differences` are what the
    statements say less what the books say, in base units.
    """

    statement: str
    line: str
    mentions: tuple[int | None, ...]
    accounts: tuple[int, ...]
    how: str
    outcome: str
    differences: tuple[str | None, ...]
    several: tuple[tuple[int, ...], ...]
    hints: tuple[str, ...]


class TieRecord(Struct, frozen=True, kw_only=True):
    """The books tied to the statements of a document; `unused` are accounts in no line."""

    schema_version: int
    cofitcheck: str
    document: str
    books: str
    debits: tuple[str, ...]
    credits: tuple[str, ...]
    summary: dict[str, int]
    remarks: tuple[TieRemarkRecord, ...]
    lines: tuple[TiedLineRecord, ...]
    accounts: tuple[TiedAccountRecord, ...]
    unused: tuple[int, ...]


def save_tie(tied: Tie, directory: Path, language: str) -> list[Path]:
    """Write the report of a tie as HTML and JSON, and return the files. Raises `OSError`."""
    directory.mkdir(parents=True, exist_ok=True)
    stem = file_stem(tied.document)
    with speaking(language):
        contents = {
            stem + HTML_SUFFIX: render_tie(tied).encode("utf-8", "replace"),
            stem + JSON_SUFFIX: tie_json(tied),
        }
    for name, content in contents.items():
        write_whole(directory / name, content)
    return [directory / name for name in contents]


def render_tie(tied: Tie) -> str:
    """Return the report of a tie as one HTML file that loads nothing and runs nothing."""
    return template("tied.html.j2").render(view=tie_view(tied), version=__version__)


def tie_json(tied: Tie) -> bytes:
    """Return a tie as JSON, in English; amounts are decimal strings."""
    return msgspec.json.format(msgspec.json.encode(_record(tied)), indent=2)


def tie_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) that what `tie_json` writes keeps."""
    schema = msgspec.json.schema(TieRecord)
    draft = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": draft, "title": "cofitcheck tie", "version": SCHEMA_VERSION, **schema}


def _record(tied: Tie) -> TieRecord:
    with speaking(ENGLISH):
        return TieRecord(
            schema_version=SCHEMA_VERSION,
            cofitcheck=__version__,
            document=encodable(tied.document),
            books=encodable(tied.books.name),
            debits=_plain(tied.books.debits),
            credits=_plain(tied.books.credits),
            summary={outcome.value: tied.count(outcome) for outcome in LineOutcome},
            remarks=tuple(
                TieRemarkRecord(
                    what=each.what.value, wrong=each.wrong, text=encodable(str(remark_words(each)))
                )
                for each in tied.remarks
            ),
            lines=tuple(_line_record(tied, each) for each in tied.lines),
            accounts=tuple(map(_account_record, tied.books.accounts)),
            unused=tied.unused,
        )


def _line_record(tied: Tie, each: TiedLine) -> TiedLineRecord:
    return TiedLineRecord(
        statement=each.line.statement.value,
        line=encodable(each.line.name),
        mentions=each.line.mentions,
        accounts=each.accounts,
        how=each.how.value,
        outcome=each.outcome.value,
        differences=tuple(None if amount is None else plain_decimal(amount) for amount in each.differences),
        several=each.others,
        hints=tuple(encodable(str(hint_words(tied, hint))) for hint in each.hints),
    )


def _account_record(account: Account) -> TiedAccountRecord:
    return TiedAccountRecord(
        code=encodable(account.code),
        name=encodable(account.name),
        kind=account.kind.value if account.kind else None,
        amounts=_plain(account.amounts),
    )


def _plain(amounts: Sequence[Decimal]) -> tuple[str, ...]:
    return tuple(map(plain_decimal, amounts))
