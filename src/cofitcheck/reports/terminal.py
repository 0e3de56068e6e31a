"""What a person reads in the terminal within ten seconds of the end of a check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cofitcheck.checks.model import Finding, Gap, Report, Severity
from cofitcheck.document import Document, Mention
from cofitcheck.reports.coverage import coverage, ordered
from cofitcheck.reports.gaps import GapGroup, gap_groups
from cofitcheck.reports.left_open import revealing
from cofitcheck.reports.tape import tape_of
from cofitcheck.reports.telling import about, ledger_words
from cofitcheck.reports.wording import counted, place, severities, short, table_title

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    Unchecked = Sequence[tuple[str, str]]

SHOWN_FINDINGS = 20
SHOWN_REASONS = 8
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
        f"{sum(count.checked for count in counts):,} of them checked",
        counted(sum(count.facts for count in counts), "fact") + " stated more than once",
        f"{sum(count.passed for count in counts):,} passed",
        counted(sum(found.values()), "finding") if any(found.values()) else "no contradictions found",
    )
    weights = severities(found)
    left_open = sum(count.left_open for count in counts)
    open_ = f" · {left_open:,} left open" if left_open else ""
    return " · ".join(parts) + (f" ({weights})" if weights else "") + open_


def _report_lines(report: Report, with_name: bool) -> Iterator[Text]:
    from rich.text import Text

    if with_name and report.findings:
        yield Text(_safe(report.document.name), "bold")
    yield from finding_lines(report, SHOWN_FINDINGS)
    if report.left_open:
        yield Text(f"  {_left_open(report)}")
    counts = coverage(report)
    missed = [
        group for group in gap_groups(counts.not_checked) if group.gap in {Gap.NOT_READ, Gap.NOT_COMPARED}
    ]
    for group in missed[:SHOWN_REASONS]:
        yield Text(f"  not checked: {_safe(_gap(group))}", "dim")
    if len(missed) > SHOWN_REASONS:
        yield Text(f"  and {counted(len(missed) - SHOWN_REASONS, 'more reason')} in the report", "dim")
    if counts.mentions:
        yield Text(f"  {ledger_words(counts.ledger)}", "dim")


def finding_lines(report: Report, most: int) -> Iterator[Text]:
    """Return a line for each finding, the weightiest first, and one for those that are more than `most`."""
    from rich.text import Text

    findings = ordered(report.findings)
    for finding in findings[:most]:
        yield _finding_line(report, finding)
    if len(findings) > most:
        yield Text(f"  and {counted(len(findings) - most, 'more finding')} in the report", "dim")


def _left_open(report: Report) -> str:
    facts = counted(len(report.left_open), "fact")
    said = (
        f"left open: the numbers of {facts} differ, likelier two facts than an error; they are in the report"
    )
    threshold = revealing(report)
    if threshold is None:
        return said
    shown = "is a finding" if threshold[1] == 1 else "are findings"
    return f"{said} ({threshold[1]:,} {shown} with --threshold {threshold[0]})"


def _gap(group: GapGroup) -> str:
    if group.numbers:
        return f"{group.where}, {group.numbers}: {group.why}"
    return f"{group.where}{f' ({group.count:,})' if group.items[0].element is None else ''}: {group.why}"


def _finding_line(report: Report, finding: Finding) -> Text:
    from rich.text import Text

    document = report.document
    mention, witness = document.mentions[finding.mention], document.mentions[finding.counterpart]
    line = Text("  ")
    line.append(f"{finding.severity.value:<7}", _STYLES[finding.severity])
    line.append(f" {_safe(short(about(document, finding)[0], 60))}: ")
    line.append(_safe(short(mention.text, 30)), "bold")
    line.append(f" in {_place(document, mention)}")
    if finding.fact is None:
        line.append(f"; {_miscalculated(document, finding)}")
        return line
    line.append(", ")
    line.append(_safe(short(witness.text, 30)), "bold")
    line.append(f" in {_place(document, witness)}")
    if finding.right is not None:
        line.append(f"; the sums say {_safe(short(document.mentions[finding.right].text, 30))}")
    return line


def _miscalculated(document: Document, finding: Finding) -> str:
    tape = tape_of(document, finding)
    assert tape is not None
    parts = counted(len(tape.lines), "number")
    said = f"{parts} come to {tape.computed}, stated as {tape.stated}"
    return _safe(said if tape.total_wrong else f"{said}; it comes out with {tape.mended}")


def _place(document: Document, mention: Mention) -> str:
    title = _safe(short(table_title(document, mention.table), 50))
    where = place(document, mention.place)
    return f"{title} ({_safe(where)})" if where else title


def _safe(text: str) -> str:
    """Return `text` without the characters that steer a terminal or turn the direction of writing."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
