"""Parts of Word documents: names of WordprocessingML, the styles of paragraphs, and the text of runs.

Runs are read as they are printed: a field counts by its result, and tracked changes are read one way. Styles
say which paragraphs are headings, what is printed in bold, and how far lines are indented.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from lxml import etree

from cofitcheck import patterns as re
from cofitcheck.readers.settings import TrackedChanges

_WHOLE = re.compile(r"\+?([0-9]{1,9})")
_MAIN = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"

_T = TypeVar("_T")
_MAX_LEVEL = 6
"""The level of the deepest heading."""
_TWIPS_A_POINT = 20
_TWIPS = re.compile(r"[+-]?\d{1,6}(?:\.\d{0,30})?(?![\d.eE])")

_INSERTED, _DELETED = frozenset({"ins", "moveTo"}), frozenset({"del", "moveFrom"})
_AROUND = frozenset({"hyperlink", "smartTag", "sdt", "sdtContent", "customXml", "fldSimple", "dir", "bdo"})
_TEXTS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "ptab": " "}
_MARKUP = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"


def w(name: str) -> str:
    """Return the full name of an element or attribute of the main namespace."""
    return _MAIN + name


def local(element: etree._Element) -> str:
    """Return an element's name without its namespace; "" for comments."""
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def value(parent: etree._Element | None, *names: str) -> str | None:
    """Return the `w:val` of the first descendant down a path of names; "" where it has none."""
    for name in names:
        parent = parent.find(w(name)) if parent is not None else None
    return None if parent is None else parent.get(w("val"), "")


def whole(text: str | None) -> int | None:
    """Return a whole number that is not negative and has at most nine digits, None for any other text."""
    match = _WHOLE.fullmatch(text or "")
    return int(match[1]) if match else None


def is_on(parent: etree._Element | None, name: str) -> bool | None:
    """Return whether a property is switched on; None where it is not said."""
    said = value(parent, name)
    return None if said is None else said.lower() not in {"0", "false", "off", "none"}


class Styles:
    """The styles by their id; what a style does not say, it takes from the style it is based on."""

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


@dataclass(frozen=True, slots=True)
class StyledText:
    """A piece of text that looks alike: bold or not, raised or not."""

    text: str
    bold: bool
    raised: bool


class TextVersion:
    """Which tracked changes are in the text that is read, and how many there were."""

    def __init__(self, read: TrackedChanges) -> None:
        self._dropped = _DELETED if read == "accepted" else _INSERTED
        self.seen = 0

    def drops(self, element: etree._Element) -> bool:
        """Tell whether an element is a change whose content is not read."""
        name = local(element)
        if name not in _INSERTED | _DELETED:
            return False
        self.seen += 1
        return name in self._dropped

    def drops_row(self, row: etree._Element) -> bool:
        """Tell whether a table row was inserted, or deleted, by a change that is not read."""
        properties = row.find(w("trPr"))
        return properties is not None and any([self.drops(mark) for mark in properties])

    def drops_cell(self, cell: etree._Element) -> bool:
        """Tell whether a table cell was inserted, or deleted, by a change that is not read."""
        properties = cell.find(w("tcPr"))
        marks = {
            local(mark).removeprefix("cell").lower() for mark in ([] if properties is None else properties)
        }
        return bool(marks & self._dropped)

    @staticmethod
    def holds(element: etree._Element) -> bool:
        """Tell whether an element holds what was inserted or deleted."""
        return local(element) in _INSERTED | _DELETED


class Inline:
    """Reads paragraphs in the order of the document: a field may begin in one and end in a later one."""

    def __init__(self, styles: Styles, changes: TextVersion) -> None:
        self.styles = styles
        self.changes = changes
        self.embedded = 0
        self.hidden = 0
        self._fields: list[bool] = []  # of each open field, whether its result has begun

    def pieces(self, paragraph: etree._Element) -> tuple[list[StyledText], list[etree._Element]]:
        """Return the printed text of a paragraph, and the text boxes that hang on it."""
        boxes: list[etree._Element] = []
        return list(self._in(paragraph, paragraph, boxes)), boxes

    def _in(
        self, parent: etree._Element, paragraph: etree._Element, boxes: list[etree._Element]
    ) -> Iterator[StyledText]:
        for child in parent:
            if self.changes.drops(child):
                continue
            name = local(child)
            if name == "r":
                yield from self._run(child, paragraph, boxes)
            elif name in _AROUND or self.changes.holds(child):
                yield from self._in(child, paragraph, boxes)
            elif name in {"oMath", "oMathPara"}:
                yield StyledText("".join(map(str, child.itertext())), False, False)

    def _run(
        self, run: etree._Element, paragraph: etree._Element, boxes: list[etree._Element]
    ) -> Iterator[StyledText]:
        properties = run.find(w("rPr"))
        text = "".join(self._texts(run, boxes))
        if not text:
            return
        if is_on(properties, "vanish"):
            self.hidden += any(character.isdigit() for character in text)
            return
        position = value(properties, "position") or "0"
        raised = value(properties, "vertAlign") == "superscript" or _is_above(position)
        yield StyledText(text, self.styles.is_bold(paragraph, run), raised)

    def _texts(self, run: etree._Element, boxes: list[etree._Element]) -> Iterator[str]:
        for child in run:
            name = local(child)
            if name == "fldChar":
                self._field(child.get(w("fldCharType")))
            elif not all(self._fields):
                continue
            elif name in {"t", "delText"}:
                yield child.text or ""
            elif name in _TEXTS:
                yield _TEXTS[name]
            elif name in {"drawing", "pict", "object", "AlternateContent"}:
                self.embedded += name == "object"
                boxes.extend(_text_boxes(child))

    def _field(self, kind: str | None) -> None:
        if kind == "begin":
            self._fields.append(False)
        elif kind == "separate" and self._fields:
            self._fields[-1] = True
        elif kind == "end" and self._fields:
            self._fields.pop()


def _is_above(position: str) -> bool:
    """Tell whether a run stands above its line."""
    return bool(whole(position))


def _text_boxes(drawing: etree._Element) -> Iterator[etree._Element]:
    """Yield the contents of text boxes; where a drawing is stored in two forms, those of the first."""
    for box in drawing.iter(w("txbxContent")):
        around = list(box.iterancestors(f"{_MARKUP}Fallback", w("txbxContent")))
        if not any(drawing is outer or drawing in outer.iterancestors() for outer in around):
            yield box
