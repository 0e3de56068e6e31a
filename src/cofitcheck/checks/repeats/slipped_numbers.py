"""Numbers that a slip keeps from the set of their fact.

Before the sets are built, a pair gets a higher probability where a sum confirms one of its numbers. Sets are
joined by the average over all their pairs, so a number stays outside where the model is unsure of some
members, and its error would not be seen. Therefore a number joins a set afterwards where it is surely one
fact with one of the members.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from math import prod

import numpy as np

from cofitcheck.checks.evidence.difference import DifferenceKind, explain_difference
from cofitcheck.checks.evidence.footing import Standing
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.repeats.repeated_rows import SLIPS
from cofitcheck.facts import FactSet, ScoredPairs, probability_of
from cofitcheck.numbers import Relation, compare

LIKELIHOOD_RATIO = 50.0
"""How much likelier one fact that is stated wrongly is to differ by a slip and to mend a sum than two facts
are."""

LEAST = 0.01
"""The least probability of one fact at which a pair is looked at: less likely ones would stay unlikely."""

_DIFFERENT = frozenset({Relation.INCONSISTENT, Relation.SIGN_DIFFERS, Relation.SCALE_DIFFERS})
_SAME = frozenset({Relation.EQUAL, Relation.CONSISTENT})
_NO_SLIP = frozenset({DifferenceKind.OTHER, DifferenceKind.ROUNDING, DifferenceKind.WRONG_ROW})
_LIKELY = 0.5
"""From this probability on two numbers count as one fact."""

_UNSIGNED_SLIPS = SLIPS - {DifferenceKind.SIGN}
"""All slips but that of a sign: a sign that differs is mostly how a table shows it."""
_DIGITS = 3
"""The fewest digits of numbers that are not a slip apart by chance."""
_SPEAKS = 0.1
"""The least probability of one fact at which a pair counts, however many tables there are."""


def with_mended(grid: Grid, scored: ScoredPairs) -> ScoredPairs:
    """Return the pairs; those whose numbers differ by a slip that a sum confirms are likelier one fact.

    What confirms the right number also confirms the numbers of its fact that agree with it at a coarser
    precision: in millions a slip of thousands does not show. Equal numbers gain nothing, since equal values
    never say that two numbers are one fact.
    """
    pairs = list(zip(scored.left.tolist(), scored.right.tolist(), strict=True))
    looked_at = np.flatnonzero((scored.probability >= LEAST) & (scored.probability < 1.0)).tolist()
    differ = [at for at in looked_at if _relation(grid, pairs[at]) in _DIFFERENT]
    right = _right_numbers(grid, (pairs[at] for at in differ))
    likely = {pairs[at] for at in np.flatnonzero(scored.probability >= _LIKELY).tolist()}

    def agrees(other: int, mended: int) -> bool:
        pair = min(other, mended), max(other, mended)
        coarser = grid[other].number.precision > grid[mended].number.precision
        return other == mended or (coarser and pair in likely and _relation(grid, pair) in _SAME)

    probability = scored.probability.copy()
    for at in differ:
        if any(agrees(o, each) for wrong, o in (pairs[at], pairs[at][::-1]) for each in right.get(wrong, ())):
            odds = LIKELIHOOD_RATIO * probability[at] / (1.0 - probability[at])
            probability[at] = odds / (1.0 + odds)
    return replace(scored, probability=probability)


def _right_numbers(grid: Grid, pairs: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    """Return for each number that is a slip of others those of them that mend a sum in its place."""
    standing = cache(lambda mention: Standing(grid, mention))
    right: dict[int, list[int]] = {}
    for pair in pairs:
        for wrong, other in (pair, pair[::-1]):
            if standing(wrong).mended_by(grid[other].number):
                if explain_difference(grid, wrong, other) not in _NO_SLIP:
                    right.setdefault(wrong, []).append(other)
                break
    return right


def _relation(grid: Grid, pair: tuple[int, int]) -> Relation:
    return compare(grid[pair[0]].number, grid[pair[1]].number).relation


def with_left_over(
    grid: Grid, facts: Sequence[FactSet], scored: ScoredPairs, threshold: float
) -> tuple[FactSet, ...]:
    """Return the fact sets with the numbers that a slip kept out of them.

    A number in no set joins where it is a slip of a member's number. It must state one fact with that member
    with a probability of at least `threshold`, or with some member, by the probabilities of all tables that
    the set stands in together. Of several sets it joins that of the likeliest member.
    """
    sets = {fact.index: fact for fact in facts}
    of = {mention: fact.index for fact in facts for mention in fact.mentions}
    joined: dict[int, int] = {}
    for lone, member in _left_over(grid, scored, of, threshold):
        if lone not in joined and _is_slip(grid, lone, member):
            joined[lone] = of[member]
    pairs = _pairs_of(scored, joined)
    for lone, at in joined.items():
        old = sets[at]
        new = tuple(_links(scored, pairs[lone], old.mentions))
        ordered = sorted((*old.links, *new), key=lambda link: (-link[2], link))
        matched = {each for *pair, p in new if p >= threshold for each in pair}
        sets[at] = replace(
            old,
            mentions=tuple(sorted((*old.mentions, lone))),
            links=tuple(ordered),
            by_value=tuple(each for each in old.by_value if each not in matched),
        )
    found = sorted(sets.values(), key=lambda fact: fact.mentions)
    return tuple(replace(fact, index=at) for at, fact in enumerate(found))


def _is_slip(grid: Grid, lone: int, member: int) -> bool:
    shorter = min(grid[each].number.digits for each in (lone, member))
    return shorter >= _DIGITS and explain_difference(grid, lone, member) in _UNSIGNED_SLIPS


def _left_over(
    grid: Grid, scored: ScoredPairs, of: dict[int, int], threshold: float
) -> Iterator[tuple[int, int]]:
    """Yield the likely pairs of a mention in no set and a member of one, the likeliest first."""
    pairs = list(_one_in_a_set(scored, of))
    tables: defaultdict[tuple[int, int], dict[int, float]] = defaultdict(dict)
    for lone, member, probability in pairs:
        tables[lone, of[member]].setdefault(grid[member].table, probability)
    for lone, member, probability in pairs:
        doubt = prod(1.0 - each for each in tables[lone, of[member]].values())
        if max(probability, 1.0 - doubt) >= threshold:
            yield lone, member


def _one_in_a_set(scored: ScoredPairs, of: dict[int, int]) -> Iterator[tuple[int, int, float]]:
    """Yield the pairs of a mention in no set and a member of one, with their probability, the likeliest
    first."""
    likely = np.flatnonzero(scored.probability >= _SPEAKS)
    order = likely[np.argsort(-scored.probability[likely], kind="stable")].tolist()
    for at in order:
        left, right = int(scored.left[at]), int(scored.right[at])
        if (left in of) is not (right in of):
            lone, member = (right, left) if left in of else (left, right)
            yield lone, member, probability_of(scored.probability[at])


def _pairs_of(scored: ScoredPairs, mentions: Collection[int]) -> dict[int, list[int]]:
    """Return the places of the scored pairs of each of some mentions, ascending."""
    wanted = list(mentions)
    found: defaultdict[int, list[int]] = defaultdict(list)
    for at in np.flatnonzero(np.isin(scored.left, wanted) | np.isin(scored.right, wanted)).tolist():
        for mention in (int(scored.left[at]), int(scored.right[at])):
            found[mention].append(at)
    return found


def _links(
    scored: ScoredPairs, places: Iterable[int], members: Sequence[int]
) -> Iterator[tuple[int, int, float]]:
    """Yield those of the pairs of a mention whose other mention is one of the members of a set."""
    among = set(members)
    for at in places:
        left, right = int(scored.left[at]), int(scored.right[at])
        if left in among or right in among:
            yield left, right, float(scored.probability[at])
