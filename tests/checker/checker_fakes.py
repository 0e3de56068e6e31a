"""A made-up filing and stages without a model, which know facts by their labels."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

import numpy as np

from cofitcheck.checks import DifferenceModel
from cofitcheck.document import Document, Mention
from cofitcheck.encoding import Encoded, Vectors
from cofitcheck.facts import ScoredPairs
from cofitcheck.filtering import CandidatePairs
from cofitcheck.readers import read
from cofitcheck.stages import Stages

Rows = Sequence[tuple[str, str, str]]
INCOME = (
    ("Revenue", "38,264", "35,980"),
    ("Cost of revenue", "21,118", "20,047"),
    ("Interest expense", "1,412", "1,398"),
    ("Net income", "4,871", "4,508"),
)
CASH = (
    ("Net income", "4,817", "4,508"),
    ("Depreciation", "1,842", "1,765"),
    ("Accounts payable", "2,288", "2,154"),
)
SEGMENTS = (("Revenue", "38,264", "35,980"), ("Net income", "4,871", "4,508"), ("Assets", "9,110", "8,220"))


def page_of(*tables: Rows, words: str = "") -> bytes:
    """Return a filing in which each table has a title, a unit caption and the columns 2024 and 2023."""
    html = "".join(
        f"<p><b>Statement {number}</b></p><p>($ in millions)</p><table>"
        "<tr><td></td><td>2024</td><td>2023</td></tr>"
        + "".join(f"<tr><td>{a}</td><td>{b}</td><td>{c}</td></tr>" for a, b, c in rows)
        + "</table>"
        for number, rows in enumerate(tables, 1)
    )
    return f"<html><body><p>{words}</p>{html}</body></html>".encode()


def filing(*tables: Rows) -> Document:
    """Return such a filing as it is read."""
    return read(page_of(*tables), "filing.htm")


def names(mention: Mention) -> tuple[str, ...]:
    return (*mention.row_path, *mention.column_path)


class FixedEncoder:
    """Gives mentions with the same labels and headers the same random vector."""

    threshold = 0.5

    def encode(self, document: Document) -> Encoded:
        return Encoded(self._vectors(document), self._vectors(document), self._vectors(document))

    def _vectors(self, document: Document) -> Vectors:
        def vector(mention: Mention) -> Vectors:
            rng = np.random.default_rng(crc32(" ".join(names(mention)).encode()))
            made: Vectors = rng.standard_normal(16).astype(np.float32)
            return made / np.linalg.norm(made)

        return np.array([vector(m) for m in document.mentions], dtype=np.float32).reshape(-1, 16)


class LabelClassifier:
    """Takes mentions with the same labels and headers for one fact."""

    threshold = 0.35

    def classify(self, document: Document, encoded: Encoded, candidates: CandidatePairs) -> ScoredPairs:
        pairs = zip(candidates.left.tolist(), candidates.right.tolist(), strict=True)
        same = [names(document.mentions[a]) == names(document.mentions[b]) for a, b in pairs]
        probability = np.where(same, 0.98, 0.02).astype(np.float32)
        return ScoredPairs(candidates.left, candidates.right, probability)


STAGES = Stages(FixedEncoder(), LabelClassifier(), DifferenceModel(), "made up")
