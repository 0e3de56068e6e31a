"""Ties: equal numbers that are one fact. A tie reports no error, so values may be used here.

A plain repeat has one label, period, unit and value in two tables: it is one fact whatever a model says of
it. Other equal numbers are judged by trees that know the values (`ScoredPairs.by_value`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.opposites import are_incompatible
from cofitcheck.checks.evidence.signs import agree
from cofitcheck.deadline import NEVER, Deadline
from cofitcheck.document import Document, Mention
from cofitcheck.facts import FactSet, ScoredPairs
from cofitcheck.filtering import CandidatePairs, of_one_basis, of_one_registrant
from cofitcheck.mentions.words import word_set
from cofitcheck.numbers import Relation, compare
from cofitcheck.periods.reporting_period import upright

_MARK = re.compile(r"[(\[（［][^()\[\]（）［］]{1,3}[)\]）］]|[*†‡§]")
"""The mark of a note: it is no part of a name."""
_BETWEEN_WORDS = re.compile(r"[\W_]+")
_LOOKED_BACK = 12
"""The most earlier numbers of one label and value that are compared; where there are more, only the last
is."""

Tie = tuple[int, int]
"""Two mentions, the earlier first."""


def with_ties(
    facts: Sequence[FactSet], ties: Iterable[Tie], *, by_value: bool = False
) -> tuple[FactSet, ...]:
    """Return the fact sets with what ties add to them; `by_value` tells that only the trees found the ties.

    A number in no set joins the set of the member that it repeats. Numbers in no set that repeat each other
    make a new one. Two sets are never joined: their numbers are compared already, and a tie brings no
    contradiction.
    """
    sets = dict(enumerate(facts))
    of = {mention: at for at, fact in sets.items() for mention in fact.mentions}
    for pair in ties:
        joined = [of[mention] for mention in pair if mention in of]
        if len(joined) > 1:
            continue
        at = joined[0] if joined else len(facts) + pair[0]
        old = sets.get(at, FactSet(at, (), ()))
        members = tuple(sorted({*old.mentions, *pair}))
        added = tuple(sorted({*pair} - {*old.mentions})) if by_value else ()
        sets[at] = replace(old, mentions=members, ties=(*old.ties, pair), by_value=(*old.by_value, *added))
        of |= dict.fromkeys(pair, at)
    ordered = sorted(sets.values(), key=lambda fact: fact.mentions)
    return tuple(replace(fact, index=at) for at, fact in enumerate(ordered))


def only_agreeing(grid: Grid, scored: ScoredPairs, threshold: float, witnesses: int) -> ScoredPairs:
    """Return the pairs, with a judgement by value only where their numbers agree.

    A sign may differ as long as the tables only show it differently. Numbers that words keep apart are no
    tie, unless they are likely one fact without the values, too: from `threshold` on.
    """
    if scored.by_value is None:
        return scored
    by_value = scored.by_value.copy()
    for at in np.flatnonzero(~np.isnan(by_value)).tolist():
        pair = int(scored.left[at]), int(scored.right[at])
        new = scored.probability[at] < threshold <= by_value[at]
        if not agree(grid, pair, witnesses) or (new and are_incompatible(grid, *pair)):
            by_value[at] = np.nan
    return replace(scored, by_value=by_value)


def not_refuted(ties: Iterable[Tie], scored: ScoredPairs, threshold: float) -> list[Tie]:
    """Return the ties without those that the values say are probably no one fact.

    A plain repeat may mislead: a line may have one label in two columns that mean different things.
    """
    if scored.by_value is None:
        return list(ties)
    refuted = np.flatnonzero(scored.by_value < threshold)
    pairs = set(zip(scored.left[refuted].tolist(), scored.right[refuted].tolist(), strict=True))
    return [tie for tie in ties if tie not in pairs]


def find_ties(grid: Grid, deadline: Deadline = NEVER) -> list[Tie]:
    """Return the pairs of mentions of two tables, in order, that repeat label, period, unit and value, as far
    as they are found before a deadline."""
    pairs = sorted(set(_repeats(grid, deadline)))
    left, right = np.array(pairs, dtype=np.int32).reshape(-1, 2).T
    found = CandidatePairs(left, right, np.ones(len(pairs), dtype=np.float32))
    kept = of_one_basis(grid.document, of_one_registrant(grid.document, found))
    return list(zip(kept.left.tolist(), kept.right.tolist(), strict=True))


def _repeats(grid: Grid, deadline: Deadline) -> Iterator[tuple[int, int]]:
    document = upright(grid.document)
    known: defaultdict[tuple[object, ...], list[int]] = defaultdict(list)
    for mention in deadline.until(document.mentions):
        label = _label(document, mention)
        if not mention.number.value or not label:
            continue
        alike = known[mention.number.value, label]
        # Where very many tables state a fact, each joins the one before.
        for other in alike if len(alike) <= _LOOKED_BACK else alike[-1:]:
            one = document.mentions[other]
            if (
                one.table != mention.table
                and of_one_period(grid, other, mention.index)
                and compare(one.number, mention.number).relation is Relation.EQUAL
                and not are_incompatible(grid, other, mention.index)
            ):
                yield other, mention.index
        alike.append(mention.index)


def _label(document: Document, mention: Mention) -> tuple[str, ...]:
    """Return the words of a row's label, of its sections and of its table's title, as far out as it takes to
    name something.

    "Total" alone names nothing.
    """
    found: list[str] = []
    for text in (*reversed(mention.row_path), document.tables[mention.table].title):
        found.append(_BETWEEN_WORDS.sub(" ", _MARK.sub(" ", text.casefold())).strip())
        if word_set(text):
            return tuple(found)
    return ()


def of_one_period(grid: Grid, first: int, second: int) -> bool:
    """Tell whether two numbers are of one period, as far as both say it.

    Both must state the same year, or neither may state one.
    """
    one, other = grid.periods[first], grid.periods[second]
    return (
        one.year == other.year
        and ((one.month, one.day) == (other.month, other.day) or not (one.month and other.month))
        and (one.months == other.months or not (one.months and other.months))
    )
