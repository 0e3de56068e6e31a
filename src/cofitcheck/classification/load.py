"""A folder with a trained classifier to the backend that runs it."""

from __future__ import annotations

from pathlib import Path

from cofitcheck.classification.protocol import Classifier
from cofitcheck.classification.transformers import TransformersClassifier
from cofitcheck.encoding.transformers import best_device


def load_classifier(folder: Path) -> Classifier:
    """Return the language model of a folder as a classifier, on a GPU where there is one.

    Raises `ModelError`; `MissingDependencyError` where its libraries are not installed.
    """
    device, dtype = best_device()
    return TransformersClassifier(folder, device=device, dtype=dtype)
