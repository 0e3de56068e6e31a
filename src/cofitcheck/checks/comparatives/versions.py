"""Drafts and renditions: every number of one text of a document held against the other text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from cofitcheck import patterns as re
from cofitcheck.checks.comparatives.aligned import Alignment
from cofitcheck.checks.comparatives.model import Compared, Kinship, Outcome, Unfollowed
from cofitcheck.checks.evidence.unsigned_slips import slip_between
from cofitcheck.checks.model import Finding
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.document import Document, Mention
from cofitcheck.numbers import Relation, compare

_NUMBER = re.compile(r"\d[\d.,]*\d|\d")
_DIGITS = 3
"""A shorter number stands somewhere in any text."""


def versions(this: Document, other: Document, kinship: Kinship) -> list[Compared]:
    """Return what becomes of every number of either document.

    Of renditions a number that is printed alike agrees, whatever unit its table was read in. One that only
    one of the two has is not found, unless it may stand in what could not be read. Of drafts it is added or
    dropped, and one that stands elsewhere is moved.
    """
    alignment = Alignment(this, other)
    draft = kinship is Kinship.DRAFT
    pairs = [
        _paired(this.mentions[one], other.mentions[two], draft, moved=one in alignment.moved)
        for one, two in alignment.pairs.items()
    ]
    if draft:
        here = [Compared(Outcome.ADDED, each.index, None) for each in alignment.left_here]
        there = [Compared(Outcome.DROPPED, None, each.index) for each in alignment.left_there]
    else:
        here = [
            Compared(outcome, each.index, None, reason=reason)
            for each, outcome, reason in _sought(alignment.left_here, other)
        ]
        there = [
            Compared(outcome, None, each.index, reason=reason)
            for each, outcome, reason in _sought(alignment.left_there, this)
        ]
    found = [*pairs, *here]
    found.sort(key=lambda each: -1 if each.mention is None else each.mention)
    return [*found, *there]


def _sought(mentions: Sequence[Mention], there: Document) -> Iterator[tuple[Mention, Outcome, Reason | None]]:
    """Yield the numbers that no table of the other rendition has, with what became of them: one format may
    have in running text what another has in a table, and of some tables a reader only says that they are
    there."""
    outside = Counter(
        number
        for text in _texts(there)
        for number in _NUMBER.findall(text)
        if sum(map(str.isdigit, number)) >= _DIGITS
    )
    for each in mentions:
        printed = max(_NUMBER.findall(each.text), key=len, default="")
        if outside[printed]:
            outside[printed] -= 1
            yield each, Outcome.AGREE, Reason(ReasonCode.STANDS_IN_TEXT)
        elif there.unread:
            yield each, Outcome.LEFT_OPEN, Reason(ReasonCode.MAY_BE_UNREAD)
        else:
            yield each, Outcome.NOT_FOUND, None


def _texts(document: Document) -> Iterator[str]:
    """Yield what a document says outside its numbers: its text, and its cells without a number."""
    yield from (passage.text for passage in document.passages)
    stated = {(each.table, each.row, each.column) for each in document.mentions}
    for table in document.tables:
        yield from (cell.text for cell in table.cells if (table.index, cell.row, cell.column) not in stated)


def _paired(one: Mention, two: Mention, draft: bool, moved: bool) -> Compared:
    relation = compare(one.number, two.number).relation
    alike = relation is Relation.EQUAL if draft else one.number.displayed == two.number.displayed
    outcome = Outcome.AGREE if alike else Outcome.DIFFER
    if alike and moved and draft:
        outcome = Outcome.MOVED
    return Compared(
        outcome,
        one.index,
        two.index,
        probability=0.0 if alike else 1.0,
        relation=relation,
        slip=slip_between(one.number, two.number),
        difference=compare(one.number, two.number).difference,
    )


def unfollowed(compared: Iterable[Compared], findings: Iterable[Finding]) -> Iterator[Unfollowed]:
    """Yield the findings on this draft that a change brought: what it is added to, or said again in, was left
    as it stood."""
    changed = {
        each.mention
        for each in compared
        if each.mention is not None and each.outcome in (Outcome.DIFFER, Outcome.ADDED)
    }
    for finding in findings:
        of_change = tuple(
            sorted(changed.intersection((finding.mention, finding.counterpart, *finding.mentions)))
        )
        left = tuple(
            each
            for each in dict.fromkeys((finding.mention, finding.counterpart, *finding.mentions))
            if each not in changed
        )
        if of_change and (left or finding.told is not None):
            yield Unfollowed(finding.kind, of_change, left)
