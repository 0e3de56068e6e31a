"""Made-up documents whose candidate pairs are labelled: cells of the same row and year state one fact."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from cofitcheck.training.candidates import LabelledPairs, gold_of, labels_of, path_of
from cofitcheck.training.dataset import TrainingDocument, save
from tests.classification.question_documents import pairs, statements


def labelled(name: str, split: str) -> TrainingDocument:
    """Return two statements of three rows and two years each."""
    document = replace(statements(), name=f"{name}.htm")
    known: dict[object, int] = {}
    facts = [known.setdefault((m.row_path, m.column_path), len(known)) for m in document.mentions]
    return TrainingDocument(
        document=document,
        fact=np.array(facts, np.int32),
        ambiguous=np.zeros((0, 2), np.int32),
        concept=("Concept",) * len(facts),
        members=((),) * len(facts),
        period=(("", "2024"),) * len(facts),
        split=split,
        company=name,
    )


def answer_data(folder: Path, train: int = 4) -> None:
    """Write `data` and `candidates` of so many train companies and one of dev."""
    (folder / "candidates").mkdir(parents=True)
    examples = [labelled(f"company-{number}", "train") for number in range(train)]
    for example in [*examples, labelled("company-9", "dev")]:
        save(example, folder / "data")
        found = pairs(example.document)
        same, tagged, ambiguous = labels_of(example, found)
        score = np.full(len(found), 0.5, np.float32)
        labelled_pairs = LabelledPairs(found, score, same, tagged & ~ambiguous, gold_of(example))
        labelled_pairs.save(path_of(folder / "candidates", example))
