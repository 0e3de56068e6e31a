"""Numbers of one table that a slip tells apart, in lines that repeat each other.

The trees say how probably two such cells are one fact, without their values (`reconciliation.lines`). Most
that differ are two facts whose lines agree elsewhere, as a total does with its only part; so only a slip
brings one into a set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.repeats.repeated_rows import are_a_slip_apart
from cofitcheck.facts import FactSet

_Link = tuple[int, int, float]
"""Two mentions, the earlier first, and how probably they state one fact, their values hidden."""


def with_repeated_lines(grid: Grid, facts: Sequence[FactSet], likely: Sequence[_Link]) -> tuple[FactSet, ...]:
    """Return the fact sets with the numbers that are a slip of another one of their table, and likely one
    fact with it; `likely` are such pairs, the likeliest first.

    A number in no set joins that of the other, with all its links of the table to that set. Two in no set
    make a new one. Sets are never joined: their numbers have been compared with others already.
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
