"""The paper's Table III: sampled pairs are judged whatever stage 1 lets through today."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from benchmarks.paper.sample import Pair, Place
from benchmarks.paper.table_3 import classify
from cofitcheck import read
from tests.checker.checker_fakes import INCOME, SEGMENTS, STAGES, LabelClassifier, page_of


def test_a_pair_that_is_no_candidate_any_more_is_judged_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "birch.htm"
    path.write_bytes(page_of(INCOME, SEGMENTS))
    revenue, assets = Place(0, 1, 1), Place(1, 3, 1)
    pairs = [
        Pair(path.name, revenue, Place(1, 1, 1), same_fact=True),
        Pair(path.name, revenue, assets, same_fact=False),
    ]
    stages = replace(STAGES, classifier=LabelClassifier())
    for every in (True, False):
        said = classify(stages, every, read(path), pairs)
        assert [each > 0.5 for each in said["probability"]] == [True, False]
