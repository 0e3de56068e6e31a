"""The numbers of a comparison as its page shows them: cells with their tables, and sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import quote

from cofitcheck.document import Document, Mention
from cofitcheck.prose import ProseMention
from cofitcheck.reports.model.grid import CellMark, ShownTable, show_table
from cofitcheck.reports.model.marks import anchor
from cofitcheck.reports.model.wording import encodable, place, table_title
from cofitcheck.reports.words import Words

_AROUND = 240
"""So many characters of a sentence are shown on either side of its number."""


@dataclass(frozen=True, slots=True)
class Side:
    """One number of a pair: what is printed, where it stands, its table around it, and the address of its
    cell in the marked copy."""

    document: str
    text: str
    title: Words
    place: Words
    grid: ShownTable | None = None
    link: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """A number, or a pair of numbers, and what became of it."""

    label: Words
    period: str
    this: Side | None
    other: Side | None
    same_fact: Words
    reason: Words
    words: str


@dataclass(frozen=True, slots=True)
class SaidItem:
    """A number in a sentence of either document, and the cells of the other that have it: a sentence is cut
    at its number."""

    here: tuple[str, str, str] | None
    there: tuple[str, str, str] | None
    cells: list[Side]


@dataclass(frozen=True, slots=True)
class TablesBeside:
    """A table of this document beside the one of the other that has most of its numbers."""

    this: Words
    other: Words
    counts: Words
    left: ShownTable
    right: ShownTable
    open: bool


def side_of(document: Document, index: int | None, letter: str, full: bool, copy: str) -> Side | None:
    """Return a number of a pair, None where the document has none.

    `letter` is its mark in its table, which is shown where `full`; `copy` names the marked copy, or is "".
    """
    if index is None:
        return None
    mention = document.mentions[index]
    role = "finding" if letter == "A" else "witness"
    return Side(
        document=encodable(document.name),
        text=mention.text,
        title=table_title(document, mention.table),
        place=place(document, mention.place),
        grid=grid_of(document, mention.table, {index: CellMark(letter, role)}) if full else None,
        link=f"{quote(copy)}{anchor(mention)}" if copy else "",
    )


def sentence_of(said: ProseMention | None) -> tuple[str, str, str] | None:
    """Return a sentence cut at a number of it."""
    if said is None:
        return None
    start, end = (at - said.sentence.start for at in (said.start, said.end))
    before, after = said.words[:start], said.words[end:]
    return before[-_AROUND:], said.text, after[:_AROUND]


def grid_of(document: Document, table: int, marks: Mapping[int, CellMark]) -> ShownTable:
    """Return a table as it is shown, with marks at some of its mentions."""
    return show_table(document.tables[table], list(_of_table(document, table)), marks)


def _of_table(document: Document, table: int) -> Iterator[Mention]:
    return (mention for mention in document.mentions if mention.table == table)
