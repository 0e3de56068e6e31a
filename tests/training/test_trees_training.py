"""Training of the pair classifier on made-up documents whose facts are their labels and periods."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from cofitcheck.classification import Facet, FacetTrees, Trees, WordClassifier
from cofitcheck.classification.trees import file_of
from cofitcheck.config import FilterConfig
from cofitcheck.evaluation.metrics import Counts
from cofitcheck.mentions import FloatArray
from cofitcheck.reconciliation import Reconciler
from cofitcheck.stages import find_candidates
from cofitcheck.training import trees
from cofitcheck.training.dataset import TrainingDocument
from cofitcheck.training.trees import Candidates, best_threshold, collect, counts
from tests.checker.checker_fakes import FixedEncoder, names
from tests.classification.classification_documents import document

LABELS = ("Sales", "Costs", "Taxes", "Cash", "Debt", "Goodwill", "Leases", "Inventory")
CONFIG = FilterConfig(threshold=0.0)


def example(seed: int, company: str = "") -> TrainingDocument:
    """A labelled document of three tables; the fourth row of the first table has no tags."""
    random = Random(seed)
    tables = [
        (("2024", "2023"), [(label, [random.randint(100, 999) for _ in range(2)]) for label in drawn])
        for drawn in (random.sample(LABELS, 5) for _ in range(3))
    ]
    made = document(*tables)
    known: dict[tuple[str, ...], int] = {}
    fact = [known.setdefault(names(mention), len(known)) for mention in made.mentions]
    tagged = [-1 if (m.table, m.row) == (0, 4) else f for m, f in zip(made.mentions, fact, strict=True)]
    concept = tuple(f"made:{mention.row_path[-1]}{mention.table % 2 * 'Net'}" for mention in made.mentions)
    period = tuple((mention.column_path[-1], mention.column_path[-1]) for mention in made.mentions)
    members = tuple(("made:Axis=made:Member",) * (mention.table % 2) for mention in made.mentions)
    ambiguous = np.zeros((0, 2), dtype=np.int32)
    company = company or f"Company {seed}"
    return TrainingDocument(
        made, np.array(tagged, np.int32), ambiguous, concept, members, period, "train", company
    )


def reconciler(folder: Path) -> Reconciler:
    words = WordClassifier(Trees(folder / "first.onnx", threads=1))
    return Reconciler(words, Trees(folder / "second.onnx", threads=1))


def collect_one(labelled: TrainingDocument) -> Candidates:
    (collected,) = collect([labelled], FixedEncoder(), CONFIG)
    return collected


def test_pairs_are_labelled_by_their_tags() -> None:
    labelled = example(1)
    collected = collect_one(labelled)
    fact = labelled.fact.tolist()
    for at, (a, b) in enumerate(zip(collected.a.tolist(), collected.b.tolist(), strict=True)):
        assert collected.tagged[at] == (fact[a] >= 0 and fact[b] >= 0)
        assert collected.same[at] == (fact[a] == fact[b] >= 0)
    assert collected.same.any()
    assert not collected.tagged.all()


def test_gold_counts_positive_pairs_that_are_no_candidates_too() -> None:
    labelled = example(1)
    table = [mention.table for mention in labelled.document.mentions]
    fact = labelled.fact.tolist()
    every = [
        (i, j) for j in range(len(fact)) for i in range(j) if fact[i] == fact[j] >= 0 and table[i] != table[j]
    ]
    (narrow,) = collect([labelled], FixedEncoder(), FilterConfig(threshold=1.0, limit=1))
    assert narrow.gold == collect_one(labelled).gold == len(every)


def test_ambiguous_pairs_teach_nothing_and_count_in_neither_way() -> None:
    plain = example(1)
    first = collect_one(plain)
    wrong = int(np.flatnonzero(first.tagged & ~first.same)[0])
    pair = np.array([[first.b[wrong], first.a[wrong]]], dtype=np.int32)
    marked = collect_one(replace(plain, ambiguous=pair))
    assert np.flatnonzero(marked.ambiguous).tolist() == [wrong]
    assert (first.learnt != marked.learnt).nonzero()[0].tolist() == [wrong]
    predicted = marked.same | marked.ambiguous
    strict, clear = counts([marked], [predicted.astype(np.float32)], 0.5)
    hits = int(marked.same.sum())
    assert strict == Counts(hits + 1, marked.gold, hits)
    assert clear == Counts(hits, marked.gold, hits)


def test_pairs_without_tags_count_in_neither_way() -> None:
    collected = collect_one(example(1))
    strict, clear = counts([collected], [np.ones(len(collected.a), np.float32)], 0.5)
    assert strict == clear == Counts(int(collected.tagged.sum()), collected.gold, int(collected.same.sum()))


def test_the_best_threshold_parts_right_from_wrong() -> None:
    collected = collect_one(example(1))
    probability = np.where(collected.same, 0.375, 0.305).astype(np.float32)
    assert 0.305 < best_threshold([collected], [probability]) <= 0.375


def test_exported_trees_score_a_document_as_the_trained_ones_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("lightgbm", reason="trees are trained with the train extra")
    pytest.importorskip("onnxmltools", reason="trees are exported with the train extra")
    monkeypatch.setattr(trees, "ROUNDS", 25)
    labelled = [example(seed) for seed in range(7)]
    collected = collect(labelled, FixedEncoder(), CONFIG)
    first, second = trees.fit_both(collected[:6])
    (expected,) = trees.predict(collected[6:], first, second)

    trees.export_both(first, second, tmp_path)
    exported = reconciler(tmp_path)
    made = labelled[6].document
    encoded = FixedEncoder().encode(made)
    scored = exported.classify(made, encoded, find_candidates(made, encoded, CONFIG))

    np.testing.assert_allclose(scored.probability, expected, atol=1e-5)
    same = collected[6].same
    assert scored.probability[same].min() > scored.probability[~same & collected[6].tagged].max()


def test_cross_validated_probabilities_are_of_trees_that_have_not_seen_the_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("lightgbm", reason="trees are trained with the train extra")
    pytest.importorskip("onnxmltools", reason="trees are exported with the train extra")
    monkeypatch.setattr(trees, "ROUNDS", 5)
    parts = (0, 1, 1, 0, 2, 2)
    collected = [
        replace(each, part=number)
        for number, each in zip(
            parts, collect([example(seed) for seed in range(6)], FixedEncoder(), CONFIG), strict=True
        )
    ]
    probabilities = trees.cross_validate(collected, tmp_path)
    for number in set(parts):
        seen = [each for each in collected if each.part != number]
        unseen = [at for at, each in enumerate(collected) if each.part == number]
        expected = trees.predict([collected[at] for at in unseen], *trees.fit_both(seen))
        for at, probability in zip(unseen, expected, strict=True):
            np.testing.assert_array_equal(probabilities[at], probability)
        exported = reconciler(tmp_path / str(number))
        made = example(unseen[0])
        encoded = FixedEncoder().encode(made.document)
        candidates = find_candidates(made.document, encoded, CONFIG)
        scored = exported.classify(made.document, encoded, candidates)
        np.testing.assert_allclose(scored.probability, probabilities[unseen[0]], atol=1e-5)


def test_first_scores_come_from_trees_that_have_not_seen_the_company(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second ensemble would trust scores that know the answers."""
    fitted: list[set[str]] = []

    class Remembering:
        def __init__(self, seen: set[str]) -> None:
            self.seen = seen

        def predict(self, rows: FloatArray) -> FloatArray:
            (company,) = (each.company for each in collected if np.array_equal(each.semantic, rows))
            assert company not in self.seen
            return np.zeros(len(rows), np.float32)

    def fit_first(documents: Sequence[Candidates]) -> Remembering:
        fitted.append({each.company for each in documents})
        return Remembering(fitted[-1])

    monkeypatch.setattr(trees, "fit_first", fit_first)
    monkeypatch.setattr(trees, "fit", lambda *_: None)
    collected = collect([example(n, f"Company {n // 2}") for n in range(8)], FixedEncoder(), CONFIG)
    trees.fit_both(collected)
    # One for each fold, and one that has seen every company.
    assert [len(seen) for seen in fitted] == [2, 3, 3, 4]


def test_exported_facets_agree_where_the_tags_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("lightgbm", reason="trees are trained with the train extra")
    pytest.importorskip("onnxmltools", reason="trees are exported with the train extra")
    monkeypatch.setattr(trees, "ROUNDS", 25)
    monkeypatch.setattr(trees, "FACET_SHARE", 1.0)
    *learnt, unseen = collect([example(seed) for seed in range(9)], FixedEncoder(), CONFIG)
    for facet, ensemble in trees.fit_facets(learnt).items():
        trees.export(ensemble, file_of(tmp_path, facet))
    scores = FacetTrees(tmp_path, threads=1).score(
        unseen.features.semantic, np.ones(len(unseen.a), np.float32)
    )
    for facet in (Facet.INDICATOR, Facet.PERIOD):
        agree = unseen.facets[facet] == 1
        assert scores[facet][agree].min() > scores[facet][~agree].max()
    assert (scores[Facet.UNIT] == 1).all()


def test_facets_are_labelled_by_their_tags() -> None:
    labelled = example(1)
    collected, mentions = collect_one(labelled), labelled.document.mentions
    for at, (a, b) in enumerate(zip(collected.a.tolist(), collected.b.tolist(), strict=True)):
        first, second = mentions[a], mentions[b]
        assert {facet: bool(labels[at]) for facet, labels in collected.facets.items()} == {
            Facet.INDICATOR: first.row_path == second.row_path,
            Facet.MEASURE: first.table % 2 == second.table % 2,
            Facet.PERIOD: first.column_path == second.column_path,
            Facet.BREAKDOWN: first.table % 2 == second.table % 2,
        }


def test_without_a_tag_a_facet_is_unknown() -> None:
    plain = example(1)
    untagged = replace(plain, concept=(None,) * len(plain.fact), period=(None, *plain.period[1:]))
    facets = collect_one(untagged).facets
    assert set(facets[Facet.INDICATOR].tolist()) == set(facets[Facet.MEASURE].tolist()) == {-1}
    collected = collect_one(plain)
    first = (collected.a == 0) | (collected.b == 0)
    assert (facets[Facet.PERIOD] == -1).tolist() == first.tolist()
