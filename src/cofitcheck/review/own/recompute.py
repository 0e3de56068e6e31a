"""Works out own checks, in `Decimal` and in base units, and refuses numbers that do not fit together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from itertools import combinations
from math import comb

from cofitcheck.checks.ledger import CheckKind
from cofitcheck.errors import InputError
from cofitcheck.numbers import Measure, Number, Relation, compare
from cofitcheck.numbers.relations import EXACT
from cofitcheck.reports.model.excerpts import TapeLine
from cofitcheck.reports.model.wording import Look, as_printed
from cofitcheck.reports.words import Words, phrase, say
from cofitcheck.reports.words.findings import RELATIONS
from cofitcheck.review.own.numbers import DraftNumber, Numbers

MOST_LINES = 500
"""The most lines of a sum."""
SUMS = frozenset({CheckKind.SUM, CheckKind.CROSS_SUM, CheckKind.ROLL_FORWARD})
"""The checks of the program that add up."""
_MOST_TRIED = 2000
"""The most ways to choose a number of lines to deduct that are tried."""

_MEASURES: dict[Measure, Words] = {
    Measure.MONEY: phrase("an amount of money"),
    Measure.PER_SHARE: phrase("an amount per share"),
    Measure.SHARES: phrase("a number of shares"),
    Measure.PERCENT: phrase("a percentage"),
    Measure.BASIS_POINTS: phrase("basis points"),
    Measure.RATIO: phrase("a multiple"),
    Measure.UNKNOWN: phrase("a number of no stated unit"),
}
_SCALES: dict[int, Words] = {
    0: phrase("units"),
    3: phrase("thousands"),
    4: phrase("ten thousands"),
    6: phrase("millions"),
    8: phrase("hundred millions"),
    9: phrase("billions"),
}


class OwnKind(StrEnum):
    """What a reviewer says of some numbers."""

    SUM = "sum"
    """The first one is the total of the others."""
    SAME = "same"
    """They state one fact."""
    APART = "apart"
    """They state two facts."""


class OwnOutcome(StrEnum):
    """The outcome of an own check."""

    HOLDS = "holds"
    BROKEN = "broken"
    LOST = "lost"
    """One of its numbers was not found again."""


KIND_WORDS: dict[OwnKind, Words] = {
    OwnKind.SUM: phrase("Sum"),
    OwnKind.SAME: phrase("Same item"),
    OwnKind.APART: phrase("Two items"),
}
OUTCOME_WORDS: dict[OwnOutcome, Words] = {
    OwnOutcome.HOLDS: phrase("holds"),
    OwnOutcome.BROKEN: phrase("does not hold"),
    OwnOutcome.LOST: phrase("not found again"),
}


@dataclass(frozen=True, slots=True)
class Recomputed:
    """The outcome of a check, and why in a sentence; `remarks` say what was converted or assumed."""

    outcome: OwnOutcome
    said: Words
    remarks: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnTape:
    """The lines of a sum with the running total, as the cell of the total would print it.

    `result` is None where no total is chosen, or too few lines.
    """

    lines: tuple[TapeLine, ...]
    computed: str
    result: Recomputed | None


def tape_of(total: DraftNumber | None, lines: Sequence[tuple[DraftNumber, int]]) -> OwnTape:
    """Return the tape of a sum that is being put together.

    Raises `InputError` where its lines cannot be added up.
    """
    _require_addable(total, lines)
    like = total or (lines[0][0] if lines else None)
    if like is None:
        return OwnTape((), "", None)
    look = _look([like, *(line for line, _ in lines)])
    shown, running = [], Decimal(0)
    for line, sign in lines:
        running = EXACT.add(running, sign * _value(line.number))
        shown.append(
            TapeLine(
                sign="+" if sign > 0 else "−",
                label=line.label,
                text=line.text,
                running=as_printed(running, like.number, look),
            )
        )
    result = sum_of(total, lines) if total and len(lines) > 1 else None
    return OwnTape(tuple(shown), as_printed(running, like.number, look), result)


def sum_of(total: DraftNumber, lines: Sequence[tuple[DraftNumber, int]]) -> Recomputed:
    """Add up lines and compare the sum with a total. Raises `InputError` where that cannot be done.

    Rounding allows half a unit of the last stated digit of each number, as in the sums of the program.
    """
    if len(lines) < 2:
        raise InputError(say("a sum has two lines or more; to hold one number against another, tie the two"))
    if len(lines) > MOST_LINES:
        raise InputError(say("a sum has {n} lines at most; add up subtotals first", n=MOST_LINES))
    _require_addable(total, lines)
    look = _look([total, *(line for line, _ in lines)])
    computed = Decimal(0)
    for line, sign in lines:
        computed = EXACT.add(computed, sign * _value(line.number))
    off = EXACT.subtract(computed, _value(total.number))
    comes_to, apart = (as_printed(value, total.number, look) for value in (computed, abs(off)))
    remarks = tuple(_remarks(total, [line for line, _ in lines]))
    if not off:
        return Recomputed(
            OwnOutcome.HOLDS, phrase("The lines come to {computed}.", computed=comes_to), remarks
        )
    if EXACT.multiply(abs(off), Decimal(2)) <= _allowed(total, [line for line, _ in lines]):
        said = phrase(
            "The lines come to {computed}; {stated} is stated, which rounding allows.",
            computed=comes_to,
            stated=total.text,
        )
        return Recomputed(OwnOutcome.HOLDS, said, remarks)
    more = phrase("The lines come to {computed}, which is {difference} more than the {stated} stated.")
    less = phrase("The lines come to {computed}, which is {difference} less than the {stated} stated.")
    values = {"computed": comes_to, "difference": apart, "stated": total.text}
    return Recomputed(OwnOutcome.BROKEN, (more if off > 0 else less).of(values), remarks)


def held_sum(numbers: Numbers, mention: int, nth: int) -> tuple[int, tuple[tuple[int, int], ...]] | None:
    """Return total and lines (mention and sign) of a sum that the program added up.

    It is the check `nth` (from 0) of a number. Returns None where this check is no sum, or where no
    signs make its lines come to the total.
    """
    checks = numbers.at(mention).checks
    if nth >= len(checks) or checks[nth].kind not in SUMS or len(checks[nth].others) < 2:
        return None
    others = checks[nth].others
    # The number is the total of the others, or the last of the others is the total.
    tried = ((mention, others), (others[-1], (*others[:-1], mention)))
    found = [(total, signs) for total, lines in tried if (signs := _signs(numbers, total, lines))]
    # A total that is taken for a line has to be deducted, and most totals stand below their lines.
    return min(found, key=lambda each: (sum(sign < 0 for _, sign in each[1]), -each[0]), default=None)


def _signs(numbers: Numbers, total: int, lines: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return lines with the signs with which they come to a total, () where there are none."""
    stated = sorted(lines)
    for deducted in _few_of(stated):
        signs = tuple((line, -1 if line in deducted else 1) for line in stated)
        try:
            found = sum_of(numbers.at(total), [(numbers.at(line), sign) for line, sign in signs])
        except InputError:
            return ()
        if found.outcome is OwnOutcome.HOLDS:
            return signs
    return ()


def _few_of(lines: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the lines that a sum may deduct: none, then each one, then more as long as choices are few."""
    for size in range(len(lines)):
        if comb(len(lines), size) > _MOST_TRIED:
            return
        yield from combinations(lines, size)


def tie_of(one: DraftNumber, other: DraftNumber, kind: OwnKind) -> Recomputed:
    """Compare two numbers that are said to state one fact, or two.

    Raises `InputError` where they cannot be compared.
    """
    if one.mention == other.mention:
        raise InputError(say("“{number}” cannot be tied to itself; choose another number", number=one.text))
    values: dict[str, str | int] = {"number": one.text, "other": other.text}
    if kind is OwnKind.APART:
        return Recomputed(OwnOutcome.HOLDS, phrase("{number} and {other} state two items.").of(values))
    found = compare(one.number, other.number)
    if found.relation is Relation.NOT_COMPARABLE:
        raise InputError(_incomparable(one, other))
    remarks = tuple(_remarks(one, [other]))
    if found.relation in (Relation.EQUAL, Relation.CONSISTENT):
        return Recomputed(OwnOutcome.HOLDS, phrase("{number} and {other} agree.").of(values), remarks)
    said = phrase("{number} and {other} state one item, but do not agree: {relation}.").of(
        {**values, "relation": RELATIONS[found.relation]}
    )
    return Recomputed(OwnOutcome.BROKEN, said, remarks)


def _require_addable(total: DraftNumber | None, lines: Sequence[tuple[DraftNumber, int]]) -> None:
    """Raise `InputError` where a number occurs twice, or has another unit or currency than the others."""
    seen = {total.mention} if total else set()
    for line, _ in lines:
        if line.mention in seen:
            same = total is not None and line.mention == total.mention
            told = (
                say("“{number}” is the total; it cannot be a line of its own sum", number=line.text)
                if same
                else say("“{number}” is a line of the sum already", number=line.text)
            )
            raise InputError(told)
        seen.add(line.mention)
    every = [*([total] if total else []), *(line for line, _ in lines)]
    known = next((each for each in every if each.number.measure is not Measure.UNKNOWN), None)
    priced = next((each for each in every if each.number.currency), None)
    for each in every:
        if known and each.number.measure not in (Measure.UNKNOWN, known.number.measure):
            raise InputError(_incomparable(known, each))
        if priced and each.number.currency not in ("", priced.number.currency):
            raise InputError(_incomparable(priced, each))


def _incomparable(one: DraftNumber, other: DraftNumber) -> str:
    """Return why two numbers cannot be compared or added up."""
    values: dict[str, str | int] = {"number": one.text, "other": other.text}
    if one.number.measure is not other.number.measure:
        return str(
            phrase("“{number}” is {unit}, “{other}” is {other_unit}; numbers of one unit belong together").of(
                values
                | {"unit": _MEASURES[one.number.measure], "other_unit": _MEASURES[other.number.measure]}
            )
        )
    return say(
        "“{number}” is in {unit}, “{other}” in {other_unit}; numbers of one currency belong together",
        **values,
        unit=one.number.currency,
        other_unit=other.number.currency,
    )


def _remarks(total: DraftNumber, lines: Sequence[DraftNumber]) -> list[Words]:
    """Return what was converted or assumed.

    There is a sentence for each scale, and one for a number without a unit.
    """
    said: list[Words] = []
    for scale in dict.fromkeys(line.number.scale for line in lines):
        if scale != total.number.scale:
            first = next(line for line in lines if line.number.scale == scale)
            said.append(
                phrase(
                    "“{number}” is in {scale}, “{other}” in {other_scale}: they are converted.",
                    number=first.text,
                    scale=_scale(scale),
                    other=total.text,
                    other_scale=_scale(total.number.scale),
                )
            )
    units = {each.number.measure for each in (total, *lines)}
    if Measure.UNKNOWN in units and len(units) > 1:
        first = next(each for each in (total, *lines) if each.number.measure is Measure.UNKNOWN)
        said.append(phrase("Nothing states the unit of “{number}”; it is taken as it is.", number=first.text))
    return said


def _scale(power: int) -> Words:
    return _SCALES.get(power) or f"10^{power}"


def _value(number: Number) -> Decimal:
    """Return the value of a number. Nobody can choose a blank, as it is no number of a draft."""
    assert number.value is not None
    return number.value


def _allowed(total: DraftNumber, lines: Sequence[DraftNumber]) -> Decimal:
    """Return twice the difference that rounding allows a sum (as `checks.sums.relations.allowed`)."""
    units = [Decimal(1).scaleb(each.number.precision) for each in lines]
    own, parts = Decimal(1).scaleb(total.number.precision), sum(units, Decimal(0))
    truncated = any(each.number.truncated for each in (total, *lines))
    return max(parts + own, 2 * (parts - own)) if truncated else parts + own


def _look(numbers: Sequence[DraftNumber]) -> Look:
    return Look.of((each.text, each.number) for each in numbers)
