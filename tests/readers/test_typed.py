"""Tables that were typed: in text files, `<pre>`, paragraphs, ragged Markdown, and files of values."""

from __future__ import annotations

import io
from decimal import Decimal
from pathlib import Path

import docx
import pytest

from cofitcheck.document import Document
from cofitcheck.errors import InputError
from cofitcheck.numbers import Measure
from cofitcheck.readers import read
from tests.readers.html_pages import column_path, mention, read_page, row_path, table, texts

STATEMENT = """
                        STATEMENTS OF OPERATIONS
                  (In thousands, except per share data)

                                             Years ended December 31,
                                             ------------------------
                                                2031          2030
                                             ---------     ----------
Sales ...................................    $  7,310      $   6,104
Costs of sales ..........................      (4,020)        (3,377)
                                             ---------     ----------
Gross profit ............................       3,290          2,727
Operating expenses:
  Research and development ..............         810            702
  Cumulative effect of a change in
    accounting, net of taxes (Note 4) ...        (118)            --
                                             ---------     ----------
Net income ..............................    $  2,598      $   2,025
                                             =========     ==========
"""


def cells(document: Document) -> list[tuple[str, str, str]]:
    """Return of each number its label, its header and its text."""
    return [(m.row_path[-1], " ".join(m.column_path), m.text) for m in document.mentions]


def test_columns_of_a_text_are_known_by_where_amounts_stand() -> None:
    document = read(STATEMENT.encode(), "old.txt")
    (table,) = document.tables
    assert table.title == "STATEMENTS OF OPERATIONS"
    assert table.caption == "(In thousands, except per share data)"
    assert cells(document) == [
        ("Sales", "Years ended December 31, 2031", "$ 7,310"),
        ("Sales", "Years ended December 31, 2030", "$ 6,104"),
        ("Costs of sales", "Years ended December 31, 2031", "(4,020)"),
        ("Costs of sales", "Years ended December 31, 2030", "(3,377)"),
        ("Gross profit", "Years ended December 31, 2031", "3,290"),
        ("Gross profit", "Years ended December 31, 2030", "2,727"),
        ("Research and development", "Years ended December 31, 2031", "810"),
        ("Research and development", "Years ended December 31, 2030", "702"),
        (
            "Cumulative effect of a change in accounting, net of taxes (Note 4)",
            "Years ended December 31, 2031",
            "(118)",
        ),
        ("Net income", "Years ended December 31, 2031", "$ 2,598"),
        ("Net income", "Years ended December 31, 2030", "$ 2,025"),
    ]
    number = mention(document, "$ 7,310").number
    assert (number.value, number.currency, number.measure) == (Decimal(7_310_000), "USD", Measure.MONEY)
    assert row_path(document, "810") == ("Operating expenses", "Research and development")


def test_a_pre_in_a_page_is_read_as_a_text_is() -> None:
    in_page = read_page(f"<h1>Fennmoor Tools Inc.</h1><pre>{STATEMENT}</pre><p>The end.</p>")
    assert cells(in_page) == cells(read(STATEMENT.encode(), "old.txt"))


def test_a_pre_without_a_table_leaves_the_page_as_it_is() -> None:
    document = read_page(table(("", "2031"), ("Sales", "7,310")), "<pre>a = 1\nb = 2</pre>")
    assert texts(document) == ["7,310"]
    assert not document.original


def test_marks_of_edgar_and_pages_are_no_part_of_tables() -> None:
    text = (
        "<TABLE>\n<CAPTION>\n                           2031      2030\n"
        "<S>                        <C>       <C>\n"
        "Cash                       3,114     2,901\nReceivables                8,220     7,415\n\n\n"
        "                             - 12 -\n<PAGE>\n\n</TABLE>\n"
    )
    assert cells(read(text.encode(), "old.txt")) == [
        ("Cash", "2031", "3,114"),
        ("Cash", "2030", "2,901"),
        ("Receivables", "2031", "8,220"),
        ("Receivables", "2030", "7,415"),
    ]


def test_heads_stand_over_the_columns_that_they_are_centred_on() -> None:
    text = """
                      Three months ended       Six months ended
                           June 30,                June 30,
                       2031       2030         2031       2030
                      ------     ------       ------     ------
Sales                  1,310      1,204        2,700      2,488
Costs                    910        822        1,804      1,699
"""
    document = read(text.encode(), "old.txt")
    assert column_path(document, "1,204") == ("Three months ended", "June 30,", "2030")
    assert column_path(document, "2,700") == ("Six months ended", "June 30,", "2031")


def test_amounts_at_the_left_edge_of_their_column_are_in_it() -> None:
    text = """
                        2031         2030
Cash                    3,114        901
Receivables, net        8            17,415
Inventories             220          7
"""
    document = read(text.encode(), "old.txt")
    assert [(m.text, m.column_path) for m in document.mentions] == [
        (text, (year,))
        for text, year in (
            ("3,114", "2031"), ("901", "2030"), ("8", "2031"),
            ("17,415", "2030"), ("220", "2031"), ("7", "2030"),
        )
    ]  # fmt: skip


def test_a_list_of_pages_is_no_table_of_amounts() -> None:
    text = "Item 1. Business ............ 3\nItem 2. Properties .......... 17\n" * 2
    with pytest.raises(InputError, match="no table is typed in it"):
        read(text.encode(), "old.txt")


@pytest.mark.parametrize("name", ["letter.txt", "letter.md"])
def test_prose_with_numbers_is_read_without_a_table(name: str) -> None:
    text = "Sales rose in 2031 to $7,310 thousand.  Costs were $4,020.\nWe hired 1,204 people.\n" * 5
    document = read(text.encode(), name)
    assert document.mentions == ()
    assert document.passages[0].text.startswith("Sales rose in 2031 to $7,310 thousand.")


def test_a_submission_of_typed_documents_is_read() -> None:
    form = f"<TYPE>10-K\n<SEQUENCE>1\n<TEXT>\n<PAGE> 1\n<TABLE>{STATEMENT}</TABLE>\n</TEXT>"
    text = f"<SEC-DOCUMENT>x.txt\n<DOCUMENT>\n{form}\n</DOCUMENT>\n"
    document = read(text.encode(), "old.txt")
    assert mention(document, "3,290").place.file == "10-K (1)"
    assert len(document.mentions) == 11


def word(*paragraphs: str) -> bytes:
    document = docx.Document()
    for text in paragraphs:
        document.add_paragraph(text)
    kept = io.BytesIO()
    document.save(kept)
    return kept.getvalue()


BARS = (
    "# Fennmoor Tools Inc. - Statements of operations",
    "(In thousands)",
    "| Item         | FY 2031 | FY 2030 |",
    "|--------------|---------|---------|",
    "| Sales        | $7,310  | $6,104  |",
    "| Costs        | ($4,020)| ($3,377)|",
    "| Gross profit | $3,290  | $2,727",
)
TABS = (
    "Statements of operations",
    "(In thousands)",
    "\tFY 2031\tFY 2030",
    "Sales\t\t$7,310\t$6,104",
    "Costs\t\t($4,020)\t($3,377)",
    "Gross profit\t$3,290\t$2,727",
)
BLANKS = (
    "Statements of operations",
    "(In thousands)",
    "                 FY 2031     FY 2030",
    "Sales            $7,310      $6,104",
    "Costs            ($4,020)    ($3,377)",
    "Gross profit     $3,290      $2,727",
)


@pytest.mark.parametrize("paragraphs", [BARS, TABS, BLANKS])
def test_a_table_typed_in_the_paragraphs_of_a_word_document_is_read(paragraphs: tuple[str, ...]) -> None:
    document = read(word(*paragraphs, "Sales rose by 19.8%."), "draft.docx")
    wanted: list[tuple[object, ...]] = [
        ((label,), (year,), Decimal(value * 1000))
        for label, values in (
            ("Sales", (7310, 6104)),
            ("Costs", (-4020, -3377)),
            ("Gross profit", (3290, 2727)),
        )
        for year, value in zip(("FY 2031", "FY 2030"), values, strict=True)
    ]
    assert [(m.row_path, m.column_path, m.number.value) for m in document.mentions] == wanted
    assert "Statements of operations" in document.tables[0].title + document.tables[0].text_before
    assert document.passages[-1].text == "Sales rose by 19.8%."


def test_markdown_with_ragged_bars_is_read() -> None:
    text = "# Statements\n\n| Item | 2031 | 2030\n| Sales | 7,310 | 6,104 |\n| Costs | 4,020 |\n\nText.\n"
    assert cells(read(text.encode(), "draft.md")) == [
        ("Sales", "2031", "7,310"),
        ("Sales", "2030", "6,104"),
        ("Costs", "2031", "4,020"),
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("sales.csv", 'Item,2031,2030\nSales,"7,310","6,104"\nCosts,"4,020","3,377"\n'),
        ("sales.csv", "Item;2031;2030\nSales;7310;6104\nCosts;4020;3377\n"),
        ("sales.tsv", "Item\t2031\t2030\nSales\t7310\t6104\nCosts\t4020\t3377\n"),
        ("sales", "Item;2031;2030\nSales;7310;6104\nCosts;4020;3377\n"),
    ],
)
def test_a_file_of_values_is_a_table(name: str, text: str) -> None:
    document = read(text.encode(), name)
    wanted: list[tuple[object, ...]] = [
        ("Sales", ("2031",), Decimal(7310)),
        ("Sales", ("2030",), Decimal(6104)),
        ("Costs", ("2031",), Decimal(4020)),
        ("Costs", ("2030",), Decimal(3377)),
    ]
    assert [(m.row_path[-1], m.column_path, m.number.value) for m in document.mentions] == wanted
    assert document.tables[0].title == "sales"


def test_a_folder_of_files_of_values_is_one_document(tmp_path: Path) -> None:
    for name, amount in (("balance_sheet", "3,114"), ("key_figures", "3,141")):
        (tmp_path / f"{name}.csv").write_text(f'Item,2031,2030\nCash,"{amount}","2,901"\n')
    document = read(tmp_path)
    assert [table.title for table in document.tables] == ["balance sheet", "key figures"]
    assert {m.place.file for m in document.mentions} == {"balance_sheet.csv", "key_figures.csv"}


def lines(*said: str) -> bytes:
    return "\n".join((*said, "")).encode()


def test_digits_set_apart_by_blanks_are_one_amount() -> None:
    heads = "                     Litiges    Garanties    Total"
    opening = "Ouverture                612          348      960"
    closing = "Clôture                  669          332    1 001"
    document = read(lines(heads, opening, closing), "notes.txt")
    assert [m.number.displayed for m in document.mentions] == [612, 348, 960, 669, 332, 1001]


def test_a_triangle_before_an_amount_is_its_sign() -> None:
    heads, opening = "              資本金    利益剰余金", "期首残高       1,000         9,714"
    document = read(lines(heads, opening, "配当               0          △412"), "equity.txt")
    assert [m.number.displayed for m in document.mentions] == [1000, 9714, 0, -412]


def test_a_title_above_dated_columns_begins_another_table() -> None:
    heads = "                  Financial year 2031"
    sheet = ("Balance sheet", "", heads, "Receivables                    44,714", "Cash       96,008", "")
    note = ("Receivables", "", heads, "Domestic                       19,748", "Foreign    24,966")
    document = read(lines(*sheet, *note), "report.txt")
    assert [[m.text for m in document.mentions if m.table == at] for at in range(2)] == [
        ["44,714", "96,008"],
        ["19,748", "24,966"],
    ]
    assert {m.row_path[-1] for m in document.mentions} == {"Receivables", "Cash", "Domestic", "Foreign"}
