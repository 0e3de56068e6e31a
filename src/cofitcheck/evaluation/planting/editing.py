"""Editing the text of one table cell in a parsed HTML tree; its markup and its look stay as they were."""

from __future__ import annotations

from lxml import etree

_MINUS = "-\u2010\u2011\u2012\u2013\u2212\uff0d"


class CellText:
    """The text of a cell as one string, and where each part of it lies in the tree."""

    def __init__(self, cell: etree._Element) -> None:
        self.cell = cell
        self._nodes = _text_nodes(cell)

    @property
    def text(self) -> str:
        """The text as it stands now."""
        return "".join(_get(node) for node in self._nodes)

    def replace(self, start: int, end: int, new: str) -> None:
        """Put `new` in the place of `text[start:end]`; it goes where the first replaced character stood."""
        offset = 0
        for node in self._nodes:
            old = _get(node)
            first, last = max(start - offset, 0), min(end - offset, len(old))
            if first < last:
                _set(node, old[:first] + new + old[last:])
                new = ""
            offset += len(old)

    def flip_sign(self, start: int, end: int, negative: bool) -> bool:
        """Take the minus or the parentheses off the number at `text[start:end]`, or put parentheses on.

        A closing parenthesis in one of the next two cells goes with the opening one. Returns False, and
        leaves the cell as it was, where the sign cannot be found.
        """
        text = self.text
        if not negative:
            self.replace(start, end, f"({text[start:end]})")
            return True
        opening = text.rfind("(", 0, start)
        if opening >= 0:
            return self._unwrap(opening, end)
        minus = max(text.rfind(sign, 0, start) for sign in _MINUS)
        if minus >= 0:
            self.replace(minus, minus + 1, "")
        return minus >= 0

    def _unwrap(self, opening: int, end: int) -> bool:
        closing = self.text.find(")", end)
        if closing >= 0:
            self.replace(closing, closing + 1, "")
        elif not _drop_closing(self.cell):
            return False
        self.replace(opening, opening + 1, "")
        return True


def _drop_closing(cell: etree._Element) -> bool:
    following = cell.getnext()
    for _ in range(2):
        if following is None:
            return False
        side = CellText(following)
        at = side.text.find(")")
        if at >= 0 and not side.text[:at].strip():
            side.replace(at, at + 1, "")
            return True
        following = following.getnext()
    return False


def _text_nodes(cell: etree._Element) -> list[tuple[etree._Element, str]]:
    nodes = []
    for event, element in etree.iterwalk(cell, events=("start", "end")):
        if event == "start":
            nodes.append((element, "text"))
        elif element is not cell:
            nodes.append((element, "tail"))
    return nodes


def _get(node: tuple[etree._Element, str]) -> str:
    element, part = node
    return (element.text if part == "text" else element.tail) or ""


def _set(node: tuple[etree._Element, str], value: str) -> None:
    element, part = node
    if part == "text":
        element.text = value
    else:
        element.tail = value
