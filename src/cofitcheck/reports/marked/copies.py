"""The marked copy of a document, in the document's own format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cofitcheck.document import Document
from cofitcheck.readers.pdf import is_pdf
from cofitcheck.reports.marked.marking import Marking, marking_of
from cofitcheck.reports.model.report import Report

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
