import numpy as np
import pytest

from cofitcheck.evaluation.figures import Reliability


def test_what_is_said_is_held_against_what_came_true() -> None:
    said = np.array([0.05, 0.05, 0.75, 0.75, 0.75, 1.0])
    true = np.array([False, False, True, True, False, True])
    figures = Reliability.of(said, true).figures()
    assert figures["bins"] == [
        {"from": 0.0, "to": 0.1, "cases": 2, "said": 0.05, "true": 0.0},
        {"from": 0.7, "to": 0.8, "cases": 3, "said": 0.75, "true": 0.6667},
        {"from": 0.9, "to": 1.0, "cases": 1, "said": 1.0, "true": 1.0},
    ]
    assert (figures["cases"], figures["base_rate"]) == (6, 0.5)
    assert figures["expected_calibration_error"] == pytest.approx((0.1 + 0.25) / 6, abs=1e-4)
    assert figures["expected_calibration_error_from_0.1"] == pytest.approx(0.25 / 4, abs=1e-4)


def test_probabilities_that_come_true_as_often_as_said_have_no_error() -> None:
    said = np.repeat([0.2, 0.6], 10)
    true = np.array([True] * 2 + [False] * 8 + [True] * 6 + [False] * 4)
    assert Reliability.of(said, true).figures()["expected_calibration_error"] == 0.0


def test_documents_are_summed_and_cases_weighed() -> None:
    first = Reliability.of(np.array([0.5]), np.array([True]))
    second = Reliability.of(np.array([0.5]), np.array([False]), weight=np.array([3.0]))
    figures = (first + second).figures()
    assert (figures["cases"], figures["base_rate"]) == (4, 0.25)


def test_nothing_has_no_rates() -> None:
    figures = Reliability.nothing().figures()
    assert (figures["cases"], figures["base_rate"], figures["expected_calibration_error"]) == (0, None, None)
