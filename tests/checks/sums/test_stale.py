"""A column that was not rolled forward: last year's numbers stand in this year's column."""

from __future__ import annotations

import pytest

from cofitcheck.checks import CheckSettings, Grid
from cofitcheck.checks.model import Finding, FindingKind
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.sums.check import check_sums
from cofitcheck.checks.sums.features import SumModel
from cofitcheck.weights import bundled
from tests.checks.checks_documents import Row, document

YEARS = ("2023", "2022")


@pytest.fixture(scope="module")
def model() -> SumModel:
    return SumModel.load(bundled().folder)


def told(model: SumModel, rows: list[Row]) -> tuple[Finding, ...]:
    return check_sums(Grid(document(rows, headers=YEARS)), model, CheckSettings()).findings


def costs(first: tuple[str, str, str]) -> list[Row]:
    return [
        ("Operating lease costs", (first[0], "296")),
        ("Amortization of lease assets", (first[1], "151")),
        ("Interest on lease liabilities", (first[2], "137")),
        ("Variable lease costs", ("157", "151")),
        ("Total lease costs", ("727", "735")),
    ]


def test_a_column_of_the_year_beside_is_told_where_only_its_total_is_new(model: SumModel) -> None:
    assert told(model, costs(("297", "128", "145"))) == ()
    rows = costs(("296", "151", "137"))
    (finding,) = told(model, rows)
    made = document(rows, headers=YEARS)
    assert finding.kind is FindingKind.SUM
    assert (made.mentions[finding.mention].text, made.mentions[finding.mention].column) == ("296", 1)
    assert finding.reasons[0] == Reason.of(ReasonCode.COLUMN_BESIDE, n=3)
    assert finding.mended is None


def test_bonds_stay_what_they_are(model: SumModel) -> None:
    bonds: list[Row] = [
        ("2.750% notes due 2024", ("1,000", "1,000")),
        ("3.000% notes due 2027", ("750", "750")),
        ("1.375% notes due 2027", ("1,250", "1,250")),
        ("Other", ("484", "521")),
        ("Debt, less what is due", ("3,012", "3,521")),
    ]
    assert told(model, bonds) == ()


def test_columns_of_one_year_may_state_the_same(model: SumModel) -> None:
    made = document(costs(("296", "151", "137")), headers=("Principal", "Stated value"))
    assert check_sums(Grid(made), model, CheckSettings()).findings == ()


def test_a_slip_beside_numbers_that_stay_is_told_as_a_slip(model: SumModel) -> None:
    equity: list[Row] = [
        ("Common stock", ("4,825", "4,825")),
        ("Additional paid-in capital", ("106,177", "106,177")),
        ("Accumulated other comprehensive loss", ("(1,483)", "(1,483)")),
        ("Accumulated deficit", ("(191,418)", "(191,848)")),
        ("Total stockholders' deficit", ("(82,899)", "(82,329)")),
    ]
    (finding,) = told(model, equity)
    assert finding.mended is not None
    assert ReasonCode.COLUMN_BESIDE not in {each.why for each in finding.reasons}


def test_two_rows_that_are_the_same_are_no_column(model: SumModel) -> None:
    assert told(model, costs(("296", "151", "145"))) == ()


def test_equity_that_stays_with_a_part_of_a_part_is_no_such_column(model: SumModel) -> None:
    equity: list[Row] = [
        ("股本", ("43,755", "43,755")),
        ("资本公积", ("11,299", "11,299")),
        ("盈余公积", ("9,472", "9,472")),
        ("未分配利润", ("42,251", "30,114")),
        ("拟分配现金股利", ("6,563", "-")),
        ("股东权益合计", ("106,777", "94,640")),
    ]
    assert told(model, equity) == ()
