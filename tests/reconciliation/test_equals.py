"""Equal numbers, judged with their values known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cofitcheck.classification.features import Columns
from cofitcheck.errors import ModelError
from cofitcheck.mentions import mention_arrays
from cofitcheck.reconciliation import EqualTrees, equal_features, equal_pairs, told
from tests.classification.classification_documents import cross_pairs, document


def test_amounts_are_equal_signs_aside_however_short() -> None:
    made = document((["2024"], [("Sales", [7])]), (["2024"], [("Sales", [-7])]), (["2024"], [("Sales", [8])]))
    a, b = cross_pairs(made)
    assert equal_pairs(made, a, b).tolist() == [True, False, False]


def test_values_say_how_rare_and_how_long_they_are_and_whether_signs_agree() -> None:
    rows = [("Sales", [123]), ("Costs", [123])]
    made = document((["2024"], rows), (["2024"], [("Sales", [-123])]), (["2024"], [("Debt", [456])]))
    a, b = cross_pairs(made)
    equal = equal_pairs(made, a, b)
    score: Columns = {"score": np.array([0.9, 0.1, 0.2, 0.3, 0.4][: len(a)], dtype=np.float32)}
    known = equal_features(made, mention_arrays(made), score, (a, b), equal)
    assert {
        name: column.tolist() for name, column in known.items() if not name.startswith("value_margin")
    } == {
        "score": score["score"][equal].tolist(),
        "value_sign": [1, 1],
        "value_digits": [3, 3],
        "value_often": [3, 3],
        "value_in_table_low": [1, 1],
        "value_in_table_high": [2, 2],
    }
    better, worse = known["value_margin_low"].tolist()
    assert better > 0 > worse


def test_the_threshold_is_told_as_one_half() -> None:
    scores = told(np.array([0.0, 0.1, 0.2, 0.6, 1.0], dtype=np.float32), 0.2)
    assert scores[2] == pytest.approx(0.5)
    assert (np.diff(scores) > 0).all()


def test_a_folder_without_the_trees_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"equals\.json"):
        EqualTrees.load(tmp_path)
