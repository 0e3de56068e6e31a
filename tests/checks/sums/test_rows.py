"""Sums across rows that prove an error: one part alone, two rows with each other's number, changes, signs."""

from __future__ import annotations

import pytest

from cofitcheck.checks.evidence.certain import KEPT_CHANGE, KEPT_SUM, ONE_PART, SWAPPED_ROWS
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.model import Finding
from cofitcheck.checks.reasons import ReasonCode
from cofitcheck.checks.sums.table import sums_of
from cofitcheck.document import Document
from tests.checks.checks_documents import Row
from tests.checks.sums.test_proven import changed, checked

LEVELS = ("Total", "Level 1", "Level 2", "Level 3")
FAIR: list[Row] = [
    ("Agency bonds", ("861,840", "-", "861,840", "-")),
    ("Municipal bonds", ("51,564", "-", "51,564", "-")),
    ("Corporate bonds", ("257,712", "-", "255,582", "2,130")),
    ("Asset-backed securities", ("446,631", "-", "446,631", "-")),
    ("Listed shares", ("3,172", "3,172", "-", "-")),
    ("Warrants", ("3,763", "-", "-", "3,763")),
    ("Swaps", ("8,473", "5,031", "3,442", "-")),
    ("Notes", ("118,838", "-", "-", "118,838")),
]
YEARS = ("2025", "2024", "Change")
SALES: list[Row] = [
    ("North", ("114,850", "107,324", "7,526")),
    ("South", ("72,087", "79,142", "(7,055)")),
    ("East", ("47,024", "46,123", "901")),
    ("West", ("16,976", "14,404", "2,572")),
    ("Online", ("11,960", "10,149", "1,811")),
]
COSTS: list[Row] = [
    ("Wages", ("52,318", "49,226", "47,105")),
    ("Impairment of stocks", ("6,129", "8,951", "7,334")),
    ("Rent", ("9,232", "9,015", "8,871")),
    ("Total costs", ("67,679", "67,192", "63,310")),
]


def one(made: Document) -> Finding:
    (finding,) = checked(made).findings
    return finding


@pytest.mark.parametrize(
    ("label", "at", "text"),
    [("Listed shares", 0, "3,712"), ("Listed shares", 1, "3,172,000"), ("Warrants", 3, "(3,763)")],
)
def test_a_total_of_one_part_is_that_part(label: str, at: int, text: str) -> None:
    finding = one(changed(FAIR, {(label, at): text}, LEVELS))
    assert finding.certain is ONE_PART
    assert finding.calculation is not None
    assert finding.calculation.across


def test_totals_of_one_part_are_checked_by_it() -> None:
    made = changed(FAIR, {}, LEVELS)
    found = checked(made)
    assert (found.findings, found.left_open) == ((), ())
    assert {each.index for each in made.mentions if each.row_path == ("Warrants",)} - found.footed == {
        each.index for each in made.mentions if each.row_path == ("Warrants",) and each.text == "-"
    }


@pytest.mark.parametrize(
    "rows",
    [
        # Three such rows have another total: something that is not shown is in it.
        [*FAIR, *((f"Fund {n}", (f"9,{n}11", f"7,{n}04", "-", "-")) for n in (1, 2, 3))],
        # Two rows are the only ones of one part.
        [row for row in FAIR if row[0] in ("Corporate bonds", "Swaps", "Warrants", "Notes")],
    ],
)
def test_a_total_of_one_part_is_not_known_where_few_are_or_several_are_not(rows: list[Row]) -> None:
    assert checked(changed(rows, {("Warrants", 3): "3,673"}, LEVELS)).findings == ()


def test_a_total_of_one_part_that_the_lines_before_it_come_to_is_theirs() -> None:
    # The other parts of the line are not printed, as those of comprehensive income often are not.
    total = [text for _, (text, *_) in FAIR[:2]]
    come_to = sum(int(text.replace(",", "")) for text in total)
    rows = [*FAIR[:2], ("Listed and other", (f"{come_to:,}", "1,562", "-", "-")), *FAIR[2:]]
    assert checked(changed(rows, {}, LEVELS)).findings == ()
    rows[2] = ("Listed and other", (f"{come_to + 5:,}", f"{come_to - 4:,}", "-", "-"))
    assert len(checked(changed(rows, {}, LEVELS)).findings) == 1


def test_two_rows_that_have_each_others_number_are_told_once_with_the_other_row() -> None:
    made = changed(SALES, {("East", 0): "16,976", ("West", 0): "47,024"}, YEARS)
    finding = one(made)
    assert finding.certain is SWAPPED_ROWS
    assert made.mentions[finding.mention].text == "16,976"
    assert finding.mended == 47_024_000
    (reason,) = (each for each in finding.reasons if each.why is ReasonCode.ROWS_SWAPPED)
    assert reason.values == {"label": "West", "number": "47,024"}


def test_two_rows_have_not_changed_places_in_columns_that_another_row_does_not_add_up() -> None:
    rows = [*SALES, ("Export", ("8,214", "7,903", "311")), ("Leasing", ("3,120", "2,871", "249"))]
    made = changed(rows, {("East", 0): "16,976", ("West", 0): "47,024", ("North", 1): "1"}, YEARS)
    assert sums_of(Grid(made), 0).swapped == {}


def test_two_rows_that_miss_by_the_same_and_have_no_such_numbers_have_not_changed_places() -> None:
    made = changed(SALES, {("East", 2): "991", ("West", 2): "2,482"}, YEARS)
    assert sums_of(Grid(made), 0).swapped == {}


@pytest.mark.parametrize("text", ["7,256", "(7,526)", "75,260"])
def test_a_change_that_all_other_rows_print_to_the_unit_is_told(text: str) -> None:
    made = changed(SALES, {("North", 2): text}, YEARS)
    finding = one(made)
    assert finding.certain is KEPT_CHANGE
    assert made.mentions[finding.mention].text == text
    assert finding.mended == 7_526_000


def test_a_fall_without_its_sign_is_no_error_where_no_row_shows_one() -> None:
    assert checked(changed(SALES, {("South", 2): "7,055"}, YEARS)).findings == ()


def test_a_sign_that_one_column_alone_gives_a_line_is_wrong() -> None:
    # With that sign the column comes out, but the other two have the same lines without it.
    made = changed(COSTS, {("Impairment of stocks", 0): "(6,129)"}, ("2025", "2024", "2023"))
    finding = one(made)
    assert finding.certain is KEPT_SUM
    assert made.mentions[finding.mention].text == "(6,129)"


def test_a_column_of_one_year_is_no_column_of_changes_whatever_its_neighbours_are_apart() -> None:
    half: list[Row] = [
        ("Deposits", ("272,148", "140,530", "131,618")),
        ("Borrowings", ("61,905", "30,111", "31,794")),
        ("Total interest", ("334,053", "170,641", "163,412")),
    ]
    headers = ("Six months 2025", "Three months to March 2025", "Three months to June 2025")
    finding = one(changed(half, {("Deposits", 1): "(140,530)"}, headers))
    assert finding.certain is KEPT_SUM


def test_a_point_among_the_digits_of_a_total_makes_it_no_average() -> None:
    rows: list[Row] = [
        ("Land", ("2,104", "2,001")),
        ("Buildings", ("1,318", "1,276")),
        ("Depreciation", ("(671)", "(588)")),
        ("Total plant", ("2,751", "2,689")),
    ]
    found = checked(changed(rows, {("Total plant", 0): "2.751"}))
    assert found.findings or found.left_open


def test_a_row_that_breaks_what_all_others_keep_is_left_open_where_no_header_names_a_total() -> None:
    stocks: list[Row] = [
        ("Wheat", ("12,318", "(1,046)", "11,272")),
        ("Rye", ("7,451", "663", "8,114")),
        ("Oats", ("6,129", "951", "7,080")),
        ("Barley", ("9,232", "(15)", "9,217")),
        ("Maize", ("21,553", "2,886", "24,439")),
        ("Millet", ("3,008", "415", "3,423")),
    ]
    found = checked(changed(stocks, {("Oats", 1): "915"}, ("Begun with", "Moved", "Ended with")))
    assert found.findings == ()
    assert {each.probability for each in found.left_open} == {0.0}
    assert any(len(each.mentions) == 3 for each in found.left_open)


TAXES: list[Row] = [
    ("Leases", ("727", "769")),
    ("Accrued liabilities", ("1,286", "1,122")),
    ("Total deferred tax assets", ("2,013", "1,891")),
    ("Valuation allowance", ("(313)", "(214)")),
    ("Total net deferred tax assets", ("1,700", "1,677")),
]
GAINS: list[Row] = [
    ("Other income, net", ("82", "(1,291)", "(1,497)")),
    ("Benefit (provision) for income taxes", ("(18)", "284", "329")),
    ("Total, net of income tax", ("64", "(1,007)", "(1,168)")),
]
CURRENT: list[Row] = [
    ("Cash", ("26,465", "20,945")),
    ("Securities", ("110,229", "118,704")),
    ("Total cash and securities", ("136,694", "139,649")),
    ("Receivables", ("30,930", "39,304")),
    ("Inventory", ("728", "1,170")),
    ("Other current assets", ("5,490", "7,054")),
    ("Total current assets", ("173,842", "187,177")),
]


@pytest.mark.parametrize(
    ("rows", "label", "at", "text"),
    [
        (TAXES, "Valuation allowance", 1, "214"),
        (GAINS, "Benefit (provision) for income taxes", 0, "18"),
        (CURRENT, "Other current assets", 1, "(7,054)"),
        (CURRENT, "Other current assets", 1, "7,504"),
    ],
)
def test_a_sign_that_the_other_column_has_otherwise_is_wrong(
    rows: list[Row], label: str, at: int, text: str
) -> None:
    headers = ("2025", "2024", "2023")[: len(rows[0][1])]
    made = changed(rows, {(label, at): text}, headers)
    finding = one(made)
    assert finding.certain is KEPT_SUM
    assert text in {made.mentions[each].text for each in finding.mentions}
    assert checked(changed(rows, {}, headers)).findings == ()
