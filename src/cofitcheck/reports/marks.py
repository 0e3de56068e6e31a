"""What a marked copy shows, and why: findings, numbers that a check confirms, those left open, what was not
read.

A number without a mark is in no check: nothing repeats it, and no calculation that is known has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from cofitcheck.checks import Grid
from cofitcheck.checks.ledger import TICKS, Check, CheckKind, Outcome
from cofitcheck.checks.model import Finding, LeftOpen, Report
from cofitcheck.document import Document, Place
from cofitcheck.reports.coverage import agrees, ordered, without_finding
from cofitcheck.reports.tape import mended_text
from cofitcheck.reports.telling import about, elsewhere, in_short
from cofitcheck.reports.wording import short

_FEWEST_DIGITS = 3
_NAMED = 3
"""So many of the numbers that agree with one are named at it."""


class Role(StrEnum):
    """What a mark says of its place, the weightiest first."""

    FINDING = "finding"
    WITNESS = "witness"
    SAME_FACT = "other"
    PART = "part"
    LEFT_OPEN = "open"
    AGREES = "agrees"
    NOT_READ = "unread"


LEGEND = {
    Role.FINDING: "stands against the others",
    Role.WITNESS: "states the other value",
    Role.SAME_FACT: "same fact",
    Role.PART: "part of a sum that does not foot",
    Role.AGREES: "checked: T tied to another, F footed, CF cross-footed, RF rolled forward, R recalculated",
    Role.LEFT_OPEN: "differs, left open",
    Role.NOT_READ: "not checked",
}


@dataclass(frozen=True, slots=True)
class Mark:
    """How a place is marked, and the note that says why; `ticks` are an auditor's tick marks."""

    role: Role
    note: str
    ticks: tuple[str, ...] = ()


def number_marks(report: Report) -> dict[int, Mark]:
    """Return the mark of every number (mention index) that was compared; of several the weightiest."""
    document, grid = report.document, Grid(report.document)
    marks: dict[int, Mark] = _calculated(report)
    for fact in without_finding(report):
        if agrees(grid, fact) and not all(_says_nothing(document, index) for index in fact.mentions):
            tied = _agreeing(document, fact.mentions)
            marks |= {index: _together(mark, marks.get(index)) for index, mark in tied.items()}
    for left in reversed(report.left_open):
        marks |= _left_open(report.document, left)
    for number, finding in reversed(list(enumerate(ordered(report.findings), 1))):
        marks |= _found(report.document, number, finding)
    return marks


def unread_marks(document: Document) -> list[tuple[Place, Mark]]:
    """Return the places of what was listed as not read: each number where they are known, else the table."""
    return [
        (place, Mark(Role.NOT_READ, f"Not checked: {table.reason}."))
        for table in document.unread
        for place in table.cells or (table.place,)
    ]


def _calculated(report: Report) -> dict[int, Mark]:
    """Return the marks of the numbers that calculations confirm: a note for each kind, by its first one."""
    marks = {}
    for index, checks in report.ledger.checks.items():
        first = {
            check.kind: check
            for check in reversed(checks)
            if check.outcome is Outcome.AGREES and check.kind is not CheckKind.REPEAT
        }
        kinds = [kind for kind in CheckKind if kind in first]
        if kinds:
            notes = (_calculation(report.document, index, first[kind]) for kind in kinds)
            marks[index] = Mark(Role.AGREES, " ".join(notes), tuple(TICKS[kind] for kind in kinds))
    return marks


def _calculation(document: Document, index: int, check: Check) -> str:
    """Return what a calculation is, at one of its numbers, with the last of the others."""
    beside = elsewhere(document, check.others[-1])
    return f"{TICKS[check.kind]}: {_CALCULATIONS[check.kind]}, with {beside}."


_CALCULATIONS = {
    CheckKind.SUM: "foots down its column",
    CheckKind.CROSS_SUM: "foots across its row",
    CheckKind.ROLL_FORWARD: "carries forward from the opening to the closing balance",
    CheckKind.DERIVED: "comes out when worked out again",
}


def _together(mark: Mark, other: Mark | None) -> Mark:
    if other is None:
        return mark
    return Mark(mark.role, f"{mark.note} {other.note}", (*mark.ticks, *other.ticks))


def _says_nothing(document: Document, index: int) -> bool:
    """Tell whether a number is short and has no header, as those of notes in a column of their own."""
    mention = document.mentions[index]
    return not mention.column_path and mention.number.digits < _FEWEST_DIGITS


def _found(document: Document, number: int, finding: Finding) -> dict[int, Mark]:
    if finding.fact is None:
        return _miscalculated(document, number, finding)
    head = f"Finding {number}: {short(about(document, finding)[0], 120)}, {in_short(finding)}."
    there, here = (elsewhere(document, index) for index in (finding.counterpart, finding.mention))
    further = Mark(Role.SAME_FACT, f"{head} A further statement of the same fact.")
    return dict.fromkeys(finding.mentions, further) | {
        finding.mention: Mark(Role.FINDING, f"{head} Against {there}."),
        finding.counterpart: Mark(Role.WITNESS, f"{head} Compared with it: {here}."),
    }


def _miscalculated(document: Document, number: int, finding: Finding) -> dict[int, Mark]:
    head = f"Finding {number}: {short(about(document, finding)[0], 120)}, {in_short(finding)}."
    assert finding.calculation is not None
    part = Mark(Role.PART, f"{head} A part of it.")
    wrong = f"{head} Most likely wrong is this number; it comes out with {mended_text(document, finding)}."
    return (
        dict.fromkeys(finding.mentions, part)
        | {finding.calculation.total: Mark(Role.WITNESS, f"{head} Its total, as stated.")}
        | {finding.mention: Mark(Role.FINDING, wrong)}
    )


def _left_open(document: Document, left: LeftOpen) -> dict[int, Mark]:
    def mark(other: int) -> Mark:
        return Mark(
            Role.LEFT_OPEN, f"Left open, likelier two facts than an error: {elsewhere(document, other)}."
        )

    return dict.fromkeys(left.fact.mentions, mark(left.mention)) | {left.mention: mark(left.counterpart)}


def _agreeing(document: Document, mentions: Sequence[int]) -> dict[int, Mark]:
    said = {index: elsewhere(document, index) for index in mentions[: _NAMED + 1]}
    tick = (TICKS[CheckKind.REPEAT],)
    return {index: Mark(Role.AGREES, _agreement(said, index, len(mentions) - 1), tick) for index in mentions}


def _agreement(said: dict[int, str], index: int, others: int) -> str:
    named = [words for other, words in said.items() if other != index][:_NAMED]
    more = f" and {others - len(named):,} more" if others > len(named) else ""
    return f"Agrees with {'; '.join(named)}{more}."
