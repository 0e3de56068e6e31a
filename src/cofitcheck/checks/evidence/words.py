"""The words of a text, and the texts around a number: its label, headers, sections, notes, caption and
title."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from cofitcheck import patterns as re
from cofitcheck.caching import cached, once_a_document
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.document import Document, Mention, Table
from cofitcheck.language.lexicon import EAST_ASIAN, EAST_ASIAN_LETTERS
from cofitcheck.language.phrases import EMPTY, SHORT

Words = frozenset[str]

_WORD = re.compile(rf"[{EAST_ASIAN_LETTERS}]+|[^\W\d_{EAST_ASIAN_LETTERS}]+")
_SHORT = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(SHORT, key=len, reverse=True)))})\b")
_SHORTEST_PLURAL = 4

_SENTENCE_END = re.compile(r"[.;!?。；][\"”’]?\s+|[。；]")
_MARK = re.compile(
    r"[(\[（](\d{1,2}|[a-z]|\*{1,3})[)\]）]|(?<=[\w)%])\s?(\*{1,3}|†|‡)(?=\W|\Z)", re.IGNORECASE
)
"""The mark of a note in a label or a header: "(1)", "(a)", "*"."""
_NOTE = re.compile(
    r"(?:(?<=\s)|\A)(?:[(\[（](\d{1,2}|[a-z]|\*{1,3})[)\]）]|(\*{1,3}|†|‡))\s*(?=[^\W\d_])", re.IGNORECASE
)
"""The same mark where its note begins."""


@cached(65536)
def words_of(text: str) -> Words:
    """Return the words of a text, plurals as singulars. For Chinese and Japanese, return each two signs that
    follow each other."""
    found: set[str] = set()
    text = text.casefold()
    if "&" in text:
        text = _SHORT.sub(lambda found: SHORT[found[0]], text)
    for word in _WORD.findall(text):
        if not word.isascii() and EAST_ASIAN.match(word):
            found.update(word[at : at + 2] for at in range(max(1, len(word) - 1)))
        elif word not in EMPTY:
            plural = len(word) >= _SHORTEST_PLURAL and word.endswith("s") and not word.endswith("ss")
            found.add(word[:-1] if plural else word)
    return frozenset(found)


def near(mention: Mention) -> Iterator[str]:
    """Yield the texts in line with a number, the nearest first: its label, its headers, its sections."""
    yield from mention.row_path[-1:]
    yield from reversed(mention.column_path)
    yield from reversed(mention.row_path[:-1])


def notes(grid: Grid, mention: Mention) -> Iterator[str]:
    """Yield the notes whose marks stand in the label, a header or a section of a number."""
    path = (*mention.row_path, *mention.column_path)
    marks = {_name(found) for text in path for found in _MARK.finditer(text)}
    if not marks:
        return
    for name, text in _notes_below(grid.document, mention.table):
        if name in marks:
            yield text


@once_a_document
def _notes_below(document: Document, index: int) -> tuple[tuple[str, str], ...]:
    """Return the notes in and below a table, each with the name of its mark."""
    table = document.tables[index]
    below = (cell.text for cell in table.cells if cell.row >= table.header_rows)
    return tuple(
        (_name(found), text[found.end() : end])
        for text in (*below, table.text_after)
        for found, end in _with_ends(list(_NOTE.finditer(text)))
    )


def _with_ends(found: list[re.Match[str]]) -> Iterator[tuple[re.Match[str], int | None]]:
    """Yield each mark with where its note ends: at the next mark, or (None) with the text."""
    return zip_longest(found, [each.start() for each in found[1:]])


def over(table: Table) -> Iterator[str]:
    """Yield the texts over a table: its caption, the sentence before it, and its own title."""
    yield table.caption
    yield _SENTENCE_END.split(table.text_before.strip())[-1]
    yield table.title.rpartition(" — ")[2]


def _name(mark: re.Match[str]) -> str:
    return (mark[1] or mark[2]).casefold()
