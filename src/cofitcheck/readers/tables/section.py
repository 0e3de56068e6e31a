"""One section row or labelled row, and which labels sum up a section."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cofitcheck.language.lexicon import HAN_LETTERS, NUMERALS, is_total, without_sum, without_total
from cofitcheck.periods.east_asian import spelled
from cofitcheck.periods.text import read_period
from cofitcheck.readers.tables.sums import Amounts

INDENT_STEP = 2.0
"""Indents that differ by less, in points, may be meant as one; by half of it, they are."""
_NAMED = 2
"""The fewest characters that name a section."""
_CASH = re.compile(r"^\s*(?:total\s+)?(?:net\s+)?cash\b", re.IGNORECASE)
_BRACKETED = re.compile(r"\([^()]*\)")
_AND = (["and"], ["&"])
_NET_OF: tuple[list[str], ...] = ([], ["net"])
_WORD = re.compile(r"\w")
_MARKS = re.compile(r"[^\w\s&]")
_PERIOD_WORDS = re.compile(
    r"\b(?:[A-Za-z]{3,9} \d{1,2}|q[1-4]|[1-4]q|(?:19|20)\d\d"
    r"|(?:for|the|as|at|of|in|and|balances?|first|second|third|fourth|three|six|nine|twelve"
    r"|weeks?|months?|quarters?|years?|fiscal|ended|ending|end|period)\b)",
    re.IGNORECASE,
)


_STYLES = (
    re.compile(rf"\s*[{NUMERALS}]{{1,3}}[、．.]"),
    re.compile(rf"\s*[（(][{NUMERALS}]{{1,3}}[)）]"),
    re.compile(rf"\s*\d{{1,2}}(?:[、．]|\.(?=\s*[{HAN_LETTERS}]))"),
    re.compile(rf"\s*[（(]\d{{1,2}}[)）](?=\s*[{HAN_LETTERS}])"),
    re.compile(r"\s*[A-Z]、"),
)
BY_DIGITS = re.compile(r"\s{0,9}[（(]?\d{1,2}[)）.．、](?!\d)")
"""How labels are numbered by digits: "1.", "（1）"."""
_FIRST = re.compile(r"\s*[（(]?[一1A][)）、．.]")


def numbering(label: str) -> int:
    """Return how a label is numbered in Chinese, from the coarsest way on ("一、", "（一）", "1、", "（1）",
    "A、"), or -1."""
    return next((style for style, pattern in enumerate(_STYLES) if pattern.match(label)), -1)


def numbers_part(section: str, label: str) -> bool:
    """Tell whether a label is numbered by digits under a section that is numbered in Chinese: it is of that
    section, however deep it stands."""
    return 0 <= numbering(section) <= 1 and BY_DIGITS.match(label) is not None


def begins_numbering(label: str) -> bool:
    """Tell whether a numbered label is the first of its list."""
    return _FIRST.match(label) is not None


def states_period_only(label: str) -> bool:
    """Tell whether a label says a date or a period and nothing else."""
    english = spelled(label)
    if english != label:
        english = english.replace("fiscal ", "")  # "113年度" is a year and no more
    return bool(read_period(label)) and not _WORD.search(_PERIOD_WORDS.sub("", english))


@dataclass(frozen=True, slots=True)
class SectionRow:
    """A section row.

    `strong` counts how it is set off, in bold and in capitals, `leads` counts the section rows of the same
    indent right below it, `indent` is in points.
    """

    indent: float
    strong: int
    label: str
    leads: int = 0

    @property
    def dated(self) -> bool:
        """Tell whether the row says a period and nothing else."""
        return states_period_only(self.label)

    def is_restated_by(self, row: LabelledRow) -> bool:
        """Tell whether a row beside the section row says the date that the section is of."""
        return self.dated and self.level(row.indent) <= 0 and words_of(row.label) == words_of(self.label)

    def level(self, indent: float) -> int:
        """Return 1 where a row of an indent stands deeper than the section row, 0 beside it, -1 further
        out."""
        deeper = indent - self.indent
        return 0 if abs(deeper) <= INDENT_STEP / 2 else 1 if deeper > 0 else -1

    def is_summed_by(self, label: str) -> bool:
        """Tell whether a label sums up the section: "Total X", "Total X of the year" or "X, net" under "X",
        "X小计" or "X总额" under what begins with X, or "Net cash provided by operating activities" where both
        end in the same two words."""
        part = without_sum(label)
        if part != label and len(part) >= _NAMED and self.label.startswith(part):
            return True
        name, words, total = words_of(self.label), words_of(label), summed(label)
        if name and total[: len(name)] == name and total[len(name) :][:1] not in _AND:
            return True
        if len(name) < 2 or name[0] == "adjustments":
            return False
        if words[: len(name)] == name:
            return words[len(name) :][:1] in _NET_OF
        return bool(_CASH.match(label)) and words[-2:] == name[-2:]

    def is_summed_in_part_by(self, label: str) -> bool:
        """Tell whether a label sums up the first part of the section: "Total X" under "X and Y"."""
        name, total = words_of(self.label), summed(label)
        return bool(total) and name[: len(total)] == total and name[len(total) :][:1] in _AND


@dataclass(frozen=True, slots=True)
class LabelledRow:
    """A labelled row: its indent and those of the rows above and below (minus infinity: none), whether that
    below is a section row, the next labels, as far as the next section row, and the row's amounts."""

    label: str
    indent: float
    above: float
    below: float
    heading_below: bool
    later: tuple[str, ...]
    amounts: Amounts

    @property
    def is_last(self) -> bool:
        """Tell whether there is no row below."""
        return self.below == float("-inf")


def summed(label: str) -> list[str]:
    """Return the words of what a total says that it sums up."""
    return words_of(without_total(label)) if is_total(label) else []


def words_of(label: str) -> list[str]:
    """Return the words of a label in lower case, what stands in brackets left out."""
    return _MARKS.sub("", _BRACKETED.sub("", label)).lower().split()
