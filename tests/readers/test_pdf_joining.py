"""Tables that go on over pages."""

from cofitcheck.document import Place, UncheckedReason
from cofitcheck.readers.pdf.layout import raw_grid
from cofitcheck.readers.pdf.layout.joining import GrowingTable
from cofitcheck.readers.pdf.layout.rows import LaidCell, LaidTable
from cofitcheck.readers.pdf.pages import Word
from tests.readers.steps import steps

ROWS = 5


def part(page: int, texts: tuple[str, ...] = ("Office", "1,200", "3,400")) -> LaidTable:
    """Return what stands on one page of a ruled table, every row the same."""
    cells = tuple(
        LaidCell(row, row + 1, column, column + 1, page, (word(text, 70 + 100 * column, 100 + 20 * row),))
        for row in range(ROWS)
        for column, text in enumerate(texts)
    )
    return LaidTable(page, (60, 100, 360, 200), ROWS, (60, 160, 260, 360), cells, ruled=True)


def word(text: str, left: float, base: float) -> Word:
    """Return a word of a table."""
    return Word(text, left, left + 5 * len(text), base, 9, bold=False)


def whole(pages: int) -> LaidTable:
    """Return a table over so many pages."""
    table = GrowingTable(part(1))
    for page in range(2, pages + 1):
        assert table.goes_on_in(part(page))
        table.add(part(page))
    return table.laid


def test_the_doubts_of_joined_tables_keep_their_order() -> None:
    first, second = (
        LaidTable(
            page,
            (60, 100, 420, 200),
            0,
            (60, 200, 420),
            (),
            ruled=True,
            doubts=tuple(map(UncheckedReason.told, doubts)),
        )
        for page, doubts in ((1, ("d", "b", "f", "h")), (2, ("g", "b", "a", "c", "e")))
    )
    table = GrowingTable(first)
    table.add(second)
    assert table.laid.doubts == tuple(map(UncheckedReason.told, "dbfhgace"))


def test_a_table_over_twice_as_many_pages_is_twice_the_work() -> None:
    assert whole(80).rows == 80 * ROWS
    assert steps(lambda: whole(80)) < 2.2 * steps(lambda: whole(40))


def test_a_table_over_twice_as_many_pages_is_laid_out_in_twice_the_steps() -> None:
    few, many = whole(40), whole(80)

    def lay_out(table: LaidTable) -> None:
        raw_grid(table, lambda page, box: Place("a.pdf", 1, page, box))

    assert steps(lambda: lay_out(many)) < 2.2 * steps(lambda: lay_out(few))


def test_labels_stand_deeper_than_those_of_another_page_where_numbers_end_alike() -> None:
    table = GrowingTable(part(1))
    deeper = part(2)
    cells = tuple(
        LaidCell(c.row, c.row_end, 0, 1, 2, (word("Office", 90, c.words[0].base),)) if c.column == 0 else c
        for c in deeper.cells
    )
    table.add(LaidTable(2, deeper.box, ROWS, deeper.edges, cells, ruled=True))
    rows = raw_grid(table.laid, lambda page, box: Place("a.pdf", 1, page, box)).rows
    assert [row[0].indent for row in rows] == [0.0] * ROWS + [20.0] * ROWS
