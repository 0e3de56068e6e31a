"""How much a finding matters: one rule for every kind of check.

Each check says how probable a finding is by what it knows. `Levels` weighs that by what all kinds have in
common. A finding is a notice where a `Remark` says so. It is high where it is probable and its difference is
not tiny (`CheckSettings`), else medium; what is less probable than the threshold is worth a look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from math import exp, log10
from pathlib import Path
from statistics import median_low
from typing import Self

import msgspec

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.difference import log_odds
from cofitcheck.checks.model import Finding, FindingKind, LeftOpen, Remark, Severity
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.document import Document
from cofitcheck.errors import ModelError
from cofitcheck.facts import probability_of
from cofitcheck.language.table_words import FULL_WIDTH
from cofitcheck.numbers import Measure, Number, Slip

_EAST_ASIAN = re.compile(f"[{FULL_WIDTH}]")
_SURE = 0.8
"""From this probability on a finding in a Chinese or Japanese sentence is no remark. Of 31 findings in
sentences of 50 such documents two reach it, and one of the two is real; of the others none is
(`benchmarks/real/kinds`)."""
_MILLION = 6
_MOST = 0.998
"""The highest probability of a check that is believed."""


class Evidence(StrEnum):
    """What speaks for or against a finding, of whatever kind."""

    JUDGED = "judged"
    """The log odds of its check."""
    MAGNITUDE = "magnitude"
    """How large the company is (`magnitude_of`): large ones misprint less."""
    SLIP = "slip"
    """One slip turns the one number into the other."""


@dataclass(frozen=True)
class Levels:
    """How probably a finding is real or worth a question, learnt from findings that people read in filings
    that no rule was written from. The log odds are `bias`, the entry in `kinds` and each `Evidence` by its
    weight. Without weights a finding is as probable as its check says."""

    bias: float = 0.0
    weights: Mapping[Evidence, float] = field(default_factory=dict, hash=False)
    kinds: Mapping[FindingKind, float] = field(default_factory=dict, hash=False)

    def probability(self, finding: Finding, magnitude: float) -> float:
        """Return how probably a finding is right in a document of this magnitude (see `magnitude_of`)."""
        if not self.weights:
            return finding.probability
        return self.weigh(finding.kind, evidence(finding, magnitude))

    def weigh(self, kind: FindingKind, found: Mapping[Evidence, float]) -> float:
        """Return how probably a finding of a kind is right, by the evidence that was `found`."""
        odds = self.bias + self.kinds[kind] + sum(self.weights[name] * each for name, each in found.items())
        return probability_of(1.0 / (1.0 + exp(-odds)))

    def save(self, path: Path) -> None:
        """Write the weights as JSON."""
        path.write_bytes(msgspec.json.format(msgspec.json.encode(self, order="sorted")) + b"\n")

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read the weights. Raises `ModelError` where the file cannot be read."""
        try:
            return msgspec.json.decode(path.read_bytes(), type=cls)
        except (OSError, msgspec.MsgspecError) as error:
            raise ModelError(f"{path} does not hold weights of levels: {error}") from error


def evidence(finding: Finding, magnitude: float) -> Mapping[Evidence, float]:
    """Return what speaks for and against a finding, each as a number."""
    return {
        Evidence.JUDGED: log_odds(min(finding.probability, _MOST)),
        Evidence.MAGNITUDE: magnitude,
        Evidence.SLIP: finding.slip not in (Slip.OTHER, Slip.NONE),
    }


def magnitude_of(document: Document) -> float | None:
    """Return how large the amounts of a document are: 0 where the median is a million dollars or less, 1 from
    ten million on, between them by powers of ten; None where they are in another currency."""
    amounts = [
        (abs(number.value), number.currency)
        for number in (mention.number for mention in document.mentions)
        if number.value and number.measure is Measure.MONEY
    ]
    currencies = Counter(currency for _, currency in amounts if currency).most_common(1)
    if currencies and currencies[0][0] != "USD":
        return None
    powers = log10(median_low(value for value, _ in amounts)) - _MILLION if amounts else 0.0
    return min(max(powers, 0.0), 1.0)


def left_open_of(doubtful: Finding) -> LeftOpen:
    """Return what is too unlikely for a finding as an item that is left open."""
    return LeftOpen(
        fact=doubtful.fact,
        mention=doubtful.mention,
        counterpart=doubtful.counterpart,
        relation=doubtful.relation,
        difference=doubtful.difference,
        same_fact=doubtful.same_fact,
        probability=doubtful.probability,
        rule="",
        kind=doubtful.kind,
        calculation=None if doubtful.fact else doubtful.calculation,
        told=doubtful.told,
    )


def severity_of(
    probability: float, share: Decimal | None, settings: CheckSettings, remark: Remark | None = None
) -> Severity:
    """Return how much a finding matters whose two numbers differ by `share` of the larger; a share that is
    not known is not tiny."""
    if remark is not None:
        return Severity.NOTICE
    tiny = share is not None and share < settings.tiny
    return Severity.HIGH if probability >= settings.high and not tiny else Severity.MEDIUM


def share_of_larger(difference: Decimal | None, *amounts: Decimal | None) -> Decimal | None:
    """Return a difference as a share of the largest of the amounts, signs aside; None where it is not known,
    or nothing is stated."""
    largest = max((abs(each) for each in amounts if each is not None), default=Decimal(0))
    return None if difference is None or not largest else abs(difference) / largest


def remark_on(slip: Slip, first: Number, second: Number) -> Remark | None:
    """Return why two numbers that a slip tells apart are only a remark, None where they are more."""
    if slip is Slip.SCALE and first.displayed is not None and first.displayed == second.displayed:
        return Remark.UNIT
    return remark_on_slip(slip)


def remark_on_slip(slip: Slip) -> Remark | None:
    """Return why a number that is a slip of what it ought to be is only a remark, None where it is more."""
    return Remark.ROUNDING if slip is Slip.ROUNDING else None


def with_doubtful_sentences(document: Document, findings: Iterable[Finding]) -> list[Finding]:
    """Return findings in sentences, those in Chinese and Japanese as remarks where they are not likely."""
    return [
        replace(each, severity=Severity.NOTICE, remark=Remark.DOUBTFUL_SENTENCE)
        if each.told and each.probability < _SURE and _is_east_asian(document, each.told.said.passage)
        else each
        for each in findings
    ]


def _is_east_asian(document: Document, passage: int) -> bool:
    return _EAST_ASIAN.search(document.passages[passage].text) is not None
