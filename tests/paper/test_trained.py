"""Table IV and the figures on two made-up filings, with models of two layers that learn next to nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="the trainer runs on torch")
pytest.importorskip("accelerate", reason="the trainer runs on accelerate")

from benchmarks import encoding
from benchmarks.paper import figure_3, figure_4, figure_5, table_2, table_4
from cofitcheck.training import candidates, dataset
from cofitcheck.weights import bundled
from tests.paper.conftest import Run

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

PIECES = "[a-z]*.json"


@pytest.fixture
def data(filings: Path, tmp_path: Path) -> Path:
    """Return the documents that teach and are watched."""
    wanted = ["--split", "train", "--split", "dev"]
    dataset.main(["--list", str(filings), "--output", str(tmp_path / "data"), *wanted])
    return tmp_path / "data"


@pytest.fixture
def taught(filings: Path, data: Path, tmp_path: Path) -> tuple[Any, ...]:
    """Return what the scripts that train classifiers are told."""
    found = tmp_path / "candidates"
    folder = bundled().folder
    candidates.main(["--data", str(data), "--encoder", str(folder), "--output", str(found)])
    given = ("--data", data, "--candidates", found, "--encoder", folder, "--tokenizer", folder)
    short = ("--pretrain-steps", 2, "--teach", "labels:2", "--context", 128, "--tokens", 1024, "--every", 1)
    return (filings, "--split", "test", *given, *short)


def test_table_4_times_every_way(run: Run) -> None:
    words = (table_4.main, "--made-up", 96, "--encoder", "tiny", "--classifier", "tiny", "--peak-tflops", 1)
    found = run(*words, "--alone", 5, "--limit", 1024)
    assert (found["pieces"], found["left"]) == (6, 0)
    shares = {row["how"]: row["measured_share"] for row in found["rows"]}
    assert shares["one-pass"] == shares["packed"] == 1
    assert shares["one-mention-per-pass"] < 0.2
    assert all(each["seconds"] > 0 for each in found["summary"].values())


def test_figure_4_trains_every_variant_and_draws_three_panels(
    run: Run, filings: Path, data: Path, tmp_path: Path
) -> None:
    model = tmp_path / "model"
    encoding.save_model(model, "tiny", "parallel", 1024)
    words = (figure_4.main, filings, "--split", "test", "--data", data, "--model", model, "--seed", 0)
    short = ("--steps", 2, "--every", 1, "--tokens", 1024, "--limit", 1024, "--plots", tmp_path / "plots")
    found = run(*words, *short)
    assert (found["pieces"], found["left"]) == (12, 0)  # a training and two filings for each of four variants
    assert list(found["variants"]) == list(figure_4.VARIANTS)
    for held in found["variants"].values():
        (curve,) = held["seeds"]
        assert curve["documents"] == 2
        recalls = [point["recall"] for point in curve["recalls"]]
        assert recalls[0] == 1
        assert recalls == sorted(recalls, reverse=True)
        assert held["needed"]["0.8"]["mean"] <= held["needed"]["0.95"]["mean"]
    assert sorted(path.name for path in (tmp_path / "plots").iterdir()) == [
        f"figure-4{panel}.svg" for panel in "abc"
    ]


def test_figure_5_compares_orders_of_pretraining_and_goes_on(
    run: Run, taught: tuple[Any, ...], tmp_path: Path
) -> None:
    words = (figure_5.main, *taught, "--size", "2x32", "--seed", 0, "--plot", tmp_path / "five.svg")
    cut = run(*words, "--run-minutes", "0.0001")
    assert cut["left"] >= 11
    found = run(*words)
    assert (found["pieces"], found["left"]) == (12, 0)
    assert [each["pretraining"] for each in found["models"]] == ["none", "reading", "cnap"]
    assert found["models"][0]["above_no_pretraining"]["value"] == 0
    assert found["trainings"]["pretrain 2x32 none 0"] == {}
    assert "perplexity" in found["trainings"]["pretrain 2x32 cnap 0"]["dev"]
    assert "CNAP" in (tmp_path / "five.svg").read_text()


def test_figure_3_compares_sizes_and_table_2_takes_what_it_has_taught(
    run: Run, taught: tuple[Any, ...], tmp_path: Path
) -> None:
    sizes = ("--size", "1x32", "--size", "2x32")
    found = run(figure_3.main, *taught, *sizes, "--seed", 0, "--plot", tmp_path / "three.svg")
    models = [(each["backbone"], each["pretraining"]) for each in found["models"]]
    assert models == [("1x32", "none"), ("1x32", "cnap"), ("2x32", "none"), ("2x32", "cnap")]
    assert all(each["clear_f1"]["mean"] >= 0 for each in found["models"])
    assert "2x32" in (tmp_path / "three.svg").read_text()
    classifier = tmp_path / "work" / "2x32-cnap-0" / "labels"
    words = (table_2.main, taught[0], "--split", "test", "--method", "paper", "--encoder", bundled().folder)
    rows = run(*words, "--classifier", classifier)["systems"]
    scored = found["models"][-1]["seeds"][0]
    assert rows["paper labels"]["all"]["clear"] == scored["clear"]
