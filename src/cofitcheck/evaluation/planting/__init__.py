"""Planting one error of a known kind in a real document, to see whether it is found.

The number is changed in the cell's own text, so the page looks the same except for the number. The parsed
tree is written again as HTML: comments are lost and entities may be written differently, but nothing of that
shows. In a report of several files one file is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from functools import cache, partial
from random import Random

from lxml import etree

from cofitcheck.document import Document, Mention
from cofitcheck.evaluation.gold import Labels
from cofitcheck.evaluation.planting.slips import SLIPS, CellText, PrintedDigits, find_printed
from cofitcheck.evaluation.planting.stated import Repeated, stated_twice, witnesses
from cofitcheck.readers import read
from cofitcheck.readers.html.parse import parse_tree
from cofitcheck.readers.packages import ReportFile, read_parts

_DRAWS = 20
"""How often a slip is drawn for a number before the number counts as unable to take it."""


class ErrorKind(StrEnum):
    """How the number is made wrong."""

    DIGIT = "digit"
    TRANSPOSITION = "transposition"
    DROPPED_DIGIT = "dropped digit"
    ADDED_DIGIT = "added digit"
    SCALE = "scale"
    SIGN = "sign"
    STALE = "stale"
    """The number becomes the value that the same row states for another period."""
    WRONG_ROW = "wrong row"
    """The number becomes the value of the row above or below, in the same column."""
    ROUNDING = "rounding"
    """One unit of the last digit up or down."""


SLIP_KINDS = (
    ErrorKind.DIGIT,
    ErrorKind.TRANSPOSITION,
    ErrorKind.DROPPED_DIGIT,
    ErrorKind.ADDED_DIGIT,
    ErrorKind.SCALE,
    ErrorKind.SIGN,
)
"""Errors of writing a number down, which do not depend on the numbers around it. Rounding is no error."""


@dataclass(frozen=True, slots=True)
class Planted:
    """A document with one wrong number.

    It has the file of the number and its HTML with the error, the mention, and the text before and after."""

    file: str
    data: bytes
    mention: int
    table: int
    row: int
    column: int
    kind: ErrorKind
    before: str
    after: str

    def __repr__(self) -> str:
        return f"Planted({self.kind}, mention {self.mention}: {self.before!r} -> {self.after!r})"

    def read_in(self, document: Document) -> Document:
        """Return the document that the error was planted in, read anew with the error."""
        if not document.files:
            return read(self.data, name=document.name)
        files = {**document.files, self.file: self.data}
        return read_parts([ReportFile(path, data) for path, data in files.items()], document.name)


def plant(
    document: Document,
    labels: Labels,
    kind: ErrorKind,
    rng: Random,
    where: Repeated = Repeated.ACROSS,
) -> Planted | None:
    """Plant one error in a document, at a mention drawn by `rng`; None where no mention can take this kind.

    It is drawn among the mentions whose fact is stated in another table too, or again within one table,
    always with the same absolute value (by the tags). So the error contradicts the rest of the document.
    """
    page = _Page(document)
    indices = eligible(document, labels, kind, where)
    for index in rng.sample(indices, len(indices)):
        mention, tagged = document.mentions[index], labels.value[index]
        others = witnesses(document, labels, mention, where)
        replacement = partial(_replacement, document, labels, mention, kind=kind, rng=rng)
        if planted := page.plant(mention, kind, tagged, others, replacement):
            return planted
    return None


def plant_slip(
    document: Document, mention: Mention, witness: Mention, kind: ErrorKind, rng: Random
) -> Planted | None:
    """Plant a slip in a mention, so that it contradicts a witness that states the same value.

    It is None where the number cannot take this kind, where the witness is too coarse to contradict it, or
    where the sign is to be turned and the witness has another sign.
    """
    shown, by_witness = mention.number.displayed, witness.number.displayed
    if kind is ErrorKind.SIGN and (not shown or not by_witness or (shown > 0) != (by_witness > 0)):
        return None
    page, value = _Page(document), mention.number.value
    draws = (
        page.plant(mention, kind, value, [witness], lambda printed: SLIPS[kind](printed, rng))
        for _ in range(_DRAWS)
    )
    return next(filter(None, draws), None)


def eligible(
    document: Document, labels: Labels, kind: ErrorKind, where: Repeated = Repeated.ACROSS
) -> list[int]:
    """Return the indices of the mentions where an error of this kind may be planted."""
    return stated_twice(document, labels, where, one_sign=kind is ErrorKind.SIGN)


class _Page:
    """A document with its files parsed, in which one number is made wrong."""

    def __init__(self, document: Document) -> None:
        self._files = document.files or {document.name: document.source}
        self._elements = cache(self._parsed)

    def _parsed(self, file: str) -> list[etree._Element]:
        """Return the elements of a file, in the order that `Place.element` counts."""
        return list(parse_tree(self._files[file]).iter("*"))

    def plant(
        self,
        mention: Mention,
        kind: ErrorKind,
        value: Decimal | None,
        witnesses: Sequence[Mention],
        replacement: Callable[[PrintedDigits], PrintedDigits | None],
    ) -> Planted | None:
        """Make the mention wrong.

        The result is None, and the page stays as it was, where its cell cannot take the change, or where no
        witness of its `value`, in base units, would contradict it."""
        place, displayed = mention.place, mention.number.displayed
        cell = CellText(self._elements(place.file)[place.element])
        printed = find_printed(cell.text, displayed) if displayed else None
        if displayed is None or printed is None:
            return None
        before = cell.text[printed.start : printed.end]
        if kind is ErrorKind.SIGN:
            negative = displayed < 0
            signs = (f"({before})", before) if negative else (before, f"({before})")
            flipped = cell.flip_sign(printed.start, printed.end, negative)
            return self._planted(mention, kind, *signs) if flipped else None
        new = replacement(printed)
        if new is None or not _contradicts(mention, value, new, witnesses):
            return None
        cell.replace(printed.start, printed.end, str(new))
        return self._planted(mention, kind, before, str(new))

    def _planted(self, mention: Mention, kind: ErrorKind, before: str, after: str) -> Planted:
        file, where = mention.place.file, (mention.index, mention.table, mention.row, mention.column)
        data = etree.tostring(self._elements(file)[0].getroottree(), method="html")
        return Planted(file, data, *where, kind, before, after)


def _replacement(
    document: Document,
    labels: Labels,
    mention: Mention,
    printed: PrintedDigits,
    *,
    kind: ErrorKind,
    rng: Random,
) -> PrintedDigits | None:
    if kind in SLIPS:
        return SLIPS[kind](printed, rng)
    others = _stale(document, labels, mention) if kind is ErrorKind.STALE else _next_rows(document, mention)
    found = [find_printed(other.text, other.number.displayed) for other in others if other.number.displayed]
    usable = [other for other in found if other and other.value not in (0, printed.value)]
    return rng.choice(usable) if usable else None


def _stale(document: Document, labels: Labels, mention: Mention) -> Iterator[Mention]:
    """Yield the mentions of the same row with the same concept, breakdown and unit for other periods."""
    key = labels.key[mention.index]
    for other in _table(document, mention):
        key_there = labels.key[other.index]
        if key and key_there and other.row == mention.row and key_there.context != key.context:
            same_period = replace(key_there.context, start=key.context.start, end=key.context.end)
            if replace(key_there, context=same_period) == key:
                yield other


def _next_rows(document: Document, mention: Mention) -> list[Mention]:
    """Return the nearest mention above and the nearest below in the same column."""
    column = [other for other in _table(document, mention) if other.column == mention.column]
    above = [other for other in column if other.row < mention.row]
    below = [other for other in column if other.row > mention.row]
    return [*above[-1:], *below[:1]]


def _table(document: Document, mention: Mention) -> list[Mention]:
    """Return the mentions of the same table that show the same sign."""
    negative = (mention.number.displayed or 0) < 0
    return [
        other
        for other in document.mentions
        if other.table == mention.table and ((other.number.displayed or 0) < 0) == negative
    ]


def _contradicts(
    mention: Mention, value: Decimal | None, new: PrintedDigits, witnesses: Sequence[Mention]
) -> bool:
    """Tell whether a witness is exact enough to disagree with the new number."""
    old = mention.number.displayed
    if not old or value is None:
        return False
    difference = abs(abs(value) * new.value / abs(old) - abs(value))
    exact = (max(witness.number.precision, mention.number.precision) for witness in witnesses)
    return any(difference > Decimal(5).scaleb(coarser - 1) for coarser in exact)
