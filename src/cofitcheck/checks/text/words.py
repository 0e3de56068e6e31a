"""Which words a sentence shares with the rows of tables, and how much those words tell."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nsmallest
from math import fsum, log

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.words import Words, words_of
from cofitcheck.document import Mention
from cofitcheck.language.lexicon import MONTHS
from cofitcheck.language.phrases import LEAD, NO_THINGS, OPENING_PARTICLES, PARTICLES, WITHOUT
from cofitcheck.prose.operations import lower, marks_of

Row = tuple[int, int]
"""A table and a row of it."""

BRACKETED = re.compile(r"[(（][^()（）]*[)）]")
_ROWS = 10
"""How many rows are looked at for a sentence."""
_MANY_ROWS = 120
"""The most rows that a word leads to: a word that more rows have leads to none of them."""

_ASIDE = frozenset().union(*map(words_of, (*LEAD, *NO_THINGS, *MONTHS)))
"""Words that are of time, or of nothing."""
_PARTICLES = re.compile(rf"^{OPENING_PARTICLES}|{PARTICLES}{{1,6}}$")
_WITHOUT = re.compile(WITHOUT, re.IGNORECASE)
_LEADING_ON = frozenset({"border", "inner", "share"})


def cores_of(indicator: str) -> tuple[Words, Words]:
    """Return the words before a number of what it is, and those behind it, without those of time and change.

    What stands before "included" or "represented" is not what the number behind it is of. There are no words
    where something is left out: then they are not what is named.
    """
    before, _, behind = lower(indicator).partition("…")
    if _WITHOUT.search(indicator):
        return frozenset(), frozenset()
    marks = marks_of(before)
    since = max((mark.end for mark in marks if mark.kind in _LEADING_ON), default=0)
    for mark in reversed(marks):
        if mark.start >= since:
            before = f"{before[: mark.start]} {before[mark.end :]}"
    until = min((mark.start for mark in marks_of(behind)), default=len(behind))
    before = _PARTICLES.sub("", before[since:].strip())
    return words_of(before) - _ASIDE, words_of(behind[:until]) - _ASIDE


def words_behind(indicator: str) -> Words:
    """Return all words behind a number, without those of time and change."""
    behind = lower(indicator).partition("…")[2]
    for mark in reversed(marks_of(behind)):
        behind = f"{behind[: mark.start]} {behind[mark.end :]}"
    return words_of(behind) - _ASIDE


@dataclass(frozen=True, slots=True)
class RowWords:
    """The words of a row: of its label (of its section where that is a bare "Total"), and of its sections."""

    label: Words
    sections: Words


class TableWords:
    """The words of all tables of a document, and what each word tells: the rarer the more."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.rows: dict[Row, RowWords] = {}
        self._columns: dict[tuple[str, ...], Words] = {}
        for mention in grid.document.mentions:
            at = mention.table, mention.row
            if at not in self.rows:
                self.rows[at] = self._row(mention)

    def _row(self, mention: Mention) -> RowWords:
        path = [words_of(label) for label in mention.row_path]
        named = [each for each in path if each]
        label = named[-1] if named else self.titles[mention.table]
        return RowWords(label, frozenset().union(*named[:-1]))

    @cached_property
    def titles(self) -> list[Words]:
        """The words of the titles of the tables."""
        return [words_of(table.title) for table in self.grid.document.tables]

    def column(self, mention: Mention) -> Words:
        """Return the words of the headers above a mention."""
        if mention.column_path not in self._columns:
            self._columns[mention.column_path] = words_of(" ".join(mention.column_path))
        return self._columns[mention.column_path]

    @cached_property
    def _by_word(self) -> Mapping[str, list[Row]]:
        found: dict[str, list[Row]] = defaultdict(list)
        for row, words in self.rows.items():
            for word in words.label:
                found[word].append(row)
        return found

    @cached_property
    def _weights(self) -> Mapping[str, float]:
        every = len(self.rows)
        return {word: log(1 + every / (1 + len(rows))) for word, rows in self._by_word.items()}

    @cached_property
    def _unknown(self) -> float:
        """What a word tells that no label has."""
        return log(1 + len(self.rows))

    def weight(self, words: Iterable[str]) -> float:
        """Return how much words tell together: a word that one row of a thousand has tells six."""
        weights, unknown = self._weights, self._unknown
        # A set of words has another order in each process: a plain sum would have other last bits.
        return fsum([weights.get(word, unknown) for word in words])

    @cached_property
    def label_weights(self) -> Mapping[Row, float]:
        """What the label of each row tells."""
        return {row: self.weight(words.label) for row, words in self.rows.items()}

    def share(self, words: Words, among: Words) -> float:
        """Return what part of the weight of `words` those of them have that stand `among` others, 0 where
        none does."""
        shared = words & among
        return self.weight(shared) / self.weight(words) if shared else 0.0

    def likeliest(self, said: Words) -> list[Row]:
        """Return the rows whose labels share most with the words of a sentence, the likeliest first."""
        told: Counter[Row] = Counter()
        weights = self.label_weights
        for word in sorted(said):
            rows = self._by_word.get(word, ())
            if len(rows) <= _MANY_ROWS:
                weight = self.weight((word,))
                for row in rows:
                    told[row] += int(1000 * weight)
        scored = ((-count / (1 + 1000 * weights[row]) * count**0.5, row) for row, count in told.items())
        return [row for _, row in nsmallest(_ROWS, scored)]

    def namesakes(self, row: Row) -> Sequence[Row]:
        """Return the rows of all tables, this one too, whose labels have the same words, but for those in
        brackets."""
        return self._of_label[self.plain_label(row)]

    def plain_label(self, row: Row) -> Words:
        """Return the words of a row's label without those in brackets."""
        return self._plain_labels[row]

    @cached_property
    def _plain_labels(self) -> Mapping[Row, Words]:
        labels: dict[Row, Words] = {}
        for each in self.grid.document.mentions:
            row = each.table, each.row
            if row not in labels:
                plain = words_of(BRACKETED.sub(" ", each.row_path[-1])) if each.row_path else frozenset()
                labels[row] = plain or self.rows[row].label
        return labels

    @cached_property
    def _of_label(self) -> Mapping[Words, list[Row]]:
        found: dict[Words, list[Row]] = defaultdict(list)
        for row, words in self._plain_labels.items():
            found[words].append(row)
        return found

    def related(self, row: Row, share: float) -> list[Row]:
        """Return the rows that share at least such a part of a row's label, and the other way round."""
        label = self.rows[row].label
        others = ((each, self.rows[each].label) for each in self.likeliest(label) if each != row)
        return [
            each
            for each, other in others
            if self.share(label, other) >= share and self.share(other, label) >= share
        ]
