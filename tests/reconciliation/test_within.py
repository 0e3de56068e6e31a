"""Equal numbers of one table."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cofitcheck.classification import Trees
from cofitcheck.document import Document
from cofitcheck.errors import ModelError
from cofitcheck.mentions import FloatArray
from cofitcheck.reconciliation import WithinTrees
from cofitcheck.reconciliation.lines import equal_within, within_features
from tests.classification.classification_documents import document, encoded

BLOCKS = (
    ["2024", "2023"],
    [("Basic|Net income", [123, 456]), ("Basic|Shares", [789, 790]), ("Diluted|Net income", [123, 457])],
)


class OfOneColumn(Trees):
    """Holds two numbers for one fact where they stand in one column."""

    def __init__(self, made: Document) -> None:
        features = within_features(made, encoded(len(made.mentions)), equal_within(made))
        self.at = list(features).index("same_column")

    def score(self, features: FloatArray) -> FloatArray:
        return features[:, self.at]


def pairs(made: Document) -> list[tuple[int, int]]:
    found = equal_within(made)
    return list(zip(found.left.tolist(), found.right.tolist(), strict=True))


def test_equal_numbers_of_two_rows_of_one_table_are_looked_at() -> None:
    assert pairs(document(BLOCKS)) == [(0, 4)]


def test_two_periods_of_a_row_two_tables_and_other_signs_never_are() -> None:
    row = (["2024", "2023"], [("Cash", [123, 123])])
    assert pairs(document(row, row)) == []
    assert pairs(document((["2024"], [("Cash", [123]), ("Overdraft", [-123])]))) == []


def test_short_numbers_and_what_a_table_is_full_of_are_no_fact_that_it_repeats() -> None:
    assert pairs(document((["2024"], [("Cash", [7]), ("Cash", [7])]))) == []
    assert pairs(document((["2024"], [(f"Row {at}", [123]) for at in range(13)]))) == []


def test_the_other_cells_of_two_rows_tell_whether_they_repeat_each_other() -> None:
    made = document(BLOCKS)
    features = within_features(made, encoded(6), equal_within(made))
    assert features["others_equal"].tolist() == [0]
    assert features["others_differ"].tolist() == [1]
    assert features["same_label"].tolist() == features["same_column"].tolist() == [1]
    assert not any("_margin_" in name for name in features)


def test_what_scores_enough_is_tied() -> None:
    rows = [("Opening|Cash", [123, 456]), ("Closing|Cash", [123, 123])]
    made = document((["2024", "2023"], rows))
    assert pairs(made) == [(0, 2), (0, 3)]
    assert WithinTrees(OfOneColumn(made), 0.5).ties(made, encoded(4)) == [(0, 2)]
    assert WithinTrees(OfOneColumn(made), 1.5).ties(made, encoded(4)) == []
    nothing = document((["2024"], [("Cash", [123])]))
    assert WithinTrees(OfOneColumn(made), 0.0).ties(nothing, encoded(1)) == []


def test_how_the_columns_are_ordered_changes_no_tie() -> None:
    made = document(BLOCKS)
    turned = document((BLOCKS[0][::-1], [(label, values[::-1]) for label, values in BLOCKS[1]]))
    assert pairs(turned) == [(1, 5)]
    for name, column in within_features(made, encoded(6), equal_within(made)).items():
        assert len(column) == 1, name
        assert np.isfinite(column.astype(np.float64)).all(), name


def test_a_folder_without_the_trees_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"within\.json"):
        WithinTrees.load(tmp_path)
