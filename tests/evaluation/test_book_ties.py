"""The measure of ties: on the five made-up companies lines are mapped without a hand, and none wrongly."""

from typing import Any

import pytest

from cofitcheck.evaluation.books import BookError, measure
from cofitcheck.evaluation.books.companies import charts
from cofitcheck.evaluation.books.shapes import SHAPES


@pytest.fixture(scope="module")
def figures() -> Any:
    return measure(seed=1, drawn=1)


def test_companies_have_from_40_to_400_accounts(figures: Any) -> None:
    sizes = [each[BookError.NONE]["accounts"] for each in figures["companies"].values()]
    assert len(sizes) == len(charts()) == 5
    assert min(sizes) >= 40
    assert 250 <= max(sizes) <= 400


def test_right_books_agree_and_planted_errors_are_told(figures: Any) -> None:
    right = figures["errors"][BookError.NONE]
    assert right["mapped"] == right["lines"]
    assert right["wrong"] == right["false"] == 0
    for error in (BookError.WRONG_BALANCE, BookError.MISSING_ACCOUNT, BookError.SWAPPED):
        planted = figures["errors"][error]
        assert planted["wrong"] == 0
        assert planted["mapped_share"] >= 0.9
        assert planted["told"] >= 0.8 * planted["off"]


def test_books_in_every_shape_are_mapped(figures: Any) -> None:
    assert figures["shapes"].keys() == SHAPES.keys()
    for shape, each in figures["shapes"].items():
        assert each["mapped"] >= 0.95 * each["lines"], shape
        assert each["false"] == 0, shape
