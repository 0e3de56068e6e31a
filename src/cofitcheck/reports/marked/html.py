"""The marked copy as HTML: the original document, made safe, with marks at the numbers compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from lxml import etree, html

from cofitcheck import patterns as re
from cofitcheck.checks.ledger import TICKS
from cofitcheck.document import Place
from cofitcheck.errors import InputError
from cofitcheck.readers.html.parse import parse_tree
from cofitcheck.reports.marked import Marking, marking_of
from cofitcheck.reports.marked.sanitise import POLICY, sanitise
from cofitcheck.reports.marked.steps import STYLE as STEPS_STYLE
from cofitcheck.reports.marked.steps import WORD_JOINER, innermost, lead_through
from cofitcheck.reports.marked.text import TextMark, frame_all, lead_to_note
from cofitcheck.reports.model.excerpts import place_of
from cofitcheck.reports.model.marks import Mark, MarkRole
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.model.wording import encodable
from cofitcheck.reports.words import language_of, say

_OUR_ID = re.compile(r"[mt]\d+\Z|cofitcheck-")
_CLASS = "cofitcheck-"
_WEIGHTS = {role: weight for weight, role in enumerate(MarkRole)}
_GREEN = "#217a42"
# A tick is drawn as two strokes, each of which is the middle of a slanting gradient. A picture would have to
# be loaded. On a phone only the letters behind the number are shown.
_STROKE = f"transparent 42%,{_GREEN} 42% 58%,transparent 58%"
_STYLE = f"""
.{_CLASS}finding{{outline:3px solid #a3201d!important;outline-offset:-1px;background:#fbe9e7!important}}
.{_CLASS}witness{{outline:3px double #1c4f8a!important;outline-offset:-1px;background:#e7eff8!important}}
.{_CLASS}other{{outline:2px dashed #1c4f8a!important;outline-offset:-1px}}
.{_CLASS}part{{box-shadow:inset 3px 0 0 #1c4f8a!important}}
.{_CLASS}open{{outline:2px dotted #c47810!important;outline-offset:-1px}}
.{_CLASS}unread{{outline:1px dashed #6b7280!important;outline-offset:-1px}}
@media print,(min-width:480px){{.{_CLASS}agrees{{
background-image:linear-gradient(135deg,{_STROKE}),linear-gradient(45deg,{_STROKE})!important;
background-position:left 3px bottom 4px,left 1px bottom 4px!important;
background-size:7px 7px,3px 3px!important;background-repeat:no-repeat!important;print-color-adjust:exact;
padding-left:13px!important}}}}
.{_CLASS}agrees[data-ticks]::after,.{_CLASS}agrees [data-ticks]::after{{
content:"{WORD_JOINER}" attr(data-ticks);white-space:nowrap;
color:{_GREEN};font:700 7px Arial,sans-serif;
vertical-align:super;margin-left:2px;letter-spacing:.4px}}
.{_CLASS}tick{{color:{_GREEN};font:700 7px Arial,sans-serif;vertical-align:super;
margin-left:2px;text-decoration:none}}
.{_CLASS}finding .{_CLASS}tick{{color:#a3201d}}
.{_CLASS}said.{_CLASS}agrees{{background-image:none!important;padding-left:0!important;
border-bottom:1px solid {_GREEN}}}
:target{{box-shadow:0 0 0 6px #f2c744!important;scroll-margin-block:40vh}}
.cofitcheck-note{{font:13px/2.2 Arial,sans-serif;color:#1b2433;background:#f4f6f8;
border-bottom:2px solid #1f3a5f;padding:10px 16px;margin:0 0 16px}}
.cofitcheck-note span{{padding:0 4px 0 12px;margin:0 6px;line-height:1.6;display:inline-block}}
.cofitcheck-note .{_CLASS}agrees{{background-position:left 3px top 5px,left 1px top 9px!important}}
.cofitcheck-note h1{{font:700 15px/1.5 Arial,sans-serif;margin:0;padding:0;text-align:left;color:inherit}}
.cofitcheck-note p,.cofitcheck-note ul{{line-height:1.5;margin:6px 0}}
.cofitcheck-note fieldset{{border:0;margin:0;padding:0;display:inline}}
.cofitcheck-note label{{margin:0 8px 0 2px}}
@media print{{.cofitcheck-note fieldset{{display:none}}}}
"""
# A copy holds no program, so the style sheet hides the ticks that the reader does not choose.
_FILTERS = "".join(
    f"body:has(#cofitcheck-{tick}:checked) .{_CLASS}agrees"
    f":not([data-ticks~={tick}],:has([data-ticks~={tick}])){{background-image:none!important}}"
    f"body:has(#cofitcheck-{tick}:checked) [data-ticks]"
    f":not([data-ticks~={tick}])::after{{content:none!important}}"
    for tick in TICKS.values()
)


def mark_document(report: Report, back: str = "") -> bytes:
    """Return the report's document as safe HTML (UTF-8); mention `i` has the id `m<i>`, number `i` of the
    running text `t<i>`.

    Scripts, event handlers, frames, forms and references to anything outside the file are removed. `back` is
    the name of the report that lies beside the copy, "" for no link back.
    Raises `InputError` where the report does not carry its source.
    """
    return mark_html(marking_of(report, back))


def mark_html(marking: Marking) -> bytes:
    """Return a document as safe HTML with its marks (see `mark_document`). A mark may have a link."""
    document = marking.document
    files = document.files or ({document.name: document.source} if document.source else {})
    if not files:
        raise InputError(f"{document.name}: the source is not at hand, so no marked copy can be made")
    roots = {file: parse_tree(source, html.HtmlElement) for file, source in files.items()}
    held: list[etree._Element] = []  # lxml makes a new object at each access to an element unless one is held
    for file, root in roots.items():
        # A place counts the elements of the unchanged tree, so they are listed first.
        elements = list(root.iter("*"))
        held += elements
        _free_our_ids(root)
        shown: dict[etree._Element, list[Mark]] = {}
        for element, mark in _places(marking, file, elements):
            shown.setdefault(element, []).append(mark)
            if mark.name:
                _anchor(element, mark.name)
        for index, element in _cells(marking, file, elements).items():
            _anchor(element, f"m{index}")
            if index in marking.numbers:
                shown.setdefault(element, []).append(marking.numbers[index])
        for element, those in shown.items():
            _show(element, those)
        for block, numbers in _in_text(marking, file, elements).items():
            frame_all(document, block, numbers)
        _lead_to_notes(marking, elements)
    has_doctype = b"<!doctype" in next(iter(files.values()))[:4096].lower()
    whole = _bound(roots) if document.files else next(iter(roots.values()))
    return _safe_page(whole, marking, has_doctype)


def _bound(roots: Mapping[str, etree._Element]) -> etree._Element:
    """Return one page with the contents of all files, one below the other, each under its name."""
    page = next(iter(roots.values())).makeelement("html")
    head, body = etree.SubElement(page, "head"), etree.SubElement(page, "body")
    for file, root in roots.items():
        head.extend(list(root.iter("style")))
        etree.SubElement(body, "div", {"class": "cofitcheck-note"}).text = file
        part = etree.SubElement(body, "div")
        for source in root.iter("body"):
            part.text = (part.text or "") + (source.text or "")
            part.extend(list(source))
    return page


def _cells(marking: Marking, file: str, elements: Sequence[etree._Element]) -> dict[int, etree._Element]:
    """Return the source cell of every mention in a file that has an id or a mark."""
    named = {*marking.anchored, *marking.numbers}
    mentions = (mention for mention in marking.document.mentions if mention.index in named)
    return {
        mention.index: elements[mention.place.element]
        for mention in mentions
        if _is_in(marking, mention.place, file) and mention.place.element < len(elements)
    }


def _places(
    marking: Marking, file: str, elements: Sequence[etree._Element]
) -> list[tuple[etree._Element, Mark]]:
    """Return the elements of a file with wrong references, and those listed as not read, with their marks."""
    return [
        (elements[place.element], mark)
        for place, mark in marking.places
        if _is_in(marking, place, file) and place.element < len(elements)
    ]


def _in_text(
    marking: Marking, file: str, elements: Sequence[etree._Element]
) -> dict[etree._Element, list[TextMark]]:
    """Return the blocks of text of a file that hold numbers to mark, with their marks."""
    found: dict[etree._Element, list[TextMark]] = {}
    for each in marking.text:
        place = place_of(marking.document, each.said)
        if _is_in(marking, place, file) and place.element < len(elements):
            found.setdefault(elements[place.element], []).append(each)
    return found


def _lead_to_notes(marking: Marking, elements: Sequence[etree._Element]) -> None:
    """Turn the references that are right into links to the headings of their notes."""
    named: set[int] = set()
    for each in marking.references:
        if max(each.to.element, each.place.element) < len(elements):
            name = f"cofitcheck-note-{each.to.element}"
            if each.to.element not in named:
                named.add(each.to.element)
                _anchor(elements[each.to.element], name)
            lead_to_note(marking.document, elements[each.place.element], each, f"#{name}")


def _is_in(marking: Marking, place: Place, file: str) -> bool:
    return place.file == file or not marking.document.files


def _free_our_ids(root: etree._Element) -> None:
    """Rename the document's own ids that have the form of ours, and the links to them."""
    for element in root.iter("*"):
        own = element.get("id")
        if own is not None and _OUR_ID.match(own):
            element.set("id", f"document-{own}")
        link = element.get("href")
        if link is not None and _OUR_ID.match(link[1:]) and link.startswith("#"):
            element.set("href", f"#document-{link[1:]}")


def _anchor(element: etree._Element, name: str) -> None:
    """Give the element of a mention, or of a reference, the id that links lead to."""
    own = element.get("id")
    if own is not None:
        # The cell has an id to which links may lead, or states two numbers: the earlier id moves inside it.
        anchor = etree.Element("span", {"id": own})
        anchor.tail, element.text = element.text, None
        element.insert(0, anchor)
    element.set("id", name)


def _show(element: etree._Element, marks: Sequence[Mark]) -> None:
    """Mark a cell or a table by the weightiest of its marks; a tooltip has the notes of all its marks."""
    ordered = sorted(marks, key=lambda mark: _WEIGHTS[mark.role])
    element.set("class", f"{element.get('class', '')} {_CLASS}{ordered[0].role}".strip())
    ticks = " ".join(dict.fromkeys(tick for mark in ordered for tick in mark.ticks))
    if ticks and ordered[0].role is MarkRole.AGREES and not ordered[0].link:
        innermost(element).set("data-ticks", ticks)
    element.set("title", " ".join(dict.fromkeys(str(mark.note) for mark in ordered)))


def _safe_page(root: etree._Element, marking: Marking, has_doctype: bool) -> bytes:
    """Return the page under an `html` element, made safe, with our own head, legend and list of findings."""
    sanitise(root)
    if not root.get("lang"):
        root.set("lang", language_of(marking.document))
    _lead(root, marking)
    head = root.find("head")
    if head is None:
        head = etree.SubElement(root, "head")
        root.insert(0, head)
    head.insert(0, etree.Element("meta", {"http-equiv": "Content-Security-Policy", "content": POLICY}))
    head.insert(1, etree.Element("meta", {"charset": "utf-8"}))
    if head.find("title") is None:
        title = say("Marked copy of {document}", document=encodable(marking.document.name))
        etree.SubElement(head, "title").text = title
    etree.SubElement(head, "style").text = _STYLE + _FILTERS + STEPS_STYLE
    body = root.find("body")
    if body is not None:
        note = _note(marking)
        note.tail, body.text = body.text, None
        body.insert(0, note)
        lead_through(root, marking.steps, quote(marking.back))
    # Browsers lay out a page without a doctype in the way that the preparers of old filings saw.
    doctype = b"<!DOCTYPE html>\n" if has_doctype else b""
    return doctype + etree.tostring(root, encoding="utf-8", method="html")


def _lead(root: etree._Element, marking: Marking) -> None:
    """Put a link behind each number whose mark has one. This follows `sanitise`, which removes such links."""
    linked = {f"m{index}": mark for index, mark in marking.numbers.items() if mark.link}
    if not linked:
        return
    for element in [each for each in root.iter("*") if each.get("id") in linked]:
        mark = linked[str(element.get("id"))]
        tick = {"class": f"{_CLASS}tick", "href": mark.link, "title": str(mark.note)}
        etree.SubElement(element, "a", tick).text = " ".join(mark.ticks) or "≠"


def _note(marking: Marking) -> etree._Element:
    """Return the line above the document that says what the marks mean."""
    note = etree.Element("header", {"class": "cofitcheck-note"})
    head = etree.SubElement(note, "h1")
    head.text = say("Marked copy of {document}", document=encodable(marking.document.name))
    head.tail = str(marking.headline)
    for role, words in marking.legend.items():
        etree.SubElement(note, "span", {"class": f"{_CLASS}{role}"}).text = str(words)
    note[-1].tail = str(marking.closing)
    if marking.ticks:
        note.append(_filter(marking.ticks))
    return note


def _filter(ticks: Sequence[str]) -> etree._Element:
    """Return the buttons by which the reader chooses which tick marks are shown."""
    choice = etree.Element("fieldset")
    choice.text = say("Show ticks: ")
    for tick in ("all", *ticks):
        name = f"cofitcheck-{tick}"
        button = etree.SubElement(choice, "input", {"type": "radio", "name": "cofitcheck-ticks", "id": name})
        if tick == "all":
            button.set("checked", "checked")
        etree.SubElement(choice, "label", {"for": name}).text = say("all") if tick == "all" else tick
    return choice
