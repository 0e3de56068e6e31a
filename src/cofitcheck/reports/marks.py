"""What a marked copy shows, and why: findings, numbers that agree, those left open, and what was not read.

A number without a mark is stated once in the tables that were read: there was nothing to compare it with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from cofitcheck.checks import Grid
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
    LEFT_OPEN = "open"
    AGREES = "agrees"
    NOT_READ = "unread"


LEGEND = {
    Role.FINDING: "stands against the others",
    Role.WITNESS: "states the other value",
    Role.SAME_FACT: "same fact",
    Role.AGREES: "agrees with another number",
    Role.LEFT_OPEN: "differs, left open",
    Role.NOT_READ: "not checked",
}


@dataclass(frozen=True, slots=True)
class Mark:
    """How a place is marked, and the note that says why."""

    role: Role
    note: str


def number_marks(report: Report) -> dict[int, Mark]:
    """Return the mark of every number (mention index) that was compared; of several the weightiest."""
    marks: dict[int, Mark] = {}
    grid = Grid(report.document)
    for fact in without_finding(report):
        if agrees(grid, fact) and not all(_says_nothing(report.document, index) for index in fact.mentions):
            marks |= _agreeing(report.document, fact.mentions)
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
    part = Mark(Role.SAME_FACT, f"{head} A part of it.")
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
    return {index: Mark(Role.AGREES, _agreement(said, index, len(mentions) - 1)) for index in mentions}


def _agreement(said: dict[int, str], index: int, others: int) -> str:
    named = [words for other, words in said.items() if other != index][:_NAMED]
    more = f" and {others - len(named):,} more" if others > len(named) else ""
    return f"Agrees with {'; '.join(named)}{more}."
