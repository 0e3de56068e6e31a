"""Comments at the cells of findings, and the copy of an Office file that carries them.

The readers give addresses to cells, and in Word documents also to paragraphs.
"""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol, cast

from lxml import etree

from cofitcheck.checks.model import Finding
from cofitcheck.document import Document
from cofitcheck.readers.contract import ADDRESS
from cofitcheck.readers.docx import PARAGRAPH, cells_of, open_docx, paragraphs_of
from cofitcheck.readers.docx_runs import w
from cofitcheck.readers.formats import is_format
from cofitcheck.readers.html.parse import parse_tree
from cofitcheck.reports.model import finding_text
from cofitcheck.reports.model.coverage import ordered
from cofitcheck.reports.model.excerpts import held_against, place_of, tape_of
from cofitcheck.reports.model.marks import reference_text
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.office.excel import ExcelCommenter, undated
from cofitcheck.reports.words import Words, listed, phrase
from cofitcheck.reports.words.findings import SEVERITIES

if TYPE_CHECKING:
    from docx.text.run import Run


AUTHOR = "CoFiTCheck"


class WordCommenter:
    """Puts comments into a Word document, each at the text of its cell or its paragraph."""

    def takes(self, original: bytes) -> bool:
        """Tell whether a file is a Word document."""
        return is_format(original, "word/document.xml")

    def comment(self, original: bytes, comments: Mapping[str, str], author: str) -> bytes:
        """Return a copy with comments. An address is the number of a cell or of a paragraph in the body."""
        word = open_docx(original, "document")
        cells, paragraphs = cells_of(word), paragraphs_of(word)
        for address, text in comments.items():
            if address.startswith(PARAGRAPH):
                runs = list(_runs(paragraphs[int(address.removeprefix(PARAGRAPH))], word))
            else:
                cell = cells[int(address)]
                runs = list(_runs(cell, word)) or [_empty_run(cell, word)]
            if not runs:
                continue
            comment = word.add_comment(runs, text, author=author, initials=author[:2])
            # Word shows comments without a date too. With a date, no two copies would be the same.
            del comment._element.attrib[w("date")]
        copy = io.BytesIO()
        word.save(copy)
        return undated(copy.getvalue())


def _runs(holder: etree._Element, word: Any) -> Iterator[Run]:
    """Yield the runs with text in a cell or a paragraph, without those of tables inside it."""
    from docx.text.run import Run

    for run in holder.iter(w("r")):
        if next(run.iterancestors(holder.tag)) is holder and run.find(w("t")) is not None:
            yield Run(cast(Any, run), word)


def _empty_run(cell: etree._Element, word: Any) -> Run:
    from docx.text.paragraph import Paragraph

    return Paragraph(cast(Any, cell.find(w("p"))), word).add_run()


def ending(document: Document) -> str:
    """Return what the name of the commented copy ends in, "" where the document takes no comments."""
    return next(
        (suffix for suffix, commenter in COMMENTERS.items() if commenter.takes(document.original)), ""
    )


def write(report: Report, names: Mapping[str, str]) -> bytes:
    """See `formats.Writer`."""
    return comment_document(report)


def comment_document(report: Report) -> bytes:
    """Return a copy of the original Word document or workbook with comments at the cells of findings.

    In a Word document comments also stand at the paragraphs of sentences that cells contradict. In both
    formats they also stand at wrong references.

    Everything else in the file stays as it is. Call it where `ending` is not empty.
    """
    document = report.document
    addresses = _addresses(document)
    comments: dict[str, list[str]] = defaultdict(list)
    for element, text in _said(report):
        if address := addresses.get(element):
            comments[address].append(text)
    texts = {address: "\n\n".join(said) for address, said in comments.items()}
    return COMMENTERS[ending(document)].comment(document.original, texts, AUTHOR)


def _said(report: Report) -> Iterator[tuple[int, str]]:
    """Yield elements with their comments: numbers and sentences of findings, and wrong references."""
    document = report.document
    for index, text in _texts(report).items():
        yield document.mentions[index].place.element, text
    for finding in ordered(report.found):
        if finding.told is not None:
            element = place_of(document, finding.told.said).element
            yield element, _text(document, finding, finding.mention)
    for reference in report.references:
        if not reference.kind.is_of_formula:
            yield reference.place.element, str(reference_text(reference))


def _addresses(document: Document) -> dict[int, str]:
    elements = enumerate(parse_tree(document.source).iter("*"))
    return {number: address for number, element in elements if (address := element.get(ADDRESS))}


def _texts(report: Report) -> dict[int, str]:
    """Return the comment of every mention of a fact with a finding, the weightiest finding first."""
    said: dict[int, list[str]] = defaultdict(list)
    for finding in ordered(report.found):
        for index in finding.mentions:
            said[index].append(_text(report.document, finding, index))
    return {index: "\n\n".join(texts) for index, texts in said.items()}


def _text(document: Document, finding: Finding, index: int) -> str:
    """Return what the comment at one of a finding's cells says, sentence by sentence."""
    here = document.mentions[index]
    name = listed(filter(None, finding_text.about(document, finding)))
    parts: list[Words] = [
        phrase("{severity}: {label}.", severity=SEVERITIES[finding.severity], label=name),
        *_stated(document, finding, index),
    ]
    if kind := finding_text.difference_kind(finding):
        parts.append(phrase("What differs: {kind}.", kind=kind))
    if story := finding_text.likely_cause(finding):
        parts.append(phrase("Likely cause: {cause}.", cause=story))
    if right := finding_text.adds_up_with(document, finding):
        parts.append(right)
    parts.append(phrase("Difference: {difference}.", difference=finding_text.off_by(document, finding)))
    if here.stored:
        parts.append(phrase("The cell holds {number}.", number=here.stored))
    text = " ".join(map(str, parts))
    return text[:1].upper() + text[1:]


def _stated(document: Document, finding: Finding, index: int) -> list[Words]:
    """Return what one of a finding's cells states, and what it is compared with."""
    if finding.told is not None:
        said = finding.told.said
        return [
            phrase("A sentence says “{number}”: {sentence}", number=said.text, sentence=said.words),
            phrase("Compared with {number}.", number=held_against(document, finding.told)),
        ]
    if finding.fact is None:
        return _calculation(document, finding, index)
    text = document.mentions[index].text
    mention, witness = (
        finding_text.mention_name(document, each) for each in (finding.mention, finding.counterpart)
    )
    if index == finding.mention:
        return [phrase("This cell states {number}. Compared with {other}.", number=text, other=witness)]
    if index == finding.counterpart:
        return [phrase("This cell states {number}. Questioned: {other}.", number=text, other=mention)]
    return [
        phrase(
            "This cell states {number} for the same item. Questioned: {one}. Compared with {other}.",
            number=text,
            one=mention,
            other=witness,
        )
    ]


def _calculation(document: Document, finding: Finding, index: int) -> list[Words]:
    tape = tape_of(document, finding)
    assert tape is not None
    said: list[Words] = [
        phrase(
            "The parts come to {computed}; {stated} is stated.", computed=tape.computed, stated=tape.stated
        )
    ]
    if index == finding.mention and tape.mended:
        said.append(phrase("This number is most likely wrong; {number} would foot.", number=tape.mended))
    return said


class Commenter(Protocol):
    """Writes comments into a file of one format."""

    def takes(self, original: bytes) -> bool:
        """Tell whether a file is in this format."""
        ...

    def comment(self, original: bytes, comments: Mapping[str, str], author: str) -> bytes:
        """Return a copy of the file with a comment at each of the addresses."""
        ...


COMMENTERS: Mapping[str, Commenter] = {
    ".commented.docx": WordCommenter(),
    ".commented.xlsx": ExcelCommenter(),
}
"""What writes the comments, by the ending of the copy's name."""

__all__ = ["COMMENTERS", "Commenter"]
