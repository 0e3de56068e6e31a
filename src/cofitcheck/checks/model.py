"""What a check says: findings, and the report that carries them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from cofitcheck.checks.evidence.certain import CertainClass
from cofitcheck.checks.reasons import Reason
from cofitcheck.document import Place, UncheckedCode, UncheckedReason, UnreadTable
from cofitcheck.facts import FactSet
from cofitcheck.numbers import Relation, Slip
from cofitcheck.prose import ProseMention


class Severity(StrEnum):
    """How much a finding matters: an error to mend, one to look at, or a remark."""

    HIGH = "high"
    MEDIUM = "medium"
    NOTICE = "notice"

    def reaches(self, least: Severity) -> bool:
        """Tell whether it is as much as `least`, or more."""
        order = list(Severity)
        return order.index(self) <= order.index(least)


class Remark(StrEnum):
    """Why a finding is a notice, however probable it is."""

    ROUNDING = "rounding"
    """The two numbers differ by one in the last digit."""
    UNIT = "unit"
    """Both are printed alike, in two units: a caption is wrong, or was misread, and no number is."""
    EXPLAINED = "explained"
    """The document says why it differs from the other one: restated, reclassified, recast."""
    DOUBTFUL_SENTENCE = "doubtful sentence"
    """It is in a sentence in a language in which few such findings are real, and it is not likely."""


class Aside(StrEnum):
    """Why a finding is set aside: the user chose not to be told of it."""

    NOT_SELECTED = "not selected"
    BASELINE = "baseline"
    IMMATERIAL = "immaterial"


class FindingKind(StrEnum):
    """What a finding contradicts: another statement of the fact, or what the numbers around it come to."""

    REPEAT = "repeat"
    SUM = "sum"
    ROLL_FORWARD = "roll_forward"
    IDENTITY = "identity"
    DERIVED = "derived"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Told:
    """A number in running text that is not what tables have for it.

    `cells` are what it is held against: the cell that it is meant to state; for a change the later and the
    earlier cell; for a ratio the part and the whole. `way` is "stated", "change" or "change in percent". For
    a ratio it is "share", "rest" (what the part leaves of the whole), "ratio" or "change in points" (with the
    part and the whole of the year before behind them). It is "beside" for two lines, or two years of one,
    that a sentence compares. `computed` is what the cells come to, without sign, in the unit of the number.
    `rose` is which way a change went, 0 where there is none. `slip` says in a word how the two differ: see
    `checks.text.slipping.Difference`. `by_own_levels` tells that the sentence states both cells itself, so
    that no error in these explains the change.
    """

    said: ProseMention
    cells: tuple[int, ...]
    way: str
    computed: Decimal
    rose: int
    slip: str
    by_own_levels: bool = False

    @property
    def is_ratio(self) -> bool:
        """Whether it is worked out of a part and a whole."""
        return self.way in ("share", "rest", "ratio", "change in points")


@dataclass(frozen=True)
class TextAccount:
    """What became of the numbers in running text, by their indices in `mentions`. `tied` has the cells that
    state a number, or whose change it is; `contradicted` has the cells of findings. The other numbers are
    tied to nothing. That is no error, since most of what is told in text stands in no table."""

    mentions: tuple[ProseMention, ...] = ()
    tied: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    contradicted: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


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
    """What the probability that a finding's two mentions state one fact was judged from."""

    WITHOUT_VALUES = "without values"
    WITH_SUMS = "with sums"
    """A sum confirms that the one number is a slip of the other."""
    BY_CAPTION = "by caption"
    """They have one caption, period, unit, basis and company."""
    OVER_A_THIRD = "over a third"
    """The pair was no candidate; each of the two was matched, or tied, with another cell of the fact."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A contradiction between numbers: one fact stated with different values (one finding for each fact set,
    never one for each pair), or numbers that do not come to what is stated.

    For a fact, `mention` stands against the others of `fact`; `counterpart` is the best witness against it
    (mention indices). `slip` is the simplest slip that turns one number into the other. `difference` is
    mention minus counterpart in base units, of the amounts where the tables only show the sign differently;
    None where the two cannot be subtracted. `same_fact` is the probability that the two state the same fact,
    and `judged` says from what; `probability` that this is an error, judged with the values. `facets` are the
    probabilities that they agree in indicator, measure, period, breakdown and unit, `by_words` that they
    state one fact by their words alone, without the rest of the document; empty and None where the classifier
    does not know. `reasons` speak for and against: why the two are taken for one fact; they call `mention` A
    and `counterpart` B. `details` are the model's figures, for readers who know it. `right` is the one of the
    two that sums speak for, None where none does. `explanation` says which other figure of their rows or
    columns one of the two equals, None where there is none. `share` is the difference as a share of the
    larger of the two numbers that it is between (for a calculation what is stated and what it comes to), None
    where it is not known; with the probability and `remark` it makes the `severity` (see `checks.severity`).
    `fingerprint` is stable between drafts.

    A finding of a `calculation` has no `fact` and no `same_fact`: `mention` is the cell most likely wrong,
    `counterpart` its total (or the last of its parts, where the total is likeliest wrong), `difference` what
    `mention` states less what would make it come out, `mended` that number in base units.

    A finding of a number in running text has no `fact` either: `told` has the number, and `mention` and
    `counterpart` are the first and the last of its cells; `difference` is what the text says less what they
    come to.

    `certain` is the class of evidence that proves it, None where the probability was learnt.
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
    reasons: tuple[Reason, ...]
    facets: Mapping[str, float] = field(default_factory=dict)
    by_words: float | None = None
    details: tuple[Reason, ...] = ()
    right: int | None = None
    explanation: Reason | None = None
    judged: Judged = Judged.OVER_A_THIRD
    kind: FindingKind = FindingKind.REPEAT
    calculation: Calculation | None = None
    mended: Decimal | None = None
    told: Told | None = None
    share: Decimal | None = None
    remark: Remark | None = None
    certain: CertainClass | None = None

    @property
    def mentions(self) -> tuple[int, ...]:
        """All cells that the finding names."""
        if self.fact is not None:
            return self.fact.mentions
        if self.told is not None:
            return self.told.cells
        return self.calculation.mentions if self.calculation else (self.mention, self.counterpart)


class ReferenceKind(StrEnum):
    """What a wrong reference or title names."""

    NOTE = "note"
    ITEM = "item"
    """An item, a chapter or a section of a report."""
    TABLE = "table"
    """A table or a figure by its number."""
    PAGE = "page"
    """The page that a table of contents, or a sentence, names for a heading."""
    EXHIBIT = "exhibit"
    TOTAL = "total"
    """A total by another name than that of what it adds up."""
    SENSE = "sense"
    """A word that turns what a label says: due to for due from."""
    UNIT = "unit"
    """The unit, or the currency, over a table."""
    YEARS = "years"
    TYPED_NUMBER = "typed number"
    """A number typed among formulas of a workbook."""
    OTHER_FORMULA = "other formula"
    """A formula unlike those on both sides of it."""
    SHORT_RANGE = "short range"
    """A sum that leaves out the number right above it."""
    STALE_FORMULA = "stale formula"
    """A formula that does not come to the value that is stored with it."""
    HIDDEN_IN_SUM = "hidden in sum"
    """A sum over rows of which some are hidden."""

    @property
    def is_of_formula(self) -> bool:
        """Whether it is of a formula of a workbook."""
        return self in _OF_FORMULA


_OF_FORMULA = frozenset(
    {
        ReferenceKind.TYPED_NUMBER,
        ReferenceKind.OTHER_FORMULA,
        ReferenceKind.SHORT_RANGE,
        ReferenceKind.STALE_FORMULA,
        ReferenceKind.HIDDEN_IN_SUM,
    }
)


@dataclass(frozen=True, slots=True)
class ReferenceFinding:
    """Words that name another note than they mean, other years than the columns below them, the opposite of
    what a line is, or another unit than that of the numbers below them; or a formula that refers to other
    cells than it means.

    `words` are the sentence, the label, the title or the formula with its cell, `place` is where they stand;
    `table` is the table that they are in or lead to, -1 where there is none. `reason` says what they name
    and what is meant. `fingerprint` is stable between drafts.
    """

    fingerprint: str
    kind: ReferenceKind
    words: str
    place: Place
    table: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class RightReference:
    """A reference that is right: `name` and `title` are those of the note, the item or the exhibit that it
    names, which stands at `to`; of a page the number, and the title that stands there.

    `text` are its words, which begin at `start` in a `passage`; of a label, a column of notes or a row of a
    table of contents these are "" and -1. `place` is where it stands.
    """

    name: str
    title: str
    to: Place
    place: Place
    passage: int = -1
    start: int = -1
    text: str = ""
    kind: ReferenceKind = ReferenceKind.NOTE


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """What does not agree, and is likelier no error than one: a fact that is likelier two facts than one
    stated wrongly, a `calculation` that is likelier no sum than a wrong one, or a number in running text
    (`told`) that is likelier of something else than wrong. It is no finding.

    `fact`, `mention`, `counterpart`, `relation`, `difference`, `same_fact`, `kind`, `calculation` and
    `told` are as in a `Finding`. `probability` that this is an error is below the threshold of the report, or
    `rule` names what makes two facts of the two, and no threshold makes a finding of them: words that keep
    them apart (see `evidence.opposites`), or where they stand (see `repeats.witnesses`). It is "" where only
    the probability speaks. `line` is the mention of another line that is the difference, None where none is.
    """

    fact: FactSet | None
    mention: int
    counterpart: int
    relation: Relation
    difference: Decimal | None
    same_fact: float | None
    probability: float
    rule: str
    kind: FindingKind = FindingKind.REPEAT
    calculation: Calculation | None = None
    line: int | None = None
    told: Told | None = None

    @property
    def mentions(self) -> tuple[int, ...]:
        """All cells that it names."""
        if self.fact is not None:
            return self.fact.mentions
        if self.told is not None:
            return self.told.cells
        return self.calculation.mentions if self.calculation else (self.mention, self.counterpart)

    @property
    def two_facts(self) -> bool:
        """Whether a rule, and not the probability, keeps it open."""
        return bool(self.rule)


class Gap(StrEnum):
    """In what way something was not checked."""

    NOT_READ = "not read"
    NOT_COMPARED = "not compared"
    LEFT_OPEN = "left open"
    NO_CHECK = "no check"


@dataclass(frozen=True, slots=True)
class NotChecked:
    """Something in the document that was not checked, and why.

    `count` counts numbers where `numbers` says so, other things elsewhere (tables, facts, pairs); of a table
    `among` is how many numbers it has, 0 where that is not known. `element` is the source element, `page`
    and `where` the page and the words for the place (see `document.Place`), where there are any.
    """

    what: str
    reason: UncheckedReason
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


def ended_early(items: Iterable[NotChecked]) -> bool:
    """Tell whether a check ended at its bound of time before it came to all things."""
    return any(item.reason.cause is UncheckedCode.OUT_OF_TIME for item in items)
