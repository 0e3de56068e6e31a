"""What the formulas of a workbook add up, and what breaks a sum that they state."""

from __future__ import annotations

from typing import Any

import pytest

from cofitcheck import Checker
from cofitcheck.document import Document
from cofitcheck.readers import read
from cofitcheck.readers.xlsx.sheet import addends_of
from cofitcheck.reports.words.reasons import render_reason
from tests.readers.office_files import book_bytes, book_of, changed
from tests.readers.test_xlsx import sheet_part

SHEET = "xl/worksheets/sheet1.xml"


def calculated(book: Any, **values: int) -> bytes:
    """Return a workbook whose formulas have values stored with them, by cell."""
    data = book_bytes(book)
    part = sheet_part(data, SHEET)
    for cell, value in values.items():
        formula = book.active[cell].value.removeprefix("=").encode()
        for empty in (b"<v/>", b"<v></v>", b"<v />"):
            part = part.replace(b"<f>" + formula + b"</f>" + empty, b"<f>%b</f><v>%d</v>" % (formula, value))
    return changed(data, {SHEET: part})


@pytest.mark.parametrize(
    ("formula", "cells"),
    [
        ("=SUM(B2:B4)", "+B2 +B3 +B4"),
        ("=B2+B3-B4", "+B2 +B3 -B4"),
        ("=-B2-(B3-B4)", "-B2 -B3 +B4"),
        ("=SUM(B2:B3,B5)-SUM($B$7)", "+B2 +B3 +B5 -B7"),
        ("= B2 + sum( B3 , B5 )", "+B2 +B3 +B5"),
        ("=B2", "+B2"),
    ],
)
def test_a_formula_adds_cells_up(formula: str, cells: str) -> None:
    found = addends_of(formula)
    assert found is not None
    assert (
        " ".join(f"{'+' if sign > 0 else '-'}{'ABC'[column - 1]}{row}" for (row, column), sign in found)
        == cells
    )


@pytest.mark.parametrize(
    "formula",
    [
        "=B2*2",
        "=SUM(Other!B2:B4)",
        "=ROUND(B2,0)",
        "=IF(B2,B3,B4)",
        "=SUM(B:B)",
        "=B2+1",
        "=B2+B2",
        "=SUM(A1:XFD1048576)",
        "=Revenue-Costs",
        "",
    ],
)
def test_a_formula_that_does_anything_else_says_nothing(formula: str) -> None:
    assert addends_of(formula) is None


# Every number is round or small, so that no column could show by itself that its total is a sum.
ROWS = (
    (None, 2031, 2030, 2029, 2028),
    ("North", 40, 30, 20, 10),
    ("South", 30, 20, 10, 20),
    ("East", 20, 30, 30, 40),
)


def totals(*row: str | int, **values: int) -> Document:
    return read(calculated(book_of(*ROWS, ("Trade", *row)), **values), "regions.xlsx")


def test_formulas_are_known_by_the_numbers_that_they_add() -> None:
    document = totals("=SUM(B2:B4)", 80, 60, 70, B5=90)
    ((total, addends),) = document.formulas.items()
    assert document.mentions[total].text == "90"
    assert [(document.mentions[each].text, sign) for each, sign in addends] == [
        ("40", 1),
        ("30", 1),
        ("20", 1),
    ]


def test_what_a_hidden_row_holds_is_not_added_up() -> None:
    book = book_of(*ROWS, ("Trade", "=SUM(B2:B4)", 80, 60, 70))
    book.active.row_dimensions[3].hidden = True
    assert read(calculated(book, B5=90), "regions.xlsx").formulas == {}


def test_a_typed_total_that_breaks_the_formula_of_its_line_is_found() -> None:
    document = totals("=SUM(B2:B4)", "=SUM(C2:C4)", 66, "=SUM(E2:E4)", B5=90, C5=80, E5=70)
    (finding,) = Checker().check(document).found
    assert document.mentions[finding.mention].text == "66"
    assert finding.mended == 60
    assert any("formula" in str(render_reason(reason)).lower() for reason in finding.reasons)


def test_a_formula_that_leaves_a_row_out_is_found() -> None:
    document = totals("=SUM(B2:B4)", "=SUM(C2:C4)", "=SUM(D2:D3)", "=SUM(E2:E4)", B5=90, C5=80, D5=30, E5=70)
    (finding,) = Checker().check(document).found
    assert document.mentions[finding.mention].text == "30"
    assert finding.mended == 60


def test_formulas_that_come_out_are_no_finding() -> None:
    document = totals("=SUM(B2:B4)", "=SUM(C2:C4)", 60, "=SUM(E2:E4)", B5=90, C5=80, E5=70)
    assert Checker().check(document).found == ()
