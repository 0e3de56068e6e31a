"""A document of another format as an HTML tree, which the HTML reader reads and a report can mark.

What its format knows and HTML does not stands in `data-` attributes of the cells: ADDRESS leads back to the
cell of the original, LABEL is what a person calls it, STORED what it holds where it shows something else.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml import etree

from cofitcheck import patterns as re
from cofitcheck.document import UncheckedReason

ADDRESS, LABEL, STORED = "data-cofitcheck-address", "data-cofitcheck-label", "data-cofitcheck-stored"

LOOK = (
    "body{font-family:Georgia,serif;margin:1em auto;padding:0 1em}"
    "table{border-collapse:collapse;margin:.8em 0}"
    "td,th{padding:2px 10px;border-bottom:1px solid #ccd2da;vertical-align:bottom;text-align:left}"
    "td p,th p{margin:0}"
)
"""How a rendition looks in a marked copy: what makes tables legible."""
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_LEADING = re.compile("^[ \t]+")
_NBSP = "\N{NO-BREAK SPACE}"


def _page() -> etree._Element:
    root = etree.Element("html")
    etree.SubElement(etree.SubElement(root, "head"), "style").text = LOOK
    etree.SubElement(root, "body")
    return root


@dataclass
class Rendition:
    """The tree as it grows, and what of the original is not in it."""

    root: etree._Element = field(default_factory=_page)
    warnings: list[UncheckedReason] = field(default_factory=list)

    @property
    def body(self) -> etree._Element:
        """Where the blocks of the document go."""
        return self.root[1]

    def to_bytes(self) -> bytes:
        """Return the page as UTF-8."""
        return b"<!DOCTYPE html>\n" + etree.tostring(self.root, encoding="utf-8", method="html")


def add(parent: etree._Element, tag: str, text: str = "", **attributes: str) -> etree._Element:
    """Append an element with a text; in attribute names "_" stands for "-"."""
    named = {name.replace("_", "-"): clean(value) for name, value in attributes.items()}
    element = etree.SubElement(parent, tag, named)
    element.text = clean(text) or None
    return element


def add_text(parent: etree._Element, text: str) -> None:
    """Append a text behind whatever the parent holds."""
    said = clean(text)
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + said
    else:
        parent.text = (parent.text or "") + said


def clean(text: str) -> str:
    """Return a text without what no XML may hold."""
    return _CONTROLS.sub("", text)


def keep_leading(text: str) -> str:
    """Return a text whose leading white space is shown, as office programs do."""
    return _LEADING.sub(lambda match: _NBSP * len(match.group().expandtabs(4)), text)
