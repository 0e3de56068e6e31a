"""Row paths (section rows down to the row's own label) and column paths (headers from the top down)."""

from __future__ import annotations

import re

from cofitcheck.readers.html.columns import JoinedCell, LogicalGrid
from cofitcheck.readers.html.layout import Layout, is_value

_INDENT_STEP = 2.0
_TOTAL = re.compile(r"^\s*total\b|合计|总计|合計", re.IGNORECASE)


def row_paths(grid: LogicalGrid, layout: Layout) -> dict[int, tuple[str, ...]]:
    """Return, for every body row with a label, its section rows and its own label."""
    sections: list[tuple[float, str]] = []
    nested = _indents_matter(grid, layout)
    paths: dict[int, tuple[str, ...]] = {}
    broken = ""  # a label that goes on in the next row
    for number in range(layout.header_rows, len(grid.rows)):
        row = grid.rows[number]
        label = label_of(row, layout)
        if not label or number in layout.inner_headers:
            if number not in layout.inner_headers:
                paths[number] = tuple(text for _, text in sections)
            continue
        indent = row[0].indent
        if number in layout.section_rows:
            broken = (
                _open_section(sections, indent, label, nested)
                if not _goes_on(grid, layout, number)
                else label
            )
            continue
        if nested:
            while sections and sections[-1][0] > indent + _INDENT_STEP:
                sections.pop()
            while (
                len(sections)
                and sections[-1][0] >= indent
                and _deeper_below(grid, layout, number, sections[-1][0])
            ):
                sections.pop()
        own = f"{broken} {label}".strip()
        broken = ""
        paths[number] = (*(text for _, text in sections), own)
        if _TOTAL.match(label) and sections and indent <= sections[-1][0] + _INDENT_STEP:
            sections.pop()
    return paths


def label_of(row: tuple[JoinedCell, ...], layout: Layout) -> str:
    """Return a row's label: the texts of its stub columns."""
    return " ".join(
        cell.text
        for cell in row
        if cell.column < max(layout.stub_columns, 1)
        and not (layout.stub_columns == 0 and is_value(cell.text))
    )


def _open_section(sections: list[tuple[float, str]], indent: float, label: str, nested: bool) -> str:
    while sections and (not nested or sections[-1][0] >= indent - _INDENT_STEP / 2):
        sections.pop()
    sections.append((indent, label.rstrip(" :：")))
    return ""


def _indents_matter(grid: LogicalGrid, layout: Layout) -> bool:
    indents = {
        round(row[0].indent / _INDENT_STEP)
        for row in grid.rows[layout.header_rows :]
        if row and row[0].column == 0
    }
    return len(indents) > 1


def _deeper_below(grid: LogicalGrid, layout: Layout, number: int, section_indent: float) -> bool:
    """Tell whether the section's own rows were deeper than it, so that a row at its depth closes it."""
    for row in reversed(grid.rows[layout.header_rows : number]):
        if row and row[0].column == 0:
            return row[0].indent > section_indent + _INDENT_STEP / 2
    return False


def _goes_on(grid: LogicalGrid, layout: Layout, number: int) -> bool:
    """Tell whether a label without values is the first line of the next row's label."""
    text = grid.rows[number][0].text
    if text.endswith((":", "：")) or number + 1 >= len(grid.rows):
        return False
    following = grid.rows[number + 1]
    return (
        bool(following)
        and following[0].column == 0
        and following[0].text[:1].islower()
        and len(following) > 1
    )


def column_paths(grid: LogicalGrid, layout: Layout) -> list[tuple[range, dict[int, tuple[str, ...]]]]:
    """Return the column paths by bands of rows: each band starts under its own headers.

    A band is (body rows, column -> header texts from the top down).
    """
    bands: list[tuple[range, dict[int, tuple[str, ...]]]] = []
    headers = list(range(layout.header_rows))
    start = layout.header_rows
    fallback: dict[int, tuple[str, ...]] = {}
    inner = sorted(layout.inner_headers)
    while True:
        paths = {**fallback, **_paths_under(grid, layout, headers)}
        following = [row for row in inner if row >= start]
        end = following[0] if following else len(grid.rows)
        bands.append((range(start, end), paths))
        if not following:
            return bands
        headers = [end]
        while headers[-1] + 1 in layout.inner_headers:
            headers.append(headers[-1] + 1)
        start, fallback = headers[-1] + 1, paths


def _paths_under(grid: LogicalGrid, layout: Layout, headers: list[int]) -> dict[int, tuple[str, ...]]:
    paths: dict[int, list[str]] = {}
    for number in headers:
        row = [
            cell
            for cell in grid.rows[number]
            if cell.column >= layout.stub_columns or cell.column_end > layout.stub_columns
        ]
        row = [cell for cell in row if cell.column > 0 or layout.stub_columns == 0]
        covered = {column: cell.text for cell in row for column in range(cell.column, cell.column_end)}
        for column, text in covered.items():
            if column >= layout.stub_columns and text not in paths.setdefault(column, []):
                paths[column].append(text)
    return {column: tuple(texts) for column, texts in paths.items()}
