"""The words that every report shares: relations, slips, certainty, and numbers as a person writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal

from cofitcheck.checks.model import Severity
from cofitcheck.document import Document, Mention, Place
from cofitcheck.numbers import Kind, Measure, Number, Relation, Slip

RELATION_WORDS = {
    Relation.EQUAL: "equal",
    Relation.CONSISTENT: "equal within the stated precision",
    Relation.SCALE_DIFFERS: "same digits, different scale",
    Relation.SIGN_DIFFERS: "same amount, opposite sign",
    Relation.INCONSISTENT: "different amounts",
    Relation.NOT_COMPARABLE: "cannot be compared",
}

SLIP_WORDS = {
    Slip.NONE: "none",
    Slip.SIGN: "a sign or a pair of parentheses",
    Slip.SCALE: "a wrong unit or power of ten",
    Slip.DIGIT: "one digit is different",
    Slip.TRANSPOSITION: "two neighbouring digits are swapped",
    Slip.DROPPED_DIGIT: "a digit is missing or added",
    Slip.ROUNDING: "a difference of rounding",
    Slip.OTHER: "no simple slip explains it",
}

SEVERITY_WORDS = {
    Severity.HIGH: "an error to mend",
    Severity.MEDIUM: "to be looked at",
    Severity.NOTICE: "a remark",
}

_YEAR = re.compile(r"(?:19|20)\d\d")
_CERTAINTY = ((0.95, "almost certain"), (0.8, "very likely"), (0.6, "likely"), (0.4, "about even"))


def certainty(probability: float) -> str:
    """Return a probability (0 to 1) in words."""
    return next((words for least, words in _CERTAINTY if probability >= least), "doubtful")


def percent(probability: float) -> str:
    """Return a probability as a whole percentage that never rounds to a certainty it does not have."""
    rounded = round(probability * 100)
    if rounded >= 100 and probability < 1:
        return "over 99%"
    if rounded <= 0 < probability:
        return "under 1%"
    return f"{rounded}%"


def plain_decimal(value: Decimal) -> str:
    """Return a decimal without exponent: `1.2E+10` as "12000000000"."""
    return format(value, "f")


def amount(value: Decimal, number: Number) -> str:
    """Return `value` (base units) with thousands separators, in the unit of `number`."""
    sign = "−" if value < 0 else ""
    digits = f"{abs(value):,f}"
    currency = f"{number.currency} " if number.currency else ""
    match number.measure:
        case Measure.PERCENT:
            return f"{sign}{digits}%"
        case Measure.MONEY:
            return f"{currency}{sign}{digits}"
        case Measure.PER_SHARE:
            return f"{currency}{sign}{digits} per share"
        case Measure.SHARES:
            return f"{sign}{digits} shares"
        case Measure.BASIS_POINTS:
            return f"{sign}{digits} basis points"
        case Measure.RATIO:
            return f"{sign}{digits} times"
        case Measure.UNKNOWN:
            return f"{currency}{sign}{digits}"


def difference(value: Decimal | None, numbers: tuple[Number, Number]) -> str:
    """Return the difference of two numbers in the unit that either states; percentages differ by points."""
    if value is None:
        return "cannot be computed"
    measures = {number.measure for number in numbers}
    if Measure.PERCENT in measures:
        return f"{'−' if value < 0 else ''}{abs(value):,f} percentage points"
    known = (number for number in numbers if number.measure is not Measure.UNKNOWN)
    return amount(value, next(known, numbers[0]))


def share_of(value: Decimal | None, base: Number) -> str:
    """Return how large `value` is beside `base`, as "0.14%"; "" where that says nothing."""
    if not value or not base.value or base.measure in {Measure.PERCENT, Measure.BASIS_POINTS}:
        return ""
    share = abs(value / base.value) * 100
    if share < Decimal("0.01"):
        return "under 0.01%"
    return f"{share:,.2f}%" if share < 10 else f"{share:,.0f}%"


def read_as(number: Number) -> str:
    """Return what a number was read as: its value in base units, or which blank it is."""
    if number.value is None:
        return {Kind.DASH: "a dash", Kind.NIL: "nil"}.get(number.kind, "not meaningful")
    return amount(number.value, number)


def path_words(path: tuple[str, ...]) -> str:
    """Return a row or column path from the outermost step inwards."""
    return " › ".join(filter(None, (short(step, 160).rstrip(":, ") for step in path)))


def period(mention: Mention) -> str:
    """Return the column a mention stands in, after the section that dates it where the column has no year."""
    if any(_YEAR.search(step) for step in mention.column_path):
        return path_words(mention.column_path)
    dated = tuple(step for step in mention.row_path[:-1] if _YEAR.search(step))
    return path_words((*dated, *mention.column_path))


def label(mention: Mention) -> str:
    """Return what a mention states: its row label, or its column header where rows tell dates apart."""
    rows, columns = (
        [step for part in reversed(path) if (step := short(part, 120).rstrip(":, "))]
        for path in (mention.row_path, mention.column_path)
    )
    if rows and columns and _YEAR.search(rows[0]):
        return f"{columns[0]} ({rows[0]})"
    return next(iter((*rows, *columns)), "A number")


def table_title(document: Document, table: int) -> str:
    """Return what a table is called, without its chapter, or its number where the document gives it none."""
    return split_title(whole_title(document, table))[1] or f"table {table + 1}"


def whole_title(document: Document, table: int) -> str:
    """Return the title of a table as it is shown, with its chapter: not one that is only a company's name."""
    return document.tables[table].name or document.tables[table].title


def place(document: Document, where: Place) -> str:
    """Return where a cell stands: the file in a report of several, and what its format calls the place."""
    return ", ".join(filter(None, (where.file if document.files else "", where.words)))


def split_title(title: str) -> tuple[str, str]:
    """Return the chapter ("" where none is named) and the own title of a table titled "Chapter — Title"."""
    chapter, _, own = title.rpartition(" — ")
    return short(chapter, 140), short(own, 140)


def short(text: str, limit: int) -> str:
    """Return `text` on one line, cut at `limit` characters."""
    line = " ".join(text[: limit * 4].split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def counted(count: int, one: str, many: str | None = None) -> str:
    """Return a count with its noun: "1 table", "2,014 tables"."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def severities(counts: Mapping[Severity, int] | Mapping[str, int]) -> str:
    """Return how many findings are of which severity: "2 high, 1 notice"; "" where there are none."""
    return ", ".join(f"{counts[name]:,} {name.value}" for name in Severity if counts[name])


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
