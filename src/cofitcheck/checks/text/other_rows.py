"""Changes and sums of rows that make a number in prose right: of the row it is held against, and others."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import combinations

from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.evidence.words import words_of
from cofitcheck.checks.text.counterparts import (
    Counterpart,
    Way,
    alike_headers,
    change_between,
    of_month,
    span,
)
from cofitcheck.checks.text.dated import named_years
from cofitcheck.checks.text.links import Links, digits_of, number_of
from cofitcheck.checks.text.ties import CHANGES
from cofitcheck.checks.text.words import Row
from cofitcheck.document import Mention
from cofitcheck.numbers import Measure
from cofitcheck.prose import Direction, ProseMention

_FEWEST_DIGITS = 2
_PART_OF_YEAR = range(1, 12)
_MOST_CELLS = 80
"""The most cells in rows of one name that are compared: among more, some two differ by any number."""
_MOST_NAMED = 12
_RELATED = 0.5
"""The least part of a label that another row shares where it may be the rest of the same thing: "current
portion"."""
_LONG = 4
"""The most digits of an amount that may stand by chance in a row that the sentence shares words with."""


def is_of_some_quarter(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether a sentence says that a change is of a part of the year but not of which part, and the row
    has several of that length."""
    told, here = said.period, links.grid[held.cells[0]]
    period = links.grid.periods[here.index]
    if held.way is Way.STATED or told.month or period.months not in _PART_OF_YEAR:
        return False
    row = (links.grid.periods[each.index] for each in links.grid.line(here.table, here.row))
    return len({each for each in row if (each.year, each.months) == (period.year, period.months)}) > 1


def is_of_one_digit(said: ProseMention, held: Counterpart) -> bool:
    """Tell whether a row shows only one digit of a change that the sentence states in more: a row in another
    unit may have so large a change by chance."""
    few = held.middle < Decimal(1).scaleb(held.finest + 1)
    return held.way is Way.CHANGE and few and number_of(said).precision < held.finest


def crosses_nought(links: Links, held: Counterpart) -> bool:
    """Tell whether a change is between two numbers below nought, in a row that was above nought, too: what
    decreases may be the amount, or what is left after costs."""
    here = links.grid[held.cells[0]]
    below = all((links.grid[cell].number.value or 0) < 0 for cell in held.cells)
    row = links.grid.line(here.table, here.row)
    return below and any(
        (each.number.value or 0) > 0
        for each in row
        if each.number.measure is here.number.measure and not says_change(each.column_path)
    )


def is_change_of_row(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether a number is what the row changed by, though no word of change stands at it, in a sentence
    that tells of changes: "increased $5 million in 2031 and, after a weak 2030, $3 million more"."""
    if held.way is not Way.STATED or said.operation in CHANGES or digits_of(said) < _FEWEST_DIGITS:
        return False
    together = links.sentences[said.passage, said.sentence.start]
    if not any(other.operation in CHANGES for other in together):
        return False
    cells = [cell for cell in links.grid.line(*links.row(held.cells[0])) if cell.number.value][:_MOST_CELLS]
    return any(each.agrees(said) for each in _changes(links, said, held, cells))


def is_printed(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether the row prints this change, between other periods than those of the cells that it was held
    against."""
    here = links.grid[held.cells[0]]
    low, high = span(said)
    up = {Direction.UP: 1, Direction.DOWN: -1}.get(said.direction, 0)
    return held.way is Way.PERCENT_CHANGE and any(
        says_change(each.column_path)
        and each.number.measure is Measure.PERCENT
        and low <= abs(each.number.value or Decimal(0)) <= high
        and (each.number.value or 0) * up >= 0
        for each in links.grid.line(here.table, here.row)
    )


def is_another_change(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether a row changed by just this number, and in this direction, between two other cells. The row
    is this one, one of the same name, or one that the passage names in full; for a long number it is any row
    that the sentence may name. The cells are a year apart, or less where they are of days."""
    rows = [*links.words.namesakes(links.row(held.cells[0])), *_named_beside(links, said, held)]
    if digits_of(said) > _LONG:
        rows = list(dict.fromkeys((*rows, *links.rows(said))))
    cells = [cell for row in rows for cell in links.grid.line(*row) if cell.number.value][:_MOST_CELLS]
    return any(each.agrees(said) and each.goes_with(said) for each in _changes(links, said, held, cells))


def _named_beside(links: Links, said: ProseMention, held: Counterpart) -> list[Row]:
    """Return the other rows of a table that the passage names in full, and that share a word with the row
    that a number is held against: where the passage is about "transaction revenue", "revenue" may mean
    that."""
    here = links.grid[held.cells[0]]
    passage = links.grid.document.passages[said.passage]
    words, own = words_of(passage.text), links.words.plain_label((here.table, here.row))
    rows = {cell.row: (cell.table, cell.row) for cell in links.grid.column(here.index)}
    labels = ((row, links.words.plain_label(row)) for row in rows.values())
    return [row for row, label in labels if label & own and label - own and label <= words]


def _changes(
    links: Links, said: ProseMention, held: Counterpart, cells: list[Mention]
) -> Iterator[Counterpart]:
    periods, years = links.grid.periods, named_years(links, said)
    for later in cells:
        now = periods[later.index]
        if not now.year or (years and now.year not in years) or says_change(later.row_path):
            continue
        for earlier in cells:
            before = periods[earlier.index]
            apart = now.year - before.year
            if not before.year or before.months != now.months or (later.index, earlier.index) == held.cells:
                continue
            consecutive = apart == 1 and of_month(now, before)
            within = now.is_instant and 0 < now.months_since(before) < 12
            if (consecutive or within) and alike_headers(later, earlier):
                yield from change_between(said, later, earlier)


def of_runs(links: Links, cell: Mention) -> Iterator[Decimal]:
    """Yield the sums of three or four rows of a column that follow each other and have the cell among them:
    cash and all that is held for a short time."""
    others = (each for each in links.grid.column(cell.index) if each.number.value and each is not cell)
    column = sorted((cell, *others), key=lambda each: each.row)
    at = column.index(cell)
    for count in (3, 4):
        for start in range(max(at - count + 1, 0), at + 1):
            run = column[start : start + count]
            if len(run) == count and all(each.number.measure is cell.number.measure for each in run):
                yield abs(sum((each.number.value or Decimal(0) for each in run), Decimal(0)))


def of_rows_together(links: Links, said: ProseMention, cell: Mention) -> Iterator[Decimal]:
    """Yield the sums of three rows that a sentence shares words with, in the column of a cell or of one whose
    label is much the same: "cash and investments", where there are short-term and long-term ones."""
    row, words = (cell.table, cell.row), words_of(said.words)
    for table, line in {row, *links.words.related(row, _RELATED)}:
        for here in links.grid.line(table, line):
            if links.grid.periods[here.index].year == links.grid.periods[cell.index].year:
                named = [
                    abs(each.number.value)
                    for each in (here, *links.grid.column(here.index))
                    if each.number.value and each.number.measure is cell.number.measure
                    if links.words.rows[table, each.row].label & words
                ]
                yield from (sum(each, Decimal(0)) for each in combinations(named[:_MOST_NAMED], 3))


def of_related(links: Links, cell: Mention) -> Iterator[Decimal]:
    """Yield what rows that share most of a cell's label have for its period, without sign."""
    period = links.grid.periods[cell.index]
    for row in links.words.related((cell.table, cell.row), _RELATED):
        for other in links.grid.line(*row):
            of = links.grid.periods[other.index]
            # A note's column may be headed by a day alone, under a title that speaks of a year.
            same = of.months == period.months or (of.month, of.day) == (period.month, period.day) != (0, 0)
            if (
                of.year == period.year
                and same
                and other.number.measure is cell.number.measure
                and other.number.value
            ):
                yield abs(other.number.value)
