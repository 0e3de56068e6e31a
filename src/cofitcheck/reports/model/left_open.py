"""What is left open, as a person reads it: both numbers, where they stand, and how to make it a finding."""

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
"""So much that is worth a look is listed, the rest is in the JSON report."""
_STEPS = (0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
_LEAST = 0.05
"""Of 8 items less likely an error that people read none was one, of 37 likelier ones 12."""
_TITLE = 60
_SENTENCE = 240
_FEWEST = 3
"""A threshold is named that makes findings of at least so many, where one of them does."""


@dataclass(frozen=True, slots=True)
class SaidView:
    """One of the two numbers: as printed, where it stands, and the link to it ("" without a marked copy).

    Of a sum one is its total, and the other what its parts come to. Of a sentence `row` has its words, and
    `table` is 0.
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
    """What is worth a look, in words: the `probability` that it is an error, and the `signs` why to look."""

    mention: SaidView
    counterpart: SaidView
    probability: Words
    signs: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenFacts:
    """What a report left open, in words: `facts` are worth a look, the likeliest errors first; `apart` says
    of each rule how many items it keeps apart, and why, those of the most items first.

    `more` counts what is worth a look and is not in `facts`. `revealing` is a threshold below the report's,
    as it is written, and how many of all it makes findings of, None where no threshold does.
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
    """What is left open: the slip between its numbers, the reasons that its cells give, and why a rule keeps
    it apart ("" where it is worth a look)."""

    left: LeftOpen
    slip: Slip
    reasons: tuple[Reason, ...]
    apart: Words = ""

    @property
    def neighbours_agree(self) -> bool:
        """Whether the rows agree in their other numbers, as last year's."""
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


_SLIPS = frozenset({Slip.DIGIT, Slip.TRANSPOSITION, Slip.DROPPED_DIGIT, Slip.SIGN, Slip.SCALE, Slip.ROUNDING})
_OF_ANY_SIZE = frozenset({Slip.DROPPED_DIGIT, Slip.SCALE})
"""The slips that leave a number many times as large."""
_SHARES = frozenset({Measure.PERCENT, Measure.BASIS_POINTS, Measure.RATIO})


def ranked(report: Report) -> list[RankedItem]:
    """Return what is left open: first what is worth a look, the likeliest errors first, then what a rule
    keeps apart, rule by rule."""
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
    """Tell whether the probability alone keeps something open, and is no trifle, of numbers of one kind and
    size."""
    return not _apart(grid, left)


def _apart(grid: Grid, left: LeftOpen) -> Words:
    """Return why nobody needs to look at something, "" where it is worth a look."""
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


_UNLIKELY = phrase("their numbers differ, but they are more probably two facts than one stated wrongly")
_OTHER_KIND = phrase("they are numbers of different kinds or sizes")


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
