"""Equations between tables and periods: what is carried forward, cash, quarters, parts in another table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest

from cofitcheck.checks import CheckSettings, Grid
from cofitcheck.checks.identities.check import check_identities
from cofitcheck.checks.ledger import CheckKind
from cofitcheck.checks.model import Finding, FindingKind
from cofitcheck.checks.reasons import ReasonCode
from cofitcheck.document import Document
from tests.checks.checks_documents import Row, document

YEARS = ("December 31, 2023", "December 31, 2022")
SHEET: list[Row] = [
    ("Cash and cash equivalents", ("5,204", "4,377")),
    ("Restricted cash", ("310", "295")),
    ("Total assets", ("8,484", "8,365")),
    ("Total liabilities and equity", ("8,484", "8,365")),
]
FLOWS: list[Row] = [
    ("Net cash provided by operating activities", ("1,684", "1,636")),
    ("Net cash used in investing activities", ("(498)", "(402)")),
    ("Net cash used in financing activities", ("(344)", "(711)")),
    ("Net increase in cash and restricted cash", ("842", "523")),
    ("Cash and restricted cash at beginning of year", ("4,672", "4,149")),
    ("Cash and restricted cash at end of year", ("5,514", "4,672")),
]


def spans(document_of: Document, table: int, headers: Sequence[str]) -> Document:
    """Give the columns of one table headers of their own."""
    mentions = tuple(
        replace(each, column_path=(headers[each.column - 1],)) if each.table == table else each
        for each in document_of.mentions
    )
    return replace(document_of, mentions=mentions)


def told(made: Document, footed: Sequence[int] = ()) -> tuple[Finding, ...]:
    return check_identities(Grid(made), CheckSettings(), footed, ()).findings


def with_cell(rows: Sequence[Row], row: int, column: int, text: str) -> list[Row]:
    label, values = rows[row]
    new = [*values]
    new[column] = text
    return [*rows[:row], (label, new), *rows[row + 1 :]]


def statements(sheet: Sequence[Row], flows: Sequence[Row]) -> Document:
    made = document(sheet, flows, headers=YEARS)
    return spans(made, 1, ("Year ended December 31, 2023", "Year ended December 31, 2022"))


def test_cash_of_the_flows_is_that_of_the_balance_sheet_with_what_is_restricted() -> None:
    made = statements(SHEET, FLOWS)
    checked = check_identities(Grid(made), CheckSettings(), (), ())
    assert checked.findings == ()
    tied = [each.mentions for each in checked.holding if each.kind is CheckKind.REPEAT]
    assert [[made.mentions[at].text for at in each] for each in tied] == [
        ["5,204", "310", "5,514"],
        ["4,377", "295", "4,672"],
        ["4,377", "295", "4,672"],
    ]


def test_a_wrong_cash_line_of_the_balance_sheet_is_told_from_the_flows() -> None:
    wrong = statements(with_cell(SHEET, 0, 0, "5,024"), FLOWS)
    footed = [each.index for each in wrong.mentions if each.table == 1 or each.text == "310"]
    (finding,) = told(wrong, footed)
    assert wrong.mentions[finding.mention].text == "5,024"
    assert (finding.kind, finding.reasons[0].why) == (FindingKind.IDENTITY, ReasonCode.CASH_OF_STATEMENTS)
    assert finding.mended == Decimal(5_204_000_000)


def test_a_column_of_changes_is_of_no_balance_sheet_and_adds_up_to_no_line_elsewhere() -> None:
    years = ("2023", "2022", "Change 2023")
    flows: list[Row] = [
        ("Operating activities", ("1,684", "1,636", "48")),
        ("Investing activities", ("(498)", "(402)", "(96)")),
        ("Cash at beginning of year", ("4,377", "4,149", "228")),
        ("Cash at end of year", ("5,204", "4,377", "827")),
    ]
    assert told(document(SHEET, flows, headers=years)) == ()
    parts: list[Row] = [("Sales", ("404", "377", "27")), ("Services", ("299", "310", "(11)"))]
    total: list[Row] = [("Revenue", ("703", "687"))]
    assert told(document(parts, total, headers=years)) == ()


def test_cash_that_the_balance_sheet_has_no_line_of_has_no_finding() -> None:
    flows: list[Row] = [
        ("Cash at beginning of year", ("4,377", "4,149")),
        ("Cash at end of year", ("5,246", "4,377")),
    ]
    assert len(told(statements(SHEET, flows))) == 1
    assert told(statements([*SHEET, ("Assets held for sale", ("512", "488"))], flows)) == ()
    with_restricted = [(label.replace("Cash", "Cash and restricted cash"), values) for label, values in flows]
    assert told(statements([SHEET[0], *SHEET[2:]], with_restricted)) == ()


def test_cash_that_always_differs_is_another_cash() -> None:
    apart = with_cell(with_cell(SHEET, 0, 0, "4,999"), 0, 1, "4,111")
    assert told(statements(apart, FLOWS)) == ()


@pytest.mark.parametrize(
    "labels",
    [
        ("Allowance at beginning of year", "Charged to expense", "Allowance at end of year"),
        ("期初余额", "本期增加", "期末余额"),
        ("期首残高", "当期増加額", "期末残高"),
    ],
)
def test_a_year_begins_with_what_the_year_before_ends_with(labels: tuple[str, str, str]) -> None:
    values = (("1,204", "1,003"), ("201", "201"), ("1,405", "1,204"))
    headers = ("Year ended December 31, 2023", "Year ended December 31, 2022")
    right = document(list(zip(labels, values, strict=True)), headers=headers)
    held = check_identities(Grid(right), CheckSettings(), (), ()).holding
    assert [(each.kind, len(each.mentions)) for each in held] == [(CheckKind.ROLL_FORWARD, 2)]
    rows: list[Row] = [(labels[0], ("1,240", "1,003")), *zip(labels[1:], values[1:], strict=True)]
    wrong = document(rows, headers=headers)
    (finding,) = told(wrong, [each.index for each in wrong.mentions if each.text != "1,240"])
    assert (finding.kind, finding.reasons[0].why) == (FindingKind.ROLL_FORWARD, ReasonCode.CARRIED)
    assert wrong.mentions[finding.mention].text == "1,240"
    assert finding.mended == Decimal(1_204_000_000)


def test_a_quarter_does_not_begin_with_the_end_of_the_quarter_a_year_before() -> None:
    rows: list[Row] = [
        ("Cash at beginning of period", ("1,240", "1,003")),
        ("Net increase in cash", ("201", "201")),
        ("Cash at end of period", ("1,441", "1,204")),
    ]
    costs: list[Row] = [("Operating costs", ("977", "1,018"))]
    made = document(rows, costs, headers=("2023", "2022"))
    assert len(told(made)) == 1
    spans_of = ("Three months ended March 31, 2023", "Three months ended March 31, 2022")
    assert told(spans(made, 1, spans_of)) == ()


def test_a_day_for_a_header_may_end_half_a_year() -> None:
    rows: list[Row] = [
        ("Deferred revenue, beginning of the year", ("989", "575")),
        ("Deferred revenue, end of the period", ("1,267", "1,090")),
    ]
    costs: list[Row] = [("Operating costs", ("977", "1,018"))]
    made = document(rows, costs, headers=("December 31, 2023", "December 31, 2022"))
    halves = ("Six months ended December 31, 2023", "Six months ended December 31, 2022")
    assert told(spans(made, 1, halves)) == ()


def test_balances_are_carried_into_the_table_of_the_next_year() -> None:
    headers = ("Land", "Plant", "Tools")
    first: list[Row] = [
        ("Balance at January 1, 2022", ("1,204", "2,310", "419")),
        ("Additions", ("377", "1,118", "230")),
        ("Balance at December 31, 2022", ("1,581", "3,428", "649")),
    ]
    second: list[Row] = [
        ("Balance at December 31, 2022", ("1,581", "3,482", "649")),
        ("Additions", ("105", "402", "77")),
        ("Balance at December 31, 2023", ("1,686", "3,830", "726")),
    ]
    made = document(first, second, headers=headers)
    footed = [each.index for each in made.mentions if each.table == 0]
    (finding,) = told(made, footed)
    assert made.mentions[finding.mention].text == "3,482"
    assert finding.mended == Decimal(3_428_000_000)
    mixed = document(first, with_cell(with_cell(second, 0, 0, "911"), 0, 2, "12"), headers=headers)
    assert told(mixed) == ()


QUARTERS = ("Mar 31, 2023", "Jun 30, 2023", "Sep 30, 2023", "Dec 31, 2023")


def quarters(profit: str, year: str = "5,151") -> Document:
    of_quarters: list[Row] = [
        ("Revenue", ("1,204", "1,310", "1,419", "1,218")),
        ("Costs of segments", ("977", "1,018", "1,030", "1,005")),
        ("Contribution", ("227", profit, "389", "213")),
    ]
    of_year: list[Row] = [
        ("Revenue", (year,)),
        ("Costs of segments", ("4,030",)),
        ("Contribution", ("1,121",)),
    ]
    made = document(of_quarters, of_year, headers=QUARTERS)
    made = spans(made, 0, [f"Three months ended {each}" for each in QUARTERS])
    return spans(made, 1, ["Year ended December 31, 2023"])


def test_four_quarters_are_the_year_of_another_table() -> None:
    right = check_identities(Grid(quarters("292")), CheckSettings(), (), ())
    assert right.findings == ()
    assert [len(each.mentions) for each in right.holding] == [5, 5, 5]
    wrong = quarters("229")
    footed = [each.index for each in wrong.mentions if each.text != "229"]
    (finding,) = told(wrong, footed)
    assert wrong.mentions[finding.mention].text == "229"
    assert finding.reasons[0].why is ReasonCode.QUARTERS


def two_years(*costs: str) -> Document:
    """Eight quarters, and a reconciliation that deducts the costs of both years."""
    headers = [
        f"{month}, {year}" for year in (2023, 2022) for month in ("Mar 31", "Jun 30", "Sep 30", "Dec 31")
    ]
    of_quarters: list[Row] = [
        ("Revenue", ("1,204", "1,310", "1,419", "1,218", "1,101", "1,207", "1,316", "1,115")),
        ("Transaction costs", ("477", "518", "530", "505", "404", "417", "429", "411")),
    ]
    made = document(
        of_quarters, [("Revenue", ("5,151", "4,739")), ("Transaction costs", costs)], headers=headers
    )
    made = spans(made, 0, [f"Three months ended {each}" for each in headers])
    return spans(made, 1, ["Year ended December 31, 2023", "Year ended December 31, 2022"])


def test_quarters_that_come_to_no_year_of_their_name_are_of_another_line() -> None:
    assert told(two_years("3,350", "3,469")) == ()


def test_a_year_that_is_deducted_is_what_its_quarters_come_to() -> None:
    right = check_identities(Grid(two_years("(2,030)", "(1,661)")), CheckSettings(), (), ())
    assert right.findings == ()
    assert [each.kind for each in right.holding] == [CheckKind.SUM] * 4
    assert len(told(two_years("2,030", "(1,661)"))) == 1


def test_quarters_may_miss_the_year_by_what_rounding_explains() -> None:
    assert told(quarters("292", year="5,153")) == ()


def test_current_and_other_part_are_the_total_of_a_note() -> None:
    sheet: list[Row] = [
        ("Operating lease liabilities, current", ("204", "177")),
        ("Operating lease liabilities, non-current", ("1,310", "1,295")),
        ("Deferred taxes", ("412", "409")),
    ]
    note: list[Row] = [
        ("Payments", ("1,700", "1,660")),
        ("Total operating lease liabilities", ("1,514", "1,472")),
    ]
    made = document(sheet, note, headers=YEARS)
    checked = check_identities(Grid(made), CheckSettings(), (), ())
    assert checked.findings == ()
    assert [len(each.mentions) for each in checked.holding] == [3, 3]
    wrong = document(sheet, with_cell(note, 1, 1, "1,427"), headers=YEARS)
    (finding,) = told(wrong)
    assert wrong.mentions[finding.mention].text == "1,427"
    assert finding.mended == Decimal(1_472_000_000)


def test_lines_without_a_total_add_up_to_a_line_of_another_table() -> None:
    headers = ("2023", "2022", "2021")
    sheet: list[Row] = [("Receivables", ("904", "877", "815")), ("Inventories", ("1,514", "1,472", "1,390"))]
    note: list[Row] = [
        ("Raw materials", ("404", "377", "330")),
        ("Work in progress", ("299", "310", "305")),
        ("Finished goods", ("811", "785", "755")),
    ]
    made = document(sheet, note, headers=headers)
    checked = check_identities(Grid(made), CheckSettings(), (), ())
    assert [len(each.mentions) for each in checked.holding] == [4, 4, 4]
    wrong = document(sheet, with_cell(note, 1, 2, "350"), headers=headers)
    footed = [each.index for each in wrong.mentions if each.text != "350"]
    (finding,) = told(wrong, footed)
    assert wrong.mentions[finding.mention].text == "350"
    assert finding.reasons[0].why is ReasonCode.PARTS_ELSEWHERE
    # A column that has a total of its own is no list of parts.
    totals = [each.index for each in wrong.mentions if each.table == 1 and each.row == 3]
    assert check_identities(Grid(wrong), CheckSettings(), (), (), totals).findings == ()


@pytest.mark.parametrize(
    "lines",
    [
        ("Revenue", "Cost of revenue", "Gross profit"),
        ("营业收入", "减：营业成本", "毛利"),
        ("売上高", "売上原価", "売上総利益"),
        ("Umsatzerlöse", "Umsatzkosten", "Bruttoergebnis"),
        ("Chiffre d'affaires", "Coût des ventes", "Marge brute"),
        ("Income before income taxes", "Provision for income taxes", "Net income"),
        ("利润总额", "减：所得税费用", "净利润"),
        ("税引前利益", "法人所得税費用", "当期利益"),
    ],
)
def test_gross_less_what_is_deducted_is_net(lines: tuple[str, str, str]) -> None:
    values = (("8,484", "8,365", "7,573"), ("3,382", "3,355", "2,873"), ("5,102", "5,010", "4,700"))
    rows: list[Row] = list(zip(lines, values, strict=True))
    assert len(check_identities(Grid(document(rows)), CheckSettings(), (), ()).holding) == 3
    (finding,) = told(document(with_cell(rows, 2, 1, "5,100")))
    assert finding.mended == Decimal(5_010_000_000)
    assert [sign for _, sign in finding.calculation.addends] == [1, -1] if finding.calculation else False


def test_equity_that_may_be_redeemed_stands_between() -> None:
    rows: list[Row] = [
        ("Total liabilities", ("5,102", "5,010", "4,700")),
        ("Redeemable noncontrolling interests", ("300", "280", "260")),
        ("Total stockholders' equity", ("3,082", "3,075", "2,613")),
        ("Total liabilities and stockholders' equity", ("8,484", "8,365", "7,573")),
    ]
    held = check_identities(Grid(document(rows)), CheckSettings(), (), ()).holding
    assert [len(each.mentions) for each in held] == [4, 4, 4]
    (finding,) = told(document(with_cell(rows, 3, 1, "8,356")))
    assert finding.mended == Decimal(8_365_000_000)


def test_a_summary_that_leaves_the_effect_of_currencies_out_is_none_of_the_statement() -> None:
    flows: list[Row] = [
        ("Net cash provided by operating activities", ("684", "636", "598")),
        ("Net cash used in investing activities", ("(211)", "(190)", "(204)")),
        ("Net cash used in financing activities", ("(398)", "(402)", "(355)")),
    ]
    change: Row = ("Net increase in cash and cash equivalents", ("71", "44", "39"))
    effect: Row = ("Effect of exchange rates on cash", ("(4)", "-", "-"))
    assert len(told(document([*flows, change]))) == 1
    assert told(document([*flows, change], [*flows, effect, change])) == ()


def test_a_balance_that_another_statement_confirms_is_not_what_two_broken_equations_share() -> None:
    rows: list[Row] = [
        ("Cash and cash equivalents", ("662",)),
        ("Total assets", ("1,900",)),
        ("Total liabilities and equity", ("1,900",)),
    ]
    flows: list[Row] = [
        ("Cash at beginning of year", ("1,038",)),
        ("Cash at end of year", ("662",)),
    ]
    right = document(rows, flows, headers=("2023",))
    assert check_identities(Grid(right), CheckSettings(), (), ()).findings == ()
    wrong = document(rows, [flows[0], ("Cash at end of year", ("626",))], headers=("2023",))
    assert len(check_identities(Grid(wrong), CheckSettings(), (), ()).findings) == 1
