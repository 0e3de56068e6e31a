"""A report as a pandas frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cofitcheck.checks.model import Finding
from cofitcheck.document import Mention
from cofitcheck.errors import MissingDependencyError
from cofitcheck.facts import FactSet
from cofitcheck.reports.report import Report
from cofitcheck.reports.wording import whole_title

if TYPE_CHECKING:
    import pandas

COLUMNS = (
    "fact", "mention", "table", "table_title", "row", "column", "row_path", "column_path", "text", "value",
    "measure", "currency", "element", "page", "role", "finding", "severity", "relation", "slip", "difference",
    "same_fact", "probability",
)  # fmt: skip


def to_frame(report: Report) -> pandas.DataFrame:
    """Return one row per mention of a fact stated more than once, as `COLUMNS`.

    `value` and `difference` are `Decimal` in base units. From `finding` (its fingerprint) on, cells are None
    where the fact brought no finding; `role` is "mention", "counterpart" or "other". Raises
    `MissingDependencyError` without pandas.
    """
    try:
        import pandas
    except ImportError as error:
        raise MissingDependencyError("A frame needs pandas: pip install 'cofitcheck[pandas]'") from error
    findings = {finding.fact.index: finding for finding in report.findings if finding.fact is not None}
    rows = [_row(report, fact, index, findings) for fact in report.facts for index in fact.mentions]
    return pandas.DataFrame(rows, columns=list(COLUMNS))


def _row(report: Report, fact: FactSet, index: int, findings: dict[int, Finding]) -> tuple[Any, ...]:
    mention, finding = report.document.mentions[index], findings.get(fact.index)
    said = (fact.index, index, *_stated(report, mention))
    if finding is None:
        return (*said, "other", *[None] * 7)
    role = {finding.mention: "mention", finding.counterpart: "counterpart"}.get(index, "other")
    return (
        *said, role, finding.fingerprint, finding.severity.value, finding.relation.value, finding.slip.value,
        finding.difference, finding.same_fact, finding.probability,
    )  # fmt: skip


def _stated(report: Report, mention: Mention) -> tuple[Any, ...]:
    number = mention.number
    return (
        mention.table, whole_title(report.document, mention.table), mention.row, mention.column,
        " / ".join(mention.row_path), " / ".join(mention.column_path), mention.text, number.value,
        number.measure.value, number.currency, mention.place.element,
        mention.place.page,
    )  # fmt: skip
