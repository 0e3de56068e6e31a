"""Who agrees with whom inside one fact set, and who stands alone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations

from cofitcheck.checks.difference import DifferenceKind, DifferenceModel, explain_difference
from cofitcheck.checks.footing import Footing, Standing, footing, foots, mends
from cofitcheck.checks.grid import Grid
from cofitcheck.checks.opposites import are_opposed
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.document import Mention
from cofitcheck.facts import FactSet
from cofitcheck.numbers import Relation, compare

_AGREE = frozenset({Relation.EQUAL, Relation.CONSISTENT})
_NO_SLIP = frozenset({DifferenceKind.OTHER, DifferenceKind.STALE, DifferenceKind.WRONG_ROW})
_DIGITS = 2
"""A single digit agrees with its neighbour's too easily to bear witness on a sign."""
_DIRECTED = re.compile(
    r"\b(?:loss(?:es)?|expenses?|costs?|charges?|used|outflows?|deficit|payments?)\b"
    r"|亏损|虧損|损失|損失|[净淨]?流出|支出|费用|費用|成本",
    re.IGNORECASE,
)
"""What a label calls that goes one way."""
_DECREASE = re.compile(r"减少|減少|\bdecreases?\b", re.IGNORECASE)
_INCREASE = re.compile(r"增|\bincreases?\b", re.IGNORECASE)


class Witnesses:
    """The mentions of one fact set: `agree[m]` and `differ[m]` hold those that agree and disagree with m.

    Agreement is not transitive (49.1 billion agrees with 49,120 and with 49,140 million, which disagree), so
    every two mentions are compared.
    """

    def __init__(self, grid: Grid, fact: FactSet, settings: CheckSettings) -> None:
        self.grid, self.fact = grid, fact
        self.agree: dict[int, set[int]] = {mention: set() for mention in fact.mentions}
        self.differ: dict[int, set[int]] = {mention: set() for mention in fact.mentions}
        self._links = {(left, right): p for left, right, p in fact.links}
        for first, second in combinations(fact.mentions, 2):
            agreed = _agree(grid, (first, second), settings.sign_witnesses)
            if agreed is not None:
                for one, other in ((first, second), (second, first)):
                    (self.agree if agreed else self.differ)[one].add(other)

    @property
    def contradict(self) -> bool:
        """Whether any two mentions disagree."""
        return any(self.differ.values())

    @property
    def all_agree(self) -> bool:
        """Whether every mention was confirmed by another, and none contradicted."""
        return not self.contradict and all(self.agree.values())

    def same_fact(self, first: int, second: int) -> float:
        """Return the probability that two members state one fact; if never scored, by way of a third."""
        scored = self._score(first, second)
        if scored is not None:
            return scored
        ways = ((self._score(first, third), self._score(third, second)) for third in self.fact.mentions)
        return max((one * other for one, other in ways if one is not None and other is not None), default=0.0)

    def corroborated(self, mention: int, counterpart: int) -> float:
        """Return the probability that a member is of one fact with another, or with one of a third table that
        agrees with it.

        Only where a slip explains the difference: by chance a number is rarely a slip of one that two state.
        """
        same = self.same_fact(mention, counterpart)
        if explain_difference(self.grid, mention, counterpart) in _NO_SLIP:
            return same
        tables = {self.grid[mention].table, self.grid[counterpart].table}
        agreeing = self.agree[counterpart] & self.differ[mention]
        third = [self.same_fact(mention, each) for each in agreeing if self.grid[each].table not in tables]
        return 1.0 - (1.0 - same) * (1.0 - max(third, default=0.0))

    def _score(self, first: int, second: int) -> float | None:
        return self._links.get((min(first, second), max(first, second)))

    def stands_alone(self, model: DifferenceModel) -> tuple[int, int]:
        """Return the mention that stands against the others, and the best witness against it.

        It is one whose number does not foot where the witness's would; or else it has the fewest that agree
        with it, then the difference that is likeliest an error, then the weakest links; of two that are alone
        against each other it is the one whose number an error explains better, and the later one if none
        does. Members that are rather two facts are asked last.
        """

        def standing(pair: tuple[int, int]) -> tuple[float, ...]:
            mention, counterpart = pair
            kind = explain_difference(self.grid, mention, counterpart)
            # What is added up adds up with either sign, as many tables print what they deduct without one.
            tells = kind is not DifferenceKind.SIGN and foots(self.grid, mention)
            adds_up = tells - mends(self.grid, mention, counterpart, self.fact.mentions)
            error = model.probability(self.same_fact(mention, counterpart), kind)
            links = round(sum(self._of(mention)), 6)
            return adds_up, len(self.agree[mention]), -round(error, 6), links, -mention

        accused = {mention: self._of_one_fact(mention) for mention in self.differ}
        against = accused if any(accused.values()) else self.differ
        pairs = ((mention, self._best(mention, others)) for mention, others in against.items() if others)
        return min(pairs, key=standing)

    def are_two_facts(self, mention: int, counterpart: int) -> bool:
        """Tell whether two members that differ are rather two facts.

        They are where words keep them apart; where a table states both numbers as two members of the set and
        no sum asks for one in the place of the other; and where nothing explains the difference, if both add
        up where they stand. Two that a slip tells apart are so only where other members agree with each, and
        a table states both: an error is mostly alone.
        """
        if are_opposed(self.grid, mention, counterpart):
            return True
        beside = self._stands_beside(mention, counterpart)
        kind = explain_difference(self.grid, mention, counterpart)
        if kind not in _NO_SLIP:
            return beside and bool(self.agree[mention] and self.agree[counterpart])
        adds_up = footing(self.grid, mention, counterpart, self.fact.mentions)
        if kind is DifferenceKind.OTHER and adds_up is Footing.BOTH:
            return True
        return beside and adds_up is not Footing.MENDED

    def _stands_beside(self, mention: int, counterpart: int) -> bool:
        """Tell whether a table states the numbers of both, in members that differ."""
        return any(
            self.grid[one].table == self.grid[other].table and other in self.differ[one]
            for one in (mention, *self.agree[mention])
            for other in (counterpart, *self.agree[counterpart])
        )

    def _of_one_fact(self, mention: int) -> set[int]:
        return {other for other in self.differ[mention] if not self.are_two_facts(mention, other)}

    def _of(self, mention: int) -> list[float]:
        return [p for pair, p in self._links.items() if mention in pair]

    def _best(self, mention: int, others: Iterable[int]) -> int:
        def weight(other: int) -> tuple[float, ...]:
            scored = self._score(mention, other) is not None
            return scored, len(self.agree[other]), self.same_fact(mention, other), -other

        return max(others, key=weight)


def _agree(grid: Grid, pair: tuple[int, int], witnesses: int) -> bool | None:
    """Tell whether two mentions agree; None when they cannot be compared."""
    first, second = pair
    relation = compare(grid[first].number, grid[second].number).relation
    if relation is Relation.NOT_COMPARABLE:
        return None
    if relation is Relation.SIGN_DIFFERS:
        directions = {_is_decrease(grid[first]), _is_decrease(grid[second])}
        if len(directions) > 1:
            return True
        return not (_sign_stands_out(grid, pair, witnesses) or _sign_of_total(grid, pair))
    return relation in _AGREE


def _is_decrease(mention: Mention) -> bool:
    """Tell whether label or headers call a number without a sign a decrease: so is a change with one."""
    if (mention.number.value or 0) < 0:
        return False
    words = " ".join((*mention.row_path[-1:], *mention.column_path))
    return bool(_DECREASE.search(words)) and not _INCREASE.search(words)


def _sign_of_total(grid: Grid, pair: tuple[int, int]) -> bool:
    """Tell whether one number is a total but for its sign.

    Where either is deducted, that is presentation; so it is where a label says which way the number goes
    ("Net loss" needs no sign), unless a total beside it has the sign that this one lacks.
    """
    standing = {mention: Standing(grid, mention) for mention in pair}
    if any(each.is_deducted for each in standing.values()):
        return False
    directed = any(_DIRECTED.search(" ".join(grid[mention].row_path[-1:])) for mention in pair)
    return any(
        each.is_total_but_for_its_sign and (not directed or _is_signed_beside(grid, mention))
        for mention, each in standing.items()
    )


def _is_signed_beside(grid: Grid, mention: int) -> bool:
    """Tell whether another number of a row has the sign that this one lacks, and is a total so."""
    own = (grid[mention].number.value or 0) < 0
    return any(
        ((other.number.value or 0) < 0) is not own and Standing(grid, other.index).foots
        for other in grid.row(mention)
        if other.number.digits >= _DIGITS
    )


def _sign_stands_out(grid: Grid, pair: tuple[int, int], witnesses: int) -> bool:
    """Tell whether the other cells of the two rows agree in value and in sign, so that this sign is odd.

    A cash flow shows a cost as negative, and so it does in every period: then no cell agrees in sign.
    """
    first, second = (
        [other.number for other in grid.row(mention) if other.number.digits >= _DIGITS] for mention in pair
    )
    relations = [compare(a, b).relation for a in first for b in second]
    same = sum(relation in _AGREE for relation in relations)
    return same >= witnesses and Relation.SIGN_DIFFERS not in relations
