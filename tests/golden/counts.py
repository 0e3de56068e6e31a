"""The counts of every kind of output, read from it as a person or a program does: all are one account."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from io import StringIO

from lxml import html
from rich.console import Console

from cofitcheck.reports.html import IndexedDocument, render_html, render_index
from cofitcheck.reports.model.coverage import COUNTS, by_table, coverage
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.terminal import summary_lines
from cofitcheck.reports.words import speaking

SEVERITIES = ("high", "medium", "notice")


def require_one_account(report: Report) -> None:
    """Fail where the counts of two kinds of output differ, or where parts are not the whole."""
    counts = coverage(report).counts
    add_up(counts)
    assert counts["checked"] == sum(each.agree + each.found for each in by_table(report))
    assert counts["only_left_open"] == sum(each.undecided for each in by_table(report))
    assert counts["unreached"] == sum(each.unchecked for each in by_table(report))
    summary = json.loads(report.to_json())["summary"]
    assert summary == {name: counts[name] for name in summary if name != "not_checked"} | {
        "not_checked": counts["not_checked_count"]
    }
    with speaking("en"):
        of_report = tiles(render_html(report))
        of_index = tiles(render_index([IndexedDocument("a", coverage(report), "a.html")] * 2, [], "here"))
        printed = StringIO()
        Console(file=printed, width=1000).print(summary_lines([report]))
    assert of_report == {name: counts[name] for name in of_report}
    assert of_index == {name: 2 * counts[name] for name in of_report}
    of_terminal = spoken(printed.getvalue().splitlines()[0])
    assert of_terminal == {name: counts[name] for name in of_terminal}


def require_one_difference(report: Report) -> None:
    """Fail where the difference of a finding is another one in Python, in JSON or in a frame."""
    written = [each["difference"] for each in json.loads(report.to_json())["findings"]]
    held = [None if each is None else Decimal(each) for each in written]
    assert [each.difference for each in report.findings] == held
    assert report.findings_frame()["difference"].tolist() == held


def add_up(counts: dict[str, int]) -> None:
    """Fail where parts are not the whole."""
    assert set(counts) == {*COUNTS, *SEVERITIES}
    assert min(counts.values()) >= 0
    assert counts["mentions"] == counts["checked"] + counts["unchecked"]
    assert counts["unchecked"] == counts["unreached"] + counts["only_left_open"]
    assert counts["facts"] == counts["passed"] + counts["contradicted"] + counts["undecided"]
    assert counts["undecided"] == counts["left_open"] + counts["not_comparable"]
    assert counts["findings"] == sum(counts[name] for name in SEVERITIES)
    assert counts["not_checked_count"] == counts["unreached"] + counts["missed"] + counts["left_open"]


def tiles(page: str) -> dict[str, int]:
    """Return the figures at the head of a page by their names, and those in the words below them."""
    figures = {name: each for each in html.fromstring(page).iter("div") if (name := each.get("data-count"))}
    said = {name: number(each.findtext("dd")) for name, each in figures.items()}
    below = " | ".join("".join(map(str, each.itertext())) for each in figures.values())
    for name, pattern in {
        "tables": r"([\d,]+) tables? read",
        "unreached": r"([\d,]+) in no check",
        "only_left_open": r"([\d,]+) only left open",
        "contradicted": r"([\d,]+) have a finding",
        "not_comparable": r"([\d,]+) cannot be compared",
    }.items():
        found = re.search(pattern, below)
        assert found, (name, below)
        said[name] = number(found[1])
    return said


def spoken(line: str) -> dict[str, int]:
    """Return the counts of the first line of a summary; what it does not name is nought."""
    patterns = {
        "tables": r"([\d,]+) tables?\b",
        "mentions": r"([\d,]+) numbers?\b",
        "checked": r"([\d,]+) of them checked",
        "facts": r"([\d,]+) items? stated more than once",
        "passed": r"([\d,]+) of them agree",
        "contradicted": r"([\d,]+) with a finding",
        "left_open": r"([\d,]+) left open",
        "not_comparable": r"([\d,]+) cannot be compared",
        "findings": r"([\d,]+) findings? \(",
        **{name: rf"([\d,]+) {name}" for name in SEVERITIES},
    }
    found = {name: re.search(pattern, line) for name, pattern in patterns.items()}
    return {name: number(each[1]) if each else 0 for name, each in found.items()}


def number(text: str | None) -> int:
    assert text
    return int(text.replace(",", ""))
