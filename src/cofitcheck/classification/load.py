"""A folder with a trained classifier to the backend that runs it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from cofitcheck.classification.protocol import Classifier
from cofitcheck.classification.questions.language import Language
from cofitcheck.encoding.footprint import say_footprint

Backend = Literal["transformers", "vllm"]


def load_classifier(
    folder: Path, backend: Backend = "transformers", language: Language | None = None
) -> Classifier:
    """Return the language model of a folder as a classifier, on a GPU where there is one.

    Documents are asked about in `language`; None is the language that the model learnt. What a large model
    takes is printed before it is loaded. Raises `ModelError`, also where the model does not fit. Raises
    `MissingDependencyError` where the libraries of the backend are not installed.
    """
    if backend == "vllm":
        from cofitcheck.classification.vllm import VllmClassifier

        return VllmClassifier(folder, language)
    from cofitcheck.classification.transformers import TransformersClassifier
    from cofitcheck.encoding.transformers import BATCH_TOKENS, best_device

    device, dtype = best_device()
    say_footprint(folder, device, dtype, BATCH_TOKENS)
    return TransformersClassifier(folder, device=device, dtype=dtype, language=language)
