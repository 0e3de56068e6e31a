"""Statements of which each row is a table of its own, as accounting software in Britain prints them."""

from __future__ import annotations

from collections.abc import Sequence

from cofitcheck.document import Document
from tests.readers.html_pages import read_page

Cell = tuple[float, str] | tuple[float, str, str]


def row(*cells: Cell) -> str:
    """Return a table of one row; each cell has its width in per cent, its text, and how it is aligned."""
    written = "".join(
        f'<td style="width:{cell[0]}%; text-align:{cell[2] if len(cell) > 2 else "left"};">{cell[1]}</td>'
        for cell in cells
    )
    return f"<table><tr>{written}</tr></table>"


def title(text: str) -> str:
    return row((18.75, ""), (61.25, f"<b>{text}</b>", "center"), (20, ""))


def amounts(label: str, this: str, last: str, note: str = "", inner: bool = False) -> str:
    """Return a row of two years; inner amounts end left of the others."""
    first = (16.25, this, "right") if inner else (30, this, "right")
    closing: list[Cell] = [(1.25, ")" if "(" in this else ""), (26.25, last, "right")]
    closing.append((1.25, ")" if "(" in last else ""))
    return row((37.5, label), (2.5, note), first, *closing)


HEADS = (
    row((43.75, ""), (27.5, "31.12.31", "center"), (27.5, "31.12.30", "center"), (1.25, "")),
    row((36.25, ""), (15, "Notes", "center"), (5, "£"), (13.75, "£"), (13.75, "£"), (13.75, "£"), (2.5, "")),
)
SHEET = (
    title("Group Balance Sheet"),
    *HEADS,
    row((100, "FIXED ASSETS")),
    amounts("Tangible assets", "812,440", "790,115", "4"),
    row((100, "CURRENT ASSETS")),
    amounts("Stocks", "93,018", "88,204", "5", inner=True),
    amounts("Debtors", "141,377", "120,946", "6", inner=True),
    "<table><tr><td></td></tr></table>",
    row((56.25, "234,395", "right"), (1.25, ""), (26.25, "209,150", "right"), (16.25, "")),
    row((100, "CREDITORS")),
    amounts("Amounts falling due within one year", "(201,016", "(188,903", "7", inner=True),
    amounts("NET CURRENT ASSETS", "33,379", "20,247"),
    amounts("NET ASSETS", "845,819", "810,362"),
)


def said(document: Document) -> list[tuple[str, str, str]]:
    return [(m.row_path[-1], m.column_path[0], m.text) for m in document.mentions if m.row_path]


def test_rows_that_are_tables_are_one_statement() -> None:
    document = read_page(*SHEET)
    (table,) = document.tables
    assert table.title == "Group Balance Sheet"
    assert not document.unread
    assert said(document)[:6] == [
        ("Tangible assets", "31.12.31", "812,440"),
        ("Tangible assets", "31.12.30", "790,115"),
        ("Stocks", "31.12.31", "93,018"),
        ("Stocks", "31.12.30", "88,204"),
        ("Debtors", "31.12.31", "141,377"),
        ("Debtors", "31.12.30", "120,946"),
    ]
    assert len(document.mentions) == 14
    assert {m.number.currency for m in document.mentions} == {"GBP"}
    assert {m.number.value for m in document.mentions if m.text.startswith("(")} == {-201016, -188903}


def test_the_numbers_of_notes_are_no_amounts() -> None:
    document = read_page(*SHEET)
    assert not {m.text for m in document.mentions} & {"4", "5", "6", "7"}


def company(rows: Sequence[str]) -> list[str]:
    return [each.replace("Group", "Company").replace("812,440", "412,440") for each in rows]


def test_a_title_begins_another_statement() -> None:
    document = read_page(*SHEET, *company(SHEET))
    assert [table.title for table in document.tables] == ["Group Balance Sheet", "Company Balance Sheet"]
    assert [len([m for m in document.mentions if m.table == n]) for n in (0, 1)] == [14, 14]


def test_heads_begin_another_table_and_the_name_right_above_is_its_title() -> None:
    document = read_page(
        *SHEET, row((6, ""), (94, "<b>Movements</b>")), *HEADS, amounts("Additions", "1,214", "990")
    )
    assert len(document.tables) == 2
    assert document.tables[1].title.endswith("Movements")
    assert said(document)[-1] == ("Additions", "31.12.30", "990")


def test_heads_that_end_left_of_their_amounts_are_theirs() -> None:
    document = read_page(
        row((82.5, "2031", "right"), (14, "2030", "right")),
        row((84, "£", "right"), (14, "£", "right")),
        *(
            row((6, ""), (65, label), (13, this, "right"), (1, ""), (13, last, "right"))
            for label, this, last in (
                ("Loans", "828,106", "369,202"),
                ("Leases", "594,165", "302,315"),
                ("Others", "441,254", "192,919"),
                ("Group", "113,195", "501,203"),
            )
        ),
    )
    assert [m.column_path[0] for m in document.mentions] == ["2031", "2030"] * 4


def test_a_few_tables_of_one_row_stay_what_they_are() -> None:
    rows = [f"<table><tr><td>Sales {n}</td><td>1,1{n}0</td></tr></table>" for n in range(3)]
    assert len(read_page(*rows).tables) == 3


def test_the_notes_below_a_table_are_no_statement() -> None:
    notes = [f"<table><tr><td>({n})</td><td>Words on the rates above.</td></tr></table>" for n in range(1, 7)]
    document = read_page(
        "<table><tr><td></td><td>2031</td></tr><tr><td>Rate</td><td>3.14</td></tr></table>", *notes
    )
    assert [m.text for m in document.mentions] == ["3.14"]


def test_rows_without_widths_are_told_by_their_count_of_cells() -> None:
    lines = [("", "2031", "2030"), ("Sales", "7,310", "6,104"), ("Costs", "4,020", "3,377")]
    lines += [("Gross profit", "3,290", "2,727"), ("Tax", "290", "227"), ("Profit", "3,000", "2,500")]
    tables = [
        "<table><tr>" + "".join(f"<td>{cell}</td>" for cell in line) + "</tr></table>" for line in lines
    ]
    document = read_page(*tables)
    assert len(document.tables) == 1
    assert [(m.row_path, m.column_path) for m in document.mentions][-2:] == [
        (("Profit",), ("2031",)),
        (("Profit",), ("2030",)),
    ]
