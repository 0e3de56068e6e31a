"""What converters of PDF write: Markdown with pipe or HTML tables, plain HTML, DoclingDocument JSON."""

import json
import time
from typing import Any

import pytest

from cofitcheck.errors import NoTablesError, UnreadableDocumentError
from cofitcheck.readers import read
from tests.readers.html_pages import YEARS, column_path, mention, row_path, table, texts

PIPES = """\
# Annual report

## Results

Sales (in millions):

|  | 2023 | 2022 |
|:---|---:|---:|
| Sales | **1,100** | 1,200 |
| Profit \\| loss | (69) | — |

## Costs

Costs rose.
"""


def test_pipe_tables_in_markdown() -> None:
    document = read(PIPES.encode(), "report.md")
    assert texts(document) == ["1,100", "1,200", "(69)"]
    assert (row_path(document, "(69)"), column_path(document, "(69)")) == (("Profit | loss",), ("2023",))
    assert mention(document, "1,100").number.value == 1_100_000_000
    assert "Results" in document.tables[0].title
    assert document.original == PIPES.encode()


def test_html_tables_in_markdown_even_with_blank_lines_in_them() -> None:
    rows = table(YEARS, ("Sales", "1,100", "1,200")).replace("<tr>", "\n\n    <tr>\n")
    document = read(f"# Report\nAs follows\n{rows}\n\nWords after.\n".encode(), "report.md")
    assert texts(document) == ["1,100", "1,200"]
    assert document.tables[0].text_after == "Words after."


def test_markdown_is_known_without_its_name() -> None:
    assert texts(read(PIPES.encode())) == ["1,100", "1,200", "(69)"]
    assert texts(read(b"<!-- page 1 -->\n" + PIPES.encode(), "report.html")) == ["1,100", "1,200", "(69)"]


def test_html_of_a_converter_without_a_page_around_it() -> None:
    document = read(f"<h2>Sales</h2><p># 1</p>{table(YEARS, ('Sales', '1,100', '1,200'))}".encode(), "x.md")
    assert document.original == b""
    assert texts(document) == ["1,100", "1,200"]


def test_markdown_without_numbers_in_tables_is_refused() -> None:
    with pytest.raises(NoTablesError, match="no table with numbers"):
        read(b"# Report\n\nSales were high.\n", "report.md")


def cell(text: str, row: int, column: int, rows: int = 1, columns: int = 1, header: bool = False) -> Any:
    return {
        "text": text, "start_row_offset_idx": row, "end_row_offset_idx": row + rows,
        "start_col_offset_idx": column, "end_col_offset_idx": column + columns, "row_span": rows,
        "col_span": columns, "column_header": header, "row_header": False, "row_section": False,
    }  # fmt: skip


def docling(**changes: Any) -> dict[str, Any]:
    def text(number: int, label: str, words: str, **more: Any) -> dict[str, Any]:
        return {"self_ref": f"#/texts/{number}", "label": label, "text": words, "children": [], **more}

    return {
        "schema_name": "DoclingDocument",
        "version": "1.8.0",
        "name": "report",
        "body": {
            "self_ref": "#/body",
            "children": [{"$ref": ref} for ref in ("#/texts/0", "#/groups/0", "#/texts/3", "#/texts/4")],
        },
        "groups": [
            {"self_ref": "#/groups/0", "children": [{"$ref": "#/texts/1"}, {"$ref": "#/tables/0"}]}
        ],
        "texts": [
            text(0, "section_header", "Balance sheet", level=1),
            text(1, "text", "Cash is money."),
            text(2, "caption", "(in thousands)"),
            text(3, "page_footer", "Acme 2023", content_layer="furniture"),
            text(4, "text", "Debt is not."),
        ],
        "tables": [
            {
                "self_ref": "#/tables/0",
                "label": "table",
                "children": [{"$ref": "#/texts/2"}],
                "captions": [{"$ref": "#/texts/2"}],
                "prov": [{"page_no": 12, "bbox": {}}],
                "data": {
                    "num_rows": 3,
                    "num_cols": 3,
                    "table_cells": [
                        cell("Year ended", 0, 1, columns=2, header=True),
                        cell("2023", 1, 1, header=True), cell("2022", 1, 2, header=True),
                        cell("Cash", 2, 0), cell("1,100", 2, 1), cell("1,200", 2, 2),
                    ],
                },
            }
        ],
        "pictures": [],
        **changes,
    }  # fmt: skip


def test_a_docling_document_is_read_in_its_own_order() -> None:
    document = read(json.dumps(docling()).encode(), "report.json")
    assert texts(document) == ["1,100", "1,200"]
    assert column_path(document, "1,200") == ("Year ended", "2022")
    assert mention(document, "1,100").number.value == 1_100_000
    assert mention(document, "1,100").place.words == "page 12"
    (read_table,) = document.tables
    assert read_table.title == "Balance sheet"
    assert read_table.text_before.endswith("Cash is money. (in thousands)")
    assert read_table.text_after == "Debt is not."


def test_references_that_go_round_in_a_docling_document_end() -> None:
    round_and_round = docling()
    round_and_round["groups"][0]["children"].append({"$ref": "#/groups/0"})
    assert len(read(json.dumps(round_and_round).encode(), "report.json").tables) == 1


@pytest.mark.parametrize(
    "broken", [{"texts": 3}, {"body": None}, {"tables": [{"data": {"table_cells": [cell("1", 10**9, 0)]}}]}]
)
def test_a_damaged_docling_document_is_refused(broken: dict[str, Any]) -> None:
    with pytest.raises(UnreadableDocumentError, match="this DoclingDocument is damaged"):
        read(json.dumps(docling(**broken)).encode(), "report.json")


def test_tables_without_end_in_markdown_take_no_longer_than_others() -> None:
    before = time.process_time()
    assert texts(read((PIPES + "\n<table " * 50_000).encode(), "report.md")) == ["1,100", "1,200", "(69)"]
    assert time.process_time() - before < 5


def test_a_table_without_end_in_markdown_begins_no_other() -> None:
    rows = table(YEARS, ("Sales", "1,100", "1,200")).replace("<tr>", "\n\n<tr>")
    document = read(f"# Report\n\n</table>\n\n{rows}\n\nWords after.\n".encode(), "report.md")
    assert texts(document) == ["1,100", "1,200"]
