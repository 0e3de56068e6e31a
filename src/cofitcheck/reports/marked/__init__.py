"""The marked copy of a document, in the document's own format, and what it shows.

A check and a comparison describe what their copies show in the same way (`Marking`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from cofitcheck.checks.ledger import TICKS
from cofitcheck.checks.model import RightReference
from cofitcheck.document import Document, Place
from cofitcheck.readers.pdf import is_pdf
from cofitcheck.reports.marked.steps import Step, steps_of
from cofitcheck.reports.marked.text import TextMark, text_marks
from cofitcheck.reports.model.marks import LEGEND, Mark, MarkRole, number_marks, reference_marks, unread_marks
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.words import Words, counted, phrase

MARKED = ".marked"
"""The part of a marked copy's name before its ending."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A marked copy and the ending of its name."""

    suffix: str
    content: bytes


def marked_copy(report: Report, back: str = "") -> Copy | None:
    """Return the marked copy of a report's document, None where its source is not at hand.

    `back` is the name of the report beside the copy; an HTML copy links to it.
    """
    return copy_of(marking_of(report, back))


def copy_of(marking: Marking) -> Copy | None:
    """Return the copy of a document with the marks, None where its source is not at hand."""
    suffix = copy_suffix(marking.document)
    if suffix == ".pdf":
        from cofitcheck.reports.marked.pdf import mark_pages

        return Copy(suffix, mark_pages(marking))
    from cofitcheck.reports.marked.html import mark_html

    return Copy(suffix, mark_html(marking)) if suffix else None


def write(report: Report, names: Mapping[str, str]) -> bytes:
    """See `formats.Writer`; call it where `ending` is not empty."""
    copy = marked_copy(report, names.get("html", ""))
    assert copy is not None
    return copy.content


def ending(document: Document) -> str:
    """See `formats.CopyWriter`."""
    suffix = copy_suffix(document)
    return suffix and MARKED + suffix


def copy_suffix(document: Document) -> str:
    """Return the ending of the name of a document's marked copy, "" where its source is not at hand."""
    if not document.source and not document.files:
        return ""
    return ".pdf" if is_pdf(document.source) else ".html"


@dataclass(frozen=True)
class Marking:
    """What stands in the marked copy of a document.

    `numbers` are the marks of its mentions by index. `text` are the marks of numbers in running text.
    `places` are the marks of wrong references and of what was not read. The cells of `anchored` mentions get
    ids to which links can lead. `headline` and `closing` stand above the document, before and after what
    `legend` says of the marks. `references` are right references to notes; each becomes a link to its note.
    The reader can choose which of the `ticks` are shown, and go through `steps`, the findings. `back` is the
    name of the report that lies beside an HTML copy; the copy links to it.
    """

    document: Document
    numbers: Mapping[int, Mark]
    text: Sequence[TextMark]
    places: Sequence[tuple[Place, Mark]]
    anchored: Collection[int]
    headline: Words
    legend: Mapping[MarkRole, Words]
    closing: Words = ""
    ticks: Sequence[str] = ()
    steps: Sequence[Step] = ()
    references: Sequence[RightReference] = ()
    back: str = ""


def marking_of(report: Report, back: str = "") -> Marking:
    """Return what the marked copy of a checked document shows; `back` is the name of the report beside it."""
    return Marking(
        document=report.document,
        numbers=number_marks(report),
        text=text_marks(report),
        places=[*reference_marks(report), *unread_marks(report.document)],
        anchored=range(len(report.document.mentions)),
        headline=counted(
            "Made by cofitcheck, {n} finding; scripts and external content are removed. ",
            "Made by cofitcheck, {n} findings; scripts and external content are removed. ",
            len(report.found),
        ),
        legend=LEGEND,
        closing=phrase("A number without a mark was not checked. "),
        ticks=tuple(TICKS.values()),
        steps=steps_of(report),
        references=() if report.document.files else report.right_references,
        back=back,
    )
