from collections.abc import Sequence
from dataclasses import dataclass

from cofitcheck.evaluation.figures import Json, broken_down


@dataclass(frozen=True)
class Row:
    form: str
    industry: str
    mentions: int


ROWS = [Row("10-K", "retail", 900), Row("10-Q", "", 100), Row("10-K", "", 300), Row("", "retail", 1_200)]


def total(rows: Sequence[Row]) -> Json:
    return {"sum": sum(row.mentions for row in rows)}


def test_each_part_has_the_figures_of_its_documents() -> None:
    assert broken_down(ROWS, total) == {
        "form": {"10-K": {"documents": 2, "sum": 1_200}, "10-Q": {"documents": 1, "sum": 100}},
        "mentions": {
            "few (100 to 100)": {"documents": 1, "sum": 100},
            "some (300 to 300)": {"documents": 1, "sum": 300},
            "many (900 to 1,200)": {"documents": 2, "sum": 2_100},
        },
        "industry": {"retail": {"documents": 2, "sum": 2_100}},
    }


def test_fewer_documents_than_parts_leave_no_part_empty() -> None:
    parts = broken_down(ROWS[:1], total)["mentions"]
    assert parts == {"many (900 to 900)": {"documents": 1, "sum": 900}}
