"""Word documents to `Document`: one is rendered as an HTML tree, which the HTML reader reads."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from lxml import etree

from cofitcheck import patterns as re
from cofitcheck.document import Document, UncheckedCode, UncheckedReason
from cofitcheck.readers.contract import (
    ADDRESS,
    Archive,
    Rendition,
    SourceFile,
    add,
    add_text,
    clean,
    keep_leading,
    parsing,
)
from cofitcheck.readers.docx_runs import (
    Inline,
    StyledText,
    Styles,
    TextVersion,
    is_on,
    local,
    value,
    w,
    whole,
)
from cofitcheck.readers.html import read_markup
from cofitcheck.readers.settings import TrackedChanges, step
from cofitcheck.readers.typed import TYPED, may_be_row, set_tables

if TYPE_CHECKING:
    from docx.document import Document as WordDocument

_AROUND = frozenset({"sdt", "sdtContent", "customXml", "smartTag"})
PARAGRAPH = "p"
"""The letter that the address of a paragraph begins with."""
_MAX_SPAN = 1000
"""The most columns or rows that a cell may say it spans."""
_SIGNS = re.compile(r"(#{1,6}) ")
_INDENT_STEP = 0.5
"""The smallest indent that counts, in points."""


def read_docx(file: SourceFile) -> Document:
    """Read a Word document; headings are chapters, and each table has the text around it.

    The address of a cell (ADDRESS in `Document.source`) counts the `w:tc` elements of the body, and that of a
    paragraph, "p7", its `w:p` elements.
    Raises `UnreadableDocumentError` where the file is damaged.
    """
    word = open_docx(file.data, file.name)
    rendition = _render(word, file.settings.tracked_changes)
    document = read_markup(rendition.to_bytes(), file.name)
    return replace(document, original=file.data, warnings=(*document.warnings, *rendition.warnings))


def open_docx(data: bytes, name: str) -> WordDocument:
    """Open a Word document. Raises `UnreadableDocumentError` where that fails."""
    import docx

    Archive(data, name).require_office()
    with parsing(f"{name}: this Word document is damaged", "open it in Word and save it anew"):
        word = docx.Document(io.BytesIO(data))
        if word.element.body is None or word.styles.element is None:
            raise ValueError("it has no body")
        return word


def cells_of(word: WordDocument) -> list[etree._Element]:
    """Return the table cells of the body, nested ones too, in the order that addresses count."""
    return list(word.element.body.iter(w("tc")))


def paragraphs_of(word: WordDocument) -> list[etree._Element]:
    """Return the paragraphs of the body, those of cells too, in the order that addresses count."""
    return list(word.element.body.iter(w("p")))


def _render(word: WordDocument, read: TrackedChanges) -> Rendition:
    rendition, changes = Rendition(), TextVersion(read)
    inline = Inline(Styles(word.styles.element), changes)
    addresses = {cell: f"{number}" for number, cell in enumerate(cells_of(word))}
    addresses |= {each: f"{PARAGRAPH}{number}" for number, each in enumerate(paragraphs_of(word))}
    walk = _Walk(inline, addresses)
    walk.blocks(word.element.body, rendition.body)
    set_tables(rendition.body)
    rendition.warnings += _warnings(walk, inline, changes, read)
    return rendition


def _warnings(
    walk: _Walk, inline: Inline, changes: TextVersion, read: TrackedChanges
) -> Iterator[UncheckedReason]:
    if changes.seen:
        cause = UncheckedCode.CHANGES_ACCEPTED if read == "accepted" else UncheckedCode.CHANGES_REJECTED
        yield UncheckedReason.of(cause, changes=changes.seen)
    if inline.embedded:
        yield UncheckedReason.of(UncheckedCode.EMBEDDED_OBJECTS, objects=inline.embedded)
    if walk.chunks:
        yield UncheckedReason.of(UncheckedCode.MERGED_DOCUMENTS, documents=walk.chunks)
    if inline.hidden or walk.hidden_rows:
        yield UncheckedReason.of(UncheckedCode.HIDDEN_TEXT, texts=inline.hidden, rows=walk.hidden_rows)


class _Walk:
    """Goes through the body once, in document order."""

    def __init__(self, inline: Inline, addresses: dict[etree._Element, str]) -> None:
        self.inline = inline
        self.addresses = addresses
        self.chunks = self.hidden_rows = 0

    def blocks(self, parent: etree._Element, target: etree._Element) -> None:
        """Render the paragraphs and tables in `parent` into `target`."""
        for child in parent:
            step()
            name = local(child)
            if name == "p":
                self._paragraph(child, target)
            elif name == "tbl":
                self._table(child, target)
            elif name == "altChunk":
                self.chunks += 1
            elif not self.inline.changes.drops(child) and (
                name in _AROUND or self.inline.changes.holds(child)
            ):
                self.blocks(child, target)

    def _paragraph(self, paragraph: etree._Element, target: etree._Element) -> None:
        pieces, boxes = self.inline.pieces(paragraph)
        if any(piece.text.strip() for piece in pieces):
            typed = "".join(piece.text for piece in pieces)
            level = self._level(paragraph, typed) if target.tag == "body" else 0
            block = add(target, f"h{level}" if level else "p", **{ADDRESS: self.addresses[paragraph]})
            indent = self.inline.styles.indent(paragraph)
            if abs(indent) >= _INDENT_STEP:
                block.set("style", f"padding-left:{indent:g}pt")
            if target.tag == "body" and may_be_row(typed):
                block.set(TYPED, clean(typed))
            _write(block, _without_signs(pieces) if level else pieces)
        for box in boxes:
            self.blocks(box, target)

    def _level(self, paragraph: etree._Element, typed: str) -> int:
        """Return the level of a heading by its style, or by the signs of Markdown before it, else 0."""
        signs = _SIGNS.match(typed)
        return self.inline.styles.heading_level(paragraph) or (len(signs[1]) if signs else 0)

    def _table(self, source: etree._Element, target: etree._Element) -> None:
        table = add(target, "table")
        merged: dict[int, etree._Element] = {}  # column -> the cell that goes on downwards there
        for row in self._rows(source):
            properties = row.find(w("trPr"))
            if is_on(properties, "hidden"):
                self.hidden_rows += 1
                continue
            line = add(table, "tr")
            heads = bool(is_on(properties, "tblHeader"))
            column = _count(value(properties, "gridBefore"), 0)
            if column:
                add(line, "td", colspan=str(column))
            going_on: dict[int, etree._Element] = {}
            for cell in self._cells(row):
                span = _count(value(cell, "tcPr", "gridSpan"), 1)
                going_on |= self._cell(cell, line, span, merged.get(column), column, heads=heads)
                column += span
            merged = going_on

    def _cell(
        self,
        source: etree._Element,
        line: etree._Element,
        span: int,
        above: etree._Element | None,
        column: int,
        *,
        heads: bool,
    ) -> dict[int, etree._Element]:
        """Render a cell; return it by its column where it may go on in the row below. `heads` tells that its
        row is one of those that Word repeats on each page."""
        merge = value(source, "tcPr", "vMerge")
        if merge in {"", "continue"} and above is not None:
            above.set("rowspan", str(int(above.get("rowspan", "1")) + 1))
            return {column: above}
        cell = add(line, "td", **{ADDRESS: self.addresses[source]})
        if heads:
            cell.set("scope", "col")
        if span > 1:
            cell.set("colspan", str(span))
        self.blocks(source, cell)
        return {column: cell} if merge is not None else {}

    def _rows(self, parent: etree._Element) -> Iterator[etree._Element]:
        for child in parent:
            if local(child) == "tr":
                if not self.inline.changes.drops_row(child):
                    yield child
            elif local(child) in _AROUND:
                yield from self._rows(child)

    def _cells(self, parent: etree._Element) -> Iterator[etree._Element]:
        for child in parent:
            if local(child) == "tc":
                if not self.inline.changes.drops_cell(child):
                    yield child
            elif local(child) in _AROUND:
                yield from self._cells(child)


def _count(text: str | None, default: int) -> int:
    count = whole(text)
    return default if count is None else min(max(count, default), _MAX_SPAN)


def _without_signs(pieces: list[StyledText]) -> list[StyledText]:
    return [replace(pieces[0], text=_SIGNS.sub("", pieces[0].text)), *pieces[1:]]


def _write(block: etree._Element, pieces: list[StyledText]) -> None:
    """Write the pieces into a block; leading white space is shown, as Word does."""
    begun = False
    for piece in pieces:
        said = piece.text.replace("\t", " ")
        text = said if begun else keep_leading(said)
        begun = begun or bool(piece.text.strip())
        if piece.bold or piece.raised:
            holder = add(block, "b") if piece.bold else block
            holder = add(holder, "sup") if piece.raised else holder
            add_text(holder, text)
        else:
            add_text(block, text)
