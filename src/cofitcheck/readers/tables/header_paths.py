"""Column paths: the headers over a column, from the top down."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Set
from dataclasses import replace

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import EAST_ASIAN
from cofitcheck.language.table_words import HEADERS, any_of
from cofitcheck.periods.text import read_period, states_period_only
from cofitcheck.readers.tables.header_rows import is_caption
from cofitcheck.readers.tables.layout import TableLayout
from cofitcheck.readers.tables.logical import JoinedCell, LogicalGrid

_CHANGE = re.compile(rf"\b{any_of(HEADERS.changes)}\b", re.IGNORECASE)
"""The header of a column of changes between the columns before it."""
_MIDDLE = 3
"""The fewest columns of which one is the middle one."""
Headers = tuple[str, ...]
Band = tuple[range, dict[int, Headers]]
"""Body rows, and the header texts over each column of theirs, from the top down."""
_OF_ANOTHER = re.compile(any_of(HEADERS.of_another))
"""The header of a share or a change, which is of another column."""


def column_paths(grid: LogicalGrid, layout: TableLayout) -> list[Band]:
    """Return the column paths by bands of rows: each band starts under its own headers."""
    bands: list[Band] = []
    headers = list(range(layout.header_rows))
    start = layout.header_rows
    fallback: dict[int, tuple[str, ...]] = {}
    inner = sorted(layout.inner_headers)
    while True:
        following = [row for row in inner if row >= start]
        end = following[0] if following else len(grid.rows)
        paths = _paths_under(grid, layout, headers)
        if len(headers) == 1 and fallback and _is_period_of_all(grid.rows[headers[0]], fallback):
            paths = _in_place_of_period(grid.rows[headers[0]][0].text, fallback)
        if all(is_caption(grid.rows[row]) for row in headers):
            paths = {column: (*fallback.get(column, ()), *texts) for column, texts in paths.items()}
        paths = {**fallback, **paths}
        band = range(start, end)
        over = [_over_values(grid.rows[row], layout) for row in headers]
        paths |= {column: (*texts, *paths[column]) for column, texts in _groups_of_changes(over).items()}
        bands.append((band, paths | _paths_beside(over, _filled(grid, layout, band), paths.keys())))
        if not following:
            return bands
        headers = [end]
        while headers[-1] + 1 in layout.inner_headers:
            headers.append(headers[-1] + 1)
        start, fallback = headers[-1] + 1, paths


def _over_values(row: tuple[JoinedCell, ...], layout: TableLayout) -> list[JoinedCell]:
    """Return the cells of a header row that speak for columns, not for the labels."""
    stub = layout.stub_columns
    return [cell for cell in row if cell.column_end > stub and (cell.column > 0 or stub == 0)]


def _paths_under(grid: LogicalGrid, layout: TableLayout, headers: list[int]) -> dict[int, tuple[str, ...]]:
    paths: dict[int, list[str]] = {}
    for number in headers:
        cells = _over_values(grid.rows[number], layout)
        below = grid.rows[number + 1] if number + 1 in headers else ()
        cells = _over_all(cells, _over_values(below, layout))
        covered = {column: cell.text for cell in cells for column in range(cell.column, cell.column_end)}
        for column, text in covered.items():
            if column >= layout.stub_columns and text not in paths.setdefault(column, []):
                paths[column].append(text)
    return {column: tuple(texts) for column, texts in paths.items()}


def _is_period_of_all(row: tuple[JoinedCell, ...], headed: Mapping[int, Headers]) -> bool:
    """Tell whether a header row is one period over all columns with headers, which it does not name anew."""
    if len(row) != 1 or not states_period_only(row[0].text):
        return False
    return row[0].column <= min(headed) and row[0].column_end > max(headed)


def _in_place_of_period(text: str, headers: Mapping[int, Headers]) -> dict[int, Headers]:
    """Return the headers of columns with a period in place of the one that stood over all of them: a length
    for a length, a day for a day."""
    shared = set.intersection(*map(set, headers.values()))
    dated = bool(read_period(text).year)
    old = {each for each in shared if states_period_only(each) and bool(read_period(each).year) == dated}
    return {column: (text, *(each for each in texts if each not in old)) for column, texts in headers.items()}


def _over_all(row: list[JoinedCell], below: list[JoinedCell]) -> list[JoinedCell]:
    """Return the cells of a header row; a lone period over the middle one of several dates or years is of
    them all, whatever its span says."""
    if len(row) != 1 or len(below) < _MIDDLE or len(below) % 2 == 0:
        return row
    (period,), middle = row, below[len(below) // 2]
    over_one = (period.column, period.column_end) == (middle.column, middle.column_end)
    dated = all(read_period(cell.text).year and states_period_only(cell.text) for cell in below)
    if not (over_one and dated and states_period_only(period.text) and not read_period(period.text).year):
        return row
    return [replace(period, column=below[0].column, column_end=below[-1].column_end)]


def _groups_of_changes(headers: list[list[JoinedCell]]) -> dict[int, tuple[str, ...]]:
    """Return, for columns of changes that nothing but the groups of columns left of them tells apart, the
    heads of their groups."""
    groups: dict[int, tuple[str, ...]] = {}
    for number, row in enumerate(headers):
        alike: defaultdict[str, list[JoinedCell]] = defaultdict(list)
        for cell in row:
            if _CHANGE.search(cell.text):
                alike[cell.text].append(cell)
        for cells in alike.values():
            found = [_heads_at_left(headers[: number + 1], cell.column) for cell in cells]
            if len(set(found)) > 1:
                groups |= {
                    column: heads
                    for cell, heads in zip(cells, found, strict=True)
                    for column in range(cell.column, cell.column_end)
                }
    return groups


def _heads_at_left(headers: list[list[JoinedCell]], column: int) -> tuple[str, ...]:
    heads = [_head_at_left(row, column) for row in headers]
    return tuple(head.text for head in heads if head)


def _head_at_left(row: list[JoinedCell], column: int) -> JoinedCell | None:
    """Return the head of several columns that ends left of a column where a row has several of them and none
    over that column."""
    groups = [cell for cell in row if cell.column_end > cell.column + 1]
    others = [cell for cell in row if not _CHANGE.search(cell.text) and cell.column <= column]
    left = others[-1] if others else None
    return left if len(groups) > 1 and left in groups and left.column_end <= column else None


def _filled(grid: LogicalGrid, layout: TableLayout, band: range) -> frozenset[int]:
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


def with_column_beside(headers: Mapping[int, Headers], columns: frozenset[int]) -> dict[int, Headers]:
    """Return headers for those of the `columns` of numbers that hold shares or changes of one name, and stand
    right of several others: each has the headers of the column beside it, "2010年 / 增幅（%）"."""
    alike: defaultdict[Headers, list[int]] = defaultdict(list)
    for column in sorted(columns):
        alike[headers.get(column, ())].append(column)
    told: dict[int, Headers] = {}
    for path, found in alike.items():
        if len(found) < 2 or not path or not (EAST_ASIAN.search(path[-1]) and _OF_ANOTHER.search(path[-1])):
            continue
        lent = [_beside(column, headers, columns, alike) for column in found]
        groups = [over[:-1] for over in lent]
        if all(groups) and len(set(groups)) == len(found):
            lent = groups  # of "2010年 / 金额" the year
        if all(lent) and len(set(lent)) == len(found):
            told |= {
                column: (*over, *(text for text in path if text not in over))
                for column, over in zip(found, lent, strict=True)
            }
    return told


def _beside(
    column: int,
    headers: Mapping[int, Headers],
    columns: frozenset[int],
    alike: Mapping[Headers, list[int]],
) -> Headers:
    """Return the headers of the nearest column of numbers left of one. Columns that share their headers with
    others, which are shares and changes too, are passed over."""
    left = column - 1
    while left in columns and len(alike[headers.get(left, ())]) > 1:
        left -= 1
    return headers.get(left, ()) if left in columns else ()
