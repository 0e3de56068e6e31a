"""1.234,56, 1 234,56 and 1,234.56: decided once for a document, and said where nothing decides."""

from decimal import Decimal

import pytest

from cofitcheck.document import Document
from cofitcheck.readers import read
from cofitcheck.readers.tables import Decimals
from cofitcheck.reports.words import render_unchecked
from tests.readers.html_pages import YEARS, read_page, table
from tests.readers.office_files import book_bytes, book_of, zip_of


def values(document: Document) -> list[Decimal | None]:
    return [mention.number.value for mention in document.mentions]


def test_points_between_thousands_and_a_decimal_comma() -> None:
    document = read_page(table(YEARS, ("Umsatz", "1.234,56", "1.200"), ("Quote", "12,5 %", "11,0 %")))
    assert values(document) == [Decimal("1234.56"), 1200, Decimal("12.5"), 11]
    assert document.warnings == ()


@pytest.mark.parametrize("space", [" ", "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"])
def test_spaces_between_thousands_and_a_decimal_comma(space: str) -> None:
    document = read_page(
        table(YEARS, ("Ventes", f"1{space}234,56", f"12{space}345{space}678"), ("Bénéfice", "1.234", "0,125"))
    )
    assert values(document) == [Decimal("1234.56"), 12_345_678, 1234, Decimal("0.125")]


def test_spaces_between_thousands_and_a_decimal_point() -> None:
    document = read_page(table(YEARS, ("Sales", "1 234.56", "12 345 678"), ("Rate", "1.234", "0.125")))
    assert values(document) == [Decimal("1234.56"), 12_345_678, Decimal("1.234"), Decimal("0.125")]


def test_one_number_decides_for_the_whole_document() -> None:
    rows = [("Umsatz", "1.234", "1.200")] * 5
    document = read_page(table(YEARS, *rows), table(YEARS, ("Ergebnis je Aktie", "2,50", "2,10")))
    assert values(document)[0] == 1234


def test_the_text_around_tables_speaks_too() -> None:
    page = table(YEARS, ("Umsatz", "1.234", "1.200"))
    assert values(read_page(page, "<p>4,5 %</p>"))[0] == 1234


def test_where_nothing_decides_it_is_english_and_that_is_said() -> None:
    document = read_page(table(YEARS, ("Sales", "1.234", "1.200"), ("Costs", "900", "80")))
    assert values(document)[0] == Decimal("1.234")
    (warning,) = (str(render_unchecked(each)) for each in document.warnings)
    assert "“1.234”" in warning
    assert "read as in 1,234.56" in warning


def test_a_document_of_both_says_so() -> None:
    document = read_page(table(YEARS, ("Sales", "1,234.56", "1,200.10"), ("Umsatz", "1.234,56", "2,5")))
    (warning,) = (str(render_unchecked(each)) for each in document.warnings)
    assert "2 numbers have a decimal comma and 2 a point" in warning


@pytest.mark.parametrize(
    "texts",
    [
        ("1,234", "12.5"),
        ("1,234", "5,678"),
        ("1.250%", "3.125%", "1,000"),
        ("1.5", "2,345"),
        ("(x 1.000)", "x 1.000"),
        ("1, 2", "3.4.5", "2,34,567", "Sales"),
        (),
    ],
)
def test_english_numbers_leave_no_doubt(texts: tuple[str, ...]) -> None:
    decimals = Decimals.of(texts)
    assert not decimals.uses_comma
    assert decimals.doubt is None


@pytest.mark.parametrize(
    "texts",
    [("1.234.567",), ("1.234.567,8",), ("0,5", "1.234"), ("€ 1.234,50",), ("(1.234,50)",), ("12,5%",)],
)
def test_numbers_that_can_only_have_a_decimal_comma(texts: tuple[str, ...]) -> None:
    decimals = Decimals.of(texts)
    assert decimals.uses_comma
    assert decimals.doubt is None


def test_all_files_of_a_report_are_written_one_way() -> None:
    def page(*rows: tuple[str, ...]) -> bytes:
        return f"<html><body>{table(YEARS, *rows)}</body></html>".encode()

    document = read(
        zip_of(
            {
                "reports/a.xhtml": page(("Umsatz", "1.234", "1.200")),
                "reports/b.xhtml": page(("Quote", "2,5", "3,5")),
            }
        ),
        "report.zip",
    )
    assert values(document) == [1234, 1200, Decimal("2.5"), Decimal("3.5")]


def test_a_workbook_shows_numbers_as_its_texts_are_written() -> None:
    book = book_of((None, "2023", "2022"), ("Umsatz", 1234567.5, "1.200,50"), number_format="#,##0.00")
    document = read(book_bytes(book), "report.xlsx")
    assert [mention.text for mention in document.mentions] == ["1.234.567,50", "1.200,50"]
    assert values(document) == [Decimal("1234567.50"), Decimal("1200.50")]
