"""A made-up document with tables and text, and what is said of its sentences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from cofitcheck.checks import CheckSettings, Grid
from cofitcheck.checks.text.check import TextChecked, check_text
from cofitcheck.checks.text.model import Calibration, TextModel, TextModels
from cofitcheck.checks.text.rule_based_errors import Plain
from cofitcheck.checks.text.ties import TIE_NAMES, TieModel
from cofitcheck.document import Document, Passage, Place
from cofitcheck.prose import read_prose
from tests.checks.checks_documents import Row, document
from tests.prose.prose_documents import COVER

INCOME: list[Row] = [
    ("Net sales", ("1,314", "1,250", "1,176")),
    ("Cost of sales", ("802", "791", "744")),
    ("Gross profit", ("512", "459", "432")),
    ("Selling expenses", ("147", "152", "139")),
    ("Interest expense", ("23", "31", "36")),
    ("Net income", ("286", "221", "204")),
]


BY_RULES = Calibration(1.0, {Plain.NOT: 0.0, Plain.OWN_NUMBERS: 4.0, Plain.SLIP: 4.0, Plain.OTHER: 2.0})
"""Trees are taken at their word, and rules tell what is plain."""


class ByWords(TieModel):
    """Ties what fits by most of its words: what is tied does not depend on what the trees have learnt."""

    def __init__(self) -> None:
        pass

    def probabilities(self, features: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        label, year = (features[:, TIE_NAMES.index(name)] for name in ("label", "year"))
        return np.where(label > 0.9, np.where(year >= 0, 0.9, 0.3), 0.1)


class Certain(TextModel):
    """Holds everything to be an error."""

    def __init__(self) -> None:
        pass

    def probabilities(self, features: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        return np.full(len(features), 0.9)


class Doubtful(TextModel):
    """Holds nothing to be an error, and nothing to be none: what is found is plain."""

    def __init__(self) -> None:
        pass

    def probabilities(self, features: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        return np.full(len(features), 0.2)


def with_text(*texts: str, rows: list[Row] = INCOME, cover: str = COVER, scale: int = 6) -> Document:
    """Return a document of the year 2031 with one table, in units of a power of ten, and passages."""
    made = document(rows, headers=("2031", "2030", "2029"), titles=("Income statement",), scale=scale)
    passages = (Passage(n, text, Place("made-up", 900 + n)) for n, text in enumerate((cover, *texts)))
    return replace(made, passages=tuple(passages))


def checked(document: Document, text: TextModel | None = None, *, apart: bool = False) -> TextChecked:
    """Return what is said of the sentences, by words alone, where everything is held to be an error."""
    models = TextModels(ByWords(), text or Certain(), BY_RULES)
    return check_text(Grid(document), read_prose(document), models, CheckSettings(), apart=apart)
