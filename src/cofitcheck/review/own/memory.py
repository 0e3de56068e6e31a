"""A company's memory: what was said of the numbers of one report, as a file for the company's next report.

Places are kept as text, in which each year is written as its distance from the year on which the document
reports. Numbers are not kept. The file stays where its owner puts it; nothing is sent.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec
from msgspec import Struct
from sqlalchemy.orm import Session

from cofitcheck import patterns as re
from cofitcheck.checks.model import FindingKind
from cofitcheck.errors import InputError
from cofitcheck.periods.east_asian import spelled
from cofitcheck.reports.words import Words, phrase, say
from cofitcheck.review.database.models import DraftRow, FindingRow, OwnRow
from cofitcheck.review.decisions import VERDICT_WORDS, Verdict
from cofitcheck.review.decisions.decide import require_unlocked
from cofitcheck.review.findings.changed import Member
from cofitcheck.review.own.acts import OwnClaim, cells_of, make, own_of
from cofitcheck.review.own.numbers import Numbers
from cofitcheck.review.own.recompute import OwnKind

VERSION = 1
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_RELATIVE_YEAR = re.compile(r"\{year([+-]\d+)?\}")
_MOST = 2000
"""The most entries of a memory."""


class MemoryPlace(Struct, frozen=True, kw_only=True):
    """Where a number stands in every report of the company.

    "{year}" is the year on which a report is, "{year-1}" the year before. `alike` numbers have this place,
    and this one is number `nth` of them, from 0.
    """

    table: str
    row: str
    column: str
    sign: int = 1
    nth: int = 0
    alike: int = 1


class MemoryEntry(Struct, frozen=True, kw_only=True):
    """What somebody said of some numbers, when (UTC), and why; of a sum the total comes first."""

    kind: OwnKind
    places: tuple[MemoryPlace, ...]
    who: str
    at: str
    why: str = ""


class Memory(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The memory of a company; `document` is the name of the report from which it was made."""

    memory: int = VERSION
    document: str = ""
    entries: tuple[MemoryEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class Recalled:
    """The result of using a memory in another report.

    `made` are the own checks that were made, `known` counts entries whose check existed already, and
    `missing` says in words of which entries a number was not found, or the check could not be made.
    """

    made: Sequence[OwnRow]
    known: int
    missing: Sequence[Words]


def remembered(session: Session, draft: DraftRow, numbers: Numbers, findings: Iterable[FindingRow]) -> Memory:
    """Return what was said of the numbers of a draft.

    That is its own checks, and its findings that were decided as "not the same item".
    """
    entries = [
        MemoryEntry(
            kind=OwnKind(row.kind),
            places=tuple(
                _place(cell, numbers.year, cell.sign, cell.nth, cell.alike) for cell in cells_of(row)
            ),
            who=row.who,
            at=_when(row.made),
            why=row.note,
        )
        for row in own_of(session, draft.id)
    ]
    said = {frozenset(entry.places) for entry in entries if entry.kind is OwnKind.APART}
    for finding in findings:
        if finding.verdict != Verdict.DIFFERENT or finding.kind != FindingKind.REPEAT or not finding.decided:
            continue
        cells = [numbers.cell(member["mention"]) for member in finding.members[:2]]
        places = tuple(_place(cell, numbers.year, 1, cell.nth, cell.alike) for cell in cells)
        if frozenset(places) not in said:
            why = finding.reason or str(VERDICT_WORDS[Verdict.DIFFERENT])
            entries.append(
                MemoryEntry(
                    kind=OwnKind.APART,
                    places=places,
                    who=finding.decided_by,
                    at=_when(finding.decided),
                    why=why,
                )
            )
    return Memory(document=draft.document.name, entries=tuple(entries))


def to_json(memory: Memory) -> bytes:
    """Return a memory as the content of its file."""
    return msgspec.json.format(msgspec.json.encode(memory), indent=2) + b"\n"


def read_memory(content: bytes) -> Memory:
    """Return the memory in a file. Raises `InputError` where the file is no memory."""
    try:
        memory = msgspec.json.decode(content, type=Memory)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(
            say(
                "the file is no memory of a company ({reason}); download one from Hand over",
                reason=str(error),
            )
        ) from error
    if memory.memory != VERSION:
        raise InputError(say("the memory is of another version ({number})", number=memory.memory))
    if len(memory.entries) > _MOST:
        raise InputError(say("the memory has more than {n} entries; split it", n=_MOST))
    for at, entry in enumerate(memory.entries, 1):
        count = len(entry.places)
        if (count < 3 if entry.kind is OwnKind.SUM else count != 2) or {
            each.sign for each in entry.places
        } - {
            1,
            -1,
        }:
            raise InputError(
                say("entry {number} of the memory is no sum of lines, and no tie of two numbers", number=at)
            )
    return memory


def recall(session: Session, draft: DraftRow, numbers: Numbers, memory: Memory, who: str) -> Recalled:
    """Make own checks of a draft from a memory, for the year of the draft.

    Entries that cannot be found or checked are told.

    Raises `LockedError` where the draft is signed.
    """
    require_unlocked(draft)
    places = _places(numbers)
    made: list[OwnRow] = []
    known, missing = 0, list[Words]()
    for entry in memory.entries:
        cells = [_found(places, place) for place in entry.places]
        lost = [place for place, cell in zip(entry.places, cells, strict=True) if cell is None]
        if lost:
            missing.append(_not_here(lost[0], numbers.year))
            continue
        pairs = tuple((cell or 0, place.sign) for cell, place in zip(cells, entry.places, strict=True))
        note = _why(entry, memory.document)
        try:
            made.append(make(session, draft, numbers, OwnClaim(entry.kind, pairs), who, note))
        except InputError as error:
            if _is_there(session, draft, pairs, entry.kind):
                known += 1
            else:
                missing.append(str(error))
    return Recalled(made, known, missing)


def relative(text: str, year: int) -> str:
    """Return a text with each calendar year as its distance from `year`; unchanged where `year` is 0."""

    def said(found: re.Match[str]) -> str:
        away = int(found[0]) - year
        return f"{{year{away:+d}}}" if away else "{year}"

    return _YEAR.sub(said, " ".join(spelled(text).split())) if year else text


def absolute(text: str, year: int) -> str:
    """Return a text of a memory with the calendar years that it means in a report on `year`."""

    def said(found: re.Match[str]) -> str:
        return str(year + int(found[1] or 0))

    return _RELATIVE_YEAR.sub(said, text) if year else text


def _place(member: Member, year: int, sign: int, nth: int, alike: int) -> MemoryPlace:
    title, row, column = (relative(text, year) for text in (member.title, member.row, member.column))
    return MemoryPlace(table=title, row=row, column=column, sign=sign, nth=nth, alike=alike)


def _places(numbers: Numbers) -> Mapping[tuple[str, ...], list[int]]:
    found: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for each in numbers.each:
        place = _place(each, numbers.year, 1, 0, 1)
        found[_key(place)].append(each.mention)
    return found


def _key(place: MemoryPlace) -> tuple[str, ...]:
    return tuple(text.casefold() for text in (place.table, place.row, place.column))


def _found(places: Mapping[tuple[str, ...], list[int]], place: MemoryPlace) -> int | None:
    alike = places.get(_key(place), [])
    return alike[place.nth] if len(alike) == place.alike and 0 <= place.nth < len(alike) else None


def _not_here(place: MemoryPlace, year: int) -> Words:
    table, row, column = (absolute(text, year) for text in (place.table, place.row, place.column))
    return phrase("{table}: {row}, {column}", table=table, row=row, column=column)


def _why(entry: MemoryEntry, document: str) -> str:
    learnt = say("{who}, {day}, of {document}", who=entry.who, day=entry.at[:10], document=document)
    return f"{entry.why} ({learnt})"[:4000] if entry.why else learnt


def _is_there(session: Session, draft: DraftRow, cells: Sequence[tuple[int, int]], kind: OwnKind) -> bool:
    wanted = sorted(cells[1:] if kind is OwnKind.SUM else cells)
    for row in own_of(session, draft.id):
        have = [(cell.mention, cell.sign) for cell in cells_of(row)]
        if row.kind == kind and sorted(have[1:] if kind is OwnKind.SUM else have) == wanted:
            return kind is not OwnKind.SUM or have[0][0] == cells[0][0]
    return False


def _when(moment: datetime.datetime) -> str:
    return moment.astimezone(datetime.UTC).isoformat(timespec="seconds")
