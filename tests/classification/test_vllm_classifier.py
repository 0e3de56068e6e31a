"""vLLM's answers against those of Transformers, one prompt a pair."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cofitcheck.classification.description import ClassifierDescription
from cofitcheck.classification.transformers import TransformersClassifier
from cofitcheck.classification.vllm import VllmClassifier
from cofitcheck.encoding import Encoded
from cofitcheck.errors import ModelError
from tests.classification.question_documents import pairs, statements

pytest.importorskip("vllm", reason="vLLM has an environment of its own; docs/vllm.md says how to make it")

DESCRIPTION = ClassifierDescription(limit=2048)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("family", ["qwen2", "llama"])
def test_the_answers_are_those_of_transformers(family: str, tmp_path: Path) -> None:
    from tests.encoding.causal_models import save_language_model

    folder = save_language_model(
        tmp_path / family, family, DESCRIPTION, hidden_size=128, max_position_embeddings=4096
    )
    document = statements(3)
    candidates = pairs(document)
    nothing = np.zeros((len(document.mentions), 0), np.float32)
    encoded = Encoded(nothing, nothing, nothing, nothing)
    slow = TransformersClassifier(folder, how="one-pair-per-pass").classify(document, encoded, candidates)
    classifier = VllmClassifier(folder, dtype="float32", enforce_eager=True, max_num_seqs=16)
    fast = classifier.classify(document, encoded, candidates)
    assert np.ptp(slow.probability) > 1e-2
    np.testing.assert_allclose(fast.probability, slow.probability, atol=1e-3)


def test_tables_that_do_not_see_each_other_are_refused(tmp_path: Path) -> None:
    ClassifierDescription(sharing="table").write(tmp_path)
    with pytest.raises(ModelError, match="which vLLM cannot do: run it with transformers"):
        VllmClassifier(tmp_path)
