"""The vectors of a document with another number are taken over, those of one with other words are not."""

import numpy as np
import pytest

from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.encoding.load import load_encoder
from cofitcheck.evaluation.planting.stated import RememberingEncoder
from cofitcheck.readers import read
from cofitcheck.weights import bundled
from tests.evaluation.tagged_documents import BALANCE, NOTE, page


class Counting:
    """The bundled encoder, which counts its runs."""

    def __init__(self) -> None:
        self.encoder = load_encoder(bundled().folder, threads=1)
        self.layout, self.threshold = self.encoder.layout, self.encoder.threshold
        self.runs = 0

    def encode(self, document: Document) -> Encoded:
        self.runs += 1
        return self.encoder.encode(document)


@pytest.fixture
def counting() -> Counting:
    return Counting()


def document(note: str) -> Document:
    return read(page(BALANCE, note), name="company.htm")


@pytest.mark.parametrize(
    ("old", "new", "runs"),
    [("1,234", "1,324", 1), ("345", "354", 1), ("Borrowings", "Lendings", 2), ("2022", "2021", 2)],
)
def test_it_gives_what_a_new_run_would_give(counting: Counting, old: str, new: str, runs: int) -> None:
    remembering = RememberingEncoder(counting)
    remembering.encode(document(NOTE))
    changed = document(NOTE.replace(old, new))
    vectors = remembering.encode(changed)
    assert counting.runs == runs
    afresh = counting.encode(changed)
    for name in ("fact", "indicator", "breakdown"):
        assert np.array_equal(getattr(vectors, name), getattr(afresh, name))
