"""Numbers that plainly repeat each other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cofitcheck.checks import Grid
from cofitcheck.checks.repeats.ties import find_ties, with_ties
from cofitcheck.document import Document
from cofitcheck.facts import FactSet
from tests.checks.checks_documents import document, fact


def ties(made: Document) -> list[tuple[int, int]]:
    return find_ties(Grid(made))


def sets(made: Document, *facts: FactSet) -> list[tuple[int, ...]]:
    return [each.mentions for each in with_ties(facts, ties(made))]


def test_one_label_period_unit_and_value_in_two_tables_is_a_tie() -> None:
    made = document([("Goodwill (2)", ["4,321", "77"])], [("GOODWILL", ["4,321", "88"])])
    assert ties(made) == [(0, 2)]
    assert sets(made) == [(0, 2)]


def test_another_label_period_or_value_is_none() -> None:
    assert ties(document([("Goodwill", ["4,321"])], [("Goodwill, net", ["4,321"])])) == []
    assert ties(document([("Goodwill", ["4,321", "1"])], [("Goodwill", ["9", "4,321"])])) == []
    assert ties(document([("Goodwill", ["4,321"])], [("Goodwill", ["(4,321)"])])) == []
    assert ties(document([("Goodwill", ["0"])], [("Goodwill", ["0"])])) == []


def test_two_rows_of_one_table_are_no_tie() -> None:
    assert ties(document([("Goodwill", ["4,321"]), ("Goodwill", ["4,321"])])) == []


def test_a_bare_total_is_named_by_its_section() -> None:
    here = [("Leases|Total", ["4,321"])]
    assert ties(document(here, [("Leases|Total", ["4,321"])])) == [(0, 1)]
    assert ties(document(here, [("Taxes|Total", ["4,321"])])) == []


@pytest.mark.parametrize(
    ("row_path", "column_path"),
    [
        (("Diluted earnings",), ("2023",)),
        (("Adjusted results", "Basic earnings"), ("2023",)),
        (("Basic earnings",), ("Pro forma", "2023")),
    ],
)
def test_words_that_exclude_each_other_keep_equal_numbers_apart(
    row_path: tuple[str, ...], column_path: tuple[str, ...]
) -> None:
    made = document([("Basic earnings", ["4.32"])], [("Basic earnings", ["4.32"])], scale=0)
    other = replace(made.mentions[1], row_path=row_path, column_path=column_path)
    assert ties(made) == [(0, 1)]
    assert ties(replace(made, mentions=(made.mentions[0], other))) == []


def test_a_number_that_repeats_a_member_joins_its_set_as_a_tie() -> None:
    made = document(*([("Sales", [value])] for value in ("4,321", "4,231", "4,321")))
    (found,) = with_ties([fact(0, 1)], ties(made))
    assert (found.mentions, found.ties) == ((0, 1, 2), ((0, 2),))
    assert found.matched == (0, 1)


def test_two_sets_stay_two() -> None:
    made = document(*([("Sales", [value])] for value in ("4,321", "4,321", "4,321", "4,321")))
    assert sets(made, fact(0, 1), fact(2, 3, index=1)) == [(0, 1), (2, 3)]


def test_what_one_label_and_value_repeat_thousands_of_times_takes_no_time() -> None:
    made = document(*([("Sales", ["4,321"])] for _ in range(2_000)))
    assert len(ties(made)) < 40_000
