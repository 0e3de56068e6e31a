"""Workbooks: what is shown against what is stored, what is hidden, and several tables on one sheet."""

import datetime
import io
import zipfile
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.styles import Alignment, Font

from cofitcheck.document import Document
from cofitcheck.errors import UnreadableDocumentError
from cofitcheck.readers import ReadSettings, read
from cofitcheck.readers.settings import ReadLimits
from cofitcheck.reports.words import render_unchecked
from tests.readers.html_pages import column_path, mention, row_path, texts
from tests.readers.office_files import ACCOUNTING, book_bytes, book_of, changed

YEARS = (None, 2023, 2022)
SALES = ("Sales", 1100, 1200)


def read_book(book: Any) -> Document:
    return read(book_bytes(book), "report.xlsx")


def fill(sheet: Any, at: str, *rows: tuple[Any, ...]) -> None:
    """Write rows from a cell on, None leaving a cell empty."""
    first = sheet[at]
    for down, row in enumerate(rows):
        for right, value in enumerate(row):
            if value is not None:
                sheet.cell(first.row + down, first.column + right, value)


def test_what_is_displayed_is_stated_and_what_is_stored_is_kept() -> None:
    book = book_of(
        ("(in thousands)",), YEARS, ("Sales", 1234567.89, -950400.2), number_format="#,##0,;(#,##0,)"
    )
    document = read_book(book)
    assert texts(document) == ["1,235", "(950)"]
    sales = mention(document, "1,235")
    assert sales.number.value == 1_235_000
    assert sales.stored == "1234567.89"
    assert sales.place.label == sales.place.words == "Balance!B3"
    assert mention(document, "(950)").stored == "-950400.2"


def test_a_number_that_is_shown_in_full_has_nothing_else_stored() -> None:
    document = read_book(book_of(YEARS, SALES, number_format="#,##0"))
    assert [each.stored for each in document.mentions] == ["", ""]


def test_dash_nothing_and_zero_stay_three_things() -> None:
    book = book_of(YEARS, ("Loans", 0, 0), ("Debt", 0, 5))
    sheet = book.active
    sheet["B2"].number_format = ACCOUNTING
    sheet["C2"].number_format = "#,##0"
    sheet["B3"].number_format = "#,##0;;"
    document = read_book(book)
    assert texts(document) == ["0", "5"]
    (table,) = document.tables
    assert {(cell.row, cell.column): cell.text for cell in table.cells}[1, 1] == "-"


def test_dates_head_columns() -> None:
    book = book_of((None, datetime.datetime(2023, 12, 31), datetime.datetime(2022, 12, 31)), SALES)
    document = read_book(book)
    assert column_path(document, "1100") == ("2023-12-31",)


def test_merged_headers_and_headers_centred_over_several_cells() -> None:
    for merge in (True, False):
        book = book_of((None, "Year ended", None), YEARS, SALES)
        sheet = book.active
        if merge:
            sheet.merge_cells("B1:C1")
        else:
            for cell in (sheet["B1"], sheet["C1"]):
                cell.alignment = Alignment(horizontal="centerContinuous")
        assert column_path(read_book(book), "1200") == ("Year ended", "2022")


def test_sections_are_known_by_indents_and_bold_print() -> None:
    book = book_of(YEARS, ("Assets",), ("Cash", 1, 2), ("Total", 5, 6))
    sheet = book.active
    sheet["A2"].font = Font(bold=True)
    sheet["A3"].alignment = Alignment(indent=1)
    assert row_path(read_book(book), "1") == ("Assets", "Cash")


def test_hidden_rows_columns_and_sheets_are_not_read_and_that_is_said() -> None:
    book = book_of(
        (None, 2023, 2022, 2021), ("Sales", 11, 12, 13), ("Secret", 14, 15, 16), ("Costs", 17, 18, 19)
    )
    sheet = book.active
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["C"].hidden = True
    book.create_sheet("Drafts").append(["Sales", 99])
    book["Drafts"].sheet_state = "veryHidden"
    document = read_book(book)
    assert texts(document) == ["11", "13", "17", "19"]
    assert column_path(document, "13") == ("2021",)
    assert mention(document, "19").place.label == "Balance!D4"
    assert tuple(str(render_unchecked(each)) for each in document.warnings) == (
        "hidden sheets were not read: Drafts",
        "sheet “Balance”: hidden rows were not read: 3",
        "sheet “Balance”: hidden columns were not read: C",
    )


def test_a_formula_counts_by_its_stored_value_and_without_one_is_listed() -> None:
    data = book_bytes(book_of(YEARS, ("Sales", 1100, "=B2+100"), ("Costs", "=1+1", 7)))
    document = read(data, "report.xlsx")
    assert texts(document) == ["1100", "7"]
    assert tuple(str(render_unchecked(each)) for each in document.warnings) == (
        "sheet “Balance”: formulas without a stored value were not read: C2, B3; "
        "open the workbook in Excel and save it",
    )
    part = "xl/worksheets/sheet1.xml"
    stored = sheet_part(data, part).replace(b"<f>B2+100</f><v></v>", b"<f>B2+100</f><v>1200</v>")
    stored = stored.replace(b"<f>B2+100</f><v/>", b"<f>B2+100</f><v>1200</v>")
    document = read(changed(data, {part: stored}), "report.xlsx")
    assert texts(document) == ["1100", "1200", "7"]


def sheet_part(data: bytes, part: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(part)


def test_errors_in_cells_are_listed() -> None:
    book = book_of(YEARS, ("Sales", 1100, "#REF!"))
    document = read_book(book)
    assert texts(document) == ["1100"]
    assert tuple(str(render_unchecked(each)) for each in document.warnings) == (
        "sheet “Balance”: cells show an error: C2",
    )


def test_tables_below_each_other_are_kept_apart() -> None:
    book: Any = Workbook()
    sheet = book.active
    sheet.title = "Report"
    fill(sheet, "A1", ("Balance sheet",), (None,), YEARS, ("Cash", 11, 12))
    fill(sheet, "A7", ("Cash flow statement",), (None, "Q1", "Q2"), ("Inflow", 21, 22))
    sheet["A1"].font = sheet["A7"].font = Font(bold=True)
    document = read_book(book)
    assert [(table.title, table.rows) for table in document.tables] == [
        ("Balance sheet", 2),
        ("Cash flow statement", 2),
    ]
    assert column_path(document, "21") == ("Q1",)


def test_tables_beside_each_other_are_kept_apart() -> None:
    book: Any = Workbook()
    sheet = book.active
    fill(sheet, "A1", YEARS, ("Cash", 11, 12), ("Debt", 13, 14))
    fill(sheet, "E1", ("Region", "Staff"), ("Europe", 21), ("Asia", 22))
    document = read_book(book)
    assert [table.columns for table in document.tables] == [3, 2]
    assert row_path(document, "22") == ("Asia",)
    assert column_path(document, "12") == ("2022",)


def test_an_empty_row_or_column_within_a_table_cuts_nothing() -> None:
    book: Any = Workbook()
    sheet = book.active
    fill(sheet, "A1", (None, 2023, None, 2022), ("Assets",), ("Cash", 11, None, 12))
    fill(sheet, "A5", ("Liabilities",))
    fill(sheet, "A7", ("Debt", 13, None, 14), ("Total", 15, None, 16))
    sheet["A2"].font = sheet["A5"].font = Font(bold=True)
    document = read_book(book)
    assert len(document.tables) == 1
    assert column_path(document, "14") == ("2022",)
    assert row_path(document, "13") == ("Liabilities", "Debt")


def test_a_year_over_the_labels_is_no_title() -> None:
    book: Any = Workbook()
    fill(book.active, "A1", ("Income",), ("2022",), (None, "Gross", "Net"), ("Sales", 1100, 1200))
    assert column_path(read_book(book), "1200") == ("2022", "Net")


def test_a_header_apart_from_its_rows_still_heads_them() -> None:
    book: Any = Workbook()
    fill(book.active, "A1", YEARS)
    fill(book.active, "A3", SALES)
    assert column_path(read_book(book), "1200") == ("2022",)


def test_every_sheet_is_a_chapter_and_notes_are_text() -> None:
    book: Any = Workbook()
    for title in ("Balance", "Income"):
        sheet = book.create_sheet(title)
        fill(sheet, "A1", ("Statement",), ("(in millions)",), YEARS, SALES)
        note = (
            "The numbers of last year were restated after an error in the accounts of a subsidiary was found."
        )
        fill(sheet, "A6", (note,))
        sheet["A1"].font = Font(bold=True)
    document = read_book(book)
    assert [table.title for table in document.tables] == ["Balance — Statement", "Income — Statement"]
    assert {each.number.value for each in document.mentions} == {1_100_000_000, 1_200_000_000}
    assert "restated after an error" in document.tables[0].text_after
    assert document.mentions[-1].place.label == "Income!C4"


def test_a_cell_in_the_last_corner_costs_nothing() -> None:
    book = book_of(YEARS, SALES)
    book.active["XFD1048576"] = "far"
    assert texts(read_book(book)) == ["1100", "1200"]


def test_links_to_other_workbooks_are_not_followed() -> None:
    data = changed(
        book_bytes(book_of(YEARS, SALES)),
        {"xl/externalLinks/externalLink1.xml": b"<externalLink/>"},
    )
    document = read(data, "report.xlsx")
    assert texts(document) == ["1100", "1200"]
    assert "links were not followed" in str(render_unchecked(document.warnings[0]))


def test_too_many_cells_are_refused() -> None:
    settings = ReadSettings(limits=ReadLimits(cells=5))
    with pytest.raises(UnreadableDocumentError, match="sheet “Balance”: there are more than 5 cells"):
        read(book_bytes(book_of(YEARS, SALES, SALES)), "report.xlsx", settings=settings)


def test_a_damaged_workbook_is_refused() -> None:
    data = book_bytes(book_of(YEARS, SALES))
    for part in ("xl/workbook.xml", "xl/worksheets/sheet1.xml"):
        with pytest.raises(UnreadableDocumentError, match=r"report\.xlsx: this Excel workbook is damaged"):
            read(changed(data, {part: b"<x"}), "report.xlsx")


def test_entities_are_refused() -> None:
    bomb = '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE x [<!ENTITY a "boom">]><worksheet/>'
    data = changed(book_bytes(book_of(YEARS, SALES)), {"xl/worksheets/sheet1.xml": bomb.encode("utf-16")})
    with pytest.raises(UnreadableDocumentError, match="declares XML entities"):
        read(data, "report.xlsx")


def test_the_first_line_of_a_sheet_is_its_title() -> None:
    book = book_of(("Balance sheet",), ("(in thousands)",), YEARS, SALES)
    fill(
        book.create_sheet("2"), "A1", ("Consolidated cash flow statement",), ("(in thousands)",), YEARS, SALES
    )
    assert [table.title.split(" — ")[-1] for table in read_book(book).tables] == [
        "Balance sheet",
        "Consolidated cash flow statement",
    ]
