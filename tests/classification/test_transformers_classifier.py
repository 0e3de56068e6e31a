from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cofitcheck.classification import Found
from cofitcheck.classification.description import ClassifierDescription
from cofitcheck.encoding import Encoded
from cofitcheck.errors import ConfigError, InputError, MissingDependencyError, ModelError
from tests.classification.question_documents import pairs, statements
from tests.encoding.causal_models import FAMILIES, save_language_model

pytest.importorskip("torch")
pytest.importorskip("transformers")

import torch

from cofitcheck.classification import load_classifier
from cofitcheck.classification.questions.layout import Sharing
from cofitcheck.classification.transformers import How, TransformersClassifier
from cofitcheck.encoding.states import masked_states, shared

NO_VECTORS = Encoded(np.zeros((12, 1), np.float32))
LIMIT = 3000


def probabilities(folder: Path, how: How = "packed", **options: Any) -> Any:
    document = statements()
    classifier = TransformersClassifier(folder, how, **options)
    scored = classifier.classify(document, NO_VECTORS, pairs(document))
    assert scored.left.tolist() == pairs(document).left.tolist()
    return scored.probability


@pytest.mark.parametrize(("sharing", "how"), [("pair", "packed"), ("table", "prefill"), ("labels", "packed")])
def test_without_being_told_it_reads_no_more_than_it_has_to(
    tmp_path: Path, sharing: Sharing, how: How
) -> None:
    save_language_model(tmp_path, "qwen2", ClassifierDescription(limit=LIMIT, sharing=sharing))
    assert TransformersClassifier(tmp_path).how == how


@pytest.mark.parametrize("sharing", ["pair", "table", "labels"])
@pytest.mark.parametrize("family", FAMILIES)
def test_packed_and_on_a_cache_equal_one_prompt_per_pair(
    tmp_path: Path, family: str, sharing: Sharing
) -> None:
    save_language_model(tmp_path, family, ClassifierDescription(limit=LIMIT, sharing=sharing))
    twin = probabilities(tmp_path, "one-pair-per-pass", batch_tokens=1)
    assert np.ptp(twin) > 1e-3
    assert ((twin > 0) & (twin < 1)).all()
    for how in ("packed", "prefill"):
        for batch_tokens in (1, 20_000):
            found = probabilities(tmp_path, how, batch_tokens=batch_tokens)
            assert np.abs(found - twin).max() < 1e-5


@pytest.mark.parametrize("times", [0, 2, 100])
def test_a_table_is_read_once_for_its_questions_to_several(tmp_path: Path, times: int) -> None:
    save_language_model(tmp_path, "qwen2", ClassifierDescription(limit=LIMIT, sharing="table"))
    classifier = TransformersClassifier(tmp_path)
    body, document = classifier._model.body, statements(titles=("Income", "Cash flows", "Segments"))
    passes = classifier.layout.passes(document, pairs(document))
    most = times * max(map(len, passes))
    joined = shared(passes, most)
    with torch.inference_mode():
        apart, together = (
            np.concatenate([masked_states(body, [each]).numpy() for each in every])
            for every in (passes, joined)
        )
    assert [n for each in joined for n in each.asked] == [n for each in passes for n in each.asked]
    assert np.abs(together - apart).max() < 1e-5
    read, before = sum(map(len, joined)), sum(map(len, passes))
    assert read < before if times else read == before
    assert not times or max(map(len, joined)) <= most


@pytest.mark.parametrize(("how", "sharing"), [("packed", "pair"), ("prefill", "pair"), ("prefill", "table")])
def test_documents_that_share_batches_have_the_answers_of_each_alone(
    tmp_path: Path, how: How, sharing: Sharing
) -> None:
    save_language_model(tmp_path, description=ClassifierDescription(limit=LIMIT, sharing=sharing))
    classifier = TransformersClassifier(tmp_path, how)
    document = statements()
    every = pairs(document)
    some = [every, every.take(np.arange(1, len(every), 2)), every.take(np.zeros(0, np.int64)), every]
    found = [Found(document, NO_VECTORS, each) for each in some]
    for each, together in zip(found, classifier.classify_all(found), strict=True):
        alone = classifier.classify(each.document, each.encoded, each.candidates)
        assert together.left.tolist() == each.candidates.left.tolist()
        assert np.abs(together.probability - alone.probability).max(initial=0) < 1e-5


def test_the_answer_is_that_of_the_model_itself(tmp_path: Path) -> None:
    import torch
    from transformers import AutoModelForCausalLM

    save_language_model(tmp_path, description=ClassifierDescription(limit=LIMIT))
    classifier = TransformersClassifier(tmp_path)
    document = statements()
    one = classifier.layout.passes(document, pairs(document))[0].only(3)
    with torch.no_grad():
        logits = AutoModelForCausalLM.from_pretrained(tmp_path)(torch.tensor(one.tokens[None]).long()).logits
    yes, no = logits[0, -1, list(classifier.layout.answers())].double()
    expected = float(yes.exp() / (yes.exp() + no.exp()))
    assert probabilities(tmp_path)[int(one.asked[0])] == pytest.approx(expected, abs=1e-5)


def test_no_value_has_a_part_in_an_answer(tmp_path: Path) -> None:
    save_language_model(tmp_path, description=ClassifierDescription(limit=LIMIT))
    document = statements()
    changed = replace(document, mentions=tuple(replace(each, text="1") for each in document.mentions))
    classifier = load_classifier(tmp_path)
    ours, theirs = (
        classifier.classify(each, NO_VECTORS, pairs(document)).probability for each in (document, changed)
    )
    assert np.array_equal(ours, theirs)


def test_no_candidates_have_no_answers(tmp_path: Path) -> None:
    save_language_model(tmp_path, description=ClassifierDescription(limit=LIMIT))
    nothing = pairs(statements()).take(np.zeros(0, np.int64))
    assert len(load_classifier(tmp_path).classify(statements(), NO_VECTORS, nothing)) == 0


def test_a_folder_without_a_description_is_refused(tmp_path: Path) -> None:
    save_language_model(tmp_path)
    (tmp_path / "classifier.json").unlink()
    with pytest.raises(ModelError, match=r"has no classifier.json.*only classifiers trained with cofitcheck"):
        load_classifier(tmp_path)


def test_a_description_that_is_none_is_refused(tmp_path: Path) -> None:
    save_language_model(tmp_path)
    (tmp_path / "classifier.json").write_text('{"prompt": "english-1", "colour": "red"}')
    with pytest.raises(ModelError, match=r"classifier.json cannot be used.*colour"):
        load_classifier(tmp_path)


@pytest.mark.parametrize(
    ("description", "said"),
    [
        (ClassifierDescription(prompt="english-0"), "no prompt 'english-0'"),
        (ClassifierDescription(limit=50), "length limit 50 is too small"),
        (ClassifierDescription(limit=9000), "limit 9000 .* beyond the 8192 positions"),
    ],
)
def test_a_description_that_cannot_be_followed_is_refused(
    tmp_path: Path, description: ClassifierDescription, said: str
) -> None:
    save_language_model(tmp_path, description=description)
    with pytest.raises(ModelError, match=said):
        load_classifier(tmp_path)


def test_a_tokenizer_without_yes_and_no_is_refused(tmp_path: Path) -> None:
    save_language_model(tmp_path, answers=False)
    with pytest.raises(ModelError, match="no tokens for Yes and No that differ"):
        load_classifier(tmp_path)


def test_a_model_that_would_mix_questions_is_refused_and_asked_one_at_a_time(tmp_path: Path) -> None:
    window: dict[str, Any] = {"use_sliding_window": True, "sliding_window": 8, "max_window_layers": 0}
    save_language_model(tmp_path, description=ClassifierDescription(limit=LIMIT), **window)
    with pytest.raises(ModelError, match="ask one thing a pass"):
        TransformersClassifier(tmp_path)
    assert not np.isnan(probabilities(tmp_path, "one-pair-per-pass")).any()


def test_a_wrong_way_device_or_type_is_refused(tmp_path: Path) -> None:
    save_language_model(tmp_path, description=ClassifierDescription(limit=LIMIT))
    with pytest.raises(ConfigError, match="how must be one of packed, prefill, one-pair-per-pass, not 'all'"):
        TransformersClassifier(tmp_path, "all")  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="device 'mars'"):
        TransformersClassifier(tmp_path, device="mars")
    with pytest.raises(ConfigError, match="dtype must be one of"):
        TransformersClassifier(tmp_path, dtype="int8")  # type: ignore[arg-type]


def test_a_mention_without_a_cell_is_named(tmp_path: Path) -> None:
    save_language_model(tmp_path, description=ClassifierDescription(limit=LIMIT))
    document = statements()
    lost = replace(document.mentions[0], table=9)
    broken = replace(document, mentions=(lost, *document.mentions[1:]))
    with pytest.raises(InputError, match=r"mention 0 is said to stand in table 9"):
        load_classifier(tmp_path).classify(broken, NO_VECTORS, pairs(document))


def test_missing_libraries_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'cofitcheck\[train\]'"):
        TransformersClassifier(tmp_path)
