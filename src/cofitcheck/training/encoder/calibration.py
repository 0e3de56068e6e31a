"""The cosine above which a finished encoder's pairs are candidates."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from msgspec import structs

from cofitcheck.encoding.description import EncoderDescription
from cofitcheck.encoding.load import load_encoder
from cofitcheck.evaluation.candidates import Tally, calibrate
from cofitcheck.evaluation.candidates.tally import total
from cofitcheck.evaluation.gold.labels import pairs_across
from cofitcheck.training.data import TrainingDocument


def calibrate_encoder(path: Path, documents: Sequence[TrainingDocument], recall: float) -> float:
    """Note in an encoder's description the threshold that keeps the share `recall` of the documents' gold
    pairs, and return it.

    It is taken on the encoder as it will run, int8 where that is what ships. Raises `InputError` where the
    documents have no gold pair.
    """
    encoder = load_encoder(path)
    tallies = []
    for example in documents:
        tables = tables_of(example)
        vectors = encoder.encode(example.document).fact
        tallies.append(Tally.of_vectors(vectors, tables, pairs_across(example.fact, tables)))
    threshold = calibrate(total(tallies), recall)
    folder = path if path.is_dir() else path.parent
    structs.replace(EncoderDescription.read(folder), threshold=threshold).write(folder)
    return threshold


def tables_of(example: TrainingDocument) -> npt.NDArray[np.int32]:
    """Return the table of each mention, int32 (n,)."""
    return np.array([mention.table for mention in example.document.mentions], np.int32)
