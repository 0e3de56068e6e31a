"""Columns whose numbers state nothing (notes, pages, codes, certificates, dates) or lengths of time, as their
headers say."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import NUMERALS
from cofitcheck.language.table_words import HEADERS, TIMES, UNITS, any_of, letters
from cofitcheck.numbers import Kind, Measure, Number, is_reference
from cofitcheck.numbers.text import normalise
from cofitcheck.periods.text import read_period

_NUMBERING = re.compile(any_of(HEADERS.order))
_NO = re.compile(r"no\.?", re.IGNORECASE)
"""Of the first column numbers rows; of any other it may be a count."""
_NOTE = any_of(HEADERS.note)
_REFERS = re.compile(
    rf"\s{{0,9}}(?:[(（]{_NOTE}\s*+[\d{NUMERALS}]*+[)）]|{_NOTE}\s*+[(（][\d{NUMERALS}]*[)）])\Z"
)
_CODES = re.compile(
    rf".{{0,14}}(?:{any_of(HEADERS.codes)}|(?<![\d{NUMERALS}]){any_of(HEADERS.number_signs)})"
    rf"|{any_of(HEADERS.relations)}"
)
"""What stands in words under the last of them, how parties are related, may be spelled in a code too."""
_CODE_LABEL = re.compile(
    rf".{{1,14}}(?<![{letters(HEADERS.not_identifiers)}\d{NUMERALS}]){any_of(HEADERS.identifiers)}[:：]?"
    rf"|{any_of(HEADERS.identifiers_behind)}"
)
_TYPES = re.compile(rf".{{0,14}}{any_of(HEADERS.types)}")
_AMOUNT = re.compile(r"[$£€¥]|\d,\d{3}")
_UNIT = re.compile(any_of(UNITS.heads))
_DATES = re.compile(rf".*{any_of(HEADERS.dates)}")
_DATE = re.compile(r"(?:19|20)\d\d[./-]?(?:0?[1-9]|1[0-2])(?:[./-]?(?:0?[1-9]|[12]\d|3[01]))?")
_HEADER = re.compile(rf".*{any_of(HEADERS.terms)}\s*(?:[(（].*)?")
_TERM = re.compile(rf"(\d{{1,3}}(?:\.\d+)?)\s*(?:({any_of(TIMES.year)})|{any_of(TIMES.other_terms)})")


def numbers_rows(header: str) -> bool:
    """Tell whether the header of a first column is that of the numbers or the codes of rows."""
    return _NO.fullmatch(header) is not None or heads_codes(header)


def heads_order(header: str) -> bool:
    """Tell whether a header is that of the numbers of rows ("序号")."""
    return _NUMBERING.fullmatch(header) is not None


def heads_notes(header: str) -> bool:
    """Tell whether the numbers under a header refer to something or name it."""
    return heads_codes(header) or is_reference(header)


def heads_types(header: str) -> bool:
    """Tell whether a header is that of types of things, which are a part of their names ("规格型号")."""
    return _TYPES.fullmatch(header) is not None


def names_code(label: str) -> bool:
    """Tell whether the numbers of a row are codes, as its label says: "注册号"."""
    return _CODE_LABEL.fullmatch(label) is not None


def states_nothing(text: str, headers: Sequence[str]) -> bool:
    """Tell whether a number refers to something, names it or is a day, as the headers over it say.

    A header over several columns may speak of kinds and codes, and the one below it of amounts.
    """
    notes = any(map(is_reference, headers)) and not _AMOUNT.search(text)  # loan notes are money
    refers = notes or any(map(_UNIT.fullmatch, headers[-1:]))
    return refers or any(heads_codes(header) or _is_date_under(text, header) for header in headers[-1:])


def heads_codes(header: str) -> bool:
    """Tell whether the numbers under a header number rows or are codes of things."""
    bare = _REFERS.sub("", header)
    return _NUMBERING.fullmatch(bare) is not None or _CODES.fullmatch(bare) is not None


def _is_date_under(text: str, header: str) -> bool:
    """Tell whether a number is a day or a month written with points or with nothing between, as a header
    says that is no date itself."""
    dated = _DATES.fullmatch(header) is not None and _DATE.fullmatch(text) is not None
    return dated and not read_period(header).year


def heads_terms(header: str) -> bool:
    """Tell whether a header says that the numbers below it are lengths of time."""
    return _HEADER.fullmatch(header) is not None


def is_term(text: str) -> bool:
    """Tell whether a text is a number of years, months or days, and no year or date."""
    return _TERM.fullmatch(normalise(text)) is not None


def read_term(text: str, headers: Sequence[str]) -> Number | None:
    """Return the number of years that a cell states under headers that speak of time; other lengths of time
    have no common unit with it, and are not read."""
    term = _TERM.fullmatch(normalise(text))
    if term is None or not term[2] or not any(map(heads_terms, headers[-1:])):
        return None
    displayed = Decimal(term[1])
    exponent = displayed.as_tuple().exponent
    return Number(Kind.VALUE, displayed, displayed, 0, int(exponent), Measure.UNKNOWN, "")
