"""Marks at the numbers in running text of a marked copy; each number gets a span of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lxml import etree

from cofitcheck.checks.ledger import TICKS, CheckKind
from cofitcheck.checks.model import RightReference
from cofitcheck.document import Document
from cofitcheck.prose import ProseMention
from cofitcheck.reports.marked.steps import WORD_JOINER, innermost
from cofitcheck.reports.model.coverage import ordered
from cofitcheck.reports.model.excerpts import held_against
from cofitcheck.reports.model.finding_text import mention_name
from cofitcheck.reports.model.marks import Mark, MarkRole, agreeing, finding_head, right_note
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.words import phrase

REFERENCE_TICK = "N"
"""The tick mark of a reference that is right."""

_Character = tuple[etree._Element, bool, int, str]
"""A character of a block: its node, whether it is in the tail of the node, its place there, the character."""


@dataclass(frozen=True, slots=True)
class TextMark:
    """A number in running text and its mark."""

    said: ProseMention
    mark: Mark


def text_marks(report: Report) -> list[TextMark]:
    """Return the marks of the numbers in running text that are tied to a cell or contradict one."""
    account, document = report.text, report.document
    marks = {
        said: Mark(
            MarkRole.AGREES,
            phrase(
                "Agrees with {numbers}.",
                numbers=agreeing([mention_name(document, cell) for cell in cells[:2]]),
            ),
            (TICKS[CheckKind.REPEAT if len(cells) == 1 else CheckKind.DERIVED],),
        )
        for said, cells in account.tied.items()
    }
    for number, finding in enumerate(ordered(report.found), 1):
        if finding.told is not None:
            head = finding_head(document, number, finding)
            stated = finding.told.way == "stated"
            there = (
                mention_name(document, finding.mention) if stated else held_against(document, finding.told)
            )
            note = phrase("{finding} Compared with {number}.", finding=head, number=there)
            marks[finding.told.said.index] = Mark(MarkRole.FINDING, note)
    return [TextMark(account.mentions[said], mark) for said, mark in sorted(marks.items())]


def frame_all(document: Document, element: etree._Element, marks: Sequence[TextMark]) -> None:
    """Put the numbers of a block of text into spans with their marks.

    A number that is not found gets no mark. This happens where the block is shown in another form than it was
    read in.
    """
    for each in reversed(marks):
        spans = _spans(document, element, each.said)
        for span in spans:
            span.set("class", f"cofitcheck-said cofitcheck-{each.mark.role}")
            span.set("title", str(each.mark.note))
        if spans:
            spans[0].set("id", f"t{each.said.index}")
            if each.mark.ticks:
                spans[-1].set("data-ticks", " ".join(each.mark.ticks))


def lead_to_note(document: Document, element: etree._Element, reference: RightReference, link: str) -> None:
    """Turn a right reference into a link: its words in a sentence, or a tick that is added behind a cell."""
    title = str(right_note(reference))
    spans = _spans(document, element, reference) if reference.text else []
    for span in spans:
        span.set("class", "cofitcheck-said cofitcheck-agrees")
        span.set("title", title)
        if not any(above.tag == "a" for above in span.iterancestors()):
            span.tag = "a"
            span.set("href", link)
    if spans:
        spans[-1].set("data-ticks", REFERENCE_TICK)
    if not reference.text:
        tick = {"class": "cofitcheck-tick", "href": link, "title": title}
        etree.SubElement(innermost(element), "a", tick).text = f"{WORD_JOINER}{REFERENCE_TICK}"


def _spans(
    document: Document, element: etree._Element, said: ProseMention | RightReference
) -> list[etree._Element]:
    passage = document.passages[said.passage]
    piece = passage.piece_at(said.start)
    lead = passage.text[piece.start : said.start]
    characters = _characters(element)
    at = "".join(each[3] for each in characters).find(lead + said.text)
    if at < 0:
        return []
    held = characters[at + len(lead) : at + len(lead) + len(said.text)]
    return [_wrapped(*part) for part in reversed(_by_node(held))][::-1]


def _characters(element: etree._Element) -> list[_Character]:
    """Return the characters of a block as they are shown; a run of white space is one space."""
    found: list[_Character] = []
    for node, is_tail, text in _texts(element):
        for place, character in enumerate(text):
            if not character.isspace():
                found.append((node, is_tail, place, character))
            elif found and found[-1][3] != " ":
                found.append((node, is_tail, place, " "))
    return found


def _texts(element: etree._Element) -> Iterator[tuple[etree._Element, bool, str]]:
    if element.text and isinstance(element.tag, str):
        yield element, False, element.text
    for child in element:
        yield from _texts(child)
        if child.tail:
            yield child, True, child.tail


def _by_node(characters: Sequence[_Character]) -> list[tuple[etree._Element, bool, int, int]]:
    """Return the parts of nodes that some characters fill, from left to right."""
    parts: list[tuple[etree._Element, bool, int, int]] = []
    for node, is_tail, place, _ in characters:
        if parts and parts[-1][0] is node and parts[-1][1] == is_tail:
            parts[-1] = (node, is_tail, parts[-1][2], place + 1)
        else:
            parts.append((node, is_tail, place, place + 1))
    return parts


def _wrapped(node: etree._Element, is_tail: bool, start: int, end: int) -> etree._Element:
    """Put a part of a node's text, or of its tail, into a span."""
    whole = (node.tail if is_tail else node.text) or ""
    span = etree.Element("span")
    span.text, span.tail = whole[start:end], whole[end:]
    if is_tail:
        node.tail = whole[:start]
        node.addnext(span)
    else:
        node.text = whole[:start]
        node.insert(0, span)
    return span
