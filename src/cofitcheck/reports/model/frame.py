"""A report as pandas frames, and a report or a finding as a notebook shows it.

The frames have the findings, the repeated facts, what is left open, and the ledger. Notebooks get plain HTML
without scripts, styles or references.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from cofitcheck.checks.ledger import TICKS, Check, CheckKind, Outcome
from cofitcheck.checks.model import Finding
from cofitcheck.document import Document, Mention
from cofitcheck.document.frames import require_pandas
from cofitcheck.facts import FactSet
from cofitcheck.reports.model.entries import FindingEntry, LeftOpenEntry
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.model.wording import in_full, path_words, percent, table_title, whole_title
from cofitcheck.reports.words import say
from cofitcheck.reports.words.findings import SEVERITIES

if TYPE_CHECKING:
    import pandas

STATED = (
    "mention", "table", "table_title", "row", "column", "row_path", "column_path", "text", "value",
    "measure", "currency", "element", "page",
)  # fmt: skip
"""The columns of a number; `mention` is its index, `value` a `Decimal` in base units."""

WITNESS = tuple(f"other_{name}" for name in STATED)
FINDING = (
    "finding", "kind", "severity", "probability", "message", "stated", "compared_with", *STATED, *WITNESS,
    "relation", "slip", "difference", "mended", "same_fact", "sentence", "said", "fact",
)  # fmt: skip
FACT = (
    "fact", *STATED, "role", "finding", "severity", "relation", "slip", "difference", "same_fact",
    "probability",
)  # fmt: skip
LEFT_OPEN = (
    "kind", "fact", "probability", *STATED, *WITNESS, "relation", "difference", "same_fact", "two_facts",
    "rule", "sentence", "said",
)  # fmt: skip
LEDGER = (*STATED, "checked", "ticks", *(f"by_{kind.value}" for kind in CheckKind))

_WEIGHTS = (Outcome.CONTRADICTED, Outcome.AGREES, Outcome.LEFT_OPEN)

MOST_FINDINGS = 50
"""How many findings of a report are shown."""


def findings_frame(report: Report) -> pandas.DataFrame:
    """Return one row per finding as `FINDING`, in order of importance.

    `finding` is its fingerprint, `stated` the number in question and `compared_with` what it is compared
    with, as printed. Columns of the counterpart begin with "other_". `difference` and `mended` are `Decimal`
    in base units. Raises `MissingDependencyError` without pandas.
    """
    return _frame([_finding(report.document, each) for each in report.findings], FINDING)


def facts_frame(report: Report) -> pandas.DataFrame:
    """Return one row per mention of a fact stated more than once, as `FACT`.

    From `finding` (its fingerprint) on, cells are None where the fact brought no finding; `role` is
    "mention", "counterpart" or "other". Raises `MissingDependencyError` without pandas.
    """
    findings = {finding.fact.index: finding for finding in report.found if finding.fact is not None}
    rows = [_member(report, fact, index, findings) for fact in report.facts for index in fact.mentions]
    return _frame(rows, FACT)


def left_open_frame(report: Report) -> pandas.DataFrame:
    """Return one row per fact, or sum, left open as `LEFT_OPEN`, the likeliest errors first.

    Columns of the counterpart begin with "other_". Raises `MissingDependencyError` without pandas.
    """
    return _frame([_left_open(report.document, each) for each in report.left_open], LEFT_OPEN)


def ledger_frame(report: Report) -> pandas.DataFrame:
    """Return one row per number of the tables as `LEDGER`.

    `checked` tells whether some check confirms or contradicts it; `ticks` are the tick marks of the marked
    copy. A column `by_` with the name of a kind of check has what this kind says of the number ("agrees",
    "contradicted", "left open"), None where it does not reach the number. Raises `MissingDependencyError`
    without pandas.
    """
    rows = [_checked(report, mention) for mention in report.document.mentions]
    return _frame(rows, LEDGER)


def _frame(rows: list[tuple[Any, ...]], columns: Sequence[str]) -> pandas.DataFrame:
    return require_pandas().DataFrame(rows, columns=list(columns))


def _finding(document: Document, finding: FindingEntry) -> tuple[Any, ...]:
    return (
        finding.fingerprint, finding.kind.value, finding.severity.value, finding.probability, finding.message,
        finding.stated, finding.compared_with,
        *_stated(document, finding.mention), *_stated(document, finding.counterpart),
        finding.relation.value, finding.slip.value, finding.difference, finding.mended, finding.same_fact,
        finding.sentence, finding.said, finding.fact.index if finding.fact else None,
    )  # fmt: skip


def _left_open(document: Document, left: LeftOpenEntry) -> tuple[Any, ...]:
    return (
        left.kind.value, left.fact.index if left.fact else None, left.probability,
        *_stated(document, left.mention),
        *_stated(document, left.counterpart), left.relation.value, left.difference, left.same_fact,
        left.two_facts, left.rule, left.told.said.words if left.told else "",
        left.told.said.text if left.told else "",
    )  # fmt: skip


def _member(report: Report, fact: FactSet, index: int, findings: dict[int, Finding]) -> tuple[Any, ...]:
    mention, finding = report.document.mentions[index], findings.get(fact.index)
    said = (fact.index, *_stated(report.document, mention))
    if finding is None:
        return (*said, "other", *[None] * 7)
    role = {finding.mention: "mention", finding.counterpart: "counterpart"}.get(index, "other")
    return (
        *said, role, finding.fingerprint, finding.severity.value, finding.relation.value, finding.slip.value,
        in_full(finding.difference), finding.same_fact, finding.probability,
    )  # fmt: skip


def _checked(report: Report, mention: Mention) -> tuple[Any, ...]:
    checks = report.ledger.of(mention)
    said = {kind: _outcome(kind, checks) for kind in CheckKind}
    decided = [kind for kind, outcome in said.items() if outcome not in (None, Outcome.LEFT_OPEN)]
    ticks = " ".join(TICKS[kind] for kind in decided if said[kind] is Outcome.AGREES)
    outcomes = (outcome.value if outcome else None for outcome in said.values())
    return (*_stated(report.document, mention), bool(decided), ticks, *outcomes)


def _outcome(kind: CheckKind, checks: Sequence[Check]) -> Outcome | None:
    """Return what a kind of check says of a number; the weightiest outcome where there are several."""
    outcomes = {check.outcome for check in checks if check.kind is kind}
    return next((outcome for outcome in _WEIGHTS if outcome in outcomes), None)


def _stated(document: Document, mention: Mention) -> tuple[Any, ...]:
    number = mention.number
    return (
        mention.index, mention.table, whole_title(document, mention.table), mention.row, mention.column,
        " / ".join(mention.row_path), " / ".join(mention.column_path), mention.text, in_full(number.value),
        number.measure.value, number.currency, mention.place.element, mention.place.page,
    )  # fmt: skip


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
