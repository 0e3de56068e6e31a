"""Books as people keep them: sides, balances, signs, sums of sub-accounts, two rows of headers."""

from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

from cofitcheck.books import AccountClass, BooksRemark, TrialBalance
from cofitcheck.books.trial_balance import read_trial_balance
from cofitcheck.errors import InputError
from cofitcheck.evaluation.books.companies import charts, company
from cofitcheck.evaluation.books.shapes import SHAPES, write_shape

PLAIN = """Account,Name,Debit,Credit
1000,Cash,500.00,
1100,Trade receivables,250.50,
2000,Trade payables,,300.50
3000,Share capital,,100
4000,Sales,,900
6000,Office rent,550,
Total,,"1,300.50","1,300.50"
"""


def books(tmp_path: Path, text: str, name: str = "tb.csv") -> TrialBalance:
    (tmp_path / name).write_text(text, "utf-8")
    return read_trial_balance(tmp_path / name)


def amounts(read: TrialBalance) -> dict[str, Decimal]:
    return {each.code or each.name: each.amounts[0] for each in read.accounts}


def remarks(read: TrialBalance) -> set[BooksRemark]:
    return {each.what for each in read.remarks}


def test_debits_are_positive_and_totals_are_no_accounts(tmp_path: Path) -> None:
    read = books(tmp_path, PLAIN)
    assert amounts(read)["2000"] == Decimal("-300.50")
    assert len(read.accounts) == 6
    assert read.debits == read.credits == (Decimal("1300.50"),)
    assert [each.kind for each in read.accounts[:4]] == [
        AccountClass.ASSET,
        AccountClass.ASSET,
        AccountClass.LIABILITY,
        AccountClass.EQUITY,
    ]


def test_a_total_that_is_not_the_sum_is_told(tmp_path: Path) -> None:
    read = books(tmp_path, PLAIN.replace('"1,300.50","1,300.50"', '"1,300.50","1,330.50"'))
    (wrong,) = read.remarks
    assert wrong.what is BooksRemark.TOTAL_DIFFERS
    assert wrong.values == {"side": "credit", "stated": Decimal("1330.50"), "computed": Decimal("1300.50")}


@pytest.mark.parametrize(
    ("sign", "remark"), [(1, None), (-1, BooksRemark.CREDITS_POSITIVE), (0, BooksRemark.WITHOUT_SIGN)]
)
def test_balances_of_one_column_have_their_sign_by_what_accounts_are(
    tmp_path: Path, sign: int, remark: BooksRemark | None
) -> None:
    rows = [
        ("1000", "Cash", 500), ("1010", "Bank deposits", 200), ("1100", "Trade receivables", 300),
        ("2000", "Trade payables", -400), ("2100", "Bank loan", -100), ("3000", "Share capital", -100),
        ("4000", "Sales", -900), ("6000", "Wages", 500),
    ]  # fmt: skip
    lines = [f"{code},{name},{amount * sign if sign else abs(amount)}" for code, name, amount in rows]
    read = books(tmp_path, "\n".join(["No.,Account name,Balance", *lines]))
    assert list(amounts(read).values()) == [amount for _, _, amount in rows]
    assert remarks(read) == ({remark} if remark else set())
    assert read.debits == read.credits == (Decimal(1500),)


def test_an_account_that_sums_up_those_below_it_is_left_out(tmp_path: Path) -> None:
    text = (
        "Account,Name,Debit,Credit\n1002,Bank,300,\n100201,Bank north,100,\n100202,Bank south,200,\n"
        "2202,Trade payables,,300\n"
    )
    assert amounts(books(tmp_path, text)).keys() == {"100201", "100202", "2202"}


def test_headers_may_stand_in_two_rows_and_opening_balances_are_last_years(tmp_path: Path) -> None:
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.create_sheet("TB", 0)
    sheet.append(["科目编码", "科目名称", "期初余额", None, "本期发生额", None, "期末余额", None])
    sheet.append([None, None, "借方", "贷方", "借方", "贷方", "借方", "贷方"])
    sheet.append(["1001", "库存现金", 5, None, 10, 8, 7, None])
    sheet.append(["1002", "银行存款", 95, None, 100, 60, 135, None])
    sheet.append(["2202", "应付账款", None, 100, 58, 100, None, 142])
    sheet.append(["6602", "管理费用", None, None, 40, 40, None, None])
    for columns in ("C1:D1", "E1:F1", "G1:H1", "A1:A2", "B1:B2"):
        sheet.merge_cells(columns)
    book.save(tmp_path / "tb.xlsx")
    read = read_trial_balance(tmp_path / "tb.xlsx")
    assert read.opening
    assert [tuple(map(int, each.amounts)) for each in read.accounts[:3]] == [(7, 5), (135, 95), (-142, -100)]
    # What was closed at the end of the year is what was booked in it.
    assert read.accounts[3].closed
    assert read.accounts[3].amounts[0] == 40


def test_years_head_columns_and_a_comma_marks_decimals(tmp_path: Path) -> None:
    text = (
        "Konto;Bezeichnung;2025;2024\n1000;Kasse;1.234,50;1.000,00\n1200;Bank;10,00;0,00\n"
        "1600;Kreditoren;-1.244,50;-1.000,00\n"
    )
    read = books(tmp_path, text)
    assert [[str(amount) for amount in each.amounts] for each in read.accounts] == [
        ["1234.50", "1000.00"],
        ["10.00", "0"],
        ["-1244.50", "-1000.00"],
    ]


def test_a_code_may_stand_before_the_name_and_a_side_behind_the_amount(tmp_path: Path) -> None:
    read = books(
        tmp_path, "Account,Balance\n1000 Cash,100 Dr\n2000 - Trade payables,60 Cr\n3000 Capital,40 Cr\n"
    )
    assert amounts(read) == {"1000": 100, "2000": -60, "3000": -40}
    assert read.accounts[1].name == "Trade payables"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Month,Hours\nMay,3\nJune,4\n", "tb.csv: no row heads columns of accounts with debits and credits"),
        ("Account,Name,Debit,Credit\n1000,Cash,,\n", "tb.csv: no row heads columns of accounts"),
        ("<html><body><p>x</p></body></html>", "tb.csv: this is HTML; save it as .xlsx, .csv or .tsv."),
        ("", "tb.csv: the file is empty"),
    ],
)
def test_what_is_no_trial_balance_is_told_in_a_sentence(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        books(tmp_path, text)


def test_the_side_of_an_amount_may_stand_in_many_places(tmp_path: Path) -> None:
    rows = ["100 Dr", "60 (Cr)", "CR 30", "10-", "(5)", "40 D", "45 C", "10 H"]
    text = "\n".join(
        ["Account;Name;Balance", *(f"{at};Account {at};{row}" for at, row in enumerate(rows, 1))]
    )
    assert list(amounts(books(tmp_path, text + "\n")).values()) == [100, -60, -30, -10, -5, 40, -45, -10]


def test_an_amount_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    told = books(tmp_path, PLAIN.replace("500.00", "5OO.00")).remarks[0]
    assert told.what is BooksRemark.UNREAD_AMOUNT
    assert told.values["amount"] == "5OO.00"
    assert told.wrong


def test_rows_of_departments_are_one_account(tmp_path: Path) -> None:
    rows = ("1000,North,Cash,70,", "1000,South,Cash,,20", "2000,North,Capital,,50")
    text = "\n".join(["Account,Department,Name,Debit,Credit", *rows])
    read = books(tmp_path, text)
    assert amounts(read) == {"1000": 50, "2000": -50}
    assert read.debits == (Decimal(70),)


@pytest.mark.parametrize("suffix", [".xlsx", ".csv"])
@pytest.mark.parametrize("shape", SHAPES)
def test_books_in_the_shapes_of_many_systems_are_read_alike(tmp_path: Path, shape: str, suffix: str) -> None:
    made = company(charts()[0], Random(5))
    read = read_trial_balance(write_shape(made, shape, tmp_path, suffix))
    stated = {each.code: each.amounts[0] for each in made.accounts if any(each.amounts)}
    assert {code: amount for code, amount in amounts(read).items() if amount} == stated
    assert {each.name for each in read.accounts} <= {each.name for each in made.accounts}
    assert read.debits == read.credits
    assert not [each for each in read.remarks if each.wrong]


def test_a_number_that_looks_like_a_year_is_an_amount(tmp_path: Path) -> None:
    text = "Account,Name,Year\n2030,Net wages payable,-2042\n2031,Closing stock,2042\n"
    assert amounts(books(tmp_path, text)) == {"2030": -2042, "2031": 2042}
