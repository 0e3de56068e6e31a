"""Reads the passages of a document: their sentences, and the numbers that these state.

The feet of pages stand in a document as text: "Acme Corp. | 2025 Form 10-K | 20". They are no sentences
(`feet_of`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cofitcheck import patterns as re
from cofitcheck.document import Document, Passage
from cofitcheck.language.lexicon import MONTHS
from cofitcheck.language.phrases import ABBREVIATIONS, OPENERS
from cofitcheck.numbers import Number
from cofitcheck.periods import Period
from cofitcheck.periods.dating import fiscal_calendar, headed_periods
from cofitcheck.periods.fiscal_calendar import FiscalCalendar
from cofitcheck.prose.excluded import Excluded
from cofitcheck.prose.figures import Figure, bound_of
from cofitcheck.prose.model import Bound, NoAmount, NotAmount, Prose, ProseMention, Role, Span
from cofitcheck.prose.operations import Part, lower, marks_of, say_operations
from cofitcheck.prose.periods_of_numbers import assign_periods, own_period
from cofitcheck.prose.scan import plain, scan
from cofitcheck.prose.statements import statements_of
from cofitcheck.prose.times import Time, times_of
from cofitcheck.prose.units import in_stated_units, uses_comma, with_points, with_shared_units

_QUARTER = 3
_MONTHS_A_YEAR = 12

_STOP = re.compile(
    r"[.!?]{1,3}[\"”’')\]]{0,2}\s{1,3}(?=[\"“‘'(\[•]{0,2}[A-Z0-9$€£¥])|[。！？；][”’」』）)]{0,2}\s{0,3}|[•●▪]\s?"
    r"|(?<=[a-z0-9)%][a-z0-9)%])\.(?=[A-Z][a-z]{1,14}\s[A-Za-z])"
)
"""What ends a sentence, also where the blank before the next one is lost."""
_WORD_BEFORE = re.compile(r"[A-Za-z.&-]{1,20}\Z")
_NEXT_WORD = re.compile(r"[\"“‘'(\[]{0,2}([A-Za-z]{1,20}|[0-9])")
_DAY = re.compile(rf"\b(?:{'|'.join(MONTHS)})\s[0-9]{{1,2}}\Z", re.IGNORECASE)
_YEAR = re.compile(r"[0-9]{4}\b")
_REACH = 20
_LONGEST = 100
_OFTEN = 5
_NUMBERED = re.compile(r"(?P<foot>.*\D)(?P<page>[0-9]{1,3})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Stated:
    """A number of a passage that states something; `lead` is where it begins with the words of its bound."""

    figure: Figure
    role: Role
    number: Number
    bound: Bound
    lead: int


class Numbered(NamedTuple):
    """The index and the group of the first mention of a sentence."""

    mention: int
    group: int


def read_prose(document: Document, calendar: FiscalCalendar | None = None) -> Prose:
    """Return all numbers that stand in the passages of a document; `calendar` is that of the document that
    they speak of, where it is another."""
    own, feet, currency = own_period(document), feet_of(document.passages), _currency(document)
    calendar, last_month = calendar or fiscal_calendar(document), _last_month(document, own)
    mentions: list[ProseMention] = []
    not_amounts: list[NotAmount] = []
    comma = uses_comma(document)
    for passage in document.passages:
        text = with_points(plain(passage.text)) if comma else plain(passage.text)
        stated, excluded = read_numbers(text, currency)
        if passage.index in feet and excluded:
            excluded[-1] = (*excluded[-1][:2], NoAmount.PAGE)
        not_amounts += [
            NotAmount(passage.index, start, end, passage.text[start:end], reason)
            for start, end, reason in excluded
        ]
        for span, inside in _by_sentence(text, stated):
            first = Numbered(len(mentions), mentions[-1].group + 1 if mentions else 0)
            mentions += _sentence(passage, text, span, inside, excluded, own, calendar, last_month, first)
    return Prose(tuple(in_stated_units(document.passages, mentions)), tuple(not_amounts), own, calendar)


def _sentence(
    passage: Passage,
    text: str,
    span: Span,
    stated: Sequence[Stated],
    excluded: Sequence[Excluded],
    own: Period,
    calendar: FiscalCalendar,
    last_month: int,
    first: Numbered,
) -> Iterator[ProseMention]:
    """Yield the mentions of a sentence."""
    outside = [each for each in excluded if span.start <= each[0] < span.end]
    times = times_of(text, span, outside, own)
    parts = [Part(each.lead - span.start, each.figure.end - span.start, each.role) for each in stated]
    hidden = [(part.start, part.end) for part in parts]
    hidden += [(max(start - span.start, 0), end - span.start) for start, end, _ in outside]
    hidden += [(time.start - span.start, time.end - span.start) for time in times]
    shown = _hidden(text[span.start : span.end], hidden)
    lowered = lower(shown)
    marks = marks_of(lowered)
    say_operations(lowered, marks, parts)
    said = statements_of(shown, lowered, marks, parts)
    moved = [_moved(time, -span.start, calendar, last_month) for time in times]
    borders, inner = ([each.start for each in marks if each.kind == kind] for kind in ("border", "inner"))
    dated = assign_periods(moved, parts, [each.group for each in said], own, borders, inner)
    words = passage.text[span.start : span.end]
    for at, (each, part, of, (period, against)) in enumerate(zip(stated, parts, said, dated, strict=True)):
        start, end = each.figure.start, each.figure.end
        yield ProseMention(
            index=first.mention + at,
            passage=passage.index,
            start=start,
            end=end,
            text=passage.text[start:end],
            number=each.number,
            role=each.role,
            bound=each.bound,
            sentence=span,
            words=words,
            period=period,
            against=against,
            indicator=of.indicator,
            whole=of.whole,
            basis=of.bases,
            operation=part.operation,
            direction=part.direction,
            group=first.group + of.group,
        )


def _moved(time: Time, by: int, calendar: FiscalCalendar, last_month: int) -> Time:
    """Return a time at another place, with the fiscal years that it names as tables have them."""
    periods = tuple(_of_quarter(calendar.dated(period), last_month) for period in time.periods)
    until = None if time.until is None else time.until + by
    return replace(time, start=time.start + by, end=time.end + by, periods=periods, until=until)


def _last_month(document: Document, own: Period) -> int:
    """Return the month in which fiscal years end, for a document that reports on part of a fiscal year which
    began in the calendar year before; 0 for any other document.

    The longest span of its tables that ends with its own period is the time since the fiscal year began.
    """
    spans = (
        period.months
        for period in headed_periods(document)
        if (period.year, period.month) == (own.year, own.month) and 0 < period.months < _MONTHS_A_YEAR
    )
    so_far = max(spans, default=0)
    if not (so_far and own.month) or own.months not in range(1, _MONTHS_A_YEAR):
        return 0
    ends = (own.month - so_far) % _MONTHS_A_YEAR
    return ends if own.month > ends else 0


def _of_quarter(period: Period, last_month: int) -> Period:
    """Return the calendar year of a quarter that is named by its fiscal year: "the third quarter of fiscal
    2031" ended in December 2030 where fiscal years end in March."""
    named = period.months == _QUARTER and bool(period.year) and not period.month
    return replace(period, year=period.year - 1) if named and last_month else period


def _hidden(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return a text with "#" for each character of some parts of it."""
    letters = list(text)
    for start, end in spans:
        letters[start:end] = "#" * (min(end, len(text)) - start)
    return "".join(letters)


def _currency(document: Document) -> str:
    """Return the currency that most amounts of the tables are in, "" where there is none."""
    stated = Counter(mention.number.currency for mention in document.mentions)
    del stated[""]
    return max(stated, key=lambda code: stated[code], default="")


def read_numbers(text: str, currency: str = "") -> tuple[list[Stated], list[Excluded]]:
    """Return the numbers of a text (see `plain`) that state something, and what is no amount; `currency` is
    the one that a sign means where several currencies share it."""
    figures, excluded = scan(text)
    stated: list[Stated] = []
    for figure in with_shared_units(text, figures):
        role = figure.role or (None if figure.is_bare and figure.is_plain_integer else Role.NUMBER)
        number = figure.number(role, currency) if role else None
        if role is None or number is None or number.value is None:
            excluded.append((figure.start, figure.end, NoAmount.UNCLEAR))
            continue
        bound, lead = bound_of(text, figure.start, figure.end)
        stated.append(Stated(figure, role, number, bound, lead))
    return stated, sorted(excluded)


def _by_sentence(text: str, stated: list[Stated]) -> Iterator[tuple[Span, list[Stated]]]:
    """Yield the sentences of a text that state numbers, with these."""
    if not stated:
        return
    spans = sentences(text)
    starts = [span.start for span in spans]
    inside: dict[int, list[Stated]] = {}
    for each in stated:
        inside.setdefault(max(bisect_right(starts, each.figure.start) - 1, 0), []).append(each)
    for at, found in inside.items():
        yield spans[at], found


def sentences(text: str) -> list[Span]:
    """Return the sentences of a text, in order; what stands between them is blank.

    A full stop behind an abbreviation or an initial ends none, unless what follows begins as only a sentence
    does.
    """
    found: list[Span] = []
    start = 0
    for stop in _STOP.finditer(text):
        if stop[0][0] == "." and not _ends(text, stop.start(), stop.end()):
            continue
        end = stop.start() if stop[0][0] in "•●▪" else stop.end()
        end -= _blank(text[start:end])
        if text[start:end].strip():
            found.append(Span(start, end))
        start = stop.end()
    if text[start:].strip():
        found.append(Span(start, len(text)))
    return found


def _blank(text: str) -> int:
    return len(text) - len(text.rstrip())


def _ends(text: str, stop: int, following: int) -> bool:
    """Tell whether the full stop at `stop` ends a sentence; the next one would begin at `following`."""
    before = _WORD_BEFORE.search(text[max(stop - _REACH, 0) : stop])
    if _YEAR.match(text, following) and _DAY.search(text[max(stop - _REACH, 0) : stop]):
        return False  # "November 30. 2031"
    word = before[0].lower() if before else ""
    if word not in ABBREVIATIONS and not _is_initial(before[0] if before else ""):
        return True
    after = _NEXT_WORD.match(text, following)
    return after is not None and after[1] in OPENERS


def _is_initial(word: str) -> bool:
    """Tell whether a word before a full stop is an initial ("J", "U.S")."""
    return bool(word) and len(word.rsplit(".", 1)[-1]) == 1 and word[-1].isupper()


def feet_of(passages: Sequence[Passage]) -> frozenset[int]:
    """Return the indices of short passages that differ only in a number at their end, which counts on."""
    alike: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for passage in passages:
        named = _NUMBERED.fullmatch(passage.text) if len(passage.text) <= _LONGEST else None
        if named:
            alike[named["foot"]].append((passage.index, int(named["page"])))
    return frozenset(index for found in alike.values() if _counts_on(found) for index, _ in found)


def _counts_on(found: Sequence[tuple[int, int]]) -> bool:
    pages = [page for _, page in found]
    return len(pages) >= _OFTEN and pages == sorted(set(pages))
