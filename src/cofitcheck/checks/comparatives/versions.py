"""Compare drafts and renditions: every number of one version of a document with the other version.

The two versions are aligned, so that numbers in the same place are paired.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.checks.comparatives import Compared, Kinship, Outcome, Unfollowed
from cofitcheck.checks.evidence.rounding import slip_between
from cofitcheck.checks.model import Finding
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.document import Document, Mention
from cofitcheck.numbers import Relation, compare

_NUMBER = re.compile(r"\d[\d.,]*\d|\d")
_DIGITS = 3
"""The fewest digits of a number that is sought in text. A shorter number stands somewhere in any text. A
number that is paired by its digits alone, as moved, must be longer than this."""

_WIDEST = 400
"""The most numbers between two pairs that are aligned by their values alone."""
_LETTERS = re.compile(r"[^\W\d_]+")

Line = tuple[int, int]
_Key = Callable[[Mention], Hashable]


def versions(this: Document, other: Document, kinship: Kinship) -> list[Compared]:
    """Return the outcome of every number of either document.

    In renditions a number that is printed alike agrees, whatever unit its table was read in. A number that
    only one of the two has is not found, unless it may stand in a table that could not be read. In drafts it
    is added or dropped, and a number that stands elsewhere is moved.
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
    """Yield the numbers that no table of the other rendition has, each with its outcome.

    One format may have in running text what another has in a table. And some tables could not be read.
    """
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
    """Yield the texts of a document outside its mentions: its passages, and its cells without a mention."""
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
    """Yield the findings on this draft that a change caused: numbers that depend on it or repeat it were left
    as they were."""
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


class Alignment:
    """The pairs of mentions of two documents, by index: `pairs`, and which of them were `moved`."""

    def __init__(self, this: Document, other: Document) -> None:
        self._this, self._other = _stated(this), _stated(other)
        self.pairs: dict[int, int] = {}
        self.moved: set[int] = set()
        self._in_order(self._this, self._other, _printed_with_label)
        for mine, its in self._gaps():
            if len(mine) <= _WIDEST and len(its) <= _WIDEST:
                self._in_order(mine, its, _printed)
        self._elsewhere(_printed_with_place)
        self._elsewhere(_printed_with_label)
        self._by_place()
        self._elsewhere(_long_printed)
        self._by_place()

    @property
    def left_here(self) -> list[Mention]:
        """The mentions of this document that have no pair."""
        return [each for each in self._this if each.index not in self.pairs]

    @property
    def left_there(self) -> list[Mention]:
        """The mentions of the other document that have no pair."""
        taken = set(self.pairs.values())
        return [each for each in self._other if each.index not in taken]

    def _in_order(self, mine: Sequence[Mention], its: Sequence[Mention], key: _Key) -> None:
        matcher = SequenceMatcher(None, [*map(key, mine)], [*map(key, its)], autojunk=False)
        for block in matcher.get_matching_blocks():
            for step in range(block.size):
                self.pairs[mine[block.a + step].index] = its[block.b + step].index

    def _gaps(self) -> Iterator[tuple[list[Mention], list[Mention]]]:
        """Yield the mentions between two successive pairs, before the first pair and after the last."""
        mine = {each.index: at for at, each in enumerate(self._this)}
        its = {each.index: at for at, each in enumerate(self._other)}
        known = sorted((mine[one], its[two]) for one, two in self.pairs.items())
        ends = [(-1, -1), *known, (len(self._this), len(self._other))]
        for (first, second), (third, fourth) in pairwise(ends):
            if third - first > 1 and fourth - second > 1:
                yield [*self._this[first + 1 : third]], [*self._other[second + 1 : fourth]]

    def _elsewhere(self, key: _Key) -> None:
        """Pair unpaired mentions with the same key, where each side has the key once. They were moved."""
        mine, its = (_once(each, key) for each in (self.left_here, self.left_there))
        for found in mine.keys() & its.keys():
            self.pairs[mine[found]] = its[found]
            self.moved.add(mine[found])

    def _by_place(self) -> None:
        """Pair unpaired mentions whose rows and columns correspond."""
        rows, columns, tables = (self._lines(line) for line in (_row, _column, _table))
        there: dict[tuple[Hashable, Hashable], list[int]] = defaultdict(list)
        for each in self.left_there:
            for name in (_row(each), _label(each)):
                for head in (_column(each), each.column_path):
                    there[name, head].append(each.index)
        taken: set[int] = set()
        for each in self.left_here:
            row, column = rows.get(_row(each)), columns.get(_column(each))
            table = tables.get(_table(each), (-1, -1))
            keys: tuple[tuple[Hashable, Hashable], ...] = (
                (row, column),
                (row, each.column_path),
                ((table[0], each.row_path), column),
                ((table[0], each.row_path), each.column_path),
            )
            for key in keys:
                free = [at for at in there.get(key, ()) if at not in taken] if None not in key else []
                if len(free) == 1:
                    self.pairs[each.index] = free[0]
                    taken.add(free[0])
                    break

    def _lines(self, line: Callable[[Mention], Line]) -> Mapping[Line, Line]:
        """Return, for each line of this document, the line of the other that most of its pairs are in."""
        mine = {each.index: each for each in self._this}
        its = {each.index: each for each in self._other}
        votes: dict[Line, Counter[Line]] = defaultdict(Counter)
        for one, two in self.pairs.items():
            votes[line(mine[one])][line(its[two])] += 1
        return {name: counted.most_common(1)[0][0] for name, counted in votes.items()}


def _stated(document: Document) -> list[Mention]:
    return [each for each in document.mentions if each.number.value is not None]


def _printed(mention: Mention) -> str:
    displayed = mention.number.displayed
    return "" if displayed is None else str(displayed)


def _label(mention: Mention) -> tuple[int, tuple[str, ...]]:
    return mention.table, mention.row_path


def _letters(text: str) -> str:
    return "".join(_LETTERS.findall(text.casefold()))


def _printed_with_label(mention: Mention) -> Hashable:
    return _printed(mention), _letters("".join(mention.row_path[-1:]))


def _printed_with_place(mention: Mention) -> Hashable:
    heads = _letters(" ".join(mention.column_path))
    return _printed(mention), _letters(" ".join(mention.row_path)), heads


def _long_printed(mention: Mention) -> Hashable | None:
    return _printed(mention) if mention.number.digits > _DIGITS else None


def _row(mention: Mention) -> Line:
    return mention.table, mention.row


def _column(mention: Mention) -> Line:
    return mention.table, mention.column


def _table(mention: Mention) -> Line:
    return mention.table, 0


def _once(mentions: Sequence[Mention], key: _Key) -> dict[Hashable, int]:
    """Return the mentions by key, only those whose key no other mention has."""
    keys = [key(each) for each in mentions]
    counts = Counter(keys)
    return {
        found: each.index
        for found, each in zip(keys, mentions, strict=True)
        if found is not None and counts[found] == 1
    }
