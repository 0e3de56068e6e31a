from __future__ import annotations

from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from cofitcheck.document import Cell, Mention, Place, Table, TableStructure
from cofitcheck.numbers import Kind, Number
from cofitcheck.reports.model.grid import CellMark, ShownTable, show_table
from tests.reports.reports_documents import build_document, find

PLACE = Place("x.htm", 0)


def _table(rows: int, columns: int) -> Table:
    cells = [Cell(r, c, f"{r}:{c}", (PLACE,)) for r in range(rows) for c in range(columns)]
    return Table(0, tuple(cells), TableStructure.of(rows, columns, header_rows=2), PLACE)


def _mention(index: int, row: int, column: int) -> Mention:
    number = Number(Kind.VALUE, Decimal(1), Decimal(1))
    return Mention(index, 0, row, column, f"{row}:{column}", number, (f"{row}:0",), (f"0:{column}",), PLACE)


def _left_out(shown: ShownTable) -> int:
    return sum(int(str(row.gap).split()[1].replace(",", "")) for row in shown.body if row.gap)


@settings(max_examples=60)
@given(
    st.integers(3, 60), st.integers(2, 20), st.lists(st.tuples(st.integers(0), st.integers(0)), max_size=4)
)
def test_every_row_is_shown_or_counted_and_marked_cells_always_show(
    rows: int, columns: int, places: list[tuple[int, int]]
) -> None:
    table = _table(rows, columns)
    spots = {(2 + row % (rows - 2), 1 + column % (columns - 1)) for row, column in places}
    mentions = [_mention(index, *spot) for index, spot in enumerate(sorted(spots))]
    marks = {mention.index: CellMark("A", "finding") for mention in mentions}
    shown = show_table(table, mentions, marks)
    assert len(shown.head) == 2
    assert sum(not row.gap for row in shown.body) + _left_out(shown) == rows - 2
    assert {cell.text for row in shown.body for cell in row.cells if cell.mark} == {m.text for m in mentions}
    for row in (*shown.head, *shown.body):
        assert row.gap or sum(cell.columns for cell in row.cells) == shown.columns


def test_a_long_table_keeps_the_section_its_cell_stands_under() -> None:
    document = build_document()
    cell = find(document, 1, 21, 1)  # Repurchases of common stock, five rows into its section
    mentions = [mention for mention in document.mentions if mention.table == 1]
    shown = show_table(document.tables[1], mentions, {cell: CellMark("A", "finding")})
    assert [row.cells[0].text for row in shown.body if row.section] == ["Financing activities:"]
    labels = {row.cells[0].text: row.cells[0].depth for row in shown.body if row.cells}
    assert labels["Financing activities:"] == 0
    assert labels["Dividends paid"] == 1


def test_spans_are_cut_to_what_is_shown() -> None:
    cells = [
        Cell(0, 1, "wide", (PLACE,), columns=12),
        Cell(1, 0, "tall", (PLACE,), rows=2),
        *(Cell(r, c, "1", (PLACE,)) for r in (1, 2) for c in range(1, 13)),
    ]
    table = Table(0, tuple(cells), TableStructure.of(3, 13), PLACE)
    shown = show_table(table, [_mention(0, 1, 5)], {0: CellMark("A", "finding")})
    assert [cell.columns for cell in shown.head[0].cells if cell.text == "wide"] == [shown.columns - 1]
    assert next((cell.text, cell.rows) for cell in shown.body[0].cells) == ("tall", 2)
    assert sum(cell.columns for cell in shown.body[1].cells) == shown.columns - 1


def test_empty_rows_and_columns_take_no_room() -> None:
    cells = (Cell(0, 4, "2024", (PLACE,)), Cell(5, 0, "Cash", (PLACE,)), Cell(5, 4, "12", (PLACE,)))
    shown = show_table(Table(0, cells, TableStructure.of(9, 9), PLACE), [], {})
    assert (len(shown.head), len(shown.body), shown.columns) == (1, 1, 2)
