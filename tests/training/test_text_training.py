"""Training of what ties sentences to cells, and of what tells them as wrong, on made-up documents."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from cofitcheck.checks.text import model as text_model
from cofitcheck.checks.text.ties import TIE_NAMES
from cofitcheck.document import Document
from cofitcheck.evaluation.corpus import Filing
from cofitcheck.prose import read_prose
from cofitcheck.training import text, ties
from cofitcheck.training.trees import export
from tests.checks.checks_documents import Row
from tests.checks.text.text_documents import with_text

pytest.importorskip("lightgbm")
pytest.importorskip("onnxmltools")

ITEMS = ("Net sales", "Cost of goods", "Wages", "Rent", "Freight", "Interest expense", "Income taxes")


def made_up(path: Path) -> Document:
    """A table of random amounts, a sentence for each of its rows, and some of another company, by chance a
    digit off."""
    rng = Random(path.name)
    rows: list[Row] = [
        (item, tuple(f"{rng.randrange(1000, 9999):,}" for _ in range(3))) for item in rng.sample(ITEMS, 6)
    ]
    said = [f"{item} was ${now} million in 2031, ${then} million in 2030." for item, (now, then, _) in rows]
    other = [f"A rival had {item} of ${now[:-1]}{rng.randrange(10)} million." for item, (now, _, _) in rows]
    return with_text(*said, *other, rows=rows)


def filings() -> list[Filing]:
    return [Filing(Path(f"{at}.htm"), f"Company {at % 8}", "train") for at in range(16)]


def test_both_models_are_trained_judged_by_other_companies_and_loaded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for module in (ties, text):
        monkeypatch.setattr(module, "read", made_up)
        monkeypatch.setattr(module, "ROUNDS", 20)
        monkeypatch.setitem(module.SETTINGS, "min_data_in_leaf", 2)
    agreeing_lessons = [ties.lesson(each, 0) for each in filings()]
    assert ties.cross_validate(agreeing_lessons).by_chance(0.5) < 0.1
    export(ties.fit(agreeing_lessons), tmp_path / "ties.onnx")
    (tmp_path / "ties.json").write_text(json.dumps({"threshold": 0.5, "features": list(TIE_NAMES)}))
    lessons = [text.lesson(each, tmp_path, 8, 0) for each in filings()]
    judged, kinds = text.cross_validate(lessons)
    assert len(judged.planted) == len(kinds) == 16 * 8
    assert judged.recall(0.5) > 0.4
    export(text.fit(lessons), tmp_path / "text.onnx")
    description = {"threshold": judged.threshold, "features": list(text_model.NAMES)}
    (tmp_path / "text.json").write_text(json.dumps(description))
    rows = np.concatenate([rows for each in lessons for rows in each.clean])
    loaded = text_model.TextModel.load(tmp_path)
    raw = loaded.trees.score(rows)
    assert ((loaded.probabilities(rows) >= 0.5) == (raw >= np.float32(judged.threshold))).mean() > 0.99


def test_a_decoy_has_other_digits_and_as_many() -> None:
    mention = next(each for each in read_prose(made_up(Path("0.htm"))).mentions if each.number.digits == 4)
    drawn = [ties.decoy(mention, Random(seed)).number for seed in range(20)]
    assert {len(str(each.displayed)) for each in drawn} == {4}
    assert len({each.value for each in drawn}) > 10
    assert {each.precision for each in drawn} == {mention.number.precision}
