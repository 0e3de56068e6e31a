"""Names of rows that stand beside their numbers, and what else tells rows of one name apart.

The names do not stand in the first columns: "Name, Amount, Name, Amount". Section rows may date the blocks of
a table: each date holds to the next, whatever totals come between.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import EAST_ASIAN, NUMERALS, is_total
from cofitcheck.language.table_words import HEADERS, LABELS, any_of
from cofitcheck.periods.east_asian import spelled
from cofitcheck.periods.header_periods import balance_date
from cofitcheck.periods.text import read_period, states_period_only
from cofitcheck.readers.tables.cells import heads_order, is_term, is_value
from cofitcheck.readers.tables.layout import TableLayout
from cofitcheck.readers.tables.logical import JoinedCell, LogicalGrid
from cofitcheck.readers.tables.rows.body import Body
from cofitcheck.readers.tables.rows.section import summed

_LONGEST = 40
"""The most characters of a name beside a label."""
_LONG_CODE = 5
"""The fewest digits of a code of digits alone; a shorter one numbers the rows."""
_NUMBERED = re.compile(rf"\A{any_of(LABELS.certificate)}\Z")
"""How a certificate is named that may state its year: "某国用(2011)第081265号"."""
_MIXED = re.compile(
    rf"\A(?:(?>.*?\d).*(?:[A-Za-z]|{any_of(HEADERS.number_sign)})|(?>.*?[A-Za-z]).*\d|(?>.*?\d{{4}}).*[^\W\d_]"
    r"|(?>.*?[^\W\d_]).*\d{4})"
)
"""A code among words: letters and digits, a number that is said to be one, or a long one."""
_REACH = 200
"""The most rows that a name reaches down through: a cell over a whole long table is a title or damage, and
every number of the rows it reaches would look at it."""
Path = tuple[str, ...]
_BESIDE_DATE = re.compile(rf"^[{NUMERALS}]+、|[（(][^()（）]*[)）]|{any_of(LABELS.balance)}|\s")

_BALANCE = re.compile(rf"\b{any_of(LABELS.balances)}\b", re.IGNORECASE)
"""The name of a balance, which opens or ends a movement and dates none."""


class Names:
    """The cells of words beside the numbers of a table."""

    def __init__(self, grid: LogicalGrid, layout: TableLayout, labels: Mapping[int, tuple[str, ...]]) -> None:
        self._stub = layout.stub_columns
        self._words: list[list[JoinedCell]] = [[] for _ in grid.rows]
        alone = layout.section_rows | layout.inner_headers | set(range(layout.header_rows))
        for row in grid.rows:
            for cell in row:
                if (
                    cell.row in alone
                    or cell.column in layout.references
                    or is_value(cell)
                    or cell.text.isdigit()
                ):
                    continue
                for reached in range(cell.row, min(cell.row_end, cell.row + _REACH, len(grid.rows))):
                    self._words[reached].append(cell)
        self._codes = _codes(grid, layout, labels)
        self._again = _repeated(grid.rows[: layout.header_rows], self._stub)
        self._apart = self._telling_apart(labels)

    def _telling_apart(self, labels: Mapping[int, tuple[str, ...]]) -> dict[int, str]:
        """Return, for rows of one Chinese or Japanese label, the words beside it that are not those of all:
        of the leftmost column in which most differ, or, where rows remain alike, their codes."""
        rows: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for row, path in labels.items():
            if path and EAST_ASIAN.search(path[-1]):
                rows[path].append(row)
        apart: dict[int, str] = {}
        for alike in rows.values():
            if len(alike) < 2:
                continue
            names, kinds = _best([self._beside(row) for row in alike])
            codes, numbers = _best([self._codes.get(row, {}) for row in alike])
            if numbers == len(alike) > kinds:
                names = (
                    [f"{name} {code}" for name, code in zip(names, codes, strict=True)] if names else codes
                )
            if max(kinds, numbers) > 1 and names:
                apart |= dict(zip(alike, names, strict=True))
        return apart

    def _beside(self, row: int) -> dict[int, str]:
        """Return the names beside the label of a row, by their columns."""
        words = (cell for cell in self._words[row] if cell.column >= self._stub)
        return {cell.column: cell.text for cell in words if _is_name(cell.text)}

    def beside(self, cell: JoinedCell, rows: tuple[str, ...], headed: bool) -> tuple[str, ...]:
        """Return the row path of a number given that of its row; `headed` tells that its column has a header.

        A column of names with the header of the first names what stands right of it. Where nothing labels the
        row, or the number has no header and words right before it, the nearest words on the left do.
        """
        left = [words for words in self._words[cell.row] if words.column_end <= cell.column]
        again = self._nearest_again(cell)
        named = [words for words in left if words.column <= again < words.column_end]
        if named:
            return (*rows[:-1], named[-1].text)
        beyond = [words for words in left if words.column >= self._stub]
        nearest = max(beyond, key=lambda words: words.column, default=None)
        if nearest is None or (rows and (headed or nearest.column_end < cell.column)):
            return rows
        return (*rows[:-1], nearest.text)

    def told_apart(self, cell: JoinedCell, rows: tuple[str, ...], headed: bool) -> tuple[str, ...]:
        """Return the row path of a number with the words that tell rows of one label apart; they say nothing
        of its unit."""
        own = self._apart.get(cell.row, "") if cell.row_end == cell.row + 1 else ""
        plain = rows and headed and not self._again
        return (*rows[:-1], f"{rows[-1]} {own}") if plain and own else rows

    def _nearest_again(self, cell: JoinedCell) -> int:
        """Return the last column of names with the header of the first before a cell, -1 for none."""
        return max((column for column in self._again if column < cell.column), default=-1)


def _best(columns: Sequence[Mapping[int, str]]) -> tuple[list[str], int]:
    """Return the texts of rows in the leftmost column in which most differ, of those that all rows have, and
    how many differ; nothing where none does."""
    held = [column for column in columns[0] if all(column in texts for texts in columns)]
    kinds = {column: len({texts[column] for texts in columns}) for column in held}
    best = max(kinds, key=lambda column: (kinds[column], -column), default=-1)
    return ([texts[best] for texts in columns], kinds[best]) if kinds.get(best, 0) > 1 else ([], 0)


def _codes(
    grid: LogicalGrid, layout: TableLayout, labels: Mapping[int, tuple[str, ...]]
) -> dict[int, dict[int, str]]:
    """Return the codes beside the labels of rows, by rows and columns: numbers of contracts and of things,
    types; a short number only with the header that says so ("幢号 2"). One that may be a time is none."""
    heads = {cell.column: cell.text for row in grid.rows[: layout.header_rows] for cell in row}
    found: dict[int, dict[int, str]] = defaultdict(dict)
    for row in grid.rows[layout.header_rows :]:
        for cell in row:
            text, path = cell.text, labels.get(cell.row, ())
            if len(text) > _LONGEST or cell.column in layout.references:
                continue
            head = heads.get(cell.column, "") if cell.column else ""
            short = text.isdigit() and head.endswith(HEADERS.number_ends) and not heads_order(head)
            if short and len(text) < _LONG_CODE:
                text = f"{head} {text}"
            long = text.isdigit() and len(text) >= _LONG_CODE and cell.column < layout.stub_columns
            mixed = _MIXED.search(text) is not None and not is_value(cell)
            dated = read_period(text) and _NUMBERED.search(text) is None
            if not (long or mixed or short) or dated or is_term(text):
                continue
            if any(text in label for label in path):
                continue
            for reached in range(cell.row, min(cell.row_end, cell.row + _REACH, len(grid.rows))):
                found[reached][cell.column] = text
    return found


def _is_name(text: str) -> bool:
    """Tell whether a text may name something: it is short, has a letter, and says no time and no number."""
    letters = EAST_ASIAN.search(text) is not None and not any(map(str.isdigit, text))
    return letters and 1 < len(text) <= _LONGEST and not read_period(text)


def _repeated(headers: Sequence[Sequence[JoinedCell]], stub: int) -> frozenset[int]:
    """Return the columns beyond the labels with the header that the last column of labels has."""
    lowest = {
        column: cell.text for row in headers for cell in row for column in range(cell.column, cell.column_end)
    }
    name = lowest.get(stub - 1, "")
    return frozenset(column for column, text in lowest.items() if column >= stub > 0 and text == name != "")


def told_by_balances(paths: Mapping[int, Path]) -> dict[int, Path]:
    """Return the paths of rows of movements with their span in them ("2005年初 – 2005年末"), where a row of
    the same path stands between the balances of other days."""
    dated = _between_balances(paths)
    spans: defaultdict[Path, set[Path]] = defaultdict(set)
    for row, path in dated.items():
        spans[paths[row]].add(path)
    return dated if any(len(alike) > 1 for alike in spans.values()) else {}


def _between_balances(paths: Mapping[int, Path]) -> dict[int, Path]:
    """Return the paths of the rows between two dated balances, with the span of these behind the sections
    that hold them; a balance is no section of what moved since."""
    labels = {row: path[-1] for row, path in sorted(paths.items()) if path and EAST_ASIAN.search(path[-1])}
    balances = {row: date for row, label in labels.items() if (date := balance_date(spelled(label)))}
    dated: dict[int, Path] = {}
    for above, below in pairwise(balances):
        held, opening = paths[above][:-1], labels[above]
        span = " – ".join(_BESIDE_DATE.sub("", labels[row]) for row in (above, below))
        later = balances[below].months_since(balances[above]) > 0
        if held != paths[below][:-1] or not later or not read_period(span).is_duration:
            continue
        for row in range(above + 1, below):
            inner = [name for name in paths.get(row, ())[len(held) :] if name != opening]
            if inner and paths[row][: len(held)] == held:
                dated[row] = (*held, span, *inner)
    return dated


class DatedBlocks:
    """The dates of the blocks of a table that is nothing but such blocks, and the date of the block that is
    reached.

    The first block begins with the first row. The dates are at one depth, and are of different periods.
    """

    def __init__(self, body: Body) -> None:
        self.body = body
        self._rows = self._found()
        self._date = ""

    def _found(self) -> frozenset[int]:
        body = self.body
        rows = [
            row
            for row in body.layout.section_rows
            if row in body.numbers and body.labels[row] and _dates(body.text(row))
        ]
        first = next((row for row in body.numbers if body.labels[row]), None)
        several = len({body.text(row) for row in rows}) == len(rows) > 1
        beside = len({body.indent(row) for row in rows}) == 1
        return frozenset(rows) if first in rows and several and beside else frozenset()

    def reach(self, section: int) -> None:
        """Take in the next section row."""
        if section in self._rows:
            self._date = self.body.text(section).rstrip(" :：")

    def around(self, sections: tuple[str, ...], label: str) -> tuple[str, ...]:
        """Return the open sections over a row with the date of its block; a total that names nothing may be
        one of all blocks."""
        of_all = is_total(label) and not summed(label)
        return sections if not self._date or self._date in sections or of_all else (self._date, *sections)


def _dates(label: str) -> bool:
    return states_period_only(label) and not _BALANCE.search(label)
