"""What trees and rules say of a sentence counts as it was borne out, and what is less likely is left open."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cofitcheck.weights
from cofitcheck.checks import CheckSettings, Grid
from cofitcheck.checks.text.check import TextChecked, check_text
from cofitcheck.checks.text.model import Calibration, TextModels
from cofitcheck.checks.text.rule_based_errors import Plain
from cofitcheck.errors import ModelError
from cofitcheck.prose import read_prose
from tests.checks.text.text_documents import ByWords, Doubtful, with_text

WRONG = "Gross profit was $521 million in 2031."
NEVER = dict.fromkeys(Plain, -9.0)


def checked(offsets: dict[Plain, float], threshold: float = 0.5) -> TextChecked:
    document = with_text(WRONG)
    models = TextModels(ByWords(), Doubtful(), Calibration(1.0, offsets))
    return check_text(Grid(document), read_prose(document), models, CheckSettings(threshold))


def test_the_kind_that_rules_name_decides() -> None:
    (told,) = checked(NEVER | {Plain.SLIP: 4.0}).findings
    assert told.probability == pytest.approx(0.9317, abs=1e-4)  # 4 more than the log odds of .2
    assert checked(NEVER | {Plain.OTHER: 4.0}).findings == ()


def test_trees_say_nothing_against_what_the_numbers_of_a_sentence_prove() -> None:
    own = Calibration(1.0, dict.fromkeys(Plain, 2.0))
    assert own.probability(0.01, Plain.OWN_NUMBERS) == own.probability(0.5, Plain.OWN_NUMBERS)
    assert own.probability(0.01, Plain.SLIP) < 0.1 < 0.88 < own.probability(0.01, Plain.OWN_NUMBERS)


def test_what_is_less_likely_is_left_open_with_its_sentence() -> None:
    found = checked(NEVER | {Plain.SLIP: 1.0})
    (left,) = found.left_open
    assert found.findings == ()
    assert found.account.contradicted == {}
    assert left.probability == pytest.approx(0.4046, abs=1e-4)
    assert left.told is not None
    assert (left.told.said.text, left.mentions) == ("$521 million", left.told.cells)
    assert checked(NEVER | {Plain.SLIP: 1.0}, threshold=0.4).left_open == ()


def test_what_is_hardly_an_error_is_not_listed() -> None:
    assert checked(NEVER).left_open == ()


def test_probabilities_rise_with_those_of_the_trees() -> None:
    own = Calibration.load(Path(cofitcheck.weights.__file__).parent)
    for plain in Plain:
        told = [own.probability(by_trees, plain) for by_trees in (0.0, 0.1, 0.5, 0.9, 1.0)]
        assert told == sorted(told)
        assert 0 <= told[0] < told[-1] <= 1


def test_weights_without_a_calibration_are_named(tmp_path: Path) -> None:
    (tmp_path / "text.json").write_text(json.dumps({"threshold": 0.95}))
    with pytest.raises(ModelError, match="has no calibration"):
        Calibration.load(tmp_path)
