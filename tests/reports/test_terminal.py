from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace

from rich.console import Console

from cofitcheck.reports.model.report import Report
from cofitcheck.reports.terminal import summary_lines
from tests.reports.reports_documents import with_left_open


def _printed(reports: Sequence[Report], unchecked: Sequence[tuple[str, str]] = ()) -> str:
    out = io.StringIO()
    Console(file=out, width=400, force_terminal=True, color_system=None, highlight=False).print(
        summary_lines(reports, unchecked)
    )
    return out.getvalue()


def test_counts_and_findings_by_weight(report: Report) -> None:
    lines = _printed([report]).splitlines()
    assert lines[0].startswith(
        "1 document · 7 tables · 220 numbers · 23 of them checked · 9 items stated more than once "
        "(3 of them agree, 6 with a finding) · 6 findings"
    )
    assert "(2 high, 2 medium, 2 notice)" in lines[0]
    assert (
        "Net income: $ 4,817 in Consolidated Statements of Cash Flows, compared with $ 4,871 in" in lines[1]
    )
    assert [line.split()[0] for line in lines[1:7]] == [
        "high",
        "high",
        "medium",
        "medium",
        "notice",
        "notice",
    ]
    assert lines[7] == "  not checked: Table “Exhibit index …”: The rows have no labels in common."
    assert lines[8].startswith("  not checked: Numbers in running text (214): Only numbers in tables")
    assert lines[9] == "  23 of 220 numbers are checked: 23 tied to another statement"


def test_what_is_left_open_is_counted_with_how_to_see_it(report: Report) -> None:
    lines = _printed([with_left_open(report, (0.12, 0.06, 0.05, 0.4), two_facts=1)]).splitlines()
    assert lines[0].rstrip().endswith("6 findings (2 high, 2 medium, 2 notice)")
    assert "13 items stated more than once (3 of them agree, 6 with a finding, 4 left open)" in lines[0]
    (said,) = (line for line in lines if line.startswith("  left open: "))
    assert "left open: 3 worth a look, 1 kept apart by a rule; see the report" in said
    assert "--threshold 0.05 reports 3 of them, and all else that is as likely an error" in said
    far_apart = _printed([with_left_open(report, (0.12, 0.06, 0.00005))])
    assert "--threshold 0.05 reports 2 of them" in far_apart
    never = _printed([with_left_open(report, (0.0004,))])
    assert "left open: 0 worth a look, 1 kept apart by a rule" in never
    assert "--threshold" not in never
    two_facts = _printed([with_left_open(report, (0.3,), two_facts=1)])
    assert "left open: 0 worth a look, 1 kept apart by a rule" in two_facts
    assert "--threshold" not in two_facts


def test_the_number_that_the_sums_speak_for_is_said(report: Report) -> None:
    finding = report.found[1]
    told = replace(report, found=(replace(finding, right=finding.counterpart),))
    assert (
        _printed([told])
        .splitlines()[1]
        .endswith("Statements of Income; “Consolidated Statements of Cash Flows” adds up only with $ 4,871")
    )


def test_nothing_found_is_said(clean_report: Report) -> None:
    assert "no contradictions found" in _printed([clean_report])


def test_documents_that_were_not_checked_are_named(report: Report) -> None:
    assert "Not checked: [red]x.htm: this is not HTML" in _printed(
        [report], [("[red]x.htm", "this is not HTML")]
    )


def test_markup_and_control_sequences_stay_text(report: Report) -> None:
    printed = _printed([report])
    assert "[bold]Legal[/bold]" in printed
    finding = report.found[0]
    mentions = list(report.document.mentions)
    mentions[finding.mention] = replace(mentions[finding.mention], text="\x1b[2J\x1b]0;title\x07\u202e12")
    hostile = replace(report, document=replace(report.document, name="\x1b[31m", mentions=tuple(mentions)))
    printed = _printed([hostile, hostile])
    assert "\x1b" not in printed
    assert "\x07" not in printed
    assert "\u202e" not in printed


def test_many_findings_do_not_flood(report: Report) -> None:
    many = replace(report, found=report.found * 10)
    printed = _printed([many])
    assert "and 40 more findings in the report" in printed
