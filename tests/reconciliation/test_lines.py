"""Lines of one table that repeat each other."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cofitcheck.classification import Trees
from cofitcheck.document import Document
from cofitcheck.errors import ModelError
from cofitcheck.mentions import FloatArray
from cofitcheck.reconciliation import LineTrees
from cofitcheck.reconciliation.lines import line_features, repeated_lines
from tests.classification.classification_documents import (
    VALUES,
    document,
    documents,
    encoded,
    number,
    with_number,
)

BLOCKS = (
    ["2024", "2023"],
    [("Basic|Net income", [1234, 456]), ("Basic|Shares", [789, 790]), ("Diluted|Net income", [1243, 456])],
)
ROLLED = (
    ["2024", "2023", "2022"],
    [("Opening balance", [123, 456, 7890]), ("Closing balance", [312, 123, 456])],
)


class OfFeature(Trees):
    """Scores a pair by one of its features."""

    def __init__(self, made: Document, name: str) -> None:
        features = line_features(made, encoded(len(made.mentions)), repeated_lines(made))
        self.at = list(features).index(name)

    def score(self, features: FloatArray) -> FloatArray:
        return np.asarray(features[:, self.at] / 10, dtype=np.float32)


def pairs(made: Document) -> list[tuple[int, int]]:
    found = repeated_lines(made)
    return list(zip(found.left.tolist(), found.right.tolist(), strict=True))


def test_two_rows_that_state_one_number_elsewhere_are_looked_at() -> None:
    assert pairs(document(BLOCKS)) == [(0, 4)]


def test_a_table_of_many_small_counts_repeats_itself_by_chance() -> None:
    columns = [str(2000 + at) for at in range(20)]
    counts = [(f"Item {row}", [10 + (row * 7 + at * 3) % 12 for at in range(20)]) for row in range(72)]
    assert pairs(document((columns, counts))) == []
    long = [("First", [1234, *range(11, 30)]), ("Second", [1234, *range(31, 50)])]
    assert len(pairs(document((columns, [*counts, *long])))) == 19


def test_a_balance_carried_forward_is_looked_at_a_column_further_on() -> None:
    assert pairs(document(ROLLED)) == [(0, 4), (1, 5)]


def test_a_number_that_is_the_only_one_in_common_is_no_evidence_for_itself() -> None:
    assert pairs(document((["2024", "2023"], [("Cash", [123, 456]), ("Cash", [123, 457])]))) == [(1, 3)]
    assert pairs(document((["2024"], [("Cash", [123]), ("Cash", [123])]))) == []


def test_two_periods_of_a_row_two_tables_and_rows_far_apart_never_are() -> None:
    row = (["2024", "2023"], [("Cash", [123, 123])])
    assert pairs(document(row, row)) == []
    between = [(f"Row {at}", [at, at]) for at in range(70)]
    assert pairs(document((["2024", "2023"], [("Cash", [123, 456]), *between, ("Cash", [123, 456])]))) == []


def test_the_rest_of_the_lines_and_of_the_table_is_counted() -> None:
    made = document(BLOCKS)
    features = line_features(made, encoded(6), repeated_lines(made))
    assert features["others_equal"].tolist() == [1]
    assert features["others_long"].tolist() == features["others_differ"].tolist() == [0]
    assert features["lines_alike"].tolist() == [0]
    rows = [(f"{part}|{label}", [n, n + 1]) for part in "AB" for label, n in [("Rent", 1111), ("Tax", 2222)]]
    blocks = document((["2024", "2023"], rows))
    features = line_features(blocks, encoded(8), repeated_lines(blocks))
    assert features["others_long"].tolist() == features["lines_alike"].tolist() == [1] * 4


@given(documents(), st.data())
@settings(max_examples=60, deadline=None)
def test_nothing_known_of_a_pair_depends_on_its_own_values(made: Document, data: st.DataObject) -> None:
    vectors, count = encoded(len(made.mentions)), len(made.mentions)
    if not count:
        return
    changed = data.draw(st.integers(0, count - 1))
    after = with_number(made, changed, number(data.draw(st.sampled_from(VALUES))))
    before, later = ((each, repeated_lines(each)) for each in (made, after))
    of_it = [(found.left == changed) | (found.right == changed) for _, found in (before, later)]
    same = [
        list(zip(f.left[own], f.right[own], strict=True))
        for (_, f), own in zip((before, later), of_it, strict=True)
    ]
    assert same[0] == same[1]
    if not any(own.any() for own in of_it):
        return
    known, known_later = (line_features(each, vectors, found) for each, found in (before, later))
    for name, column in known.items():
        np.testing.assert_array_equal(column[of_it[0]], known_later[name][of_it[1]], err_msg=name)


def test_what_scores_enough_is_likely_one_fact_the_likeliest_first() -> None:
    rows = [("A", [1234, 5678, 90]), ("B", [1234, 5687, 90]), ("C", [1234, 5678, 91])]
    made = document((["2024", "2023", "2022"], rows))
    trees = OfFeature(made, "others_long")
    likely = LineTrees(trees, 0.1).likely(made, encoded(9))
    assert [score for *_, score in likely] == sorted((score for *_, score in likely), reverse=True)
    assert (2, 8, 0.2) in likely
    assert all(score >= 0.1 for *_, score in likely)
    assert LineTrees(trees, 0.3).likely(made, encoded(9)) == []
    nothing = document((["2024"], [("Cash", [123])]))
    assert LineTrees(trees, 0.0).likely(nothing, encoded(1)) == []


def test_a_folder_without_the_trees_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"lines\.json"):
        LineTrees.load(tmp_path)
