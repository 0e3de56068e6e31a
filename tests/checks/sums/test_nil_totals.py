"""A total that is printed as a dash: its parts cancel, and are checked by that."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cofitcheck.checks import CheckSettings, Grid
from cofitcheck.checks.ledger import CheckKind, make_ledger
from cofitcheck.checks.sums.check import check_sums, confirmed
from cofitcheck.checks.sums.features import SumModel
from cofitcheck.document import Cell, Document
from cofitcheck.weights import bundled
from tests.checks.checks_documents import Row, document

HEADERS = ("Goods", "Services", "Eliminations", "Group")


@pytest.fixture(scope="module")
def model() -> SumModel:
    return SumModel.load(bundled().folder)


def segments(inside: tuple[str, str, str], nought: str) -> Document:
    """Three segments of which sales between them come to nothing, as a reader hands it over: what is printed
    as a dash is a cell, and no mention."""
    rows: list[Row] = [
        ("Sales to others", ("4,195", "2,304", "118", "6,617")),
        ("Sales between segments", (*inside, "-")),
        ("Cost of sales", ("3,310", "1,877", "102", "5,289")),
        ("Other costs", ("412", "209", "33", "654")),
    ]
    made = document(rows, headers=HEADERS)
    stated = [each for each in made.mentions if each.text != "-"]
    mentions = tuple(replace(each, index=at) for at, each in enumerate(stated))
    cells = tuple(Cell(each.row, each.column, each.text, (each.place,)) for each in stated)
    dash = Cell(2, 4, nought, (made.tables[0].place,))
    return replace(made, mentions=mentions, tables=(replace(made.tables[0], cells=(*cells, dash)),))


@pytest.mark.parametrize("nought", ["—", "$ —", "-", "nil", "(–)", "无"])
def test_parts_that_cancel_are_checked_by_a_total_that_is_a_dash(model: SumModel, nought: str) -> None:
    clean = segments(("377", "105", "(482)"), nought)
    sums = check_sums(Grid(clean), model, CheckSettings())
    assert sums.findings == ()
    parts = tuple(each.index for each in clean.mentions if each.text in ("377", "105", "(482)"))
    assert [(each.kind, each.mentions) for each in sums.cancelling] == [(CheckKind.CROSS_SUM, parts)]
    assert set(parts) <= sums.footed
    ledger = make_ledger(clean, (*confirmed(Grid(clean), sums.holding), *sums.cancelling), (), ())
    assert ledger.unchecked == 0


@pytest.mark.parametrize(
    ("inside", "nought"),
    [(("377", "105", "(428)"), "—"), (("377", "105", "(482)"), ""), (("377", "105", "(482)"), "n.m.")],
)
def test_parts_that_do_not_or_have_no_such_total_are_not(
    model: SumModel, inside: tuple[str, str, str], nought: str
) -> None:
    sums = check_sums(Grid(segments(inside, nought)), model, CheckSettings())
    assert (sums.findings, sums.cancelling) == ((), ())


def test_parts_that_are_all_dashes_under_a_dash_are_no_break(model: SumModel) -> None:
    rows: list[Row] = [
        ("North", ("1,204", "877", "-")),
        ("South", ("2,310", "1,118", "-")),
        ("East", ("4,195", "2,304", "-")),
        ("Total", ("7,709", "4,299", "-")),
    ]
    sums = check_sums(Grid(document(rows)), model, CheckSettings())
    assert (sums.findings, sums.cancelling) == ((), ())
    assert len(sums.footed) == 8
