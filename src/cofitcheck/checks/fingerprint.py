"""Names of findings that stay the same in a new draft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Protocol

from cofitcheck import patterns as re
from cofitcheck.checks.model import Calculation
from cofitcheck.document import Document, Mention
from cofitcheck.facts import FactSet

# "100,000 shares authorized" in a label is a value that the next draft may change; a year or a day is not.
_VALUE = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+|\d{5,}")


def fingerprints(document: Document, facts: Iterable[FactSet]) -> list[str]:
    """Return a name of 16 hexadecimal digits for each fact set, from titles and labels, never from values.

    Mentions that are there by a tie have no part in it: a tie ends where the next draft changes a number.
    Facts whose labels are all the same are told apart by their order, as "...-2", "...-3".
    """
    titles = {table.index: table.title for table in document.tables}
    seen: Counter[str] = Counter()
    names = []
    for fact in facts:
        name = _name([document.mentions[k] for k in fact.matched], titles)
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return names


class Placed(Protocol):
    """A number in a table by its labels: a mention, or what a report says of one."""

    @property
    def row_path(self) -> tuple[str, ...]:
        """The labels of its row, the outermost first."""
        ...

    @property
    def column_path(self) -> tuple[str, ...]:
        """The heads of its column, the top one first."""
        ...


def place_name(mention: Placed, title: str) -> str:
    """Return a name of 16 hexadecimal digits for the place of a mention: table title, row and column path."""
    return _digest(_place(mention, title))


def calculation_name(document: Document, calculation: Calculation) -> str:
    """Return a name of 16 hexadecimal digits for a sum, from its total's place and how many parts it has."""
    total = document.mentions[calculation.total]
    return place_name(total, f"{document.tables[total.table].title} / {len(calculation.addends)}")


def text_name(kind: str, words: str) -> str:
    """Return a name of 16 hexadecimal digits for words that a check of some kind speaks of."""
    return _digest("\x1e".join((kind, _stable(words))))


def _name(members: Iterable[Mention], titles: Mapping[int, str]) -> str:
    return _digest("\x1d".join(sorted(_place(mention, titles.get(mention.table, "")) for mention in members)))


def _place(mention: Placed, title: str) -> str:
    paths = ((title,), mention.row_path, mention.column_path)
    return "\x1e".join("\x1f".join(map(_stable, path)) for path in paths)


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def _stable(label: str) -> str:
    return " ".join(_VALUE.sub("#", label).casefold().split())
