"""What was not checked, grouped by reason, and what a reader of a report must know before all else.

A group says where its items stand, and how many numbers they have. A reader must know first, for example,
that tables were read and not added up, and what to do about it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cofitcheck.checks.ledger import CheckKind, Ledger
from cofitcheck.checks.model import Gap, NotChecked
from cofitcheck.document import Document, Mention, RowRole, Table, UncheckedCode, UncheckedReason
from cofitcheck.reports.model.wording import short, table_title
from cofitcheck.reports.words import Words, counted, listed, phrase, render_unchecked, render_unchecked_alike

_RUNS = 8
"""The most runs of pages that are listed; of more, only the first and the last page are named."""
_LABELS = 4
_NAME = 50
_GAPS = list(Gap)

_NAMED = {
    "numbers": phrase("Numbers"),
    "formulas": phrase("Formulas"),
    "candidate pairs": phrase("Pairs of numbers that may be the same item"),
    "facts left open": phrase("Items left open"),
    "sums left open": phrase("Sums left open"),
    "facts that cannot be compared": phrase("Items that cannot be compared"),
    "facts not reached": phrase("Items stated several times"),
    "tables not added up": phrase("Tables that were not added up"),
    "tables not worked out": phrase("Tables whose changes and shares were not worked out again"),
    "equations": phrase("Equations between lines of statements"),
    "numbers in sentences": phrase("Numbers in sentences"),
}
"""The words for things that were not checked and are no tables, by their names in `NotChecked`."""
_ADDING = frozenset({CheckKind.SUM, CheckKind.CROSS_SUM, CheckKind.ROLL_FORWARD})
_FEWEST_TOTALS = 2
_FEWEST_NUMBERS = 10
"""The fewest totals, and the fewest numbers, of a table that should have been added up."""
_MANY_ROWS = 10
"""The fewest tables of one row that are probably rows of larger tables."""
_PLACEHOLDERS, _NOUGHTS = 0.5, 0.9
"""From which share of equal numbers on a document is one of placeholders, for numbers other than nought and
for all numbers. The second is larger, as many documents print noughts for what they do not have."""
_FEWEST_OF_DOCUMENT = 30


@dataclass(frozen=True, slots=True)
class GapGroup:
    """All that was not checked for one reason.

    `where` names the tables and their pages, or whatever else was not checked. `numbers` says how many
    numbers it has, and of how many where that is known; it is "" where they were not counted. `count` is as
    in `NotChecked`.
    """

    gap: Gap
    where: Words
    why: Words
    numbers: Words
    count: int
    items: tuple[NotChecked, ...]


def gap_groups(items: Iterable[NotChecked]) -> list[GapGroup]:
    """Return what was not checked by reason: groups with whole tables first, then those with most numbers."""
    by_reason: dict[tuple[Gap, str, UncheckedCode | UncheckedReason], list[NotChecked]] = defaultdict(list)
    for item in items:
        what = "" if item.element is not None else item.what
        kind = item.reason if item.element is None else item.reason.cause
        by_reason[item.gap, what, kind].append(item)
    return [_group(group) for group in sorted(by_reason.values(), key=_weight)]


def place_of(item: NotChecked) -> Words:
    """Return the words for a table that was not read, or only in part: its place and its title."""
    if item.element is None:
        return _NAMED.get(item.what, item.what)
    title = short(item.what, _NAME)
    if item.page:
        return phrase("Table on {place}: “{title}”", place=_place(item), title=title)
    if item.where:
        return phrase("Table, {place}: “{title}”", place=item.where, title=title)
    return phrase("Table “{title}”", title=title)


def numbers_of(items: Sequence[NotChecked]) -> Words:
    """Return how many numbers were not checked, and of how many, as "5 of 22 numbers"."""
    known = [item for item in items if item.numbers]
    if not known:
        return ""
    count = sum(item.count for item in known)
    among = sum(item.among for item in known) if all(item.among for item in known) else 0
    of = (
        phrase("{part} of {all} numbers", part=count, all=among)
        if among > count
        else counted("{n} number", "{n} numbers", count)
    )
    return phrase("at least {numbers}", numbers=of) if len(known) < len(items) else of


def _place(item: NotChecked) -> Words:
    return phrase("page {number}", number=item.page) if item.where == f"page {item.page}" else item.where


def _weight(items: Sequence[NotChecked]) -> tuple[int, bool, int]:
    whole = any(_is_whole(item) for item in items)
    return _GAPS.index(items[0].gap), not whole, -sum(item.count for item in items)


def _is_whole(item: NotChecked) -> bool:
    return item.element is not None and (not item.numbers or item.count == item.among)


def _group(items: list[NotChecked]) -> GapGroup:
    items = sorted(items, key=lambda item: (not _is_whole(item), -item.count, item.page))
    first, reasons = items[0], {item.reason for item in items}
    return GapGroup(
        gap=first.gap,
        where=_where(items),
        why=render_unchecked_alike(first.reason) if len(reasons) > 1 else render_unchecked(first.reason),
        numbers=numbers_of(items),
        count=sum(item.count for item in items),
        items=tuple(items),
    )


def _where(items: Sequence[NotChecked]) -> Words:
    first = items[0]
    if first.element is not None:
        return place_of(first) if len(items) == 1 else _places(items)
    if first.what in _NAMED:
        return _NAMED[first.what]
    # What could not be read has a name from the document, which stays as it is. Other names get a capital.
    return first.what if first.gap is Gap.NOT_READ else first.what[:1].upper() + first.what[1:]


def _places(items: Sequence[NotChecked]) -> Words:
    tables = counted("{n} table", "{n} tables", len({item.element for item in items}))
    if pages := sorted({item.page for item in items if item.page}):
        return phrase("{one}, {more}", one=tables, more=_pages(pages))
    labels = list(dict.fromkeys(item.where for item in items if item.where))
    if not labels:
        return tables
    named = listed(labels[:_LABELS])
    if len(labels) > _LABELS:
        return phrase("{tables}: {places} and {n} more", tables=tables, places=named, n=len(labels) - _LABELS)
    return phrase("{tables}: {places}", tables=tables, places=named)


def _pages(pages: Sequence[int]) -> Words:
    """Return pages in ascending order as runs: "pages 2, 51–62"."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    if len(runs) > _RUNS:
        return phrase("between pages {first} and {last}", first=pages[0], last=pages[-1])
    if len(pages) == 1:
        return phrase("page {number}", number=pages[0])
    words = ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
    return phrase("pages {numbers}", numbers=words)


def alarms(document: Document, ledger: Ledger) -> Iterator[Words]:
    """Yield the sentences that a reader of a report must know first."""
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
