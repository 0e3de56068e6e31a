"""The marked copy: the original document, made safe, with the cells of findings outlined where they stand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from lxml import etree, html

from cofitcheck.checks.model import Finding, Report
from cofitcheck.errors import InputError
from cofitcheck.readers.html.parse import parse_tree
from cofitcheck.reports.coverage import ordered
from cofitcheck.reports.sanitise import POLICY, sanitise
from cofitcheck.reports.telling import about, in_short
from cofitcheck.reports.wording import counted, short, table_title

_OUR_ID = re.compile(r"m\d+\Z")
_FINDING, _WITNESS, _OTHER = "cofitcheck-finding", "cofitcheck-witness", "cofitcheck-other"
_STYLE = f"""
.{_FINDING}{{outline:3px solid #a3201d!important;outline-offset:-1px;background:#fbe9e7!important}}
.{_WITNESS}{{outline:3px double #1c4f8a!important;outline-offset:-1px;background:#e7eff8!important}}
.{_OTHER}{{outline:2px dashed #1c4f8a!important;outline-offset:-1px}}
:target{{box-shadow:0 0 0 6px #f2c744!important;scroll-margin:40vh}}
.cofitcheck-note{{font:13px/1.5 Arial,sans-serif;color:#1b2433;background:#f4f6f8;
border-bottom:2px solid #1f3a5f;padding:10px 16px;margin:0 0 16px}}
.cofitcheck-note span{{padding:0 4px;margin:0 6px}}
"""


@dataclass(frozen=True, slots=True)
class _Mark:
    """How one cell is shown: its class, and the tooltip that says why."""

    style: str
    tooltip: str


def mark_document(report: Report) -> bytes:
    """Return the report's document as safe HTML (UTF-8); mention `i` of any fact set has the id `m<i>`.

    Scripts, event handlers, frames, forms and references to anything outside the file are gone.
    Raises `InputError` where the report does not carry its source.
    """
    document = report.document
    files = document.files or ({document.name: document.source} if document.source else {})
    if not files:
        raise InputError(f"{document.name}: the source is not at hand, so no marked copy can be made")
    roots = {file: parse_tree(source) for file, source in files.items()}
    marks = _marks(report)
    for file, root in roots.items():
        cells = _cells(root, report, file)
        _free_our_ids(root)
        for index, element in cells.items():
            _mark(element, index, marks.get(index))
    has_doctype = b"<!doctype" in next(iter(files.values()))[:4096].lower()
    whole = _bound(roots) if document.files else next(iter(roots.values()))
    return _safe_page(etree.tostring(whole, encoding="utf-8", method="html"), report, has_doctype)


def _bound(roots: Mapping[str, etree._Element]) -> etree._Element:
    """Return one page with the contents of all files below each other, each under its name."""
    page = etree.Element("html")
    head, body = etree.SubElement(page, "head"), etree.SubElement(page, "body")
    for file, root in roots.items():
        head.extend(list(root.iter("style")))
        etree.SubElement(body, "div", {"class": "cofitcheck-note"}).text = file
        part = etree.SubElement(body, "div")
        for source in root.iter("body"):
            part.text = (part.text or "") + (source.text or "")
            part.extend(list(source))
    return page


def _cells(root: etree._Element, report: Report, file: str) -> dict[int, etree._Element]:
    """Return the source cell of every mention in a file that belongs to a fact set, before anything is
    changed."""
    wanted: dict[int, list[int]] = {}
    for fact in report.facts:
        for index in fact.mentions:
            place = report.document.mentions[index].place
            if place.file == file or not report.document.files:
                wanted.setdefault(place.element, []).append(index)
    return {
        index: element
        for count, element in enumerate(root.iter("*"))
        if count in wanted
        for index in dict.fromkeys(wanted[count])
    }


def _free_our_ids(root: etree._Element) -> None:
    """Rename the document's own ids of the form m<number>, and the links to them."""
    for element in root.iter("*"):
        own = element.get("id")
        if own is not None and _OUR_ID.match(own):
            element.set("id", f"document-{own}")
        link = element.get("href")
        if link is not None and _OUR_ID.match(link[1:]) and link.startswith("#"):
            element.set("href", f"#document-{link[1:]}")


def _marks(report: Report) -> dict[int, _Mark]:
    """Return how each cell of a fact with a finding is shown; the weightier finding comes last."""
    marks: dict[int, _Mark] = {}
    for finding in reversed(ordered(report.findings)):
        tooltip = _tooltip(report, finding)
        marks |= {index: _Mark(_OTHER, tooltip) for index in finding.fact.mentions}
        marks[finding.counterpart] = _Mark(_WITNESS, tooltip)
        marks[finding.mention] = _Mark(_FINDING, tooltip)
    return marks


def _tooltip(report: Report, finding: Finding) -> str:
    mention, witness = (report.document.mentions[i] for i in (finding.mention, finding.counterpart))
    name, _ = about(report.document, finding)
    return (
        f"{name}: {short(mention.text, 40)} in {table_title(report.document, mention.table)}, "
        f"{short(witness.text, 40)} in {table_title(report.document, witness.table)} "
        f"({in_short(finding)})"
    )


def _mark(element: etree._Element, index: int, mark: _Mark | None) -> None:
    own = element.get("id")
    if own is not None:
        # The cell has an id that links may lead to, or states two numbers: the further id goes inside it.
        anchor = etree.Element("span", {"id": own})
        anchor.tail, element.text = element.text, None
        element.insert(0, anchor)
    element.set("id", f"m{index}")
    if mark is not None:
        element.set("class", f"{element.get('class', '')} {mark.style}".strip())
        element.set("title", mark.tooltip)


def _safe_page(source: bytes, report: Report, has_doctype: bool) -> bytes:
    parser = html.HTMLParser(huge_tree=True, encoding="utf-8", remove_comments=True, remove_pis=True)
    root = html.document_fromstring(source, parser=parser)
    sanitise(root)
    head = root.find("head")
    if head is None:
        head = etree.SubElement(root, "head")
        root.insert(0, head)
    head.insert(0, etree.Element("meta", {"http-equiv": "Content-Security-Policy", "content": POLICY}))
    head.insert(1, etree.Element("meta", {"charset": "utf-8"}))
    etree.SubElement(head, "style").text = _STYLE
    body = root.find("body")
    if body is not None:
        note = _note(report)
        note.tail, body.text = body.text, None
        body.insert(0, note)
    # Without a doctype browsers lay old filings out as their preparers saw them.
    doctype = b"<!DOCTYPE html>\n" if has_doctype else b""
    return doctype + etree.tostring(root, encoding="utf-8", method="html")


def _note(report: Report) -> etree._Element:
    """Return the line above the document that says what the marks mean."""
    note = etree.Element("div", {"class": "cofitcheck-note"})
    found = counted(len(report.findings), "finding")
    note.text = f"Marked copy made by cofitcheck, {found}; scripts and external content are removed. "
    legend = {_FINDING: "stands against the others", _WITNESS: "states the other value", _OTHER: "same fact"}
    for style, words in legend.items():
        etree.SubElement(note, "span", {"class": style}).text = words
    return note
