"""Columns of references to notes: by header, by small rising numbers beside labels, in every format."""

from __future__ import annotations

import time

import pytest

from cofitcheck.document import Document
from cofitcheck.readers import read
from tests.readers.html_pages import read_page, row_path, table, texts
from tests.readers.office_files import book_bytes, book_of, word_bytes, word_of
from tests.readers.pdf_pages import pdf

ROWS = (
    ("Sales", "3", "41,100", "41,205"),
    ("Costs", "4(a)", "30,900", "30,950"),
    ("Interest", "5, 6", "900", "950"),
    ("Tax", "12.1", "1,700", "1,800"),
    ("Profit", "", "7,600", "7,505"),
)
AMOUNTS = ["41,100", "41,205", "30,900", "30,950", "900", "950", "1,700", "1,800", "7,600", "7,505"]


def page_with(header: str) -> Document:
    return read_page(table(("", header, "2023", "2022"), *ROWS))


@pytest.mark.parametrize(
    "header",
    [
        "Note",
        "Notes",
        "Note ref",
        "Note ref.",
        "Note(s)",
        "Ref",
        "Ref.",
        "附注",
        "附註",
        "注释",
        "注記",
        "Anhang",
        "",
    ],
)
def test_numbers_of_notes_are_no_amounts_and_no_part_of_a_label(header: str) -> None:
    document = page_with(header)
    assert texts(document) == AMOUNTS
    assert document.unread == ()
    assert document.tables[0].note_columns == {1}
    assert {m.row_path for m in document.mentions} == {(row[0],) for row in ROWS}


def test_word_excel_markdown_and_pdf() -> None:
    rows = (("", "", "2023", "2022"), *ROWS)
    pipes = "\n".join("| " + " | ".join(row) + " |" for row in (rows[0], ("-",) * 4, *ROWS))
    documents = (
        read(word_bytes(word_of(*rows)), "accounts.docx"),
        read(book_bytes(book_of(*rows)), "accounts.xlsx"),
        read(f"# Accounts\n\n{pipes}\n".encode(), "accounts.md"),
        read(pdf(lambda sheet: sheet.aligned((240, 350, 450), 100, rows)), "accounts.pdf"),
    )
    for document in documents:
        assert texts(document) == AMOUNTS
        assert document.unread == ()


def test_a_header_of_notes_over_the_labels_tells_of_the_column_beside_them() -> None:
    document = read_page(table(("Note", "", "2023", "2022"), ("Share capital", "21", "100", "100")))
    assert texts(document) == ["100", "100"]


def test_a_row_with_a_note_and_no_amounts_names_the_rows_below() -> None:
    rows = (("Fixed assets", "2", "", ""), ("Plant", "3", "4,100", "4,205"), ("Land", "4", "1,100", "1,205"))
    document = read_page(table(("", "", "2023", "2022"), *rows))
    assert row_path(document, "4,100") == ("Fixed assets", "Plant")


@pytest.mark.parametrize(
    "rows",
    [
        (("", "Shares", "Value"), ("Alder", "1", "1,100"), ("Birch", "2", "2,205"), ("Cedar", "3", "3,310")),
        (("", "2023", "2022"), ("Shops", "1", "2"), ("Ships", "2", "3"), ("Mills", "3", "5")),
        (
            ("", "Directors", "2023"),
            ("Alder", "4", "41,100"),
            ("Birch", "5", "52,205"),
            ("Cedar", "9", "93,310"),
        ),
    ],
)
def test_honest_small_numbers_stay_read(rows: tuple[tuple[str, ...], ...]) -> None:
    document = read_page(table(*rows))
    assert texts(document) == [text for row in rows[1:] for text in row[1:]]


def test_small_numbers_that_neither_rise_nor_stand_beside_far_larger_ones_are_doubtful() -> None:
    rows = (("Alder", "9", "12", "14"), ("Birch", "5", "16", "18"), ("Cedar", "1", "21", "22"))
    document = read_page(table(("", "", "2023", "2022"), *rows))
    assert texts(document) == ["12", "14", "16", "18", "21", "22"]
    assert [unread.numbers for unread in document.unread] == [3]


def test_amounts_of_loan_notes_are_amounts() -> None:
    document = read_page(
        table(("", "Notes", "Loans"), ("2023", "$ 1,100", "$ 300"), ("2022", "$ 1,205", "$ 400"))
    )
    assert texts(document) == ["$ 1,100", "$ 300", "$ 1,205", "$ 400"]


def test_a_table_of_thousands_of_columns_takes_no_time_for_each_of_them() -> None:
    # Found by the fuzzer: every column was looked for in all cells, which took 17 s of this one.
    row = "".join(f"<td>{1_000 + column}</td>" for column in range(2_600))
    rows = "".join(f"<tr><td>Revenue {line}</td>{row}</tr>" for line in range(7))
    begun = time.process_time()
    read(f"<html><body><table>{rows}</table></body></html>".encode(), name="wide.htm")
    assert time.process_time() - begun < 13
