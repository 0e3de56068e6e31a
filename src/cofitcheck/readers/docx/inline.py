"""The runs of a Word paragraph as they are printed: fields by their results, tracked changes one way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from cofitcheck.readers.docx.names import is_on, local, value, w, whole
from cofitcheck.readers.docx.styles import Styles
from cofitcheck.readers.settings import TrackedChanges

_INSERTED, _DELETED = frozenset({"ins", "moveTo"}), frozenset({"del", "moveFrom"})
_AROUND = frozenset({"hyperlink", "smartTag", "sdt", "sdtContent", "customXml", "fldSimple", "dir", "bdo"})
_TEXTS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "ptab": " "}
_MARKUP = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"


@dataclass(frozen=True, slots=True)
class StyledText:
    """Some text of one look."""

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
        """Tell the same of a cell."""
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
    """Yield the contents of text boxes; of two forms of one drawing the first."""
    for box in drawing.iter(w("txbxContent")):
        around = list(box.iterancestors(f"{_MARKUP}Fallback", w("txbxContent")))
        if not any(drawing is outer or drawing in outer.iterancestors() for outer in around):
            yield box
