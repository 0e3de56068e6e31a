"""Neighbour evidence against its definition, counted cell by cell."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings

from cofitcheck.document import Document
from cofitcheck.mentions import FloatArray, IntArray, MentionArrays, mention_arrays
from cofitcheck.reconciliation.features import CROWD, NeighbourEvidence, neighbour_evidence
from tests.classification.classification_documents import cross_pairs, document, documents
from tests.readers.html_pages import read_page, table

Matches = Callable[[int, int], bool]


def slow_evidence(arrays: MentionArrays, a: IntArray, b: IntArray) -> NeighbourEvidence:
    """`neighbour_evidence` by its definition: look at every two other cells of the two lines."""
    value, period, label = arrays.value, arrays.period, arrays.label

    def crowded(ids: IntArray, i: int) -> bool:
        return int((ids == ids[i]).sum()) > CROWD

    def told(i: int, j: int) -> bool:
        return bool(value[i] >= 0 and value[j] >= 0)

    def equal(i: int, j: int) -> bool:
        return told(i, j) and bool(value[i] == value[j]) and not crowded(value, i)

    def same_period(i: int, j: int) -> bool:
        return bool(period[i] == period[j])

    def same_label(i: int, j: int) -> bool:
        return bool(label[i] == label[j])

    def comparable(i: int, j: int) -> bool:
        return told(i, j) and same_label(i, j) and not crowded(label, i)

    def heads_label(i: int, j: int) -> bool:
        text = arrays.heads[arrays.head[i]]
        under = [k for k in range(len(arrays)) if value[k] >= 0 and arrays.heads[arrays.head[k]] == text]
        beside = [k for k in range(len(arrays)) if value[k] >= 0 and arrays.labels[label[k]] == text]
        crowded = len(under) > CROWD or len(beside) > CROWD
        return bool(text) and text == arrays.labels[label[j]] and not crowded

    def headed_as_labelled(i: int, j: int) -> bool:
        return (
            told(i, j)
            and bool(arrays.table[i] != arrays.table[j])
            and (heads_label(i, j) or heads_label(j, i))
        )

    def equal_value(i: int, j: int) -> bool:
        return bool(value[i] == value[j])

    def count(line: IntArray, *matches: Matches) -> FloatArray:
        return count_between(line, line, *matches)

    def count_crossed(*matches: Matches) -> FloatArray:
        row, column = arrays.row_id, arrays.column_id
        return count_between(row, column, *matches) + count_between(column, row, *matches)

    def count_between(line: IntArray, across: IntArray, *matches: Matches) -> FloatArray:
        def of_pair(one: int, other: int) -> int:
            return sum(
                all(match(i, j) for match in matches)
                for i in np.flatnonzero(line == line[one]).tolist()
                for j in np.flatnonzero(across == across[other]).tolist()
                if i != one and j != other
            )

        return np.array([of_pair(*pair) for pair in zip(a.tolist(), b.tolist(), strict=True)], np.float32)

    return NeighbourEvidence(
        row_equal=count(arrays.row_id, equal),
        row_aligned_equal=count(arrays.row_id, equal, same_period),
        row_aligned=count(arrays.row_id, told, same_period),
        column_equal=count(arrays.column_id, equal),
        column_aligned_equal=count(arrays.column_id, equal, same_label),
        column_aligned=count(arrays.column_id, comparable),
        table_equal=count(arrays.table, equal),
        table_aligned_equal=count(arrays.table, equal, same_period, same_label),
        table_aligned=count(arrays.table, comparable, same_period),
        crossed_equal=count_crossed(equal),
        crossed_aligned_equal=count_crossed(headed_as_labelled, equal_value),
        crossed_aligned=count_crossed(headed_as_labelled),
    )


def assert_agree(made: Document) -> None:
    arrays = mention_arrays(made)
    a, b = cross_pairs(made)
    fast, slow = neighbour_evidence(arrays, a, b), slow_evidence(arrays, a, b)
    for name, counted in vars(slow).items():
        np.testing.assert_array_equal(getattr(fast, name), counted, err_msg=name)


@given(documents())
@settings(max_examples=30, deadline=None)
def test_the_counts_are_those_of_counting_cell_by_cell(made: Document) -> None:
    assert_agree(made)


@pytest.mark.parametrize("excess", [0, 1])
def test_a_crowd_is_no_evidence(excess: int) -> None:
    """One value and one label in as many cells as may share it, or in one more."""
    half = (CROWD + excess) // 2
    made = document(
        (["2024"], [("Cash", [123])] * half + [("Debt", [456])]),
        (["2024"], [("Cash", [123])] * (CROWD + excess - half) + [("Debt", [457])]),
    )
    arrays = mention_arrays(made)
    debts = np.array([half], np.int32), np.array([len(made.mentions) - 1], np.int32)
    evidence, slow = neighbour_evidence(arrays, *debts), slow_evidence(arrays, *debts)
    assert evidence.column_equal.tolist() == slow.column_equal.tolist() == [0 if excess else half * half]
    assert evidence.column_aligned.tolist() == slow.column_aligned.tolist() == [0 if excess else half * half]


def test_signs_do_not_count_but_units_do() -> None:
    made = document((["2024", "2023"], [("Cost", [123, 456])]), (["2024", "2023"], [("Cost", [999, -456])]))
    a, b = np.array([0], np.int32), np.array([2], np.int32)
    assert neighbour_evidence(mention_arrays(made), a, b).row_aligned_equal.tolist() == [1]
    assert neighbour_evidence(mention_arrays(made), b, a).row_aligned_equal.tolist() == [1]


def test_a_row_is_known_in_the_column_of_another_table() -> None:
    """The segments of the one are the rows of the other; their other numbers agree, the pair's own do not."""
    made = document(
        (["Asia", "Europe", "Africa"], [("Revenue", [1230, 4560, 7890])]),
        (["2024"], [("Asia", [1230]), ("Europe", [4560]), ("Africa", [7980])]),
    )
    a, b = np.array([2], np.int32), np.array([5], np.int32)
    evidence = neighbour_evidence(mention_arrays(made), a, b)
    assert evidence.crossed_equal.tolist() == evidence.crossed_aligned_equal.tolist() == [2]
    assert evidence.crossed_aligned.tolist() == [2]


@pytest.mark.parametrize(
    ("units", "exact", "rounded"),
    [
        (("单位：元", "单位：万元"), "379,980,000.00", "37,998.00"),
        (("£000", "£ million"), "48,312", "48.3"),
        (("€ thousand", "€m"), "6,204,310", "6,204.3"),
    ],
)
def test_a_neighbour_in_another_unit_agrees_if_it_is_the_other_rounded(
    units: tuple[str, str], exact: str, rounded: str
) -> None:
    pages = [
        f"<p>{unit}</p>" + table(("", "2022", "2021"), ("Borrowings", value, value))
        for unit, value in zip(units, (exact, rounded), strict=True)
    ]
    pair = np.array([0], np.int32), np.array([2], np.int32)
    evidence = neighbour_evidence(mention_arrays(read_page(*pages)), *pair)
    assert evidence.row_aligned_equal.tolist() == evidence.row_aligned.tolist() == [1]


@pytest.mark.parametrize(("exact", "rounded"), [("6,180", "6.2"), ("62,040", "62.0")])
def test_a_rounded_number_of_two_digits_says_nothing_of_its_neighbours(exact: str, rounded: str) -> None:
    pages = [
        f"<p>{unit}</p>" + table(("", "2022", "2021"), ("Borrowings", value, value))
        for unit, value in (("£000", exact), ("£ million", rounded))
    ]
    pair = np.array([0], np.int32), np.array([2], np.int32)
    evidence = neighbour_evidence(mention_arrays(read_page(*pages)), *pair)
    assert evidence.row_aligned_equal.tolist() == evidence.row_aligned.tolist() == [0]
