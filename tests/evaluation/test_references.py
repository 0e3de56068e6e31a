"""Wrong references, labels, units and ratios are planted in a document as read, and counted by kind."""

from __future__ import annotations

from pathlib import Path

from cofitcheck.evaluation.corpus import Filing
from cofitcheck.evaluation.references import attempt, summary
from tests.readers.html_pages import page, table

TITLES = ("Organization", "Revenue", "Leases", "Income Taxes", "Debt", "Equity")
NOTES = "".join(
    f"<h3>Note {number} – {title}</h3><p>Words about it and no more.</p>"
    for number, title in enumerate(TITLES, 1)
)
ROWS = (
    ("Sales", "4,311", "4,212"),
    ("Gross profit", "1,811", "1,712"),
    ("Notes receivable", "5,204", "5,104"),
    ("Rent", "6,113", "6,013"),
)
SHEET = table(("", "2031", "2030"), *ROWS)


def test_each_kind_is_planted_and_found(tmp_path: Path) -> None:
    path = tmp_path / "made-up.htm"
    body = (
        "<p>See Note 3, “Leases,” for more.</p>",
        NOTES,
        "<p>Gross margin was 42.0% in 2031, compared to 40.6% in 2030.</p>",
        "<p>Sales for the years ended December 31, 2031 and 2030 were as follows (in thousands of US$):</p>",
        SHEET,
        "<p>The same numbers stand here (in thousands of US$).</p>",
        SHEET,
        "<p>And here once more (in thousands of US$).</p>",
        SHEET,
    )
    path.write_bytes(page(*body))
    tried = attempt(Filing(path), planted=20, seed=1)
    figures = summary([tried])
    assert (figures["documents"], figures["told_as_filed"]) == (1, [])
    assert figures["planted"] == {
        "currency": {"planted": 3, "found": 3},
        "missing note": {"planted": 2, "found": 2},
        "ratio": {"planted": 2, "found": 2},
        "sense": {"planted": 3, "found": 3},
        "title": {"planted": 2, "found": 2},
        "unit": {"planted": 3, "found": 3},
        "years": {"planted": 1, "found": 1},
    }
