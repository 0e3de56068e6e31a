"""Plants errors in the tables of a document: slips at any number, swapped rows, turned signs and others.

They are planted in the document as it was read, so nothing is read anew. Slips are spread evenly over all
numbers of tables.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.sums.table import sums_of
from cofitcheck.document import Document, Mention
from cofitcheck.evaluation.planting import SLIP_KINDS, ErrorKind
from cofitcheck.evaluation.planting.slips import SLIPS, find_printed
from cofitcheck.numbers import Kind

_DRAWS = 10
"""How often a slip is drawn for a number before the number counts as unable to take it."""


@dataclass(frozen=True, slots=True)
class Misprint:
    """One number of a document made wrong: the wrong mention, and the kind of error."""

    mention: Mention
    kind: ErrorKind

    def in_document(self, document: Document) -> Document:
        """Return the document with the wrong number in it; its source stays as it was."""
        mentions = list(document.mentions)
        mentions[self.mention.index] = self.mention
        return replace(document, mentions=tuple(mentions))

    def in_table(self, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions of a table with the wrong number among them."""
        return [self.mention if each.index == self.mention.index else each for each in mentions]


def misprints(document: Document, count: int, rng: Random) -> Iterator[Misprint]:
    """Yield `count` misprints, or as many as there are numbers, each at another number.

    All numbers that are not zero are equally likely."""
    stated = [each for each in document.mentions if each.number.kind is Kind.VALUE and each.number.displayed]
    for mention in rng.sample(stated, min(count, len(stated))):
        if made := misprint(mention, rng):
            yield made


def misprint(mention: Mention, rng: Random) -> Misprint | None:
    """Return a number with a slip of a drawn kind, None where it can take no slip."""
    for kind in rng.sample(SLIP_KINDS, len(SLIP_KINDS)):
        if made := _slipped(mention, kind, rng):
            return Misprint(made, kind)
    return None


def _slipped(mention: Mention, kind: ErrorKind, rng: Random) -> Mention | None:
    number = mention.number
    if number.displayed is None or number.value is None:
        return None
    if kind is ErrorKind.SIGN:
        return turned(mention)
    printed = find_printed(mention.text, number.displayed)
    if printed is None:
        return None
    drawn = (SLIPS[kind](printed, rng) for _ in range(_DRAWS))
    new = next(filter(None, drawn), None)
    if new is None:
        return None
    shown = new.value.copy_sign(number.displayed)
    text = mention.text[: printed.start] + str(new) + mention.text[printed.end :]
    wrong = replace(
        number,
        displayed=shown,
        value=shown.scaleb(number.scale),
        precision=number.scale - len(new.fraction),
    )
    return replace(mention, number=wrong, text=text)


def turned(mention: Mention) -> Mention:
    """Return a mention with the other sign. The mention must state a value."""
    number = mention.number
    assert number.displayed is not None
    assert number.value is not None
    bare = mention.text.strip("()-−– ")
    wrong = replace(number, displayed=-number.displayed, value=-number.value)
    return replace(mention, number=wrong, text=f"({bare})" if number.displayed > 0 else bare)


class Planting(StrEnum):
    """Kinds of planted errors: what is made wrong, and where."""

    ANYWHERE = "anywhere"
    """A slip at any number of a table."""
    PART = "part"
    """A slip at a number that a sum adds up. Its total stays right."""
    TOTAL = "total"
    """A slip at a number that is a sum."""
    SWAPPED = "swapped rows"
    """The numbers of two successive rows of one column, each in the place of the other."""
    SIGN = "turned sign"
    """The other sign, at a number of a sum."""
    CHANGE = "wrong change"
    """A slip at a number under a header that calls it a change."""
    COLUMN = "column not rolled forward"
    """A column that has the numbers of the column beside it, in three successive rows."""


@dataclass(frozen=True, slots=True)
class WrongMentions:
    """An error: the mentions as they are with it. Trials describe the first of them."""

    planting: Planting
    mentions: tuple[Mention, ...]

    def in_document(self, document: Document) -> Document:
        """Return the document with the error; its source stays as it was."""
        mentions = list(document.mentions)
        for each in self.mentions:
            mentions[each.index] = each
        return replace(document, mentions=tuple(mentions))


def draw(document: Document, planting: Planting, count: int, rng: Random) -> list[WrongMentions]:
    """Return `count` errors of a kind, or as many as the document has places for, each at another number."""
    grid = Grid(document)
    places = [
        each for each in _PLACES[planting](grid) if each.number.kind is Kind.VALUE and each.number.displayed
    ]
    drawn: list[WrongMentions] = []
    for mention in rng.sample(places, len(places)):
        if len(drawn) == count:
            break
        if wrong := _made(grid, planting, mention, rng):
            drawn.append(WrongMentions(planting, wrong))
    return drawn


def _made(grid: Grid, planting: Planting, mention: Mention, rng: Random) -> tuple[Mention, ...]:
    if planting is Planting.SWAPPED:
        return _swapped(grid, mention)
    if planting is Planting.COLUMN:
        return _not_rolled(grid, mention)
    if planting is Planting.SIGN:
        return (turned(mention),)
    made = misprint(mention, rng)
    return (made.mention,) if made else ()


def _swapped(grid: Grid, mention: Mention) -> tuple[Mention, ...]:
    below = [each for each in grid.column(mention.index) if each.row > mention.row][:1]
    if not below or not _may_swap(mention, below[0]):
        return ()
    return _with_number_of(mention, below[0]), _with_number_of(below[0], mention)


def _not_rolled(grid: Grid, mention: Mention) -> tuple[Mention, ...]:
    rows = [mention, *(each for each in grid.column(mention.index) if each.row > mention.row)][:3]
    stale = []
    for each in rows:
        beside = [other for other in grid.row(each.index) if other.column > each.column][:1]
        if beside and _may_swap(each, beside[0]):
            stale.append(_with_number_of(each, beside[0]))
    return tuple(stale) if len(stale) == 3 else ()


def _may_swap(one: Mention, other: Mention) -> bool:
    return (
        one.number.measure is other.number.measure
        and one.number.scale == other.number.scale
        and bool(other.number.value)
        and one.number.value != other.number.value
    )


def _with_number_of(mention: Mention, other: Mention) -> Mention:
    return replace(mention, number=other.number, text=other.text)


def _any(grid: Grid) -> Iterator[Mention]:
    return iter(grid.document.mentions)


def _parts(grid: Grid) -> Iterator[Mention]:
    return (grid[each] for each, roles in _roles(grid).items() if roles == {"part"})


def _totals(grid: Grid) -> Iterator[Mention]:
    return (grid[each] for each, roles in _roles(grid).items() if "total" in roles)


def _in_sums(grid: Grid) -> Iterator[Mention]:
    return (grid[each] for each in _roles(grid))


def _under_changes(grid: Grid) -> Iterator[Mention]:
    return (each for each in grid.document.mentions if says_change(each.column_path))


def _roles(grid: Grid) -> Mapping[int, set[str]]:
    """Return the roles of the mentions in sums as filed: "part" of a sum, or "total"."""
    roles: dict[int, set[str]] = defaultdict(set)
    for table in grid.document.tables:
        for instance in sums_of(grid, table.index).holding:
            for mention in instance.stated:
                roles[mention].add("total" if mention == instance.total else "part")
    return dict(sorted(roles.items()))


_PLACES: Mapping[Planting, Callable[[Grid], Iterator[Mention]]] = {
    Planting.ANYWHERE: _any,
    Planting.PART: _parts,
    Planting.TOTAL: _totals,
    Planting.SWAPPED: _in_sums,
    Planting.SIGN: _in_sums,
    Planting.CHANGE: _under_changes,
    Planting.COLUMN: _in_sums,
}


def crossing(grid: Grid, mention: int) -> bool:
    """Tell whether a number stands in a sum down its column and in a sum across its row, as filed."""
    held: Sequence[bool] = [
        each.sheet.down for each in sums_of(grid, grid[mention].table).held_by.get(mention, ())
    ]
    return True in held and False in held
