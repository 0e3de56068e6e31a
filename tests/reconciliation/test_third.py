"""The third look: both facts and both tables as a whole."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cofitcheck.classification.features import Columns, matrix
from cofitcheck.document import Document
from cofitcheck.mentions.arrays import FloatArray, IntArray, mention_arrays
from cofitcheck.reconciliation.partners import partner_features
from cofitcheck.reconciliation.tables import table_features
from tests.classification.classification_documents import (
    VALUES,
    cross_pairs,
    document,
    documents,
    number,
    with_number,
)

YEARS = ["2024", "2023"]


def one_number_each(*values: int) -> Document:
    """A document in which each table states one number."""
    return document(*[(["2024"], [("Revenue", [value])]) for value in values])


def seen(
    made: Document, scores: dict[tuple[int, int], float], *, of_tables: bool = False
) -> tuple[dict[tuple[int, int], int], Columns]:
    """The place of each scored pair, and what is known of it."""
    a, b = np.array(sorted(scores), dtype=np.int32).T
    score = np.array([scores[pair] for pair in sorted(scores)], dtype=np.float32)
    known = table_features if of_tables else partner_features
    return {pair: at for at, pair in enumerate(sorted(scores))}, known(mention_arrays(made), score, a, b)


def test_a_partner_in_common_speaks_for_one_fact_and_one_of_ones_own_against_it() -> None:
    scores = {(0, 1): 0.5, (0, 2): 0.9, (1, 2): 0.75, (0, 3): 0.8}
    at, columns = seen(one_number_each(100, 200, 300, 400), scores)
    pair = at[0, 1]
    assert columns["common_best"][pair] == np.float32(0.75)
    assert columns["common_sum"][pair] == pytest.approx(0.9 * 0.75)
    assert (columns["common_sure"][pair], columns["common_tables"][pair]) == (1, 1)
    assert columns["partners_against_high"][pair] == np.float32(0.8)
    assert columns["partners_against_low"][pair] == pytest.approx(0.75 * (1 - 0.9))
    assert (columns["partners_least_low"][pair], columns["partners_least_high"][pair]) == (0, np.float32(0.9))
    lonely = at[0, 3]
    assert columns["common_best"][lonely] == 0
    assert columns["partners_shared_low"][lonely] == -1


def test_partners_that_state_one_value_speak_for_one_fact() -> None:
    scores = {(0, 1): 0.5, (0, 2): 0.9, (1, 3): 0.8}
    for values, share in (((111, 222, 345, 345), 1), ((111, 222, 345, 346), 0)):
        at, columns = seen(one_number_each(*values), scores)
        assert columns["values_share"][at[0, 1]] == share
        assert columns["values"][at[0, 1]] == pytest.approx(0.72)
        assert columns["values_for" if share else "values_against"][at[0, 1]] == pytest.approx(0.72)
    at, columns = seen(one_number_each(111, 222, 345, 12), scores)
    assert columns["values_share"][at[0, 1]] == -1


def test_a_partner_in_one_of_the_two_tables_is_not_asked() -> None:
    made = document((YEARS, [("Revenue", [100, 200])]), (YEARS, [("Revenue", [100, 200])]))
    at, columns = seen(made, {(0, 2): 0.5, (0, 3): 0.9, (1, 2): 0.9})
    assert columns["partners_high"][at[0, 2]] == 0


def test_other_pairs_of_the_lines_agree_as_far_as_they_are_likely() -> None:
    made = document((YEARS, [("Revenue", [123, 245])]), (YEARS, [("Sales", [124, 245])]))
    at, columns = seen(made, {(0, 2): 0.9, (1, 3): 0.8, (0, 3): 0.1}, of_tables=True)
    assert columns["row_likely"][at[0, 2]] == pytest.approx(0.8)
    assert columns["row_likely_share"][at[0, 2]] == 1
    assert columns["row_likely_share"][at[1, 3]] == 0
    assert columns["column_likely_share"][at[0, 2]] == -1


def test_rows_that_go_together_best_stand_out_from_their_rivals() -> None:
    rows = [("Revenue", [100, 200]), ("Costs", [300, 400])]
    scores = {(0, 4): 0.9, (1, 5): 0.9, (0, 6): 0.2, (1, 7): 0.2, (2, 6): 0.3}
    at, columns = seen(document((YEARS, rows), (YEARS, rows)), scores, of_tables=True)
    assert columns["row_fit"][at[0, 4]] == pytest.approx(1.8)
    assert columns["row_fit_low"][at[0, 4]] == pytest.approx(1.8 / 2.2, abs=1e-3)
    assert columns["row_fit_low"][at[0, 6]] == pytest.approx(0.4 / 2.2, abs=1e-3)
    assert columns["row_fit_high"][at[0, 6]] == pytest.approx(0.4 / 0.7, abs=1e-3)
    assert columns["confident"][at[0, 4]] == 1
    assert columns["confident"][at[2, 6]] == 2
    assert columns["confident_share"][at[2, 6]] == pytest.approx(0.4)


def scored(made: Document, data: st.DataObject) -> tuple[IntArray, IntArray, FloatArray]:
    """All pairs across tables, with scores that know no value."""
    a, b = cross_pairs(made)
    score = np.random.default_rng(data.draw(st.integers(0, 99))).random(len(a)).astype(np.float32)
    return a, b, score


@given(documents(smallest=3), st.data())
@settings(max_examples=60, deadline=None)
def test_nothing_known_of_a_pair_depends_on_its_own_values(made: Document, data: st.DataObject) -> None:
    a, b, score = scored(made, data)
    if not len(a):
        return
    changed = data.draw(st.sampled_from(sorted({*a.tolist(), *b.tolist()})))
    after = with_number(made, changed, number(data.draw(st.sampled_from(VALUES))))
    own = (a == changed) | (b == changed)
    for known in (partner_features, table_features):
        before, later = (matrix(known(mention_arrays(each), score, a, b))[own] for each in (made, after))
        np.testing.assert_array_equal(before, later)


def test_a_number_agrees_with_the_same_rounded() -> None:
    rows = [("Revenue", [123_456_000, 245_000_000])]
    made = document((YEARS, rows), (YEARS, [("Sales", [123_000_000, 245_000_000])]))
    rounded = replace(number(123_000_000), precision=6)
    exact = replace(number(123_456_000), precision=3)
    made = with_number(with_number(made, 2, rounded), 0, exact)
    at, columns = seen(made, {(0, 2): 0.9, (1, 3): 0.8}, of_tables=True)
    assert columns["row_likely_share"][at[1, 3]] == 1
