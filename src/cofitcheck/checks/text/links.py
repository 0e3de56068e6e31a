"""The cells that a number in prose may be about: those that state it, and those of the rows it names."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from math import log
from operator import itemgetter

from cofitcheck.caching import cached
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.words import Words, words_of
from cofitcheck.checks.text.segments import Segments
from cofitcheck.checks.text.similar import NAMES as SIMILAR
from cofitcheck.checks.text.similar import Similarity, places_of
from cofitcheck.checks.text.words import Row, TableWords, cores_of
from cofitcheck.document import Mention
from cofitcheck.numbers import Measure, Number, NumberComparison, are_consistent, compare
from cofitcheck.numbers.relations import EXACT
from cofitcheck.periods.text import years_in
from cofitcheck.prose import Bound, NoAmount, Prose, ProseMention

_NEAREST = 12
"""How many cells, the nearest by their vectors, have their rows looked at."""
_DECIMALS = 6
"""The decimals to which shares are rounded, so that they do not depend on the order in which they were added
up."""
_MOST_EQUAL = 60
"""The most cells that may state a number: a value that more of them state, as 1 or 100% may be, is linked to
none."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a cell fits what a sentence says, by words and periods: values have no part in it.

    The shares are from 0 to 1. `label` and `label_near` are the share of the row's label that stands in the
    sentence, and in the words about the number. `indicator` is the share of the words about the number that
    stands in what is said of the cell. `headers` is the share of its headers in the sentence; `title` and
    `sections` are the shares of the table's title and of its sections in sentence and heading. `year` and
    `months` are 1 where both say the same, 0 where one says nothing, -1 where they differ. `distance` counts
    tables from the passage to the cell, from -9 to 9.
    """

    label: float
    label_near: float
    indicator: float
    headers: float
    title: float
    sections: float
    year: int
    months: int
    distance: int

    @property
    def words(self) -> float:
        """How well the words fit, from 0 to 1."""
        return 0.45 * self.label + 0.25 * self.label_near + 0.3 * self.indicator

    @property
    def score(self) -> float:
        """How well words and periods fit: a period that differs lowers the score."""
        return self.words * (1 if self.year >= 0 else 0.4) * (1 if self.months >= 0 else 0.7)


class Links:
    """Sentences and cells of one document, side by side."""

    def __init__(
        self,
        grid: Grid,
        prose: Prose,
        similarity: Similarity | None = None,
        words: TableWords | None = None,
    ) -> None:
        """Without `similarity` only words lead from sentences to cells. `words` are the words of the same
        tables, where they have been read already."""
        self.grid = grid
        self.prose = prose
        self.similarity = similarity
        self.words = words or TableWords(grid)
        self.segments = Segments(grid)
        self._named_rows: dict[int, list[Row]] = {}
        self._likeliest: dict[str, list[Row]] = {}

    @cached_property
    def _by_amount(self) -> Sequence[tuple[Decimal, list[int]]]:
        """The mentions by amount, the smallest first; signs apart."""
        found: dict[Decimal, list[int]] = defaultdict(list)
        for each, number in enumerate(self._amounts):
            if number.value is not None:
                found[abs(number.value)].append(each)
        return sorted(found.items())

    def equal(self, said: ProseMention) -> list[int]:
        """Return the mentions that state the amount of a number in prose, as precisely as it does; signs are
        words in prose. The list is empty where too many do."""
        number = number_of(said)
        if not number.value:
            return []
        unit = Decimal(1).scaleb(number.precision)
        rounded = (number.value / unit).to_integral_value()
        low, high = (rounded - 2) * unit, (rounded + 2) * unit
        amounts = self._by_amount
        first = bisect_left(amounts, low, key=itemgetter(0))
        last = bisect_right(amounts, high, key=itemgetter(0))
        near: dict[Decimal, list[int]] = {step: [] for step in map(Decimal, (-1, 0, 1))}
        for amount, those in amounts[first:last]:
            step = (amount / unit).to_integral_value() - rounded
            if step in near:
                near[step] += those
        every = (each for those in near.values() for each in sorted(those))
        found = [each for each in every if are_consistent(number, self._amounts[each])]
        return found if len(found) <= _MOST_EQUAL else []

    def compared(self, said: ProseMention, mention: int) -> NumberComparison:
        """Compare the amounts of a number in prose and a cell, signs apart: prose has words for them."""
        return compare(number_of(said), self._amounts[mention])

    @cached_property
    def _amounts(self) -> Sequence[Number]:
        """The amount of each mention, signs apart."""
        return [_amount(mention.number) for mention in self.grid.document.mentions]

    @cached_property
    def _cells(self) -> Mapping[Decimal, list[int]]:
        found: dict[Decimal, list[int]] = defaultdict(list)
        for mention in self.grid.document.mentions:
            if mention.number.value:
                found[abs(mention.number.value)].append(mention.index)
        return found

    def stating(self, cell: Mention) -> list[int]:
        """Return the mentions that state just the amount of a cell."""
        return self._cells.get(abs(cell.number.value), []) if cell.number.value else []

    @cached_property
    def told(self) -> Counter[Decimal | None]:
        """How many numbers in prose state a value."""
        return Counter(each.number.value for each in self.prose.mentions)

    @cached_property
    def sentences(self) -> Mapping[tuple[int, int], list[ProseMention]]:
        """The numbers of each sentence, by its passage and first character."""
        found: dict[tuple[int, int], list[ProseMention]] = {}
        for each in self.prose.mentions:
            found.setdefault((each.passage, each.sentence.start), []).append(each)
        return found

    def fit(self, said: ProseMention, mention: int) -> Fit:
        """Return how well a cell fits what a sentence says of a number."""
        cell, passage = self.grid[mention], self.grid.document.passages[said.passage]
        row, table = self.words.rows[cell.table, cell.row], self.words.titles[cell.table]
        sentence, about, heading = words_of(said.words), words_of(said.indicator), words_of(passage.heading)
        around, share = sentence | heading, self.words.share
        columns = self.words.column(cell)
        return Fit(
            label=share(row.label, sentence),
            label_near=share(row.label, about),
            indicator=share(about, row.label | row.sections | table | columns),
            headers=share(columns, sentence),
            title=share(table, around),
            sections=share(row.sections, around),
            year=_agreement(self.grid.periods[mention].year, said.period.year),
            months=_agreement(self.grid.periods[mention].months, said.period.months),
            distance=max(-9, min(9, cell.table - passage.after_table)),
        )

    def named(self, said: ProseMention, row: Row) -> float:
        """Return how well the words before a number, or those behind it, name a row, from 0 to 1: the share
        of the row's label in them, times the share of them in the row and its table."""
        share, words = self.words.share, self.words.rows[row]
        told = words.label | words.sections | self.words.titles[row[0]]
        of_cores = ((core, share(words.label, core)) for core in _cores(said.indicator))
        shares = (of_label * share(core, told) if of_label else 0.0 for core, of_label in of_cores)
        return round(max(shares), _DECIMALS)

    def label_weight(self, mention: int) -> float:
        """Return how much the words of a cell's label tell: 1 is what one word tells that no row has."""
        return self.words.label_weights[self.row(mention)] / log(1 + len(self.words.rows))

    def has_namesake(self, mention: int) -> bool:
        """Tell whether another row of the table has the same label, in another section."""
        table, row = self.row(mention)
        label = self.words.rows[table, row].label
        return self._labels[table, label] > 1

    def of_passage(self, passage: int) -> Sequence[ProseMention]:
        """Return the numbers of a passage."""
        return self._of_passages.get(passage, ())

    @cached_property
    def _of_passages(self) -> Mapping[int, list[ProseMention]]:
        found: dict[int, list[ProseMention]] = defaultdict(list)
        for each in self.prose.mentions:
            found[each.passage].append(each)
        return found

    def years_of(self, passage: int, start: int, end: int) -> list[tuple[int, int]]:
        """Return where dates stand in a part of a passage, and their years, in order."""
        return [each for each in self._dates.get(passage, ()) if start <= each[0] < end]

    @cached_property
    def _dates(self) -> Mapping[int, list[tuple[int, int]]]:
        found: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for each in self.prose.not_amounts:
            if each.reason in (NoAmount.DATE, NoAmount.YEAR):
                found[each.passage] += [(each.start, int(year)) for year in years_in(each.text)]
        return found

    @cached_property
    def _labels(self) -> Counter[tuple[int, Words]]:
        return Counter((table, words.label) for (table, _), words in self.words.rows.items())

    def row(self, mention: int) -> Row:
        """Return the table and the row of a mention."""
        cell = self.grid[mention]
        return cell.table, cell.row

    def rows(self, said: ProseMention) -> list[Row]:
        """Return the rows that a sentence may name as what a number is of: by the words about the number, by
        its vector, and by all of the sentence."""
        if said.index not in self._named_rows:
            about = self.words.likeliest(words_of(said.indicator))
            near = self.similarity.nearest(self._places[said.index], _NEAREST) if self.similarity else ()
            alike = map(self.row, near)
            rows = dict.fromkeys((*about, *alike, *self._of_sentence(said.words)))
            self._named_rows[said.index] = list(rows)
        return self._named_rows[said.index]

    def _of_sentence(self, words: str) -> list[Row]:
        if words not in self._likeliest:
            self._likeliest[words] = self.words.likeliest(words_of(words))
        return self._likeliest[words]

    def similar(self, said: ProseMention, mention: int) -> list[float]:
        """Return how near a number and a cell are by their vectors: see `Similarity.near`."""
        if self.similarity is None:
            return [0.0] * len(SIMILAR)
        return self.similarity.near(self._places[said.index], mention)

    @cached_property
    def _places(self) -> Mapping[int, tuple[int, int]]:
        return places_of(self.prose)

    def of_rows(self, said: ProseMention, rows: Sequence[Row]) -> Iterator[Mention]:
        """Yield the cells of rows that may state what a number in prose does, by measure."""
        measure = said.number.measure
        for table, row in rows:
            for mention in self.grid.line(table, row):
                counted = _may_be(measure, mention.number.measure, said.number.scale)
                if mention.number.value and counted and not says_change(mention.column_path):
                    yield mention


def _may_be(said: Measure, cell: Measure, scale: int) -> bool:
    """Tell whether a number in prose and a cell may be of one measure: "$72.61" may be an amount for a
    share."""
    if {said, cell} == {Measure.MONEY, Measure.PER_SHARE}:
        return not scale
    return cell in (said, Measure.UNKNOWN)


def number_of(said: ProseMention) -> Number:
    """Return the amount of a number in prose without sign. The noughts at the end of "approximately $500
    million" do not count as stated digits."""
    number = _amount(said.number)
    if said.bound is not Bound.ABOUT or not number.displayed or number.precision < number.scale:
        return number
    digits = str(int(number.displayed))
    noughts = min(len(digits) - len(digits.rstrip("0")), len(digits) - 1)
    return replace(number, precision=number.precision + noughts)


def digits_of(said: ProseMention) -> int:
    """Return how many digits a number states: noughts at its end count behind the point, "$700.0 million"
    has four and "$700 million" one."""
    shown = said.number.displayed
    if shown is None:
        return 0
    fraction = max(0, said.number.scale - said.number.precision)
    return len(str(abs(int(shown.scaleb(fraction, EXACT))))) if fraction else said.number.digits


def _amount(number: Number) -> Number:
    if number.value is None or number.displayed is None or number.value >= 0:
        return number
    return replace(number, value=-number.value, displayed=-number.displayed)


def _agreement(one: int, other: int) -> int:
    if not one or not other:
        return 0
    return 1 if one == other else -1


@cached(4096)
def _cores(indicator: str) -> tuple[Words, Words]:
    return cores_of(indicator)
