"""What is left open, as a person reads it: both numbers, where they stand, and how to make it a finding."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from cofitcheck.checks import Grid
from cofitcheck.checks.evidence.footing import Footing
from cofitcheck.checks.evidence.unsigned_slips import slip_between
from cofitcheck.checks.model import Calculation, LeftOpen
from cofitcheck.checks.reasons import Reason, Why
from cofitcheck.checks.repeats.reasons import reasons_for
from cofitcheck.document import Mention
from cofitcheck.numbers import Measure, Number, Slip
from cofitcheck.reports import wording
from cofitcheck.reports.report import Report
from cofitcheck.reports.tape import computed_text
from cofitcheck.reports.words import Words, phrase
from cofitcheck.reports.words.findings import SLIPS
from cofitcheck.reports.words.rules import reason_of

SHOWN = 20
_STEPS = (0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
_TITLE = 60
_FEWEST = 3
"""A threshold is named that makes findings of at least so many, where one of them does."""


@dataclass(frozen=True, slots=True)
class SaidView:
    """One of the two numbers: as printed, where it stands, and the link to it ("" without a marked copy).

    Of a sum one is its total, and the other what its parts come to.
    """

    text: str
    title: str
    table: int
    titled: bool
    place: Words
    row: str
    column: str
    link: str


@dataclass(frozen=True, slots=True)
class OpenView:
    """A fact left open in words, and the `signs` why to look at it; `probability` that it is an error is ""
    where no threshold reports it."""

    mention: SaidView
    counterpart: SaidView
    probability: Words
    signs: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenFacts:
    """The facts left open in words, in the order to look at them, without those that are more than are shown.

    `revealing` is a threshold below the report's, as it is written, and how many of all it makes findings of,
    None where no threshold does. `senseless` counts those that are left out: a percentage and an amount.
    """

    facts: tuple[OpenView, ...]
    more: int
    revealing: tuple[str, int] | None
    senseless: int = 0


@dataclass(frozen=True, slots=True)
class Ranked:
    """A fact left open, with what speaks for looking at it, and the reasons that its cells give."""

    left: LeftOpen
    slip: Slip
    reasons: tuple[Reason, ...]

    @property
    def is_slip(self) -> bool:
        """Whether one number looks like the other, written wrongly."""
        return self.slip in _SLIPS

    @property
    def neighbours_agree(self) -> bool:
        """Whether the rows agree in their other numbers, as last year's."""
        return any(
            reason.why is Why.ROW_NEIGHBOUR
            or (reason.why is Why.ROW_NEIGHBOURS and reason.values["n"] == reason.values["most"])
            for reason in self.reasons
        )

    @property
    def signs(self) -> tuple[Words, ...]:
        """Why to look at it, in words."""
        if self.left.calculation is not None:
            return ()
        said = (
            (self.is_slip or self.slip is Slip.ROUNDING, SLIPS[self.slip]),
            (self.neighbours_agree, phrase("the other numbers of the rows agree")),
            (self.left.two_facts, phrase("both can be right: {reason}", reason=reason_of(self.left.rule))),
        )
        return tuple(words for holds, words in said if holds)

    @property
    def rank(self) -> tuple[bool, bool, bool, bool, float]:
        """What a reviewer should look at first comes first."""
        left = self.left
        if left.calculation is not None:
            return False, False, False, False, -left.probability
        last_digit = self.slip is Slip.ROUNDING
        return left.two_facts, not self.is_slip, not self.neighbours_agree, not last_digit, -left.probability


_SLIPS = frozenset({Slip.DIGIT, Slip.TRANSPOSITION, Slip.DROPPED_DIGIT, Slip.SIGN, Slip.SCALE})
_SHARES = frozenset({Measure.PERCENT, Measure.BASIS_POINTS, Measure.RATIO})
_AMOUNTS = frozenset({Measure.MONEY, Measure.SHARES, Measure.PER_SHARE})


def ranked(report: Report) -> list[Ranked]:
    """Return the facts left open in the order to look at them: slips first, then those whose rows agree else,
    then the last digit. A percentage against an amount is none. Sums are few, and stand with the slips."""
    grid = Grid(report.document)
    mentions = report.document.mentions
    found = []
    for left in report.kept_open:
        if left.calculation is not None:
            found.append(Ranked(left, Slip.OTHER, ()))
            continue
        first, second = mentions[left.mention].number, mentions[left.counterpart].number
        if not (_is_senseless(first, second) or _is_senseless(second, first)):
            reasons = reasons_for(grid, (left.mention, left.counterpart), (0, 0), Footing.NONE)
            found.append(Ranked(left, slip_between(first, second), reasons))
    return sorted(found, key=lambda each: each.rank)


def _is_senseless(first: Number, second: Number) -> bool:
    is_amount = second.measure in _AMOUNTS or (second.measure is Measure.UNKNOWN and second.scale > 0)
    return first.measure in _SHARES and is_amount


def open_facts(report: Report, link: Callable[[Mention], str], most: int | None = None) -> OpenFacts:
    """Return the facts that a report left open, or the first `most`; `link` gives the link to a mention."""
    every = ranked(report)
    shown = every[:most]
    return OpenFacts(
        facts=tuple(_open_view(report, each, link) for each in shown),
        more=len(every) - len(shown),
        revealing=revealing(report),
        senseless=len(report.kept_open) - len(every),
    )


def _open_view(report: Report, ranked: Ranked, link: Callable[[Mention], str]) -> OpenView:
    left = ranked.left
    if left.calculation is not None:
        return _open_sum(report, left, left.calculation, link)
    mention, counterpart = (report.document.mentions[each] for each in (left.mention, left.counterpart))
    return OpenView(
        mention=_said(report, mention, link),
        counterpart=_said(report, counterpart, link),
        probability="" if left.two_facts else wording.percent(left.probability),
        signs=ranked.signs,
    )


def _open_sum(
    report: Report, left: LeftOpen, calculation: Calculation, link: Callable[[Mention], str]
) -> OpenView:
    mentions = report.document.mentions
    total = mentions[calculation.total]
    first, last = (mentions[calculation.addends[at][0]] for at in (0, -1))
    labels = (each.column_path if calculation.across else each.row_path for each in (first, last))
    parts = replace(
        _said(report, first, link),
        text=computed_text(report.document, calculation),
        row=" – ".join(wording.path_words(label[-1:]) for label in labels),
    )
    comes_to = phrase(
        "The parts come to {computed}; {stated} is stated.",
        computed=parts.text,
        stated=wording.short(total.text, 40),
    )
    return OpenView(_said(report, total, link), parts, wording.percent(left.probability), (comes_to,))


def revealing(report: Report) -> tuple[str, int] | None:
    """Return a threshold below the report's, as it is written, and how many facts it makes findings of.

    None where no threshold that a person would name makes a finding of any.
    """
    likely = [left.probability for left in report.kept_open if not left.two_facts]
    counts = {
        step: sum(probability >= step for probability in likely) for step in _STEPS if step < report.threshold
    }
    fewest = min(_FEWEST, max(counts.values(), default=0))
    return next(((f"{step:g}", count) for step, count in counts.items() if count >= fewest > 0), None)


def _said(report: Report, mention: Mention, link: Callable[[Mention], str]) -> SaidView:
    document = report.document
    return SaidView(
        text=wording.short(mention.text, 60),
        title=wording.short(wording.table_title(document, mention.table), _TITLE),
        table=mention.table + 1,
        titled=bool(document.tables[mention.table].title.strip()),
        place=wording.place(document, mention.place),
        row=wording.path_words(mention.row_path),
        column=wording.path_words(mention.column_path),
        link=link(mention),
    )
