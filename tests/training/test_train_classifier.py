from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

torch = pytest.importorskip("torch", reason="the trainer runs on torch")
pytest.importorskip("accelerate", reason="the trainer runs on accelerate")

from cofitcheck.cli import main  # noqa: E402 (after the skip)
from cofitcheck.encoding import Encoded  # noqa: E402
from cofitcheck.training.candidates import LabelledPairs  # noqa: E402
from cofitcheck.training.classifier.config import ChoiceConfig  # noqa: E402
from cofitcheck.training.classifier.trainer import choose, summarise  # noqa: E402
from tests.classification.question_documents import pairs, statements  # noqa: E402
from tests.encoding.causal_models import save_language_model  # noqa: E402
from tests.training.answer_data import answer_data, labelled  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")

RUN = """
data: {folder}/data
candidates: {folder}/candidates
output: {folder}/{output}
model: {folder}/model
questions: {{limit: 1000, sharing: {sharing}}}
choice: {{above: 0.1, negatives: 2}}
batch: {{documents: 2, tokens: 2000}}
watch: {{every: {every}}}
steps: {steps}
body_rate: 3.0e-3
precision: "no"
held_out: false
threads: 1
{more}
"""


def config(folder: Path, sharing: str = "pair", steps: int = 4, more: str = "", output: str = "out") -> Path:
    if not (folder / "model").exists():
        save_language_model(folder / "model", words=True)
        answer_data(folder)
    path = folder / "run.yaml"
    path.write_text(
        RUN.format(
            folder=folder, sharing=sharing, steps=steps, every=max(2, steps // 4), more=more, output=output
        )
    )
    return path


def train(path: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["train", "classifier", "--config", str(path), *options])


def log(folder: Path, output: str = "out") -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / output / "log.jsonl").read_text().splitlines()]


@pytest.mark.parametrize(
    ("sharing", "more"),
    [
        ("pair", ""),
        ("table", "gradient_checkpointing: true"),
        ("pair", "lora: {rank: 4, alpha: 8}"),
        ("labels", ""),
    ],
)
def test_a_causal_model_is_trained_and_answers(tmp_path: Path, sharing: str, more: str) -> None:
    from cofitcheck.classification import load_classifier

    result = train(config(tmp_path, sharing, more=more))
    assert result.exit_code == 0, result.output
    assert [look["step"] for look in log(tmp_path)] == [2, 4]
    out = tmp_path / "out"
    card = (out / "CARD.md").read_text()
    assert "4 documents of 4 companies, 72 pairs (24 of one fact)" in card
    assert "1 documents of 1 companies, 36 pairs (6 of one fact)" in card
    document = statements()
    nothing = Encoded(np.zeros((len(document.mentions), 1), np.float32))
    scored = load_classifier(out).classify(document, nothing, pairs(document))
    best = max(log(tmp_path), key=lambda look: look["dev"]["f1"])["dev"]
    same = labelled("company-9", "dev").fact
    taken = scored.probability >= best["threshold"] - 1e-6
    hits = taken & (same[scored.left] == same[scored.right])
    assert hits.sum() / taken.sum() == pytest.approx(best["precision"])
    description = json.loads((out / "classifier.json").read_text())
    assert description["threshold"] == pytest.approx(best["threshold"])
    assert description["sharing"] == sharing


def test_training_teaches_the_answer(tmp_path: Path) -> None:
    assert train(config(tmp_path, steps=40)).exit_code == 0
    first, *_, last = log(tmp_path)
    assert last["answer"] < first["answer"] / 2


def test_a_stopped_run_goes_on_as_if_never_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cofitcheck.training.classifier.trainer import ClassifierTrainer

    assert train(config(tmp_path, output="whole")).exit_code == 0
    taken = ClassifierTrainer.step

    def stopped(self: ClassifierTrainer) -> dict[str, float]:
        if self.progress.step == 3:
            raise KeyboardInterrupt
        return taken(self)

    path = config(tmp_path)
    monkeypatch.setattr(ClassifierTrainer, "step", stopped)
    assert train(path).exit_code == 130
    monkeypatch.undo()
    assert train(path).exit_code == 2
    assert train(path, "--resume").exit_code == 0
    whole, again = log(tmp_path, "whole"), log(tmp_path)
    assert [look["dev"] for look in whole] == [look["dev"] for look in again]
    assert [look["answer"] for look in whole] == [look["answer"] for look in again]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("questions: {prompt: latin-1}", "no prompt 'latin-1'"),
        ("questions: {limit: 100}", "length limit 100 is too small"),
        ("questions: {limit: 9000}", "beyond the 8192 positions"),
        ("choice: {above: 0.9}", "ask above less"),
        ("choice: {above: 2}", "choice.above"),
        ("model: nowhere", "nowhere"),
        ("candidates: nowhere", "python -m cofitcheck.training.candidates"),
        ("data: nowhere", "holds no training documents"),
    ],
)
def test_what_cannot_be_trained_is_one_sentence(tmp_path: Path, change: str, said: str) -> None:
    path = config(tmp_path)
    key = change.split(":")[0]
    kept = [line for line in path.read_text().splitlines() if not line.startswith(f"{key}:")]
    path.write_text("\n".join([*kept, change]))
    result = train(path)
    assert result.exit_code == 2, result.output
    assert said in result.output
    assert "Traceback" not in result.output


def found(same: list[bool], score: list[float], learnt: list[bool]) -> LabelledPairs:
    candidates = pairs(statements()).take(np.arange(len(same)))
    return LabelledPairs(candidates, np.array(score, np.float32), np.array(same), np.array(learnt), 3)


def test_pairs_that_teach_are_balanced() -> None:
    given = found([True, True] + [False] * 20, [0.5] * 22, [True] * 22)
    for ratio, count in ((0, 22), (1, 4), (4, 10), (50, 22), (0.1, 3)):
        mask = choose(given, ChoiceConfig(0.1, ratio), np.random.default_rng(0))
        assert mask.sum() == count
        assert mask[:2].all()


def test_pairs_that_are_unlikely_or_unlabelled_do_not_teach() -> None:
    given = found([True, True, False, False], [0.5, 0.01, 0.5, 0.5], [True, True, True, False])
    assert choose(given, ChoiceConfig(0.1, 0), np.random.default_rng(0)).tolist() == [
        True,
        False,
        True,
        False,
    ]


def test_easy_pairs_teach_beside_the_hard_ones() -> None:
    given = found([True, True] + [False] * 10, [0.5, 0.01, 0.5] + [0.01] * 9, [True] * 11 + [False])
    for easy, count in ((0, 2), (3, 5), (50, 10)):
        mask = choose(given, ChoiceConfig(0.1, 1, easy), np.random.default_rng(0))
        assert mask.sum() == count
        assert mask.tolist()[:3] == [True, False, True]
        assert not mask[11]


def test_f1_is_end_to_end_and_equal_answers_go_together() -> None:
    probability = np.array([0.9, 0.8, 0.8, 0.1], np.float32)
    same = np.array([True, True, False, True])
    figures = summarise([(probability[:2], same[:2]), (probability[2:], same[2:])], gold=5)
    # All three above .8: precision 2/3, recall 2/5, F1 .5; all four: 3/4, 3/5, F1 2/3.
    assert (figures.f1, figures.precision, figures.recall) == pytest.approx((2 / 3, 3 / 4, 3 / 5))
    assert figures.threshold == pytest.approx(0.1)
    loss = -np.log([0.9, 0.8, 0.2, 0.1]).mean()
    assert figures.loss == pytest.approx(loss, abs=1e-6)
    # Of the three pairs of a right and a wrong one, one is in order, one is equal and one is not.
    assert figures.auc == pytest.approx(0.5)
