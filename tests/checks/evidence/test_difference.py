from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cofitcheck.checks import DifferenceKind, DifferenceModel, Grid, explain_difference
from cofitcheck.checks.evidence.difference import Evidence
from cofitcheck.checks.evidence.footing import Footing
from cofitcheck.errors import ModelError
from cofitcheck.evaluation.corpus import Filing
from cofitcheck.facts import FactSet
from tests.checks.checks_documents import document

Kind = DifferenceKind


@pytest.mark.parametrize(
    ("wrong", "right", "kind"),
    [
        ("(1,234)", "1,234", Kind.SIGN),
        ("1234000", "1,234", Kind.SCALE),
        ("1,284", "1,234", Kind.DIGIT),
        ("1,324", "1,234", Kind.TRANSPOSITION),
        ("134", "1,234", Kind.DROPPED_DIGIT),
        ("1,235", "1,234", Kind.ROUNDING),
        ("9,876", "1,234", Kind.OTHER),
        ("(1,284)", "1,234", Kind.DIGIT),
        ("12", "18", Kind.OTHER),
    ],
)
def test_slips(wrong: str, right: str, kind: DifferenceKind) -> None:
    made = document([("Net income", [right])], [("Net income", [wrong])])
    assert explain_difference(Grid(made), 1, 0) is kind


def test_the_number_of_another_period() -> None:
    own = document([("Net income", ["1,234", "5,678"])], [("Net income", ["5,678", "5,678"])])
    assert explain_difference(Grid(own), 2, 0) is Kind.STALE
    theirs = document([("Net income", ["1,234", "5,678"])], [("Net income", ["5,678"])])
    assert explain_difference(Grid(theirs), 2, 0) is Kind.STALE


def test_an_equal_cell_of_the_same_period_is_not_stale() -> None:
    rows = ([("Net income", ["1,234", "9,876"])], [("Net income", ["9,876"])])
    parts = document(*rows, headers=("Parent 2023", "Group 2023"))
    assert explain_difference(Grid(parts), 2, 0) is Kind.OTHER


def test_the_number_of_the_row_above_or_below() -> None:
    rows = [("Sales", ["9,876"]), ("Net income", ["1,234"]), ("Tax", ["4,455"]), ("Cash", ["8,642"])]
    for wrong, kind in (("9,876", Kind.WRONG_ROW), ("(4,455)", Kind.WRONG_ROW), ("8,642", Kind.OTHER)):
        made = document(rows, [("Net income", [wrong])])
        assert explain_difference(Grid(made), 4, 1) is kind
    own = document([("Net income", ["1,234"])], [("Sales", ["9,876"]), ("Net income", ["9,876"])])
    assert explain_difference(Grid(own), 2, 0) is Kind.WRONG_ROW


def test_a_short_number_in_the_neighbourhood_shows_nothing() -> None:
    made = document([("Net income", ["12", "34"])], [("Net income", ["34"])])
    assert explain_difference(Grid(made), 2, 0) is Kind.OTHER


def test_the_wrong_one_is_the_first_named() -> None:
    made = document([("Net income", ["1,234", "5,678"])], [("Net income", ["5,678"])])
    assert explain_difference(Grid(made), 0, 2) is Kind.OTHER


@given(st.floats(0, 1), st.floats(0, 1), st.sampled_from(DifferenceKind))
def test_the_surer_the_sameness_the_surer_the_error(a: float, b: float, kind: DifferenceKind) -> None:
    model = DifferenceModel()
    low, high = (model.probability(p, kind) for p in sorted((a, b)))
    assert 0.0 <= low <= high <= 1.0


def test_probability_is_odds_times_likelihood_ratio() -> None:
    model = DifferenceModel(bias=-1.0, weight=0.5, log_likelihood_ratio={Kind.DIGIT: 1.0})
    assert model.probability(0.5, Kind.DIGIT) == pytest.approx(0.5)
    # odds of 16 to the half are 4: 4 x e^(-1 + 1)
    assert model.probability(16 / 17, Kind.DIGIT) == pytest.approx(4 / 5)


def test_other_facts_of_the_tables_count_by_the_log_of_their_number() -> None:
    model = DifferenceModel(log_likelihood_ratio={Kind.DIGIT: 0.0}, agreeing=1.0, differing=-1.0)
    assert model.probability(0.5, Kind.DIGIT) == pytest.approx(1 / 2)
    assert model.probability(0.5, Kind.DIGIT, agreeing=3) == pytest.approx(4 / 5)
    assert model.probability(0.5, Kind.DIGIT, agreeing=3, differing=7) == pytest.approx(1 / 3)


def test_a_saved_model_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "difference.json"
    model = DifferenceModel(bias=0.25, weight=1.5)
    model.save(path)
    assert DifferenceModel.load(path) == model
    assert json.loads(path.read_text())["bias"] == 0.25


def test_a_wrong_model_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "difference.json"
    with pytest.raises(ModelError, match=r"difference\.json"):
        DifferenceModel.load(path)
    path.write_text('{"bias": "much"}')
    with pytest.raises(ModelError, match="does not hold"):
        DifferenceModel.load(path)
    path.write_text('{"log_likelihood_ratio": {"sign": 1.0}}')
    with pytest.raises(ModelError, match="no likelihood ratio for scale"):
        DifferenceModel.load(path)
    DifferenceModel().save(path)
    written = json.loads(path.read_text())
    del written["footing"]["both"]
    path.write_text(json.dumps(written))
    with pytest.raises(ModelError, match="no likelihood ratio for footing both"):
        DifferenceModel.load(path)


def test_fitting_learns_which_kinds_are_errors() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is a training dependency")
    from cofitcheck.checks.repeats.compare import Contradiction
    from cofitcheck.training.difference import Case, fit_difference

    def cases(
        kind: Kind,
        same_fact: float,
        planted: bool,
        count: int,
        agreeing: int = 0,
        differing: int = 0,
        sums: Footing = Footing.NONE,
    ) -> list[Case]:
        one = Contradiction(
            FactSet(0, (0, 1), ()),
            "",
            0,
            1,
            Evidence(same_fact, same_fact, kind, sums, (1, 1), "", agreeing, differing),
        )
        return [Case(one, planted)] * count

    model = fit_difference(
        cases(Kind.DIGIT, 0.9, True, 40)
        + cases(Kind.OTHER, 0.4, True, 10)
        + cases(Kind.OTHER, 0.6, False, 40)
        + cases(Kind.DIGIT, 0.3, False, 10)
        + cases(Kind.DIGIT, 0.6, True, 40, agreeing=9, differing=0)
        + cases(Kind.DIGIT, 0.6, False, 40, agreeing=1, differing=9)
        + cases(Kind.OTHER, 0.5, True, 40, sums=Footing.MENDED)
        + cases(Kind.OTHER, 0.5, False, 40, sums=Footing.BOTH)
    )
    assert model.weight > 0
    assert model.probability(0.9, Kind.DIGIT) > 0.8
    assert model.probability(0.6, Kind.OTHER) < 0.4
    assert model.agreeing > 0 > model.differing
    assert model.footing[Footing.MENDED] > 0 > model.footing[Footing.BOTH]


def test_no_company_outweighs_the_others() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is a training dependency")
    from cofitcheck.training.difference import OF_A_COMPANY, some_of_each

    listed = [Filing(Path(f"{company}-{n}.htm"), company, "dev") for n in range(5) for company in ("A", "B")]
    listed.append(Filing(Path("kept-out.htm"), "C", "test"))
    chosen = some_of_each(listed)
    assert [filing for filing, _ in chosen] == listed[: 2 * OF_A_COMPANY]
    assert {number for _, number in chosen} == {0}
