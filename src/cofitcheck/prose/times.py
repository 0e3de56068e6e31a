"""The times that a sentence gives its numbers: dates, lists of dates, and words that stand for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from cofitcheck import patterns as re
from cofitcheck.language.phrases import (
    AGAINST,
    AGAINST_BEHIND,
    ASIDE,
    JOINED,
    LEAD,
    OF_EACH,
    OWN,
    PARTS,
    PRIOR,
    QUARTER_BEFORE,
    SAID,
    SINCE_PRIOR,
    TELLING,
)
from cofitcheck.periods import INSTANT, Period, months_of
from cofitcheck.periods.text import read_period
from cofitcheck.prose.excluded import Excluded
from cofitcheck.prose.model import OPEN, NoAmount, Span
from cofitcheck.prose.operations import lower

_RELATIVE = re.compile(
    rf"(?P<prior>{PRIOR})|(?P<quarter>{QUARTER_BEFORE})|(?P<since>{SINCE_PRIOR})|(?P<own>{OWN})"
)
"""In lower case."""
_LEADS = re.compile(r"(?:[A-Za-z-]{2,13}\s){1,8}\Z")
_AGAINST = re.compile(rf"(?:{AGAINST})\s{{0,2}}(?:{SAID['article']}\s)?\Z", re.IGNORECASE)
_CALLED = re.compile(r"\s[A-Z][\w-]{1,20}\s[A-Z]")
"""What a year is called that is part of a name: "the 2031 Sample Initiative"."""
_PART = re.compile(f"(?:{PARTS}){{1,3}}")
_BEHIND = re.compile(AGAINST_BEHIND)
_JOINED = re.compile(
    rf"\s?(?:,\s?{SAID['and_word']}|,|&|、|{'|'.join(sorted(JOINED))})\s?{SAID['before_period']}?"
    rf"(?:{SAID['article']}\s)?"
)
_ADDED = re.compile(rf"(?:[0-9%)]|{SAID['ends_amount']})\s?[,;]?\s{SAID['and_word']},?\s\Z")
"""What stands before a time that leads to the numbers behind it: "was $5 million and as of"."""
_OPENS_CLAUSE = re.compile(
    rf"(?:;\s(?:[a-z]{{3,5}}\s)?|,\s{SAID['but']}\s)(?:{SAID['during']}\s(?:{SAID['article']}\s)?)?\Z"
)
"""What stands before a time that opens a clause, and leads to the numbers in it: "; and in 2030"."""
_OF_EACH = re.compile(rf"(?:[a-z]{{2,6}}\s)?{OF_EACH}(?:\s(?:of\s)?)", re.IGNORECASE)
_AMOUNT = r"(?:[A-Z]{2,3}\s?)?[0-9$€£¥(]"
"""How a number begins, with a currency before it: "EUR 5", "US$5"."""
_TELLS = re.compile(
    rf"(?:\s(?:{'|'.join(sorted(LEAD))}))?\s(?:{TELLING})\s(?:{SAID['about_that']}\s)?(?={_AMOUNT})"
)
"""What stands between a time and the number that is of it: "in 2031 were $5 million",
"for the 2031 period of $5 million"."""
_HEADS = re.compile(rf"\s?(?:[-–—:]\s?(?={_AMOUNT})|:\s(?=[A-Za-z]))")
"""What stands between a time and what is of it in brackets: "(2030: sales of EUR 5 million, 2029: …)"."""
_OPENING = ("(", "[", "; ", ", ")
_LASTS = re.compile(rf"\s?(?:\([^()]{{1,40}}\)\s?)?,?\s?{SAID['until']}\s")
"""What stands between the first and the last day of a span, with what the first was: "(inception) to"."""
_STOP = re.compile(r"[，。；、,.;:()（）0-9$￥¥]")
_SHORTER = re.compile(rf"{SAID['shorter']}\Z")
"""The first of two lengths of one end: "the three and" nine months ended."""
_UNIT = re.compile(rf"\b{SAID['months_or_weeks']}\b")
_DIGIT = re.compile(r"\d")
_BRACKET_END = re.compile(r"[^()（）]{0,200}[)）]")
_REACH = 64
_OPENING_WORDS = 24
_QUARTER = 3
_NAME = 32


@dataclass(frozen=True, slots=True)
class Time:
    """A part of a sentence that says when: one period, or several that are listed.

    `against` tells that something is compared with it, `leads` that it stands before the numbers that are of
    it, as in Chinese and Japanese, or in "was $5 million and as of December 31, 2030 was $4 million".
    `before` tells that words alone say that it is earlier: "last year" dates nothing but what is next to it.
    `until` is where the bracket closes that it stands in with a number behind it, and dates nothing beyond:
    "营业利润5百万元（上年为4百万元），净利润3百万元"; None elsewhere.
    """

    start: int
    end: int
    periods: tuple[Period, ...]
    against: bool = False
    leads: bool = False
    before: bool = False
    until: int | None = None


def times_of(text: str, sentence: Span, excluded: Sequence[Excluded], own: Period) -> list[Time]:
    """Return what a sentence says of time, from left to right.

    `excluded` are the dates and years among others that stand in it, `own` is what the document reports on.
    """
    found: list[Time] = []
    dates = [each[:2] for each in excluded if each[2] in (NoAmount.DATE, NoAmount.YEAR)]
    for (start, end), behind in zip_longest(dates, dates[1:]):
        floor = max(sentence.start, found[-1].end if found else 0)
        time = (behind and _span(text, floor, (start, end), behind)) or _stated(text, floor, start, end)
        if time is None:
            continue
        last = found[-1] if found else None
        if last is not None and _JOINED.fullmatch(text, last.end, time.start):
            found[-1] = _listed(last, time)
        else:
            found.append(time)
    found = [replace(each, leads=each.leads or _is_added(text, each)) for each in found]
    found = [replace(each, periods=(OPEN,)) if _is_of_each(text, each) else each for each in found]
    found = [each for each in found if not _heads_words_alone(text[each.start : sentence.end], each)]
    found = [*found, *_relative(text, sentence, found, own)]
    return sorted((_in_bracket(text, sentence, each) for each in found), key=lambda time: time.start)


def _in_bracket(text: str, sentence: Span, time: Time) -> Time:
    """Return a time; where it leads to a number in a bracket, with the place where that bracket closes."""
    bracket = _BRACKET_END.match(text, time.end, sentence.end)
    opened = max(text.rfind(sign, sentence.start, time.start) for sign in "(（")
    closed = max(text.rfind(sign, sentence.start, time.start) for sign in ")）")
    inside = time.leads and bracket and opened > closed and _DIGIT.search(bracket[0])
    return replace(time, until=bracket.end()) if inside and bracket else time


def _heads_words_alone(said: str, time: Time) -> bool:
    """Tell whether listed periods begin a Chinese or Japanese clause without numbers."""
    behind = said[time.end - time.start :]
    return len(time.periods) > 1 and not said.isascii() and behind[:1].isalpha() and not _DIGIT.search(behind)


def _is_added(text: str, time: Time) -> bool:
    """Tell whether a time follows a number and an "and" with words of its own, as what comes next does, or
    a verb and the number that is of it follow, or a dash: "(December 31, 2030 - $5 million)"."""
    before = max(0, time.start - _OPENING_WORDS)
    added = text[time.start].isalpha() and (
        _ADDED.search(text, before, time.start) or _OPENS_CLAUSE.search(text, before, time.start)
    )
    if len(time.periods) > 1:
        return bool(added)
    opens = text[: time.start].endswith(_OPENING) and _HEADS.match(text, time.end)
    return bool(added or opens or _TELLS.match(text, time.end))


def _is_of_each(text: str, time: Time) -> bool:
    """Tell whether one number is of each of the listed periods: "at each of December 31, 2030 and 2029"."""
    return len(time.periods) > 1 and _OF_EACH.match(text, time.start) is not None


def _stated(text: str, floor: int, start: int, end: int) -> Time | None:
    """Return the time that a date or a year states with the words before it, None where it is part of a
    name or of what something lasts until."""
    named = _STOP.split(text[end : end + _NAME], maxsplit=1)[0]
    part = _PART.match(text, end)
    end = part.end() if part else end
    said = text[max(start - _REACH, floor) : start]
    words = _LEADS.search(said)
    kept: list[str] = []
    for word in reversed(words[0].split() if words else []):
        if word.lower() in ASIDE and not kept:
            return None
        if word.lower() not in LEAD:
            break
        kept.append(word)
    lead = " ".join(reversed(kept))
    begin = start - len(lead) - 1 if lead else start
    if text[max(start - 2, floor) : start] in LEAD:
        lead, begin = text[start - 2 : start], start - 2
    before = text[max(begin - 16, floor) : begin].split()
    if before and before[-1].lower() in ASIDE:
        return None
    if kept[:1] and kept[0].lower() == "the" and _CALLED.match(text, end):
        return None
    period = read_period(f"{lead} {text[start:end]}".strip() if lead.isascii() else text[begin:end])
    if not (period.year or period.month) or not read_period(text[start:end] + named):
        return None
    leads = not text[start:end].isascii()
    periods: tuple[Period, ...] = (period,)
    shorter = _SHORTER.search(text, floor, begin)
    if shorter and period.months > (months := _months_before(shorter[1], lead)) > 0:
        begin, periods = shorter.start(), (replace(period, months=months), period)
    return Time(begin, end, periods, _is_against(text, begin, end, floor), leads)


def _months_before(length: str, lead: str) -> int:
    """Return how many months the first of two lengths has, of "three and nine months ended"; `lead` is what
    stands before the date."""
    unit = _UNIT.search(lead)
    return months_of(f"{length} {unit[0]} ended" if unit else length)


def _span(text: str, floor: int, first: tuple[int, int], last: tuple[int, int]) -> Time | None:
    """Return the time from one day to another, None where the text does not join the two."""
    if not _LASTS.fullmatch(text, first[1], last[0]):
        return None
    period = read_period(text[slice(*last)])
    if not (period.year and period.day):
        return None
    return Time(first[0], last[1], (period,), _is_against(text, first[0], last[1], floor))


def _is_against(text: str, start: int, end: int, floor: int) -> bool:
    said = text[max(start - 24, floor) : start]
    return _AGAINST.search(said) is not None or _BEHIND.match(text, end) is not None


def _listed(first: Time, second: Time) -> Time:
    """Return two times as one list: "December 31, 2025 and 2024" are two days. Of "three and nine months
    ended" in two years nothing says whether the years or the lengths come first: the lengths are left
    open."""
    if len({each.months for each in first.periods}) > 1:
        first = replace(first, periods=(replace(first.periods[0], months=0),))
    before = first.periods[-1]
    (period,) = second.periods
    if not period.month:
        period = Period(period.year, before.month, before.day, before.months or period.months)
    elif not period.months:
        period = replace(period, months=before.months)
    periods = first.periods
    if not before.year and period.year:
        periods = tuple(replace(each, year=each.year or period.year) for each in periods)
    return replace(first, end=second.end, periods=(*periods, period))


def _relative(text: str, sentence: Span, stated: Sequence[Time], own: Period) -> list[Time]:
    """Return the times that are said in words: "the prior year"."""
    found: list[Time] = []
    base = next((time.periods[0] for time in stated if not time.against and time.periods[0].year), own)
    for words in _RELATIVE.finditer(lower(text[sentence.start : sentence.end])):
        start, end = (sentence.start + at for at in words.span())
        if any(time.start < end and start < time.end for time in stated):
            continue
        before = quarter_before if words["quarter"] else year_before
        period = base if words["own"] else before(base)
        told = words["since"] or words["quarter"]
        against = told is not None or _is_against(text, start, end, sentence.start)
        opens = _OPENS_CLAUSE.search(text, max(sentence.start, start - _OPENING_WORDS), start)
        leads = not words[0].isascii() or opens is not None
        found.append(Time(start, end, (period,), against, leads, not words["own"]))
    return found


def year_before(period: Period) -> Period:
    """Return the same period a year before, open where the year is."""
    return replace(period, year=period.year - 1) if period.year else OPEN


def quarter_before(period: Period) -> Period:
    """Return the quarter before a period, or the end of it; of the same year where no month is known."""
    if not period.year:
        return OPEN
    months = INSTANT if period.is_instant else _QUARTER
    if not period.month:
        return Period(period.year, months=months)
    month = period.month - _QUARTER
    return Period(period.year - (month < 1), (month - 1) % 12 + 1, months=months)
