"""The day on which each fiscal year of a document ends, where the year has another name than that of the day.

"Fiscal 2022" of a retailer may end on January 28, 2023, and "2022" over its amounts means that year, while
another retailer calls the same year "2023". What the document says, or else the years over its tables, tells
which. Where all fiscal years of a document are named by the years in which they end, only their last days are
learnt. A document names these days on its cover, in its notes, or over its tables.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from cofitcheck import patterns as re
from cofitcheck.document import Document, Mention
from cofitcheck.language.phrases import FISCAL
from cofitcheck.periods import INSTANT, Period, which_quarter
from cofitcheck.periods.inferred import reports_years
from cofitcheck.periods.text import read_period, years_in

_YEAR = r"(?:19|20)\d\d"
_DATE = rf"[A-Z][a-z]{{2,8}}\.? \d{{1,2}}, ?{_YEAR}"
_DAY = rf"(?P<day>{_DATE})"
# Of "2022 and fiscal 2021, which ended on" two days the first is not that of the last.
_FISCAL = rf"{FISCAL['year']}(?P<year>{_YEAR})"
_WEEKS = rf"(?:{FISCAL['weeks']}[^.;\d]{{0,40}})?"
_NAMED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_FISCAL}[^.;\d]{{0,60}}{_WEEKS}\b{FISCAL['ends']}{_DAY}",
        rf"\b{FISCAL['ended']}{_DAY} ?[(,] ?[“\"]?{FISCAL['article']}?{_FISCAL}",
        rf"{_FISCAL} ?\([^()\d]{{0,20}}{FISCAL['counted_weeks']}?{FISCAL['ended']}?{_DAY}\)",
    )
)
"""What names a fiscal year together with its last day."""
_AND = rf"{FISCAL['joins']} "
_LISTED = re.compile(
    rf"(?P<years>(?<!\d, )\b{_YEAR}(?:{_AND}{_YEAR}){{1,5}})\b,? {FISCAL['tells']}"
    rf"[^.;\d]{{0,60}}{_WEEKS}"
    rf"\b{FISCAL['ended_on']}(?P<days>{_DATE}(?:{_AND}{_DATE}){{1,5}})",
    re.IGNORECASE,
)
"""Several fiscal years, and behind them their last days."""
_DATES = re.compile(_DATE)
_COVER = re.compile(rf"\W*{FISCAL['cover']}:? {_DAY}\W*", re.IGNORECASE)
_FIRST = 40
"""The number of passages at the beginning of a document that may be its cover."""
_WEEK_OFF = timedelta(days=8)
"""Years of 52 or 53 weeks end within this time of the day of the year on which another ended."""
LAST_MONTH = 2
"""The last month of a calendar year in which a fiscal year may end that is named by the year before."""
_OFTEN = 0.3
"""The last year ended on the latest day that is named at least this often, relative to the day named most."""
_OF_A_YEAR = frozenset({INSTANT, 0, 12})
"""The lengths of a fiscal year, and of the day on which it ends; 0 where nothing says it."""
_SURE = 0.9
"""The share of the tables that must name the last year alike for it to be sure."""
_TABLES = 2
"""The least tables that must name the last year alike for it to be sure."""
_BACK = 10
"""How many years a document looks back, at most."""
_QUARTER = 3
_ONE_DAY = timedelta(days=1)
_DAYS = 365.25
"""The days of a year, on average."""


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


@dataclass(frozen=True)
class FiscalCalendar:
    """When fiscal years end, by the years that name them; empty where nothing can be learnt.

    `ends` are those of a document that names some years by another year. An end is a day, or a calendar year
    where the document does not state the day. `days` are the ends of years that are all named by the year of
    their end, as days or months, in a report on years. `unsure` tells that years end early in a calendar
    year, and that nothing says whether they are named by that year.
    """

    ends: Mapping[int, Period] = field(default_factory=dict)
    days: Mapping[int, Period] = field(default_factory=dict)
    unsure: bool = False

    @classmethod
    def of(cls, document: Document, periods: Sequence[Period]) -> FiscalCalendar:
        """Learn the calendar from what a document says; `periods` are those of its mentions."""
        days, last = _last_days(periods), cover_day(document)
        yearly = last is not None or reports_years(document.mentions)
        if last:
            days[last] += max(days.values(), default=1)
        else:
            often = _OFTEN * max(days.values(), default=0)
            last = max((day for day, count in days.items() if count >= often), default=None)
        if last is None:
            return cls()
        if not _may_be_named_otherwise(last, days):
            return cls(days=_own_ends(last, days) if yearly else {})
        said = fiscal_days(document)
        names = {year + round((last - day).days / _DAYS) for year, day in said.items()}
        names = names or _voted(document, periods, last)
        if len(names) != 1:
            return cls(unsure=last.month <= LAST_MONTH)
        (name,) = names
        days.update(said.values())
        ends = {name - back: end for back in range(_BACK) if (end := _end(last, back, days))}
        if any(end.year != year for year, end in ends.items()):
            return cls(ends)
        return cls(days=_own_ends(last, days) if yearly else {})

    def dates(self, document: Document, periods: Sequence[Period]) -> tuple[Period, ...]:
        """Return the periods of a document's mentions; a bare year has the end of the fiscal year it names.

        A table with a later year than those known keeps its years: it is headed by the years of its days, or
        tells what is to come.
        """
        return _dated(document, periods, self.ends)

    def with_days(self, document: Document, periods: Sequence[Period]) -> tuple[Period, ...]:
        """Return the `dates`, where years that are named by the year of their end have the day or month of
        that end, and their numbered quarters have theirs."""
        dated = _dated(document, self.dates(document, periods), self.days)
        return tuple(map(self._with_quarter, document.mentions, dated))

    def _with_quarter(self, mention: Mention, period: Period) -> Period:
        end = self.days.get(period.year) if period.months == _QUARTER and not period.month else None
        number = which_quarter(" ".join((*mention.column_path, *mention.row_path))) if end else 0
        return end.quarter(number) if end and number else period

    def dated(self, period: Period) -> Period:
        """Return the end of the fiscal year that a bare year names, any other period as it is."""
        return _ended(period, self.ends)


def _dated(document: Document, periods: Sequence[Period], ends: Mapping[int, Period]) -> tuple[Period, ...]:
    if not ends:
        return tuple(periods)
    years, last = _bare_years(document, periods), max(ends)
    return tuple(
        _ended(period, ends) if max(years[mention.table], default=0) <= last else period
        for mention, period in zip(document.mentions, periods, strict=True)
    )


def _ended(period: Period, ends: Mapping[int, Period]) -> Period:
    end = ends.get(period.year) if is_bare(period) else None
    return replace(period, year=end.year, month=end.month, day=end.day) if end else period


def is_bare(period: Period) -> bool:
    """Tell whether a period is a year, or its end, without a day."""
    return bool(period.year) and not period.month and period.months in _OF_A_YEAR


def _last_days(periods: Sequence[Period]) -> Counter[date]:
    """Count the days that fiscal years may end on, none where a document reports on parts of years."""
    of_a_year = [period for period in periods if period.year and period.months in _OF_A_YEAR]
    parts = sum(0 < period.months < max(_OF_A_YEAR) for period in periods)
    days = _without_openings(Counter(day for period in of_a_year if (day := day_of(period))))
    return days if parts <= len(of_a_year) / 2 else Counter()


def _without_openings(days: Counter[date]) -> Counter[date]:
    """Return the days without those on which years begin: the days after others ("At 1 January 2031")."""
    begins = {(day.month, day.day) for day in days if day - _ONE_DAY in days}
    return Counter({day: count for day, count in days.items() if (day.month, day.day) not in begins})


def _may_be_named_otherwise(last: date, days: Mapping[date, int]) -> bool:
    """Tell whether years end early in a calendar year, or about New Year and not always on the same day."""
    new_year = date(last.year + (last.month > LAST_MONTH), 1, 1)
    before = _stated_near(_years_before(last, 1), days)
    moves = before is not None and (before.month, before.day) != (last.month, last.day)
    return last.month <= LAST_MONTH or (abs(last - new_year) <= _WEEK_OFF and moves)


def _end(last: date, back: int, days: Mapping[date, int]) -> Period | None:
    """Return the end of the fiscal year `back` years before the last, None where even its year is open."""
    anniversary = _years_before(last, back)
    stated = _stated_near(anniversary, days)
    if stated:
        return Period(stated.year, stated.month, stated.day)
    years = {(anniversary - _WEEK_OFF).year, (anniversary + _WEEK_OFF).year}
    return Period(anniversary.year) if len(years) == 1 else None


def _own_ends(last: date, days: Mapping[date, int]) -> dict[int, Period]:
    return {last.year - back: end for back in range(_BACK) if (end := _own_end(last, back, days))}


def _own_end(last: date, back: int, days: Mapping[date, int]) -> Period | None:
    """Return the end, in its own calendar year, of the fiscal year `back` years before the last: the day that
    is stated, the day of all years where it is the same, or the month; None where even that is open."""
    anniversary = _years_before(last, back)
    stated = _stated_near(anniversary, days)
    if stated:
        return Period(stated.year, stated.month, stated.day) if stated.year == anniversary.year else None
    first, final = anniversary - _WEEK_OFF, anniversary + _WEEK_OFF
    ends = {_stated_near(_years_before(last, other), days) for other in range(_BACK)} - {None}
    if len({(end.month, end.day) for end in ends if end}) == 1:
        return Period(anniversary.year, last.month, last.day)
    return Period(anniversary.year, last.month) if first.month == final.month else None


def _years_before(day: date, years: int) -> date:
    return day.replace(year=day.year - years, day=min(day.day, 28))


def _stated_near(day: date, days: Mapping[date, int]) -> date | None:
    """Return the counted day that is named most among those within about a week of a day."""
    near = [each for each in days if abs(each - day) <= _WEEK_OFF]
    return max(near, key=lambda each: (days[each], each), default=None)


def _voted(document: Document, periods: Sequence[Period], last: date) -> set[int]:
    """Return the name of the last fiscal year by the last year of each table; two where tables disagree.

    A table with years to come tells nothing, nor does one of a single year.
    """
    tables = _bare_years(document, periods).values()
    latest = (max(years) for years in tables if len(years) > 1)
    votes = Counter(year for year in latest if last.year - 1 <= year <= last.year)
    sure = {year for year, count in votes.items() if count >= max(_SURE * votes.total(), _TABLES)}
    return sure or set(votes)


def _bare_years(document: Document, periods: Sequence[Period]) -> defaultdict[int, set[int]]:
    """Return the years of each table that stand without a day."""
    years: defaultdict[int, set[int]] = defaultdict(set)
    for mention, period in zip(document.mentions, periods, strict=True):
        if is_bare(period):
            years[mention.table].add(period.year)
    return years
