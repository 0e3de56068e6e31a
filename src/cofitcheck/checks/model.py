"""What a check says: findings, and the report that carries them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from cofitcheck.checks.ledger import Ledger
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.document import Document, UnreadTable
from cofitcheck.facts import FactSet, Usage
from cofitcheck.numbers import Relation, Slip


class Severity(StrEnum):
    """How much a finding matters: an error to mend, one to look at, or a remark."""

    HIGH = "high"
    MEDIUM = "medium"
    NOTICE = "notice"


class FindingKind(StrEnum):
    """What a finding contradicts: another statement of the fact, or what the numbers around it come to."""

    REPEAT = "repeat"
    SUM = "sum"
    ROLL_FORWARD = "roll_forward"
    IDENTITY = "identity"
    DERIVED = "derived"


@dataclass(frozen=True, slots=True)
class Calculation:
    """A calculation that does not come out as stated: `total` is the mention that states it.

    `addends` are the mentions that it adds up, each with its sign, in the order of the table. `computed` is
    what they come to and `stated` what the total says, in base units; `tolerance` is what rounding allows the
    two to be apart. `across` tells that it runs along a row. `kept` other columns (or rows) of the table keep
    the same calculation, and `broken` do not, this one among them. `way` is "sum"; or "change", "share" or
    "ratio": of the first of two addends from, or over, the second.
    """

    total: int
    addends: tuple[tuple[int, int], ...]
    stated: Decimal
    computed: Decimal
    tolerance: Decimal
    across: bool
    kept: int
    broken: int
    way: str = "sum"

    @property
    def mentions(self) -> tuple[int, ...]:
        """All cells that it names, the total last."""
        return (*(mention for mention, _ in self.addends), self.total)


class Judged(StrEnum):
    """From what the probability of a finding's two mentions to state one fact was judged."""

    WITHOUT_VALUES = "without values"
    WITH_SUMS = "with sums"
    """A sum confirms that the one number is a slip of the other."""
    OVER_A_THIRD = "over a third"
    """The pair was no candidate; each of the two was matched, or tied, with another cell of the fact."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A contradiction between numbers: one fact stated with different values (one finding a fact set, never
    one a pair), or numbers that do not come to what is stated.

    Of a fact, `mention` stands against the others of `fact`; `counterpart` is the best witness against it
    (mention indices). `slip` is the simplest slip that turns one number into the other. `difference` is
    mention minus counterpart in base units, of the amounts where the tables only show the sign
    differently; None where the two cannot be subtracted. `same_fact` is the probability that the two
    state the same fact, and `judged` says from what; `probability` that this is an error, judged with the
    values. `facets` are the probabilities that they agree in indicator, measure, period, breakdown and
    unit, `by_words` that they state one fact by their words alone, without the rest of the document;
    empty and None where the classifier does not know. `reasons` say in words why the two are taken for
    one fact, and call `mention` A and `counterpart` B; `details` are the model's figures in words, for
    who knows it. `right` is the one of the two that sums speak for, None where none does. `explanation`
    says which other figure of their rows or columns one of the two equals, "" where there is none.
    `fingerprint` is stable between drafts.

    Of a `calculation` there is no `fact`, and no `same_fact`: `mention` is the cell most likely wrong,
    `counterpart` its total (or the last of its parts, where the total is likeliest wrong), `difference` what
    `mention` states less what would make it come out, `mended` that number in base units.
    """

    fingerprint: str
    fact: FactSet | None
    mention: int
    counterpart: int
    relation: Relation
    slip: Slip
    difference: Decimal | None
    same_fact: float | None
    probability: float
    severity: Severity
    reasons: tuple[str, ...]
    facets: Mapping[str, float] = field(default_factory=dict)
    by_words: float | None = None
    details: tuple[str, ...] = ()
    right: int | None = None
    explanation: str = ""
    judged: Judged = Judged.OVER_A_THIRD
    kind: FindingKind = FindingKind.REPEAT
    calculation: Calculation | None = None
    mended: Decimal | None = None

    @property
    def mentions(self) -> tuple[int, ...]:
        """All cells that the finding names."""
        if self.fact is not None:
            return self.fact.mentions
        return self.calculation.mentions if self.calculation else (self.mention, self.counterpart)


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """A fact whose numbers differ, and that is likelier two facts than one stated wrongly: no finding.

    `mention`, `counterpart`, `relation`, `difference` and `same_fact` are as in a `Finding`. `probability`
    that this is an error is below the threshold of the report, or `two_facts` tells that words keep
    them apart, or that the two numbers fit where they stand (one table states both, or both add up): then no
    threshold makes a finding of it.
    """

    fact: FactSet
    mention: int
    counterpart: int
    relation: Relation
    difference: Decimal | None
    same_fact: float
    probability: float
    two_facts: bool


class Gap(StrEnum):
    """In what way something was not checked."""

    NOT_READ = "not read"
    NOT_COMPARED = "not compared"
    LEFT_OPEN = "left open"
    NO_CHECK = "no check"


@dataclass(frozen=True, slots=True)
class NotChecked:
    """Something in the document that was not checked, and why, in a clause.

    `count` counts numbers where `numbers` says so, other things elsewhere (tables, facts, pairs); of a table
    `among` is how many numbers it has, 0 where that is not known. `element` is the source element, `page`
    and `where` the page and the words for the place (see `document.Place`), where there are any.
    """

    what: str
    reason: str
    count: int = 1
    element: int | None = None
    gap: Gap = Gap.NOT_READ
    numbers: bool = False
    among: int = 0
    page: int = 0
    where: str = ""

    @classmethod
    def of_table(cls, table: UnreadTable) -> NotChecked:
        """Return what is to be said of a table that was not read, or not whole."""
        return cls(
            what=table.title.rpartition(" — ")[2] or table.excerpt,
            reason=table.reason,
            count=table.numbers or 1,
            element=table.place.element,
            numbers=table.numbers > 0,
            among=table.among,
            page=table.place.page,
            where=table.place.words,
        )


@dataclass(frozen=True)
class Report:
    """All that checking one document brought: findings first, and what passed and what was not checked.

    `facts` are the facts stated at least twice. `passed` counts those whose mentions all agree.
    `seconds` holds the wall time by stage. `not_checked` is never counted as passed; `left_open` are the
    facts that it counts as left open, the likeliest errors first. `method` names the whole system ("default",
    "words", "cascade", "paper"), `model` its trained parts. `remarks` say what else to know of how the
    document was checked, `usage` what asking a server has cost. `ledger` says of every
    number what checked it. `high` and `tiny` are the bounds of severity (see `CheckSettings`).
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
    high: float = CheckSettings.high
    tiny: Decimal = CheckSettings.tiny
    left_open: tuple[LeftOpen, ...] = ()
    method: str = ""
    ledger: Ledger = field(default_factory=Ledger)

    def __repr__(self) -> str:
        return (
            f"Report({self.document.name!r}, {len(self.findings)} findings, "
            f"{self.ledger.checked} of {self.ledger.mentions} numbers checked)"
        )
