"""The marked copy of a document, in the document's own format."""

from __future__ import annotations

from dataclasses import dataclass

from cofitcheck.document import Mention
from cofitcheck.prose import ProseMention
from cofitcheck.readers.pdf import is_pdf
from cofitcheck.reports.marked_text import place_of
from cofitcheck.reports.report import Report

MARKED = ".marked"
"""What the names of marked copies have before their ending."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A marked copy and the ending of its name."""

    suffix: str
    content: bytes


def marked_copy(report: Report, back: str = "") -> Copy | None:
    """Return the marked copy of a report's document, None where its source is not at hand.

    `back` is the name of the report beside it, to which an HTML copy then leads.
    """
    source = report.document.source
    if not source and not report.document.files:
        return None
    if is_pdf(source):
        from cofitcheck.reports.marked_pdf import mark_pdf

        return Copy(".pdf", mark_pdf(report))
    from cofitcheck.reports.marked import mark_document

    return Copy(".html", mark_document(report, back))


def anchor(mention: Mention) -> str:
    """Return what a link adds to the name of the marked copy to lead to a mention."""
    return f"#page={mention.place.page}" if mention.place.page else f"#m{mention.index}"


def text_anchor(report: Report, said: ProseMention) -> str:
    """Return what a link adds to the name of the marked copy to lead to a number in running text."""
    page = place_of(report, said).page
    return f"#page={page}" if page else f"#t{said.index}"
