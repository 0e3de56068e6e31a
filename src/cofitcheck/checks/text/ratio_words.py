"""The ratios that sentences name, and their changes in points.

"Gross margin" and "operating income as a percentage of revenue" are ratios; "gross margin increased 190 basis
points to 65.1%" is a change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.text.counterparts import Counterpart, Way
from cofitcheck.checks.text.links import digits_of
from cofitcheck.checks.text.named_rows import VERBS, Line, clause_of, leaves_out, line_called, plain_name
from cofitcheck.checks.text.words import Row
from cofitcheck.language.phrases import AS_SHARE, JOINS_RATIOS, OF_WHOLE, RATIOS
from cofitcheck.numbers.relations import EXACT
from cofitcheck.prose import Basis, Bound, Operation, ProseMention, Role
from cofitcheck.prose.operations import lower

_NAMES = [(re.compile(pattern), part, whole) for pattern, part, whole in RATIOS]
_JOINED = re.compile(rf"[\s,;]{{1,3}}{JOINS_RATIOS}\s")
_PART_FIRST = re.compile(
    rf"(?P<part>.{{3,90}}?),?\s{AS_SHARE}\s(?P<whole>[^,;]{{3,60}})(?:,\sor\s.{{3,40}})?"
)
_WHOLE_FIRST = re.compile(rf"{AS_SHARE}\s(?P<whole>[^,;]{{3,60}}),\s(?P<part>.{{3,90}})")
_OF = re.compile(rf"\s?(?:{OF_WHOLE}|{AS_SHARE})\s(?P<whole>[a-z][a-z\s-]{{2,40}})")
_LEVELS = frozenset({Operation.LEVEL, Operation.SHARE, Operation.FROM, Operation.TO, Operation.COMPARED})
_OTHER_BASES = frozenset(Basis)
_ROLES = frozenset({Role.PERCENT, Role.MULTIPLE, Role.NUMBER})

POINTS = {Role.POINTS: Decimal(1), Role.BASIS_POINTS: Decimal(100)}
"""How many units of a role make one percentage point: a hundred basis points."""
_CHANGES = frozenset({Operation.CHANGE, Operation.LEVEL})
_SLACK = Decimal("0.2")
"""A change may have been taken between two ratios that were rounded to a tenth of a point."""

_Rows = tuple[Row, Row]


@dataclass(frozen=True, slots=True)
class Ratio:
    """A part of a whole, in per cent or (`times`) as a multiple."""

    part: Line
    whole: Line
    times: bool = False
    joined: Line | None = None
    """The part with what an "and" joins to it: "research and development"."""


def may_be_ratio(said: ProseMention) -> bool:
    """Tell whether a number may plainly state a ratio that two lines of tables come to, or its change in
    points."""
    plain = said.bound in (Bound.EXACT, Bound.ABOUT) and not said.basis & _OTHER_BASES
    told = said.operation in _LEVELS or said.operation is Operation.AVERAGE
    if states_points(said):
        return plain
    return said.role in _ROLES and plain and told and bool(said.number.value) and digits_of(said) > 1


def is_named(name: str) -> bool:
    """Tell whether words in lower case are the name of a ratio."""
    return any(pattern.fullmatch(plain_name(name)) for pattern, _, _ in _NAMES)


def ratio_of(said: ProseMention) -> Ratio | None:
    """Return the ratio that the words of a number name, None where they name none."""
    before, _, behind = lower(said.indicator).partition("…")
    clause, told = clause_of(before), clause_of(before, VERBS)
    if not clause or leaves_out(said):
        return None
    in_percent = said.role is Role.PERCENT or states_points(said)
    if in_percent and (shared := _share(said, clause, behind)):
        return shared
    name = plain_name(_JOINED.split(clause)[-1])
    for pattern, part, whole in _NAMES:
        if any(map(pattern.fullmatch, (name, plain_name(clause), plain_name(told)))):
            return Ratio(Line(part, frozenset()), Line(whole, frozenset()), not in_percent)
    return None


def _share(said: ProseMention, clause: str, behind: str) -> Ratio | None:
    found = _PART_FIRST.fullmatch(clause) or _WHOLE_FIRST.fullmatch(clause)
    if found:
        part, whole = found["part"], found["whole"]
    elif said.operation is Operation.SHARE and said.whole:
        part, whole = clause, lower(said.whole)
    elif of := _OF.match(behind):
        part, whole = clause, of["whole"]
    else:
        return None
    whole_line = line_called(_JOINED.split(whole)[0])
    part_line = line_called(_JOINED.split(part)[-1])
    if not part_line or not whole_line:
        return None
    joined = line_called(part)
    return Ratio(part_line, whole_line, joined=joined if joined != part_line else None)


def states_points(said: ProseMention) -> bool:
    """Tell whether a number states by how many points something changed."""
    return said.role in POINTS and said.operation in _CHANGES and bool(said.number.value)


def wrong_change(
    grid: Grid,
    said: ProseMention,
    readings: Sequence[tuple[_Rows, Counterpart]],
    kept: Mapping[_Rows, set[ProseMention]],
) -> tuple[Counterpart, int] | None:
    """Return what a wrong change in points comes to, and how many numbers come out of its rows.

    The change is that from the ratio of the year before to the ratio of the year, which another number of the
    sentence states. Return None where the change is right between any two columns, or where no other number
    shows the rows.
    """
    columns: dict[_Rows, list[Counterpart]] = defaultdict(list)
    for rows, held in readings:
        columns[rows].append(held)
    changes = [(rows, *each) for rows, line in columns.items() for each in _changes(said, line)]
    if any(_agrees(held, said) for _, _, held in changes):
        return None
    for rows, later, held in changes:
        others = kept.get(rows, set())
        now, before = (grid.periods[cell] for cell in (held.cells[0], held.cells[2]))
        beside = [
            each
            for each in others
            if (each.passage, each.sentence) == (said.passage, said.sentence)
            and each.period.year == now.year
            and later.agrees(each)
        ]
        if beside and before.year == now.year - 1 and before.months == now.months:
            return held, len(others)
    return None


def _changes(said: ProseMention, line: Sequence[Counterpart]) -> Iterator[tuple[Counterpart, Counterpart]]:
    by = POINTS[said.role]
    for later in line:
        for earlier in line:
            if later is not earlier and later.way is earlier.way:
                bounds = EXACT.subtract(later.least, earlier.most), EXACT.subtract(later.most, earlier.least)
                least, most = sorted(abs(each) * by for each in bounds)
                crosses = min(bounds) < 0 < max(bounds)
                cells = (*later.cells, *earlier.cells)
                finest = max(later.finest, earlier.finest)
                yield later, Counterpart(Way.POINTS, cells, Decimal(0) if crosses else least, most, finest)


def _agrees(held: Counterpart, said: ProseMention) -> bool:
    off = _SLACK * POINTS[said.role] + Decimal(1).scaleb(said.number.precision)
    stated = abs(said.number.value or Decimal(0))
    return held.least - off <= stated <= held.most + off
