from __future__ import annotations

from cofitcheck.checks import Grid
from cofitcheck.checks.evidence.footing import Footing, footing
from cofitcheck.checks.repeats import reasons
from cofitcheck.checks.repeats.reasons import right_by_sums
from cofitcheck.reports.words.reasons import render_reason
from tests.checks.checks_documents import document


def reasons_for(
    grid: Grid,
    pair: tuple[int, int],
    others: tuple[int, int],
    sums: Footing,
    *,
    statements: tuple[int, int] = (1, 1),
) -> tuple[str, ...]:
    """The sentences of the reasons."""
    found = reasons.reasons_for(grid, pair, others, sums, statements=statements)
    return tuple(str(render_reason(each)) for each in found)


def test_labels_period_and_row_neighbours_are_reasons() -> None:
    made = document(
        [("Equity|Net income", ["1,234", "2,345", "3,456"])],
        [("EQUITY:|Net income (1)", ["9,999", "2,345", "(3,456)"])],
    )
    assert reasons_for(Grid(made), (3, 0), (0, 0), Footing.NONE) == (
        "Both rows are labelled “Net income (1)”.",
        "Both rows stand under “EQUITY:”.",
        "Both numbers are for 2023.",
        "2 of 2 other numbers of the two rows agree.",
    )


def test_reasons_do_not_depend_on_the_two_values() -> None:
    def told(first: str, second: str) -> tuple[str, ...]:
        made = document(
            [("Net income", [first, "2,345"]), ("Sales", ["555", "666"]), ("Tax", ["777", "1"])],
            [("Net income", [second, "2,345"]), ("Sales", ["555", "666"]), ("Tax", ["777", "1"])],
        )
        return reasons_for(Grid(made), (0, 6), (0, 0), Footing.NONE)

    assert "The other number of the two rows agrees." in told("1", "2")
    assert "2 other numbers of the two columns agree." in told("1", "2")
    assert told("1", "2") == told("555", "777") == told("2,345", "666")


def test_a_cell_bears_witness_once() -> None:
    made = document([("Net income", ["1", "345", "345"])], [("Net income", ["2", "345", "678"])])
    assert "1 of 2 other numbers of the two rows agrees." in reasons_for(
        Grid(made), (0, 3), (0, 0), Footing.NONE
    )


def test_like_labels_are_named_with_what_they_share() -> None:
    made = document([("Net income", ["1,234"])], [("Income for the year", ["1,234"])], headers=("Total",))
    assert reasons_for(Grid(made), (0, 1), (0, 0), Footing.NONE) == (
        "The row labels “Net income” and “Income for the year” share “income”.",
        "Both columns are headed “Total”.",
    )


def test_without_evidence_no_reason_is_given() -> None:
    made = document([("Sales", ["1,234"])], [("Tax", ["1,284"])], headers=("",))
    assert reasons_for(Grid(made), (0, 1), (0, 0), Footing.NONE) == ()


def test_how_often_each_number_is_stated_is_said() -> None:
    made = document([("Sales", ["1,234"])], [("Tax", ["1,284"])], headers=("",))

    def said(of_a: int, of_b: int) -> tuple[str, ...]:
        return reasons_for(Grid(made), (0, 1), (0, 0), Footing.NONE, statements=(of_a, of_b))

    assert said(1, 3) == ("The document has the number of B in 3 places, that of A in 1.",)
    assert said(2, 1) == ("The document has the number of A in 2 places, that of B in 1.",)
    assert said(2, 2) == ()


def test_two_places_of_one_table_and_row_are_no_witnesses_of_each_other() -> None:
    made = document([("Net income", ["1,234", "1,284", "1,234"])])
    assert reasons_for(Grid(made), (0, 1), (0, 0), Footing.NONE) == ("Both rows are labelled “Net income”.",)


def test_what_became_of_the_other_facts_is_said() -> None:
    made = document([("Sales", ["1,234"])], [("Tax", ["1,284"])], headers=("",))
    assert reasons_for(Grid(made), (0, 1), (7, 2), Footing.NONE) == (
        "9 other items appear in both tables; 7 agree, 2 differ.",
    )
    made = document([("Sales", ["1,234"]), ("Tax", ["1,284"])], headers=("",))
    assert reasons_for(Grid(made), (0, 1), (7, 2), Footing.NONE) == ()


def test_what_the_sums_say_comes_first() -> None:
    right = [("Sales", ["1,234"]), ("Other income", ["2,000"]), ("Total", ["3,234"])]
    wrong = [("Sales", ["1,284"]), ("Other income", ["2,000"]), ("Total", ["3,234"])]
    other = [("Sales", ["1,284"]), ("Other income", ["2,000"]), ("Total", ["3,284"])]

    def of(tables: list[list[tuple[str, list[str]]]], pair: tuple[int, int]) -> tuple[str, ...]:
        grid = Grid(document(*tables, headers=("",)))
        return reasons_for(grid, pair, (0, 0), footing(grid, *pair))

    assert of([right, wrong], (3, 0))[0] == "Table A foots only with 1,234; it states 1,284."
    assert of([right, wrong], (0, 3))[0] == "Table B foots only with 1,234; it states 1,284."
    assert of([right, other], (0, 3))[0] == "Each number foots where it stands."
    both = [
        [("Sales", ["1,284"]), ("Other income", ["2,000"]), ("Total", ["3,234"])],
        [("Sales", ["1,234"]), ("Other income", ["2,000"]), ("Total", ["3,284"])],
    ]
    assert of(both, (0, 3))[:2] == (
        "Table A foots only with 1,234; it states 1,284.",
        "Table B foots only with 1,284; it states 1,234.",
    )


def test_what_speaks_against_an_error_is_told_apart() -> None:
    made = document([("Sales", ["1,234"])], [("Sales", ["1,284"])])
    found = reasons.reasons_for(Grid(made), (0, 1), (1, 5), Footing.BOTH, statements=(3, 1))
    assert [str(render_reason(each)) for each in found if each.against] == [
        "Each number foots where it stands.",
        "The document has the number of A in 3 places, that of B in 1.",
        "6 other items appear in both tables; 5 of them differ too.",
    ]


def test_the_number_that_sums_speak_for_is_named() -> None:
    def right(*sales: str) -> int | None:
        tables = [
            [("Sales", [sale]), ("Other income", ["2,000"]), ("Total", [total])]
            for sale, total in zip(sales[::2], sales[1::2], strict=True)
        ]
        grid = Grid(document(*tables, headers=("",)))
        return right_by_sums(grid, (0, 3), footing(grid, 0, 3))

    assert right("1,284", "3,234", "1,234", "3,234") == 3
    assert right("1,234", "3,234", "1,284", "3,234") == 0
    assert right("1,284", "3,234", "1,234", "3,284") is None
    assert right("1,284", "3,284", "1,234", "3,234") is None
