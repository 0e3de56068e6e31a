"""Labels that one word turns into their opposite, and units and currencies over a table."""

from __future__ import annotations

import pytest

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.references.senses import turned_labels
from cofitcheck.checks.references.titles import misnamed_units
from tests.readers.html_pages import read_page, table


def balance(asset: str = "Due from related parties", liability: str = "Accounts payable") -> str:
    return table(
        ("", "2031", "2030"),
        ("Cash", "1,204", "1,113"),
        (asset, "3,310", "2,984"),
        ("Total assets", "4,514", "4,097"),
        (liability, "1,514", "1,097"),
        ("Total liabilities", "1,514", "1,097"),
        ("Total equity", "3,000", "3,000"),
        ("Total liabilities and equity", "4,514", "4,097"),
    )


def turned(*parts: str) -> list[str]:
    return [each.mention.row_path[-1] for each in turned_labels(Grid(read_page(*parts)))]


@pytest.mark.parametrize(
    ("asset", "liability", "found"),
    [
        ("Due from related parties", "Due to related parties", []),
        ("Due to related parties", "Accounts payable", ["Due to related parties"]),
        ("Accounts receivable, net", "Accounts receivable", ["Accounts receivable"]),
        ("Other receivables", "Tax receivable agreement liability", []),
        ("Prepaid royalties payable", "Accounts payable", []),
        ("Income taxes receivable", "Income taxes payable", []),
        ("应付账款", "应付票据", ["应付账款"]),
    ],
)
def test_a_label_stands_on_its_side_of_the_balance_sheet(
    asset: str, liability: str, found: list[str]
) -> None:
    assert turned(balance(asset, liability)) == found


def note(label: str, *numbers: str) -> str:
    return table(("", "2031", "2030"), (label, *numbers), ("Others", "11", "12"))


@pytest.mark.parametrize(
    ("first", "second", "numbers", "found"),
    [
        ("Notes receivable from officers", "Notes payable from officers", ("3,310", "2,984"), True),
        ("Notes receivable from officers", "Notes payable from officers", ("3,311", "2,985"), False),
        ("Increase in inventory", "Decrease in inventory", ("3,310", "2,984"), True),
        ("Net income", "Net loss", ("3,310", "2,984"), True),
    ],
)
def test_a_label_is_that_of_the_same_numbers_elsewhere(
    first: str, second: str, numbers: tuple[str, str], found: bool
) -> None:
    parts = note(first, "3,310", "2,984"), "<p>Words.</p>", note(second, *numbers)
    assert turned(*parts) == ([second] if found else [])


def test_a_loss_in_brackets_is_the_income_of_another_table() -> None:
    parts = note("Net income", "(3,310)", "(2,984)"), "<p>Words.</p>", note("Net loss", "(3,310)", "(2,984)")
    assert turned(*parts) == []


def test_a_line_of_income_and_losses_has_one_label_for_both() -> None:
    parts = note("Net income", "3,310", "2,984"), "<p>Words.</p>", note("Net loss", "3,310", "(2,000)")
    assert turned(*parts) == []


def figures(caption: str, *labels: str, first: str = "4,310") -> str:
    numbers = (first, "5,204", "6,113", "7,984")
    rows = (("", "2031"), *zip(labels or ("Sales", "Costs", "Wages", "Rent"), numbers, strict=True))
    return f"<p>{caption}</p>" + table(*rows)


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ("(in thousands)", "(in millions)", [(1, 6, 3)]),
        ("(in thousands)", "(in thousands)", []),
        ("(in thousands of US$)", "(in thousands of HK$)", [(1, "HKD", "USD")]),
    ],
)
def test_the_unit_is_that_of_the_numbers_elsewhere(
    first: str, second: str, found: list[tuple[int, object, object]]
) -> None:
    document = read_page(figures(first), figures(second))
    assert [(each.table, each.said, each.meant) for each in misnamed_units(Grid(document))] == found


def test_the_table_whose_unit_a_third_one_has_is_right() -> None:
    document = read_page(figures("(in millions)"), figures("(in thousands)"), figures("(in thousands)"))
    assert [each.table for each in misnamed_units(Grid(document))] == [0]


def test_numbers_under_other_labels_show_no_unit() -> None:
    document = read_page(figures("(in thousands)"), figures("(in millions)", "Men", "Women", "Girls", "Boys"))
    assert list(misnamed_units(Grid(document))) == []
