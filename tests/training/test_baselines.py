"""Training of the baselines on made-up documents whose facts are their labels and periods."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest

from cofitcheck.classification.trees import PairFeatures
from cofitcheck.evaluation.methods import Matches, MethodOptions, load_method
from cofitcheck.mentions import mention_arrays
from cofitcheck.training import trees
from cofitcheck.training.baselines import lexical
from cofitcheck.training.baselines.lexical import best_threshold, gold_pairs, labelled
from cofitcheck.training.dataset import TrainingDocument
from tests.checker.checker_fakes import names
from tests.classification.classification_documents import document

LABELS = ("Sales", "Costs", "Taxes", "Cash", "Debt", "Goodwill", "Leases", "Inventory")

LEGACY = "ignore::DeprecationWarning"


@pytest.fixture
def one_thread() -> Iterator[None]:
    """Tiny steps wait for threads longer than they compute."""
    torch = pytest.importorskip("torch", reason="the network is trained with the train extra")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def example(seed: int, labels: tuple[str, ...] = LABELS) -> TrainingDocument:
    """A labelled document of four tables, tagged throughout."""
    random = Random(seed)
    tables = [
        (("2024", "2023"), [(label, [random.randint(100, 999) for _ in range(2)]) for label in drawn])
        for drawn in (random.sample(labels, 5) for _ in range(4))
    ]
    made = document(*tables)
    known: dict[tuple[str, ...], int] = {}
    fact = np.array([known.setdefault(names(mention), len(known)) for mention in made.mentions], np.int32)
    nothing = (None,) * len(fact)
    none = np.zeros((0, 2), dtype=np.int32)
    return TrainingDocument(made, fact, none, nothing, nothing, nothing, "train", f"Company {seed}")


def right_and_wrong(found: Matches, of: TrainingDocument) -> tuple[int, int]:
    """Count the predicted pairs that state one fact, and those that do not."""
    same = of.fact[found.predicted[:, 0]] == of.fact[found.predicted[:, 1]]
    return int(same.sum()), int((~same).sum())


def gold(of: TrainingDocument) -> int:
    table = [mention.table for mention in of.document.mentions]
    pairs = combinations(range(len(table)), 2)
    return sum(of.fact[i] == of.fact[j] >= 0 and table[i] != table[j] for i, j in pairs)


@pytest.mark.parametrize("seed", range(3))
def test_gold_counts_the_pairs_of_one_fact_across_tables(seed: int) -> None:
    made = example(seed)
    made.fact[::7] = -1
    table = np.array([mention.table for mention in made.document.mentions], dtype=np.int32)
    assert gold_pairs(made.fact, table) == gold(made) > 0


def test_pairs_without_tags_and_ambiguous_ones_teach_nothing() -> None:
    made = example(0)
    made.fact[0] = -1
    pairs = np.array([[0, 11], [1, 12], [2, 13]])
    ambiguous = TrainingDocument(**{**vars(made), "ambiguous": np.array([[12, 1]], np.int32)})
    candidates = labelled(ambiguous, pairs, PairFeatures(mention_arrays(made.document), {}))
    assert candidates.tagged.tolist() == [False, True, True]
    assert candidates.ambiguous.tolist() == [False, True, False]
    assert candidates.learnt.tolist() == [False, False, True]


def test_the_lexical_baseline_learns_and_is_loaded_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("lightgbm", reason="trees are trained with the train extra")
    pytest.importorskip("onnxmltools", reason="trees are exported with the train extra")
    monkeypatch.setattr(trees, "ROUNDS", 25)
    figures = lexical.train([example(seed) for seed in range(6)], [example(6)], tmp_path)
    assert (figures.documents, figures.candidate_recall) == (1, 1.0)
    unseen = example(7)
    found = load_method("lexical", MethodOptions(threads=1, models=tmp_path)).match(unseen.document)
    left, right = found.candidates.T
    same = unseen.fact[left] == unseen.fact[right]
    assert same.sum() == gold(unseen)
    assert found.probability[same].min() > found.probability[~same].max()


@pytest.mark.parametrize(("right", "wrong"), [(0.375, 0.305), (0.9999, 0.999), (0.001, 0.0001)])
def test_the_best_threshold_parts_right_from_wrong(right: float, wrong: float) -> None:
    made = example(0)
    pairs = np.array([(i, j) for i, j in combinations(range(len(made.fact)), 2)])
    candidates = labelled(made, pairs, PairFeatures(mention_arrays(made.document), {}))
    probability = np.where(candidates.same, right, wrong).astype(np.float32)
    assert wrong < best_threshold([candidates], [probability]) < right


@pytest.mark.filterwarnings(LEGACY)
@pytest.mark.usefixtures("one_thread")
def test_autocheck_learns_which_words_state_one_fact(tmp_path: Path) -> None:
    pytest.importorskip("onnx", reason="the network is exported with the train extra")
    from cofitcheck.training.baselines import autocheck

    settings = autocheck.Settings(epochs=12)
    figures = autocheck.train([example(seed) for seed in range(6)], [example(6)], tmp_path, settings)
    assert figures.clear["f1"] == 1.0
    method = load_method("autocheck", MethodOptions(threads=1, models=tmp_path))
    unseen = example(7)
    assert right_and_wrong(method.match(unseen.document), unseen) == (gold(unseen), 0)


@pytest.mark.filterwarnings(LEGACY)
@pytest.mark.usefixtures("one_thread")
def test_autocheck_trains_alike_with_the_same_seed(tmp_path: Path) -> None:
    pytest.importorskip("onnx", reason="the network is exported with the train extra")
    from cofitcheck.training.baselines import autocheck

    examples, settings = [example(seed) for seed in range(3)], autocheck.Settings(epochs=1)
    for folder in ("first", "second"):
        autocheck.train(examples, [example(6)], tmp_path / folder, settings)
    for part in ("autocheck-cells.onnx", "autocheck-pairs.onnx", "autocheck.json"):
        assert (tmp_path / "first" / part).read_bytes() == (tmp_path / "second" / part).read_bytes()


def test_the_vocabulary_holds_words_of_several_companies() -> None:
    pytest.importorskip("torch", reason="it stands with the trainer of a network")
    from cofitcheck.training.baselines.autocheck import vocabulary

    first, second = (document((("2024",), [(label, [456])])) for label in ("Net sales", "Sales abroad"))
    read = [("A", mention_arrays(first)), ("A", mention_arrays(second)), ("B", mention_arrays(second))]
    assert vocabulary(read) == ["abroad", "sale"]
