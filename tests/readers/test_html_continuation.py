"""Tables that go on below the first one have its columns; others have not."""

from __future__ import annotations

import pytest

from tests.readers.html_pages import read_page, table

HEAD = ("", "Cost", "Fair value")
NOTE = "<p><b>Note 4 – Securities</b></p>"


def paths(page: str) -> dict[str, tuple[str, ...]]:
    return {mention.text: mention.column_path for mention in read_page(page).mentions}


def test_a_table_without_a_header_has_that_of_the_table_above() -> None:
    first, second = table(HEAD, ("Bonds", "1,204", "1,310")), table(("Notes", "845", "862"))
    found = paths(NOTE + first + second)
    assert found["845"] == ("Cost",)
    assert found["862"] == ("Fair value",)


def test_it_goes_on_over_several_pages() -> None:
    pages = [
        table(HEAD, ("Bonds", "1,204", "1,310")),
        table(("Notes", "845", "862")),
        table(("Bills", "77", "78")),
    ]
    found = paths(NOTE + "<p>57</p>".join(pages))
    assert found["78"] == ("Fair value",)


def test_a_table_of_another_date_keeps_the_headers_without_one() -> None:
    first = table(("", "June 30, 2025", "June 30, 2025"), HEAD, ("Bonds", "1,204", "1,310"))
    second = table(("December 31, 2024",), ("Bonds", "1,101", "1,099"))
    found = paths(NOTE + first + second)
    assert found["1,204"] == ("June 30, 2025", "Cost")
    assert found["1,101"] == ("Cost",)


def test_the_headers_carry_their_units() -> None:
    first = table(("(in millions)", "Share", "Percent of total"), ("Bonds", "1,204", "58.1 %"))
    second = table(("Notes", "845", "41.9"))
    document = read_page(NOTE + first + second)
    assert document.mentions[3].number.measure is document.mentions[1].number.measure


@pytest.mark.parametrize(
    "second",
    [
        "<p>The table below shows the maturities of our bonds, which we hold until they are paid back by "
        "those who owe them.</p>" + table(("Notes", "845", "862")),
        "<p><b>Note 5 – Loans</b></p>" + table(("Notes", "845", "862")),
        table(("Notes", "845", "862", "17")),
        table(("", "Level 1", "Level 2"), ("Notes", "845", "862")),
    ],
    ids=["prose between", "another note", "another number of columns", "a header of its own"],
)
def test_what_is_no_continuation_has_nothing_from_above(second: str) -> None:
    document = read_page(NOTE + table(HEAD, ("Bonds", "1,204", "1,310")) + second)
    found = {mention.text: mention.column_path for mention in document.mentions}
    assert found.get("845") == (("Level 1",) if "Level" in second else None)
    assert len(document.unread) == ("845" not in found)


def test_one_column_is_no_shape() -> None:
    below = table(("Employees", "845"), ("Shops", "1,711"))
    found = paths(NOTE + table(("", "2024"), ("Bonds", "1,204")) + below)
    assert found["845"] == ()


YEAR = "Year ended December 31, 2025"
DATED = table(("", YEAR, YEAR), HEAD, ("Bonds", "1,204", "1,310"))


def test_the_next_table_has_the_date_over_all_columns_above() -> None:
    found = paths(NOTE + DATED + table(("", "Level 1", "Level 2"), ("Notes", "845", "862")))
    assert found["845"] == (YEAR, "Level 1")


@pytest.mark.parametrize(
    "second",
    [
        table(("", "Level 1", "2024"), ("Notes", "845", "862")),
        table(("", "Level 1", "Level 2"), ("Balance at December 31, 2023", "845", "862")),
        "<p>At the end of the year before:</p>" + table(("", "Level 1", "Level 2"), ("Notes", "845", "862")),
    ],
    ids=["a date in its header", "a date in a label", "words between"],
)
def test_a_table_that_is_dated_otherwise_has_no_date_from_above(second: str) -> None:
    assert YEAR not in paths(NOTE + DATED + second)["845"]
