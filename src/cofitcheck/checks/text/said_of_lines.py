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
    AT_MOST,
    AUXILIARY,
    CHANGED,
    DEGREES,
    FOLDS,
    IS_PART,
    JUMPED,
    LEAD,
    LEADING,
    MEASURED_BY,
    MULTIPLIED,
    NEARLY,
    NUMERALS,
    PARTS_OF_WHOLE,
    PLUNGED,
    WHY,
)
from cofitcheck.numbers import Kind, Measure, Number
from cofitcheck.periods import Period
from cofitcheck.periods.fiscal_calendar import FiscalCalendar
from cofitcheck.prose import Bound, Direction, Operation, Prose, ProseMention, Role, sentences
from cofitcheck.prose.model import Span
from cofitcheck.prose.operations import lower, marks_of
from cofitcheck.prose.read import read_numbers
from cofitcheck.prose.times import Time, times_of

_LEVELS = frozenset({Operation.LEVEL, Operation.FROM, Operation.TO, Operation.COMPARED, Operation.AVERAGE})
_CHANGES = frozenset({Operation.CHANGE, Operation.PERCENT_CHANGE})
_AMOUNTS = frozenset({Role.AMOUNT, Role.PER_SHARE})
_ROLES = frozenset({Role.AMOUNT, Role.PERCENT})
_WAYS = {"up": Direction.UP, "down": Direction.DOWN}
_COUNT = "|".join(map(re.escape, NUMERALS))
_PARTS = "|".join(PARTS_OF_WHOLE) or "(?!)"
_VERB = re.compile(
    rf"\s(?:{AUXILIARY}\s){{0,2}}(?:(?P<least>{AT_LEAST})\s|(?P<about>{ABOUT})\s)?"
    rf"(?P<verb>{CHANGED}|{JUMPED}|{PLUNGED}|(?<![a-z])(?:{'|'.join(MULTIPLIED)})(?![a-z]))"
)
"""A verb of change and what bounds it, in lower case."""
_PART = re.compile(
    rf"(?P<lead>(?:{AT_LEAST}|{AT_MOST}|{NEARLY}|{MEASURED_BY}|{IS_PART}|(?<![a-z])(?:{_COUNT}|an?))[\s-])"
    rf"(?P<part>(?:{_PARTS})s?\b)"
)
"""A part in words, which is not read as a time: "a third in 2031"."""
_BY_PART = re.compile(
    rf"\s(?:{MEASURED_BY}\s)?(?:(?P<least>{AT_LEAST})\s|(?P<about>{ABOUT})\s)?"
    rf"(?:(?:(?P<count>{_COUNT}|an?)[\s-])?(?P<part>{_PARTS})s?(?![a-z])|(?P<folds>{_COUNT})(?:{FOLDS}))"
)
"""Words for how much something changed: "by more than two thirds", "sevenfold"."""
_SUBJECT = re.compile(r"[^.;:]{3}")
"""What stands right before a verb of direction that has a subject."""
WIDE, NARROW = (Decimal("0.75"), Decimal("1.25")), (Decimal("0.85"), Decimal("1.2"))
"""The least and the most that words may mean, as parts of what they say: `WIDE` for "nearly doubled",
`NARROW` for "doubled"."""
_CHANGE_VERB = re.compile(CHANGED)
_JUMPED, _PLUNGED = re.compile(JUMPED), re.compile(PLUNGED)
_LEADS = "|".join(sorted(LEAD))
_LEAD = re.compile(rf"(?:(?:{_LEADS})\s){{0,5}}#+,?\s")
"""A time that opens a sentence: "in #, revenue"."""
_TIMES = re.compile(rf"(?:\s(?:{_LEADS})){{0,5}}\s#+")
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
    """Return the line that a number is of, None where its words say more than that or something else."""
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
    if plain_name(clause_of(behind)) or (changes and _CHANGE_VERB.match(behind.strip())):
        return None  # "Revenue of $5 million was lower than": the number is a level
    for mark in marks_of(before):
        if mark.kind == "average":
            word = before[mark.start : mark.end].split()[0]
            before = before[: mark.start] + before[mark.start + len(word) :]
            break
    named = line_called(clause_of(before, VERBS))
    return named if named and named.field else line_called(clause_of(before))


def worded_changes(document: Document, prose: Prose) -> Iterator[tuple[ProseMention, Line]]:
    """Yield the changes that sentences state of a line without a number, each as a mention without a place
    among those of the prose. One of a verb of direction has no value; one of a multiple has the change in per
    cent."""
    for passage in document.passages:
        text = lower(passage.text)
        for verb in _VERB.finditer(text):
            if not _SUBJECT.fullmatch(text, max(0, verb.start() - 3), verb.start()):
                continue
            found = _stated(passage, text, verb, prose)
            if found and not leaves_out(found[0]):
                yield found


def _stated(
    passage: Passage, text: str, verb: re.Match[str], prose: Prose
) -> tuple[ProseMention, Line] | None:
    at = verb.start("verb")
    span = next((each for each in sentences(passage.text) if each.start <= at < each.end), None)
    if span is None:
        return None
    hidden, times, numbers = _hidden(passage.text, span, prose.own)
    subject = _subject(hidden[span.start : verb.start()])
    part = _BY_PART.match(hidden, verb.end(), span.end)
    end = part.end() if part else verb.end()
    if any(first >= end or last <= at for first, last in numbers):
        return None
    if not _NOTHING_MORE.match(hidden, end, span.end) or not (line := line_called(subject)):
        return None
    period = _period(times, prose.calendar)
    if period is None:
        return None
    word = verb["verb"]
    by: Decimal | int | None = MULTIPLIED.get(word)
    direction = _direction(word, by)
    least, about = verb["least"], verb["about"]
    if part:
        by = _by_part(part, direction)
        least, about = least or part["least"], about or part["about"]
    if by is None and numbers:
        return None
    start = verb.start("least") if verb["least"] else verb.start("about") if verb["about"] else at
    said = replace(
        said_of(passage, span, (start, end), period, subject),
        number=_number(by),
        role=Role.AMOUNT if by is None else Role.PERCENT,
        bound=Bound.AT_LEAST if least else Bound.ABOUT if about else Bound.EXACT,
        operation=Operation.CHANGE if by is None else Operation.PERCENT_CHANGE,
        direction=direction,
    )
    return said, line


def _by_part(part: re.Match[str], direction: Direction) -> Decimal | None:
    """Return by how many per cent something changed, where words say by what part of what it was, or to how
    many times that."""
    if folds := part["folds"]:
        return 100 * (Decimal(NUMERALS[folds]) - 1) if direction is Direction.UP else None
    count = part["count"]
    parts = Decimal(NUMERALS.get(count, 1) if count else 1)
    return (100 * parts / PARTS_OF_WHOLE[part["part"]]).quantize(Decimal("0.1"))


def said_of(passage: Passage, span: Span, at: tuple[int, int], period: Period, subject: str) -> ProseMention:
    """Return words of a passage as a mention without a number or a place among those of the prose."""
    return ProseMention(
        index=-1,
        passage=passage.index,
        start=at[0],
        end=at[1],
        text=passage.text[at[0] : at[1]],
        number=_number(None),
        role=Role.AMOUNT,
        bound=Bound.EXACT,
        sentence=span,
        words=passage.text[span.start : span.end],
        period=period,
        indicator=subject,
        operation=Operation.CHANGE,
    )


def _hidden(text: str, span: Span, own: Period) -> tuple[str, list[Time], list[tuple[int, int]]]:
    """Return a text in lower case with signs in place of what a sentence says of time, the times, and the
    first and last places of its numbers."""
    numbers, excluded = read_numbers(text[span.start : span.end])
    excluded = [(start + span.start, end + span.start, reason) for start, end, reason in excluded]
    times = times_of(_PART.sub(lambda hit: hit["lead"] + "-" * len(hit["part"]), text), span, excluded, own)
    shown = list(lower(text))
    for start, end in ((time.start, time.end) for time in times):
        shown[start:end] = "#" * (end - start)
    places = [(each.figure.start + span.start, each.figure.end + span.start) for each in numbers]
    return "".join(shown), times, places


def without_times(text: str, span: Span, prose: Prose) -> tuple[str, Period | None]:
    """Return a sentence in lower case without what says when, and the one period that it is of: None where
    it names none, or several."""
    hidden, times, _ = _hidden(text, span, prose.own)
    return _subject(hidden[span.start : span.end]), _period(times, prose.calendar)


def _subject(text: str) -> str:
    lead = _LEAD.match(text)
    text = text[lead.end() :] if lead else text
    return _TIMES.sub(" ", text).strip(" ,")


def _period(times: list[Time], calendar: FiscalCalendar) -> Period | None:
    """Return the period of the one time that a sentence is of, None where there is none, or several."""
    own = [time for time in times if not time.against and not time.before]
    periods = [calendar.dated(period) for time in own for period in time.periods]
    return periods[0] if len(periods) == 1 else None


def _direction(word: str, by: Decimal | int | None) -> Direction:
    if by is not None:
        return Direction.UP if by > 0 else Direction.DOWN
    if _JUMPED.fullmatch(word) or _PLUNGED.fullmatch(word):
        return Direction.UP if _JUMPED.fullmatch(word) else Direction.DOWN
    return way_of(word)


def way_of(verb: str) -> Direction:
    """Return which way a verb of change says that something went."""
    kind = next((mark.kind for mark in marks_of(verb)), "")
    return {"rose": Direction.UP, "up": Direction.UP, "fell": Direction.DOWN, "down": Direction.DOWN}.get(
        kind, Direction.NONE
    )


def _number(by: Decimal | int | None) -> Number:
    value = None if by is None else Decimal(by).copy_abs()
    measure = Measure.MONEY if by is None else Measure.PERCENT
    return Number(Kind.VALUE, value, value, measure=measure)
