"""A `DoclingDocument` as JSON to `Document`: its texts and tables in reading order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated

import msgspec
from lxml import etree

from cofitcheck.document import Document
from cofitcheck.readers.contract import LABEL, Rendition, SourceFile, add, parsing
from cofitcheck.readers.html import read_markup
from cofitcheck.readers.settings import Cost, spend
from cofitcheck.readers.tables import MAX_COLUMNS, MAX_ROWS

_Row = Annotated[int, msgspec.Meta(ge=0, le=MAX_ROWS)]
_Column = Annotated[int, msgspec.Meta(ge=0, le=MAX_COLUMNS)]


class _Reference(msgspec.Struct):
    ref: str = msgspec.field(name="$ref", default="")


class _Provenance(msgspec.Struct):
    page_no: int = 0


class _Cell(msgspec.Struct):
    text: str = ""
    start_row_offset_idx: _Row = 0
    end_row_offset_idx: _Row = 0
    start_col_offset_idx: _Column = 0
    end_col_offset_idx: _Column = 0
    column_header: bool = False
    row_header: bool = False


class _TableData(msgspec.Struct):
    table_cells: list[_Cell] = []


class _Item(msgspec.Struct):
    """A text, a table, a group or a picture; a field that its kind does not have is empty."""

    self_ref: str = ""
    children: list[_Reference] = []
    content_layer: str = "body"
    label: str = ""
    text: str = ""
    level: int = 1
    prov: list[_Provenance] = []
    captions: list[_Reference] = []
    data: _TableData | None = None


class _Docling(msgspec.Struct):
    body: _Item
    groups: list[_Item] = []
    texts: list[_Item] = []
    tables: list[_Item] = []
    pictures: list[_Item] = []
    key_value_items: list[_Item] = []
    form_items: list[_Item] = []


def read_docling(file: SourceFile) -> Document:
    """Read a DoclingDocument. Raises `UnreadableDocumentError` where the JSON is not one."""
    with parsing(f"{file.name}: this DoclingDocument is damaged", "export it anew"):
        docling = msgspec.json.decode(file.data, type=_Docling)
    rendition = Rendition()
    for item in _in_order(docling):
        _render(item, rendition.body)
    return replace(read_markup(rendition.to_bytes(), file.name), original=file.data)


def _in_order(docling: _Docling) -> Iterator[_Item]:
    """Yield the items of the body in reading order, each once whatever refers to it."""
    kinds = (
        docling.groups, docling.texts, docling.tables, docling.pictures, docling.key_value_items,
        docling.form_items,
    )  # fmt: skip
    items: Mapping[str, _Item] = {item.self_ref: item for kind in kinds for item in kind}
    waiting = [*reversed(docling.body.children)]
    seen: set[str] = set()
    while waiting:
        reference = waiting.pop().ref
        item = items.get(reference)
        if item is None or reference in seen:
            continue
        seen.add(reference)
        if item.data is not None:
            # The caption of a table goes above it, wherever it stands on the page.
            for caption in item.captions:
                if caption.ref in items and caption.ref not in seen:
                    seen.add(caption.ref)
                    yield items[caption.ref]
        yield item
        waiting += reversed(item.children)


def _render(item: _Item, target: etree._Element) -> None:
    if item.content_layer != "body":
        return
    if item.data is not None:
        _render_table(item, target)
    elif item.text.strip():
        heading = {"title": 1, "section_header": item.level + 1}.get(item.label, 0)
        add(target, f"h{min(heading, 6)}" if heading else "p", item.text)


def _render_table(item: _Item, target: etree._Element) -> None:
    page = f"page {item.prov[0].page_no}" if item.prov else ""
    cells = item.data.table_cells if item.data else []
    table = add(target, "table")
    row, column = -1, 0
    taken: dict[int, int] = {}  # column -> the row where it is free again
    line = table
    for cell in sorted(cells, key=lambda each: (each.start_row_offset_idx, each.start_col_offset_idx)):
        width = max(cell.end_col_offset_idx - column, 0)
        spend(Cost.PLACES, max(cell.start_row_offset_idx - row, 0) + width, page)
        while row < cell.start_row_offset_idx:
            line, row, column = add(table, "tr"), row + 1, 0
        free = [at for at in range(column, cell.start_col_offset_idx) if taken.get(at, 0) <= row]
        if free:
            add(line, "td", colspan=str(len(free)))
        element = add(line, "th" if cell.column_header else "td", cell.text, **{LABEL: page})
        if cell.row_header and not cell.column_header:
            element.set("scope", "row")
        rows = cell.end_row_offset_idx - cell.start_row_offset_idx
        columns = cell.end_col_offset_idx - cell.start_col_offset_idx
        if rows > 1:
            element.set("rowspan", str(rows))
        if columns > 1:
            element.set("colspan", str(columns))
        column = cell.end_col_offset_idx
        taken |= dict.fromkeys(range(cell.start_col_offset_idx, column), cell.end_row_offset_idx)
