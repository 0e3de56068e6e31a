"""The page: blocks to HTML as common filing software writes it, spans, spacer columns and all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from sample.report.blocks import (
    Block,
    Bullets,
    Cell,
    Centered,
    Figure,
    Heading,
    Mark,
    Pairs,
    Paragraph,
    Row,
    Style,
    Table,
)

FONT = "font-size:10pt"
PAGE = (
    "font-family:'Times New Roman',Times,serif;font-size:10pt;max-width:760px;margin:24px auto;padding:0 12px"
)
PAGE_LINES = 52
SHADE = "#cceeff"
EMPTY = "<td></td>"
RULES = {
    Style.PLAIN: "",
    Style.SECTION: "",
    Style.SUBTOTAL: "border-top:1px solid #000000",
    Style.TOTAL: "border-top:1px solid #000000;border-bottom:3px double #000000",
}
PARTS = 4
"""Source columns for each column of a table: spacer, dollar sign, digits, closing sign."""


def write(title: str, blocks: Sequence[Block]) -> str:
    """The report as one HTML document, ASCII only."""
    pages = _pages(blocks)
    body = "\n".join(_body(blocks, pages))
    document = (
        '<?xml version="1.0" encoding="ASCII"?>\n<html>\n<head>\n'
        '<meta http-equiv="Content-Type" content="text/html; charset=us-ascii">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n</head>\n<body>\n"
        f'<div style="{PAGE}">\n{body}\n</div>\n</body>\n</html>\n'
    )
    return document.encode("ascii", "xmlcharrefreplace").decode("ascii")


def _pages(blocks: Sequence[Block]) -> list[int]:
    """The page number of every block; the cover is page 1."""
    numbers, page, lines = [], 1, 0
    for position, block in enumerate(blocks):
        if _opens_page(blocks, position, lines):
            page, lines = page + 1, 0
        lines += _lines(block)
        numbers.append(page)
    return numbers


def _opens_page(blocks: Sequence[Block], position: int, lines: int) -> bool:
    """Whether a block opens a page when `lines` stand on the last; what leads to a table stays with it."""
    block = blocks[position]
    if block is Mark.PAGE or (isinstance(block, Heading) and block.level == 1):
        return True
    if not position or isinstance(blocks[position - 1], (Heading, Centered)) or block is Mark.CONTENTS:
        return False
    if isinstance(block, Table) and isinstance(blocks[position - 1], Paragraph):
        return False
    if isinstance(block, Paragraph) and block.italic:
        return False
    needed = 0
    for following in blocks[position : position + 5]:
        needed += _lines(following)
        if isinstance(following, Table):
            break
    return lines + min(needed, PAGE_LINES // 2) > PAGE_LINES or lines + _lines(block) > PAGE_LINES


def _lines(block: Block) -> int:
    """About how many lines a block takes."""
    if isinstance(block, Table):
        return len(block.rows) + 5
    if isinstance(block, Paragraph):
        return 2 + len(block.text) // 120
    return len(block.items) if isinstance(block, (Bullets, Pairs)) else 2


def _body(blocks: Sequence[Block], pages: Sequence[int]) -> Iterator[str]:
    for position, (block, page) in enumerate(zip(blocks, pages, strict=True)):
        if position and page > pages[position - 1]:
            yield _page_break(page)
        if isinstance(block, Table):
            yield _table(block)
        elif block is Mark.CONTENTS:
            yield _contents(blocks, pages)
        elif not isinstance(block, Mark):
            yield _prose(block, position)
    yield f'<div style="text-align:center;padding-top:18px">{_span(str(pages[-1]))}</div>'


def _page_break(page: int) -> str:
    back = f'<a href="#toc" style="{FONT};color:#0000ff">Table of Contents</a>'
    return (
        f'<div style="text-align:center;padding-top:18px">{_span(str(page - 1))}</div>\n'
        '<hr style="page-break-after:always;border:0;border-top:1px solid #999999">\n'
        f'<div style="padding-bottom:10px">{back}</div>'
    )


def _prose(block: Heading | Paragraph | Bullets | Centered | Pairs, position: int) -> str:
    if isinstance(block, Heading):
        return _heading(block, position)
    if isinstance(block, Paragraph):
        italic = ";font-style:italic" if block.italic else ""
        text = _span(block.text, italic)
        return f'<div style="text-align:justify;line-height:120%;padding-bottom:9px">{text}</div>'
    if isinstance(block, Centered):
        weight = ";font-weight:bold" if block.bold else ""
        span = (
            f'<span style="font-family:inherit;font-size:{block.size}pt{weight}">{escape(block.text)}</span>'
        )
        return f'<div style="text-align:center;line-height:130%;padding-bottom:6px">{span}</div>'
    if isinstance(block, Bullets):
        return "\n".join(_layout([("•", item)], 24) for item in block.items)
    return _layout(block.items, 150)


def _layout(pairs: Sequence[tuple[str, str]], width: int) -> str:
    """A table without data, as filing software uses it to place words."""
    rows = "".join(
        f'<tr><td style="vertical-align:top;width:{width}px;padding-left:12px">{_span(first)}</td>'
        f'<td style="vertical-align:top;text-align:justify;padding-bottom:4px">{_span(second)}</td></tr>'
        for first, second in pairs
    )
    return f'<table cellpadding="0" cellspacing="0" style="width:100%;{FONT}">{rows}</table>'


def _heading(block: Heading, position: int) -> str:
    looks = {
        1: "font-size:12pt;font-weight:bold",
        2: "font-size:10pt;font-weight:bold",
        3: "font-size:10pt;font-weight:bold;font-style:italic",
    }
    span = f'<span style="font-family:inherit;{looks[block.level]}">{escape(block.text)}</span>'
    anchor = f'<a name="s{position}"></a>' if block.level < 3 else ""
    align = "center" if block.level == 1 else "left"
    return f'<div style="text-align:{align};padding-top:8px;padding-bottom:8px">{anchor}{span}</div>'


def _contents(blocks: Sequence[Block], pages: Sequence[int]) -> str:
    rows = []
    for position, (block, page) in enumerate(zip(blocks, pages, strict=True)):
        if isinstance(block, Heading) and block.level < 3:
            link = f'<a href="#s{position}" style="{FONT};color:#0000ff">{escape(block.text)}</a>'
            rows.append(
                f'<tr><td style="padding-left:{12 * block.level}px;padding-bottom:3px">{link}</td>'
                f'<td style="text-align:right">{_span(str(page))}</td></tr>'
            )
    words = _span("TABLE OF CONTENTS", ";font-weight:bold")
    head = f'<div style="text-align:center;padding-bottom:8px"><a name="toc"></a>{words}</div>'
    return f'{head}<table cellpadding="0" cellspacing="0" style="width:100%;{FONT}">{"".join(rows)}</table>'


def _span(text: str, more: str = "") -> str:
    return f'<span style="{FONT}{more}">{escape(text)}</span>'


def _table(table: Table) -> str:
    title = ""
    if table.titled:
        title = (
            f'<div style="padding-top:4px;padding-bottom:4px">{_span(table.title, ";font-weight:bold")}</div>'
        )
    above = ""
    if table.caption and not table.inside:
        above = f'<div style="padding-bottom:3px">{_span(table.caption, ";font-style:italic")}</div>'
    rows = [_widths(len(table.columns)), *_header(table)]
    rows += [_row(row, len(table.columns), shaded=index % 2 == 0) for index, row in enumerate(table.rows)]
    grid = (
        '<div style="padding-bottom:10px"><table cellpadding="1" cellspacing="0" '
        'style="width:100%;border-collapse:collapse;text-align:left;font-size:10pt">\n'
        + "\n".join(rows)
        + "\n</table></div>"
    )
    notes = "".join(
        f'<div style="padding-bottom:4px;font-size:8pt">{_sup(str(number))} {_span(note)}</div>'
        for number, note in enumerate(table.notes, start=1)
    )
    return title + above + grid + notes


def _sup(mark: str) -> str:
    return f'<sup style="vertical-align:top;line-height:120%;font-size:7pt">({mark})</sup>'


def _widths(count: int) -> str:
    label = max(100 - 17 * count, 28)
    number = (100 - label) // count - 3
    narrow = '<td style="width:1%"></td>'
    cells = f'{narrow}{narrow}<td style="width:{number}%"></td>{narrow}'
    return f'<tr><td style="width:{label}%"></td>{cells * count}</tr>'


def _header(table: Table) -> Iterator[str]:
    """The header rows: equal neighbours under equal parents share a cell; short ones stand low."""
    depth = max(len(column) for column in table.columns)
    padded = [("",) * (depth - len(column)) + column for column in table.columns]
    for level in range(depth):
        corner = table.caption if table.inside and level == depth - 1 else ""
        cells = [f"<td>{_span(corner, ';font-style:italic')}</td>" if corner else EMPTY]
        prefixes = [column[: level + 1] for column in padded]
        cells += [_head(prefix[-1], len(list(group))) for prefix, group in groupby(prefixes)]
        yield f'<tr style="vertical-align:bottom">{"".join(cells)}</tr>'


def _head(text: str, columns: int) -> str:
    width = columns * PARTS - 1
    if not text:
        return f'{EMPTY}<td colspan="{width}"></td>'
    return (
        f'{EMPTY}<td colspan="{width}" style="border-bottom:1px solid #000000">'
        f'<div style="text-align:center">{_span(text, ";font-weight:bold")}</div></td>'
    )


def _row(row: Row, columns: int, shaded: bool) -> str:
    colour = f";background-color:{SHADE}" if shaded else ""
    weight = ";font-weight:bold" if row.style is Style.SECTION else ""
    mark = _sup(row.mark) if row.mark else ""
    left = 14 + 12 * row.indent
    label = (
        f'<td><div style="padding-left:{left}px;text-indent:-12px">'
        f"{_span(row.label, weight)}{mark}</div></td>"
    )
    cells = "".join(_cell(cell, row.style) for cell in row.cells) or f'<td colspan="{columns * PARTS}"></td>'
    return f'<tr style="vertical-align:bottom{colour}">{label}{cells}</tr>'


def _cell(cell: Cell, style: Style) -> str:
    if cell is None:
        return f'{EMPTY}<td colspan="3"></td>'
    if isinstance(cell, str):
        return f'{EMPTY}<td colspan="3" style="text-align:center">{_span(cell)}</td>'
    return EMPTY + _figure(cell, RULES[style])


def _figure(figure: Figure, rule: str) -> str:
    """Dollar sign, digits and closing sign, each in a source cell of its own (no sign, no cell)."""
    digits = _span(("(" if figure.amount < 0 else "") + figure.digits)
    edge = f' style="{rule}"' if rule else ""
    trail = f"<td{edge}>{_span(figure.trail)}</td>" if figure.trail else f"<td{edge}></td>"
    right = f'style="text-align:right;{rule}"'
    if not figure.lead:
        return f'<td colspan="2" {right}>{digits}</td>{trail}'
    return f"<td{edge}>{_span(figure.lead)}</td><td {right}>{digits}</td>{trail}"
