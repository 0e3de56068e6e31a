"""What is left open, in words: both numbers, where they stand, and the threshold that makes them findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from cofitcheck.checks import Grid
from cofitcheck.checks.evidence.footing import Footing
from cofitcheck.checks.evidence.rounding import far_apart, slip_between
from cofitcheck.checks.model import Calculation, LeftOpen, Told
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.repeats.reasons import reasons_for
from cofitcheck.document import Mention
from cofitcheck.numbers import Measure, Number, Slip
from cofitcheck.reports.model import wording
from cofitcheck.reports.model.excerpts import come_to, computed_text
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.words import Words, phrase
from cofitcheck.reports.words.findings import KEPT_OPEN, KINDS, SLIPS, reason_of

_MOST = 100
"""The most items worth a look that are listed; the others are in the JSON report."""
_STEPS = (0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
_LEAST = 0.05
"""The least probability of an error of an item that is worth a look.

People read 8 items below it and found no error, and 37 items above it and found 12 errors.
"""
_TITLE = 60
_SENTENCE = 240
_FEWEST = 3
"""How many findings a lower threshold should at least bring to be named, where any brings as many."""

_SLIPS = frozenset({Slip.DIGIT, Slip.TRANSPOSITION, Slip.DROPPED_DIGIT, Slip.SIGN, Slip.SCALE, Slip.ROUNDING})
_OF_ANY_SIZE = frozenset({Slip.DROPPED_DIGIT, Slip.SCALE})
"""The slips that can make a number many times as large."""
_SHARES = frozenset({Measure.PERCENT, Measure.BASIS_POINTS, Measure.RATIO})
_UNLIKELY = phrase("their numbers differ, but they are more probably two facts than one stated wrongly")
_OTHER_KIND = phrase("they are numbers of different kinds or sizes")


@dataclass(frozen=True, slots=True)
class SaidView:
    """One of the two numbers: as printed, where it stands, and the link to it ("" without a marked copy).

    Of a sum one number is its total, and the other is what its parts come to. Of a sentence `row` has its
    words, and `table` is 0.
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
    """An item worth a look, in words: the `probability` that it is an error, and the `signs` why to look."""

    mention: SaidView
    counterpart: SaidView
    probability: Words
    signs: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenFacts:
    """What a report left open, in words.

    `facts` are items worth a look, the likeliest errors first; `more` counts further ones. `apart` has each
    rule in words and how many items it keeps apart, the most items first. `revealing` is a threshold below
    the report's, as a user writes it, and how many items it makes findings; None where no threshold does.
    """

    facts: tuple[OpenView, ...]
    more: int
    revealing: tuple[str, int] | None
    apart: tuple[tuple[Words, int], ...] = ()

    @property
    def kept_apart(self) -> int:
        """How many items a rule keeps apart."""
        return sum(count for _, count in self.apart)


@dataclass(frozen=True, slots=True)
class RankedItem:
    """An item left open: the slip between its numbers, the reasons from its cells, and why it is kept apart.

    `apart` is "" where the item is worth a look.
    """

    left: LeftOpen
    slip: Slip
    reasons: tuple[Reason, ...]
    apart: Words = ""

    @property
    def neighbours_agree(self) -> bool:
        """Whether the rows agree in their other numbers, as those of last year."""
        return any(
            reason.why is ReasonCode.ROW_NEIGHBOUR
            or (reason.why is ReasonCode.ROW_NEIGHBOURS and reason.values["n"] == reason.values["most"])
            for reason in self.reasons
        )

    @property
    def signs(self) -> tuple[Words, ...]:
        """Why to look at it, in words, or why nobody needs to."""
        said = (
            (self.slip in _SLIPS, SLIPS[self.slip]),
            (self.neighbours_agree, phrase("the other numbers of the rows agree")),
            (bool(self.apart), phrase("both can be right: {reason}", reason=self.apart)),
        )
        return tuple(words for holds, words in said if holds)


def ranked(report: Report) -> list[RankedItem]:
    """Return items left open: those worth a look, the likeliest errors first, then those kept apart."""
    grid = Grid(report.document)
    found = [_ranked(grid, left) for left in report.kept_open]
    return sorted(found, key=lambda each: (bool(each.apart), each.left.rule, -each.left.probability))


def _ranked(grid: Grid, left: LeftOpen) -> RankedItem:
    apart = _apart(grid, left)
    if left.calculation is not None or left.told is not None:
        return RankedItem(left, Slip.OTHER, (), apart)
    pair = left.mention, left.counterpart
    slip = slip_between(*(grid[each].number for each in pair))
    return RankedItem(left, slip, reasons_for(grid, pair, (0, 0), Footing.NONE), apart)


def is_worth_a_look(grid: Grid, left: LeftOpen) -> bool:
    """Tell whether an item left open is worth a look.

    It is where no rule keeps it open, an error is not too improbable, and its numbers are of one kind and
    size.
    """
    return not _apart(grid, left)


def _apart(grid: Grid, left: LeftOpen) -> Words:
    """Return why nobody needs to look at an item, "" where it is worth a look."""
    if left.line is not None:
        line = grid[left.line]
        return phrase(
            "the line “{label}”, {number}, is the difference",
            label=wording.short(wording.path_words(line.row_path[-1:]), _TITLE),
            number=line.text,
        )
    if left.rule:
        return reason_of(left.rule)
    if left.calculation is not None or left.told is not None:
        return ""
    if left.probability < _LEAST:
        return _UNLIKELY
    one, other = grid[left.mention].number, grid[left.counterpart].number
    if _are_of_one_kind(one, other) and not (
        far_apart(one, other) and slip_between(one, other) not in _OF_ANY_SIZE
    ):
        return ""
    return _OTHER_KIND


def _are_of_one_kind(*numbers: Number) -> bool:
    """Tell whether two numbers may state one thing: an amount is no percentage, and no number of shares."""
    kinds = {"share" if each.measure in _SHARES else each.measure for each in numbers}
    if len(kinds) == 1:
        return True
    return Measure.UNKNOWN in kinds and not ("share" in kinds and any(each.scale > 0 for each in numbers))


def open_facts(report: Report, link: Callable[[Mention], str]) -> OpenFacts:
    """Return what a report left open in words; `link` gives the link to a mention."""
    every = ranked(report)
    worth = [each for each in every if not each.apart]
    rules = Counter(each.left.rule or _plain(each.apart) for each in every if each.apart)
    return OpenFacts(
        facts=tuple(_open_view(report, each, link) for each in worth[:_MOST]),
        more=len(worth[_MOST:]),
        revealing=revealing(report),
        apart=tuple((KEPT_OPEN.get(rule) or phrase(rule), count) for rule, count in rules.most_common()),
    )


def _plain(words: Words) -> str:
    return words if isinstance(words, str) else words.text


def _open_view(report: Report, ranked: RankedItem, link: Callable[[Mention], str]) -> OpenView:
    left = ranked.left
    if left.calculation is not None:
        return _open_sum(report, left, left.calculation, link)
    if left.told is not None:
        return _open_sentence(report, left, left.told, link)
    mention, counterpart = (report.document.mentions[each] for each in (left.mention, left.counterpart))
    return OpenView(
        mention=_said(report, mention, link),
        counterpart=_said(report, counterpart, link),
        probability=wording.percent(left.probability),
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


def _open_sentence(report: Report, left: LeftOpen, told: Told, link: Callable[[Mention], str]) -> OpenView:
    document = report.document
    passage = document.passages[told.said.passage]
    sentence = SaidView(
        text=wording.short(told.said.text, 60),
        title=wording.short(passage.heading, _TITLE),
        table=0,
        titled=False,
        place=wording.place(document, passage.place),
        row=wording.short(told.said.words, _SENTENCE),
        column="",
        link="",
    )
    cells = _said(report, document.mentions[left.mention], link)
    return OpenView(
        mention=sentence,
        counterpart=replace(cells, text=wording.short(str(come_to(told)), 60)),
        probability=wording.percent(left.probability),
        signs=(KINDS[left.kind],),
    )


def revealing(report: Report) -> tuple[str, int] | None:
    """Return a threshold below the report's, as a user writes it, and how many facts it makes findings.

    Returns None where none of the thresholds tried makes a finding.
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
