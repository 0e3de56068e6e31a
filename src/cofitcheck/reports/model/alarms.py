"""What must be said before all else: what of a document was read but not checked, with the way out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from cofitcheck.checks.ledger import CheckKind, Ledger
from cofitcheck.document import Document, Mention, RowRole, Table, UncheckedCode
from cofitcheck.reports.model.wording import short, table_title
from cofitcheck.reports.words import Words, counted, phrase

_ADDING = frozenset({CheckKind.SUM, CheckKind.CROSS_SUM, CheckKind.ROLL_FORWARD})
_FEWEST_TOTALS = 2
_FEWEST_NUMBERS = 10
"""A table with fewer totals or numbers need not be one that is added up."""
_MANY_ROWS = 10
"""So many tables of one row are rows of other tables."""
_PLACEHOLDERS, _NOUGHTS = 0.5, 0.9
"""The share of the numbers that are equal in a document of placeholders; of noughts, which many documents
print for what they have not, it is larger."""
_FEWEST_OF_DOCUMENT = 30


def alarms(document: Document, ledger: Ledger) -> Iterator[Words]:
    """Yield what a reader of a report must know first."""
    mentions: dict[int, list[Mention]] = defaultdict(list)
    for mention in document.mentions:
        mentions[mention.table].append(mention)
    yield from _placeholders(document)
    yield from _single_rows(mentions)
    yield from _not_added(document, ledger, mentions)
    bare = sum(unread.reason.cause is UncheckedCode.NO_HEADER_TELLS_APART for unread in document.unread)
    if bare:
        yield counted(
            "{n} table has columns without a header, whose numbers were compared with nothing: "
            "give each column a header, or check them by hand",
            "{n} tables have columns without a header, whose numbers were compared with nothing: "
            "give each column a header, or check them by hand",
            bare,
        )


def verdict_of_none(checked: int, mentions: int) -> Words:
    """Return that nothing was found, with the share that was checked where that is less than half."""
    if 2 * checked >= mentions:
        return phrase("no contradictions found")
    share = 100 * checked // mentions
    return phrase("no contradictions found in the {share}% of the numbers that were checked", share=share)


def _placeholders(document: Document) -> Iterator[Words]:
    every = Counter(m.text for m in document.mentions if m.number.value is not None)
    stated = Counter(m.text for m in document.mentions if m.number.value)
    for texts, least in ((stated, _PLACEHOLDERS), (every, _NOUGHTS)):
        ((text, times),) = texts.most_common(1) or [("", 0)]
        if texts.total() < _FEWEST_OF_DOCUMENT or times < least * texts.total():
            continue
        yield phrase(
            "this seems to be a document of placeholders: {times} of its {all} numbers are {number}; "
            "what agrees here says nothing",
            times=times,
            all=texts.total(),
            number=short(text, 30),
        )
        return


def _single_rows(mentions: Mapping[int, Sequence[Mention]]) -> Iterator[Words]:
    single = sum(len({m.row for m in found}) == 1 for found in mentions.values())
    if single >= _MANY_ROWS and 2 * single > len(mentions):
        yield counted(
            "{n} table of one row was read, which cannot be added up: check it by hand",
            "{n} tables of one row were read, which cannot be added up: check them by hand, "
            "or give the document as Word, Excel or PDF",
            single,
        )


def _not_added(
    document: Document, ledger: Ledger, mentions: Mapping[int, Sequence[Mention]]
) -> Iterator[Words]:
    tables = [t for t in document.tables if _has_totals(t, mentions[t.index])]
    bare = [t for t in tables if not any(_is_added(ledger, m) for m in mentions[t.index])]
    if bare:
        yield counted(
            "{n} table has totals and nothing in it was added up (“{table}”): add it up by hand",
            "{n} tables have totals and nothing in them was added up (such as “{table}”): "
            "add them up by hand",
            len(bare),
            table=short(table_title(document, bare[0].index), 60),
        )


def _has_totals(table: Table, mentions: Sequence[Mention]) -> bool:
    totals = table.structure.rows_that_are(RowRole.TOTAL)
    return len(totals) >= _FEWEST_TOTALS and len(mentions) >= _FEWEST_NUMBERS


def _is_added(ledger: Ledger, mention: Mention) -> bool:
    return any(check.kind in _ADDING for check in ledger.of(mention))
