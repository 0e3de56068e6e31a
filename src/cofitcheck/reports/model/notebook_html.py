"""Findings and a report as a notebook shows them: plain HTML without scripts, styles or references."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from cofitcheck.document import Mention
from cofitcheck.reports.model.wording import path_words, percent, table_title
from cofitcheck.reports.words import say
from cofitcheck.reports.words.findings import SEVERITIES

if TYPE_CHECKING:
    from cofitcheck.reports.model.entries import FindingEntry
    from cofitcheck.reports.model.report import Report

MOST_FINDINGS = 50
"""So many findings of a report are shown."""


def report_html(report: Report) -> str:
    """Return the counts of a report and a line for each finding, the weightiest first."""
    heads = [say("Severity"), say("Likely error"), say("What")]
    lines = [
        (str(SEVERITIES[finding.severity]), str(percent(finding.probability)), finding.message)
        for finding in report.findings[:MOST_FINDINGS]
    ]
    more = len(report.findings) - len(lines)
    foot = f"<p>{escape(say('and {n} more', n=more))}</p>" if more > 0 else ""
    return f"<p>{escape(repr(report))}</p>{_table(heads, lines) if lines else ''}{foot}"


def finding_html(finding: FindingEntry) -> str:
    """Return a finding: what it says, its numbers where they stand, and the reasons for and against it."""
    said = f"<p><b>{escape(str(SEVERITIES[finding.severity]))}</b> {escape(finding.message)}</p>"
    sentence = f"<blockquote>{escape(finding.sentence)}</blockquote>" if finding.sentence else ""
    numbers = dict.fromkeys((finding.mention, finding.counterpart, *finding.mentions))
    # Reasons call the two that are compared A and B.
    marks = dict(zip(numbers, "AB", strict=False)) if finding.fact else {}
    lines = [(marks.get(mention, ""), *_line(finding, mention)) for mention in numbers]
    reasons = "".join(f"<li>+ {escape(each)}</li>" for each in finding.reasons_for) + "".join(
        f"<li>− {escape(each)}</li>" for each in finding.reasons_against
    )
    heads = ["", say("Numbers"), say("Table"), say("Row"), say("Column")]
    return said + sentence + _table(heads, lines) + (f"<ul>{reasons}</ul>" if reasons else "")


def _line(finding: FindingEntry, mention: Mention) -> tuple[str, ...]:
    title = str(table_title(finding.document, mention.table))
    return mention.text, title, path_words(mention.row_path), path_words(mention.column_path)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = ("<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{''.join(body)}</table>"
