"""Tables whose cells are set apart by bars or tabs, however ragged their rows are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cofitcheck import patterns as re
from cofitcheck.readers.typed.lines import is_amount, is_sure

_BAR = re.compile(r"(?<!\\)[|│┃]")
_RULE = re.compile(r"[\s|+:=_─━═┼├┤│┃-]+")
_TABS = re.compile(r"\t+")
_FEWEST = 2
"""A table has so many rows, and so many cells in most of them, at the least."""


class Row(NamedTuple):
    """The cells of a line, which is counted from the first of its table."""

    line: int
    cells: list[str]


Rows = list[Row]


def parts_of(lines: Sequence[str]) -> Iterator[tuple[range, Rows | None]]:
    """Yield from where to where lines are a table of bars, with its rows, and those between, with None."""
    done = at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and _has_bars(lines[end]):
            end += 1
        rows = rows_of(lines[at:end]) if end > at else None
        if rows is not None:
            if at > done:
                yield range(done, at), None
            yield range(at, end), rows
            done = end
        at = max(end, at + 1)
    if done < len(lines):
        yield range(done, len(lines)), None


def rows_of(lines: Sequence[str]) -> Rows | None:
    """Return the rows of lines with bars, rules left out, None where they are no table with a number."""
    rows = [Row(at, _cells(line)) for at, line in enumerate(lines) if not _RULE.fullmatch(line)]
    return rows if _is_table(rows) else None


def tab_rows(lines: Sequence[str]) -> Rows | None:
    """Return the rows of lines with tabs, None where they are no table with a number.

    As many tabs as it takes stand between two cells. Where a row has no label, a header for one, its cells
    belong to the last columns.
    """
    split = [[cell.strip() for cell in _TABS.split(line.rstrip())] for line in lines]
    width = max(map(len, split), default=0)
    rows = [Row(at, _to_the_right(cells, width)) for at, cells in enumerate(split) if any(cells)]
    return rows if _is_table(rows) else None


def _to_the_right(cells: list[str], width: int) -> list[str]:
    return cells if cells[0] else ["", *[""] * (width - len(cells)), *cells[1:]]


def _has_bars(line: str) -> bool:
    return len(_BAR.findall(line)) >= _FEWEST or (line.startswith("+--") and line.rstrip().endswith("+"))


def _cells(line: str) -> list[str]:
    cells = [cell.strip().replace("\\|", "|") for cell in _BAR.split(line.strip())]
    return cells[not cells[0] : len(cells) - (not cells[-1])]


def _is_table(rows: Rows) -> bool:
    several = [cells for _, cells in rows if len(cells) >= _FEWEST]
    amounts = [cell for cells in several for cell in cells[1:] if is_amount(cell)]
    return len(several) >= _FEWEST and any(map(is_sure, amounts))
