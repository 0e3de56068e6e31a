"""A unit that stands alone in the next cell belongs to its number, in every format."""

from __future__ import annotations

from decimal import Decimal

import pytest

from cofitcheck.document import Document
from cofitcheck.numbers import Measure
from cofitcheck.readers import read
from tests.readers.html_pages import mention, read_page, table, texts
from tests.readers.office_files import book_bytes, book_of, word_bytes, word_of
from tests.readers.pdf_pages import Sheet, pdf

ROWS = (
    ("", "2023", "", "2022", ""),
    ("Sales", "4.1", "billion", "3.9", "billion"),
    ("Costs", "2.5", "billion", "2.2", "billion"),
)


def drawn(sheet: Sheet) -> None:
    sheet.aligned((260, 300, 420, 460), 100, ROWS)


def pipes() -> bytes:
    lines = (ROWS[0], ("-",) * 5, *ROWS[1:])
    return ("# Accounts\n\n" + "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n").encode()


@pytest.mark.parametrize(
    "document",
    [
        lambda: read_page(table(*ROWS)),
        lambda: read(word_bytes(word_of(*ROWS)), "accounts.docx"),
        lambda: read(book_bytes(book_of(*ROWS)), "accounts.xlsx"),
        lambda: read(pipes(), "accounts.md"),
        lambda: read(pdf(drawn), "accounts.pdf"),
    ],
    ids=["html", "word", "excel", "markdown", "pdf"],
)
def test_a_scale_word_in_the_next_cell_scales_its_number_in_every_format(document: object) -> None:
    assert callable(document)
    made: Document = document()
    values = {(m.row_path[-1], m.column_path): m.number.value for m in made.mentions}
    assert values == {
        ("Sales", ("2023",)): Decimal("4.1E9"),
        ("Sales", ("2022",)): Decimal("3.9E9"),
        ("Costs", ("2023",)): Decimal("2.5E9"),
        ("Costs", ("2022",)): Decimal("2.2E9"),
    }
    assert made.unread == ()


@pytest.mark.parametrize(
    ("cells", "text", "value"),
    [
        (("$", "4.1", "billion"), "$ 4.1 billion", "4.1E9"),
        (("£", "4.1", "m"), "£ 4.1 m", "4.1E6"),
        (("(4.1", ")", "million"), "(4.1) million", "-4.1E6"),
        (("4.1", "亿元"), "4.1 亿元", "4.1E8"),
        (("4.1", "千円"), "4.1 千円", "4.1E3"),
        (("4.1", "percent"), "4.1 percent", "4.1"),
    ],
)
def test_units_and_signs_beside_numbers(cells: tuple[str, ...], text: str, value: str) -> None:
    head = ("", f"<td colspan='{len(cells)}'>2023</td>", f"<td colspan='{len(cells)}'>2022</td>")
    document = read_page(table(head, ("Sales", *cells, *cells)))
    assert {(m.text, m.number.value) for m in document.mentions} == {(text, Decimal(value))}


def test_with_a_decimal_comma() -> None:
    document = read_page(
        table(
            ("", "2023", "", "2022", ""),
            ("Umsatz", "4,1", "Mrd.", "3,9", "Mrd."),
            ("Rest", "1.234,5", "", "5,5", ""),
        )
    )
    assert mention(document, "4,1 Mrd.").number.value == Decimal("4.1E9")


def test_a_letter_alone_a_word_that_is_no_unit_and_a_year_take_nothing() -> None:
    document = read_page(table(("", "Sold", ""), ("Boards", "1,200", "m"), ("Staff", "1,300", "people")))
    assert texts(document) == ["1,200", "1,300"]
    heads = read_page(table(("", "2023", "million"), ("Sales", "1,100", "44"), ("Costs", "900", "55")))
    assert {m.column_path for m in heads.mentions} == {("2023",), ("million",)}


def test_the_unit_of_a_row_in_a_column_of_units_stays_that_of_the_row() -> None:
    document = read_page(table(("项目", "2023年", "单位", "2022年"), ("收入", "4.1", "亿元", "3.9")))
    assert [m.number.value for m in document.mentions] == [Decimal("4.1E8"), Decimal("3.9E8")]
    numbered = read_page(table(("序号", "单位", "金额"), ("1", "万元", "500"), ("2", "万元", "600")))
    assert [m.number.measure for m in numbered.mentions] == [Measure.MONEY] * 2


def test_changes_in_brackets_and_dashes_with_a_sign_are_numbers_of_their_own() -> None:
    document = read_page(
        table(
            ("", "2023", "Change"), ("Sales", "$ 1,100", "(10)%"), ("Costs", "$ 900", "—%"), ("Tax", "7", "—")
        )
    )
    assert texts(document) == ["$ 1,100", "(10)%", "$ 900", "7"]
