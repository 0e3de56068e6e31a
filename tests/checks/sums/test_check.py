"""Broken sums as findings: the cell that is wrong, what mends it, one error one finding, and the ledger."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import numpy.typing as npt
import pytest

from cofitcheck.checks import CheckSettings, Grid
from cofitcheck.checks.ledger import CheckKind, Confirmed, Outcome, make_ledger
from cofitcheck.checks.model import FindingKind, Severity
from cofitcheck.checks.sums.check import check_sums, confirmed
from cofitcheck.checks.sums.features import SumModel
from cofitcheck.document import Document, Passage
from cofitcheck.numbers import Slip
from cofitcheck.weights import bundled
from tests.checks.checks_documents import Row, document

MOVEMENTS: list[Row] = [
    ("Balance at beginning of year", ("1,204", "2,310", "419")),
    ("Additions", ("377", "1,118", "230")),
    ("Disposals", ("(105)", "(402)", "(77)")),
    ("Balance at end of year", ("1,476", "3,026", "572")),
]
REGIONS: list[Row] = [
    ("North", ("1,204", "877", "2,081")),
    ("South", ("2,310", "1,118", "3,428")),
    ("East", ("4,195", "2,304", "6,499")),
    ("Total", ("7,709", "4,299", "12,008")),
]
HEADERS = ("Services", "Goods", "Total")


@pytest.fixture(scope="module")
def model() -> SumModel:
    return SumModel.load(bundled().folder)


class Certain(SumModel):
    """Holds every break to be an error: what is told of it does not depend on what the trees have learnt."""

    def __init__(self) -> None:
        pass

    def probabilities(self, features: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        return np.full(len(features), 0.9)


def changed(rows: list[Row], row: int, column: int, text: str, headers: tuple[str, ...]) -> Document:
    label, values = rows[row]
    new = [*values]
    new[column] = text
    return document([*rows[:row], (label, new), *rows[row + 1 :]], headers=headers)


def test_crossing_sums_name_the_cell_and_what_mends_it() -> None:
    wrong = changed(REGIONS, 1, 1, "1,181", headers=HEADERS)
    (finding,) = check_sums(Grid(wrong), Certain(), CheckSettings()).findings
    assert wrong.mentions[finding.mention].text == "1,181"
    assert finding.mended == Decimal(1_118_000_000)
    assert (finding.kind, finding.slip, finding.severity) == (
        FindingKind.SUM,
        Slip.TRANSPOSITION,
        Severity.HIGH,
    )
    assert finding.difference == Decimal(63_000_000)
    assert finding.fact is None
    assert finding.same_fact is None


def test_a_broken_balance_is_a_roll_forward() -> None:
    wrong = changed(MOVEMENTS, 3, 1, "3,062", headers=("Land", "Plant", "Tools"))
    (finding,) = check_sums(Grid(wrong), Certain(), CheckSettings()).findings
    assert finding.kind is FindingKind.ROLL_FORWARD
    assert finding.calculation is not None
    assert finding.calculation.computed == Decimal(3_026_000_000)
    assert wrong.mentions[finding.calculation.total].text == "3,062"


def test_the_bundled_model_finds_the_slip_and_is_quiet_without_it(model: SumModel) -> None:
    assert check_sums(Grid(document(REGIONS, headers=HEADERS)), model, CheckSettings()).findings == ()
    wrong = changed(REGIONS, 2, 0, "4,915", headers=HEADERS)
    (finding,) = check_sums(Grid(wrong), model, CheckSettings()).findings
    assert wrong.mentions[finding.mention].text == "4,915"


def test_the_ledger_says_of_every_number_what_checked_it() -> None:
    clean = document(REGIONS, headers=HEADERS)
    sums = check_sums(Grid(clean), Certain(), CheckSettings())
    ledger = make_ledger(clean, confirmed(Grid(clean), sums.holding), sums.findings, ())
    assert (ledger.checked, ledger.unchecked) == (12, 0)
    assert ledger.by_kind[CheckKind.SUM] == ledger.by_kind[CheckKind.CROSS_SUM] == 12
    kinds = {(check.kind, check.outcome) for check in ledger.of(0)}
    assert kinds == {(CheckKind.SUM, Outcome.AGREES), (CheckKind.CROSS_SUM, Outcome.AGREES)}


def test_a_contradicted_number_is_entered_as_contradicted() -> None:
    wrong = changed(REGIONS, 1, 1, "1,181", headers=HEADERS)
    sums = check_sums(Grid(wrong), Certain(), CheckSettings())
    ledger = make_ledger(wrong, confirmed(Grid(wrong), sums.holding), sums.findings, ())
    told = sums.findings[0].mention
    assert Outcome.CONTRADICTED in {check.outcome for check in ledger.of(told)}


def test_a_check_is_entered_once() -> None:
    clean = document(REGIONS, headers=HEADERS)
    twice = [Confirmed(CheckKind.SUM, (0, 3, 6, 9))] * 2
    assert len(make_ledger(clean, twice, (), ()).of(0)) == 1


@pytest.mark.parametrize(
    ("off", "severity"), [("7,710", None), ("7,712", Severity.NOTICE), ("7,713", Severity.MEDIUM)]
)
def test_a_unit_more_than_rounding_allows_is_a_notice(off: str, severity: Severity | None) -> None:
    wrong = changed(REGIONS, 3, 0, off, headers=HEADERS)
    found = check_sums(Grid(wrong), Certain(), CheckSettings()).findings
    assert {each.severity for each in found} == ({severity} if severity else set())


@pytest.mark.parametrize(
    "remark",
    [
        "Numbers may not add due to rounding.",
        "Columns and rows may not foot.",
        "由于四舍五入，合计数可能存在尾差",
        "Rundungsbedingt sind Abweichungen möglich",
    ],
)
def test_a_document_that_says_that_its_numbers_may_not_add_up_is_believed(remark: str) -> None:
    wrong = changed(REGIONS, 3, 0, "7,712", headers=HEADERS)
    said = replace(wrong, passages=(Passage(0, remark, wrong.tables[0].place),))
    assert check_sums(Grid(said), Certain(), CheckSettings()).findings == ()
    worse = replace(said, mentions=changed(REGIONS, 3, 0, "7,790", headers=HEADERS).mentions)
    assert len(check_sums(Grid(worse), Certain(), CheckSettings()).findings) == 1


@pytest.mark.parametrize(
    "remark", ["These plans may not add new customers.", "The price may not equal the value of the shares."]
)
def test_other_remarks_excuse_no_break(remark: str) -> None:
    wrong = changed(REGIONS, 3, 0, "7,712", headers=HEADERS)
    said = replace(wrong, passages=(Passage(0, remark, wrong.tables[0].place),))
    assert len(check_sums(Grid(said), Certain(), CheckSettings()).findings) == 1


@pytest.mark.parametrize(
    ("total", "told"),
    [
        ("106,702,509", []),
        ("106,702,909", ["106,702,909"]),
        ("106,720,509", ["106,720,509"]),
        ("106,711,909", []),
    ],
)
def test_a_long_total_of_two_lines_is_wrong_in_one_digit(
    model: SumModel, total: str, told: list[str]
) -> None:
    rows: list[Row] = [
        ("Preferred stock payable", ("1,020,062,029", "89,095,509")),
        ("Convertible debt", ("-", "17,607,000")),
        ("Total", ("1,020,062,029", total)),
    ]
    made = document(rows, headers=("2023", "2022"), scale=0)
    findings = check_sums(Grid(made), model, CheckSettings()).findings
    assert [made.mentions[each.mention].text for each in findings] == told
