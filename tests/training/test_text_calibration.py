"""What trees and rules are worth is fitted to what readers said, each company judged by the others."""

from __future__ import annotations

import pytest

from cofitcheck.checks.text.rule_based_errors import Plain
from cofitcheck.evaluation.real import Judgement
from cofitcheck.training.text_calibration import PARTS, JudgedNumber, cross_validate, fit, part_of, stored

pytest.importorskip("sklearn")


def number(company: int, by_trees: float, plain: Plain, verdict: Judgement | None) -> JudgedNumber:
    return JudgedNumber(f"company {company}", ((by_trees, plain), (0.01, Plain.NOT)), verdict)


READ = [
    *(number(each, 0.3, Plain.SLIP, Judgement.REAL) for each in range(30)),
    *(number(each, 0.6, Plain.OTHER, Judgement.FALSE) for each in range(30)),
    *(number(each, 0.9, Plain.NOT, Judgement.REAL) for each in range(20)),
    *(number(each, 0.4, Plain.NOT, None) for each in range(40)),
    *(number(each, 0.6, Plain.NOT, Judgement.LETTER) for each in range(9)),
    *(number(each, 0.05, Plain.NOT, None) for each in range(99)),
]


def test_a_kind_is_worth_what_readers_said() -> None:
    fitted = fit(READ)
    assert fitted.probability(0.3, Plain.SLIP) > 0.9 > 0.1 > fitted.probability(0.6, Plain.OTHER)
    assert fitted.probability(0.9, Plain.NOT) > 0.8 > 0.2 > fitted.probability(0.4, Plain.NOT)
    assert stored(fitted)["offsets"] == {each.value: fitted.offsets[each] for each in Plain}


def test_each_company_is_judged_by_the_others() -> None:
    told = cross_validate(READ)
    assert {part_of(each.company) for each in READ} == set(range(PARTS))
    counted = {
        name: sum(bin_.get(name, 0) for bin_ in told.values())
        for name in ("real", "false", "letter", "not told")
    }
    assert counted == {"real": 50, "false": 30, "letter": 9, "not told": 40}
    assert all("false" not in counts for tenth, counts in told.items() if float(tenth) >= 0.5)
