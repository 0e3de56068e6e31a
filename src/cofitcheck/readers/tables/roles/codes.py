"""Columns whose numbers state nothing (notes, pages, codes, certificates, dates) or lengths of time, as their
headers say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from cofitcheck.language.lexicon import NUMERALS
from cofitcheck.numbers import Kind, Measure, Number, is_reference
from cofitcheck.numbers.text import normalise
from cofitcheck.periods.text import read_period

_NUMBERING = re.compile(r"(?:序|项|項|行|编|編)\s*(?:[号號次码碼]|次)")
_NO = re.compile(r"no\.?", re.IGNORECASE)
"""Of the first column numbers rows; of any other it may be a count."""
_REFERS = re.compile(
    rf"\s{{0,9}}(?:[(（][註注]\s*+[\d{NUMERALS}]*+[)）]|[註注]\s*+[(（][\d{NUMERALS}]*[)）])\Z"
)
_CODES = re.compile(
    rf".{{0,14}}(?:[编編][号號码碼]|代\s*[码碼]|(?<![\d{NUMERALS}])[号號][码碼]?|(?:商品|注册|註冊)?[类類]\s*[别別])"
    r"|[與与和].{1,10}[关關][系係]"
)
"""What stands in words under the last of them, how parties are related, may be spelled in a code too."""
_CODE_LABEL = re.compile(
    rf".{{1,14}}(?<![型符\d{NUMERALS}])(?:[编編]?[号號]|代[码碼]|[号號][码碼])[:：]?|[标標][识識][码碼]"
)
_TYPES = re.compile(r".{0,14}[型款]\s*[号號]")
_AMOUNT = re.compile(r"[$£€¥]|\d,\d{3}")
_UNIT = re.compile(r"(?:计量|計量)?[单單]\s*位")
_DATES = re.compile(r".*(?:日\s*期|[时時]\s*[间間]|年\s*月|日)")
_DATE = re.compile(r"(?:19|20)\d\d[./-]?(?:0?[1-9]|1[0-2])(?:[./-]?(?:0?[1-9]|[12]\d|3[01]))?")
_HEADER = re.compile(
    r".*(?:年限|年期|年[数數]|月[数數]|天[数數]|[寿壽]命|期限|工期|建[设設]期|(?:建[设設]|回收|[结結]算)周期)\s*(?:[(（].*)?"
)
_TERM = re.compile(r"(\d{1,3}(?:\.\d+)?)\s*(?:(年)|[个個]?月|[天日])")


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
