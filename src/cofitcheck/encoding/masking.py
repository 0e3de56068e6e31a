"""Hide numbers in text, so that no value can decide whether two mentions state the same fact.

What names a period or a place stays: years, dates, and plain numbers of one or two digits ("31", "Level 3",
"Note 12").
"""

from __future__ import annotations

from cofitcheck import patterns as re

PLACEHOLDER = "#"

_NUMBER = re.compile(
    r"""
    (?P<date>
        (?<![\d.,])
        (?: \d{1,2}(?P<mark>[./-])\d{1,2}(?P=mark)(?:\d{4}|\d{2})   # 12/31/2020, 31.12.20
          | \d{4}(?P<iso>[./-])\d{1,2}(?P=iso)\d{1,2}               # 2020-12-31
          | \d{1,2},(?:19|20)\d{2}                                  # December 31,2020 (the space is lost)
        )
        (?!\d|[.,]\d)
    )
    | (?P<currency>[$€£¥₩]\s?)? (?P<digits>\d+(?:[.,'’]\d+)*) (?P<percent>\s?[%％])?
    """,
    re.VERBOSE,
)
_YEAR = re.compile(r"(?:19|20)\d{2}|2100")


def mask_numbers(text: str) -> str:
    """Return `text` with every number that may be a value replaced by "#".

    A value is a number with three digits or more, a separator, a decimal part, a currency or a per cent sign.
    """
    return _NUMBER.sub(_replace, text)


def _replace(match: re.Match[str]) -> str:
    digits: str | None = match["digits"]
    if digits is None:
        return match[0]
    currency, percent = match["currency"] or "", match["percent"] or ""
    plain = not currency and not percent
    if plain and (len(digits) <= 2 or _YEAR.fullmatch(digits)):
        return match[0]
    return f"{currency}{PLACEHOLDER}{percent}"
