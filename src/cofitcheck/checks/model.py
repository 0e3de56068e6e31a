"""What a check says: findings, and the report that carries them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from cofitcheck.document import Document
from cofitcheck.facts import FactSet, Usage
from cofitcheck.numbers import Relation, Slip


class Severity(StrEnum):
    """How much a finding matters: an error to mend, one to look at, or a remark."""

    HIGH = "high"
    MEDIUM = "medium"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class Finding:
    """One fact stated with different values; one finding a fact set, never one a pair.

    `mention` stands against the others of `fact`; `counterpart` is the best witness against it (mention
    indices). `slip` is the simplest slip that turns one number into the other. `difference` is mention minus
    counterpart in base units, None where the two cannot be subtracted. `same_fact` is the probability that
    the two state the same fact, judged without their values; `probability` that this is an error, judged
    with them. `facets` are the probabilities that they agree in indicator, measure, period, breakdown and
    unit, `by_words` that they state one fact by their words alone, without the rest of the document; empty
    and None where the classifier does not know. `reasons` say in words why the two are taken for one fact.
    `fingerprint` is stable between drafts.
    """

    fingerprint: str
    fact: FactSet
    mention: int
    counterpart: int
    relation: Relation
    slip: Slip
    difference: Decimal | None
    same_fact: float
    probability: float
    severity: Severity
    reasons: tuple[str, ...]
    facets: Mapping[str, float] = field(default_factory=dict)
    by_words: float | None = None


@dataclass(frozen=True, slots=True)
class NotChecked:
    """Something in the document that was not checked, and why, in a sentence."""

    what: str
    reason: str
    count: int = 1
    element: int | None = None
    """The source element (see `document.Place`), where there is one."""


@dataclass(frozen=True)
class Report:
    """All that checking one document brought: findings first, and what passed and what was not checked.

    `facts` are the facts stated at least twice. `passed` counts those whose mentions all agree.
    `seconds` holds the wall time by stage. `not_checked` is never counted as passed. `remarks` say what else
    to know of how the document was checked, `usage` what asking a server has cost.
    """

    document: Document
    facts: tuple[FactSet, ...]
    findings: tuple[Finding, ...]
    passed: int
    not_checked: tuple[NotChecked, ...] = ()
    threshold: float = 0.0
    model: str = ""
    seconds: dict[str, float] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    usage: Usage | None = None

    def __repr__(self) -> str:
        return (
            f"Report({self.document.name!r}, {len(self.findings)} findings, "
            f"{len(self.facts)} facts stated more than once, {self.passed} passed)"
        )
