"""The summary of a check in the terminal, short enough to read within ten seconds."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cofitcheck.checks.model import Finding, Gap, ReferenceFinding, Severity
from cofitcheck.document import Document
from cofitcheck.reports.model.coverage import COUNTS, Coverage, coverage, ordered
from cofitcheck.reports.model.finding_text import about, ledger_words, what
from cofitcheck.reports.model.gaps import GapGroup, gap_groups, verdict_of_none
from cofitcheck.reports.model.left_open import ranked, revealing
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.model.wording import severities, short
from cofitcheck.reports.words import Words, counted, listed, phrase, say
from cofitcheck.reports.words.findings import ASIDE, SEVERITIES
from cofitcheck.reports.words.reasons import render_reason

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    Unchecked = Sequence[tuple[str, str]]

SHOWN_FINDINGS = 20
SHOWN_REASONS = 8
_STYLES = {Severity.HIGH: "bold red", Severity.MEDIUM: "yellow", Severity.NOTICE: "dim"}


def summary_lines(
    reports: Sequence[Report],
    not_checked_documents: Sequence[tuple[str, str]] = (),
    *,
    verbose: bool = False,
) -> RenderableType:
    """Return the summary of a run for a rich console: counts, the findings by weight, what was not checked.

    `not_checked_documents` are names with reasons; with `verbose` every item is listed.
    Text from documents cannot steer the terminal.
    """
    from rich.console import Group
    from rich.text import Text

    lines = [Text(str(_counts(reports)), style="bold")]
    for report in reports:
        lines.extend(_report_lines(report, len(reports) > 1, verbose))
    lines.extend(
        Text(say("Not checked: {name}: {reason}", name=safe(name), reason=safe(reason)), "yellow")
        for name, reason in not_checked_documents
    )
    return Group(*lines)


def _counts(reports: Sequence[Report]) -> str:
    counts = [coverage(report) for report in reports]
    found = {severity: sum(count.severities[severity] for count in counts) for severity in Severity}
    findings = sum(found.values())
    parts: list[Words] = [
        counted("{n} document", "{n} documents", len(reports)),
        counted("{n} table", "{n} tables", sum(count.tables for count in counts)),
        counted("{n} number", "{n} numbers", sum(count.mentions for count in counts)),
        phrase("{n} of them checked", n=sum(count.checked for count in counts)),
        _items(counts),
    ]
    if findings:
        parts.append(
            counted("{n} finding ({kinds})", "{n} findings ({kinds})", findings, kinds=severities(found))
        )
    else:
        checked, mentions = (
            sum(each) for each in zip(*((c.checked, c.mentions) for c in counts), strict=True)
        )
        parts.append(verdict_of_none(checked, mentions))
    every = [each for report in reports for each in report.references]
    formulas = sum(each.kind.is_of_formula for each in every)
    if references := len(every) - formulas:
        parts.append(counted("{n} wrong reference", "{n} wrong references", references))
    if formulas:
        parts.append(counted("{n} formula to look at", "{n} formulas to look at", formulas))
    return " · ".join(map(str, parts))


def _items(counts: Sequence[Coverage]) -> Words:
    """Return how many items are stated more than once, and how many of them have which outcome."""
    total = {name: sum(count.counts[name] for count in counts) for name in COUNTS}
    parts = (
        phrase("{n} of them agree", n=total["passed"]),
        phrase("{n} with a finding", n=total["contradicted"]) if total["contradicted"] else "",
        phrase("{n} left open", n=total["left_open"]) if total["left_open"] else "",
        phrase("{n} cannot be compared", n=total["not_comparable"]) if total["not_comparable"] else "",
    )
    return counted(
        "{n} item stated more than once ({parts})",
        "{n} items stated more than once ({parts})",
        total["facts"],
        parts=listed(filter(None, parts)),
    )


def _report_lines(report: Report, with_name: bool, verbose: bool) -> Iterator[Text]:
    from rich.text import Text

    findings, reasons = (sys.maxsize, sys.maxsize) if verbose else (SHOWN_FINDINGS, SHOWN_REASONS)
    if with_name and report.found:
        yield Text(safe(report.document.name), "bold")
    for alarm in report.alarms:
        yield Text(f"  {safe(str(alarm))}", "bold yellow")
    yield from finding_lines(report, findings)
    for found in report.references[:reasons]:
        yield Text(f"  {safe(str(_reference_words(found)))}", "yellow")
    yield from _set_aside(report, verbose)
    if report.kept_open:
        yield Text(f"  {_left_open(report)}")
    counts = coverage(report)
    missed = [
        group for group in gap_groups(counts.not_checked) if group.gap in {Gap.NOT_READ, Gap.NOT_COMPARED}
    ]
    for group in missed[:reasons]:
        yield Text(f"  {safe(str(_gap(group)))}", "dim")
    if len(missed) > reasons:
        more = len(missed) - reasons
        yield Text(
            f"  {counted('and {n} more reason in the report', 'and {n} more reasons in the report', more)}",
            "dim",
        )
    if counts.mentions:
        yield Text(f"  {ledger_words(counts.ledger)}", "dim")


def _set_aside(report: Report, verbose: bool) -> Iterator[Text]:
    """Yield how many findings are set aside and why; with `verbose`, a line for each."""
    from rich.text import Text

    for why, count in Counter(each.why for each in report.set_aside).items():
        words = counted(
            "{n} finding is set aside: {reason}",
            "{n} findings are set aside: {reason}",
            count,
            reason=ASIDE[why],
        )
        yield Text(f"  {words}", "dim")
    for each in report.set_aside if verbose else ():
        if isinstance(each.finding, Finding):
            yield finding_line(report, each.finding)
        else:
            yield Text(f"  {safe(str(_reference_words(each.finding)))}", "dim")


def finding_lines(report: Report, most: int) -> Iterator[Text]:
    """Return a line for each finding, the weightiest first, and one for those that are more than `most`."""
    from rich.text import Text

    findings = ordered(report.found)
    for finding in findings[:most]:
        yield finding_line(report, finding)
    if len(findings) > most:
        more = len(findings) - most
        yield Text(
            f"  {counted('and {n} more finding in the report', 'and {n} more findings in the report', more)}",
            "dim",
        )


def _left_open(report: Report) -> Words:
    every = ranked(report)
    worth = sum(not each.apart for each in every)
    said = phrase(
        "left open: {worth} worth a look, {apart} kept apart by a rule; see the report",
        worth=worth,
        apart=len(every) - worth,
    )
    threshold = revealing(report)
    if threshold is None:
        return said
    return phrase(
        "{left_open} (--threshold {threshold} reports {n} of them, and all else that is as likely an error)",
        left_open=said,
        threshold=threshold[0],
        n=threshold[1],
    )


def _reference_words(found: ReferenceFinding) -> Words:
    words, reason = short(found.words, 80), render_reason(found.reason)
    if found.kind.is_of_formula:
        return phrase("formula: {words}: {reason}", words=words, reason=reason)
    return phrase("reference: {words}: {reason}", words=words, reason=reason)


def _gap(group: GapGroup) -> Words:
    if group.numbers:
        return phrase(
            "not checked: {place}, {numbers}: {reason}",
            place=group.where,
            numbers=group.numbers,
            reason=group.why,
        )
    if group.items[0].element is None:
        return phrase(
            "not checked: {place} ({n}): {reason}", place=group.where, n=group.count, reason=group.why
        )
    return phrase("not checked: {place}: {reason}", place=group.where, reason=group.why)


def finding_line(report: Report, finding: Finding) -> Text:
    """Return a finding on one line: its severity, what it is about, and its numbers."""
    from rich.text import Text

    line = Text("  ")
    severity = str(SEVERITIES[finding.severity])
    line.append(f"{severity:<7}", _STYLES[finding.severity])
    line.append(f" {safe(short(about(report.document, finding)[0], 60))}: ")
    line.append(safe(str(what(report.document, finding))))
    for number in _numbers(report.document, finding):
        line.highlight_regex(rf"(?<![\d.,]){re.escape(safe(short(number, 30)))}(?![\d.,]*\d)", "bold")
    return line


def _numbers(document: Document, finding: Finding) -> Sequence[str]:
    """Return the numbers that stand out in the line of a finding."""
    if finding.told is not None:
        return (finding.told.said.text,)
    shown = (finding.mention,) if finding.fact is None else (finding.mention, finding.counterpart)
    return [document.mentions[each].text for each in shown]


def safe(text: str) -> str:
    """Return `text` without characters that control a terminal or change the direction of writing."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
