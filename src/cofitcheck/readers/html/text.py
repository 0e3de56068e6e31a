"""The text of an element as a reader sees it, and what its tag and inline style say of how it is shown.

Hidden parts and footnote marks are left out, and white space is folded.
"""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.readers.settings import step
from cofitcheck.readers.tables.raw import fold

_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_BOLD_STYLE = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
_LIGHT_STYLE = re.compile(r"font-weight\s*:\s*(?:normal|[1-5]00)", re.IGNORECASE)
_RAISED_STYLE = re.compile(
    r"vertical-align\s*:\s*(?:super|text-top)|position\s*:\s*relative\s*;\s*top\s*:\s*-", re.IGNORECASE
)
_FIGURE = r"(-?(?:\d{1,9}(?:\.\d{0,30})?|\.\d{1,30}))(?![\d.])"
"""A number in a style; anything else is passed over, as a browser does."""
_INDENT = re.compile(
    rf"(padding-left|margin-left|text-indent)\s*:\s*{_FIGURE}\s*(px|pt|em|in|%)?", re.IGNORECASE
)
_PADDING = re.compile(r"(?:^|;)\s*(?:padding|margin)\s*:\s*([^;]+)", re.IGNORECASE)
_LENGTH = re.compile(rf"(?<![\d.-]){_FIGURE}\s*(px|pt|em|in|%)?", re.IGNORECASE)
_LEFT = {1: 0, 2: 1, 3: 1, 4: 3}  # how many lengths a shorthand has -> which of them is the left one
_POINTS = {"px": 0.75, "pt": 1.0, "em": 10.0, "in": 72.0, "%": 4.0, "": 0.75}

NEVER_SHOWN = frozenset(
    {"script", "style", "head", "title", "meta", "link", "template", "noscript", "ix:header", "ix:hidden"}
)
_BOLD_TAGS = frozenset({"b", "strong", "h1", "h2", "h3", "h4", "h5", "h6", "th"})

_FOOTNOTE = re.compile(
    r"^[\s(\[]*+(?:[0-9]{1,2}|[a-zA-Z]{1,2}|[ivx]{1,4}|[*†‡§#]++|\u2020)"
    r"(?:\s*+[,)\]]\s*+[(\[]?(?:[0-9]{1,2}|[a-z])?)*+\s*+$"
)
_LONGEST_MARK = 500
"""How many characters of an element are read to tell whether it is the mark of a note."""
_NBSP_WIDTH = 3.0
"""The width of a blank that indents a label, in points."""
BLOCKS = frozenset(
    """address article aside blockquote body br center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6
    header hr html li main nav ol p pre section table tbody td tfoot th thead tr ul""".split()
)


@cached(16384)
def _of_style(style: str) -> tuple[bool, bool | None, bool, float]:
    """Return hidden, bold (None: not said), raised, indent in points."""
    hidden = bool(_HIDDEN_STYLE.search(style))
    bold = True if _BOLD_STYLE.search(style) else False if _LIGHT_STYLE.search(style) else None
    return hidden, bold, bool(_RAISED_STYLE.search(style)), _indent_of(style)


def _indent_of(style: str) -> float:
    named = {
        name.lower(): float(number) * _POINTS[unit.lower()] for name, number, unit in _INDENT.findall(style)
    }
    if not any(name.startswith(("padding", "margin")) for name in named):
        shorthand = _PADDING.search(style)
        lengths = _LENGTH.findall(shorthand.group(1)) if shorthand else []
        if 1 <= len(lengths) <= 4:
            number, unit = lengths[_LEFT[len(lengths)]]
            named["padding-left"] = float(number) * _POINTS[unit.lower()]
    return sum(named.values())


def is_hidden(element: etree._Element) -> bool:
    """Tell whether an element, and all that is in it, is not shown."""
    style = element.get("style")
    return (
        element.tag in NEVER_SHOWN
        or element.get("hidden") is not None
        or (style is not None and _of_style(style)[0])
    )


def is_bold(element: etree._Element, inherited: bool) -> bool:
    """Tell whether an element's text is bold, given whether its parent's is."""
    style = element.get("style")
    said = _of_style(style)[1] if style else None
    return said if said is not None else inherited or element.tag in _BOLD_TAGS


def is_raised(element: etree._Element) -> bool:
    """Tell whether an element's text is a superscript."""
    style = element.get("style")
    return element.tag == "sup" or (style is not None and _of_style(style)[2])


def indent(element: etree._Element) -> float:
    """Return the left indentation that the element's own style asks for, in points."""
    style = element.get("style")
    return _of_style(style)[3] if style else 0.0


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
    """Return the text in an element; of a longer text, enough to tell that it is no footnote mark."""
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
