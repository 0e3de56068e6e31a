"""Sums that are proven wrong whatever the trees say, what is no proof, and what stays open."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from cofitcheck.checks import CheckSettings, Grid
from cofitcheck.checks.evidence.certain import KEPT_ROLL_FORWARD, KEPT_SUM, SLIPPED_TOTAL
from cofitcheck.checks.ledger import CheckKind, Outcome, make_ledger
from cofitcheck.checks.model import Severity
from cofitcheck.checks.reasons import ReasonCode
from cofitcheck.checks.sums.check import SumsChecked, check_sums
from cofitcheck.checks.sums.features import SumModel
from cofitcheck.document import Document
from tests.checks.checks_documents import Row, document
from tests.readers.html_pages import read_page, table

TWO = ("2025", "2024")
ASSETS: list[Row] = [
    ("Cash", ("52,318", "49,226")),
    ("Trade receivables", ("127,451", "118,663")),
    ("Stocks", ("86,129", "88,951")),
    ("Prepaid expenses", ("9,232", "9,015")),
    ("Total current assets", ("275,130", "265,855")),
    ("Plant", ("321,553", "312,886")),
    ("Total assets", ("596,683", "578,741")),
]
OBLIGATION: list[Row] = [
    ("At 1 January", ("46,357", "53,979")),
    ("Current service cost", ("1,641", "1,562")),
    ("Interest cost", ("766", "853")),
    ("Past service cost", ("359", "120")),
    ("Gains from experience", ("(2,532)", "(493)")),
    ("Losses from financial assumptions", ("1,164", "(834)")),
    ("Losses from demographic assumptions", ("991", "(113)")),
    ("Exchange differences", ("893", "(1,840)")),
    ("Benefits paid", ("(3,857)", "(6,877)")),
    ("At 31 December", ("45,782", "46,357")),
]


class Doubting(SumModel):
    """Holds no break to be an error: what is told is told without a learnt probability."""

    def __init__(self) -> None:
        pass

    def probabilities(self, features: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        return np.zeros(len(features))


def changed(rows: list[Row], changes: dict[tuple[str, int], str], headers: tuple[str, ...] = TWO) -> Document:
    made = [
        (label, [changes.get((label, at), text) for at, text in enumerate(values)]) for label, values in rows
    ]
    return document(made, headers=headers, scale=3)


def checked(made: Document) -> SumsChecked:
    return check_sums(Grid(made), Doubting(), CheckSettings())


def test_a_total_that_another_column_keeps_is_told_whatever_the_trees_say() -> None:
    made = changed(ASSETS, {("Total current assets", 0): "275,310"})
    (finding,) = checked(made).findings
    assert made.mentions[finding.mention].text == "275,310"
    assert finding.mended == 275_130_000
    assert (finding.certain, finding.probability) == (KEPT_SUM, KEPT_SUM.probability)


def test_a_chance_sum_clears_no_roll_forward() -> None:
    # With the slip the first movement is, but for a unit, the sum of the six lines below it.
    made = changed(OBLIGATION, {("Gains from experience", 0): "(2,523)"})
    (finding,) = checked(made).findings
    assert finding.certain is KEPT_ROLL_FORWARD
    assert finding.calculation is not None
    assert abs(finding.calculation.stated - finding.calculation.computed) == 9_000


def test_clean_columns_bring_nothing() -> None:
    for rows in (ASSETS, OBLIGATION):
        found = checked(changed(rows, {}))
        assert (found.findings, found.left_open) == ((), ())


@pytest.mark.parametrize("total", ["275,139", "275,310", "27,513", "2,751,130", "265,898", "284,362"])
def test_a_total_of_one_column_is_its_lines_but_for_a_slip(total: str) -> None:
    rows: list[Row] = [(label, values[:1]) for label, values in ASSETS[:5]]
    made = changed(rows, {("Total current assets", 0): total}, ("2025",))
    (finding,) = checked(made).findings
    assert finding.certain is SLIPPED_TOTAL
    assert made.mentions[finding.mention].text == total


@pytest.mark.parametrize(
    ("total", "why", "label"),
    [("265,898", ReasonCode.LEFT_OUT, "Prepaid expenses"), ("361,259", ReasonCode.ADDED_TWICE, "Stocks")],
)
def test_a_line_that_a_total_leaves_out_or_has_twice_is_named(
    total: str, why: ReasonCode, label: str
) -> None:
    made = changed(ASSETS[:5], {("Total current assets", 0): total})
    (finding,) = checked(made).findings
    assert made.mentions[finding.mention].text == total
    (reason,) = (each for each in finding.reasons if each.why is why)
    assert reason.values["label"] == label


@pytest.mark.parametrize("total", ["275,130", "271,544", "275,131"])
def test_one_column_that_comes_to_something_else_proves_nothing(total: str) -> None:
    rows: list[Row] = [(label, values[:1]) for label, values in ASSETS[:5]]
    made = changed(rows, {("Total current assets", 0): total}, ("2025",))
    assert checked(made).findings == ()


EXACT: list[Row] = [
    ("Land", ("412", "398", "377")),
    ("Buildings", ("1,204", "1,187", "1,122")),
    ("Machines", ("2,310", "2,208", "2,144")),
    ("Tools", ("419", "402", "391")),
    ("Total plant", ("4,345", "4,195", "4,034")),
    ("Licences", ("377", "391", "402")),
    ("Brands", ("118", "121", "125")),
    ("Goodwill", ("905", "905", "911")),
    ("Total intangible assets", ("1,400", "1,417", "1,438")),
    ("Loans", ("266", "248", "239")),
    ("Pensions", ("73", "69", "64")),
    ("Deferred tax", ("151", "146", "139")),
    ("Total other assets", ("490", "463", "442")),
]
THREE = ("2025", "2024", "2023")


@pytest.mark.parametrize("cell", ["415", "414", "410"])
def test_two_or_three_units_are_no_rounding_where_all_other_sums_are_exact(cell: str) -> None:
    made = changed(EXACT, {("Land", 0): cell}, THREE)
    (finding,) = checked(made).findings
    assert finding.certain is KEPT_SUM
    assert finding.severity is not Severity.NOTICE


def test_one_unit_is_a_notice_where_all_other_sums_are_exact() -> None:
    made = changed(EXACT, {("Land", 0): "413"}, THREE)
    found = checked(made)
    (finding,) = found.findings
    assert finding.severity is Severity.NOTICE
    assert finding.calculation is not None
    cells = set(finding.calculation.mentions)
    assert {made.mentions[each].text for each in cells} == {"413", "1,204", "2,310", "419", "4,345"}
    assert not found.footed & cells
    (foots,) = (each for each in finding.reasons if each.why is ReasonCode.COLUMNS_FOOT)
    assert foots.values["n"] == 2


def test_two_units_are_rounding_where_other_sums_are_off_too() -> None:
    others = {("Licences", 1): "392", ("Pensions", 2): "65"}
    found = checked(changed(EXACT, {("Land", 0): "414", **others}, THREE))
    assert (found.findings, found.left_open) == ((), ())


def test_a_line_that_only_the_broken_column_states_belongs_to_its_sum() -> None:
    rows: list[Row] = [("Grants", ("3,300", "-")), *ASSETS[:5]]
    made = changed(rows, {("Total current assets", 0): "278,340"})
    (finding,) = checked(made).findings
    assert finding.calculation is not None
    assert "3,300" in {made.mentions[each].text for each in finding.calculation.mentions}
    assert finding.calculation.computed == 278_430_000


@pytest.mark.parametrize("changes", [("3,092", "8,788", "2,822", "217", "8,901")])
def test_changes_that_are_printed_by_their_size_are_no_break(changes: tuple[str, ...]) -> None:
    headers = ("2025", "2024", "Increase (decrease)")
    rows: list[Row] = [
        (label, (*values, change)) for (label, values), change in zip(ASSETS[:5], changes, strict=True)
    ]
    made = changed(rows, {("Total current assets", 2): "9,275"}, headers)
    found = checked(made)
    assert (found.findings, found.left_open) == ((), ())


COSTS: list[Row] = [
    ("Licence income", ("19,283", "30,371", "(11,088)")),
    ("Other income", ("4,467", "2,712", "1,755")),
    ("Cost of revenue", ("(3,418)", "(6,229)", "(2,811)")),
    ("Total income, net", ("20,332", "26,854", "(6,522)")),
]


def test_that_bracketed_costs_fell_is_printed_in_brackets_too() -> None:
    headers = ("2025", "2024", "Increase (decrease)")
    found = checked(changed(COSTS, {}, headers))
    assert (found.findings, found.left_open) == ((), ())
    # 2,118 is no change of these costs, by size or otherwise.
    wrong = checked(changed(COSTS, {("Cost of revenue", 2): "(2,118)"}, headers))
    assert wrong.findings or wrong.left_open


def test_what_breaks_and_is_not_told_is_left_open_with_its_lines() -> None:
    other: list[Row] = [
        ("Fees", ("1,204", "1,187", "877", "911")),
        ("Rents", ("2,310", "2,208", "640", "702")),
        ("Total revenue", ("3,514", "3,395", "1,555", "1,587")),
    ]
    made = changed(other, {}, ("2025", "2024", "Budget 2025", "Budget 2024"))
    found = checked(made)
    assert found.findings == ()
    assert [left.probability for left in found.left_open] == [0.0, 0.0]
    ledger = make_ledger(made, (), (), found.left_open)
    cell = found.left_open[0].mention
    assert {(each.kind, each.outcome) for each in ledger.of(cell)} == {(CheckKind.SUM, Outcome.LEFT_OPEN)}


def test_a_line_with_the_name_of_its_section_is_the_total_of_it_however_small_the_numbers() -> None:
    rows: list[Row] = [
        ("Net income", ("502", "387")),
        ("Translation", ("46", "35")),
        ("Pensions", ("5", "11")),
        ("Hedges", ("1", "(1)")),
        ("Other comprehensive income", ("52", "45")),
        ("Comprehensive income", ("554", "432")),
    ]
    section = {at: "Other comprehensive income, net of tax" for at in (2, 3, 4)}
    assert checked(in_sections(rows, section)).findings == ()
    for wrong in ("15", "74"):
        rows[2] = ("Pensions", ("5", wrong))
        (finding,) = checked(in_sections(rows, section)).findings
        assert finding.certain is KEPT_SUM


def in_sections(rows: list[Row], sections: dict[int, str]) -> Document:
    """Return a document of which some rows, counted from 1, stand below the name of a section."""
    made = document(rows, headers=TWO, scale=3)
    below = (
        replace(each, row_path=(sections[each.row], *each.row_path)) if each.row in sections else each
        for each in made.mentions
    )
    return replace(made, mentions=tuple(below))


def test_one_total_alone_proves_nothing_where_a_line_is_as_much_as_its_subtotal() -> None:
    rows: list[Row] = [
        ("Operating activities", ("(153,640)",)),
        ("Loans from a related party", ("200,000",)),
        ("Financing activities", ("200,000",)),
        ("Total change in cash", ("46,360",)),
    ]
    assert checked(document(rows, headers=("2025",))).findings == ()


def test_a_total_leaves_out_the_total_before_it() -> None:
    rows: list[Row] = [
        ("Total assets", ("88,999",)),
        ("Borrowings", ("11,573",)),
        ("Provisions", ("12,132",)),
        ("Total liabilities", ("23,705",)),
    ]
    assert checked(document(rows, headers=("2025",))).findings == ()


def test_a_row_that_only_its_total_states_is_no_miss_of_the_total_row() -> None:
    rows: list[Row] = [
        ("Treasury bonds", ("499,348", "3,291,567", "197,882", "3,988,797")),
        ("Municipal bonds", ("228,757", "234,591", "848,067", "1,311,415")),
        ("Mortgage bonds", ("1,348", "1,272", "13,807", "16,427")),
        ("Other", ("-", "-", "-", "42,870")),
        ("Total", ("729,453", "3,527,430", "1,059,756", "5,359,509")),
    ]
    assert checked(document(rows, headers=("One year", "Five years", "Ten years", "Total"))).findings == ()


DEBT: list[Row] = [
    ("First bank", ("144,802", "151,433")),
    ("Second bank", ("220,317", "221,906")),
    ("Bonds", ("470,756", "478,067")),
    ("Total debt", ("835,875", "851,406")),
    ("Less current portion", ("176,619", "144,108")),
    ("Long-term debt", ("659,256", "707,298")),
]


@pytest.mark.parametrize(
    ("changes", "total"),
    [
        ({("Bonds", 0): "478,067"}, "Total debt"),
        ({("Long-term debt", 1): "707,098"}, "Total debt"),
    ],
)
def test_a_total_of_lines_above_and_below_must_be_both(
    changes: dict[tuple[str, int], str], total: str
) -> None:
    made = changed(DEBT, changes)
    (finding,) = checked(made).findings
    assert finding.certain is KEPT_SUM
    assert finding.calculation is not None
    assert made.mentions[finding.calculation.total].row_path == (total,)
    assert checked(changed(DEBT, {})).findings == ()


def test_lines_below_a_total_that_tell_again_what_is_above_it_are_no_other_sum() -> None:
    rows: list[Row] = [
        ("Reported income before accounting changes", ("(560,141)", "359,677")),
        ("Goodwill amortisation", ("245,678", "249,536")),
        ("Adjusted income before accounting changes", ("(314,463)", "609,213")),
        ("Reported net income", ("(578,078)", "359,677")),
        ("Goodwill amortisation", ("245,678", "249,536")),
        ("Adjusted net income", ("(332,400)", "609,213")),
    ]
    assert checked(document(rows, headers=TWO, scale=3)).findings == ()


def test_lines_that_come_to_the_total_below_them_need_not_come_to_one_above() -> None:
    rows: list[Row] = [
        ("Increase (decrease)", ("(75)", "(117)")),
        ("Balance at beginning of period", ("3,721", "4,091")),
        ("Balance at end of period", ("3,646", "3,974")),
        ("Cash and cash equivalents", ("3,608", "3,686")),
        ("Restricted cash included in other current assets", ("8", "5")),
        ("Restricted cash included in other assets", ("30", "30")),
        ("Cash, cash equivalents and restricted cash", ("3,646", "3,721")),
    ]
    assert checked(document(rows, headers=TWO)).findings == ()


def test_a_line_that_amounts_and_shares_leave_out_alike_is_left_out_on_purpose() -> None:
    rows = [
        ("", "Shares bought", "Paid"),
        ("Buyback of 2022", "4,038,513", "$ 67,728"),
        ("Synthetic buyback", "9,341,121", "$ 372,834"),
        ("Buyback of 2023", "1,347,805", "$ 53,529"),
        ("Buyback of 2024", "4,614,179", "$ 30,017"),
        ("Total", "10,000,497", "$ 151,274"),
    ]
    assert checked(read_page(table(*rows))).findings == ()
    in_one = [*rows[:-1], ("Total", "19,341,618", "$ 151,274")]
    assert [each.certain for each in checked(read_page(table(*in_one))).findings] == [SLIPPED_TOTAL]


def test_what_is_left_out_across_proves_nothing() -> None:
    headers = ("Before tax", "Tax", "Net income attributable to owners")
    rows: list[Row] = [
        ("As reported", ("81,663", "20,279", "61,377")),
        ("Litigation", ("1,355", "312", "1,043")),
        ("Restructuring", ("2,418", "505", "1,913")),
        ("Divestitures", ("(1,240)", "(290)", "(950)")),
    ]
    assert checked(document(rows, headers=headers, scale=3)).findings == ()


def test_a_number_of_the_total_alone_is_what_a_row_of_totals_has_more() -> None:
    headers = ("Cost", "Gains", "Losses", "Total", "Earlier total")
    rows: list[Row] = [
        ("Bonds", ("20,417", "211", "(1,318)", "19,310", "18,554")),
        ("Bills", ("30,288", "104", "(877)", "29,515", "31,208")),
        ("Notes", ("10,995", "38", "(416)", "10,617", "9,931")),
        ("Shares", ("", "", "", "3,231", "5,988")),
        ("Total", ("61,700", "353", "(2,611)", "62,673", "65,681")),
    ]
    stated = [(label, tuple(text or "-" for text in texts)) for label, texts in rows]
    assert checked(document(stated, headers=headers, scale=3)).findings == ()


@pytest.mark.parametrize(("unread", "told"), [("31, 207", False), ("-", True)])
def test_a_number_that_was_not_read_between_the_lines_of_a_sum_leaves_it_open(
    unread: str, told: bool
) -> None:
    rows = [("", "2025", "2024"), *((label, *values) for label, values in ASSETS[:5])]
    rows[5] = ("Total current assets", "306,337", "265,855")
    rows.insert(4, ("Deposits", unread, "-"))
    made = read_page("<p>(in thousands)</p>", table(*rows))
    found = checked(made)
    assert bool(found.findings) is told
    assert bool(found.left_open) is not told


def test_what_a_total_above_leaves_stands_for_nothing_below() -> None:
    rows: list[Row] = [
        ("Net change in cash", ("19,453,662", "21,226,281")),
        ("Cash, beginning of year", ("89,897,351", "68,671,070")),
        ("Cash, end of year", ("109,351,013", "89,897,351")),
        ("Cash on hand", ("16,994,705", "9,708,238")),
        ("Restricted cash", ("92,356,308", "80,189,113")),
        ("Total cash and restricted cash", ("109,351,013", "89,897,851")),
    ]
    (finding,) = checked(document(rows, headers=TWO, scale=0)).findings
    assert finding.certain is KEPT_SUM
    assert finding.calculation is not None
    assert finding.calculation.computed == 89_897_351


@pytest.mark.parametrize(
    ("column", "wrong", "right"), [(2, "23,872", 23_827_000), (3, "3,505", 3_055_000)], ids=["HK$", "US$"]
)
def test_columns_of_shares_and_two_currencies_are_each_rolled_forward(
    column: int, wrong: str, right: int
) -> None:
    rows = [
        ["", "Number of shares", "HK$'000", "US$'000"],
        ["At 1 January 2025", "2,000,000,000", "20,000", "2,564"],
        ["Issue of shares", "400,000,000", "4,000", "513"],
        ["Share consolidation", "(1,200,000,000)", "-", "-"],
        ["Repurchase", "(17,254,000)", "(173)", "(22)"],
        ["At 31 December 2025", "1,182,746,000", "23,827", "3,055"],
    ]
    assert checked(read_page(table(*rows))).findings == ()
    rows[-1][column] = wrong
    (finding,) = checked(read_page(table(*rows))).findings
    assert finding.certain is KEPT_ROLL_FORWARD
    assert finding.mended == right
