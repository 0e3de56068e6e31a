"""What is kept of a draft for the next one: the statements of facts, and every number that changed.

The worker stores both for the pages.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from cofitcheck.checks.comparatives import Compared, Kinship, Outcome
from cofitcheck.checks.comparatives.versions import unfollowed, versions
from cofitcheck.checks.fingerprint import place_name
from cofitcheck.checks.model import Finding
from cofitcheck.document import Document, Mention
from cofitcheck.reports.model import wording
from cofitcheck.reports.model.coverage import ordered
from cofitcheck.reports.model.marks import anchor
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.model.wording import encodable, label, period, short, table_title

CHANGED = (Outcome.DIFFER, Outcome.ADDED, Outcome.DROPPED, Outcome.MOVED)
"""The outcomes of a number that changed, in the order in which the page lists them."""
_LONGEST = 300


class Change(Struct, frozen=True, kw_only=True):
    """A number of a table that is not as it was in the draft before.

    `before` and `after` are the number as printed, "" where that draft does not have it. `title` and `table`
    (from 1) are those of the later draft, or of the earlier one where only that one has the number. `anchor`
    leads to the number in the marked copy of the later draft, and is "" where that draft does not have it.
    `findings` are the numbers of those findings of the later draft in which the number takes part.
    """

    outcome: Outcome
    label: str
    period: str
    title: str
    table: int
    before: str = ""
    after: str = ""
    anchor: str = ""
    findings: list[int] = []


class Changes(Struct, frozen=True, kw_only=True):
    """All changes since the draft with the number `before`; `numbers` counts the numbers compared.

    `unfollowed` are the numbers of findings that a change caused, as a total, a part, a repeat or a sentence
    was not changed with it.
    """

    before: int
    numbers: int
    changes: list[Change]
    unfollowed: list[int]

    def counts(self) -> Mapping[str, int]:
        """Return how many numbers have which outcome."""
        return Counter(each.outcome.value for each in self.changes)

    def of(self, outcome: str) -> list[Change]:
        """Return the changes of one kind, all of them where `outcome` is ""."""
        return [each for each in self.changes if not outcome or each.outcome == outcome]


def changes_between(report: Report, earlier: Document, number: int) -> Changes:
    """Return what became of every number between the `earlier` draft and the draft of the report.

    `number` is the number of the earlier draft.
    """
    findings = ordered(report.found)
    compared = versions(report.document, earlier, Kinship.DRAFT)
    members = _members(findings)
    return Changes(
        before=number,
        numbers=len(compared),
        changes=[
            _change(report.document, earlier, each, members)
            for outcome in CHANGED
            for each in compared
            if each.outcome is outcome
        ],
        unfollowed=[at for at, each in enumerate(findings, 1) if any(unfollowed(compared, [each]))],
    )


def stored(changes: Changes) -> bytes:
    """Return changes in the form in which they are stored."""
    return msgspec.json.encode(changes)


def from_stored(content: bytes) -> Changes:
    """Return stored changes."""
    return msgspec.json.decode(content, type=Changes)


def _members(findings: Sequence[Finding]) -> Mapping[int, list[int]]:
    """Return the numbers of the findings that each mention (index) belongs to."""
    members: dict[int, list[int]] = defaultdict(list)
    for number, finding in enumerate(findings, 1):
        for mention in {finding.mention, finding.counterpart, *finding.mentions}:
            members[mention].append(number)
    return members


def _change(
    this: Document,
    earlier: Document,
    each: Compared,
    members: Mapping[int, list[int]],
) -> Change:
    now = None if each.mention is None else this.mentions[each.mention]
    was = None if each.counterpart is None else earlier.mentions[each.counterpart]
    document, mention = (this, now) if now else (earlier, was)
    assert mention is not None
    return Change(
        outcome=each.outcome,
        label=_text(label(mention)),
        period=_text(period(mention)),
        title=_text(table_title(document, mention.table)),
        table=mention.table + 1,
        before=_text(was.text) if was else "",
        after=_text(now.text) if now else "",
        anchor=anchor(now) if now else "",
        findings=members.get(now.index, []) if now else [],
    )


def _text(words: object) -> str:
    return encodable(short(str(words), _LONGEST))


class Member(Struct, frozen=True, kw_only=True):
    """One statement of a fact.

    `place` (section, table, row and column path) is the same in every draft that has the cell. `value` is the
    number in base units without trailing zeros, or the kind of blank. `table` counts from 1, `mention`,
    `element` and `page` as in `Document`.
    """

    mention: int
    place: str
    value: str
    text: str
    table: int
    title: str
    row: str
    column: str
    element: int
    page: int = 0


def members_of(document: Document, mentions: Iterable[int]) -> list[Member]:
    """Return the statements that `mentions` (indices) make."""
    return [_member(document, document.mentions[index]) for index in mentions]


def to_rows(members: Iterable[Member]) -> list[dict[str, Any]]:
    """Return statements in the form in which they are stored."""
    return [msgspec.to_builtins(member) for member in members]


def from_rows(rows: Iterable[Any]) -> list[Member]:
    """Return stored statements."""
    return msgspec.convert(list(rows), list[Member])


def _member(document: Document, mention: Mention) -> Member:
    number = mention.number
    value = number.kind.value if number.value is None else f"{number.value.normalize():f}"
    return Member(
        mention=mention.index,
        place=place_name(mention, document.tables[mention.table].title),
        value=value,
        text=wording.encodable(wording.short(mention.text, 60)),
        table=mention.table + 1,
        title=wording.encodable(str(wording.table_title(document, mention.table))),
        row=wording.encodable(wording.path_words(mention.row_path)),
        column=wording.encodable(wording.path_words(mention.column_path)),
        element=mention.place.element,
        page=mention.place.page,
    )
