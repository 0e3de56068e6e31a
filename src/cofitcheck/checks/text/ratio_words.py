"""The ratios that sentences name: "gross margin", "operating income as a percentage of revenue"."""

from __future__ import annotations

from dataclasses import dataclass

from cofitcheck import patterns as re
from cofitcheck.checks.text.links import digits_of
from cofitcheck.checks.text.named_rows import VERBS, Line, clause_of, leaves_out, line_called, plain_name
from cofitcheck.checks.text.ratio_points import states_points
from cofitcheck.language.phrases import AS_SHARE, JOINS_RATIOS, OF_WHOLE, RATIOS
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


@dataclass(frozen=True, slots=True)
class Ratio:
    """A part of a whole, in per cent or (`times`) as a multiple."""

    part: Line
    whole: Line
    times: bool = False
    joined: Line | None = None
    """The part with what an "and" joins to it: "research and development"."""


def may_be_ratio(said: ProseMention) -> bool:
    """Tell whether a number may be a plain statement of a ratio as tables come to it."""
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
