"""What is said under the heading of a segment is not held against the numbers of the company."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cofitcheck.document import Document, Mention, Passage, Place, Table
from tests.checks.checks_documents import document
from tests.checks.text.text_documents import INCOME, Doubtful, checked
from tests.prose.prose_documents import COVER

WRONG = "Gross profit was $521 million in 2031."
TITLES = ("Income statement", "", "", "Orders", "Revenue", "Profit", "Parts")
SEGMENTS = [("Depreciation", ("31", "14")), ("Additions", ("45", "27"))]


def report(*texts: str) -> Document:
    """Return an income statement, two tables with segments over their columns, one with segments over rows,
    and passages."""
    years = [(label, values[:2]) for label, values in INCOME]
    by_row = [("Advanced Alloys|Orders", ("88", "81")), ("Fine Wires|Orders", ("63", "59"))]
    made = [document(years, headers=("2031", "2030"))]
    made += [document(SEGMENTS, headers=("Advanced Alloys", "Fine Wires")) for _ in range(2)]
    made.append(document(by_row, headers=("2031", "2030")))
    for amounts in (("214", "197"), ("31", "28")):
        made.append(document([("Wire division", amounts)], headers=("2031", "2030")))
    castings = [(f"{line}|Castings", ("54", "43")) for line in ("Revenue", "Operating income")]
    items = [(f"{line}|Fees", ("76", "65")) for line in ("Paid", "Received")]
    made.append(document([*castings, *items], headers=("2031", "2030")))
    tables: list[Table] = []
    mentions: list[Mention] = []
    for at, each in enumerate(made):
        tables.append(replace(each.tables[0], index=at, title=TITLES[at]))
        mentions += [replace(m, index=len(mentions) + n, table=at) for n, m in enumerate(each.mentions)]
    passages = tuple(Passage(n, text, Place("made-up", 900 + n)) for n, text in enumerate((COVER, *texts)))
    return Document("made-up", tuple(tables), tuple(mentions), passages=passages)


def told(*texts: str) -> list[str]:
    return [each.told.said.text for each in checked(report(*texts), Doubtful()).findings if each.told]


@pytest.mark.parametrize(
    "texts",
    [
        ("Advanced Alloys", WRONG),
        ("Wire division", WRONG),
        ("Castings", WRONG),
        ("Advanced Alloys", "Orders were higher.", "Gross profit", WRONG),
        ("Advanced Alloys In 2031 much was sold. " + WRONG,),
        ("Advanced Alloys segment orders were higher. " + WRONG,),
        ("In our Fine Wires segment, orders were higher. " + WRONG,),
    ],
)
def test_what_is_said_of_a_segment_is_not_of_the_company(texts: tuple[str, ...]) -> None:
    assert told(*texts) == []


@pytest.mark.parametrize(
    "texts",
    [
        (WRONG,),
        ("Gross profit", WRONG),
        ("Fees", WRONG),
        ("Advanced Alloys", "Outlook and sources of funds", WRONG),
        ("The Advanced Alloys segment had more orders.", WRONG),
        ("Advanced Alloys", "Gross profit was $521 million in 2031 on a consolidated basis."),
    ],
)
def test_what_is_said_of_the_company_is_held_against_it(texts: tuple[str, ...]) -> None:
    assert told(*texts) == ["$521 million"]
