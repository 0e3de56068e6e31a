"""Every number in the tables of a draft, which reviewers can add up, tie and look through.

The worker stores them when it checks the draft.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

from cofitcheck.checks.comparatives.related import Dates
from cofitcheck.checks.ledger import CheckKind, Outcome
from cofitcheck.document import Place
from cofitcheck.errors import InputError
from cofitcheck.numbers import Number
from cofitcheck.reports.json.schema import CalculationRecord
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.words import say
from cofitcheck.review.database.models import FindingRow
from cofitcheck.review.findings.changed import Member, members_of


class NumberCheck(Struct, frozen=True):
    """A check of the program that a number takes part in, with the other mentions (indices)."""

    kind: CheckKind
    outcome: Outcome
    others: tuple[int, ...]


class DraftNumber(Member, frozen=True, kw_only=True):
    """A number of a table: where it stands, what it states, and the checks of the program that it is in."""

    number: Number
    checks: tuple[NumberCheck, ...]
    box: tuple[float, float, float, float] | None = None
    """Left, top, right and bottom on the page, as shares of its width and height; None without pages."""

    @property
    def label(self) -> str:
        """The label of its row."""
        return self.row.rpartition(" › ")[2] or self.title


class OwnCell(Member, frozen=True, kw_only=True):
    """A number of an own check; `sign` is 1 where it is added, -1 where it is deducted.

    `alike` numbers of the draft have the same place, and this one is number `nth` of them, from 0. Where a
    later draft has more or fewer of them, it is not known which one was meant.
    """

    sign: int = 1
    nth: int = 0
    alike: int = 1


class Numbers(Struct, frozen=True, kw_only=True):
    """The numbers of a draft by their index.

    `year` is the year on which the document reports, 0 where it names none.
    """

    year: int
    each: list[DraftNumber]

    def at(self, mention: int) -> DraftNumber:
        """Return the number with an index. Raises `InputError` where the document has none."""
        if not 0 <= mention < len(self.each):
            raise InputError(
                say("this document has no number {number}; choose one that it shows", number=mention)
            )
        return self.each[mention]

    def cell(self, mention: int, sign: int = 1) -> OwnCell:
        """Return a number as an own check keeps it. Raises `InputError` where there is none."""
        stated = self.at(mention)
        alike = [each.mention for each in self.each if each.place == stated.place]
        kept = {name: getattr(stated, name) for name in Member.__struct_fields__}
        return OwnCell(**kept, sign=sign, nth=alike.index(mention), alike=len(alike))

    def places(self) -> Mapping[str, list[DraftNumber]]:
        """Return the numbers by their places."""
        found: dict[str, list[DraftNumber]] = defaultdict(list)
        for each in self.each:
            found[each.place].append(each)
        return found

    def of_table(self, table: int) -> Sequence[DraftNumber]:
        """Return the numbers of a table (from 1)."""
        return [each for each in self.each if each.table == table]

    def on_page(self, page: int) -> Sequence[DraftNumber]:
        """Return the numbers that stand on a page (from 1)."""
        return [each for each in self.each if each.page == page and each.box]

    def tables(self) -> Iterator[tuple[int, str]]:
        """Yield number and title of each table, in document order."""
        yield from {each.table: each.title for each in self.each}.items()


def numbers_of(report: Report, pages: Sequence[tuple[float, float]] = ()) -> Numbers:
    """Return the numbers of a checked document; `pages` are width and height of its pages in points."""
    document = report.document
    last = Dates.of(document).last
    members = members_of(document, range(len(document.mentions)))
    return Numbers(
        year=last.year if last else 0,
        each=[
            DraftNumber(
                **msgspec.structs.asdict(member),
                number=mention.number,
                box=_in_parts(mention.place, pages),
                checks=tuple(
                    NumberCheck(check.kind, check.outcome, tuple(check.others))
                    for check in report.ledger.of(mention)
                ),
            )
            for member, mention in zip(members, document.mentions, strict=True)
        ],
    )


def _in_parts(place: Place, pages: Sequence[tuple[float, float]]) -> tuple[float, float, float, float] | None:
    if place.box is None or not 0 < place.page <= len(pages):
        return None
    (left, top, right, bottom), (width, height) = place.box, pages[place.page - 1]
    # A damaged or hostile page may have a size of 0.
    across, down = max(width, 1), max(height, 1)
    return left / across, top / down, right / across, bottom / down


class _Finding(Struct):
    mention: int
    counterpart: int
    calculation: CalculationRecord | None
    fingerprint: str = ""


class _Record(Struct):
    findings: list[_Finding]
    left_open: list[_Finding] = []


def lines_of(report: bytes, finding: FindingRow) -> tuple[int, tuple[tuple[int, int], ...]] | None:
    """Return total and lines (mention and sign) of the sum of a finding or of an item left open.

    Returns None where it is about no sum. `report` is the report of the draft as JSON.
    """
    read = msgspec.json.decode(report, type=_Record)
    for each in (*read.findings, *read.left_open):
        sides = {each.mention, each.counterpart} <= {said["mention"] for said in finding.members}
        calculation = each.calculation
        if (
            calculation
            and calculation.way == "sum"
            and sides
            and each.fingerprint in ("", finding.fingerprint)
        ):
            return calculation.total, tuple((part.mention, part.sign) for part in calculation.addends)
    return None


def stored(numbers: Numbers) -> bytes:
    """Return numbers in the form in which they are stored."""
    return msgspec.json.encode(numbers)


def from_stored(path: Path) -> Numbers:
    """Return stored numbers. Raises `InputError` where an earlier version checked the draft and kept none."""
    try:
        return _decoded(path, path.stat().st_mtime_ns)
    except FileNotFoundError as error:
        raise InputError(
            say(
                "an earlier version of the program checked this draft and kept no numbers to add up; "
                "upload it again as the next draft"
            )
        ) from error


@lru_cache(4)
def _decoded(path: Path, _written: int) -> Numbers:
    return msgspec.json.decode(path.read_bytes(), type=Numbers)
