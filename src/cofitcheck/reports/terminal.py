"""What a person reads in the terminal within ten seconds of the end of a check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cofitcheck.checks.model import Finding, Report, Severity
from cofitcheck.document import Document, Mention
from cofitcheck.reports.coverage import coverage, ordered
from cofitcheck.reports.wording import counted, label, place, short, table_title

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    Unchecked = Sequence[tuple[str, str]]

SHOWN_FINDINGS = 20
SHOWN_REASONS = 5
_STYLES = {Severity.HIGH: "bold red", Severity.MEDIUM: "yellow", Severity.NOTICE: "dim"}


def summary_lines(
    reports: Sequence[Report], not_checked_documents: Sequence[tuple[str, str]] = ()
) -> RenderableType:
    """Return the summary of a run for a rich console: counts, the findings by weight, what was not checked.

    `not_checked_documents` are names with reasons. Text from documents cannot steer the terminal.
    """
    from rich.console import Group
    from rich.text import Text

    lines = [Text(_counts(reports), style="bold")]
    for report in reports:
        lines.extend(_report_lines(report, len(reports) > 1))
    lines.extend(
        Text(f"Not checked: {_safe(name)}: {_safe(reason)}", "yellow")
        for name, reason in not_checked_documents
    )
    return Group(*lines)


def _counts(reports: Sequence[Report]) -> str:
    counts = [coverage(report) for report in reports]
    found = {severity: sum(count.severities[severity] for count in counts) for severity in Severity}
    parts = (
        counted(len(reports), "document"),
        counted(sum(count.tables for count in counts), "table"),
        counted(sum(count.mentions for count in counts), "number"),
        counted(sum(count.facts for count in counts), "fact") + " stated more than once",
        f"{sum(count.passed for count in counts):,} passed",
        counted(sum(found.values()), "finding") if any(found.values()) else "no contradictions found",
    )
    weights = ", ".join(f"{count} {severity.value}" for severity, count in found.items() if count)
    return " · ".join(parts) + (f" ({weights})" if weights else "")


def _report_lines(report: Report, with_name: bool) -> Iterator[Text]:
    from rich.text import Text

    findings = ordered(report.findings)
    if with_name and findings:
        yield Text(_safe(report.document.name), "bold")
    for finding in findings[:SHOWN_FINDINGS]:
        yield _finding_line(report, finding)
    if len(findings) > SHOWN_FINDINGS:
        yield Text(f"  and {counted(len(findings) - SHOWN_FINDINGS, 'more finding')} in the report", "dim")
    counts = coverage(report)
    for item in counts.not_checked[:SHOWN_REASONS]:
        yield Text(f"  not checked: {_safe(item.what)} ({item.count:,}): {_safe(item.reason)}", "dim")
    if len(counts.not_checked) > SHOWN_REASONS:
        yield Text(f"  and {len(counts.not_checked) - SHOWN_REASONS} more reasons in the report", "dim")


def _finding_line(report: Report, finding: Finding) -> Text:
    from rich.text import Text

    document = report.document
    mention, witness = document.mentions[finding.mention], document.mentions[finding.counterpart]
    line = Text("  ")
    line.append(f"{finding.severity.value:<7}", _STYLES[finding.severity])
    line.append(f" {_safe(short(label(mention), 60))}: ")
    line.append(_safe(short(mention.text, 30)), "bold")
    line.append(f" in {_place(document, mention)}, ")
    line.append(_safe(short(witness.text, 30)), "bold")
    line.append(f" in {_place(document, witness)}")
    return line


def _place(document: Document, mention: Mention) -> str:
    title = _safe(short(table_title(document, mention.table), 50))
    where = place(document, mention.place)
    return f"{title} ({_safe(where)})" if where else title


def _safe(text: str) -> str:
    """Return `text` without the characters that steer a terminal or turn the direction of writing."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
