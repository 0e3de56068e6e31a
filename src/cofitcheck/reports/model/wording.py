"""How every report writes numbers, labels and places.

An amount is written in the look of the numbers beside it, that is in the way in which the document groups
digits, marks decimals and shows a minus.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.checks.model import Severity
from cofitcheck.document import Document, Mention, Place
from cofitcheck.numbers import Kind, Measure, Number
from cofitcheck.numbers.relations import EXACT
from cofitcheck.reports.words import Words, listed, phrase
from cofitcheck.reports.words.findings import SEVERITIES

_MARK = re.compile(r"\D")
_PRINTED = re.compile(r"\d(?:[\d.,'’  ٬]*\d)?")
_INDIAN = (3, 2)
_LONG = 3
"""A number with more digits than this and without a mark shows that the document does not group digits."""

_YEAR = re.compile(r"(?:19|20)\d\d")


@dataclass(frozen=True, slots=True)
class Look:
    """How a document prints numbers.

    `mark` stands between groups of digits. The last group has `sizes[0]` digits, the others have `sizes[1]`.
    `point` stands before decimals. `minus` has what stands before a negative number, and what stands after
    it.
    """

    mark: str = ","
    sizes: tuple[int, int] = (3, 3)
    point: str = "."
    minus: tuple[str, str] = ("(", ")")

    @classmethod
    def of(cls, printed: Iterable[tuple[str, Number]]) -> Look:
        """Return the look of some numbers. A part of it that no number shows is as in English."""
        minus, point, grouped = None, "", _Groups()
        for text, number in printed:
            minus = minus or _minus(text, number)
            for run in _PRINTED.findall(text):
                whole, mark = _parted(run, _decimals(number.displayed))
                point, grouped = point or mark, grouped.with_number(whole)
        point = point or ("," if grouped.mark == "." else ".")
        mark = grouped.mark if grouped.known else ("." if point == "," else ",")
        return cls(mark, grouped.sizes, point, minus or ("(", ")"))

    def write(self, value: Decimal, decimals: int) -> str:
        """Return a number with this many decimals."""
        digits = self.digits(abs(value), decimals)
        return f"{self.minus[0]}{digits}{self.minus[1]}" if value < 0 else digits

    def digits(self, value: Decimal, decimals: int) -> str:
        """Return the digits of a number that is not negative, grouped."""
        whole, _, rest = f"{value:.{decimals}f}".partition(".")
        last, other = self.sizes
        groups = [whole[-last:]]
        whole = whole[:-last]
        while whole:
            groups.insert(0, whole[-other:])
            whole = whole[:-other]
        return self.mark.join(groups) + (self.point + rest if rest else "")


@dataclass(frozen=True, slots=True)
class _Groups:
    """How digits are grouped, as far as numbers have shown.

    `decisive` says that a number with three groups or more was seen.
    """

    mark: str = ","
    sizes: tuple[int, int] = (3, 3)
    known: bool = False
    decisive: bool = False

    def with_number(self, whole: str) -> _Groups:
        parts = _MARK.split(whole)
        if self.decisive or (len(parts) < 2 and (self.known or len(whole) <= _LONG)):
            return self
        if len(parts) < 2:
            return _Groups("", known=True)
        mark = next(each for each in whole if not each.isdigit())
        indian = len(parts) > 2 and len(parts[-2]) == _INDIAN[1]
        return _Groups(mark, _INDIAN if indian else (3, 3), known=True, decisive=len(parts) > 2)


def _decimals(value: Decimal | None) -> int:
    return 0 if value is None else max(0, -int(value.as_tuple().exponent))


def _parted(run: str, decimals: int) -> tuple[str, str]:
    """Return the part of a number before its decimals, and the decimal mark, "" where it has no decimals."""
    if 0 < decimals < len(run) - 1 and not run[-decimals - 1].isdigit():
        return run[: -decimals - 1], run[-decimals - 1]
    return run, ""


def _minus(text: str, number: Number) -> tuple[str, str] | None:
    if number.displayed is None or number.displayed >= 0:
        return None
    before = _PRINTED.split(text, maxsplit=1)[0]
    return next(((each, "") for each in "△▲−-–" if each in before), ("(", ")"))


def look_of(document: Document, mentions: Iterable[int]) -> Look:
    """Return the look of some numbers of a document."""
    return Look.of((each.text, each.number) for each in map(document.mentions.__getitem__, mentions))


def as_printed(value: Decimal, like: Number, look: Look) -> str:
    """Return a value in base units as a cell would print it, in the unit and with the decimals of `like`."""
    shown = value.scaleb(-like.scale, EXACT)
    decimals = max(0, -(like.precision - like.scale), -int(shown.normalize(EXACT).as_tuple().exponent))
    return look.write(shown, decimals)


def in_place_of(text: str, value: Decimal, number: Number) -> str:
    """Return the text of a number in a sentence with another value in its place.

    `value` is in base units and without sign. "$1,341 million" and 1,314,000,000 give "$1,314 million". Of a
    number in two units, as 2,107億41百万円, only the last unit is kept.
    """
    runs = list(_PRINTED.finditer(text))
    if not runs:
        return Look().digits(value, _decimals(value))
    shown = value.scaleb(-(number.precision if len(runs) > 1 else number.scale), EXACT)
    look = Look.of([(text, number)]) if len(runs) == 1 else Look()
    digits = look.digits(shown, _decimals(shown))
    return text[: runs[0].start()] + digits + text[runs[-1].end() :]


def percent(probability: float) -> Words:
    """Return a probability as a whole percentage. One below 1 and above 0 never becomes 100% or 0%."""
    rounded = round(probability * 100)
    if rounded >= 100 and probability < 1:
        return phrase("over 99%")
    if rounded <= 0 < probability:
        return phrase("under 1%")
    return f"{rounded}%"


def plain_decimal(value: Decimal) -> str:
    """Return a decimal as text without an exponent: `1.2E+10` as "12000000000"."""
    return format(value, "f")


def in_full(value: Decimal | None) -> Decimal | None:
    """Return a decimal with all its digits: 36000000 for 3.6E+7; None for None."""
    return None if value is None else Decimal(plain_decimal(value))


def amount(value: Decimal, number: Number, look: Look) -> Words:
    """Return `value` (base units) in the unit of `number`, with digits in the look of the document."""
    digits = _signed(value, look)
    money = f"{number.currency} {digits}" if number.currency else digits
    match number.measure:
        case Measure.PERCENT:
            return f"{digits}%"
        case Measure.PER_SHARE:
            return phrase("{amount} per share", amount=money)
        case Measure.SHARES:
            return phrase("{number} shares", number=digits)
        case Measure.BASIS_POINTS:
            return phrase("{number} basis points", number=digits)
        case Measure.RATIO:
            return phrase("{number} times", number=digits)
        case Measure.MONEY | Measure.UNKNOWN:
            return money


def _signed(value: Decimal, look: Look) -> str:
    return ("−" if value < 0 else "") + look.digits(abs(value), max(0, -int(value.as_tuple().exponent)))


def difference(value: Decimal | None, numbers: tuple[Number, Number], look: Look) -> Words:
    """Return the difference of two numbers in a unit of theirs; percentages differ by percentage points."""
    if value is None:
        return phrase("cannot be computed")
    measures = {number.measure for number in numbers}
    if Measure.PERCENT in measures:
        return phrase("{number} percentage points", number=_signed(value, look))
    known = (number for number in numbers if number.measure is not Measure.UNKNOWN)
    return amount(value, next(known, numbers[0]), look)


def share_of(share: Decimal | None, number: Number) -> Words:
    """Return a share as "0.14%".

    Returns "" where there is none, and for a percentage, since readers would take its share for points.
    """
    if not share or number.measure in {Measure.PERCENT, Measure.BASIS_POINTS}:
        return ""
    if share < Decimal("0.0001"):
        return phrase("under 0.01%")
    return f"{share:,.2%}" if share < Decimal("0.1") else f"{share:,.0%}"


def read_as(number: Number, look: Look) -> Words:
    """Return what a number was read as: its value in base units, or the kind of blank."""
    if number.value is None:
        return {Kind.DASH: phrase("a dash"), Kind.NIL: phrase("nil")}.get(
            number.kind, phrase("not meaningful")
        )
    return amount(number.value, number, look)


def path_words(path: tuple[str, ...]) -> str:
    """Return a row or column path in words, from the outermost step inwards."""
    return " › ".join(filter(None, (short(step, 160).rstrip(":, ") for step in path)))


def period(mention: Mention) -> str:
    """Return the column of a mention. Where it has no year, the section with the date comes first."""
    if any(_YEAR.search(step) for step in mention.column_path):
        return path_words(mention.column_path)
    dated = tuple(step for step in mention.row_path[:-1] if _YEAR.search(step))
    return path_words((*dated, *mention.column_path))


def label(mention: Mention) -> Words:
    """Return what a mention states: its row label, or its column header where the rows are dates."""
    rows, columns = (
        [step for part in reversed(path) if (step := short(part, 120).rstrip(":, "))]
        for path in (mention.row_path, mention.column_path)
    )
    if rows and columns and _YEAR.search(rows[0]):
        return f"{columns[0]} ({rows[0]})"
    return next(iter((*rows, *columns)), phrase("A number"))


def table_title(document: Document, table: int) -> Words:
    """Return the title of a table without its chapter, or its number where it has no title."""
    return split_title(whole_title(document, table))[1] or phrase("table {number}", number=table + 1)


def whole_title(document: Document, table: int) -> str:
    """Return the title of a table as it is shown, with its chapter: not one that is only a company's name."""
    return document.tables[table].name or document.tables[table].title


def place(document: Document, where: Place) -> Words:
    """Return where a cell stands: its file in a report of several files, and the name of its place there."""
    named = place_words(where)
    if not (document.files and where.file):
        return named
    return phrase("{one}, {more}", one=where.file, more=named) if named else where.file


def place_words(where: Place) -> Words:
    """Return the name that a format has for a place, "" where it has none."""
    return where.label or (phrase("page {number}", number=where.page) if where.page else "")


def split_title(title: str) -> tuple[str, str]:
    """Return the chapter ("" where none is named) and the own title of a table titled "Chapter — Title"."""
    chapter, _, own = title.rpartition(" — ")
    return short(chapter, 140), short(own, 140)


def short(text: Words, limit: int) -> str:
    """Return `text` on one line, cut at `limit` characters."""
    line = " ".join(str(text)[: limit * 4].split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def severities(counts: Mapping[Severity, int] | Mapping[str, int]) -> Words:
    """Return how many findings are of which severity: "2 high, 1 notice"; "" where there are none."""
    return listed(
        phrase("{n} {severity}", n=counts[name], severity=SEVERITIES[name])
        for name in Severity
        if counts[name]
    )


def letters(position: int) -> str:
    """Return the mark of the mention at `position` of its fact set, from 0: A, B … Z, AA, AB …"""
    mark = ""
    position += 1
    while position:
        position, letter = divmod(position - 1, 26)
        mark = chr(ord("A") + letter) + mark
    return mark


def encodable(text: str) -> str:
    """Return `text` so that it can be written as UTF-8; file names may hold bytes that cannot."""
    return text.encode("utf-8", "replace").decode("utf-8")
