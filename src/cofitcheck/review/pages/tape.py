"""The tape: the numbers that an address chooses, with which numbers it begins, and how it is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from fastapi import Request
from sqlalchemy.orm import Session

from cofitcheck import patterns as re
from cofitcheck.errors import InputError
from cofitcheck.reports.words import say
from cofitcheck.review.database.models import DraftRow, OwnRow
from cofitcheck.review.lookup import require_finding, whole
from cofitcheck.review.own.acts import OwnClaim, cells_of
from cofitcheck.review.own.numbers import Numbers, lines_of
from cofitcheck.review.own.recompute import MOST_LINES, OwnKind, OwnTape, held_sum, tape_of, tie_of
from cofitcheck.review.state import state_of

_LINE = re.compile(r"-?\d{1,9}")


class ChosenCells:
    """The numbers that are chosen, as the address of the page names them.

    They are the total and the lines; a line that is deducted has a minus in the address.
    """

    def __init__(self, total: str, lines: Sequence[str]) -> None:
        self.total = int(total) if total.isdecimal() and len(total) < 10 else None
        self.lines = [
            (abs(int(line)), -1 if line.startswith("-") else 1)
            for line in lines[:MOST_LINES]
            if _LINE.fullmatch(line)
        ]

    def address(self, **further: str | int) -> str:
        """Return the numbers as the query of an address."""
        total = [] if self.total is None else [("total", str(self.total))]
        lines = [("line", f"{'-' if sign < 0 else ''}{cell}") for cell, sign in self.lines]
        return urlencode([*total, *lines, *((name, str(value)) for name, value in further.items() if value)])

    def without(self, cell: int) -> ChosenCells:
        """Return the choice without a number."""
        return _tape(
            None if self.total == cell else self.total, [each for each in self.lines if each[0] != cell]
        )

    def with_total(self, cell: int) -> ChosenCells:
        """Return the choice with another total."""
        return _tape(cell, self.without(cell).lines)

    def with_line(self, cell: int, sign: int) -> ChosenCells:
        """Return the choice with a further line, or with another sign of a line that it has."""
        if any(each == cell for each, _ in self.lines):
            return _tape(self.total, [(each, sign if each == cell else old) for each, old in self.lines])
        return _tape(self.without(cell).total, [*self.lines, (cell, sign)])

    def said(self) -> OwnClaim:
        """Return the sum of the chosen numbers. Raises `InputError` where no total is chosen."""
        if self.total is None:
            raise InputError(say("choose the total of the sum first"))
        return OwnClaim.sum(self.total, self.lines)


def _tape(total: int | None, lines: Sequence[tuple[int, int]]) -> ChosenCells:
    made = ChosenCells("", [])
    made.total, made.lines = total, list(lines)
    return made


def tape_address(row: OwnRow) -> str:
    """Return the query that puts the numbers of an own check on the tape, without those not found again."""
    cells = tuple((cell.mention, cell.sign) for cell in cells_of(row))
    here = tuple(each for each in cells if each[0] >= 0)
    if not here:
        return urlencode({"mend": row.number})
    (total, _), *lines = cells
    tape = _tape(total if total >= 0 else None, [each for each in lines if each[0] >= 0])
    return tape.address(mend=row.number)


def begun(
    session: Session, request: Request, draft: DraftRow, asked: Mapping[str, str], numbers: Numbers
) -> ChosenCells | None:
    """Return the tape of a finding whose lines are to be corrected, None where the address names none."""
    if not whole(asked["mends"]):
        return None
    finding = require_finding(session, draft.id, whole(asked["mends"]))
    taken = lines_of(state_of(request).files.record(draft.id).read_bytes(), finding)
    if taken is None:
        cells = [member["mention"] for member in finding.members[:2]]
        return _tape(cells[0], [(cell, 1) for cell in cells[1:]])
    return _tape(taken[0], taken[1])


def held(numbers: Numbers, query: Mapping[str, str]) -> ChosenCells | None:
    """Return the tape of a sum that the program added up, None where there is no such sum.

    The address names the sum by a number and by the place of the check among the checks of this number.
    """
    mention, nth = query.get("held", ""), whole(query.get("nth", ""))
    if not mention.isdecimal() or len(mention) > 9 or int(mention) >= len(numbers.each):
        return None
    found = held_sum(numbers, int(mention), nth)
    return None if found is None else _tape(*found)


def shown_tape(tape: ChosenCells, numbers: Numbers) -> tuple[OwnTape | None, str]:
    """Return the tape as it is shown, or why it cannot be added up."""
    try:
        total = None if tape.total is None else numbers.at(tape.total)
        lines = [(numbers.at(cell), sign) for cell, sign in tape.lines]
        if total and len(lines) == 1:
            return OwnTape((), "", tie_of(total, lines[0][0], OwnKind.SAME)), ""
        return tape_of(total, lines), ""
    except InputError as error:
        return None, str(error)
