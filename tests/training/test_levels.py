"""How probably a finding is real, fitted to findings that people read beside planted ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from cofitcheck.checks import Severity
from cofitcheck.checks.model import FindingKind
from cofitcheck.checks.severity import Evidence, Levels
from cofitcheck.training.levels import Weighed, figures, fit, main, out_of_fold


def case(company: int, magnitude: float, right: bool, *, planted: bool = False) -> Weighed:
    evidence = {Evidence.JUDGED: 1.5, Evidence.MAGNITUDE: magnitude, Evidence.SLIP: 1.0}
    kind, severity = FindingKind.REPEAT, Severity.HIGH
    return Weighed(str(company), "read", kind, severity, 0.8, evidence, right, planted=planted)


def cases(planted: int = 0) -> list[Weighed]:
    """Twenty companies, the small ones with an error each and the large ones with none."""
    read = [case(company, magnitude, not magnitude) for company in range(20) for magnitude in (0.0, 1.0)]
    return read + [case(100 + at, 1.0, True, planted=True) for at in range(planted)]


def test_small_companies_err_and_large_ones_do_not() -> None:
    levels = fit(cases())
    assert levels.weigh(FindingKind.REPEAT, case(0, 0.0, True).evidence) > 0.8
    assert levels.weigh(FindingKind.REPEAT, case(0, 1.0, True).evidence) < 0.2
    assert [said > 0.5 for said in out_of_fold(cases())] == [True, False] * 20


def test_errors_of_drafts_keep_large_companies_from_nought() -> None:
    asked = case(0, 1.0, True).evidence
    with_drafts, without = fit(cases(planted=7)), fit(cases())
    assert with_drafts.weigh(FindingKind.REPEAT, asked) > without.weigh(FindingKind.REPEAT, asked)


def test_figures_before_and_after_are_of_the_same_findings() -> None:
    said: Any = figures(cases())["by_group"]
    assert said["large"]["before"]["high"] == {"told": 20, "real": 0, "right": 0, "share": 0.0}
    assert said["large"]["after"]["open"]["told"] == 20
    assert said["not large"]["after"]["high"]["share"] == 1.0


def test_the_command_writes_what_the_package_loads(tmp_path: Path) -> None:
    known, where = tmp_path / "known.json", tmp_path / "figures.json"
    known.write_bytes(msgspec.json.encode(cases(planted=3)))
    nothing = tmp_path
    main(
        f"--read {nothing} {nothing} {nothing} --filings {nothing} --known {known} "
        f"--output {tmp_path} --json {where}".split()
    )
    assert Levels.load(tmp_path / "levels.json") == fit(cases(planted=3))
    assert msgspec.json.decode(where.read_bytes())["read"] == 40
