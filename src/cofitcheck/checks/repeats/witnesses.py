"""Which members of one fact set agree with each other, and which one disagrees with the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import combinations_with_replacement, product
from math import prod

from cofitcheck.checks.evidence.difference import DifferenceKind, DifferenceModel, explain_difference
from cofitcheck.checks.evidence.footing import Footing, footing, foots, mends
from cofitcheck.checks.evidence.grid import Grid, years
from cofitcheck.checks.evidence.opposites import opposing_rule
from cofitcheck.checks.evidence.reconciling import are_paid_and_declared
from cofitcheck.checks.evidence.signs import agree
from cofitcheck.checks.evidence.words import words_of
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.document import Mention
from cofitcheck.facts import FactSet
from cofitcheck.language.lexicon import names_total
from cofitcheck.numbers import Measure, Number, Relation, compare

_AGREE = frozenset({Relation.EQUAL, Relation.CONSISTENT})
_DIGITS = 3
"""The fewest digits of numbers that are not equal by chance."""
_LONG = 100
"""The least printed number that counts: a smaller one is by chance one of the lines of a total, or a slip of
another number."""
_NO_SLIP = frozenset({DifferenceKind.OTHER, DifferenceKind.STALE, DifferenceKind.WRONG_ROW})

ROUNDED = "both are rounded"
ONE_TABLE_STATES_BOTH = "one table states both"
MATCHED_ELSEWHERE = "its match stands beside"
BOTH_TABLES_STATE_BOTH = "both tables state both"
KEPT_APART = "kept apart"
PAID_AND_DECLARED = "paid and charged"
ITEM_AND_PART = "item and part of it"


class Witnesses:
    """The mentions of one fact set: `agree[m]` and `differ[m]` hold those that agree and disagree with m.

    Agreement is not transitive (49.1 billion agrees with 49,120 and with 49,140 million, which disagree), so
    every two numbers are compared.
    """

    def __init__(self, grid: Grid, fact: FactSet, settings: CheckSettings) -> None:
        self.grid, self.fact = grid, fact
        self.agree: dict[int, set[int]] = {mention: set() for mention in fact.mentions}
        self.differ: dict[int, set[int]] = {mention: set() for mention in fact.mentions}
        self._links = {(left, right): p for left, right, p in fact.links}
        self._ties = dict.fromkeys(fact.ties, 1.0)
        alike: dict[Number, list[int]] = {}
        for mention in fact.mentions:
            alike.setdefault(grid[mention].number, []).append(mention)
        for those, others in combinations_with_replacement(alike.values(), 2):
            self._hold_against(those, others, settings.sign_witnesses)

    def _hold_against(self, those: Sequence[int], others: Sequence[int], witnesses: int) -> None:
        """Note which mentions of one number agree with those of another, or of the same."""
        first, second = those[0], others[0]
        if compare(self.grid[first].number, self.grid[second].number).relation is Relation.SIGN_DIFFERS:
            # Each table says by itself what a sign means.
            for pair in product(those, others):
                self._note(agree(self.grid, pair, witnesses), pair[:1], pair[1:])
        else:
            self._note(agree(self.grid, (first, second), witnesses), those, others)

    def _note(self, agreed: bool | None, those: Sequence[int], others: Sequence[int]) -> None:
        if agreed is None:
            return
        found = self.agree if agreed else self.differ
        for ones, its in ((those, others), (others, those)):
            for one in ones:
                found[one].update(its)
                found[one].discard(one)

    @property
    def contradict(self) -> bool:
        """Whether any two mentions disagree."""
        return any(self.differ.values())

    @property
    def all_agree(self) -> bool:
        """Whether every mention was confirmed by another, and none contradicted."""
        return not self.contradict and all(self.agree.values())

    def same_fact(self, first: int, second: int) -> float:
        """Return the probability that two members state one fact.

        A pair that was never scored has that of the best way over a third member, which may be tied to one of
        them.
        """
        return self._likelihood(first, second, self._links | self._ties)

    def _likelihood(self, first: int, second: int, links: Mapping[tuple[int, int], float]) -> float:
        def link(one: int, other: int) -> float:
            return links.get((min(one, other), max(one, other)), 0.0)

        scored = self._score(first, second)
        ways = (link(first, third) * link(third, second) for third in self.fact.mentions)
        return max(ways, default=0.0) if scored is None else scored

    def corroborated(self, mention: int, counterpart: int) -> float:
        """Return the probability that a member states one fact with another, or with a member of a third
        table that agrees with the other: a number that three tables state is held against a fourth three
        times.

        Ties are left out, since they were not judged without the values. Other tables count only where a slip
        explains the difference: by chance a number is rarely a slip of one that two tables state.
        """
        same = self.same_fact(mention, counterpart)
        if explain_difference(self.grid, mention, counterpart) in _NO_SLIP:
            return same
        tables = {self.grid[mention].table, self.grid[counterpart].table}
        others: dict[int, float] = {}
        for each in self.agree[counterpart] & self.differ[mention]:
            table = self.grid[each].table
            if table not in tables:
                likely = self._likelihood(mention, each, self._links)
                others[table] = max(likely, others.get(table, 0.0))
        return 1.0 - (1.0 - same) * prod(1.0 - likely for likely in sorted(others.values()))

    def _score(self, first: int, second: int) -> float | None:
        return self._links.get((min(first, second), max(first, second)))

    def stands_alone(self, model: DifferenceModel) -> tuple[int, int]:
        """Return the member that disagrees with the rest, and the best witness against it.

        The first is a member whose number breaks a sum that the witness's would keep. Without any, it is the
        member that the fewest agree with. Of two numbers that are stated equally often it is one that was
        matched without its value, then the one that does not add up, then the one whose difference is
        likeliest an error, then the one with the weakest links, and at last the later one. Pairs that are
        rather two facts come after all others.
        """

        def standing(pair: tuple[int, int]) -> tuple[float, ...]:
            mention, counterpart = pair
            kind = explain_difference(self.grid, mention, counterpart)
            # What is added up adds up with either sign, as many tables print what they deduct without one.
            tells = kind is not DifferenceKind.SIGN and foots(self.grid, mention)
            mended = mends(self.grid, mention, counterpart, self.fact.mentions)
            error = model.probability(self.same_fact(mention, counterpart), kind)
            links = round(sum(self._of(mention)), 6)
            told = mention in self.fact.by_value
            return -mended, len(self.agree[mention]), told, tells, -round(error, 6), links, -mention

        suspects = {mention: self._of_one_fact(mention) for mention in self.differ}
        against = suspects if any(suspects.values()) else self.differ
        pairs = ((mention, self._best(mention, others)) for mention, others in against.items() if others)
        return min(pairs, key=standing)

    def two_facts_rule(self, mention: int, counterpart: int) -> str:
        """Return the name of the rule by which two members that differ are two facts, or one fact rightly
        stated twice; "" where no rule speaks.

        Words keep them apart (see `opposites.RULES`). Rounding explains the difference. One table states both
        numbers as members of the set, or the row of the one also states the other's number for its period,
        and no sum asks for one in the place of the other. Two numbers that a slip tells apart are two facts
        only where other members agree with each of them, and one table states both: an error is mostly
        alone. That both add up keeps nothing apart: lines add up by chance, and an error is carried on.
        """
        rule = opposing_rule(self.grid, mention, counterpart)
        if rule:
            return rule
        kind = explain_difference(self.grid, mention, counterpart)
        adds_up = footing(self.grid, mention, counterpart, self.fact.mentions)
        if self._are_short_and_unlike(mention, counterpart):
            return KEPT_APART
        if kind is DifferenceKind.ROUNDING:
            rounded = adds_up is Footing.BOTH or self._are_rounded(mention, counterpart)
            return ROUNDED if rounded else ""
        beside = ONE_TABLE_STATES_BOTH if self._stands_beside(mention, counterpart) else ""
        if kind not in _NO_SLIP:
            return beside if self.agree[mention] and self.agree[counterpart] else ""
        # This comes before the sums: the lines and the total of a table give many numbers by chance.
        if self._both_state_both(mention, counterpart):
            return BOTH_TABLES_STATE_BOTH
        if are_paid_and_declared(self.grid, mention, counterpart):
            return PAID_AND_DECLARED
        if adds_up is Footing.MENDED:
            return ""
        if self._is_part(mention, counterpart) or self._is_part(counterpart, mention):
            return ITEM_AND_PART
        matched = self._has_match(mention, counterpart) or self._has_match(counterpart, mention)
        return beside or (MATCHED_ELSEWHERE if matched else "")

    def _are_rounded(self, *mentions: int) -> bool:
        """Tell whether any number is a rate, or printed in thousands or more or with decimals: such a number
        is rounded."""
        numbers = [self.grid[mention].number for mention in mentions]
        rates = {Measure.PERCENT, Measure.BASIS_POINTS, Measure.RATIO}
        return any(each.scale > 0 or each.precision < 0 or each.measure in rates for each in numbers)

    def _has_match(self, mention: int, other: int) -> bool:
        """Tell whether the other's row states a mention's number, for its period or under a header without a
        year, or the other's column does in a row without a label, as a total: then the mention's match stands
        there."""
        here, period = self.grid[mention], years(self.grid[mention].column_path)
        beside = [
            each for each in self.grid.row(other) if not period or years(each.column_path) in ([], period)
        ]
        unnamed = [each for each in self.grid.column(other) if not "".join(each.row_path[-1:])]
        return here.number.digits >= _DIGITS and any(
            compare(here.number, each.number).relation in _AGREE for each in (*beside, *unnamed)
        )

    def _are_short_and_unlike(self, mention: int, counterpart: int) -> bool:
        """Tell whether two numbers have labels without a word in common, and one of them is so short that it
        is a slip of the other by chance."""
        pair = self.grid[mention], self.grid[counterpart]
        labels = [words_of(" ".join(each.row_path[-1:])) for each in pair]
        short = min(map(_printed, pair)) < _LONG
        unlike = pair[0].number.value != -(pair[1].number.value or Decimal(0))
        return short and unlike and all(labels) and labels[0].isdisjoint(labels[1])

    def _is_part(self, mention: int, other: int) -> bool:
        """Tell whether the other is a total, and a line above it states a mention's number: the part of debt
        that is due later."""
        here, total = self.grid[mention], self.grid[other]
        long = _printed(here) >= _LONG
        return (
            long
            and names_total(" ".join(total.row_path[-1:]))
            and any(
                compare(here.number, each.number).relation is Relation.EQUAL and each.row < total.row
                for each in self.grid.column(other)
                if abs(each.number.value or Decimal(0)) < abs(total.number.value or Decimal(0))
            )
        )

    def _both_state_both(self, mention: int, counterpart: int) -> bool:
        """Tell whether in two tables the row or the column of each number states the other one: a wrong
        number would have taken the place of the right one."""
        if self.grid[mention].table == self.grid[counterpart].table:
            return False
        pair = (mention, counterpart), (counterpart, mention)
        return all(
            self.grid[one].number.digits >= _DIGITS
            and any(
                compare(self.grid[one].number, each.number).relation is Relation.EQUAL
                for each in (*self.grid.row(other), *self.grid.column(other))
            )
            for one, other in pair
        )

    def _stands_beside(self, mention: int, counterpart: int) -> bool:
        """Tell whether a table states the numbers of both, in members that differ.

        Members that are in the set only by their value do not count: a wrong line may state the number of
        another line.
        """
        by_value = {*self.fact.by_value} - {mention, counterpart}
        return any(
            self.grid[one].table == self.grid[other].table and other in self.differ[one]
            for one in (mention, *(self.agree[mention] - by_value))
            for other in (counterpart, *(self.agree[counterpart] - by_value))
        )

    def _of_one_fact(self, mention: int) -> set[int]:
        return {other for other in self.differ[mention] if not self.two_facts_rule(mention, other)}

    def _of(self, mention: int) -> list[float]:
        return [p for pair, p in self._links.items() if mention in pair]

    def _best(self, mention: int, others: Iterable[int]) -> int:
        def weight(other: int) -> tuple[float, ...]:
            scored = self._score(mention, other) is not None
            return scored, len(self.agree[other]), self.same_fact(mention, other), -other

        return max(others, key=weight)


def _printed(mention: Mention) -> Decimal:
    return abs(mention.number.displayed or Decimal(0))
