"""Plants wrong references, headings, labels and ratios, and counts those found and those told as filed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from random import Random

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.statement_lines import label_of
from cofitcheck.checks.ledger import CheckKind, Confirmed
from cofitcheck.checks.protocol import CheckResult, Known
from cofitcheck.checks.references import ReferencesCheck
from cofitcheck.checks.references.contents import Pages
from cofitcheck.checks.references.found import Reference, references
from cofitcheck.checks.references.items import (
    exhibits_of,
    items_of,
    named_exhibits,
    named_items,
    other_item,
    wrong_exhibit,
)
from cofitcheck.checks.references.notes import Notes
from cofitcheck.checks.references.numbered import Parts
from cofitcheck.checks.references.senses import names_other_side, names_side_of, other_heading, turned_labels
from cofitcheck.checks.references.subjects import misreferences
from cofitcheck.checks.references.titles import dated_titles, misnamed_units
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.sums.check import confirmed
from cofitcheck.checks.sums.table import sums_of
from cofitcheck.checks.text.ratios import check_ratios
from cofitcheck.document import Document, Mention
from cofitcheck.evaluation.corpus import Filing, Unread, parted
from cofitcheck.language.meanings import SENSES
from cofitcheck.numbers import Number
from cofitcheck.prose import Prose, read_prose
from cofitcheck.readers import read

_OTHER_SCALE: Mapping[int | str, int | str] = {3: 6, 6: 3}
_OTHER_CURRENCY: Mapping[int | str, int | str] = {
    "USD": "HKD", "HKD": "USD", "CNY": "USD", "EUR": "USD", "GBP": "EUR", "JPY": "USD", "CAD": "USD",
}  # fmt: skip
_FEWEST_SHARED = 3
_DIGITS = "123456789"

Planted = tuple[str, bool]
"""The kind of an error, and whether it is found."""


@dataclass(frozen=True, slots=True)
class Tried:
    """One document: its findings `as_filed`, and how many errors of each kind were planted and found."""

    document: str
    as_filed: tuple[str, ...]
    planted: Counter[str]
    found: Counter[str]


def attempt(filing: Filing, planted: int, seed: int) -> Tried:
    """Plant errors in a document as read, and check each.

    Of wrong senses, units, currencies and ratios there are at most `planted` each."""
    document = read(filing.path)
    grid, prose = Grid(document), read_prose(document)
    sums = (each for table in document.tables for each in sums_of(grid, table.index).holding)
    holding = tuple(confirmed(grid, sums))
    known = Known(grid, CheckSettings(), before=CheckResult(holding=holding))
    told = [each.words for each in ReferencesCheck(document).run(known).references]
    told += [each.said.words for each in check_ratios(grid, prose).wrong]
    random = Random(f"{seed} {filing.name}")
    trials = [
        *_notes(document),
        *_items(document),
        *_pages(document),
        *_exhibits(document),
        *_lacking(document),
        *_totals(grid, holding),
        *_years(document),
        *_senses(grid, random, planted),
        *_units(grid, random, planted),
        *_ratios(grid, prose, random, planted),
    ]
    return Tried(
        filing.name,
        tuple(told),
        Counter(kind for kind, _ in trials),
        Counter(kind for kind, found in trials if found),
    )


def summary(outcomes: Sequence[Tried | Unread]) -> dict[str, object]:
    """Return the figures over all documents."""
    tried, unread = parted(outcomes)
    planted = sum((each.planted for each in tried), Counter[str]())
    found = sum((each.found for each in tried), Counter[str]())
    return {
        "documents": len(tried),
        "unread": [each.document for each in unread],
        "told_as_filed": [f"{each.document}: {words}" for each in tried for words in each.as_filed],
        "planted": {kind: {"planted": planted[kind], "found": found[kind]} for kind in sorted(planted)},
    }


def _notes(document: Document) -> Iterator[Planted]:
    """Move the number in each reference to a single note up and down by one."""
    notes = Notes(document)
    last = max((note.number for note in notes.all), default=0)
    found = list(references(document, notes.chapter))
    for at, reference in enumerate(found):
        beside = (*found[:at], *found[at + 1 :])
        for moved in (reference.numbers[0] - 1, reference.numbers[0] + 1):
            if len(reference.numbers) == 1 and 1 <= moved <= last:
                wrong = replace(reference, numbers=(moved,))
                yield _kind(reference), any(misreferences(notes, [wrong], beside))


def _kind(reference: Reference) -> str:
    return "title" if reference.titled else "label" if reference.table >= 0 else "subject"


def _items(document: Document) -> Iterator[Planted]:
    """Name the item before, and the item after, in each reference to an item by its title."""
    items = items_of(document)
    numbers = list(dict.fromkeys(each.number for each in items))
    for named in named_items(document) if items else ():
        at = numbers.index(named.number) if named.number in numbers else len(numbers)
        for moved in (at - 1, at + 1):
            if 0 <= moved < len(numbers) > at:
                yield "item", other_item(items, numbers[moved], named.name) is not None


def _pages(document: Document) -> Iterator[Planted]:
    """Move each page number that is named for a heading back and forward by one."""
    pages = Pages(document)
    wrong = {each.named for each in pages.misplaced()}
    for at, named in enumerate(pages.named):
        if pages.is_known(named) and named not in wrong:
            series, number = named.page
            for moved in (number - 1, number + 1):
                other = replace(named, page=(series, moved))
                said = pages.saying((*pages.named[:at], other, *pages.named[at + 1 :]))
                yield "page", any(each.named == other for each in said.misplaced())


def _exhibits(document: Document) -> Iterator[Planted]:
    """Name the exhibit before, and the exhibit after, in each reference to an exhibit."""
    index = exhibits_of(document)
    numbers = list(index)
    for named in named_exhibits(document, index):
        at = numbers.index(named.number) if named.number in index else len(numbers)
        for moved in (at - 1, at + 1):
            if 0 <= moved < len(numbers) > at:
                wrong = replace(named, number=numbers[moved])
                yield "exhibit", wrong_exhibit(index, wrong) is not None


def _lacking(document: Document) -> Iterator[Planted]:
    """Name a part after the last one in each reference to a numbered part: the next, and the fourth next."""
    notes = Notes(document)
    noted = list(references(document, notes.chapter)) if notes.all else []
    parts = Parts(document, notes, noted, Pages(document))
    for named in parts.named:
        *above, _ = named.number
        beside = [each[-1] for each in parts.there[named.kind] if each[:-1] == tuple(above)]
        for further in (1, 4) if beside and named.kind != "page" else ():
            number = (*above, max(beside) + further)
            called = f"{named.text.rpartition(' ')[0]} {'.'.join(map(str, number))}"
            wrong = replace(named, number=number, text=called)
            yield f"missing {named.kind}", parts.lacks(wrong) is not None


def _totals(grid: Grid, holding: Sequence[Confirmed]) -> Iterator[Planted]:
    """Give each total that names the side of the lines above it the label of another total of its table."""
    mentions = grid.document.mentions
    totals: dict[int, dict[str, tuple[Mention, list[Mention]]]] = {}
    for each in holding:
        *lines, total = (mentions[index] for index in each.mentions)
        if each.kind is CheckKind.SUM and total.row_path:
            totals.setdefault(total.table, {}).setdefault(total.row_path[-1], (total, lines))
    for named in totals.values():
        for label, (total, lines) in named.items():
            for other in named:
                if names_other_side(label, other) and names_side_of(label, lines):
                    wrong = replace(total, row_path=(*total.row_path[:-1], other))
                    yield "total", bool(other_heading(wrong, lines))


def _years(document: Document) -> Iterator[Planted]:
    """Move each list of years that leads to a table back by one."""
    for each in dated_titles(document):
        yield "years", replace(each, named=tuple(year - 1 for year in each.named)).is_shifted


def _senses(grid: Grid, random: Random, most: int) -> Iterator[Planted]:
    """Turn the sense of a line's label, where another line has the same label and one of its numbers."""
    rows: dict[tuple[int, int], list[Mention]] = {}
    for mention in grid.document.mentions:
        rows.setdefault((mention.table, mention.row), []).append(mention)
    stated: Counter[tuple[str, Decimal]] = Counter()
    for cells in rows.values():
        stated.update({(label_of(each), each.number.displayed) for each in cells if each.number.displayed})
    turned = [
        (row, one, other)
        for row, cells in rows.items()
        for pair in SENSES
        for one, other in (pair, pair[::-1])
        if _has(label := label_of(cells[0]), one) and other not in label
        if any(stated[label, each.number.displayed] > 1 for each in cells if each.number.displayed)
    ]
    for at, one, other in random.sample(turned, min(most, len(turned))):
        wrong = _with(grid, partial(_turn, at=at, one=one, other=other))
        found = ((each.mention, each.twin) for each in turned_labels(wrong))
        yield "sense", any(at in _rows(*each) for each in found)


def _has(label: str, words: str) -> bool:
    return f" {words} " in f" {label} " or (not words.isascii() and words in label)


def _turn(mention: Mention, at: tuple[int, int], one: str, other: str) -> Mention:
    if (mention.table, mention.row) != at:
        return mention
    label = mention.row_path[-1].casefold().replace(one, other)
    return replace(mention, row_path=(*mention.row_path[:-1], label))


def _rows(*mentions: Mention | None) -> set[tuple[int, int]]:
    return {(each.table, each.row) for each in mentions if each}


def _units(grid: Grid, random: Random, most: int) -> Iterator[Planted]:
    """Give another unit, or another currency, to tables with numbers that stand in other tables too.

    Where two tables contradict each other, the error counts as found whichever of them is named.
    """
    keys: dict[int, set[tuple[str, Decimal | None]]] = {}
    for each in grid.document.mentions:
        if each.number.digits > _FEWEST_SHARED and each.row_path:
            keys.setdefault(each.table, set()).add((label_of(each), each.number.displayed))
    shared = [
        table
        for table, own in keys.items()
        if any(
            len({label for label, _ in own & its}) >= _FEWEST_SHARED
            for at, its in keys.items()
            if at != table
        )
    ]
    for table in random.sample(shared, min(most, len(shared))):
        first = grid.table(table)[0].number
        for kind, own, others in (
            ("unit", first.scale, _OTHER_SCALE),
            ("currency", first.currency, _OTHER_CURRENCY),
        ):
            if own in others:
                wrong = _with(grid, partial(_misname, table=table, unit=others[own]))
                yield kind, any(table in (each.table, each.other) for each in misnamed_units(wrong))


def _misname(mention: Mention, table: int, unit: int | str) -> Mention:
    if mention.table != table:
        return mention
    number = mention.number
    other = number.at_scale(unit) if isinstance(unit, int) else replace(number, currency=unit)
    return replace(mention, number=other)


def _with(grid: Grid, change: Callable[[Mention], Mention]) -> Grid:
    return Grid(replace(grid.document, mentions=tuple(map(change, grid.document.mentions))))


def _ratios(grid: Grid, prose: Prose, random: Random, most: int) -> Iterator[Planted]:
    """Change a digit of ratios that two lines come to."""
    right = sorted(check_ratios(grid, prose).right)
    for index in random.sample(right, min(most, len(right))):
        mentions = list(prose.mentions)
        mentions[index] = replace(mentions[index], number=_other_digit(mentions[index].number, random))
        wrong = check_ratios(grid, replace(prose, mentions=tuple(mentions))).wrong
        yield "ratio", any(each.said.index == index for each in wrong)


def _other_digit(number: Number, random: Random) -> Number:
    digits = list(str(abs(number.displayed or 0)))
    at = random.choice([place for place, digit in enumerate(digits) if digit.isdigit()])
    digits[at] = random.choice([digit for digit in _DIGITS if digit != digits[at]])
    value = Decimal("".join(digits))
    return replace(number, displayed=value, value=value)
