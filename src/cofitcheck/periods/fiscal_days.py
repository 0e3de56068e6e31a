"""The last days of fiscal years that a document names: on its cover, in its notes, over its tables."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from cofitcheck import patterns as re
from cofitcheck.document.model import Document
from cofitcheck.periods.period import Period
from cofitcheck.periods.text import read_period, years_in

_YEAR = r"(?:19|20)\d\d"
_DATE = rf"[A-Z][a-z]{{2,8}}\.? \d{{1,2}}, ?{_YEAR}"
_DAY = rf"(?P<day>{_DATE})"
# Of "2022 and fiscal 2021, which ended on" two days the first is not that of the last.
_FISCAL = rf"(?<![a-z])(?<!and )fiscal (?:year )?(?P<year>{_YEAR})"
_WEEKS = r"(?:5[23]-weeks?[^.;\d]{0,40})?"
_NAMED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_FISCAL}[^.;\d]{{0,60}}{_WEEKS}\bend(?:ed|ing|s) (?:on )?{_DAY}",
        rf"\bended {_DAY} ?[(,] ?[“\"]?(?:the )?{_FISCAL}",
        rf"{_FISCAL} ?\([^()\d]{{0,20}}(?:\d\d weeks? )?(?:ended )?{_DAY}\)",
    )
)
"""What names a fiscal year together with its last day."""
_AND = r"(?:, and|,| and) "
_LISTED = re.compile(
    rf"(?P<years>(?<!\d, )\b{_YEAR}(?:{_AND}{_YEAR}){{1,5}})\b,? (?:were|relate|refer|are|which)"
    rf"[^.;\d]{{0,60}}{_WEEKS}"
    rf"\bended (?:on )?(?P<days>{_DATE}(?:{_AND}{_DATE}){{1,5}})",
    re.IGNORECASE,
)
"""Several fiscal years, and behind them their last days."""
_DATES = re.compile(_DATE)
_COVER = re.compile(rf"\W*(?:for )?(?:the )?(?:fiscal )?years? ended:? {_DAY}\W*", re.IGNORECASE)
_FIRST = 40
"""So many passages of a document may be its cover."""


def named_days(texts: Iterable[str]) -> dict[int, date]:
    """Return the last days of fiscal years that texts name together with the year.

    "Fiscal 2022 ended on January 28, 2023"; of several years, as many days in the same order.
    """
    found: dict[int, date] = {}
    for text in texts:
        pairs = [(match["year"], match["day"]) for pattern in _NAMED for match in pattern.finditer(text)]
        for match in _LISTED.finditer(text):
            years, days = years_in(match["years"]), _DATES.findall(match["days"])
            pairs += zip(years, days, strict=True) if len(years) == len(days) else ()
        found |= {int(year): day for year, said in pairs if (day := day_of(read_period(said)))}
    return found


def fiscal_days(document: Document) -> dict[int, date]:
    """Return the `named_days` of a document: those over its tables, or else in its sentences."""
    tables = (text for t in document.tables for text in (t.title, t.caption, t.text_before, t.text_after))
    cells = (cell.text for table in document.tables for cell in table.cells)
    headers = (" ".join(mention.column_path) for mention in document.mentions)
    over = dict.fromkeys(text for each in (tables, cells, headers) for text in each if _is_fiscal(text))
    return named_days(over) or named_days(p.text for p in document.passages if _is_fiscal(p.text))


def cover_day(document: Document) -> date | None:
    """Return the day on which the year ends that a cover says the document is for."""
    found = (_COVER.fullmatch(passage.text) for passage in document.passages[:_FIRST])
    return next((day for match in found if match and (day := day_of(read_period(match["day"])))), None)


def day_of(period: Period) -> date | None:
    """Return the day on which a period ends, None where it says none."""
    try:
        return date(period.year, period.month, period.day)
    except ValueError:
        return None


def _is_fiscal(text: str) -> bool:
    return "iscal" in text or "ISCAL" in text
