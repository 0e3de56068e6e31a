from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cofitcheck.classification.features import Columns, matrix, semantic_features
from cofitcheck.classification.trees import PairFeatures
from cofitcheck.document import Document
from cofitcheck.facts import ScoredPairs
from cofitcheck.mentions import IntArray, mention_arrays
from cofitcheck.numbers import Kind, Number
from cofitcheck.reconciliation.features import neighbour_features, reconciled_features
from tests.classification.classification_documents import (
    VALUES,
    MadeTable,
    cross_pairs,
    document,
    documents,
    encoded,
    number,
    with_number,
)


def all_features(made: Document, a: IntArray, b: IntArray) -> Columns:
    arrays = mention_arrays(made)
    semantic = semantic_features(arrays, encoded(len(made.mentions)), a, b)
    first = np.clip(semantic["cos_fact"].astype(np.float32), 0, 1)
    judged = ScoredPairs(a, b, first)
    return reconciled_features(PairFeatures(arrays, semantic), neighbour_features(arrays, a, b), judged)


@given(documents(), st.data())
@settings(max_examples=40, deadline=None)
def test_a_pairs_own_values_never_matter(made: Document, data: st.DataObject) -> None:
    a, b = cross_pairs(made)
    if not len(a):
        return
    changed = data.draw(st.sampled_from(sorted({*a.tolist(), *b.tolist()})))
    after = with_number(made, changed, number(data.draw(st.sampled_from(VALUES))))
    own = (a == changed) | (b == changed)
    np.testing.assert_array_equal(
        matrix(all_features(made, a, b))[own], matrix(all_features(after, a, b))[own]
    )


def test_a_neighbours_value_does_matter() -> None:
    row = ("Revenue", [123, 456])
    made = document((["2024", "2023"], [row]), (["2024", "2023"], [row]))
    a, b = np.array([0], np.int32), np.array([2], np.int32)
    before = all_features(made, a, b)
    after = all_features(with_number(made, 3, number(457)), a, b)
    assert [name for name in before if before[name] != after[name]] == [
        "row_equal",
        "row_aligned_equal",
        "table_equal",
        "table_aligned_equal",
        "row_share",
        "table_share",
    ]


@given(documents())
@settings(max_examples=30, deadline=None)
def test_features_are_symmetric(made: Document) -> None:
    a, b = cross_pairs(made)
    first, second = matrix(all_features(made, a, b)), matrix(all_features(made, b, a))
    np.testing.assert_allclose(first, second, rtol=1e-6, atol=1e-6)


@given(documents(smallest=1))
@settings(max_examples=30, deadline=None)
def test_every_feature_is_a_finite_number(made: Document) -> None:
    a, b = cross_pairs(made)
    columns = all_features(made, a, b)
    rows = matrix(columns)
    assert rows.shape == (len(a), len(columns))
    assert rows.dtype == np.float32
    assert np.isfinite(rows).all()


@pytest.mark.parametrize(
    "tables",
    [
        [],
        [(["2024"], [("Cash", [123])])],
        [(["2024", "2023"], [("Cash", [123, 456]), ("Debt", [789, 123])])],
    ],
    ids=["no mention", "one mention", "one table"],
)
def test_a_document_without_pairs_has_no_rows(tables: list[MadeTable]) -> None:
    none = np.zeros(0, dtype=np.int32)
    columns = all_features(document(*tables), none, none)
    assert matrix(columns).shape == (0, len(columns))


def test_a_blank_is_no_evidence() -> None:
    row = ("Revenue", [123, 456])
    made = document((["2024", "2023"], [row]), (["2024", "2023"], [row]))
    a, b = np.array([0], np.int32), np.array([2], np.int32)
    blank = all_features(with_number(made, 3, Number(Kind.DASH, None, None)), a, b)
    assert blank["row_aligned"].tolist() == blank["row_equal"].tolist() == [0]


def one_pair(first: tuple[str, str], second: tuple[str, str], titles: tuple[str, str] = ("", "")) -> Columns:
    """The features of two cells, each given by its row label and its column header."""
    made = document(([first[1]], [(first[0], [123])]), ([second[1]], [(second[0], [123])]), titles=titles)
    return all_features(made, np.array([0], np.int32), np.array([1], np.int32))


@pytest.mark.parametrize(
    ("first", "second", "name", "expected"),
    [
        (("Cash", "2024"), ("Cash", "2024"), "year", 1),
        (("Cash", "2024"), ("Cash", "2023"), "year", -1),
        (("Cash", "2024"), ("Cash", "Asia"), "year", 0),
        (("Cash", "2024"), ("Cash", "2021"), "year_gap", 3),
        (("Cash", "2024"), ("Balance at December 31, 2022", "Asia"), "year_gap", 2),
        (("Basic", "2024"), ("Diluted", "2024"), "contrasts", 1),
        (("Basic", "2024"), ("Basic", "2024"), "contrasts", 0),
        (("Basic", "2024"), ("Earnings", "2024"), "one_sided", 1),
        (("Asia", "2024"), ("Revenue", "Asia"), "crossed_high", 1),
        (("Total debt", "2024"), ("Debt", "2024"), "totals", 1),
    ],
)
def test_a_feature_says_what_it_is_named_for(
    first: tuple[str, str], second: tuple[str, str], name: str, expected: float
) -> None:
    assert one_pair(first, second)[name].tolist() == [expected]


def test_a_roll_forwards_rows_take_the_period_of_the_next_balance() -> None:
    equity = (
        ["Retained earnings"],
        [
            ("Balance at December 31, 2022", [100]),
            ("Net income", [55]),
            ("Balance at December 31, 2023", [155]),
        ],
    )
    made = document(equity, (["2023", "2022"], [("Net income", [55, 44])]))
    columns = all_features(made, np.array([1, 1], np.int32), np.array([3, 4], np.int32))
    assert columns["flow_year"].tolist() == [1, -1]
