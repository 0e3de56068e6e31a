"""Navigation in a marked copy: a list of findings, a bar that leads from one to the next, notes for paper.

All of this is made of links and styles, since a copy holds no program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from lxml import etree
from markupsafe import escape

from cofitcheck import patterns as re
from cofitcheck.checks.model import Finding
from cofitcheck.document import Document
from cofitcheck.reports.model.coverage import ordered
from cofitcheck.reports.model.finding_text import about, in_short
from cofitcheck.reports.model.marks import MarkRole
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.model.wording import short
from cofitcheck.reports.words import Words, counted, phrase, say

OWN = "cofitcheck-"
"""What the classes and ids of a marked copy begin with; a document's own ids of this kind are renamed."""
LIST = f"{OWN}findings"
_BLOCKS = frozenset({"p", "div"})
_CHILDREN_OF_BODY = re.compile(r"\bbody\s*>(?!\s*\.cofitcheck-)")
_DECISION = re.compile(rb'<b id="cofitcheck-decision-(\d+)-(?:list|step)"></b>')
_FURTHER = re.compile(rb'<li id="cofitcheck-further">(?:</li>)?')
_NOTED = frozenset(role.value for role in MarkRole if role is not MarkRole.AGREES)
"""The marks whose notes are printed. Ticks would have too many notes; the legend says what a tick means."""
_FIXED = "position:fixed;left:0;right:0;z-index:2147483000;font:14px/1.5 Arial,sans-serif;text-align:left"
WORD_JOINER = "\N{WORD JOINER}"
"""The character that keeps a tick on the line of its number."""
STYLE = f"""
@media screen{{.{OWN}document{{overflow-x:auto}}}}
.{LIST}{{font:13px/1.5 Arial,sans-serif;color:#1b2433;background:#f4f6f8;padding:10px 16px;margin:0 0 16px;
text-align:left}}
.{LIST} ol{{margin:6px 0 0;padding:0 0 0 34px;max-height:34vh;overflow:auto}}.{LIST} li{{margin:0 0 4px}}
.{LIST} a,.{OWN}steps a{{color:#1c4f8a!important;text-decoration:underline}}
.{OWN}steps{{bottom:0;{_FIXED}}}
.{OWN}steps>div{{display:none;background:#fff;color:#1b2433;border-top:2px solid #1f3a5f;padding:8px 16px}}
.{OWN}steps a,.{OWN}steps span{{display:inline-block;margin:0 14px 0 0}}
[data-finding]::after{{content:"{WORD_JOINER}" attr(data-finding);white-space:nowrap;
background:#a3201d;color:#fff;font:700 8px/1 Arial;
padding:1px 3px;border-radius:6px;margin-left:3px;vertical-align:super;print-color-adjust:exact}}
.{OWN}witness[data-finding]::after,.{OWN}witness [data-finding]::after{{background:#1c4f8a}}
[title][tabindex="0"]:focus::before{{content:attr(title);top:0;{_FIXED};background:#1b2433;color:#fff;
text-indent:0;white-space:normal;padding:8px 16px}}
.{OWN}notes,#{OWN}further{{display:none}}
@media print{{.{OWN}steps{{display:none}}.{LIST} ol{{max-height:none}}
[title][tabindex="0"]:focus::before{{content:none}}
.{OWN}notes{{display:block;break-before:page;font:9pt/1.4 Arial,sans-serif;color:#1b2433}}
.{OWN}notes li{{break-inside:avoid;margin:0 0 4pt}}}}
"""


@dataclass(frozen=True, slots=True)
class Step:
    """A finding in the list of a marked copy: what it is, and the ids of its two places there."""

    number: int
    words: Words
    first: str
    second: str


def steps_of(report: Report) -> list[Step]:
    """Return the findings in the order of their numbers."""
    return [_step(report.document, number, each) for number, each in enumerate(ordered(report.found), 1)]


def _step(document: Document, number: int, finding: Finding) -> Step:
    name, period = about(document, finding)
    item = phrase("{label} ({words})", label=short(name, 90), words=short(period, 60)) if period else name
    words = phrase("{label}: {reason}", label=item, reason=in_short(finding))
    if finding.told is not None:
        return Step(number, words, f"t{finding.told.said.index}", f"m{finding.mention}")
    return Step(number, words, f"m{finding.mention}", f"m{finding.counterpart}")


def lead_through(root: etree._Element, steps: Sequence[Step], back: str) -> None:
    """Add the list of findings, the bar between them and the printed notes to a page that is safe already.

    `back` is the address of the report, "" where none lies beside the copy. The Tab key reaches each
    element that has a note.
    """
    body = root.find("body")
    if body is None:
        return
    places = {element.get("id", ""): element for element in body.iter("*")}
    for step in reversed(steps):
        for place in (step.second, step.first):
            if place in places:
                innermost(places[place]).set("data-finding", str(step.number))
    marked = [element for element in body.iter("*") if element.get("title") and _role(element)]
    for element in marked:
        element.set("tabindex", "0")
    _gather(root, body)
    if steps:
        body.insert(1, _list(steps, places, back))
        body.insert(2, _bar(steps, places, back))
        _head(root, _shown(steps))
    notes = _notes(marked)
    if notes is not None:
        body.append(notes)


def innermost(element: etree._Element) -> etree._Element:
    """Return the paragraph of a cell that holds nothing else, or the element itself.

    A tick goes into this element, so that it stands on the line of its number.
    """
    while len(element) == 1 and element[0].tag in _BLOCKS and not (element.text or "").strip():
        element = element[0]
    return element


def _gather(root: etree._Element, body: etree._Element) -> None:
    """Put the document, which is all that follows our own first line, into a `main`.

    A document wider than the screen then scrolls there, and our own lines stay in sight. Nothing is done
    where a style sheet of the document names the children of its body, as it would no longer apply to them.
    """
    note, *others = body
    if any(_CHILDREN_OF_BODY.search(sheet.text or "") for sheet in root.iter("style")):
        return
    main = etree.Element("main", {"class": f"{OWN}document"})
    main.text, note.tail = note.tail, None
    main.extend(others)
    body.append(main)


def _role(element: etree._Element) -> str:
    """Return the role of a marked element, "" for any other."""
    classes = element.get("class", "").split()
    return next((role.value for role in MarkRole if f"{OWN}{role}" in classes), "")


def _head(root: etree._Element, style: str) -> None:
    head = root.find("head")
    assert head is not None
    etree.SubElement(head, "style").text = style


def _shown(steps: Sequence[Step]) -> str:
    """Return the style that shows the bar of a finding while the page stands at one of its places."""
    return "".join(
        f"body:has(#{step.first}:target) #{OWN}step-{step.number},"
        f"body:has(#{step.second}:target) #{OWN}step-{step.number}{{display:block}}\n"
        for step in steps
    )


def _list(steps: Sequence[Step], places: Mapping[str, etree._Element], back: str) -> etree._Element:
    nav = etree.Element("nav", {"class": LIST, "id": LIST, "aria-label": say("Findings")})
    nav.text = str(counted("{n} finding. ", "{n} findings. ", len(steps)))
    if back:
        etree.SubElement(nav, "a", {"href": back}).text = say("To the report")
    items = etree.SubElement(nav, "ol")
    for step in steps:
        item = etree.SubElement(items, "li", {"value": str(step.number)})
        _link(item, step.first if step.first in places else step.second, places, step.words)
        item[-1].tail = " "
        etree.SubElement(item, "b", {"id": f"{OWN}decision-{step.number}-list"})
    etree.SubElement(items, "li", {"id": f"{OWN}further"})
    return nav


def _bar(steps: Sequence[Step], places: Mapping[str, etree._Element], back: str) -> etree._Element:
    """Return the bars of all findings; the style shows only the bar of the finding where the page stands."""
    label = say("From finding to finding")
    whole = etree.Element("div", {"class": f"{OWN}steps", "role": "region", "aria-label": label})
    for at, step in enumerate(steps):
        bar = etree.SubElement(whole, "div", {"id": f"{OWN}step-{step.number}"})
        head = etree.SubElement(bar, "span")
        head.text = str(phrase("Finding {number} of {count}", number=step.number, count=len(steps)))
        etree.SubElement(bar, "span").text = str(step.words)
        etree.SubElement(bar, "b", {"id": f"{OWN}decision-{step.number}-step"}).tail = " "
        around = (steps[at - 1] if at else None, steps[at + 1] if at + 1 < len(steps) else None)
        for other, words, key in zip(around, (phrase("Previous"), phrase("Next")), "pn", strict=True):
            if other:
                place = other.first if other.first in places else other.second
                _link(bar, place, places, words, key)
        _link(bar, step.first, places, phrase("The number in question"))
        _link(bar, step.second, places, phrase("The number it is compared with"))
        etree.SubElement(bar, "a", {"href": f"#{LIST}", "accesskey": "l"}).text = say("List of findings")
        if back:
            link = f"{back}#f{step.number}"
            etree.SubElement(bar, "a", {"href": link}).text = say("This finding in the report")
    return whole


def _link(
    into: etree._Element, place: str, places: Mapping[str, etree._Element], words: Words, key: str = ""
) -> None:
    """Add a link to a place of the copy, or only its words where the copy does not have the place."""
    if place not in places:
        etree.SubElement(into, "span").text = str(words)
        return
    link = etree.SubElement(into, "a", {"href": f"#{place}"})
    link.text = str(words)
    if key:
        link.set("accesskey", key)


def _notes(marked: Sequence[etree._Element]) -> etree._Element | None:
    """Return the notes of findings, of what was left open and of what was not checked, for paper."""
    noted = [element for element in marked if _role(element) in _NOTED]
    if not noted:
        return None
    section = etree.Element("section", {"class": f"{OWN}notes", "aria-label": say("Notes")})
    etree.SubElement(section, "h2").text = say("Notes")
    items = etree.SubElement(section, "ol")
    said: dict[str, None] = {}
    for element in noted:
        number = " ".join("".join(map(str, element.itertext())).split())
        said[f"{short(number, 60)}: {element.get('title')}"] = None
    for words in said:
        etree.SubElement(items, "li").text = words
    return section


@dataclass(frozen=True, slots=True)
class PromotedFinding:
    """A finding that people made of what was left open: its place in the copy is the id of a number."""

    number: int
    words: str
    place: str


@dataclass(frozen=True, slots=True)
class Signed:
    """What signatures under a copy say, and their exceptions in words, each with the id of its number."""

    sentences: Sequence[str]
    exceptions: Sequence[tuple[str, str]]

    def markup(self) -> bytes:
        """Return the signatures as HTML for a copy."""
        said = "<br>".join(map(escape, (say("Sign-off"), *self.sentences)))
        items = "".join(
            f'<li><a href="#{escape(place)}">{escape(words)}</a></li>' for words, place in self.exceptions
        )
        return f'<p class="{OWN}signed">{said}</p>{f"<ul>{items}</ul>" if items else ""}'.encode()


def with_decisions(
    copy: bytes,
    decisions: Mapping[int, str],
    further: Sequence[PromotedFinding] = (),
    address: Callable[[int], str] | None = None,
    signed: Signed | None = None,
) -> bytes:
    """Return a marked copy as HTML with what was decided at each finding of its list.

    `decisions` are sentences by the number of the finding. `further` are findings that the copy
    lacks. `address` gives the page of a finding, None where the copy leads to none. `signed` stands at the
    head of the copy.
    """

    def filled(number: int) -> str:
        link = f' <a href="{escape(address(number))}">{escape(say("On the page"))}</a>' if address else ""
        return f"<b>{escape(decisions.get(number, ''))}</b>{link}"

    more = "".join(
        f'<li value="{each.number}"><a href="#{escape(each.place)}">{escape(each.words)}</a> '
        f"{filled(each.number)}</li>"
        for each in further
    )
    told = _DECISION.sub(lambda found: filled(int(found[1])).encode(), copy)
    told = _FURTHER.sub(lambda _: more.encode(), told, count=1)
    return told if signed is None else told.replace(b"</header>", signed.markup() + b"</header>", 1)
