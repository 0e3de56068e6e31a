"""The paper's whole system with a tiny random Qwen2 on made-up filings: every command of docs/paper.md."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

pytest.importorskip("torch", reason="the trainer runs on torch")
pytest.importorskip("accelerate", reason="the trainer runs on accelerate")

import made_up_filings
from cofitcheck.cli import main
from cofitcheck.training import candidates, dataset
from cofitcheck.training.pretraining import documents, tokenizer

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

CONFIGS = Path(__file__).parents[2] / "configs"
SPLITS = {"train": 3, "dev": 1, "test": 1}


def run(*words: object, ends: tuple[int, ...] = (0,)) -> str:
    result = CliRunner().invoke(main, [str(word) for word in words])
    assert result.exit_code in ends, result.output
    return result.output


def config(kind: str, folder: Path) -> Path:
    """Return the toy configuration of a kind, cut to two steps and moved to a folder."""
    text = (CONFIGS / kind / "tiny.yaml").read_text().replace("runs/tiny", str(folder))
    text = re.sub(r"every: \d+", "every: 2", re.sub(r"steps: \d+", "steps: 2", text))
    path = folder / f"{kind}.yaml"
    path.write_text(text)
    return path


def test_from_filings_to_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made_up_filings, "SPLITS", SPLITS)
    monkeypatch.setattr(made_up_filings, "UNTAGGED", 2)
    made_up_filings.write(tmp_path)
    listed, data = tmp_path / "filings.tsv", tmp_path / "data"
    wanted = ["--split", "train", "--split", "dev"]
    dataset.main(["--list", str(listed), "--output", str(data), *wanted])
    untagged = tmp_path / "untagged-data"
    documents.main(
        ["--list", str(tmp_path / "untagged.tsv"), "--splits", str(listed), "--output", str(untagged)]
    )
    made = ["--data", str(data), "--untagged", str(untagged), "--output", str(tmp_path / "tokenizer")]
    tokenizer.main([*made, "--size", "1024"])

    run("pretrain", "--config", config("pretrain", tmp_path))
    run("train", "encoder", "--config", config("encoder", tmp_path))
    encoder, classifier = tmp_path / "encoder", tmp_path / "classifier"
    found = tmp_path / "candidates"
    candidates.main(["--data", str(data), "--encoder", str(encoder), "--output", str(found)])
    assert len(list(found.glob("*.npz"))) == SPLITS["train"] + SPLITS["dev"]
    run("train", "classifier", "--config", config("classifier", tmp_path))

    paper = ("--method", "paper", "--encoder", encoder, "--classifier", classifier)
    filing = next(row.split("\t")[0] for row in listed.read_text().splitlines() if "\ttest\t" in row)
    report_file = tmp_path / "report.json"
    run("check", tmp_path / "filings" / filing, *paper, "--json", report_file, ends=(0, 1))
    report = json.loads(report_file.read_bytes().splitlines()[0])
    assert (report["method"], report["model"]) == ("paper", "encoder, classifier")
    assert "found by HNSW; those it takes for one fact were compared by rule." in report["remarks"][-1]
    assert all(len(fact["mentions"]) == 2 for fact in report["facts"])

    figures_file = tmp_path / "matching.json"
    run("evaluate", "matching", listed, "--split", "test", *paper, "--json", figures_file)
    figures = json.loads(figures_file.read_bytes())
    assert (figures["method"], figures["model"]) == ("paper classifier", "encoder, classifier")
    assert figures["clear"]["predicted"] == len(report["facts"])
    assert figures["clear"]["pairs"] > 20
    assert figures["stage1_recall"] > 0.5

    run("evaluate", "errors", listed, "--split", "test", *paper, "--json", tmp_path / "errors.json")
    errors = json.loads((tmp_path / "errors.json").read_bytes())
    assert (errors["method"], errors["documents"]) == ("paper", 1)

    # The encoder alone is no whole model of ours, and what it lacks is said.
    said = run("check", tmp_path / "filings" / filing, "--model", encoder, ends=(2,))
    assert "lacks first.onnx" in said
    assert f"--method paper --encoder {encoder}" in said
