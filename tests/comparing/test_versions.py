"""Drafts and renditions of one document held against each other."""

import re
from pathlib import Path

import cofitcheck
from cofitcheck.checks.comparatives import Comparison, Kinship, Outcome
from cofitcheck.reports.compared.lines import comparison_lines
from tests.comparing.conftest import Report

INCOME = "Consolidated statements of income"
BALANCE = "Consolidated balance sheets"
NUMBERS = 26


def compared(this: Path, other: Path, kinship: Kinship | None = None) -> Comparison:
    return cofitcheck.compare(this, other, kinship=kinship).each[0]


def text(comparison: Comparison, outcome: Outcome) -> list[tuple[str, str]]:
    """Return the numbers of both documents that have an outcome, "" where one has none."""
    return [
        (
            "" if each.mention is None else comparison.this.mentions[each.mention].text,
            "" if each.counterpart is None else comparison.other.mentions[each.counterpart].text,
        )
        for each in comparison.of(outcome)
    ]


def test_a_draft_is_guessed_and_a_changed_number_is_told_by_its_place(report: Report) -> None:
    changes = {(INCOME, "Administrative expenses", 2024): "41,902"}
    found = compared(report(2024, changes=changes), report(2024, "draft.htm"))
    assert found.kinship is Kinship.DRAFT
    assert found.counts[Outcome.AGREE] == NUMBERS - 1
    assert text(found, Outcome.DIFFER) == [("41,902", "41,816")]


def test_a_row_that_was_added_and_one_that_was_dropped(report: Report) -> None:
    this, other = report(2024), report(2024, "draft.htm")
    row = "<tr><td>Goodwill</td><td>5,301</td><td>5,301</td></tr>"
    before, after = this.read_text().split("<tr><td>Total assets", 1)
    this.write_text(f"{before}{row}<tr><td>Total assets{after}")
    other.write_text(other.read_text().replace("</table>", row.replace("Goodwill", "Leases") + "</table>", 1))
    other.write_text(other.read_text().replace("5,301", "7,204"))
    found = compared(this, other)
    assert text(found, Outcome.ADDED) == [("5,301", ""), ("5,301", "")]
    assert text(found, Outcome.DROPPED) == [("", "7,204"), ("", "7,204")]


def test_a_table_that_was_moved_is_no_change(report: Report) -> None:
    this, other = report(2024), report(2024, "draft.htm")
    head, *tables = re.split("(?=<h2>)", this.read_text().removesuffix("</body></html>"))
    this.write_text("".join((head, tables[2], tables[0], tables[1], "</body></html>")))
    found = compared(this, other)
    assert found.counts[Outcome.DIFFER] == 0
    assert found.counts[Outcome.AGREE] + found.counts[Outcome.MOVED] == NUMBERS
    assert found.counts[Outcome.MOVED] == 6


def test_a_total_that_did_not_follow_is_told(report: Report) -> None:
    changes = {(BALANCE, "Accounts receivable", 2024): "24,318"}
    this, other = report(2024, changes=changes), report(2024, "draft.htm")
    comparisons = cofitcheck.compare(this, other)
    (brought,) = comparisons.each[0].unfollowed
    mentions = comparisons.this.mentions
    assert [mentions[each].text for each in brought.changed] == ["24,318"]
    assert "157,661" in [mentions[each].text for each in brought.left]
    assert comparisons.has_findings
    assert any("not changed with it" in line for line in comparison_lines(comparisons))


def test_a_rendition_in_another_format_has_every_number(report: Report, tmp_path: Path) -> None:
    markdown = tmp_path / "report.md"
    tables = []
    for part in report(2024).read_text().split("<h2>")[1:]:
        title, _, rest = part.partition("</h2>")
        rows = re.findall(r"<tr>(.*?)</tr>", rest)
        lines = ["| " + " | ".join(re.findall(r"<td>(.*?)</td>", row)) + " |" for row in rows]
        lines.insert(1, "|" + "---|" * (lines[0].count("|") - 1))
        tables.append(f"## {title}\n\n(in thousands of dollars)\n\n" + "\n".join(lines))
    markdown.write_text("# Alder Works annual report\n\n" + "\n\n".join(tables))
    found = compared(report(2024), markdown)
    assert found.kinship is Kinship.RENDITION
    assert found.counts[Outcome.AGREE] == NUMBERS
    markdown.write_text(markdown.read_text().replace("| 41,816 |", "| 41,861 |"))
    comparisons = cofitcheck.compare(report(2024), markdown)
    assert text(comparisons.each[0], Outcome.DIFFER) == [("41,816", "41,861")]
    assert comparisons.has_findings


def test_each_number_of_a_release_has_its_tie_in_the_report(report: Report) -> None:
    release = report(2024, "release.htm", {(INCOME, "Net income", 2024): "48,764"})
    head, *tables = re.split("(?=<h2>)", release.read_text().removesuffix("</body></html>"))
    release.write_text(f"{head}{tables[1]}</body></html>")
    found = compared(release, report(2024))
    assert found.kinship is Kinship.RELEASE
    assert text(found, Outcome.DIFFER) == [("48,764", "48,467")]
    assert found.counts[Outcome.AGREE] == 9
