"""What the styles of a Word document say of its paragraphs: heading levels, bold print, indents."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from lxml import etree

from cofitcheck import patterns as re
from cofitcheck.readers.docx.names import is_on, value, w, whole

_T = TypeVar("_T")
_MAX_LEVEL = 6
"""The deepest heading."""
_TWIPS_A_POINT = 20
_TWIPS = re.compile(r"[+-]?\d{1,6}(?:\.\d{0,30})?(?![\d.eE])")


class Styles:
    """The styles by their id; a style has what it does not say from the style it is based on."""

    def __init__(self, root: etree._Element) -> None:
        self._styles = {style.get(w("styleId"), ""): style for style in root.iterfind(w("style"))}
        defaults = [s for s in self._styles.values() if s.get(w("default")) in {"1", "true", "on"}]
        self._default = next(
            (s.get(w("styleId"), "") for s in defaults if s.get(w("type")) == "paragraph"), ""
        )

    def heading_level(self, paragraph: etree._Element) -> int:
        """Return 1 to 6 for a heading, 0 for other paragraphs."""
        properties = paragraph.find(w("pPr"))
        own = value(properties, "outlineLvl")
        said = own if own is not None else self._of_paragraph(properties, _outline)
        level = whole(said)
        return level + 1 if level is not None and level < _MAX_LEVEL else 0

    def is_bold(self, paragraph: etree._Element, run: etree._Element) -> bool:
        """Tell whether a run is printed in bold."""
        properties = run.find(w("rPr"))
        own = is_on(properties, "b")
        if own is None:
            own = self._look(value(properties, "rStyle"), _bold)
        if own is None:
            own = self._of_paragraph(paragraph.find(w("pPr")), _bold)
        return bool(own)

    def indent(self, paragraph: etree._Element) -> float:
        """Return how far the first line of a paragraph is indented, in points."""
        properties = paragraph.find(w("pPr"))
        own = _indent(properties)
        found = (
            own if own is not None else self._of_paragraph(properties, lambda s: _indent(s.find(w("pPr"))))
        )
        return (found or 0) / _TWIPS_A_POINT

    def _of_paragraph(
        self, properties: etree._Element | None, ask: Callable[[etree._Element], _T | None]
    ) -> _T | None:
        return self._look(value(properties, "pStyle") or self._default, ask)

    def _look(self, style: str | None, ask: Callable[[etree._Element], _T | None]) -> _T | None:
        seen = set()
        while style and style in self._styles and style not in seen:
            seen.add(style)
            said = ask(self._styles[style])
            if said is not None:
                return said
            style = value(self._styles[style], "basedOn")
        return None


def _outline(style: etree._Element) -> str | None:
    return value(style, "pPr", "outlineLvl")


def _bold(style: etree._Element) -> bool | None:
    return is_on(style.find(w("rPr")), "b")


def _indent(properties: etree._Element | None) -> float | None:
    indent = None if properties is None else properties.find(w("ind"))
    if indent is None:
        return None
    left = indent.get(w("left"), indent.get(w("start"), "0"))
    return _twips(left) + _twips(indent.get(w("firstLine"), "0")) - _twips(indent.get(w("hanging"), "0"))


def _twips(text: str) -> float:
    match = _TWIPS.match(text)
    return float(match[0]) if match else 0.0
