"""Facts left open, as a person reads them: both numbers, where they stand, and how to make them findings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cofitcheck.checks.model import LeftOpen, Report
from cofitcheck.document import Mention
from cofitcheck.reports import wording

SHOWN = 20
_STEPS = (0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
_TITLE = 60
_FEWEST = 3
"""A threshold is named that makes findings of at least so many, where one of them does."""


@dataclass(frozen=True, slots=True)
class SaidView:
    """One of the two numbers: as printed, where it stands, and the link to it ("" without a marked copy)."""

    text: str
    title: str
    table: int
    titled: bool
    place: str
    row: str
    column: str
    link: str


@dataclass(frozen=True, slots=True)
class OpenView:
    """A fact left open in words; `probability` that it is an error is "" where no threshold reports it."""

    mention: SaidView
    counterpart: SaidView
    probability: str


@dataclass(frozen=True, slots=True)
class OpenFacts:
    """The facts left open in words, the likeliest errors first, without those that are more than are shown.

    `revealing` is a threshold below the report's, as it is written, and how many of all it makes findings of,
    None where no threshold does.
    """

    facts: tuple[OpenView, ...]
    more: int
    revealing: tuple[str, int] | None


def open_facts(report: Report, link: Callable[[Mention], str], most: int | None = None) -> OpenFacts:
    """Return the facts that a report left open, or the first `most`; `link` gives the link to a mention."""
    shown = report.left_open[:most]
    return OpenFacts(
        facts=tuple(_open_view(report, left, link) for left in shown),
        more=len(report.left_open) - len(shown),
        revealing=revealing(report),
    )


def _open_view(report: Report, left: LeftOpen, link: Callable[[Mention], str]) -> OpenView:
    mention, counterpart = (report.document.mentions[each] for each in (left.mention, left.counterpart))
    return OpenView(
        mention=_said(report, mention, link),
        counterpart=_said(report, counterpart, link),
        probability="" if left.two_facts else wording.percent(left.probability),
    )


def revealing(report: Report) -> tuple[str, int] | None:
    """Return a threshold below the report's, as it is written, and how many facts it makes findings of.

    None where no threshold that a person would name makes a finding of any.
    """
    likely = [left.probability for left in report.left_open if not left.two_facts]
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
