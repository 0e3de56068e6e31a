"""The findings on clean documents, told in words for a person to judge."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cofitcheck.checks import Finding
from cofitcheck.document import Document, Mention
from cofitcheck.evaluation.gold.labels import Labels

_TITLE = 100


@dataclass(frozen=True, slots=True)
class Accusation:
    """A finding on a clean document; `tags` is what the labels say of it, `same_fact` and `probability` what
    the checker says."""

    document: str
    severity: str
    relation: str
    slip: str
    probability: float
    same_fact: float
    tags: str
    mention: str
    counterpart: str
    reasons: tuple[str, ...]


def accuse(name: str, document: Document, labels: Labels, finding: Finding) -> Accusation:
    """Describe a finding on a clean document."""
    first, second = labels.fact[[finding.mention, finding.counterpart]].tolist()
    known = "the same fact" if first == second else "two facts"
    return Accusation(
        document=name,
        severity=finding.severity,
        relation=finding.relation,
        slip=finding.slip,
        probability=finding.probability,
        same_fact=finding.same_fact or 0.0,
        tags="unknown (a cell has no tag)" if min(first, second) < 0 else known,
        mention=_tell(document, document.mentions[finding.mention]),
        counterpart=_tell(document, document.mentions[finding.counterpart]),
        reasons=tuple(map(str, finding.reasons)),
    )


def markdown(accusations: Iterable[Accusation]) -> str:
    """Write the findings as a list."""
    lines = ["# Findings on clean documents", ""]
    for number, accusation in enumerate(accusations, start=1):
        lines += [
            f"## {number}. {accusation.document}",
            f"{accusation.severity}, {accusation.relation}, slip: {accusation.slip}, "
            f"error {accusation.probability:.4f}, same fact {accusation.same_fact:.4f}; "
            f"tags say: {accusation.tags}",
            f"- {accusation.mention}",
            f"- {accusation.counterpart}",
            *(f"- why: {reason}" for reason in accusation.reasons),
            "",
        ]
    return "\n".join(lines)


def _tell(document: Document, mention: Mention) -> str:
    """Say in a line what a mention shows and where."""
    rows, columns = " / ".join(mention.row_path), " / ".join(mention.column_path)
    title = document.tables[mention.table].title[:_TITLE]
    return f"{mention.text} | row: {rows} | column: {columns} | table {mention.table}: {title}"
