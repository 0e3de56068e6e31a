"""The text of an element as a reader sees it: hidden parts out, footnote marks out, white space folded."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from cofitcheck import patterns as re
from cofitcheck.readers.budget import step
from cofitcheck.readers.html.style import indent, is_bold, is_hidden, is_raised
from cofitcheck.readers.tables.grid.raw import fold

_FOOTNOTE = re.compile(
    r"^[\s(\[]*+(?:[0-9]{1,2}|[a-zA-Z]{1,2}|[ivx]{1,4}|[*†‡§#]++|\u2020)"
    r"(?:\s*+[,)\]]\s*+[(\[]?(?:[0-9]{1,2}|[a-z])?)*+\s*+$"
)
_LONGEST_MARK = 500
"""What is longer is no mark of a note."""
_NBSP_WIDTH = 3.0
"""How wide a blank is that indents a label."""
BLOCKS = frozenset(
    """address article aside blockquote body br center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6
    header hr html li main nav ol p pre section table tbody td tfoot th thead tr ul""".split()
)


@dataclass(frozen=True, slots=True)
class ShownText:
    """What an element shows: its text, the share of it in bold (0 to 1), and its left indentation in
    points."""

    text: str
    bold: float
    indent: float


class _Gatherer:
    """Collects the shown text of one element, without recursion."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.bold = self.total = 0
        self.indent = 0.0

    def add(self, text: str | None, bold: bool) -> None:
        if text:
            self.parts.append(text)
            size = len(text.strip())
            self.total += size
            self.bold += size if bold else 0

    def walk(self, root: etree._Element) -> None:
        walker = etree.iterwalk(root, events=("start", "end"))
        bolds = [False]
        skipped: etree._Element | None = None
        for event, element in walker:
            step()
            if event == "start":
                bolds.append(is_bold(element, bolds[-1]))
                if element is not root and (is_hidden(element) or _is_footnote(element)):
                    walker.skip_subtree()
                    skipped = element
                    continue
                if element.tag in BLOCKS:
                    self.parts.append(" ")
                if not self.total:
                    self.indent += indent(element) + _leading_nbsp(element.text)
                self.add(element.text, bolds[-1])
            else:
                bolds.pop()
                if element.tag in BLOCKS and element is not skipped:
                    self.parts.append(" ")
                if element is not root:
                    self.add(element.tail, bolds[-1])


def _is_footnote(element: etree._Element) -> bool:
    return is_raised(element) and bool(_FOOTNOTE.match(_first_of(element)))


def _first_of(element: etree._Element) -> str:
    """Return the text in an element, or as much of it as is longer than any footnote mark."""
    said = ""
    for text in element.itertext():
        said += str(text)
        if len(said) > _LONGEST_MARK:
            break
    return said


def _leading_nbsp(text: str | None) -> float:
    if not text:
        return 0.0
    return _NBSP_WIDTH * (len(text) - len(text.lstrip("\u00a0\u3000")))


def shown(element: etree._Element) -> ShownText:
    """Return what an element shows."""
    gatherer = _Gatherer()
    gatherer.walk(element)
    return ShownText(
        fold("".join(gatherer.parts)),
        gatherer.bold / gatherer.total if gatherer.total else 0.0,
        gatherer.indent,
    )
