from __future__ import annotations

from cofitcheck.checks import Grid
from cofitcheck.checks.evidence.footing import Footing, footing
from cofitcheck.checks.repeats.reasons import reasons_for, right_by_sums
from tests.checks.checks_documents import document


def test_labels_period_and_row_neighbours_are_reasons() -> None:
    made = document(
        [("Equity|Net income", ["1,234", "2,345", "3,456"])],
        [("EQUITY:|Net income (1)", ["9,999", "2,345", "(3,456)"])],
    )
    assert reasons_for(Grid(made), (3, 0), (0, 0), Footing.NONE) == (
        "same row label 'Net income (1)' in both tables",
        "same section 'EQUITY:'",
        "same period '2023'",
        "2 of 2 other cells of the two rows agree",
    )


def test_reasons_do_not_depend_on_the_two_values() -> None:
    def reasons(first: str, second: str) -> tuple[str, ...]:
        made = document(
            [("Net income", [first, "2,345"]), ("Sales", ["555", "666"]), ("Tax", ["777", "1"])],
            [("Net income", [second, "2,345"]), ("Sales", ["555", "666"]), ("Tax", ["777", "1"])],
        )
        return reasons_for(Grid(made), (0, 6), (0, 0), Footing.NONE)

    assert "the other cell of the two rows agrees" in reasons("1", "2")
    assert "2 other cells of the two columns agree" in reasons("1", "2")
    assert reasons("1", "2") == reasons("555", "777") == reasons("2,345", "666")


def test_a_cell_bears_witness_once() -> None:
    made = document([("Net income", ["1", "345", "345"])], [("Net income", ["2", "345", "678"])])
    assert "1 of 2 other cells of the two rows agree" in reasons_for(Grid(made), (0, 3), (0, 0), Footing.NONE)


def test_like_labels_are_named_with_what_they_share() -> None:
    made = document([("Net income", ["1,234"])], [("Income for the year", ["1,234"])], headers=("Total",))
    assert reasons_for(Grid(made), (0, 1), (0, 0), Footing.NONE) == (
        "row labels 'Net income' and 'Income for the year' share 'income'",
        "same column heading 'Total'",
    )


def test_without_evidence_no_reason_is_given() -> None:
    made = document([("Sales", ["1,234"])], [("Tax", ["1,284"])], headers=("",))
    assert reasons_for(Grid(made), (0, 1), (0, 0), Footing.NONE) == ()


def test_how_often_each_number_is_stated_is_said() -> None:
    made = document([("Sales", ["1,234"])], [("Tax", ["1,284"])], headers=("",))

    def said(of_a: int, of_b: int) -> tuple[str, ...]:
        return reasons_for(Grid(made), (0, 1), (0, 0), Footing.NONE, statements=(of_a, of_b))

    assert said(1, 3) == ("the number of A is stated once, that of B 3 times",)
    assert said(2, 1) == ("although the number of A is stated twice, that of B once",)
    assert said(2, 2) == ()


def test_two_places_of_one_table_and_row_are_no_witnesses_of_each_other() -> None:
    made = document([("Net income", ["1,234", "1,284", "1,234"])])
    assert reasons_for(Grid(made), (0, 1), (0, 0), Footing.NONE) == (
        "same row label 'Net income' in both places in the table",
    )


def test_what_became_of_the_other_facts_is_said() -> None:
    made = document([("Sales", ["1,234"])], [("Tax", ["1,284"])], headers=("",))
    assert reasons_for(Grid(made), (0, 1), (7, 2), Footing.NONE) == (
        "of the other facts that stand in both tables 7 agree and 2 differ",
    )
    made = document([("Sales", ["1,234"]), ("Tax", ["1,284"])], headers=("",))
    assert reasons_for(Grid(made), (0, 1), (7, 2), Footing.NONE) == ()


def test_what_the_sums_say_comes_first() -> None:
    right = [("Sales", ["1,234"]), ("Other income", ["2,000"]), ("Total", ["3,234"])]
    wrong = [("Sales", ["1,284"]), ("Other income", ["2,000"]), ("Total", ["3,234"])]
    other = [("Sales", ["1,284"]), ("Other income", ["2,000"]), ("Total", ["3,284"])]

    def first_reason(tables: list[list[tuple[str, list[str]]]], pair: tuple[int, int]) -> str:
        grid = Grid(document(*tables, headers=("",)))
        return reasons_for(grid, pair, (0, 0), footing(grid, *pair))[0]

    assert first_reason([right, wrong], (3, 0)) == ("table A adds up with 1,234 in place of its own 1,284")
    assert first_reason([right, wrong], (0, 3)) == ("table B adds up with 1,234 in place of its own 1,284")
    assert first_reason([right, other], (0, 3)) == "against an error: both numbers add up where they stand"
    both = [
        [("Sales", ["1,284"]), ("Other income", ["2,000"]), ("Total", ["3,234"])],
        [("Sales", ["1,234"]), ("Other income", ["2,000"]), ("Total", ["3,284"])],
    ]
    assert first_reason(both, (0, 3)) == (
        "table A adds up with 1,234 in place of its own 1,284; "
        "table B adds up with 1,284 in place of its own 1,234"
    )


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
