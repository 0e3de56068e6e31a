"""Readings under which a number in prose is right. A number with such a reading is not reported."""

from __future__ import annotations

from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.words import Words, words_of
from cofitcheck.checks.text.alternative_calculations import (
    comes_with,
    is_a_line_more,
    is_sum_of_others,
)
from cofitcheck.checks.text.counterparts import (
    Counterpart,
    Way,
    of_month,
)
from cofitcheck.checks.text.dated import is_shown_by_others, is_surely_dated, named_years
from cofitcheck.checks.text.links import Links, digits_of, number_of
from cofitcheck.checks.text.other_rows import (
    crosses_nought,
    is_another_change,
    is_change_of_row,
    is_of_one_digit,
    is_of_some_quarter,
    is_printed,
    of_related,
)
from cofitcheck.checks.text.sentence_context import BEFORE, states_levels, supporting
from cofitcheck.checks.text.slipping import Difference
from cofitcheck.checks.text.ties import CHANGES, Ties, tied_rows, well_tied
from cofitcheck.checks.text.words import BRACKETED, cores_of, words_behind
from cofitcheck.document import Mention
from cofitcheck.language.meanings import LABEL_BASES, OPPOSITES
from cofitcheck.numbers.relations import EXACT
from cofitcheck.periods.text import read_period, said_besides, years_in
from cofitcheck.prose import ProseMention, Role

_FEWEST_SHARED = 2
_SOME = 3
"""The fewest digits of a number that is not a slip away from a cell's by chance."""
_SLIPS_OF_DIGITS = frozenset({Difference.DIGIT, Difference.TRANSPOSITION, Difference.DROPPED_DIGIT})
_SLIPS = _SLIPS_OF_DIGITS | {Difference.SCALE}
_AFTER_TAX = re.compile(OPPOSITES["after_tax"], re.IGNORECASE)
_SIDES = [re.compile(OPPOSITES[side], re.IGNORECASE) for side in ("assets", "liabilities")]
_OF_GROUP = re.compile(LABEL_BASES["consolidated"], re.IGNORECASE)
_LONG = 4
"""The fewest digits of an amount that does not stand by chance in a row that the sentence shares words
with."""


def is_right_otherwise(
    links: Links, ties: Ties, said: ProseMention, held: Counterpart, slip: Difference
) -> bool:
    """Tell whether a number is right under another reading of its sentence than the one that holds it against
    these cells."""
    if (slip is Difference.OTHER_PERIOD or _is_of_few_digits(said, slip)) and not _names(links, said, held):
        return True
    if _is_named_by_date(links, said, held) or _is_named_in_brackets(links, said, held):
        return True
    if _is_after_tax(links, said, held) or _is_of_other_side(links, said, held):
        return True
    if held.way is Way.STATED and _is_of_another_year(links, said, held):
        return True
    if is_change_of_row(links, said, held):
        return True
    if slip is Difference.OTHER_PERIOD:
        cell = links.grid[held.cells[0]]
        with_more = comes_with(said, cell, of_related(links, cell))
        dated = is_surely_dated(links, said) and is_shown_by_others(links, ties, said)
        part = said.operation not in BEFORE and _is_stated_beside(links, said, held)
        return _is_on_a_day(links, said, cell) or with_more or part or not dated
    if slip is Difference.OTHER and not (
        _says_all(links, ties, said, held)
        or states_levels(links, said, held)
        or is_told_twice(links, ties, said, held)
        or _begins_or_ends_so(links, ties, said, held)
    ):
        return True
    if _is_within_a_unit(said, held, slip) or _is_torn(links, said, slip):
        return True
    if slip is not Difference.DIRECTION and is_sum_of_others(links, said):
        return True
    if (slip in _SLIPS and _is_stated_beside(links, said, held)) or is_of_some_quarter(links, said, held):
        return True
    if slip is Difference.DIRECTION and (is_of_one_digit(said, held) or crosses_nought(links, held)):
        return True
    if said.operation in CHANGES and is_printed(links, said, held):
        return True
    if said.operation in CHANGES:
        return is_another_change(links, said, held)
    return _is_of_another_cell(links, ties, said, held) or is_a_line_more(links, said, held)


def _is_on_a_day(links: Links, said: ProseMention, cell: Mention) -> bool:
    """Tell whether a number is of a day or a month within the span of a cell, or a rate of its last day. What
    was paid then is part of another year, and a rate may be stated anew at the end."""
    told, of = said.period, links.grid.periods[cell.index]
    if of.is_instant or told.months > 0:
        return told.day > 0 and told.months == 0
    in_a_month = told.month > 0 and of.month > 0 and not of_month(told, of)
    of_rate = told.day > 0 and said.role is Role.PERCENT
    return in_a_month or of_rate or (told.day > 0 and told.months == 0)


def _is_stated_beside(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether another number of the sentence states what the cell does, for the same period: "$9.5
    million, including $2.5 million of rent". Two numbers that stand in each other's place are no slip."""
    return held.way is Way.STATED and any(
        other is not said and other.operation not in CHANGES and held.agrees(other)
        for other in links.sentences[said.passage, said.sentence.start]
        if other.number.measure is said.number.measure and digits_of(other) > 1
        if other.period.year == said.period.year
    )


def _is_of_few_digits(said: ProseMention, slip: Difference) -> bool:
    """Tell whether a number has so few digits that it may be a slip away from a cell's by chance."""
    return slip in _SLIPS_OF_DIGITS and digits_of(said) < _SOME


def _names(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether a sentence has two words of a row's label, or all of a shorter one."""
    label = links.words.plain_label(links.row(held.cells[0]))
    return len(label & words_of(said.words)) >= min(_FEWEST_SHARED, len(label))


def _is_named_by_date(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether the label of a row is only a date, and the sentence has no word of the headers: then it is
    unclear which cell of the row it speaks of."""
    cell = links.grid[held.cells[0]]
    label = "".join(cell.row_path[-1:])
    plain = not said_besides([label]) or (label[:1].isdigit() and not label.isascii())
    dated = bool(read_period(label)) and plain
    return dated and not words_of(" ".join(cell.column_path)) & words_of(said.words)


def _is_named_in_brackets(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether a sentence names a row in brackets only, as a part of something else: "free cash flow
    (cash flow from operations less capital expenditures)"."""
    label = links.words.plain_label(links.row(held.cells[0]))
    return label <= words_of(said.words) and not label <= words_of(BRACKETED.sub(" ", said.words))


def _is_after_tax(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether the label or a header of a cell says that it is after tax, and no word of the sentence or
    of the heading over it does."""
    cell = links.grid[held.cells[0]]
    heading = links.grid.document.passages[said.passage].heading
    of_cell = any(_AFTER_TAX.search(words) for words in (*cell.row_path, *cell.column_path))
    return of_cell and not _AFTER_TAX.search(f"{said.words} {heading}")


def _is_of_other_side(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether the words behind a number are of assets and the row is of liabilities, or the other way
    round."""
    behind = said.indicator.partition("…")[2]
    label = "".join(links.grid[held.cells[0]].row_path[-1:])
    told, of_row = ([side.search(text) is not None for side in _SIDES] for text in (behind, label))
    return (
        any(told) and any(of_row) and not any(one and other for one, other in zip(told, of_row, strict=True))
    )


def _is_of_another_year(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether a sentence gives a number no year, and its passage names years that are none of the
    cell's."""
    years = set(map(int, years_in(links.grid.document.passages[said.passage].text)))
    year = links.grid.periods[held.cells[0]].year
    return not said.period.year and year > 0 and bool(years) and year not in years


def _says_all(links: Links, ties: Ties, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether a sentence has all words of a row's label, and says no more of what the number is. No slip
    leads from one change to another, so that only words link a change to its row."""
    label = links.words.plain_label(links.row(held.cells[0]))
    return label <= words_of(said.words) and not _says_more(links, ties, said, held)


def _says_more(links: Links, ties: Ties, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether a sentence says more of what a number is than the cell has: "net sales in the north" are
    not net sales. In "an increase in rent and wages of $5 million and $4 million" the words of the other row
    do not count."""
    cell = links.grid[held.cells[0]]
    told = words_of(" ".join((*cell.row_path, *cell.column_path))) | words_of(_title(links, cell.table))
    about = _OF_GROUP.sub(" ", said.indicator)
    more = (cores_of(about)[0] or words_behind(about)) - told
    return bool(more) and not more <= _of_listed(links, ties, said)


def _of_listed(links: Links, ties: Ties, said: ProseMention) -> Words:
    """Return the words of the rows that the numbers listed with one are tied to."""
    together = links.sentences[said.passage, said.sentence.start]
    rows = (
        row
        for other in together
        if other is not said and other.group == said.group
        if (other.operation, other.role) == (said.operation, said.role)
        for row in tied_rows(links, ties, other)
    )
    return Words().union(*(links.words.rows[row].label for row in rows))


def _begins_or_ends_so(links: Links, ties: Ties, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether the numbers that a statement has beside a change, what it came to and from what, are those
    of the cells, and none is something else: "increased by $5 million to $50 million from $40 million". One
    such number is enough where no words say more than the row."""
    if held.way is Way.STATED:
        return False
    together = links.sentences[said.passage, said.sentence.start]
    others = [other for other in together if other is not said]
    fitting, other = supporting(links, ties, said, held, others)
    return not other and (fitting > 1 or (fitting > 0 and not _says_more(links, ties, said, held)))


def is_told_twice(links: Links, ties: Ties, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether the statement tells the change of the cells in another unit as well, and rightly: "rose $5
    million, or 20%"."""
    return held.way is not Way.STATED and any(
        tie.cells == held.cells
        for other in links.sentences[said.passage, said.sentence.start]
        if other.group == said.group and other.operation in CHANGES and other.role is not said.role
        for tie in well_tied(ties, other)
    )


def _title(links: Links, table: int) -> str:
    """Return the title of a table without the chapter in which it stands."""
    return links.grid.document.tables[table].title.rpartition(" — ")[2]


def _is_torn(links: Links, said: ProseMention, slip: Difference) -> bool:
    """Tell whether a passage breaks off behind a number: the word for its unit may stand elsewhere."""
    text = links.grid.document.passages[said.passage].text
    return slip is Difference.SCALE and not said.number.scale and not text[said.end :].strip()


def _is_within_a_unit(said: ProseMention, held: Counterpart, slip: Difference) -> bool:
    """Tell whether a number is less than one printed unit of the coarser side from what cells come to."""
    if slip is Difference.DIRECTION or held.agrees(said):
        return False
    number = number_of(said)
    coarser = number.precision
    if held.way is not Way.PERCENT_CHANGE:
        coarser = max(coarser, held.finest)
    apart = abs(EXACT.subtract(abs(number.value or Decimal(0)), held.middle))
    exact = held.way is Way.STATED and number.precision == held.finest
    return not exact and apart < Decimal(1).scaleb(coarser)


def _is_of_another_cell(links: Links, ties: Ties, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether another cell states the number, for a year that is named, and no other number of the
    sentence is tied to it. The cell is of the row, or of a row of the same name. For a long number it may be
    of any row that the sentence shares words with."""
    years = named_years(links, said)
    rows = links.words.namesakes(links.row(held.cells[0]))
    taken = _taken(links, ties, said)
    words = words_of(said.words) | words_of(links.grid.document.passages[said.passage].heading)
    for cell in links.equal(said):
        year = links.grid.periods[cell].year
        if cell in taken or (year and years and year not in years):
            continue
        row = links.row(cell)
        if row in rows:
            return True
        if digits_of(said) >= _LONG and links.words.rows[row].label & words:
            return True
    return False


def _taken(links: Links, ties: Ties, said: ProseMention) -> set[int]:
    """Return the cells that other numbers of a sentence are tied to, in the year that they say."""
    together = links.sentences[said.passage, said.sentence.start]
    return {
        tie.cells[0]
        for other in together
        if other is not said
        for tie in well_tied(ties, other)
        if tie.counterpart.way is Way.STATED and tie.fit.year >= 0
    }
