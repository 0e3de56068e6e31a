"""What a difference says, fitted on errors that people found beside planted ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from cofitcheck.checks import DifferenceKind as Kind
from cofitcheck.checks import DifferenceModel
from cofitcheck.checks.evidence.difference import Evidence
from cofitcheck.checks.evidence.footing import Footing
from cofitcheck.evaluation.corpus import Filing
from cofitcheck.training.known_differences import Judged, Known, ShownDifferences, is_weighed, one_of_each
from cofitcheck.training.real_differences import figures, fit, log_odds_shift, main, model_of, weights_of

PLANTED = DifferenceModel(bias=-1.0)


def evidence(same: float = 0.9, kind: Kind = Kind.DIGIT, *, digits: int = 5, apart: bool = False) -> Evidence:
    return Evidence(same, same, kind, Footing.NONE, (1, 1), digits=digits, rounded_apart=apart)


def known() -> Known:
    """Long numbers that differ are errors, short ones and those that are rounded apart are none."""
    companies = [str(number) for number in range(20)]
    judged = [
        Judged(company, evidence(digits=digits, apart=apart), real)
        for company in companies
        for digits, apart, real in ((8, False, True), (3, False, False), (8, True, False))
    ]
    shown = [
        ShownDifferences(split, f"{split} {company}", kind, (found,) if found else ())
        for split in ("train", "dev")
        for company in companies
        for kind, found in (
            ("", evidence(0.2, Kind.OTHER)),
            ("digit", evidence(0.95)),
            ("scale", evidence(0.8, Kind.SCALE)),
            ("sign", None),
        )
    ]
    return Known(tuple(judged), tuple(shown))


def test_weights_go_to_a_model_and_back() -> None:
    model = DifferenceModel(
        bias=0.5, weight=0.7, agreeing=0.3, differing=-1.0, digits=0.2, rounded_apart=-0.9
    )
    assert model_of(weights_of(model)) == model
    assert model_of(weights_of(model), more=0.25).bias == 0.75


def test_what_only_real_errors_teach_is_learnt_from_them() -> None:
    everything = known()
    model = model_of(fit(everything.judged, everything.shown, PLANTED))
    assert model.digits > 0 > model.rounded_apart
    long, short, apart = (
        model.judge(each) for each in (evidence(digits=8), evidence(digits=3), evidence(digits=8, apart=True))
    )
    assert long > max(short, apart)


def test_as_many_planted_errors_are_found_as_before() -> None:
    everything = known()
    dev = [each for each in everything.shown if each.split == "dev"]
    weights = fit(everything.judged, everything.shown, PLANTED)
    more = log_odds_shift(weights, dev, PLANTED)

    def found(model: DifferenceModel) -> int:
        return sum(any(model.judge(one) >= 0.5 for one in each.differences) for each in dev if each.kind)

    assert found(PLANTED) == 40
    assert found(model_of(weights, more)) == 40
    assert found(model_of(weights, more - 0.2)) < 40 or more == 0.0


def test_companies_are_judged_by_weights_that_have_not_seen_them() -> None:
    everything = known()
    odd = Judged("alone", evidence(digits=9), real=False)
    worth: Any
    _, worth = figures(Known((*everything.judged, odd), everything.shown), PLANTED)
    assert (worth["judged"], worth["real"], worth["companies"]) == (61, 20, 21)
    after = worth["after"]
    assert after["judged_out_of_fold"]["log_loss"] >= after["judged_in_sample"]["log_loss"]
    assert after["judged_out_of_fold"]["ranked_right"] > worth["before"]["judged"]["ranked_right"]
    told = sum(each["told"] for each in after["judged_out_of_fold"]["bins"])
    assert told == 61


def test_what_a_rule_or_rounding_decides_is_not_weighed() -> None:
    assert is_weighed(evidence())
    assert not is_weighed(evidence(kind=Kind.ROUNDING))
    assert not is_weighed(Evidence(0.9, 0.9, Kind.DIGIT, Footing.NONE, (1, 1), rule="adjusted"))


def test_the_first_filing_of_each_company_is_taken() -> None:
    listed = [Filing(Path(f"{company}-{n}.htm"), company, "train") for n in range(3) for company in "AB"]
    assert one_of_each(listed) == listed[:2]


def test_kept_differences_are_fitted_from_the_command_line(tmp_path: Path) -> None:
    PLANTED.save(tmp_path / "planted.json")
    (tmp_path / "known.json").write_bytes(msgspec.json.encode(known()))
    names = {"--planted": "planted.json", "--known": "known.json", "--json": "figures.json", "--output": "."}
    paths = [str(part) for name, path in names.items() for part in (name, tmp_path / path)]
    main([*paths, "--read", "none.tsv", "none", "none", "--filings", "none.tsv"])
    model = DifferenceModel.load(tmp_path / "difference.json")
    assert model.digits > 0
    written = json.loads((tmp_path / "figures.json").read_bytes())
    assert written["after"]["dev"]["found"] == written["before"]["dev"]["found"] == 40
