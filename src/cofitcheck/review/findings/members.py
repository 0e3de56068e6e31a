"""The statements of a fact as the review page remembers them: enough to find and compare them in a draft."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from cofitcheck.checks.fingerprint import place_name
from cofitcheck.document import Document, Mention
from cofitcheck.reports.model import wording


class Member(Struct, frozen=True, kw_only=True):
    """One statement of a fact.

    `place` is the same in every draft that has the cell (section, table, row and column path); `value` is the
    number in base units without trailing zeros, or which blank it is. `table` counts from 1, `mention`,
    `element` and `page` as in `Document`.
    """

    mention: int
    place: str
    value: str
    text: str
    table: int
    title: str
    row: str
    column: str
    element: int
    page: int = 0


def members_of(document: Document, mentions: Iterable[int]) -> list[Member]:
    """Return the statements that `mentions` (indices) make."""
    return [_member(document, document.mentions[index]) for index in mentions]


def to_rows(members: Iterable[Member]) -> list[dict[str, Any]]:
    """Return statements as they are stored."""
    return [msgspec.to_builtins(member) for member in members]


def from_rows(rows: Iterable[Any]) -> list[Member]:
    """Return stored statements."""
    return msgspec.convert(list(rows), list[Member])


def _member(document: Document, mention: Mention) -> Member:
    number = mention.number
    value = number.kind.value if number.value is None else f"{number.value.normalize():f}"
    return Member(
        mention=mention.index,
        place=place_name(mention, document.tables[mention.table].title),
        value=value,
        text=wording.encodable(wording.short(mention.text, 60)),
        table=mention.table + 1,
        title=wording.encodable(str(wording.table_title(document, mention.table))),
        row=wording.encodable(wording.path_words(mention.row_path)),
        column=wording.encodable(wording.path_words(mention.column_path)),
        element=mention.place.element,
        page=mention.place.page,
    )
