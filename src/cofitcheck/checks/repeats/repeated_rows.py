"""Find numbers that a slip sets apart in rows that repeat each other, in two tables or in one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from cofitcheck.checks.evidence.difference import DifferenceKind, explain_difference
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.opposites import are_incompatible
from cofitcheck.checks.repeats.ties import Tie, of_one_period
from cofitcheck.facts import FactSet, ScoredPairs
from cofitcheck.numbers import Relation, compare
from cofitcheck.periods.text import said_besides

LIKELY = 0.95
"""How probably two such cells state one fact. It is less than was counted, since two rows may rightly differ
in one period."""

SLIPS = frozenset(
    {
        DifferenceKind.SIGN,
        DifferenceKind.SCALE,
        DifferenceKind.DIGIT,
        DifferenceKind.TRANSPOSITION,
        DifferenceKind.DROPPED_DIGIT,
    }
)
"""The ways in which a number is written down wrongly, whatever stands around it."""
_DIFFERENT = frozenset({Relation.INCONSISTENT, Relation.SIGN_DIFFERS, Relation.SCALE_DIFFERS})
_DIGITS = 3
"""The fewest digits of a number of which one tie is enough. Where numbers are shorter, those of more than one
year must tie."""

_Row = tuple[int, int]
_Headings = tuple[frozenset[str], frozenset[str]]

_Link = tuple[int, int, float]
"""Two mentions, the earlier first, and how probably they state one fact, their values hidden."""


class _Tied(NamedTuple):
    """Two rows with cells that tie, and the headings of these cells without the time."""

    rows: tuple[_Row, _Row]
    headings: _Headings


def with_repeated_rows(grid: Grid, scored: ScoredPairs, ties: Iterable[Tie]) -> ScoredPairs:
    """Return the pairs, with those of cells that differ in rows that repeat each other: these are likely one
    fact.

    The new pairs have no facets and no judgement by words or by value: the classifier did not judge them.
    """
    found = sorted(set(_differing(grid, ties)))
    pairs = zip(scored.left.tolist(), scored.right.tolist(), strict=True)
    known = {pair: at for at, pair in enumerate(pairs)}
    probability = scored.probability.copy()
    for at in (known[pair] for pair in found if pair in known):
        probability[at] = max(probability[at], LIKELY)
    new = np.array([pair for pair in found if pair not in known], dtype=np.int32).reshape(-1, 2)
    nothing = np.full(len(new), np.nan, dtype=np.float32)
    return replace(
        scored,
        left=np.r_[scored.left, new[:, 0]],
        right=np.r_[scored.right, new[:, 1]],
        probability=np.r_[probability, np.full(len(new), LIKELY, dtype=np.float32)],
        facets={},
        by_words=None,
        by_value=None if scored.by_value is None else np.r_[scored.by_value, nothing],
    )


def _differing(grid: Grid, ties: Iterable[Tie]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of mentions, the earlier first, that differ in rows that repeat each other."""
    for tied, pairs in _tied_rows(grid, ties).items():
        for first, second in _corresponding(grid, tied):
            beside = [pair for pair in pairs if grid.periods[pair[0]].year != grid.periods[first].year]
            if _bear_out(grid, beside) and are_a_slip_apart(grid, first, second):
                yield min(first, second), max(first, second)


def _tied_rows(grid: Grid, ties: Iterable[Tie]) -> dict[_Tied, list[Tie]]:
    rows: defaultdict[_Tied, list[Tie]] = defaultdict(list)
    for first, second in ties:
        one, other = grid[first], grid[second]
        headings = said_besides(one.column_path), said_besides(other.column_path)
        rows[_Tied(((one.table, one.row), (other.table, other.row)), headings)].append((first, second))
    return rows


def _corresponding(grid: Grid, tied: _Tied) -> Iterator[tuple[int, int]]:
    """Yield the cells of two rows that stand under the headings that tie, and are of one period."""
    first, second = (
        [each.index for each in grid.line(*row) if said_besides(each.column_path) == heading]
        for row, heading in zip(tied.rows, tied.headings, strict=True)
    )
    yield from (
        (one, other)
        for one in first
        if grid.periods[one].year
        for other in second
        if of_one_period(grid, one, other)
    )


def _bear_out(grid: Grid, ties: Sequence[Tie]) -> bool:
    """Tell whether ties of other periods show that two rows repeat each other."""
    long = any(grid[first].number.digits >= _DIGITS for first, _ in ties)
    return long or len({grid.periods[first].year for first, _ in ties}) > 1


def are_a_slip_apart(grid: Grid, first: int, second: int) -> bool:
    """Tell whether either number is a slip of the other, and nothing keeps the two apart; which of them is
    wrong is not known, so that their order says nothing."""
    return (
        compare(grid[first].number, grid[second].number).relation in _DIFFERENT
        and any(explain_difference(grid, *pair) in SLIPS for pair in ((first, second), (second, first)))
        and not are_incompatible(grid, first, second)
    )


def with_repeated_lines(grid: Grid, facts: Sequence[FactSet], likely: Sequence[_Link]) -> tuple[FactSet, ...]:
    """Return the fact sets with numbers that a slip sets apart from another one of their table, with which
    they are likely one fact; `likely` are such pairs, the likeliest first.

    A number in no set joins the set of the other, with all its links to that set within the table. Two in no
    set make a new one. Sets are never joined: their numbers have been compared with others already.
    """
    sets = dict(enumerate(facts))
    of = {mention: at for at, fact in sets.items() for mention in fact.mentions}
    for left, right, _ in likely:
        known = {of[mention] for mention in (left, right) if mention in of}
        new = [mention for mention in (left, right) if mention not in of]
        if not new or not are_a_slip_apart(grid, left, right):
            continue
        at = known.pop() if known else len(sets)
        old = sets.get(at, FactSet(at, (), ()))
        members = {*old.mentions, left, right}
        links = (link for link in likely if members >= {*link[:2]} and {*link[:2]} & {*new})
        sets[at] = replace(
            old,
            mentions=tuple(sorted(members)),
            links=tuple(sorted((*old.links, *links), key=lambda link: (-link[2], link))),
        )
        of |= dict.fromkeys(new, at)
    ordered = sorted(sets.values(), key=lambda fact: fact.mentions)
    return tuple(replace(fact, index=at) for at, fact in enumerate(ordered))
