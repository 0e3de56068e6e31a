"""The marked copy: the original document, made safe, with what was compared marked where it stands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from urllib.parse import quote

from lxml import etree, html

from cofitcheck.checks.ledger import TICKS
from cofitcheck.document import Place
from cofitcheck.errors import InputError
from cofitcheck.readers.html.parse import parse_tree
from cofitcheck.reports.marked_steps import STYLE as STEPS_STYLE
from cofitcheck.reports.marked_steps import WORD_JOINER, innermost, lead_through
from cofitcheck.reports.marked_text import TextMark, frame_all, place_of, text_marks
from cofitcheck.reports.marks import LEGEND, Mark, Role, compared_mentions, number_marks, unread_marks
from cofitcheck.reports.report import Report
from cofitcheck.reports.sanitise import POLICY, sanitise
from cofitcheck.reports.wording import encodable
from cofitcheck.reports.words import counted, language_of, say

_OUR_ID = re.compile(r"[mt]\d+\Z|cofitcheck-")
_CLASS = "cofitcheck-"
_WEIGHTS = {role: weight for weight, role in enumerate(Role)}
_STANDS_RIGHT = re.compile(r"align\s*:\s*(?:right|end|center)", re.IGNORECASE)
"""What leaves room for a tick left of a number."""
_GREEN = "#217a42"
# A tick of two strokes, each the middle of a slanting gradient: a picture would need a reference to load.
_STROKE = f"transparent 42%,{_GREEN} 42% 58%,transparent 58%"
_STYLE = f"""
.{_CLASS}finding{{outline:3px solid #a3201d!important;outline-offset:-1px;background:#fbe9e7!important}}
.{_CLASS}witness{{outline:3px double #1c4f8a!important;outline-offset:-1px;background:#e7eff8!important}}
.{_CLASS}other{{outline:2px dashed #1c4f8a!important;outline-offset:-1px}}
.{_CLASS}part{{box-shadow:inset 3px 0 0 #1c4f8a!important}}
.{_CLASS}open{{outline:2px dotted #c47810!important;outline-offset:-1px}}
.{_CLASS}unread{{outline:1px dashed #6b7280!important;outline-offset:-1px}}
.{_CLASS}agrees{{background-image:linear-gradient(135deg,{_STROKE}),linear-gradient(45deg,{_STROKE})!important;
background-position:left 3px bottom 4px,left 1px bottom 4px!important;
background-size:7px 7px,3px 3px!important;background-repeat:no-repeat!important;print-color-adjust:exact}}
.{_CLASS}agrees[data-ticks]::after,.{_CLASS}agrees [data-ticks]::after{{
content:"{WORD_JOINER}" attr(data-ticks);white-space:nowrap;
color:{_GREEN};font:700 7px Arial,sans-serif;
vertical-align:super;margin-left:2px;letter-spacing:.4px}}
.{_CLASS}left{{padding-left:13px!important}}
.{_CLASS}said.{_CLASS}agrees{{background-image:none!important;border-bottom:1px solid {_GREEN}}}
:target{{box-shadow:0 0 0 6px #f2c744!important;scroll-margin:40vh}}
.cofitcheck-note{{font:13px/2.2 Arial,sans-serif;color:#1b2433;background:#f4f6f8;
border-bottom:2px solid #1f3a5f;padding:10px 16px;margin:0 0 16px}}
.cofitcheck-note span{{padding:0 4px 0 12px;margin:0 6px;white-space:nowrap;display:inline-block}}
.cofitcheck-note h1{{font:700 15px/1.5 Arial,sans-serif;margin:0;padding:0;text-align:left;color:inherit}}
.cofitcheck-note fieldset{{border:0;margin:0;padding:0;display:inline}}
.cofitcheck-note label{{margin:0 8px 0 2px}}
@media print{{.cofitcheck-note fieldset{{display:none}}}}
"""
# A copy holds no program, so the style sheet itself hides the ticks that are not asked for.
_FILTERS = "".join(
    f"body:has(#cofitcheck-{tick}:checked) .{_CLASS}agrees"
    f":not([data-ticks~={tick}],:has([data-ticks~={tick}])){{background-image:none!important}}"
    f"body:has(#cofitcheck-{tick}:checked) [data-ticks]"
    f":not([data-ticks~={tick}])::after{{content:none!important}}"
    for tick in TICKS.values()
)


def mark_document(report: Report, back: str = "") -> bytes:
    """Return the report's document as safe HTML (UTF-8); mention `i` that a check reaches has the id `m<i>`,
    number `i` of the running text `t<i>`.

    Scripts, event handlers, frames, forms and references to anything outside the file are gone; `back` is the
    name of the report that lies beside it, "" for no way back.
    Raises `InputError` where the report does not carry its source.
    """
    document = report.document
    files = document.files or ({document.name: document.source} if document.source else {})
    if not files:
        raise InputError(f"{document.name}: the source is not at hand, so no marked copy can be made")
    roots = {file: parse_tree(source) for file, source in files.items()}
    marks = number_marks(report)
    for file, root in roots.items():
        # Places count the elements as they are before anything is changed.
        elements = list(root.iter("*"))
        _free_our_ids(root)
        shown: dict[etree._Element, list[Mark]] = {}
        for element, mark in _unread(report, file, elements):
            shown.setdefault(element, []).append(mark)
        for index, element in _cells(report, file, elements).items():
            _anchor(element, index)
            if index in marks:
                shown.setdefault(element, []).append(marks[index])
        for element, those in shown.items():
            _show(element, those)
        for block, numbers in _in_text(report, file, elements).items():
            frame_all(report, block, numbers)
    has_doctype = b"<!doctype" in next(iter(files.values()))[:4096].lower()
    whole = _bound(roots) if document.files else next(iter(roots.values()))
    return _safe_page(etree.tostring(whole, encoding="utf-8", method="html"), report, has_doctype, back)


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


def _cells(report: Report, file: str, elements: Sequence[etree._Element]) -> dict[int, etree._Element]:
    """Return the source cell of every mention in a file that some check reaches."""
    compared = compared_mentions(report)
    mentions = (mention for mention in report.document.mentions if mention.index in compared)
    return {
        mention.index: elements[mention.place.element]
        for mention in mentions
        if _is_in(report, mention.place, file) and mention.place.element < len(elements)
    }


def _unread(
    report: Report, file: str, elements: Sequence[etree._Element]
) -> list[tuple[etree._Element, Mark]]:
    """Return the elements of a file that were listed as not read."""
    return [
        (elements[place.element], mark)
        for place, mark in unread_marks(report.document)
        if _is_in(report, place, file) and place.element < len(elements)
    ]


def _in_text(
    report: Report, file: str, elements: Sequence[etree._Element]
) -> dict[etree._Element, list[TextMark]]:
    """Return the blocks of text of a file that hold numbers to be marked."""
    found: dict[etree._Element, list[TextMark]] = {}
    for each in text_marks(report):
        place = place_of(report, each.said)
        if _is_in(report, place, file) and place.element < len(elements):
            found.setdefault(elements[place.element], []).append(each)
    return found


def _is_in(report: Report, place: Place, file: str) -> bool:
    return place.file == file or not report.document.files


def _free_our_ids(root: etree._Element) -> None:
    """Rename the document's own ids of the form m<number>, and the links to them."""
    for element in root.iter("*"):
        own = element.get("id")
        if own is not None and _OUR_ID.match(own):
            element.set("id", f"document-{own}")
        link = element.get("href")
        if link is not None and _OUR_ID.match(link[1:]) and link.startswith("#"):
            element.set("href", f"#document-{link[1:]}")


def _anchor(element: etree._Element, index: int) -> None:
    """Give the cell of a mention the id that links lead to."""
    own = element.get("id")
    if own is not None:
        # The cell has an id that links may lead to, or states two numbers: the further id goes inside it.
        anchor = etree.Element("span", {"id": own})
        anchor.tail, element.text = element.text, None
        element.insert(0, anchor)
    element.set("id", f"m{index}")


def _show(element: etree._Element, marks: Sequence[Mark]) -> None:
    """Mark a cell or a table by the weightiest of its marks, and say why where the pointer rests on it."""
    ordered = sorted(marks, key=lambda mark: _WEIGHTS[mark.role])
    classes = [element.get("class", ""), f"{_CLASS}{ordered[0].role}"]
    if ordered[0].role is Role.AGREES and not _STANDS_RIGHT.search(_layout(element)):
        classes.append(f"{_CLASS}left")
    element.set("class", " ".join(filter(None, classes)))
    ticks = " ".join(dict.fromkeys(tick for mark in ordered for tick in mark.ticks))
    if ticks and ordered[0].role is Role.AGREES:
        innermost(element).set("data-ticks", ticks)
    element.set("title", " ".join(dict.fromkeys(str(mark.note) for mark in ordered)))


def _layout(element: etree._Element) -> str:
    """Return what a cell, its row and what is in it say of how they are laid out."""
    around = () if element.getparent() is None else (element.getparent(),)
    parts = (*around, *element.iter("*"))
    return " ".join(f"{part.get('style', '')};align:{part.get('align', '')}" for part in parts)


def _safe_page(source: bytes, report: Report, has_doctype: bool, back: str) -> bytes:
    parser = html.HTMLParser(huge_tree=True, encoding="utf-8", remove_comments=True, remove_pis=True)
    root = html.document_fromstring(source, parser=parser)
    sanitise(root)
    if not root.get("lang"):
        root.set("lang", language_of(report.document))
    head = root.find("head")
    if head is None:
        head = etree.SubElement(root, "head")
        root.insert(0, head)
    head.insert(0, etree.Element("meta", {"http-equiv": "Content-Security-Policy", "content": POLICY}))
    head.insert(1, etree.Element("meta", {"charset": "utf-8"}))
    etree.SubElement(head, "style").text = _STYLE + _FILTERS + STEPS_STYLE
    body = root.find("body")
    if body is not None:
        note = _note(report)
        note.tail, body.text = body.text, None
        body.insert(0, note)
        lead_through(root, report, quote(back))
    # Without a doctype browsers lay old filings out as their preparers saw them.
    doctype = b"<!DOCTYPE html>\n" if has_doctype else b""
    return doctype + etree.tostring(root, encoding="utf-8", method="html")


def _note(report: Report) -> etree._Element:
    """Return the line above the document that says what the marks mean."""
    note = etree.Element("header", {"class": "cofitcheck-note"})
    head = etree.SubElement(note, "h1")
    head.text = say("Marked copy of {document}", document=encodable(report.document.name))
    made = counted(
        "Made by cofitcheck, {n} finding; scripts and external content are removed. ",
        "Made by cofitcheck, {n} findings; scripts and external content are removed. ",
        len(report.findings),
    )
    head.tail = str(made)
    for role, words in LEGEND.items():
        etree.SubElement(note, "span", {"class": f"{_CLASS}{role}"}).text = str(words)
    note[-1].tail = say("No check reaches a number without a mark. ")
    note.append(_filter())
    return note


def _filter() -> etree._Element:
    """Return the choice of the tick marks that are shown."""
    choice = etree.Element("fieldset")
    choice.text = say("Show ticks: ")
    for tick in ("all", *TICKS.values()):
        name = f"cofitcheck-{tick}"
        button = etree.SubElement(choice, "input", {"type": "radio", "name": "cofitcheck-ticks", "id": name})
        if tick == "all":
            button.set("checked", "checked")
        etree.SubElement(choice, "label", {"for": name}).text = say("all") if tick == "all" else tick
    return choice
