"""What sentences say of a line: numbers whose subject it is, and changes in words alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.checks.text.links import digits_of
from cofitcheck.checks.text.named_rows import VERBS, Line, clause_of, leaves_out, line_called, plain_name
from cofitcheck.document import Document, Passage
from cofitcheck.language.phrases import (
    ABOUT,
    AT_LEAST,
    AUXILIARY,
    CHANGED,
    DEGREES,
    LEAD,
    LEADING,
    MULTIPLIED,
    WHY,
)
from cofitcheck.numbers import Kind, Measure, Number
from cofitcheck.periods.dating import fiscal_calendar
from cofitcheck.periods.fiscal_calendar import FiscalCalendar
from cofitcheck.periods.period import Period
from cofitcheck.prose import Bound, Direction, Operation, ProseMention, Role, sentences
from cofitcheck.prose.operations import lower, marks_of
from cofitcheck.prose.read import read_numbers
from cofitcheck.prose.times import Time, times_of

_LEVELS = frozenset({Operation.LEVEL, Operation.FROM, Operation.TO, Operation.COMPARED, Operation.AVERAGE})
_CHANGES = frozenset({Operation.CHANGE, Operation.PERCENT_CHANGE})
_AMOUNTS = frozenset({Role.AMOUNT, Role.PER_SHARE})
_ROLES = frozenset({Role.AMOUNT, Role.PERCENT})
_WAYS = {"up": Direction.UP, "down": Direction.DOWN}
_VERB = re.compile(
    rf"\s(?:{AUXILIARY}\s){{0,2}}(?:(?P<least>{AT_LEAST})\s|(?P<about>{ABOUT})\s)?"
    rf"(?P<verb>{CHANGED}|(?<![a-z])(?:{'|'.join(MULTIPLIED)})(?![a-z]))"
)
"""In lower case."""
_SUBJECT = re.compile(r"[^.;:]{3}")
"""What stands right before a verb of direction that has a subject."""
_LEAD = re.compile(r"(?:[a-z]{2,6}\s){0,4}#+,?\s")
"""A time that opens a sentence: "in #, revenue"."""
_TIMES = re.compile(rf"(?:\s(?:{'|'.join(sorted(LEAD))})){{0,5}}\s#+")
_NOTHING_MORE = re.compile(
    rf"(?:\s{DEGREES})?(?:\s(?:{LEADING}|#+)){{0,12}}(?:\s?[.;]|,\s(?![^.]*#)|\s{WHY}|\Z)"
)
"""What may stand behind the verb: when, and why. A number would say by how much."""


def as_meant(said: ProseMention) -> ProseMention:
    """Return a number as its words mean it: an average, or a change that the words behind it tell:
    "representing a 9% decrease"."""
    before, _, behind = lower(said.indicator).partition("…")
    mark = next(iter(marks_of(behind)), None)
    if said.operation is Operation.SHARE and mark and mark.kind in _WAYS and not behind[: mark.start].strip():
        indicator = f"{said.indicator.partition('…')[0]}…{behind[mark.end :]}"
        way = _WAYS[mark.kind]
        return replace(said, operation=Operation.PERCENT_CHANGE, direction=way, indicator=indicator, whole="")
    averaged = said.operation is Operation.LEVEL and any(mark.kind == "average" for mark in marks_of(before))
    return replace(said, operation=Operation.AVERAGE) if averaged else said


def line_of(said: ProseMention) -> Line | None:
    """Return the line that is all that a number is of, None where its words say more or something else."""
    levels = said.operation in _LEVELS and said.role in _AMOUNTS and digits_of(said) > 1
    changes = said.operation in _CHANGES and said.role in _ROLES
    if (
        said.bound not in (Bound.EXACT, Bound.ABOUT)
        or said.basis
        or not (levels or changes)
        or not said.number.value
        or leaves_out(said)
    ):
        return None
    before, _, behind = lower(said.indicator).partition("…")
    if plain_name(clause_of(behind)):
        return None
    for mark in marks_of(before):
        if mark.kind == "average":
            word = before[mark.start : mark.end].split()[0]
            before = before[: mark.start] + before[mark.start + len(word) :]
            break
    named = line_called(clause_of(before, VERBS))
    return named if named and named.field else line_called(clause_of(before))


def worded_changes(document: Document, own: Period) -> Iterator[tuple[ProseMention, Line]]:
    """Yield the changes that sentences state of a line without a number, each as a mention without a place
    among those of the prose: of a verb of direction it has no value, of a multiple the change in per cent."""
    calendar = None
    for passage in document.passages:
        text = lower(passage.text)
        for verb in _VERB.finditer(text):
            if not _SUBJECT.fullmatch(text, max(0, verb.start() - 3), verb.start()):
                continue
            calendar = calendar or fiscal_calendar(document)
            found = _stated(passage, text, verb, own, calendar)
            if found and not leaves_out(found[0]):
                yield found


def _stated(
    passage: Passage, text: str, verb: re.Match[str], own: Period, calendar: FiscalCalendar
) -> tuple[ProseMention, Line] | None:
    at = verb.start("verb")
    span = next((each for each in sentences(passage.text) if each.start <= at < each.end), None)
    if span is None:
        return None
    numbers, excluded = read_numbers(passage.text[span.start : span.end])
    excluded = [(start + span.start, end + span.start, reason) for start, end, reason in excluded]
    times = times_of(passage.text, span, excluded, own)
    shown = list(text)
    for start, end in ((time.start, time.end) for time in times):
        shown[start:end] = "#" * (end - start)
    hidden = "".join(shown)
    subject = _subject(hidden[span.start : verb.start()])
    if numbers or not _NOTHING_MORE.match(hidden, verb.end(), span.end) or not (line := line_called(subject)):
        return None
    period = _period(times, calendar)
    if period is None:
        return None
    word = verb["verb"]
    by = MULTIPLIED.get(word)
    direction = _direction(word, by)
    start = verb.start("least") if verb["least"] else verb.start("about") if verb["about"] else at
    said = ProseMention(
        index=-1,
        passage=passage.index,
        start=start,
        end=verb.end(),
        text=passage.text[start : verb.end()],
        number=_number(by),
        role=Role.AMOUNT if by is None else Role.PERCENT,
        bound=Bound.AT_LEAST if verb["least"] else Bound.ABOUT if verb["about"] else Bound.EXACT,
        sentence=span,
        words=passage.text[span.start : span.end],
        period=period,
        indicator=subject,
        operation=Operation.CHANGE if by is None else Operation.PERCENT_CHANGE,
        direction=direction,
    )
    return said, line


def _subject(text: str) -> str:
    lead = _LEAD.match(text)
    text = text[lead.end() :] if lead else text
    return _TIMES.sub(" ", text).strip(" ,")


def _period(times: list[Time], calendar: FiscalCalendar) -> Period | None:
    """Return the period of the one time that a sentence is of, None where there is none, or several."""
    own = [time for time in times if not time.against and not time.before]
    periods = [calendar.dated(period) for time in own for period in time.periods]
    return periods[0] if len(periods) == 1 else None


def _direction(word: str, by: int | None) -> Direction:
    if by is not None:
        return Direction.UP if by > 0 else Direction.DOWN
    kind = next((mark.kind for mark in marks_of(word)), "")
    return {"rose": Direction.UP, "up": Direction.UP, "fell": Direction.DOWN, "down": Direction.DOWN}.get(
        kind, Direction.NONE
    )


def _number(by: int | None) -> Number:
    value = None if by is None else Decimal(abs(by))
    measure = Measure.MONEY if by is None else Measure.PERCENT
    return Number(Kind.VALUE, value, value, measure=measure)
