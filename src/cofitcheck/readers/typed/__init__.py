"""Typed text as HTML: its tables as tables, its paragraphs as paragraphs, which the HTML reader reads.

Tables may also be typed in the paragraphs of an office document, with bars, tabs or blanks between the cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lxml import etree

from cofitcheck import patterns as re
from cofitcheck.readers.contract import ADDRESS, add, keep_leading
from cofitcheck.readers.typed.blocks import Block, TypedTable, blocks_of
from cofitcheck.readers.typed.grid import TypedRow, rows_of
from cofitcheck.readers.typed.lines import Kind, Line, Rows, lines_of, parts_of, tab_rows

_TAGS = re.compile(r"</?(?:table|caption|s|c|page|fn|f\d+|r|text|b|i|u|center)>", re.IGNORECASE)
"""The tags that typed tables are marked with, as EDGAR asked for."""
_MARKERS = re.compile(r"^[ \t]*<s>.*$", re.IGNORECASE | re.MULTILINE)
_PAGE = re.compile(r"^.*<page>.*$", re.IGNORECASE | re.MULTILINE)
_CENTRED = 8
"""The least indent, in characters, of a line of its own."""

TYPED = "data-cofitcheck-typed"
"""The attribute with the text of a paragraph as typed, where something in it may set cells apart."""
_NAME = 60
"""The most characters of a paragraph that may name the rows below it."""


def holds_tables(text: str) -> bool:
    """Tell whether amounts stand below each other in a typed text, or rows of bars."""
    return any(not isinstance(block, tuple) for block in _blocks(text))


def render(text: str, parent: etree._Element) -> None:
    """Append the blocks of a typed text to an element: paragraphs and tables."""
    for block in _blocks(text):
        if isinstance(block, TypedTable):
            _add_typed(rows_of(block), parent)
        elif isinstance(block, list):
            add_rows(parent, block)
        else:
            for said in _paragraphs(block):
                add(parent, "p", said)


def with_tables(root: etree._Element) -> bool:
    """Replace the `<pre>` elements of a page that hold tables by what was typed in them, as tables and
    paragraphs; tell whether there was any."""
    found = False
    for element in list(root.iter("pre")):
        text, parent = _text_of(element), element.getparent()
        if parent is None or element.find(".//tr") is not None or not holds_tables(text):
            continue
        holder = etree.Element("div")
        holder.tail = element.tail
        render(text, holder)
        parent.replace(element, holder)
        found = True
    return found


def add_rows(parent: etree._Element, rows: Rows, addresses: Sequence[str] = ()) -> None:
    """Append a table of plain cells; `addresses` are those of its lines in the original."""
    table, width = add(parent, "table"), max((len(row.cells) for row in rows), default=0)
    for at, cells in rows:
        line = add(table, "tr")
        for cell in [*cells, *[""] * (width - len(cells))]:
            add(line, "td", cell.strip(), **({ADDRESS: addresses[at]} if addresses else {}))


def _blocks(text: str) -> Iterator[Block | Rows]:
    lines = _unmarked(text).split("\n")
    for part, rows in parts_of(lines):
        if rows is None:
            yield from blocks_of(lines_of("\n".join(lines[part.start : part.stop])))
        else:
            yield rows


def _text_of(element: etree._Element) -> str:
    """Return the text of a `<pre>`, its breaks as ends of lines."""
    for each in element.iter("br"):
        each.tail = "\n" + (each.tail or "")
    return "".join(map(str, element.itertext()))


def _unmarked(text: str) -> str:
    """Return a text without the marks of EDGAR; all else stays in its place."""
    text = text.replace("\r\n", "\n")
    text = _MARKERS.sub("", _PAGE.sub("", text))
    return _TAGS.sub(lambda tag: " " * len(tag[0]), text)


def _paragraphs(lines: Sequence[Line]) -> Iterator[str]:
    """Yield the paragraphs of lines of text: lines as long as those of a paragraph are joined, others stand
    alone."""
    held: list[str] = []
    for line in lines:
        said = line.text.strip()
        alone = line.kind is not Kind.WORDS or line.indent >= _CENTRED or len(line.pieces) > 1
        if held and (alone or not said):
            yield " ".join(held)
            held = []
        if alone and said and line.kind is not Kind.RULE:
            yield " ".join(said.split())
        elif said and line.kind is not Kind.RULE:
            held.append(said)
            if not line.is_full:
                yield " ".join(held)
                held = []
    if held:
        yield " ".join(held)


def _add_typed(rows: Sequence[TypedRow], parent: etree._Element) -> None:
    table = add(parent, "table")
    width = max((cell.end for row in rows for cell in row.cells), default=1)
    for row in rows:
        line, at = add(table, "tr"), 0
        for cell in row.cells:
            for _ in range(cell.column - at):
                add(line, "td")
            text = keep_leading(" " * cell.indent + cell.text) if not cell.column else cell.text
            made = add(line, "td", text, **({"scope": "col"} if row.heads and cell.column else {}))
            if cell.end - cell.column > 1:
                made.set("colspan", str(cell.end - cell.column))
            at = cell.end
        for _ in range(width - at):
            add(line, "td")


def may_be_row(text: str) -> bool:
    """Tell whether something in a paragraph may set cells apart."""
    said = text.strip()
    return "\t" in said or "|" in said or "   " in said


def set_tables(body: etree._Element) -> None:
    """Replace paragraphs that follow each other by the tables that were typed in them."""
    for run in list(_runs(body)):
        lines = [(line, each) for each in run for line in each.get(TYPED, _text(each)).split("\n")]
        texts = [line for line, _ in lines]
        if any("\t" in text.strip() for text in texts):
            _set_rows(lines, [(range(len(lines)), tab_rows(texts))])
        elif any(rows for _, rows in parts_of(texts)):
            _set_rows(lines, list(parts_of(texts)))
        elif holds_tables("\n".join(texts)):
            _set_blanks(run, "\n".join(texts))
    for each in body.iter("p"):
        if TYPED in each.attrib:
            del each.attrib[TYPED]


def _runs(body: etree._Element) -> Iterator[list[etree._Element]]:
    """Yield the paragraphs that follow each other and may be rows, short ones between them too."""
    run: list[etree._Element] = []
    for child in [*body, None]:
        if (
            child is not None
            and child.tag == "p"
            and (TYPED in child.attrib or (run and len(_text(child)) <= _NAME))
        ):
            run.append(child)
            continue
        while run and TYPED not in run[-1].attrib:
            run.pop()
        if len(run) > 1 or (run and "\n" in run[0].get(TYPED, "")):
            yield run
        run = []


def _text(paragraph: etree._Element) -> str:
    return "".join(map(str, paragraph.itertext()))


def _set_rows(
    lines: Sequence[tuple[str, etree._Element]], parts: Sequence[tuple[range, Rows | None]]
) -> None:
    for part, rows in parts:
        if rows is None:
            continue
        paragraphs = list(dict.fromkeys(lines[at][1] for at in part))
        holder = etree.Element("div")
        add_rows(holder, rows, [lines[at][1].get(ADDRESS, "") for at in part])
        _replace(paragraphs, holder)


def _set_blanks(run: Sequence[etree._Element], text: str) -> None:
    holder = etree.Element("div")
    render(text, holder)
    _replace(run, holder)


def _replace(paragraphs: Sequence[etree._Element], holder: etree._Element) -> None:
    parent = paragraphs[0].getparent()
    if parent is None:
        return
    parent.insert(parent.index(paragraphs[0]), holder)
    for each in paragraphs:
        parent.remove(each)
