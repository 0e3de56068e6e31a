"""The books of made-up companies tied to their statements: what is mapped, what differs, what explains it."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from functools import cache
from pathlib import Path
from random import Random

import pytest

from cofitcheck.books import BooksRemark, HintKind, How, LineOutcome, StatementKind, Tie, TiedLine
from cofitcheck.books.lines import read_statements
from cofitcheck.books.mapping_file import mapping_csv, read_mapping
from cofitcheck.books.tie import tie
from cofitcheck.books.trial_balance import read_trial_balance
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.document import Document
from cofitcheck.errors import InputError
from cofitcheck.evaluation.books.companies import (
    BookedAccount,
    Company,
    charts,
    company,
    statements_page,
    write_books,
)
from cofitcheck.readers import read

Change = Callable[[list[BookedAccount]], None]
SOFTWARE, CHINESE = 0, 2


@cache
def made(number: int) -> tuple[Company, Document]:
    one = company(charts()[number], Random(7))
    return one, read(statements_page(one).encode(), "report.htm")


def tied(
    folder: Path, change: Change = lambda _: None, number: int = SOFTWARE, mapping: Path | None = None
) -> Tie:
    one, document = made(number)
    accounts = list(one.accounts)
    change(accounts)
    path = write_books(replace(one, accounts=tuple(accounts)), folder, "tb")
    statements = read_statements(Grid(document))
    return tie(statements, read_trial_balance(path), read_mapping(mapping) if mapping else None)


def line(result: Tie, label: str) -> TiedLine:
    return next(each for each in result.lines if each.line.label == label)


def at(accounts: list[BookedAccount], code: str) -> int:
    return next(index for index, each in enumerate(accounts) if each.code == code)


def add(code: str, amount: int) -> Change:
    def change(accounts: list[BookedAccount]) -> None:
        own = accounts[at(accounts, code)]
        accounts[at(accounts, code)] = replace(own, amounts=(own.amounts[0] + amount, *own.amounts[1:]))

    return change


@pytest.mark.parametrize("number", [SOFTWARE, CHINESE])
def test_books_that_are_right_agree_line_by_line(tmp_path: Path, number: int) -> None:
    result = tied(tmp_path, number=number)
    assert {each.outcome for each in result.lines} == {LineOutcome.AGREES}
    truth = made(number)[0].truth
    for each in result.lines:
        codes = {result.books.accounts[account].code for account in each.accounts}
        assert codes - {""} >= {code for code, label in truth.items() if label == each.line.label}
    assert result.unused == ()
    assert {each.what for each in result.remarks} == {BooksRemark.BALANCED}


def test_what_is_kept_has_the_result_of_the_year(tmp_path: Path) -> None:
    result = tied(tmp_path)
    kept = line(result, "Accumulated deficit")
    assert any(result.books.accounts[account].result for account in kept.accounts)


def test_a_wrong_balance_is_the_difference_of_its_line_and_of_the_books(tmp_path: Path) -> None:
    result = tied(tmp_path, add("1200", 900))
    off = line(result, "Accounts receivable, net")
    assert off.outcome is LineOutcome.DIFFERS
    assert round(off.differences[0] or 0) == -900
    assert off.differences[1] is not None
    assert abs(off.differences[1]) < 1
    assert [hint.kind for hint in off.hints] == [HintKind.THE_BOOKS]
    differing = [each for each in result.lines if each.outcome is LineOutcome.DIFFERS]
    assert differing == [off]
    unbalanced = [each for each in result.remarks if each.what is BooksRemark.UNBALANCED]
    assert [(each.wrong, each.values["difference"]) for each in unbalanced] == [(True, Decimal(900))]


def test_a_missing_account_leaves_its_line_short(tmp_path: Path) -> None:
    def change(accounts: list[BookedAccount]) -> None:
        del accounts[at(accounts, "1020")]

    result = tied(tmp_path, change)
    amount = made(SOFTWARE)[0].accounts[at(list(made(SOFTWARE)[0].accounts), "1020")].amounts[0]
    off = line(result, "Cash and cash equivalents")
    assert off.outcome is LineOutcome.DIFFERS
    assert abs((off.differences[0] or 0) - amount) <= 1


def test_two_balances_that_are_swapped_are_named(tmp_path: Path) -> None:
    def change(accounts: list[BookedAccount]) -> None:
        one, other = at(accounts, "1310"), at(accounts, "1700")
        first, second = accounts[one], accounts[other]
        accounts[one] = replace(first, amounts=(second.amounts[0], first.amounts[1]))
        accounts[other] = replace(second, amounts=(first.amounts[0], second.amounts[1]))

    result = tied(tmp_path, change)
    (hint,) = line(result, "Goodwill").hints
    assert hint.kind is HintKind.SWAPPED
    assert {result.books.accounts[each].code for each in hint.accounts} == {"1310", "1700"}


def test_an_account_in_no_line_is_listed(tmp_path: Path) -> None:
    def change(accounts: list[BookedAccount]) -> None:
        accounts.append(BookedAccount("9999", "Suspense", "expense", "", (Decimal("12.34"), Decimal(0))))

    result = tied(tmp_path, change)
    assert [result.books.accounts[each].code for each in result.unused] == ["9999"]
    off = {each.line.label for each in result.lines if each.outcome is LineOutcome.DIFFERS}
    assert off <= {"Accumulated deficit"}


def test_the_mapping_file_holds_over_names_and_sums(tmp_path: Path) -> None:
    mapping = tmp_path / "mapping.csv"
    mapping.write_bytes(mapping_csv(tied(tmp_path)))
    again = tied(tmp_path, add("1200", 900), mapping=mapping)
    assert {each.how for each in again.lines} == {How.FILE}
    assert line(again, "Accounts receivable, net").outcome is LineOutcome.DIFFERS

    text = mapping.read_text("utf-8-sig")
    mapping.write_text(text.replace("Assets › Goodwill", "-"), "utf-8")
    unmapped = tied(tmp_path, mapping=mapping)
    assert line(unmapped, "Goodwill").accounts == ()
    assert unmapped.unused == ()
    assert ",-," in mapping_csv(unmapped).decode("utf-8-sig")

    mapping.write_text(text.replace("Assets › Goodwill", "Assets › Badwill"), "utf-8")
    renamed = tied(tmp_path, mapping=mapping)
    assert BooksRemark.UNKNOWN_LINE in {each.what for each in renamed.remarks}
    assert line(renamed, "Goodwill").outcome is LineOutcome.AGREES


def test_a_mapping_that_is_none_is_told(tmp_path: Path) -> None:
    path = tmp_path / "mapping.csv"
    path.write_text("a,b\n1,2\n", "utf-8")
    with pytest.raises(InputError, match=r"is no mapping: it has no column account"):
        read_mapping(path)
    path.write_text("account,name,line\n1,Cash,Cash\n1,Cash,Debt\n", "utf-8")
    with pytest.raises(InputError, match=r"line 3: the account 1 stands twice"):
        read_mapping(path)


def test_books_in_thousands_are_told_and_tied(tmp_path: Path) -> None:
    def change(accounts: list[BookedAccount]) -> None:
        for index, each in enumerate(accounts):
            accounts[index] = replace(each, amounts=tuple(amount / 1000 for amount in each.amounts))

    result = tied(tmp_path, change)
    factors = {each.values["factor"] for each in result.remarks if each.what is BooksRemark.OTHER_UNIT}
    assert factors == {Decimal(1000)}
    assert {each.outcome for each in result.lines} == {LineOutcome.AGREES}


def test_a_lead_schedule_is_tied_to_its_lines_alone(tmp_path: Path) -> None:
    def change(accounts: list[BookedAccount]) -> None:
        accounts[:] = [each for each in accounts if each.kind == "asset"]

    result = tied(tmp_path, change)
    assert BooksRemark.SCHEDULE in {each.what for each in result.remarks}
    assert {each.line.kind for each in result.lines} == {"asset"}
    assert {each.outcome for each in result.lines} == {LineOutcome.AGREES}


def test_the_income_statement_is_the_one_that_stands_with_the_balance_sheet() -> None:
    result = (
        ("Net sales", "9,100", "8,200"), ("Cost of sales", "4,100", "3,900"),
        ("Gross profit", "5,000", "4,300"),
        ("Selling expenses", "2,000", "1,900"), ("Income tax expense", "900", "700"),
        ("Net income", "2,100", "1,700"),
    )  # fmt: skip
    position = (
        ("Cash", "3,000", "2,500"), ("Receivables", "2,000", "1,500"), ("Total assets", "5,000", "4,000"),
        ("Payables", "1,000", "900"), ("Total liabilities", "1,000", "900"),
        ("Common stock", "4,000", "3,100"), ("Total equity", "4,000", "3,100"),
        ("Total liabilities and equity", "5,000", "4,000"),
    )  # fmt: skip
    data = (
        ("Net sales", "9,100", "8,200"), ("Research expense", "300", "200"), ("Net income", "2,100", "1,700"),
        ("Net income per share", "2.10", "1.70"),
    )  # fmt: skip
    tables = {
        "Selected financial data": (*data[:2], *result[3:5], data[2]),
        "Income": result,
        "Balance": position,
    }
    head = "<tr><td>(in thousands)</td><td>2025</td><td>2024</td></tr>"
    page = "".join(
        f"<h2>{title}</h2><table>{head}"
        + "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
        + "</table>"
        for title, rows in tables.items()
    )
    statements = read_statements(Grid(read(page.encode(), "report.htm")))
    labels = [each.label for each in statements.lines if each.statement is StatementKind.RESULT]
    assert labels == ["Net sales", "Cost of sales", "Selling expenses", "Income tax expense"]
    assert list(map(int, statements.result)) == [2_100_000, 1_700_000]


def test_a_document_without_statements_is_told() -> None:
    page = b"<table><tr><th></th><th>2025</th></tr><tr><td>Beds</td><td>12</td></tr></table>"
    document = read(page, "note.htm")
    with pytest.raises(InputError, match=r"note.htm: no balance sheet and no income statement"):
        read_statements(Grid(document))
