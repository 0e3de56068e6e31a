"""A sign that several currencies share is of the one that the tables are in."""

from __future__ import annotations

from cofitcheck.prose import read_prose
from cofitcheck.readers import read
from tests.readers.html_pages import YEARS, page, table


def test_dollars_of_another_country() -> None:
    data = page(
        "<p>Sales rose to $5 million.</p><p>(in millions of Canadian dollars)</p>",
        table(YEARS, ("Sales", "5", "4")),
    )
    (mention,) = read_prose(read(data, "report.htm")).mentions
    assert mention.number.currency == "CAD"
