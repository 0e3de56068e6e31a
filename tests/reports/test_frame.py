from __future__ import annotations

import sys
from decimal import Decimal

import pytest

from cofitcheck.errors import MissingDependencyError
from cofitcheck.reports import to_frame
from cofitcheck.reports.report import Report


def test_one_row_per_mention_of_a_fact(report: Report) -> None:
    frame = to_frame(report)
    assert len(frame) == sum(len(fact.mentions) for fact in report.facts)
    found = frame[frame["finding"] == report.findings[1].fingerprint]
    assert sorted(found["role"]) == ["counterpart", "mention", "other", "other"]
    assert set(found["difference"]) == {Decimal(-54000000)}
    assert found[found["role"] == "mention"]["value"].item() == Decimal(4817000000)


def test_facts_without_finding_have_empty_finding_columns(clean_report: Report) -> None:
    frame = to_frame(clean_report)
    assert frame[["finding", "severity", "probability"]].isna().all().all()


def test_no_facts_give_an_empty_frame_with_all_columns(clean_report: Report) -> None:
    from dataclasses import replace

    assert "probability" in to_frame(replace(clean_report, facts=())).columns


def test_without_pandas_the_error_says_how_to_install_it(
    report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'cofitcheck\[pandas\]'"):
        to_frame(report)
