"""The trained baselines as they lie in the repository, on made-up documents, and what stands in for them."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from decimal import Decimal
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from cofitcheck.document import Document
from cofitcheck.errors import ModelError
from cofitcheck.evaluation.methods import Matches, MethodOptions, load_method
from cofitcheck.evaluation.methods.autocheck import BUCKETS, WORDS, Cells
from cofitcheck.mentions import mention_arrays
from tests.checker.checker_fakes import CASH, INCOME, SEGMENTS, filing, names
from tests.classification.classification_documents import document

FOLDER = Path(__file__).parents[2] / "benchmarks" / "baselines"
TRAINED = ("lexical", "autocheck")
FILES = {"lexical": ("lexical.json", "lexical.onnx"), "autocheck": ("autocheck.json", "autocheck-cells.onnx")}


def match(method: str, of: Document) -> Matches:
    return load_method(method, MethodOptions(threads=1, models=FOLDER)).match(of)


def with_other_values(original: Document) -> Document:
    """The document with every number drawn anew."""
    random = np.random.default_rng(0)
    mentions = []
    for mention in original.mentions:
        drawn = Decimal(int(random.integers(100, 999)))
        stated = replace(mention.number, value=drawn, displayed=drawn)
        mentions.append(replace(mention, number=stated, text=str(drawn)))
    return replace(original, mentions=tuple(mentions))


@pytest.mark.parametrize("method", TRAINED)
def test_pairs_with_the_same_words_and_period_score_highest(method: str) -> None:
    made = filing(INCOME, CASH, SEGMENTS)
    found = match(method, made)
    called = [names(mention) for mention in made.mentions]
    same = np.array([called[left] == called[right] for left, right in found.candidates])
    assert same.sum() == 8
    assert found.probability[same].min() > found.probability[~same].max()
    assert (found.candidates[:, 0] < found.candidates[:, 1]).all()
    assert len(np.unique(found.candidates, axis=0)) == len(found.candidates)


@pytest.mark.parametrize("method", TRAINED)
def test_no_value_has_a_part_in_it(method: str) -> None:
    made = filing(INCOME, CASH, SEGMENTS)
    before, after = match(method, made), match(method, with_other_values(made))
    assert (before.candidates == after.candidates).all()
    assert (before.probability == after.probability).all()
    assert (before.predicted == after.predicted).all()


@pytest.mark.parametrize("method", TRAINED)
def test_a_document_without_pairs_gives_none(method: str) -> None:
    found = match(method, document((("2024",), [("Sales", [456]), ("Taxes", [123])])))
    assert found.candidates.shape == found.predicted.shape == (0, 2)
    assert found.probability.shape == (0,)


@pytest.mark.parametrize("method", TRAINED)
def test_the_folder_of_a_checkout_is_found_from_its_root(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = filing(INCOME, CASH, SEGMENTS)
    monkeypatch.chdir(FOLDER.parents[1])
    found = load_method(method, MethodOptions(threads=1)).match(made)
    assert (found.probability == match(method, made).probability).all()


@pytest.mark.parametrize("method", TRAINED)
def test_missing_weights_are_named_with_the_way_out(
    method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ModelError, match=rf"benchmarks/baselines/{method}\.json: .* --models") as missing:
        load_method(method)
    (trains,) = re.findall(rf"python -m ([\w.]+\.{method}) --data DATA --output FOLDER", str(missing.value))
    assert find_spec(trains) is not None
    with pytest.raises(ModelError, match=rf"elsewhere/{method}\.json"):
        load_method(method, MethodOptions(models=tmp_path / "elsewhere"))


@pytest.mark.parametrize("method", TRAINED)
@pytest.mark.parametrize("spoil", ["card", "network"])
def test_spoilt_weights_are_named(method: str, spoil: str, tmp_path: Path) -> None:
    folder = tmp_path / "models"
    shutil.copytree(FOLDER, folder)
    card, network = FILES[method]
    broken = folder / (card if spoil == "card" else network)
    broken.write_bytes(b"{}")
    with pytest.raises(ModelError, match=broken.name):
        load_method(method, MethodOptions(models=folder))


def test_the_threshold_of_the_card_decides(tmp_path: Path) -> None:
    folder = tmp_path / "models"
    shutil.copytree(FOLDER, folder)
    made = filing(INCOME, CASH, SEGMENTS)

    def predicted(threshold: float) -> int:
        card = json.loads((folder / "lexical.json").read_text())
        (folder / "lexical.json").write_text(json.dumps(card | {"threshold": threshold}))
        found = load_method("lexical", MethodOptions(threads=1, models=folder)).match(made)
        assert len(found.predicted) == (found.probability >= threshold).sum()
        return len(found.predicted)

    assert predicted(0.0) > predicted(0.5) >= predicted(1.01) == 0


def test_mentions_with_equal_words_and_keys_are_one_cell() -> None:
    rows = [("Sales", [456]), ("Taxes", [123])]
    made = document((("2024",), rows), (("2024",), rows), (("2023",), rows))
    cells = Cells.build(mention_arrays(made), {"sale": 1})
    assert cells.of[0] == cells.of[2] != cells.of[4]
    assert len(cells.words) == len(cells.keys) == 4
    assert cells.agreement(cells.of[:1], cells.of[4:5])[0, 0] == -1


@pytest.mark.parametrize(
    ("label", "numbers"),
    [("Sales", {1}), ("Sales of sales", {1, 2}), ("", set())],
)
def test_known_words_have_their_numbers(label: str, numbers: set[int]) -> None:
    made = document((("2024",), [(label, [456])]))
    words = Cells.build(mention_arrays(made), {"sale": 1, "of": 2}).words
    assert words.shape == (1, 4, WORDS)
    assert set(words[0, 0].tolist()) - {0} == numbers


def test_unknown_words_share_buckets_above_the_known_ones() -> None:
    label = " ".join(f"{a}{b}" for a in "qwrtz" for b in "qwrtz")
    words = Cells.build(mention_arrays(document((("2024",), [(label, [456])]))), {"sale": 1}).words[0, 0]
    assert len(words) == WORDS
    assert (words > 1).all()
    assert (words <= 1 + BUCKETS).all()
