"""Numbers in prose that agree with cells but for the unit of a table, which may have been misread."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.checks.text.counterparts import Counterpart
from cofitcheck.checks.text.links import Links, digits_of, number_of
from cofitcheck.checks.text.slipping import Difference
from cofitcheck.checks.text.ties import CHANGES, Ties, well_tied
from cofitcheck.document import Mention, Table
from cofitcheck.language.lexicon import MAGNITUDE_WORDS, alternation
from cofitcheck.numbers.relations import EXACT
from cofitcheck.prose import Bound, ProseMention

_THOUSANDS = (-6, -3, 3, 6)
"""The powers of ten between a table in one unit and in another."""
_SCALES = re.compile(rf"(?<![a-z])({alternation(MAGNITUDE_WORDS)})(?=s?(?![a-z]))")
_FEWEST_DIGITS = 2
"""A number of one digit confirms no unit."""


def is_of_doubtful_unit(
    links: Links, ties: Ties, said: ProseMention, held: Counterpart, slip: Difference
) -> bool:
    """Tell whether text and cells agree but for the unit of the table, where nothing near the cells states
    it, or where it was misread: then the number in the text may be right.

    Of a change, which the text works out, that it agrees in another unit is enough. A level may have another
    scale word by mistake: its table's unit is doubtful where it comes from another table, and no number of a
    sentence agrees with the table in it.
    """
    if said.operation in CHANGES:
        return any(_in_unit(held, power).agrees(said) for power in _THOUSANDS)
    if slip is not Difference.SCALE:
        return False
    cell = links.grid[held.cells[0]]
    if _is_excepted(said, cell, links.grid.document.tables[cell.table]):
        return True
    return _is_printed_otherwise(said, cell) or (
        agrees_in_thousands(said, held)
        and not _states_its_unit(links.grid.document.tables[cell.table])
        and not _is_confirmed(links, ties, cell.table)
    )


def _in_unit(held: Counterpart, power: int) -> Counterpart:
    return replace(held, least=held.least.scaleb(power, EXACT), most=held.most.scaleb(power, EXACT))


def agrees_in_thousands(said: ProseMention, held: Counterpart) -> bool:
    """Tell whether a number agrees with cells but for a unit of thousands or millions."""
    return any(_in_unit(held, power).agrees(said) for power in _THOUSANDS)


def _is_excepted(said: ProseMention, cell: Mention, table: Table) -> bool:
    """Tell whether the caption of a table names the unit of the text, too, and the cell has its digits: "in
    millions, except orders, which are in billions"."""
    named = {MAGNITUDE_WORDS[word] for word in _SCALES.findall(table.caption.casefold())}
    return len(named) > 1 and said.number.scale in named and said.number.displayed == cell.number.displayed


def _is_printed_otherwise(said: ProseMention, cell: Mention) -> bool:
    """Tell whether a cell prints just what the text says, in full or in the text's own unit, or has no unit
    and is less than it."""
    number, held = number_of(said), cell.number
    shown = abs(held.displayed) if held.displayed is not None else None
    if not number.value or not shown:
        return False
    rounded = number if number.scale else number_of(replace(said, bound=Bound.ABOUT))  # $3,033,000
    unit = Decimal(1).scaleb(max(rounded.precision, held.precision - held.scale))
    printed_in_full = abs(number.value - shown) < unit
    same_digits = not number.scale and number.displayed == shown
    return printed_in_full or same_digits or (not held.scale and number.value > shown)


def _states_its_unit(table: Table) -> bool:
    """Tell whether the unit of a table stands in it or right before it, and not over another one."""
    caption = table.caption
    return caption in table.text_before or any(caption in cell.text for cell in table.cells)


def _is_confirmed(links: Links, ties: Ties, table: int) -> bool:
    """Tell whether an amount that a sentence states with a word for its unit agrees with the table."""
    return any(
        links.grid[tie.cells[0]].table == table and links.grid[tie.cells[0]].number.scale
        for said in links.prose.mentions
        if said.number.scale > 0 and digits_of(said) >= _FEWEST_DIGITS
        for tie in well_tied(ties, said)[:1]
    )
