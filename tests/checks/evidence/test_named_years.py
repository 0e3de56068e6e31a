"""A year over one number and a day over another are no contradiction where they are of other fiscal years."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cofitcheck.checks import find_contradictions
from cofitcheck.document import Document
from tests.checks.checks_documents import document, fact

DAYS = ("January 28, 2023", "January 29, 2022")


def made(*named: tuple[str, str], days: tuple[str, str] = DAYS) -> Document:
    """Return a table headed by days, and one for each two years that says other numbers of the same item."""
    sales = [("Debt", ["1,284", "7,301"])]
    drawn = document(sales, *([("Debt", ["9,284", "1,234"])] for _ in named))
    headers = (days, *named)
    mentions = (replace(m, column_path=(headers[m.table][m.column - 1],)) for m in drawn.mentions)
    return replace(drawn, mentions=tuple(mentions))


@pytest.mark.parametrize(
    ("named", "days", "days_year", "apart"),
    [
        # Named by their start: "2022" is the year that ended in January 2023, and no other.
        ((("2022", "2021"),) * 2, DAYS, (1, 2), True),
        ((("2022", "2021"),) * 2, DAYS, (0, 3), True),
        ((("2022", "2021"),) * 2, DAYS, (0, 2), False),
        # Named by their end.
        ((("2023", "2022"),) * 2, DAYS, (0, 2), False),
        # Tables disagree: equal years may be two.
        ((("2022", "2021"), ("2023", "2022")), DAYS, (1, 2), True),
        # Years that end late are named so.
        ((("2023", "2022"), ("2022", "2021")), ("June 30, 2023", "June 30, 2022"), (0, 2), False),
    ],
)
def test_years_that_may_be_others_are_left_open(
    named: tuple[tuple[str, str], ...], days: tuple[str, str], days_year: tuple[int, int], apart: bool
) -> None:
    checked = find_contradictions(made(*named, days=days), [fact(*days_year)])
    assert [left.two_facts for left in checked.left_open] == [True] * apart
    assert len(checked.findings) == (not apart)
