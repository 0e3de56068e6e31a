"""Row paths (section rows down to the row's own label) and column paths (headers from the top down)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Set
from typing import NamedTuple

from cofitcheck.readers.html.columns import JoinedCell, LogicalGrid
from cofitcheck.readers.html.layout import Layout, is_caption, is_value

_INDENT_STEP = 2.0
_MOSTLY = 0.9
_NET = re.compile(r"^\s*(?:total|net|cash)\b", re.IGNORECASE)
_TOTAL = re.compile(r"^\s*total\b|合计|总计|合計", re.IGNORECASE)


def row_paths(grid: LogicalGrid, layout: Layout) -> dict[int, tuple[str, ...]]:
    """Return, for every body row with a label, its section rows and its own label."""
    labels = _labels(grid, layout)
    sections = _Sections(_indents_matter(grid, layout))
    paths: dict[int, tuple[str, ...]] = {}
    bare = [number for number in range(layout.header_rows, len(grid.rows)) if not labels[number]]
    broken = ""  # a label that goes on in the next row
    for number in range(layout.header_rows, len(grid.rows)):
        if number in layout.inner_headers:
            continue
        if not labels[number]:
            grand_total = bare == [len(grid.rows) - 1] and _stand_apart(paths.values())
            paths[number] = () if grand_total else sections.labels()
            continue
        label, indent = " ".join(cell.text for cell in labels[number]), labels[number][0].indent
        if number not in layout.section_rows:
            sections.close_before(indent, _indent_above(grid, layout, number))
            sections.close_within(label)
            if number == len(grid.rows) - 1 and sections.has_total(label) and _stand_apart(paths.values()):
                sections.stack.clear()
            paths[number] = (*sections.labels(), f"{broken} {label}".strip())
            broken = ""
            sections.pass_row(label, indent)
        elif _goes_on(grid, layout, number):
            broken = f"{broken} {label}".strip()
        else:
            label, broken = f"{broken} {label}".strip(), ""
            sections.open(_Section(indent, labels[number][0].bold > _MOSTLY or label.isupper(), label))
    return paths


def _stand_apart(paths: Iterable[tuple[str, ...]]) -> bool:
    """Tell whether rows stand in different outermost sections, or some in none."""
    return len({path[:-1][:1] for path in paths}) > 1


class _Section(NamedTuple):
    """A section row: its indent, whether it is set off in bold or capitals, and its label."""

    indent: float
    strong: bool
    label: str


class _Sections:
    """The section rows that hold the row reached, outermost first."""

    def __init__(self, nested: bool) -> None:
        self.nested = nested
        self.stack: list[_Section] = []
        self.fresh = False  # no row since the last section row
        self.totalled: set[_Section] = set()  # sections that have had a total since they were opened

    def labels(self) -> tuple[str, ...]:
        return tuple(section.label.rstrip(" :：") for section in self.stack)

    def open(self, section: _Section) -> None:
        """Open a section in place of those that are not further out; at one depth a strong one is further
        out."""
        while self.stack and not self._outer(self.stack[-1], section):
            self.stack.pop()
        self.stack.append(section)
        self.totalled.discard(section)
        self.fresh = True

    def _outer(self, first: _Section, second: _Section) -> bool:
        deeper = (second.indent - first.indent) if self.nested else 0.0
        if abs(deeper) >= _INDENT_STEP / 2:
            return deeper > 0
        return first.strong and not second.strong

    def close_within(self, label: str) -> None:
        """Close what "Total X" and "Net cash from X" leave behind: the sections inside the open section X."""
        for at, section in enumerate(self.stack):
            if _is_total_of(label, section):
                del self.stack[at + 1 :]
                return

    def close_before(self, indent: float, above: float) -> None:
        """Close the sections that a row no longer belongs to, given the indents of it and of the row above.

        A row at the depth of a section closes it when the section's own rows were deeper.
        """
        while self.nested and self.stack and self.stack[-1].indent > indent + _INDENT_STEP:
            self.stack.pop()
        while self.nested and self.stack and indent <= self.stack[-1].indent < above - _INDENT_STEP / 2:
            self.stack.pop()

    def has_total(self, label: str) -> bool:
        """Tell whether a "Total" row is a further one in its section, and does not name that."""
        if not self.stack or not _TOTAL.match(label):
            return False
        return self.stack[-1] in self.totalled and not _is_total_of(label, self.stack[-1])

    def pass_row(self, label: str, indent: float) -> None:
        """Close the innermost section after its "Total" row, unless that is the total of something deeper or
        the first row of the section, with its parts below it."""
        if self.stack and _TOTAL.match(label) and not self.fresh:
            self.totalled.add(self.stack[-1])
            if indent <= self.stack[-1].indent + _INDENT_STEP:
                self.stack.pop()
        self.fresh = False


def _is_total_of(label: str, section: _Section) -> bool:
    """Tell whether a label sums up a section: "Total X" under "X", or both end in the same two words as in
    "Net cash provided by operating activities"."""
    words, name = label.lower().split(), section.label.rstrip(" :：").lower()
    if _TOTAL.match(label) and _TOTAL.sub("", label).strip().lower() == name:
        return True
    return bool(_NET.match(label)) and len(name.split()) > 1 and words[-2:] == name.split()[-2:]


def _indent_above(grid: LogicalGrid, layout: Layout, number: int) -> float:
    """Return the indent of the nearest labelled row above, or minus infinity where there is none."""
    above = (row[0] for row in reversed(grid.rows[layout.header_rows : number]) if row)
    return next((cell.indent for cell in above if cell.column == 0), float("-inf"))


def _labels(grid: LogicalGrid, layout: Layout) -> list[list[JoinedCell]]:
    """Return the cells that label each row: those that reach into it from rows above, then its own."""
    labels: list[list[JoinedCell]] = [[] for _ in grid.rows]
    alone = layout.section_rows | layout.inner_headers | set(range(layout.header_rows))
    for row in grid.rows:
        for cell in row:
            if cell.column >= max(layout.stub_columns, 1) or (layout.stub_columns == 0 and is_value(cell)):
                continue
            labels[cell.row].append(cell)
            for reached in range(cell.row + 1, cell.row_end):
                if cell.row not in alone and reached not in alone:
                    labels[reached].append(cell)
    return labels


def _indents_matter(grid: LogicalGrid, layout: Layout) -> bool:
    indents = {
        round(row[0].indent / _INDENT_STEP)
        for row in grid.rows[layout.header_rows :]
        if row and row[0].column == 0
    }
    return len(indents) > 1


def _goes_on(grid: LogicalGrid, layout: Layout, number: int) -> bool:
    """Tell whether a label without values is the first line of the next row's label."""
    text = grid.rows[number][0].text
    if text.endswith((":", "：")) or number + 1 >= len(grid.rows):
        return False
    following = grid.rows[number + 1]
    open_bracket = text.count("(") > text.count(")")
    return bool(following) and following[0].column == 0 and (open_bracket or following[0].text[:1].islower())


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
        following = [row for row in inner if row >= start]
        end = following[0] if following else len(grid.rows)
        paths = _paths_under(grid, layout, headers)
        if all(is_caption(grid.rows[row]) for row in headers):
            paths = {column: (*fallback.get(column, ()), *texts) for column, texts in paths.items()}
        paths = {**fallback, **paths}
        band = range(start, end)
        over = [_over_values(grid.rows[row], layout) for row in headers]
        bands.append((band, paths | _paths_beside(over, _filled(grid, layout, band), paths.keys())))
        if not following:
            return bands
        headers = [end]
        while headers[-1] + 1 in layout.inner_headers:
            headers.append(headers[-1] + 1)
        start, fallback = headers[-1] + 1, paths


def _over_values(row: tuple[JoinedCell, ...], layout: Layout) -> list[JoinedCell]:
    """Return the cells of a header row that speak for columns, not for the labels."""
    stub = layout.stub_columns
    return [cell for cell in row if cell.column_end > stub and (cell.column > 0 or stub == 0)]


def _paths_under(grid: LogicalGrid, layout: Layout, headers: list[int]) -> dict[int, tuple[str, ...]]:
    paths: dict[int, list[str]] = {}
    for number in headers:
        cells = _over_values(grid.rows[number], layout)
        covered = {column: cell.text for cell in cells for column in range(cell.column, cell.column_end)}
        for column, text in covered.items():
            if column >= layout.stub_columns and text not in paths.setdefault(column, []):
                paths[column].append(text)
    return {column: tuple(texts) for column, texts in paths.items()}


def _filled(grid: LogicalGrid, layout: Layout, band: range) -> frozenset[int]:
    """Return the columns, labels apart, in which a row of the band has something."""
    cells = (cell for number in band for cell in grid.rows[number] if cell.column >= layout.stub_columns)
    return frozenset(column for cell in cells for column in range(cell.column, cell.column_end))


def _paths_beside(
    headers: list[list[JoinedCell]], filled: frozenset[int], headed: Set[int]
) -> dict[int, tuple[str, ...]]:
    """Return the paths of columns without a header that a header of an empty column stands right beside."""
    bare = filled - headed
    paths: dict[int, tuple[str, ...]] = {}
    for row in headers if bare else ():
        free = [cell for cell in row if filled.isdisjoint(range(cell.column, cell.column_end))]
        for column, text in _claims(free, bare).items():
            paths[column] = (*paths.get(column, ()), text)
    return paths


def _claims(cells: list[JoinedCell], bare: frozenset[int]) -> dict[int, str]:
    """Return the text of the only cell beside each column; a cell between two has the one left over."""
    claims: dict[int, str] = {}
    while True:
        beside: defaultdict[int, list[JoinedCell]] = defaultdict(list)
        for cell in cells:
            columns = (bare - claims.keys()) & {cell.column - 1, cell.column_end}
            if len(columns) == 1:
                beside[min(columns)].append(cell)
        settled = {column: found[0] for column, found in beside.items() if len(found) == 1}
        if not settled:
            return claims
        claims |= {column: cell.text for column, cell in settled.items()}
        cells = [cell for cell in cells if cell not in settled.values()]
