"""Tables that go on on another page, in HTML, and so in Word and what else becomes HTML."""

from __future__ import annotations

import pytest

from tests.readers.html_pages import read_page, table

HEAD = ("", "Land", "Buildings")
FIRST = (("Ashwick", "1,310", "8,204"), ("Burrow", "977", "7,415"))
SECOND = (("Dunmere", "764", "5,020"), ("Total", "3,051", "20,639"))
TITLE = "<p><b>Schedule of properties</b></p>"
CONTINUED = "<p><b>Schedule of properties (continued)</b></p>"


@pytest.mark.parametrize(
    "between",
    [
        CONTINUED + table(HEAD, *SECOND),
        "<p>14</p>" + CONTINUED + table(HEAD, *SECOND),
        CONTINUED + table(*SECOND),
        CONTINUED + table(HEAD, ("", "", ""), *SECOND),
        "<p>14</p>" + table(HEAD, *SECOND),
        table(*SECOND),
        table(("Schedule of properties (continued)", "", ""), HEAD, *SECOND),
    ],
)
def test_the_rest_of_a_table_is_part_of_it(between: str) -> None:
    document = read_page(TITLE, table(HEAD, *FIRST), between)
    assert len(document.tables) == 1
    assert [(m.row_path[-1], m.column_path[-1], m.text) for m in document.mentions] == [
        (label, head, text)
        for label, *texts in (*FIRST, *SECOND)
        for head, text in zip(HEAD[1:], texts, strict=True)
    ]


def test_what_is_carried_forward_is_no_line() -> None:
    document = read_page(
        TITLE,
        table(HEAD, *FIRST, ("Carried forward", "2,287", "15,619")),
        CONTINUED,
        table(HEAD, ("Brought forward", "2,287", "15,619"), *SECOND),
    )
    assert len(document.tables) == 1
    assert [m.row_path[-1] for m in document.mentions][::2] == ["Ashwick", "Burrow", "Dunmere", "Total"]


@pytest.mark.parametrize(
    "between",
    [
        "<p>Properties of the company</p>" + table(HEAD, *SECOND),
        CONTINUED + table(("", "Cost", "Value"), *SECOND),
        CONTINUED + table(("", "Land", "Buildings", "Total"), ("Total", "1,200", "3,051", "4,251")),
    ],
)
def test_another_table_is_none(between: str) -> None:
    assert len(read_page(TITLE, table(HEAD, *FIRST), between).tables) == 2


def test_a_table_with_a_total_is_whole() -> None:
    other = (("Elstow", "764", "5,020"), ("Total", "764", "5,020"))
    assert len(read_page(table(HEAD, *SECOND), table(HEAD, *other)).tables) == 2
