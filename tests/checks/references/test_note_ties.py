"""The lines of statements and the notes that they refer to."""

from __future__ import annotations

import pytest

from cofitcheck import Checker, read
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.reasons import ReasonCode
from cofitcheck.checks.references import ReferencesCheck
from cofitcheck.document import Document
from tests.readers.html_pages import page, read_page, table

TITLES = ("Basis", "Sales", "Stocks", "Debtors", "Creditors", "Reserves")
BALANCE = table(
    ("", "Note", "2031", "2030"),
    ("Stocks", "3", "8,204", "7,113"),
    ("Debtors", "4", "3,310", "2,984"),
    ("Reserves", "", "4,514", "4,097"),
)


def notes(*, stocks: str) -> str:
    return "".join(
        f"<h3>{at}. {title}</h3><p>Words.</p>{stocks if title == 'Stocks' else ''}"
        for at, title in enumerate(TITLES, 1)
    )


def made_of(parts: tuple[str, str, str], total: tuple[str, str, str]) -> str:
    return table(("", "2031", "2030"), ("Timber", "5,100", "4,100"), parts, total)


PARTS = ("Boats in the yard", "3,104", "3,013")


def tied(document: Document) -> list[tuple[str, tuple[str, ...]]]:
    grid = Grid(document)
    pairs = ReferencesCheck(document).lines(grid).ties()
    return [(grid[one].text, grid[other].row_path) for one, other in pairs]


@pytest.mark.parametrize(
    ("total", "found"),
    [
        (("", "8,204", "7,113"), [("8,204", ()), ("7,113", ())]),
        (("", "8,240", "7,113"), []),  # of two numbers one is by chance
        (("", "7,113", "8,204"), []),  # those of the other year
    ],
)
def test_the_numbers_of_a_line_are_those_of_its_note(
    total: tuple[str, str, str], found: list[tuple[str, tuple[str, ...]]]
) -> None:
    assert tied(read_page(BALANCE, notes(stocks=made_of(PARTS, total)))) == found


def test_the_numbers_of_a_note_that_no_line_refers_to_are_not_tied() -> None:
    elsewhere = BALANCE.replace("<td>3</td>", "<td>5</td>")
    assert tied(read_page(elsewhere, notes(stocks=made_of(PARTS, ("", "8,204", "7,113"))))) == []


def test_such_numbers_are_one_fact_in_the_report() -> None:
    content = page(BALANCE, notes(stocks=made_of(PARTS, ("", "8,204", "7,113"))))
    report = Checker().check(read(content, "page.htm"))
    line, total = (each.index for each in report.document.mentions if each.text == "8,204")
    (fact,) = [each for each in report.facts if line in each.mentions]
    assert (line, total) in fact.ties


def test_a_finding_names_the_note_that_the_line_refers_to() -> None:
    content = page(BALANCE, notes(stocks=made_of(PARTS, ("Stocks", "8,240", "7,113"))))
    (finding,) = Checker().check(read(content, "page.htm")).found
    (reason,) = [each for each in finding.reasons if each.why is ReasonCode.LINE_OF_NOTE]
    assert dict(reason.values) == {"number": "Note 3"}
