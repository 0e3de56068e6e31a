"""What clears a break: the total comes out in another way, or all its numbers are confirmed."""

from __future__ import annotations

from collections.abc import Sequence

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.sums.relations import Form
from cofitcheck.checks.sums.table import sums_of
from cofitcheck.checks.sums.unexplained_breaks import hangs_on_unknown_lines
from tests.checks.checks_documents import YEARS, Row, document


def breaks(rows: Sequence[Row], headers: Sequence[str] = YEARS) -> list[str]:
    """The totals, as printed, of the breaks that nothing clears."""
    made = document(rows, headers=headers)
    return sorted({made.mentions[each.total].text for each in sums_of(Grid(made), 0).breaks})


# The senior notes fall due in one year only.
DEBT: list[Row] = [
    ("Term loan", ("5,104", "5,215", "5,309", "5,418")),
    ("Senior notes", ("-", "-", "700,300", "-")),
    ("Mortgage", ("3,228", "3,097", "3,431", "3,115")),
    ("Revolver", ("1,219", "1,107", "1,010", "1,322")),
    ("Total", ("9,551", "9,419", "710,050", "9,855")),
]
MATURITIES = ("2026", "2027", "2028", "2029")


def test_a_row_that_other_columns_leave_empty_may_be_stated_in_one() -> None:
    assert breaks(DEBT, MATURITIES) == []


def test_a_wrong_total_is_still_a_break() -> None:
    wrong = [*DEBT[:-1], ("Total", ("9,551", "9,149", "710,050", "9,855"))]
    assert breaks(wrong, MATURITIES) == ["9,149"]


def test_an_average_of_its_parts_is_no_broken_sum() -> None:
    rows: list[Row] = [
        ("Lender A", ("1,602", "2,118", "3,905")),
        ("Lender B", ("1,383", "1,118", "2,304")),
        ("Lender C", ("1,265", "4,207", "1,119")),
        ("Total / weighted average", ("4,250", "7,443", "1,939")),
    ]
    assert breaks(rows) == []
    named = [*rows[:-1], ("Total", ("4,250", "7,443", "1,939"))]
    assert breaks(named) == ["1,939"]


FAIR_VALUE: list[Row] = [
    ("Bonds", ("1,149", "8,049", "9,198")),
    ("Derivatives", ("108", "375", "483")),
    ("Funds", ("268", "1,024", "1,292")),
    ("Subtotal", ("1,525", "9,448", "10,973")),
    ("At net asset value", ("-", "-", "101")),
    ("Total", ("1,525", "9,448", "11,074")),
]


def test_numbers_that_are_all_confirmed_leave_no_error() -> None:
    # The total foots in its column, and the row's other numbers repeat the subtotals above them.
    assert breaks(FAIR_VALUE, ("Level 1", "Level 2", "Total")) == []
    wrong = [*FAIR_VALUE[:-1], ("Total", ("1,525", "9,484", "11,074"))]
    assert breaks(wrong, ("Level 1", "Level 2", "Total")) == ["11,074"]


def test_a_total_that_is_one_of_its_parts_is_that_line_told_again() -> None:
    rows: list[Row] = [
        ("Net income", ("4,922", "12,391", "5,980")),
        ("Other comprehensive income", ("(261)", "(130)", "242")),
        ("Comprehensive income", ("4,661", "12,261", "6,222")),
        ("Attributable to others", ("(12)", "-", "(33)")),
        ("Attributable to the company", ("4,649", "12,261", "6,189")),
    ]
    assert breaks(rows) == []


def test_the_sign_of_a_line_that_no_other_column_states_is_not_known() -> None:
    rows: list[Row] = [
        ("Net income", ("4,128", "3,907", "2,214")),
        ("Depreciation", ("1,263", "1,118", "1,304")),
        ("Disposals", ("-", "-", "315")),
        ("Provisions", ("(207)", "(419)", "(188)")),
        ("Cash from operations", ("5,184", "4,606", "3,015")),
    ]
    assert [(residual, excused) for residual, excused in of_rest(rows)] == [(630, True)]
    wrong = [*rows[:-1], ("Cash from operations", ("5,184", "4,606", "3,051"))]
    assert [excused for _, excused in of_rest(wrong)] == [False]


def of_rest(rows: Sequence[Row]) -> list[tuple[int, bool]]:
    """The breaks of the first line as the rest of all others: by how much, and whether that is excused."""
    sheet = sums_of(Grid(document(rows)), 0).sheets[0]
    broken = [each for each in sheet.instances() if each.relation.form is Form.REST and not each.holds]
    return [(abs(each.residual), hangs_on_unknown_lines(each)) for each in broken]


def test_a_total_in_brackets_of_parts_without_is_no_error() -> None:
    rows: list[Row] = [
        ("Wages", ("4,128", "3,907", "2,214")),
        ("Rent", ("1,263", "1,118", "1,304")),
        ("Write-offs", ("-", "-", "315")),
        ("Freight", ("207", "419", "188")),
        ("Total expenses", ("(5,598)", "(5,444)", "(4,021)")),
    ]
    assert breaks(rows) == []


def test_a_total_of_prices_below_the_header_of_averages_is_an_average() -> None:
    prices: list[Row] = [
        ("Bolts", ("57.93", "63.52")),
        ("Nuts", ("62.20", "59.30")),
        ("Screws", ("24.86", "42.33")),
        ("Total", ("59.28", "165.15")),
    ]
    assert breaks(prices, ("Price", "Price of all")) == ["59.28"]
    assert breaks(prices, ("Average price", "Price of all")) == []


def test_a_line_among_the_parts_of_a_plain_sum_is_no_total() -> None:
    rows: list[Row] = [
        ("Receivable", ("116.4", "91.3")),
        ("Inventory", ("27.5", "-")),
        ("Interest", ("14.2", "10.1")),
        ("Deposit", ("10.0", "10.0")),
        ("Other", ("20.8", "20.1")),
        ("Current assets", ("188.9", "131.5")),
    ]
    assert breaks(rows) == []


def test_several_changes_of_costs_by_their_amounts_are_a_habit() -> None:
    headers = ("2031", "2030", "Change")
    rows: list[Row] = [
        ("Revenue", ("2,810", "2,030", "780")),
        ("Direct costs", ("(1,190)", "(800)", "390")),
        ("Selling costs", ("(1,680)", "(1,340)", "340")),
        ("Loss from operations", ("(60)", "(110)", "50")),
    ]
    assert breaks(rows, headers) == []
    one = [*rows[:2], ("Selling costs", ("(1,680)", "(1,340)", "(340)")), rows[3]]
    assert "390" in breaks(one, headers)


def test_a_total_with_the_wrong_sign_is_no_line_among_others() -> None:
    rows: list[Row] = [
        ("Withdrawn from the trust", ("13,742", "211,651")),
        ("Withdrawn for taxes", ("1,011", "80")),
        ("Paid into the trust", ("(1,262)", "(106)")),
        ("Net cash provided by investing activities", ("13,491", "(211,625)")),
        ("Redemption of stock", ("(13,742)", "(211,651)")),
        ("Proceeds from loans", ("1,717", "296")),
        ("Repayment of loans", ("(13)", "(154)")),
        ("Net cash used in financing activities", ("(12,038)", "(211,509)")),
    ]
    assert "(211,625)" in breaks(rows)


def test_a_list_of_which_a_few_lines_come_out_by_chance_is_no_sum() -> None:
    # Two loans are drawn as far as a round number, and two miss that by the same.
    drawn = [
        "4,107",
        "2,215",
        "1,418",
        "3,009",
        "2,644",
        "5,102",
        "3,876",
        "2,761",
        "1,954",
        "4,416",
        "3,318",
    ]
    left = ["5,107", "6,101", "5,711", "3,424", "1,000", "1,000", "1,000", "1,000", "1,000", "1,000", "1,000"]
    limits = [
        "9,214",
        "8,316",
        "7,229",
        "6,533",
        "9,871",
        "8,642",
        "7,735",
        "9,113",
        "8,258",
        "6,977",
        "9,402",
    ]
    rows: list[Row] = [
        (f"Loan {at}", numbers) for at, numbers in enumerate(zip(drawn, left, limits, strict=True), start=1)
    ]
    assert breaks(rows, ("Drawn", "Undrawn", "Limit")) == []


LOANS: list[Row] = [
    ("To the mill", ("893,708", "893,708", "893,708")),
    ("To the brewery", ("663,754", "663,754", "663,754")),
    ("To the bakery", ("201,259", "201,259", "201,259")),
    ("To the dairy", ("1,758,721", "1,758,721", "1,578,712")),
]


def test_columns_that_repeat_each_other_are_one_witness() -> None:
    headers = ("Highest", "Closing", "Drawn")
    assert breaks(LOANS, headers) == []
    other = ("804,112", "655,190", "187,034", "1,646,336")
    apart = [(label, (one, each, drawn)) for (label, (one, _, drawn)), each in zip(LOANS, other, strict=True)]
    assert breaks(apart, headers) == ["1,578,712"]


def test_changes_that_are_those_of_their_rows_are_no_break_whatever_their_signs() -> None:
    headers = ("2025", "2024", "Variance")
    rows: list[Row] = [
        ("Sales", ("8,412", "7,305", "1,107")),
        ("Services", ("2,631", "2,944", "313")),
        ("Returns", ("(214)", "(152)", "(62)")),
        ("Freight", ("(518)", "(633)", "(115)")),
        ("Total", ("10,311", "9,464", "847")),
    ]
    assert breaks(rows, headers) == []
    wrong = [*rows[:-1], ("Total", ("10,311", "9,464", "874"))]
    assert "874" in breaks(wrong, headers)


def test_a_line_that_rounding_hides_where_the_sum_comes_out_is_not_known_to_be_part_of_it() -> None:
    rows: list[Row] = [
        ("Total assets", ("478.7", "355.9", "269.7", "592.4")),
        ("Long-term debt", ("0.1", "0.1", "-", "2.5")),
        ("Total liabilities", ("184.9", "132.8", "98.0", "244.9")),
        ("Net assets", ("293.8", "223.1", "171.7", "347.5")),
    ]
    assert breaks(rows, MATURITIES) == []


def test_costs_that_are_printed_without_a_sign_are_deducted() -> None:
    rows: list[Row] = [
        ("Operating income", ("402,648",)),
        ("Other expense", ("(53,279)",)),
        ("Provision for income taxes", ("82,570",)),
        ("Net income", ("266,799",)),
    ]
    assert breaks(rows, ("2025",)) == []


def test_a_line_of_a_single_roll_forward_may_have_the_other_sign() -> None:
    rows: list[Row] = [
        ("Outstanding at beginning of year", ("6,972,696",)),
        ("Granted", ("787,500",)),
        ("Cancelled or expired", ("500,000",)),
        ("Outstanding at end of year", ("7,260,196",)),
    ]
    assert breaks(rows, ("2025",)) == []
    assert breaks([*rows[:-1], ("Outstanding at end of year", ("8,260,169",))], ("2025",)) == ["8,260,169"]
