"""What a comment at a cell of a finding says, and the copy of the document that carries the comments."""

from __future__ import annotations

from collections import defaultdict

from cofitcheck.checks.model import Finding, Report
from cofitcheck.document import Document
from cofitcheck.readers.html.parse import parse_tree
from cofitcheck.readers.html.rendition import ADDRESS
from cofitcheck.reports import telling, wording
from cofitcheck.reports.coverage import ordered
from cofitcheck.reports.office import COMMENTERS
from cofitcheck.reports.tape import tape_of

AUTHOR = "CoFiTCheck"


def commented_suffix(document: Document) -> str:
    """Return what the name of the commented copy ends in, "" where the format takes no comments."""
    return next(
        (suffix for suffix, commenter in COMMENTERS.items() if commenter.takes(document.original)), ""
    )


def comment_document(report: Report) -> bytes:
    """Return a copy of the original Word document or workbook with comments at the cells of findings.

    Everything else in it stays as it is. Call it where `commented_suffix` is not empty.
    """
    document = report.document
    addresses = _addresses(document)
    comments: dict[str, str] = {}
    for index, text in _texts(report).items():
        address = addresses.get(document.mentions[index].place.element)
        if address:
            comments[address] = "\n\n".join(filter(None, (comments.get(address), text)))
    return COMMENTERS[commented_suffix(document)].comment(document.original, comments, AUTHOR)


def _addresses(document: Document) -> dict[int, str]:
    elements = enumerate(parse_tree(document.source).iter("*"))
    return {number: address for number, element in elements if (address := element.get(ADDRESS))}


def _texts(report: Report) -> dict[int, str]:
    """Return the comment of every mention of a fact with a finding, the weightiest finding first."""
    said: dict[int, list[str]] = defaultdict(list)
    for finding in ordered(report.findings):
        for index in finding.mentions:
            said[index].append(_text(report.document, finding, index))
    return {index: "\n\n".join(texts) for index, texts in said.items()}


def _text(document: Document, finding: Finding, index: int) -> str:
    mention, witness = (telling.elsewhere(document, each) for each in (finding.mention, finding.counterpart))
    here = document.mentions[index]
    name = ", ".join(filter(None, telling.about(document, finding)))
    parts = [f"{finding.severity.value.capitalize()}: {name}."]
    if finding.fact is None:
        parts += _calculation(document, finding, index)
    elif index == finding.mention:
        parts.append(f"Here {here.text}; {witness}.")
    elif index == finding.counterpart:
        parts.append(f"Here {here.text}; {mention}.")
    else:
        parts.append(f"Here {here.text}, the same fact: {mention}, {witness}.")
    if kind := telling.difference_kind(finding):
        parts.append(f"{kind.capitalize()}.")
    if story := telling.happened(finding):
        parts.append(f"What may have happened: {story}.")
    if finding.right is not None:
        parts.append(f"The sums say {document.mentions[finding.right].text}.")
    first, second = (document.mentions[each].number for each in (finding.mention, finding.counterpart))
    parts.append(f"Difference: {wording.difference(finding.difference, (first, second))}.")
    if here.stored:
        parts.append(f"The cell holds {here.stored}.")
    return " ".join(parts)


def _calculation(document: Document, finding: Finding, index: int) -> list[str]:
    tape = tape_of(document, finding)
    assert tape is not None
    said = [f"The parts come to {tape.computed}, stated is {tape.stated}."]
    if index == finding.mention:
        said.append(f"Most likely wrong is this number: it comes out with {tape.mended}.")
    return said
