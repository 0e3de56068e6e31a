"""Formulas of a workbook: unlike their neighbours, too short, stale, over hidden rows; and clean ones."""

from __future__ import annotations

import io
import re
from zipfile import ZipFile

import pytest
from openpyxl import Workbook

from cofitcheck.checks import Grid
from cofitcheck.checks.model import ReferenceFinding, ReferenceKind
from cofitcheck.checks.protocol import Known
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.workbook import WorkbookCheck
from cofitcheck.readers import read

Cells = dict[str, str | int | float]

ROWS = {2: "Cash", 3: "Receivables", 4: "Inventories", 5: "Prepaid expenses"}
COLUMNS = "BCDE"


def schedule() -> Cells:
    """Return a lead schedule of four quarters with totals down and across, as it should be."""
    cells: Cells = {"A1": "Item", "F1": "Year", "A6": "Total"}
    for number, column in enumerate(COLUMNS):
        cells[f"{column}1"] = f"Q{number + 1} 2025"
        for row in ROWS:
            cells[f"{column}{row}"] = 100 * row + 7 * number
        cells[f"{column}6"] = f"=SUM({column}2:{column}5)"
    for row in ROWS:
        cells[f"A{row}"] = ROWS[row]
        cells[f"F{row}"] = f"=SUM(B{row}:E{row})"
    cells["F6"] = "=SUM(F2:F5)"
    return cells


def found(cells: Cells, stored: dict[str, float], hidden: tuple[int, ...] = ()) -> list[ReferenceFinding]:
    """Return what is found in a sheet with these cells, and these values stored with its formulas."""
    book = Workbook()
    sheet = book.create_sheet("Lead", 0)
    for place, value in cells.items():
        sheet[place] = value
    for row in hidden:
        sheet.row_dimensions[row].hidden = True
    out = io.BytesIO()
    book.save(out)
    document = read(_with_values(out.getvalue(), stored), "lead.xlsx")
    return list(WorkbookCheck().run(Known(Grid(document), CheckSettings())).references)


def _with_values(data: bytes, stored: dict[str, float]) -> bytes:
    """Return a workbook with values stored beside its formulas, as Excel does and openpyxl does not."""
    out = io.BytesIO()
    with ZipFile(io.BytesIO(data)) as old, ZipFile(out, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if name == "xl/worksheets/sheet1.xml":
                for place, value in stored.items():
                    pattern = rf'(<c r="{place}"[^>]*><f>[^<]*</f>)<v(?: ?/>|></v>)'
                    text = re.sub(pattern, rf"\g<1><v>{value}</v>", text.decode()).encode()
            new.writestr(name, text)
    return out.getvalue()


def values(cells: Cells) -> dict[str, float]:
    """Return what the formulas of a schedule come to, worked out in Python."""
    known: dict[str, float] = {at: value for at, value in cells.items() if isinstance(value, int | float)}

    def value(at: str) -> float:
        formula = str(cells.get(at, ""))
        if at not in known and (ends := re.fullmatch(r"=SUM\(([A-Z])(\d+):([A-Z])(\d+)\)", formula)):
            first, top, last, bottom = ends.groups()
            across = [chr(each) for each in range(ord(first), ord(last) + 1)]
            known[at] = sum(value(f"{c}{r}") for c in across for r in range(int(top), int(bottom) + 1))
        return known.get(at, 0)

    return {at: value(at) for at, said in cells.items() if str(said).startswith("=")}


def test_a_clean_schedule_is_silent() -> None:
    cells = schedule()
    assert found(cells, values(cells)) == []


def test_a_typed_number_among_formulas() -> None:
    cells = schedule() | {"C6": 1428}
    (one,) = found(cells, values(cells))
    assert one.kind is ReferenceKind.TYPED_NUMBER
    assert one.words == "Lead!C6: 1428"
    assert one.reason.values == {"formula": "=SUM(B2:B5)", "beside": "B6"}
    assert one.place.label == "Lead!C6"


def test_a_formula_unlike_its_neighbours() -> None:
    cells = schedule() | {"C6": "=SUM(C2:C4)"}
    (one,) = found(cells, values(cells))
    assert one.kind is ReferenceKind.OTHER_FORMULA
    assert one.words == "Lead!C6: =SUM(C2:C4)"


def test_a_range_that_leaves_out_the_row_above() -> None:
    cells: Cells = {"A1": "Item", "B1": "2025", "A5": "Total"}
    for row, name in list(ROWS.items())[:3]:
        cells |= {f"A{row}": name, f"B{row}": 100 * row}
    cells["B5"] = "=SUM(B2:B3)"
    (one,) = found(cells, {"B5": 500})
    assert one.kind is ReferenceKind.SHORT_RANGE
    assert one.reason.values == {"cells": "B4"}
    # A number that another formula uses was left out on purpose.
    assert found(cells | {"A6": "Net", "B6": "=B5-B4"}, {"B5": 500, "B6": 100}) == []


def test_a_total_that_is_not_what_its_formula_comes_to() -> None:
    cells = schedule()
    stored = values(cells) | {"D6": 1540.0, "F6": 5700.0}
    kinds = {one.words.split(":")[0]: one for one in found(cells, stored)}
    assert kinds["Lead!D6"].kind is ReferenceKind.STALE_FORMULA
    assert kinds["Lead!D6"].reason.values == {"computed": "1456", "stored": "1540"}
    assert set(kinds) == {"Lead!D6", "Lead!F6"}


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("=B2+B3*2-(B4-1)/2", 200 + 600 - 199.5),
        ("=-B2%+ROUND(B3/7,2)", -2 + 42.86),
        ("=SUM(B2:B4,10)-MAX(B2,B3)", 910 - 300),
        ("=ABS(B2-B4)", 200),
    ],
)
def test_arithmetic_is_worked_out(formula: str, value: float) -> None:
    cells: Cells = {"A1": "Item", "B1": "2025", "A6": "Other", "B6": formula}
    for row, name in list(ROWS.items())[:3]:
        cells |= {f"A{row}": name, f"B{row}": 100 * row}
    assert found(cells, {"B6": value}) == []
    (one,) = found(cells, {"B6": value + 1})
    assert one.kind is ReferenceKind.STALE_FORMULA


@pytest.mark.parametrize("formula", ["=VLOOKUP(B2,A1:B4,2)", "=[1]Other!B2", "=Rates", "=B2^2", "=SUM(B:B)"])
def test_what_is_more_than_arithmetic_is_left_alone(formula: str) -> None:
    cells: Cells = {"A1": "Item", "B1": "2025", "A2": "Cash", "B2": 3, "A3": "Bank", "B3": 4, "C6": formula}
    assert found(cells, {"C6": 99}) == []


def test_hidden_rows_in_a_sum() -> None:
    cells = schedule()
    kinds = {one.kind for one in found(cells, values(cells), hidden=(4,))}
    assert kinds == {ReferenceKind.HIDDEN_IN_SUM}
    # Rows that are all folded away are an outline.
    assert found(cells, values(cells), hidden=(2, 3, 4, 5)) == []
