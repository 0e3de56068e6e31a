"""Recall against candidates: the curve, its calibration, and the command."""

from __future__ import annotations

import json
import shutil
import tracemalloc
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from click.testing import CliRunner, Result

from cofitcheck.cli import main
from cofitcheck.errors import InputError
from cofitcheck.evaluation.candidate_curve import RECALLS, THRESHOLDS, Tally, calibrate, curve, total
from cofitcheck.evaluation.gold import Pairs
from cofitcheck.filtering import CandidatePairs, ExactSearch
from cofitcheck.weights import bundled
from tests.evaluation.tagged_documents import BALANCE, NOTE, page

Vectors = npt.NDArray[np.float32]

SOME = range(0, 20_001, 500)


def made(n: int, seed: int) -> tuple[Vectors, npt.NDArray[np.int32], Pairs]:
    """Return vectors of any length with a zero vector, tables of four mentions, and some gold."""
    rng = np.random.default_rng(seed)
    vectors = rng.standard_normal((n, 6)).astype(np.float32)
    vectors[n // 2] = 0
    tables = (np.arange(n) // 4).astype(np.int32)
    left, right = np.triu_indices(n, 4)
    chosen = rng.choice(len(left), 40, replace=False)
    pairs = np.stack([left, right], axis=1)[np.sort(chosen)].astype(np.int64)
    across: Pairs = pairs[tables[pairs[:, 0]] != tables[pairs[:, 1]]]
    return vectors, tables, across


def as_set(pairs: CandidatePairs) -> set[tuple[int, int]]:
    return set(zip(pairs.left.tolist(), pairs.right.tolist(), strict=True))


def counted(tally: Tally, index: int) -> tuple[int, int]:
    return int(tally.candidates[index]), int(tally.found[index])


def test_a_tally_counts_what_a_search_finds_at_every_threshold() -> None:
    vectors, tables, gold = made(300, seed=1)  # more than a block
    tally = Tally.of_vectors(vectors, tables, gold)
    wanted = set(map(tuple, gold.tolist()))
    for index in SOME:
        found = as_set(ExactSearch().search(vectors, tables, float(THRESHOLDS[index])))
        assert counted(tally, index) == (len(found), len(found & wanted))
    assert (tally.gold, tally.documents, tally.mentions) == (len(gold), 1, 300)


def test_scored_pairs_are_tallied_as_their_vectors_are() -> None:
    vectors, tables, gold = made(60, seed=2)
    every = ExactSearch().search(vectors, tables, -1.0)
    by_pairs, by_vectors = Tally.of_pairs(every, gold, 60), Tally.of_vectors(vectors, tables, gold)
    np.testing.assert_array_equal(by_pairs.candidates, by_vectors.candidates)
    np.testing.assert_array_equal(by_pairs.found, by_vectors.found)


def test_a_union_counts_each_pair_once_and_the_unscored_ones_always() -> None:
    vectors, tables, gold = made(60, seed=3)
    others = CandidatePairs.build(
        np.r_[gold[:9, 0], [0, 1, 2, 3]], np.r_[gold[:9, 1], [50, 51, 52, 53]], vectors
    )
    united = Tally.of_vectors(vectors, tables, gold).united_with(others, gold)
    wanted = set(map(tuple, gold.tolist()))
    for index in SOME:
        found = as_set(ExactSearch().search(vectors, tables, float(THRESHOLDS[index]))) | as_set(others)
        assert counted(united, index) == (len(found), len(found & wanted))
    assert counted(united, 20_000) == (len(others), len(as_set(others) & wanted))


def test_a_cosine_at_a_threshold_is_not_above_it() -> None:
    vectors = np.array([[1, 0, 0, 0], [0.5, 0.5, 0.5, 0.5]], dtype=np.float32)
    tally = Tally.of_vectors(vectors, np.arange(2, dtype=np.int32), np.array([[0, 1]]))
    assert THRESHOLDS[15_000] == 0.5
    assert counted(tally, 15_000) == (0, 0)
    assert counted(tally, 14_999) == (1, 1)
    assert calibrate(tally, 1.0) == 0.4999


def test_one_threshold_holds_for_all_documents() -> None:
    """Recall is of all gold pairs together: a document with more of them weighs more."""

    def scored(similarity: list[float], gold: int) -> Tally:
        left = np.arange(len(similarity), dtype=np.int32)
        pairs = CandidatePairs(left, left + 10, np.array(similarity, np.float32))
        return Tally.of_pairs(pairs, np.stack([left, left + 10], axis=1)[:gold].astype(np.int64), 20)

    first = scored([0.91505, 0.81505, 0.71505, 0.61505, 0.95, 0.95], gold=4)
    second = scored([0.31505, 0.99], gold=1)
    result = curve(total([first, second]))
    assert (result.documents, result.mentions, result.gold) == (2, 40, 5)
    point = result.at_recall(0.8)
    assert point is not None
    # At .615 the first document has its four gold pairs and two others, the second none and one other.
    assert (point.threshold, point.recall, point.candidates_per_document) == (0.615, 0.8, 3.5)
    assert calibrate(first + second, 0.8) == 0.615
    assert calibrate(first + second, 0.81) == 0.315
    halfway = next(point for point in result.thresholds if point.threshold == 0.7)
    assert (halfway.recall, halfway.candidates_per_document) == (0.6, 3.0)


def test_a_calibrated_threshold_reaches_the_recall_in_a_search() -> None:
    vectors, tables, gold = made(200, seed=4)
    tally = Tally.of_vectors(vectors, tables, gold)
    for recall in (0.5, 0.8, 0.9):
        threshold = calibrate(tally, recall)
        wanted = set(map(tuple, gold.tolist()))
        found = as_set(ExactSearch().search(vectors, tables, threshold))
        assert len(found & wanted) >= recall * len(gold)
        above = as_set(ExactSearch().search(vectors, tables, threshold + 1e-4))
        assert len(above & wanted) < recall * len(gold)


def test_what_cannot_be_reached_is_said() -> None:
    pairs = CandidatePairs(np.array([0], np.int32), np.array([2], np.int32), np.array([0.5], np.float32))
    half = Tally.of_pairs(pairs, np.array([[0, 2], [1, 3]]), 4)
    with pytest.raises(InputError, match=r"recall of 0\.9: the candidates hold at most 0\.5000 of the gold"):
        calibrate(half, 0.9)
    assert curve(half).at_recall(0.9) is None
    assert curve(half).at_recall(0.5) is not None
    nothing = Tally.of_pairs(pairs, np.empty((0, 2), np.int64), 4)
    with pytest.raises(InputError, match="no gold pair"):
        calibrate(nothing, 0.9)
    assert {point for _, point in curve(nothing).recalls} == {None}
    assert {point.recall for point in curve(nothing).thresholds} == {None}


def test_nothing_that_grows_with_the_pairs_is_kept() -> None:
    n = 5000
    vectors = np.random.default_rng(0).standard_normal((n, 8)).astype(np.float32)
    tables = (np.arange(n) // 50).astype(np.int32)
    tracemalloc.start()
    try:
        tally = Tally.of_vectors(vectors, tables, np.empty((0, 2), np.int64))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert tally.candidates[0] == n * (n - 50) // 2
    assert peak < 50e6  # the cosines of all pairs are 100 MB


@pytest.mark.parametrize("n", [0, 1])
def test_a_document_without_pairs_has_a_tally(n: int) -> None:
    tally = Tally.of_vectors(np.ones((n, 3), np.float32), np.zeros(n, np.int32), np.empty((0, 2), np.int64))
    assert (int(tally.candidates.max()), tally.gold, tally.mentions) == (0, 0, n)


@pytest.fixture
def company(tmp_path: Path) -> Path:
    path = tmp_path / "company.htm"
    path.write_bytes(page(BALANCE, NOTE))
    return path


def evaluate(*arguments: str | Path) -> Result:
    command = ["evaluate", "candidates", *map(str, arguments), "--workers", "1"]
    return CliRunner().invoke(main, command)


def test_the_command_weighs_encoders_and_their_unions(company: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in ("encoder.onnx", "tokenizer.json", "cofitcheck.json"):
        shutil.copy(bundled().folder / name, folder)
    output, plot = tmp_path / "out.json", tmp_path / "plot.svg"
    own = folder / "encoder.onnx"
    result = evaluate(company, "--encoder", folder, "--encoder", own, "--json", output, "--plot", plot)
    assert result.exit_code == 0, result.output
    figures = json.loads(output.read_text())
    assert (figures["documents"], figures["mentions_per_document"], figures["pairs_per_document"]) == (
        1,
        15,
        56,
    )
    by_folder, by_file = figures["encoders"]
    assert (by_folder["name"], by_file["name"]) == (str(folder), str(own))
    assert by_folder["alone"] == by_file["alone"]
    alone = by_folder["alone"]
    assert (alone["gold"], alone["mentions"]) == (4, 15)
    assert alone["thresholds"][0] == {"threshold": -1.0, "candidates_per_document": 56.0, "recall": 1.0}
    assert alone["thresholds"][-1] == {"threshold": 1.0, "candidates_per_document": 0.0, "recall": 0.0}
    assert [point["asked"] for point in alone["recalls"]] == list(RECALLS)
    assert all(point["recall"] >= point["asked"] for point in alone["recalls"])
    # One mention of the first table and two of the second have no tag.
    tagged = by_folder["tagged"]["thresholds"]
    assert (tagged[0]["candidates_per_document"], tagged[0]["recall"]) == (36.0, 1.0)
    for mine, both in zip(alone["thresholds"], tagged, strict=True):
        assert both["candidates_per_document"] <= mine["candidates_per_document"]
        assert both["recall"] == mine["recall"]
    for union in by_folder["unions"].values():
        last = union["with_encoder"]["thresholds"][-1]
        assert last["candidates_per_document"] == union["candidates_per_document"] <= 56
        assert last["recall"] == union["recall"]
        for mine, ours in zip(alone["thresholds"], union["with_encoder"]["thresholds"], strict=True):
            assert ours["candidates_per_document"] >= mine["candidates_per_document"]
            assert ours["recall"] >= mine["recall"]
    assert set(by_folder["unions"]) == {"lexical", "alignment", "lexical and alignment"}
    # The prior year's cash meets itself through this year's, which both rows state.
    assert by_folder["unions"]["alignment"]["recall"] >= 0.25
    assert f"{folder} + lexical" in result.output
    assert "<svg" in plot.read_text()


def test_the_bundled_encoder_is_the_default(company: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.json"
    assert evaluate(company, "--json", output).exit_code == 0
    (encoder,) = json.loads(output.read_text())["encoders"]
    assert encoder["name"] == bundled().name


@pytest.mark.parametrize("missing", ["encoder.onnx", "tokenizer.json", "cofitcheck.json"])
def test_an_encoder_without_a_file_is_refused_before_any_work(
    company: Path, tmp_path: Path, missing: str
) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in {"encoder.onnx", "tokenizer.json", "cofitcheck.json"} - {missing}:
        shutil.copy(bundled().folder / name, folder)
    result = evaluate(company, "--encoder", folder, "--json", tmp_path / "out.json")
    assert result.exit_code == 2
    assert missing in result.output
    assert str(folder) in result.output
    assert len(result.output.splitlines()) == 1


def test_an_untagged_document_does_not_stop_the_others(company: Path, tmp_path: Path) -> None:
    (tmp_path / "plain.htm").write_bytes(b"<table><tr><td>Cash<td>1,234</table>")
    output = tmp_path / "out.json"
    result = evaluate(company, tmp_path / "plain.htm", "--json", output)
    assert result.exit_code == 2
    figures = json.loads(output.read_text())
    assert (figures["documents"], [row["document"] for row in figures["unread"]]) == (1, ["plain.htm"])
    evaluate(tmp_path / "plain.htm", "--json", output)
    figures = json.loads(output.read_text())
    assert (figures["documents"], figures["encoders"]) == (0, [])
