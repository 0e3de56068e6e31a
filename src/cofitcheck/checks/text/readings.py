"""Readings under which a number in prose is right. A number with such a reading is not reported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import accumulate, chain, islice

from cofitcheck.caching import cached
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
from cofitcheck.checks.text.links import Links, digits_of, number_of
from cofitcheck.checks.text.sentence_context import states_levels
from cofitcheck.checks.text.slipping import Difference
from cofitcheck.checks.text.ties import CHANGES, Ties, well_tied
from cofitcheck.checks.text.words import cores_of, words_behind
from cofitcheck.document import Mention, Passage
from cofitcheck.numbers.relations import EXACT
from cofitcheck.periods.text import years_in
from cofitcheck.prose import ProseMention

_MANY_UNITS = 10
"""A number is no line more than another one where they are fewer units of the last digit apart: so much is a
slip, and some line comes to it by chance."""
_RELATED = 0.5
"""What part of a label another row shares that may be the rest of the same: "current portion"."""
_FEWEST_SHARED = 2
_SOME = 3
"""A number of fewer digits is a slip away from a cell's by chance, too."""
_SLIPS_OF_DIGITS = frozenset({Difference.DIGIT, Difference.TRANSPOSITION, Difference.DROPPED_DIGIT})
_MOST_CELLS = 80
"""Of more cells in rows of one name two come to any change."""
_LONG = 4
"""An amount of so many digits stands in a row that the sentence shares words with by no chance."""
_HEADING = 160
"""The most characters of a passage that heads those below it."""
_MOST = 16
"""A longer list of numbers and years can be read in many ways."""
_ABOVE = 8
"""So many passages above one are looked at for a heading that names a year."""


def is_right_otherwise(
    links: Links, ties: Ties, said: ProseMention, held: Counterpart, slip: Difference
) -> bool:
    """Tell whether a number is right under another reading of its sentence than the one in which it is not
    what cells come to."""
    if (slip is Difference.OTHER_PERIOD or _is_of_few_digits(said, slip)) and not _names(links, said, held):
        return True
    if slip is Difference.OTHER_PERIOD:
        cell = links.grid[held.cells[0]]
        # What was paid on a day is stated anew at the end of a later year.
        on_a_day = said.period.day > 0 and said.period.months == 0
        of_related = _comes_with(said, cell, _of_related(links, cell))
        return on_a_day or of_related or not is_surely_dated(links, said)
    if slip is Difference.OTHER and not (_says_all(links, said, held) or states_levels(links, said, held)):
        return True
    if _is_within_a_unit(said, held, slip) or _is_torn(links, said, slip) or _is_sum_of_others(links, said):
        return True
    if said.operation in CHANGES:
        return _is_another_change(links, said, held)
    return _is_of_another_cell(links, ties, said, held) or _is_a_line_more(links, said, held)


def _is_of_few_digits(said: ProseMention, slip: Difference) -> bool:
    """Tell whether a number has so few digits that it may be a slip away from a cell's by chance."""
    return slip in _SLIPS_OF_DIGITS and digits_of(said) < _SOME


def _names(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether a sentence has two words of a row's label, or all of a shorter one."""
    label = links.words.plain_label(links.row(held.cells[0]))
    return len(label & words_of(said.words)) >= min(_FEWEST_SHARED, len(label))


def _says_all(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether a sentence has all words of a row's label, and no more of what the number is than the cell
    has: "net sales in the north" are not net sales. No slip leads from one change to another, so that words
    alone do."""
    cell = links.grid[held.cells[0]]
    label = links.words.plain_label((cell.table, cell.row))
    told = words_of(" ".join((*cell.row_path, *cell.column_path))) | words_of(_title(links, cell.table))
    about = cores_of(said.indicator)[0] or words_behind(said.indicator)
    return label <= words_of(said.words) and about <= told


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
    """Tell whether a cell that no other number of the sentence is of states the number: one of the row, or of
    a row of the same name, for a year that is named; or a long number of a row that the sentence shares words
    with."""
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
    """Return the cells that other numbers of a sentence are of, in the year that they say."""
    together = links.sentences[said.passage, said.sentence.start]
    return {
        tie.cells[0]
        for other in together
        if other is not said
        for tie in well_tied(ties, other)
        if tie.counterpart.way is Way.STATED and tie.fit.year >= 0
    }


def _is_another_change(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether the row, or one of the same name, changed by just so much between two other cells that are
    a year, or as long as is said, apart, and went that way; of a long number, any row that the
    sentence may name."""
    rows = links.words.namesakes(links.row(held.cells[0]))
    if digits_of(said) > _LONG:
        rows = list(dict.fromkeys((*rows, *links.rows(said))))
    cells = [cell for row in rows for cell in links.grid.line(*row) if cell.number.value][:_MOST_CELLS]
    return any(each.agrees(said) and each.goes_with(said) for each in _changes(links, said, held, cells))


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


def _is_a_line_more(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether a number is what the cell and another line come to together: one of its column, another
    number of the sentence, or the rest of it in a row that shares most of its label."""
    cell = links.grid[held.cells[0]]
    parts = chain(_beside(links, said), _of_column(links, cell), _of_related(links, cell))
    return _comes_with(said, cell, parts)


def _comes_with(said: ProseMention, cell: Mention, parts: Iterable[Decimal]) -> bool:
    """Tell whether a number is a cell's with one of some parts added or taken away."""
    value, (low, high) = abs(cell.number.value or Decimal(0)), span(said)
    number = number_of(said)
    apart = abs(EXACT.subtract(number.value or Decimal(0), value))
    if apart < _MANY_UNITS * Decimal(1).scaleb(number.precision):
        return False
    return any(
        low <= abs(EXACT.add(value, part)) <= high or low <= abs(EXACT.subtract(value, part)) <= high
        for part in parts
    )


def _is_sum_of_others(links: Links, said: ProseMention) -> bool:
    """Tell whether a number is what those right before it, or right behind it, in its sentence come to: three
    years together."""
    before = [value for start, value in _placed_beside(links, said) if start < said.start]
    behind = [value for start, value in _placed_beside(links, said) if start > said.start]
    low, high = span(said)
    sums = chain(islice(accumulate(reversed(before)), 1, None), islice(accumulate(behind), 1, None))
    return any(low <= each <= high for each in sums)


def _beside(links: Links, said: ProseMention) -> Iterator[Decimal]:
    return (value for _, value in _placed_beside(links, said))


def _placed_beside(links: Links, said: ProseMention) -> Iterator[tuple[int, Decimal]]:
    for other in links.sentences[said.passage, said.sentence.start]:
        if other is not said and other.number.measure is said.number.measure and other.number.value:
            yield other.start, abs(other.number.value)


def _of_column(links: Links, cell: Mention) -> Iterator[Decimal]:
    for other in links.grid.column(cell.index):
        if other.number.measure is cell.number.measure and other.number.value:
            yield abs(other.number.value)


def _of_related(links: Links, cell: Mention) -> Iterator[Decimal]:
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


def named_years(links: Links, said: ProseMention) -> frozenset[int]:
    """Return the years that the passage of a number and the headings over it name, in digits or in words."""
    passages = links.grid.document.passages
    here = passages[said.passage]
    texts = (here.text, here.heading, _heading(passages, here))
    stated = {int(year) for text in texts for year in years_in(text)}
    numbers = links.of_passage(said.passage)
    dealt = {year for each in numbers for year in (each.period.year, each.against.year)}
    return frozenset((stated | dealt) - {0})


def _heading(passages: tuple[Passage, ...], here: Passage) -> str:
    """Return the last short passage above one that names a year: "Nine months ended June 30, 2031"."""
    above = passages[max(here.index - _ABOVE, 0) : here.index]
    return next((each.text for each in reversed(above) if _heads(here, each) and years_in(each.text)), "")


def _heads(here: Passage, above: Passage) -> bool:
    is_title = len(above.text) <= _HEADING and not above.text.endswith((".", ";"))
    return is_title and not here.laid_out and not above.laid_out


def is_surely_dated(links: Links, said: ProseMention) -> bool:
    """Tell whether a sentence can be read in one way only as to the year that a number is of: it names one
    year, or its years can be dealt out to its numbers in one way alone. Without years in digits
    all numbers are of one year, that of the report: "the year before" may date another clause."""
    dates = links.years_of(said.passage, said.sentence.start, said.sentence.end)
    alike = [
        each
        for each in links.sentences[said.passage, said.sentence.start]
        if (each.operation in CHANGES) == (said.operation in CHANGES) and each.role is said.role
    ]
    named = {year for _, year in dates} or {each.period.year for each in alike}
    if not dates and links.prose.own.year not in (0, said.period.year):
        return False
    if len(named) == 1:
        return named == {said.period.year}
    order = sorted([*dates, *((each.start, 0) for each in alike)])
    if len(order) > _MOST:
        return False
    number = sum(each.start < said.start for each in alike)
    dealt = {years[number] for years in _dealings(tuple(year for _, year in order))}
    return dealt == {said.period.year}


@cached(4096)
def _dealings(order: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
    """Return each way to give the years of a sentence to its numbers (0): the years of the numbers.

    Years that are listed are of as many numbers before them or behind them, or of some times as many.
    """
    if not order:
        return frozenset([()])
    found: set[tuple[int, ...]] = set()
    for end in range(2, len(order) + 1):
        if own := _of_list(order[:end]):
            found.update((*mine, *behind) for behind in _dealings(order[end:]) for mine in own)
    return frozenset(found)


def _of_list(run: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the ways to give the years of one list to the numbers around it, none where a run is no list."""
    years = [year for year in run if year]
    first = next((at for at, year in enumerate(run) if year), 0)
    count, last = len(years), first + len(years)
    before, behind = first, len(run) - last
    if not years or not all(run[first:last]) or before % count or behind % count or not before + behind:
        return []
    found = [tuple(years[at % count] for at in range(before + behind))]
    for size in {before // count, behind // count} - {0, 1}:  # "$5 million (2%) and $6 million (3%)"
        found.append(tuple(years[at // size % count] for at in range(before + behind)))
    return found
