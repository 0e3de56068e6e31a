"""All that checking one document brought, and the door to the files and frames that it becomes."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from cofitcheck.checks.ledger import Ledger
from cofitcheck.checks.model import Finding, LeftOpen, NotChecked, TextAccount
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.document import Document
from cofitcheck.facts import FactSet, Usage

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Report:
    """All that checking one document brought: findings first, and what passed and what was not checked.

    `facts` are the facts stated at least twice. `passed` counts those whose mentions all agree.
    `seconds` holds the wall time by stage. `not_checked` is never counted as passed; `left_open` are the
    facts that it counts as left open, the likeliest errors first. `method` names the whole system ("default",
    "words", "cascade", "paper"), `model` its trained parts. `remarks` say what else to know of how the
    document was checked, `usage` what asking a server has cost. `ledger` says of every number of a table what
    checked it, `text` what became of the numbers in running text. `high` and `tiny` are the bounds of
    severity (see `CheckSettings`).
    """

    document: Document
    facts: tuple[FactSet, ...]
    findings: tuple[Finding, ...]
    passed: int
    not_checked: tuple[NotChecked, ...] = ()
    threshold: float = 0.0
    model: str = ""
    seconds: dict[str, float] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    usage: Usage | None = None
    high: float = CheckSettings.high
    tiny: Decimal = CheckSettings.tiny
    left_open: tuple[LeftOpen, ...] = ()
    method: str = ""
    ledger: Ledger = field(default_factory=Ledger)
    text: TextAccount = field(default_factory=TextAccount)

    def __repr__(self) -> str:
        return (
            f"Report({self.document.name!r}, {len(self.findings)} findings, "
            f"{self.ledger.checked} of {self.ledger.mentions} numbers checked)"
        )

    def save(self, directory: str | Path = ".", stem: str | None = None, language: str = "") -> list[Path]:
        """Write the report as HTML and JSON with the marked copy of the document; return the files.

        `language` is "en", "zh-Hans", "zh-Hant" or "ja", by default the document's own.

        Raises `OSError` where `directory` cannot be written.
        """
        from cofitcheck.reports.files import save

        return save(self, Path(directory), stem, language)

    def to_json(self) -> bytes:
        """Return the report as JSON, in the form that the published schema describes."""
        from cofitcheck.reports.records import to_json

        return to_json(self)

    def to_frame(self) -> pandas.DataFrame:
        """Return one row per mention of a repeated fact. Raises `MissingDependencyError` without pandas."""
        from cofitcheck.reports.frame import to_frame

        return to_frame(self)

    def _repr_html_(self) -> str:
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in self._row(finding)) + "</tr>"
            for finding in self.findings
        )
        heads = "<tr><th>Severity<th>Says<th>Row<th>Against<th>Row<th>Relation</tr>"
        return f"<p>{escape(repr(self))}</p>" + (f"<table>{heads}{rows}</table>" if rows else "")

    def _row(self, finding: Finding) -> tuple[str, ...]:
        mention, counterpart = (
            self.document.mentions[index] for index in (finding.mention, finding.counterpart)
        )
        return (
            str(finding.severity),
            mention.text,
            " / ".join(mention.row_path),
            counterpart.text,
            " / ".join(counterpart.row_path),
            str(finding.relation),
        )
