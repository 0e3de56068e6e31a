"""Compare the numbers of this document with those of the other that state the same fact."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import NamedTuple

from cofitcheck import patterns as re
from cofitcheck.checks.comparatives import Compared, Outcome
from cofitcheck.checks.comparatives.explained import Words
from cofitcheck.checks.comparatives.regrouped import regrouped
from cofitcheck.checks.evidence.difference import DifferenceModel, explain_difference
from cofitcheck.checks.evidence.footing import footing
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.opposites import are_incompatible
from cofitcheck.checks.evidence.rounding import slip_between
from cofitcheck.checks.evidence.signs import agree, stated_difference
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.document import Mention
from cofitcheck.facts import ScoredPairs
from cofitcheck.language.meanings import RESTATED
from cofitcheck.numbers import Measure, Relation, compare

_LETTERS = re.compile(r"[^\W\d_]{2,}")
_HUNDRED, _SERIES = Decimal(100), 2
"""Index numbers begin with 100, and a graph of returns has two or more of them."""
_SHARES = re.compile(RESTATED["of_shares"], re.IGNORECASE)
_KNOWN_AGAIN = 4
"""The fewest digits of two amounts that are held to be the same two wherever they stand."""
_LARGEST_SPLIT = 50
"""The most shares that one share is split in, or that are joined in one."""
_ROUNDED = Decimal("0.006")
"""How far rounding puts a number from the whole multiple of another, as a share of the multiple."""


@dataclass(frozen=True)
class MatchSettings:
    """The least probabilities at which two numbers of two documents are compared and reported.

    A difference between two numbers is looked at where they are one fact with `same_fact` or more. A number
    is cleared where another one agrees with it and is the same fact with `min_match_to_clear`. A difference
    is reported where it is an error with `threshold`. It is also reported where the two have one name and are
    one fact with `sure`.
    """

    same_fact: float = 0.5
    min_match_to_clear: float = 0.1
    threshold: float = 0.5
    sure: float = 0.9
    difference: DifferenceModel = field(default_factory=DifferenceModel)
    sign_witnesses: int = 1


class Partner(NamedTuple):
    """A number of the other document that may state the fact, and how probably it does."""

    mention: int
    same_fact: float


def partners(scored: ScoredPairs, boundary: int) -> dict[int, list[Partner]]:
    """Return for each mention below `boundary` its partners from there on, the likeliest first."""
    found: dict[int, list[Partner]] = defaultdict(list)
    columns = (scored.left.tolist(), scored.right.tolist(), scored.probability.tolist())
    for left, right, probability in zip(*columns, strict=True):
        if left < boundary <= right:
            found[left].append(Partner(right, probability))
    for each in found.values():
        each.sort(key=lambda partner: (-partner.same_fact, partner.mention))
    return found


class Matching:
    """The comparison of some mentions of this document with their partners in the other.

    `grid` holds the mentions of both documents, those of the other from `boundary` on. The indices in results
    are those of `grid` too.
    """

    def __init__(
        self, grid: Grid, boundary: int, scored: ScoredPairs, words: Words, settings: MatchSettings
    ) -> None:
        self.grid, self.boundary, self.words, self.settings = grid, boundary, words, settings
        self._partners = partners(scored, boundary)

    def compare(self, mentions: Sequence[int]) -> list[Compared]:
        """Return the outcome of each mention."""
        first = regrouped(self.grid, self.boundary, [self._first(mention) for mention in mentions])
        first = self._with_odd_signs(first)
        tally = _Tally.of(self.grid, first)
        judged = [self._judged(each, tally) if each.outcome is Outcome.DIFFER else each for each in first]
        return self._as_elsewhere(judged)

    def _as_elsewhere(self, judged: Sequence[Compared]) -> list[Compared]:
        """Return the outcomes, with a difference between two amounts as explained everywhere if it is
        once."""
        explained = {self._amounts(each): each for each in judged if each.outcome is Outcome.EXPLAINED}
        return [
            replace(each, outcome=Outcome.EXPLAINED, reason=known.reason, words=known.words)
            if each.outcome is Outcome.DIFFER and (known := explained.get(self._amounts(each)))
            else each
            for each in judged
        ]

    def _may_clear(self, mention: int, partner: Partner) -> bool:
        sure = partner.same_fact >= self.settings.min_match_to_clear
        return sure or self._are_namesakes(mention, partner.mention)

    def _amounts(self, each: Compared) -> Hashable:
        """Return both amounts as a key. Return a key of the mention alone where there are not two amounts, or
        one is too short to be known again."""
        if each.mention is None or each.counterpart is None:
            return each.mention
        here, there = self.grid[each.mention].number, self.grid[each.counterpart].number
        return (here.value, there.value) if min(here.digits, there.digits) >= _KNOWN_AGAIN else each.mention

    def _first(self, mention: int) -> Compared:
        """Return the outcome by the numbers alone: they agree or differ, or the number has no partner."""
        comparable = [
            (partner, agreed)
            for partner in self._partners.get(mention, ())
            if self._may_clear(mention, partner)
            and (agreed := agree(self.grid, (mention, partner.mention), self.settings.sign_witnesses))
            is not None
        ]
        best = next((partner for partner, agreed in comparable if agreed), None)
        if best is not None:
            return self._compared(Outcome.AGREE, mention, best)
        against = [
            partner
            for partner, _ in comparable
            if partner.same_fact >= self.settings.same_fact or self._are_namesakes(mention, partner.mention)
        ]
        if not against:
            return Compared(Outcome.NOT_FOUND, mention, None)
        return self._compared(Outcome.DIFFER, mention, against[0])

    def _with_odd_signs(self, compared: Sequence[Compared]) -> list[Compared]:
        """Return what was compared, with odd signs as differing.

        A sign is odd where the number alone has the other sign in its row and its column, and several numbers
        of one of the two agree. Two reports otherwise print the signs of a table alike.
        """
        signs: dict[tuple[str, int, int, int], Counter[bool]] = defaultdict(Counter)
        agreeing = [each for each in compared if each.outcome is Outcome.AGREE]
        for each in agreeing:
            for line in self._lines(each):
                signs[line][each.relation is Relation.SIGN_DIFFERS] += 1
        odd = {
            each.mention
            for each in agreeing
            if each.relation is Relation.SIGN_DIFFERS
            and each.mention is not None
            and each.counterpart is not None
            and self._are_namesakes(each.mention, each.counterpart)
            and all(signs[line][True] == 1 for line in self._lines(each))
            and max(signs[line][False] for line in self._lines(each)) >= _Tally.WIDE
        }
        return [replace(each, outcome=Outcome.DIFFER) if each.mention in odd else each for each in compared]

    def _lines(self, each: Compared) -> tuple[tuple[str, int, int, int], ...]:
        """Return keys for the row and the column of both numbers."""
        if each.mention is None or each.counterpart is None:
            return ()
        here, there = self.grid[each.mention], self.grid[each.counterpart]
        tables = here.table, there.table
        return ("row", *tables, here.row), ("column", *tables, here.column)

    def _are_namesakes(self, mention: int, counterpart: int) -> bool:
        """Tell whether two numbers have the same label, period and measure.

        In a table that is stated anew nothing else shows that they are one fact.
        """
        here, there = self.grid[mention], self.grid[counterpart]
        periods = self.grid.periods[mention], self.grid.periods[counterpart]
        return (
            _name(here) == _name(there) != ()
            and bool(periods[0].year)
            and periods[0] == periods[1]
            and here.number.measure is there.number.measure
        )

    def _compared(self, outcome: Outcome, mention: int, partner: Partner) -> Compared:
        first, second = self.grid[mention].number, self.grid[partner.mention].number
        return Compared(
            outcome,
            mention,
            partner.mention,
            same_fact=partner.same_fact,
            relation=compare(first, second).relation,
            slip=slip_between(first, second),
            difference=stated_difference(self.grid, mention, partner.mention),
        )

    def _judged(self, each: Compared, tally: _Tally) -> Compared:
        """Return a difference as explained, reported or left open."""
        assert each.mention is not None
        assert each.counterpart is not None
        assert each.same_fact is not None
        pair = each.mention, each.counterpart
        probability = self._probability(pair, each.same_fact, tally)
        each = replace(each, probability=probability)
        if are_incompatible(self.grid, *pair):
            return _left_open(each, ReasonCode.KEPT_APART)
        if each.counterpart in tally.taken and not self._is_an_error(each):
            return _left_open(each, ReasonCode.COUNTERPART_TAKEN)
        if any(map(self._is_index, pair)):
            return _left_open(each, ReasonCode.INDEX_NUMBERS)
        why, words = self._explained(pair, tally, probability)
        if why is not None:
            return replace(each, outcome=Outcome.EXPLAINED, reason=Reason(why), words=words)
        if probability < self.settings.threshold and not self._is_plain(each, tally):
            return _left_open(each, ReasonCode.LIKELIER_ANOTHER_FACT)
        return each

    def _is_index(self, mention: int) -> bool:
        """Tell whether a number is of an index that was 100 on some day, as are others of its table.

        The other report counts from another day.
        """
        table = self.grid.table(self.grid[mention].table)
        hundreds = Counter(
            each.column
            for each in table
            if each.number.displayed == _HUNDRED and each.number.measure is not Measure.PERCENT
        )
        return any(count >= _SERIES for count in hundreds.values())

    def _is_an_error(self, each: Compared) -> bool:
        """Tell whether a number surely states the fact wrongly, even if another number states it rightly.

        This document may state a fact twice, and once wrongly.
        """
        return (each.same_fact or 0.0) >= self.settings.sure and each.probability >= self.settings.threshold

    def _is_plain(self, each: Compared, tally: _Tally) -> bool:
        """Tell whether a difference is plain: the two have one name, and their tables agree otherwise."""
        assert each.mention is not None
        assert each.counterpart is not None
        return (
            (each.same_fact or 0.0) >= self.settings.sure
            and self._are_namesakes(each.mention, each.counterpart)
            and tally.agreeing[tally.tables(each.mention, each.counterpart)] >= tally.WIDE
        )

    def _probability(self, pair: tuple[int, int], same_fact: float, tally: _Tally) -> float:
        tables = tally.tables(*pair)
        return self.settings.difference.probability(
            same_fact,
            explain_difference(self.grid, *pair),
            agreeing=tally.agreeing[tables],
            differing=tally.differing[tables] - 1,
            footing=footing(self.grid, *pair),
        )

    def _explained(
        self, pair: tuple[int, int], tally: _Tally, probability: float
    ) -> tuple[ReasonCode | None, str]:
        """Return how a difference is explained, and the words that do so; None where nothing does.

        Words on the whole document do not explain a number that looks like an error by itself.
        """
        mention, counterpart = pair
        if self.words.split and _were_split(self.grid[mention], self.grid[counterpart]):
            return ReasonCode.SHARES_SPLIT, self.words.split
        if said := self.words.beside(mention):
            return ReasonCode.SAID_BESIDE, said
        if probability >= self.settings.threshold or not tally.is_widespread(self.grid, pair):
            return None, ""
        for why, said in (
            (ReasonCode.STATED_ANEW, self.words.anew),
            (ReasonCode.SEGMENTS_CHANGED, self.words.segments),
            (ReasonCode.DISCONTINUED, self.words.discontinued),
        ):
            if said:
                return why, said
        return None, ""


def _left_open(each: Compared, why: ReasonCode) -> Compared:
    return replace(each, outcome=Outcome.LEFT_OPEN, reason=Reason(why))


def _name(mention: Mention) -> tuple[str, ...]:
    """Return the labels of a row by their letters alone. Marks of notes and punctuation may differ."""
    return tuple(" ".join(_LETTERS.findall(label.casefold())) for label in mention.row_path)


def _were_split(here: Mention, there: Mention) -> bool:
    """Tell whether two numbers are of shares, and one is several times the other, as before and after a
    split."""
    if not any(_is_of_shares(each) for each in (here, there)):
        return False
    first, second = here.number, there.number
    small, large = sorted(abs(each.value or Decimal(0)) for each in (first, second))
    times = large / small if small else Decimal(0)
    whole = round(times)
    return 2 <= whole <= _LARGEST_SPLIT and abs(times - whole) <= _ROUNDED * times


def _is_of_shares(mention: Mention) -> bool:
    """Tell whether a number counts shares or is an amount a share, by its unit or by what it is called."""
    if mention.number.measure in (Measure.SHARES, Measure.PER_SHARE):
        return True
    return _SHARES.search(" ".join((*mention.row_path, *mention.column_path))) is not None


@dataclass(frozen=True)
class _Tally:
    """For each two tables, one of either document, how many of their facts agree and how many differ; and
    the mentions of the other document that a number of this one agrees with."""

    agreeing: Mapping[tuple[int, int], int]
    differing: Mapping[tuple[int, int], int]
    taken: Collection[int]
    grid: Grid

    WIDE = 3
    """How many differences, or agreements, between two tables are widespread: no slip of one number."""

    @classmethod
    def of(cls, grid: Grid, compared: Sequence[Compared]) -> _Tally:
        counts: dict[Outcome, Counter[tuple[int, int]]] = defaultdict(Counter)
        taken = set()
        for each in compared:
            if each.mention is None or each.counterpart is None:
                continue
            counts[each.outcome][grid[each.mention].table, grid[each.counterpart].table] += 1
            if each.outcome is Outcome.AGREE:
                taken.add(each.counterpart)
        return cls(counts[Outcome.AGREE], counts[Outcome.DIFFER], taken, grid)

    def tables(self, mention: int, counterpart: int) -> tuple[int, int]:
        return self.grid[mention].table, self.grid[counterpart].table

    def is_widespread(self, grid: Grid, pair: tuple[int, int]) -> bool:
        return self.differing[self.tables(*pair)] >= self.WIDE
