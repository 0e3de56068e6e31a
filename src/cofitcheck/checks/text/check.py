"""The numbers in running text against the tables: which are tied to a cell, and which contradict one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from typing import ClassVar

import numpy as np

from cofitcheck.checks.bookkeeping import Confirmed
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.fingerprint import place_name
from cofitcheck.checks.ledger import CheckKind
from cofitcheck.checks.model import Finding, FindingKind, LeftOpen, TextAccount, Told
from cofitcheck.checks.protocol import CheckResult, Known, not_reached
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.severity import remark_on_slip, severity_of, share_of_larger, with_doubtful_sentences
from cofitcheck.checks.text.counterparts import Counterpart, Way
from cofitcheck.checks.text.links import Links
from cofitcheck.checks.text.model import TextModels, features
from cofitcheck.checks.text.near_misses import NearMiss, near_misses
from cofitcheck.checks.text.ratios import WrongRatio, check_ratios
from cofitcheck.checks.text.rule_based_errors import plain_by_rules
from cofitcheck.checks.text.sentence_context import states_levels
from cofitcheck.checks.text.similar import Similarity
from cofitcheck.checks.text.slipping import Difference, difference_of
from cofitcheck.checks.text.ties import Tie, tied_cells, ties_of, well_tied
from cofitcheck.deadline import NEVER, Deadline
from cofitcheck.encoding import Encoded, Encoder
from cofitcheck.numbers import Relation, Slip
from cofitcheck.numbers.relations import EXACT
from cofitcheck.prose import Prose, ProseMention, read_prose

_WORTH_A_LOOK = 0.1
"""The least probability of what is listed for a person to look at."""
_BATCH = 200
"""So many sentences are judged at once."""
SLIPS = {
    Difference.DIGIT: Slip.DIGIT,
    Difference.TRANSPOSITION: Slip.TRANSPOSITION,
    Difference.DROPPED_DIGIT: Slip.DROPPED_DIGIT,
    Difference.SCALE: Slip.SCALE,
    Difference.DIRECTION: Slip.SIGN,
}
"""The slip that each kind of difference is. A kind that is not listed is no slip."""

_WRONG_RATIO = 0.7
"""The probability of an error in a ratio. Few that are told have been read: too few to be sure."""
_MOST = 0.8
"""A share of words from which they are said to be all there."""


@dataclass(frozen=True)
class TextChecked:
    """What the sentences of a document say of its tables: the findings, and what became of each number."""

    findings: tuple[Finding, ...]
    account: TextAccount
    left_open: tuple[LeftOpen, ...] = ()
    left: int = 0
    """How many numbers were not held against the tables before the deadline."""

    @property
    def holding(self) -> tuple[Confirmed, ...]:
        """The cells that sentences confirm."""
        return tuple(Confirmed(CheckKind.TEXT, cells) for cells in self.account.tied.values())


@dataclass(frozen=True)
class TextCheck:
    """Holds the sentences of a document against its tables. `encoded` has its vectors, made by `encoder`."""

    models: TextModels
    encoded: Encoded
    encoder: Encoder
    stage: ClassVar[str] = "text"

    def run(self, known: Known) -> CheckResult:
        """Return the sentences that contradict a table, the cells that sentences confirm, and the account."""
        document, before = known.grid.document, known.before
        prose = read_prose(document)
        if not document.mentions or not prose.mentions:
            return CheckResult(text=TextAccount(prose.mentions))
        similarity = Similarity.of(document, prose, self.encoded, self.encoder)
        held = before.footed, known.tied, similarity
        checked = check_text(known.grid, prose, self.models, known.settings, *held, known.deadline)
        return CheckResult(
            findings=tuple(with_doubtful_sentences(document, checked.findings)),
            holding=checked.holding,
            left_open=checked.left_open,
            text=checked.account,
            not_checked=not_reached("numbers in sentences", checked.left, known.deadline, numbers=True),
        )


def check_text(
    grid: Grid,
    prose: Prose,
    models: TextModels,
    settings: CheckSettings,
    confirmed: Collection[int] = (),
    tied: Collection[int] = (),
    similarity: Similarity | None = None,
    deadline: Deadline = NEVER,
) -> TextChecked:
    """Hold each number in running text against the tables.

    `confirmed` are the mentions in sums that hold, `tied` those that another table repeats. A number is held
    against a cell only where nothing that fits its words agrees with it.
    """
    links = Links(grid, prose, similarity)
    ties: dict[int, list[Tie]] = {}
    tried: list[list[ProseMention]] = []
    for batch in deadline.until(_batches(list(links.sentences.values()))):
        ties |= ties_of(links, models.ties, batch)
        tried += batch
    misses: list[list[NearMiss]] = []
    left = len(prose.mentions)
    for passage in deadline.until(_by_passage(tried)):
        misses += near_misses(links, ties, passage)
        left -= sum(map(len, passage))
    judged = _of_one_error(links, _judged(links, misses, models, confirmed, tied))
    sentences = [_finding(links, miss, p, settings, confirmed) for miss, p in judged]
    findings = tuple(each for each in sentences if each.probability >= settings.threshold)
    left_open = tuple(_left_open(each) for each in sentences if each.probability < settings.threshold)
    cells = {said.index: tied_cells(told) for said in prose.mentions if (told := well_tied(ties, said))}
    ratios = check_ratios(grid, prose)
    known = {each.told.said.index for each in findings if each.told} | cells.keys()
    wrong = (each for each in ratios.wrong if each.said.index not in known)
    findings += tuple(_wrong_ratio(grid, each, settings) for each in wrong)
    against = {each.told.said.index: each.told.cells for each in findings if each.told}
    cells |= {index: ratio for index, ratio in ratios.right.items() if index not in known}
    return TextChecked(findings, TextAccount(prose.mentions, cells, against), left_open, left)


def _batches(sentences: Sequence[list[ProseMention]]) -> Iterator[Sequence[list[ProseMention]]]:
    return (sentences[at : at + _BATCH] for at in range(0, len(sentences), _BATCH))


def _by_passage(sentences: Iterable[list[ProseMention]]) -> Iterator[list[list[ProseMention]]]:
    passages: dict[int, list[list[ProseMention]]] = {}
    for together in sentences:
        passages.setdefault(together[0].passage, []).append(together)
    return iter(passages.values())


def _judged(
    links: Links,
    misses: Iterable[list[NearMiss]],
    models: TextModels,
    confirmed: Collection[int],
    tied: Collection[int],
) -> Iterator[tuple[NearMiss, float]]:
    """Yield of each number what it most probably is a misstatement of, where that is worth a look."""
    every = list(misses)
    if not every:
        return
    rows = np.concatenate([features(links, held, confirmed, tied) for held in every])
    scored = np.split(models.text.probabilities(rows), np.cumsum([len(held) for held in every])[:-1])
    for held, by_trees in zip(every, scored, strict=True):
        probabilities = [
            models.calibration.probability(p, plain_by_rules(links, miss, p))
            for miss, p in zip(held, map(float, by_trees), strict=True)
        ]
        if (most := max(probabilities)) >= _WORTH_A_LOOK:
            yield held[probabilities.index(most)], most


def _of_one_error(links: Links, judged: Iterable[tuple[NearMiss, float]]) -> list[tuple[NearMiss, float]]:
    """Return the most probable of what one error brings about: an amount and the per cent of a change,
    several sentences against one cell, and against the unit of one table."""
    kept: list[tuple[NearMiss, float]] = []
    statements: set[object] = set()
    for miss, probability in sorted(judged, key=lambda each: -each[1]):
        said = miss.said
        names: set[object] = {(said.passage, said.group), miss.counterpart.cells}
        if miss.difference is Difference.SCALE:  # the unit of the table is wrong, or was misread
            names.add(links.grid[miss.cell].table)
        if statements.isdisjoint(names):
            kept.append((miss, probability))
        statements |= names
    return sorted(kept, key=lambda each: each[0].said.index)


def _finding(
    links: Links, miss: NearMiss, probability: float, settings: CheckSettings, confirmed: Collection[int]
) -> Finding:
    said = miss.said
    kind = _kind(
        miss, abs(said.number.value or Decimal(0)), _as_said(miss.counterpart, said.number.precision)
    )
    why = tuple(reasons(links, miss, confirmed, links.told[said.number.value] - 1))
    found = _of_sentence(links.grid, said, miss.counterpart, kind, probability, why, settings)
    by_own_levels = states_levels(links, said, miss.counterpart)
    return replace(found, told=replace(found.told, by_own_levels=by_own_levels)) if found.told else found


def _wrong_ratio(grid: Grid, wrong: WrongRatio, settings: CheckSettings) -> Finding:
    why = (Reason(ReasonCode.NAMES_RATIO), Reason.of(ReasonCode.RATIO_ELSEWHERE, n=wrong.kept))
    return _of_sentence(grid, wrong.said, wrong.counterpart, wrong.difference, _WRONG_RATIO, why, settings)


def _of_sentence(
    grid: Grid,
    said: ProseMention,
    held: Counterpart,
    kind: Difference,
    probability: float,
    why: tuple[Reason, ...],
    settings: CheckSettings,
) -> Finding:
    stated, computed = abs(said.number.value or Decimal(0)), _as_said(held, said.number.precision)
    cell = grid[held.cells[0]]
    title = grid.document.tables[cell.table].title
    difference = None if kind is Difference.DIRECTION else EXACT.subtract(stated, computed)
    share = share_of_larger(difference, stated, computed)
    unit = Decimal(1).scaleb(said.number.precision, EXACT)
    is_last_digit = difference is not None and abs(difference) <= unit
    slip = Slip.ROUNDING if is_last_digit else SLIPS.get(kind, Slip.OTHER)
    remark = remark_on_slip(slip)
    return Finding(
        fingerprint=place_name(cell, f"{title} / {held.way} / {said.indicator}"),
        fact=None,
        mention=held.cells[0],
        counterpart=held.cells[-1],
        relation=Relation.INCONSISTENT,
        slip=slip,
        difference=difference,
        same_fact=None,
        probability=probability,
        severity=severity_of(probability, share, settings, remark),
        reasons=why,
        kind=FindingKind.TEXT,
        told=Told(said, held.cells, held.way.value, computed, held.rose, kind.value),
        share=share,
        remark=remark,
    )


def _left_open(doubtful: Finding) -> LeftOpen:
    return LeftOpen(
        fact=None,
        mention=doubtful.mention,
        counterpart=doubtful.counterpart,
        relation=doubtful.relation,
        difference=doubtful.difference,
        same_fact=None,
        probability=doubtful.probability,
        rule="",
        kind=FindingKind.TEXT,
        told=doubtful.told,
    )


def _kind(miss: NearMiss, stated: Decimal, computed: Decimal) -> Difference:
    """Return how the two differ: what is worked out may have been copied wrongly as what is stated may."""
    if miss.difference is not Difference.OTHER:
        return miss.difference
    finest = int(computed.as_tuple().exponent)
    return difference_of(stated, miss.said.number.precision, computed, finest) or Difference.OTHER


def _as_said(held: Counterpart, precision: int) -> Decimal:
    """Return what cells come to with the digits that the sentence has; with three of a cell's, or two of what
    is worked out, where the sentence has fewer, and with none that a cell has not."""
    value = held.middle
    if held.way is Way.STATED:
        last = max(min(precision, value.adjusted() - 2), held.finest)
    else:
        last = min(precision, value.adjusted() - 1) if value else precision
    return value.quantize(Decimal(1).scaleb(last), ROUND_HALF_UP, EXACT)


def reasons(links: Links, miss: NearMiss, confirmed: Collection[int], again: int) -> Iterator[Reason]:
    """Yield why a number in text should agree with cells, and which side is likelier wrong; `again` counts
    the other sentences that say the same."""
    if miss.fit.label >= _MOST:
        yield Reason(ReasonCode.NAMES_ROW)
    elif miss.fit.indicator >= _MOST:
        yield Reason(ReasonCode.SHARES_WORDS)
    if miss.fit.year > 0:
        yield Reason(ReasonCode.SAME_YEAR)
    row, table = miss.context.row, miss.context.table
    if row or table:
        yield Reason.of(ReasonCode.FROM_SAME_ROW if row else ReasonCode.FROM_SAME_TABLE, n=row or table)
    if miss.difference is Difference.OTHER_PERIOD:
        yield Reason(ReasonCode.OTHER_PERIOD)
    if miss.difference is Difference.DIRECTION:
        yield Reason(ReasonCode.OTHER_DIRECTION)
    if miss.counterpart.way is Way.STATED and miss.cell in confirmed:
        yield Reason(ReasonCode.CELL_FOOTS)
    elif again:
        yield Reason.of(ReasonCode.SAID_AGAIN, n=again)
