"""The line and column of a number in its source, where the source is text.

The number is looked for in the source without markup and white space, each character of which has its place
in the source. A position is given only where the number is found: a wrong position would be worse than none.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from html.parser import HTMLParser
from typing import Protocol

from lxml import etree

from cofitcheck import patterns as re
from cofitcheck.document import Document, Mention, Place
from cofitcheck.prose import ProseMention
from cofitcheck.readers.html.parse import decode, parse_tree
from cofitcheck.readers.pdf import is_pdf
from cofitcheck.reports.sarif.model import Region

_PART = re.compile(r"<[^<>]{0,20000}>|&#?\w{1,12};|\s+|.", re.DOTALL)
_SPACE = re.compile(r"\s+")
_LINE_END = re.compile(r"\n")

_DIGITS = re.compile(r"\d(?:[\d.,]*\d)?")
_AHEAD = 60
"""The most tags that are looked through to find the tag of an element."""
_BEFORE = 60
"""How many characters before a number in running text are used to tell which number it is."""
_ADDED = frozenset({"html", "head", "body", "p"})
"""The elements that libxml2 adds where a page lacks them."""
_PAGES = (".htm", ".html", ".xhtml")
_MARKDOWN = (".md", ".markdown")
_MARKS = "*_`\\"
"""The characters with which Markdown marks words."""


@dataclass(frozen=True)
class SourceText:
    """The text of a file, with its lines."""

    text: str

    @cached_property
    def starts(self) -> list[int]:
        """The place of the first character of each line."""
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    def offset(self, line: int, column: int) -> int:
        """Return the place of a character by its line (from 1) and its column (from 0)."""
        return self.starts[line - 1] + column

    def region(self, start: int, end: int) -> Region:
        """Return the region of the characters from `start` to before `end`."""
        first, last = (bisect_right(self.starts, at) for at in (start, max(start, end - 1)))
        return Region(
            start_line=first,
            start_column=start - self.starts[first - 1] + 1,
            end_line=last,
            end_column=end - self.starts[last - 1] + 1,
        )


@dataclass(frozen=True, slots=True)
class FlatText:
    """The visible characters of a part of a text, and where each begins and ends in the text."""

    text: str
    spans: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, text: str, start: int, end: int, unseen: str = "") -> FlatText:
        """Return the visible characters from `start` to before `end`; those in `unseen` are markup too."""
        letters: list[str] = []
        spans: list[tuple[int, int]] = []
        for match in _PART.finditer(text, start, end):
            part = match.group()
            if part.isspace() or part in unseen or (part[0] == "<" and len(part) > 1):
                continue
            shown = unescape(part) if len(part) > 1 else part
            for letter in shown:
                if not letter.isspace():
                    letters.append(letter)
                    spans.append(match.span())
        return cls("".join(letters), tuple(spans))

    def find(self, wanted: str, tail: str = "") -> tuple[int, int] | None:
        """Return where `wanted`, or only the `tail` that it ends with, is first found in the source."""
        needle, length = _without_space(wanted), len(_without_space(tail or wanted))
        at = self.text.find(needle) if needle else -1
        if at < 0:
            return None
        end = at + len(needle)
        return self.spans[end - length][0], self.spans[end - 1][1]


def _without_space(text: str) -> str:
    return _SPACE.sub("", text)


class Positions(Protocol):
    """Where the numbers of a document stand in its source."""

    def of_mention(self, mention: Mention) -> Region | None:
        """Return the region of a number in a table, None where it is not known."""
        ...

    def of_said(self, said: ProseMention) -> Region | None:
        """Return the region of a number in running text, None where it is not known."""
        ...


def positions_in(document: Document) -> Positions:
    """Return the positions of a document's numbers; none where the source is no text, or is in an archive."""
    name = document.name.lower()
    if document.original and name.endswith(_MARKDOWN):
        return _InMarkdown(document)
    files = document.files or {"": document.source}
    if document.original or not all(files.values()) or is_pdf(document.source):
        return NoPositions()
    if not document.files and not name.endswith(_PAGES):
        return NoPositions()
    return _InPages(document, files)


class NoPositions:
    """No positions: the source is no text, or lies in an archive."""

    def of_mention(self, mention: Mention) -> Region | None:
        """Return None."""
        return None

    def of_said(self, said: ProseMention) -> Region | None:
        """Return None."""
        return None


class _InPages:
    """Positions in HTML files."""

    def __init__(self, document: Document, files: Mapping[str, bytes]) -> None:
        self.document = document
        self.pages = {file: _Page(data) for file, data in files.items()}

    def of_mention(self, mention: Mention) -> Region | None:
        digits = _DIGITS.search(mention.text)
        return self._find(mention.place, digits.group()) if digits else None

    def of_said(self, said: ProseMention) -> Region | None:
        passage = self.document.passages[said.passage]
        piece = passage.piece_at(said.start)
        before = passage.text[max(piece.start, said.start - _BEFORE) : said.end]
        return self._find(piece.place, before, said.text)

    def _find(self, place: Place, wanted: str, tail: str = "") -> Region | None:
        page = self.pages.get(place.file if self.document.files else "")
        return page.find(place.element, wanted, tail) if page else None


class _Page:
    """An HTML file, with the places of its elements in its text."""

    def __init__(self, data: bytes) -> None:
        self.source = SourceText(decode(data).replace("\x00", ""))
        elements = list(parse_tree(data).iter("*"))
        tags = [(tag, self.source.offset(*at)) for tag, at in _start_tags(self.source.text)]
        self.begins = _begins(elements, tags)
        self.behind = [number + sum(1 for _ in each.iter("*")) for number, each in enumerate(elements)]

    def find(self, element: int, wanted: str, tail: str) -> Region | None:
        """Return where `wanted`, or only the `tail` that it ends with, stands in an element."""
        begin = self.begins[element] if element < len(self.begins) else None
        if begin is None:
            return None
        later = (self.begins[each] for each in range(self.behind[element], len(self.begins)))
        end = next((each for each in later if each is not None), len(self.source.text))
        found = FlatText.of(self.source.text, begin, end).find(wanted, tail)
        return self.source.region(*found) if found else None


class _StartTags(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.tags: list[tuple[str, tuple[int, int]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, self.getpos()))


def _start_tags(text: str) -> list[tuple[str, tuple[int, int]]]:
    """Return the name of each start tag with its line (from 1) and its column (from 0)."""
    parser = _StartTags()
    parser.feed(text)
    parser.close()
    return parser.tags


def _begins(elements: Sequence[etree._Element], tags: Sequence[tuple[str, int]]) -> list[int | None]:
    """Return where the tag of each element begins, None for an element that the parser has added.

    Elements and tags are in the order of the document. A parser adds elements that the source leaves out, and
    drops tags that are not allowed where they stand.
    """
    begins: list[int | None] = []
    at = 0
    for element in elements:
        name = str(element.tag).lower()
        ahead = range(at, min(at + _AHEAD, len(tags)))
        found = next((each for each in ahead if tags[each][0] == name), None)
        if found is not None and not (name in _ADDED and found > at):
            begins.append(tags[found][1])
            at = found + 1
        else:
            begins.append(None)
    return begins


class _InMarkdown:
    """Positions in Markdown. A row of a pipe table is one line, and rows are in the order of the document."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.source = SourceText(decode(document.original))
        self.rows = dict(self._rows())

    def of_mention(self, mention: Mention) -> Region | None:
        span = self.rows.get((mention.table, mention.row))
        digits = _DIGITS.search(mention.text)
        if span is None or digits is None:
            return None
        start, end = span
        bars = [start - 1, *(at for at in range(start, end) if self.source.text[at] == "|")]
        if not self.source.text[start:end].lstrip().startswith("|"):
            bars.insert(0, start - 1)
        column = mention.column + 1
        if column >= len(bars):
            return None
        close = bars[column + 1] if column + 1 < len(bars) else end
        found = FlatText.of(self.source.text, bars[column] + 1, close, _MARKS).find(digits.group())
        return self.source.region(*found) if found else None

    def of_said(self, said: ProseMention) -> Region | None:
        passage = self.document.passages[said.passage]
        before = passage.text[max(0, said.start - _BEFORE) : said.end]
        found = self._whole.find(before, said.text)
        return self.source.region(*found) if found else None

    @cached_property
    def _whole(self) -> FlatText:
        return FlatText.of(self.source.text, 0, len(self.source.text), _MARKS)

    def _rows(self) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """Yield table and row of each line that is a row, with the places where the line begins and ends."""
        text, starts = self.source.text, self.source.starts
        lines = [(begin, text.find("\n", begin)) for begin in starts]
        spans = [(begin, len(text) if end < 0 else end) for begin, end in lines]
        words = [
            _letters(FlatText.of(text, *span, _MARKS).text) if "|" in text[slice(*span)] else ""
            for span in spans
        ]
        at = 0
        for table in self.document.tables:
            by_row: dict[int, list[str]] = {}
            for cell in sorted(table.cells, key=lambda each: (each.row, each.column)):
                by_row.setdefault(cell.row, []).append(cell.text)
            for row, said in by_row.items():
                wanted = _letters("".join(said))
                found = next(
                    (line for line in range(at, len(words)) if wanted and words[line] == wanted), None
                )
                if found is not None:
                    yield (table.index, row), spans[found]
                    at = found + 1


def _letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum())
