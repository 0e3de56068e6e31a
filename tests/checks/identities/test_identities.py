"""The two totals of a balance sheet are one amount, in every column and language."""

from __future__ import annotations

from decimal import Decimal

import pytest

from cofitcheck.checks import CheckSettings, Grid
from cofitcheck.checks.identities.check import check_identities
from cofitcheck.checks.ledger import CheckKind
from cofitcheck.checks.model import FindingKind, Severity
from cofitcheck.document import Document
from tests.checks.checks_documents import YEARS, Row, document

TOTALS = [
    ("Total assets", "Total liabilities and stockholders' equity"),
    ("TOTAL ASSETS", "Total liabilities, mezzanine equity and deficit"),
    ("Total assets", "Total equity and liabilities"),
    ("资产总计", "负债和所有者权益（或股东权益）总计"),
    ("資產總計", "負債及權益總計"),
    ("資産合計", "負債純資産合計"),
    ("Total actif", "Total passif"),
]


def sheet(assets: str, paid_with: str, last: str) -> Document:
    rows: list[Row] = [
        ("Cash", ("1,204", "1,377", "903")),
        (assets, ("8,484", "8,365", "7,573")),
        ("Total liabilities", ("5,102", "5,010", "4,700")),
        (paid_with, ("8,484", "8,365", last)),
    ]
    return document(rows)


@pytest.mark.parametrize(("assets", "paid_with"), TOTALS)
def test_the_two_totals_are_held_against_each_other(assets: str, paid_with: str) -> None:
    right = check_identities(Grid(sheet(assets, paid_with, "7,573")), CheckSettings(), (), ())
    assert right.findings == ()
    assert [each.kind for each in right.holding] == [CheckKind.SUM] * 3
    wrong = sheet(assets, paid_with, "7,537")
    (finding,) = check_identities(Grid(wrong), CheckSettings(), (), ()).findings
    assert finding.kind is FindingKind.IDENTITY
    assert wrong.mentions[finding.mention].text == "7,537"
    assert finding.mended == Decimal(7_573_000_000)


def test_the_total_that_foots_is_right() -> None:
    wrong = sheet(*TOTALS[0], "7,537")
    (foots,) = [each.index for each in wrong.mentions if each.text == "7,537"]
    (finding,) = check_identities(Grid(wrong), CheckSettings(), {foots}, ()).findings
    assert wrong.mentions[finding.mention].text == "7,573"


def test_what_is_told_already_is_not_told_again() -> None:
    wrong = sheet(*TOTALS[0], "7,537")
    (told,) = [each.index for each in wrong.mentions if each.text == "7,537"]
    assert check_identities(Grid(wrong), CheckSettings(), (), {told}).findings == ()


@pytest.mark.parametrize("label", ["Total liabilities", "Total equity (deficit)", "Total equity and deficit"])
def test_one_of_the_two_alone_is_no_such_total(label: str) -> None:
    rows: list[Row] = [("Total assets", ("8,484",)), (label, ("5,102",))]
    assert check_identities(Grid(document(rows)), CheckSettings(), (), ()).findings == ()


FLOWS: list[Row] = [
    ("Net cash provided by operating activities", ("684", "636", "598")),
    ("Net cash used in investing activities", ("(211)", "(190)", "(204)")),
    ("Net cash used in financing activities", ("(398)", "(402)", "(355)")),
    ("Effect of exchange rates on cash", ("(4)", "7", "-")),
    ("Net increase in cash and cash equivalents", ("71", "51", "39")),
    ("Cash and cash equivalents at beginning of year", ("396", "345", "306")),
    ("Cash and cash equivalents at end of year", ("467", "396", "345")),
]


def test_the_cash_of_three_activities_is_the_change_and_leads_to_the_end() -> None:
    right = check_identities(Grid(document(FLOWS)), CheckSettings(), (), ())
    assert right.findings == ()
    assert [len(each.mentions) for each in right.holding] == [5, 5, 4, 3, 3, 3, 2, 2]


@pytest.mark.parametrize(("row", "wrong", "mended"), [(4, "17", 71), (6, "476", 467), (0, "648", 684)])
def test_a_statement_that_breaks_what_its_other_columns_keep(row: int, wrong: str, mended: int) -> None:
    label, (_, *others) = FLOWS[row]
    made = document([*FLOWS[:row], (label, (wrong, *others)), *FLOWS[row + 1 :]])
    footed = {each.index for each in made.mentions if each.text != wrong}
    first = check_identities(Grid(made), CheckSettings(), footed, ()).findings[0]
    assert made.mentions[first.mention].text == wrong
    assert first.mended == Decimal(mended).scaleb(6)


def test_a_line_that_has_no_name_may_stand_between() -> None:
    rows: list[Row] = [
        ("Total liabilities", ("5,102", "5,010")),
        ("Redeemable interests", ("300", "280")),
        ("Total stockholders' equity", ("3,082", "3,075")),
        ("Total liabilities and stockholders' equity", ("8,484", "8,365")),
    ]
    assert check_identities(Grid(document(rows)), CheckSettings(), (), ()).findings == ()


@pytest.mark.parametrize(
    "lines",
    [
        ("流动资产合计", "非流动资产合计", "资产总计"),
        ("流動資産合計", "固定資産合計", "資産合計"),
        ("流动负债合计", "非流动负债合计", "负债合计"),
        ("Total current assets", "Total non-current assets", "Total assets"),
    ],
)
def test_current_and_other_come_to_all(lines: tuple[str, str, str]) -> None:
    values = (("5,102", "5,010", "4,700"), ("3,382", "3,355", "2,873"), ("8,484", "8,365", "7,573"))
    rows: list[Row] = list(zip(lines, values, strict=True))
    assert len(check_identities(Grid(document(rows)), CheckSettings(), (), ()).holding) == 3
    rows[2] = (lines[2], ("8,484", "8,365", "7,537"))
    (finding,) = check_identities(Grid(document(rows)), CheckSettings(), (), ()).findings
    assert finding.mended == Decimal(7_573_000_000)


@pytest.mark.parametrize(("ended", "broken"), [("(419)", 0), ("(491)", 1)])
def test_a_balance_that_is_deducted_at_the_end_of_a_year_is_added_at_the_start_of_the_next(
    ended: str, broken: int
) -> None:
    rows: list[Row] = [
        ("Purchases of equipment", ("5,102", "5,010", "4,700")),
        ("Add: payables for equipment, beginning of year", ("419", "377", "352")),
        ("Less: payables for equipment, end of year", ("(388)", ended, "(377)")),
    ]
    checked = check_identities(Grid(document(rows)), CheckSettings(), (), ())
    assert len(checked.findings) == broken
    assert len([each for each in checked.holding if each.kind is CheckKind.ROLL_FORWARD]) == 2 - broken


CAPITAL = ("Common stock", "Paid-in capital", "Treasury stock", "Retained earnings", "Total")


def equity(opening: str) -> Document:
    """Two statements of equity: the second begins with what the first ends with, then a policy changes."""
    first: list[Row] = [
        ("Balance, December 31, 2021", ("1,000", "2,318", "(207)", "4,117", "7,228")),
        ("Net income", ("-", "-", "-", "388", "388")),
        ("Balance, December 31, 2022", ("1,000", "2,318", "(207)", "4,505", "7,616")),
    ]
    second: list[Row] = [
        ("Balance, December 31, 2022", ("1,000", "2,318", "(207)", opening, "7,616")),
        ("Cumulative effect of a new standard", ("-", "-", "-", "(62)", "(62)")),
        ("Adjusted balance at December 31, 2022", ("1,000", "2,318", "(207)", "4,443", "7,554")),
        ("Balance, December 31, 2023", ("1,000", "2,318", "(207)", "4,871", "7,982")),
    ]
    return document(first, second, headers=CAPITAL)


def test_a_year_begins_with_what_the_last_one_ended_with_before_a_policy_changed() -> None:
    right = check_identities(Grid(equity("4,505")), CheckSettings(), (), ())
    assert right.findings == ()
    assert sum(each.kind is CheckKind.ROLL_FORWARD for each in right.holding) >= 3
    (finding,) = check_identities(Grid(equity("4,550")), CheckSettings(), (), ()).findings
    assert finding.mended == Decimal(4_505_000_000)


def one_column(*rows: tuple[str, str]) -> Document:
    return document([(label, (text,)) for label, text in rows], headers=("2023",))


@pytest.mark.parametrize(
    "rows",
    [
        (("Revenue", "28,410"), ("Cost of sales", "17,265"), ("Gross profit", "11,415")),
        (("Gross profit", "11,145"), ("Total operating expenses", "(6,225)"), ("Operating income", "4,290")),
        (
            ("Operating income", "4,920"),
            ("Total other income", "214"),
            ("Income before income taxes", "5,431"),
        ),
        (("Income before income taxes", "5,134"), ("Income tax expense", "1,246"), ("Net income", "3,988")),
        (("Net income", "3,888"), ("Other comprehensive loss", "(117)"), ("Comprehensive income", "3,717")),
        (
            ("Total liabilities", "7,094"),
            ("Total equity", "7,306"),
            ("Total liabilities and equity", "14,355"),
        ),
    ],
)
def test_one_column_breaks_an_identity_alone(rows: tuple[tuple[str, str], ...]) -> None:
    (finding,) = check_identities(Grid(one_column(*rows)), CheckSettings(), (), ()).findings
    assert finding.kind is FindingKind.IDENTITY


@pytest.mark.parametrize(
    "rows",
    [
        (("Income before income taxes", "5,134"), ("Share in associates", "220"),
         ("Income tax expense", "1,246"), ("Net income", "4,108")),
        (("Operating income", "4,920"), ("Interest", "(86)"), ("Currency losses", "(14)"),
         ("Total other income", "214"), ("Income before income taxes", "5,034")),
        (("Revenue", "28,410"), ("Cost of sales", "17,265"), ("Depreciation", "800"), ("Write-downs", "345"),
         ("Gross profit", "10,000")),
    ],
)  # fmt: skip
def test_a_printed_line_that_is_the_difference_explains_it(rows: tuple[tuple[str, str], ...]) -> None:
    assert check_identities(Grid(one_column(*rows)), CheckSettings(), (), ()).findings == ()


def test_two_totals_that_are_one_amount_differ_by_a_unit() -> None:
    wrong = sheet(*TOTALS[0], "7,574")
    (finding,) = check_identities(Grid(wrong), CheckSettings(), (), ()).findings
    assert finding.severity is Severity.NOTICE


def test_a_successor_does_not_begin_with_the_cash_of_its_predecessor() -> None:
    rows: list[Row] = [
        ("Cash at beginning of period", ("31,238", "5,000")),
        ("Cash at end of period", ("2,001", "990")),
    ]
    headers = ("Successor 2023", "Predecessor 2022")
    assert check_identities(Grid(document(rows, headers=headers)), CheckSettings(), (), ()).findings == ()
    plain = check_identities(Grid(document(rows, headers=("2023", "2022"))), CheckSettings(), (), ())
    assert len(plain.findings) == 1


def test_cash_of_operations_given_up_stands_below_and_explains_what_is_not_carried() -> None:
    rows: list[Row] = [
        ("Cash at beginning of year", ("740", "803")),
        ("Cash at end of year", ("729", "1,634")),
    ]
    parts: list[Row] = [("Cash", ("729", "740")), ("Cash of discontinued operations", ("1", "894"))]
    assert (
        len(check_identities(Grid(document(rows, headers=YEARS[:2])), CheckSettings(), (), ()).findings) == 1
    )
    shown = document([*rows, *parts], headers=YEARS[:2])
    assert check_identities(Grid(shown), CheckSettings(), (), ()).findings == ()


NET: list[Row] = [
    ("Fixed assets", ("41,200",)),
    ("Current assets", ("25,780",)),
    ("Creditors: amounts falling due within one year", ("(14,610)",)),
    ("Net current assets", ("11,170",)),
    ("Total assets less current liabilities", ("52,370",)),
    ("Creditors: amounts falling due after more than one year", ("(9,400)",)),
    ("Net assets", ("42,970",)),
    ("Shareholders' funds", ("42,970",)),
]


@pytest.mark.parametrize(("row", "wrong"), [(1, "25,870"), (3, "11,710"), (4, "53,270"), (7, "42,790")])
def test_assets_less_what_is_owed_are_net_assets(row: int, wrong: str) -> None:
    assert check_identities(Grid(document(NET, headers=("2023",))), CheckSettings(), (), ()).findings == ()
    made = document([*NET[:row], (NET[row][0], (wrong,)), *NET[row + 1 :]], headers=("2023",))
    findings = check_identities(Grid(made), CheckSettings(), (), ()).findings
    assert wrong in {made.mentions[at].text for each in findings for at in each.mentions}


def test_assets_and_liabilities_of_a_purchase_less_each_other_pay_for_nothing() -> None:
    rows: list[Row] = [("Total assets", ("8,484",)), ("Total liabilities", ("5,102",))]
    bought = document([*rows, ("Net assets and liabilities", ("3,382",))], headers=("2023",))
    assert check_identities(Grid(bought), CheckSettings(), (), ()).findings == ()


def test_without_a_total_of_what_pays_for_them_assets_are_debts_and_equity() -> None:
    rows: list[Row] = [("Total assets", ("8,484",)), ("Total liabilities", ("5,102",))]
    right = document([*rows, ("Total equity", ("3,382",))], headers=("2023",))
    assert check_identities(Grid(right), CheckSettings(), (), ()).findings == ()
    wrong = document([*rows, ("Total equity", ("3,832",))], headers=("2023",))
    (finding,) = check_identities(Grid(wrong), CheckSettings(), (), ()).findings
    assert finding.difference == Decimal(-450_000_000)


def test_one_column_without_a_date_is_of_one_day() -> None:
    sheet: list[Row] = [
        ("Cash", ("476",)),
        ("Total assets", ("8,484",)),
        ("Total liabilities and equity", ("8,484",)),
    ]
    made = document(sheet, [(label, texts[:1]) for label, texts in FLOWS], headers=("Amount",))
    (finding,) = check_identities(Grid(made), CheckSettings(), (), ()).findings
    assert {made.mentions[at].text for at in finding.mentions} == {"476", "467"}


def test_a_line_between_may_be_rounded_otherwise() -> None:
    rows: list[Row] = [
        ("現金及び現金同等物の増減額（△は減少）", ("12,630",)),
        ("現金及び現金同等物の期首残高", ("139,585",)),
        ("新規連結に伴う現金及び現金同等物の増加額", ("220",)),
        ("現金及び現金同等物の期末残高", ("152,437",)),
    ]
    made = document(rows, headers=("2023",))
    assert check_identities(Grid(made), CheckSettings(), (), ()).findings == ()
