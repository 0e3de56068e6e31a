"""On what basis each number of a document is stated: adjusted, pro forma, replaced since, of the parent
alone."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from cofitcheck import patterns as re
from cofitcheck.caching import cached, once_a_document
from cofitcheck.document import Document, Mention, Table
from cofitcheck.language.meanings import LABEL_BASES

_NON_GAAP = LABEL_BASES["non_gaap"]
_ADJUSTED = re.compile(rf"{LABEL_BASES['adjusted']}|{_NON_GAAP}", re.IGNORECASE)
# Over a column "adjusted" must name a measure, or stand beside what is not adjusted.
_ADJUSTED_MEASURE = re.compile(rf"(?:{_ADJUSTED.pattern})(?= [a-z])|{_NON_GAAP}", re.IGNORECASE)
_ADJUSTED_COLUMN = re.compile(rf"{LABEL_BASES['adjusted_alone']}|{_NON_GAAP}", re.IGNORECASE)
_GAAP = re.compile(LABEL_BASES["gaap"], re.IGNORECASE)
_PRO_FORMA = re.compile(LABEL_BASES["pro_forma"], re.IGNORECASE)
_REPLACED = re.compile(LABEL_BASES["replaced"], re.IGNORECASE)
# A label that only says which of the measure of its section it is: "Basic", "Diluted", "2023".
_WHICH_OF = re.compile(rf"(?:{LABEL_BASES['which_of']}|[\W\d_])+", re.IGNORECASE)
_PARENT_ONLY = re.compile(LABEL_BASES["parent_only"], re.IGNORECASE)
_CONSOLIDATED = re.compile(LABEL_BASES["consolidated"], re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?]\s")

_OWN_STATEMENT = re.compile(LABEL_BASES["own_statement"])
_GROUP_STATEMENT = re.compile(LABEL_BASES["group_statement"])
_OWN_NUMBER = re.compile(LABEL_BASES["own_number"])
_OWN_COLUMN = re.compile(LABEL_BASES["own_column"], re.IGNORECASE)
_GROUP_COLUMN = re.compile(LABEL_BASES["group_column"], re.IGNORECASE)
_FULL_STOP = re.compile(r"[。；]")
_HEADING = 40
"""The most characters before a table that may be its heading."""


class MentionBasis(NamedTuple):
    """On what basis a number is stated: whether it is of the parent alone, and what else it is ("adjusted")
    that the numbers of the statements are not."""

    of_parent: bool
    stated: frozenset[str]


@once_a_document
def mention_bases(document: Document) -> tuple[MentionBasis, ...]:
    """Return the basis of each mention, parallel to `document.mentions`: the one place where it is kept."""
    of_parent = parents_tables(document)
    headers: defaultdict[int, set[str]] = defaultdict(set)
    for mention in document.mentions:
        headers[mention.table].update(mention.column_path)
    beside_gaap = {table: any(map(_GAAP.search, found)) for table, found in headers.items()}
    beside_group = {table for table, found in headers.items() if any(map(_GROUP_COLUMN.fullmatch, found))}
    return tuple(
        MentionBasis(
            of_parent[mention.table]
            or is_parents_number(mention)
            or (mention.table in beside_group and any(map(_OWN_COLUMN.fullmatch, mention.column_path))),
            _stated(mention.row_path, mention.column_path, beside_gaap[mention.table]),
        )
        for mention in document.mentions
    )


@cached(16_384)
def _stated(row_path: tuple[str, ...], column_path: tuple[str, ...], beside_gaap: bool) -> frozenset[str]:
    """Return the bases that labels and headers state other than the statements' own; `beside_gaap` tells
    whether a column of their table is headed GAAP or IFRS."""
    measure, columns = measure_label(row_path), " / ".join(column_path)
    in_header = _ADJUSTED_COLUMN if beside_gaap else _ADJUSTED_MEASURE
    stated = {
        "adjusted": _ADJUSTED.search(measure) or in_header.search(columns),
        "pro forma": _PRO_FORMA.search(f"{measure} / {columns}"),
        # In a row it is what a roll-forward begins with.
        "replaced": _REPLACED.search(columns),
    }
    return frozenset(name for name, found in stated.items() if found)


@cached(8192)
def measure_label(row_path: tuple[str, ...]) -> str:
    """Return the label that names the measure of a row: its own, or that of a section around "Diluted"."""
    return next((label for label in reversed(row_path) if not _WHICH_OF.fullmatch(label)), "")


def parents_tables(document: Document) -> list[bool]:
    """Tell of each table whether it is of the parent alone.

    In Chinese, Japanese and British reports the headings name the group or the parent; where no heading names
    the group, the document has statements of one company only, and nothing to tell apart.
    """
    headings = [_headings(table) for table in document.tables]
    grouped = any(_GROUP_STATEMENT.search(heading) for each in headings for heading in each)
    return [
        _is_parents_own(table) or (grouped and _is_own_by_heading(each))
        for table, each in zip(document.tables, headings, strict=True)
    ]


def is_parents_number(mention: Mention) -> bool:
    """Tell whether a label or a header says, in Chinese or Japanese, that a number is the parent's."""
    return any(_OWN_NUMBER.search(text) for text in (*mention.row_path[-1:], *mention.column_path))


def _is_parents_own(table: Table) -> bool:
    """Tell whether a table is of the parent alone, by its title or the heading that ends the text before it.

    The schedule of the parent may hold consolidating tables, and what speaks of it stand before others.
    """
    heading = _SENTENCE_END.split(table.text_before)[-1]
    named = _PARENT_ONLY.search(table.title) or _PARENT_ONLY.search(heading)
    return bool(named) and not _CONSOLIDATED.search(table.title)


def _headings(table: Table) -> tuple[str, ...]:
    """Return the headings over a table, the nearest first."""
    chapter, _, heading = table.title.partition(" — ")
    return _FULL_STOP.split(table.text_before)[-1][-_HEADING:], heading, chapter


def _is_own_by_heading(headings: tuple[str, ...]) -> bool:
    """Tell whether the nearest heading that names the group or the parent names the parent."""
    for heading in headings:
        if _GROUP_STATEMENT.search(heading):
            return False
        if _OWN_STATEMENT.search(heading):
            return True
    return False
