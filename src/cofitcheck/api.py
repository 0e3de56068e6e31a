"""The package from Python: read a document, check it, and do something with the report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Self

from cofitcheck.checker import Checker as PlainChecker
from cofitcheck.checks import model
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document
from cofitcheck.readers import read

if TYPE_CHECKING:
    import pandas

__all__ = ["Checker", "Report", "check", "read"]


class Report(model.Report):
    """A report that can be saved and shown; its data are those of `checks.model.Report`."""

    @classmethod
    def of(cls, report: model.Report) -> Self:
        """Return `report` with the methods of this class."""
        return cls(**{field.name: getattr(report, field.name) for field in fields(report)})

    def save(self, directory: str | Path = ".", stem: str | None = None) -> list[Path]:
        """Write the report as HTML and JSON with the marked copy of the document; return the files.

        Raises `OSError` where `directory` cannot be written.
        """
        from cofitcheck.reports import save

        return save(self, Path(directory), stem)

    def to_json(self) -> bytes:
        """Return the report as JSON, in the form that the published schema describes."""
        from cofitcheck.reports import to_json

        return to_json(self)

    def to_frame(self) -> pandas.DataFrame:
        """Return one row per mention of a repeated fact. Raises `MissingDependencyError` without pandas."""
        from cofitcheck.reports import to_frame

        return to_frame(self)

    def _repr_html_(self) -> str:
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in self._row(finding)) + "</tr>"
            for finding in self.findings
        )
        heads = "<tr><th>Severity<th>Says<th>Row<th>Against<th>Row<th>Relation</tr>"
        return f"<p>{escape(repr(self))}</p>" + (f"<table>{heads}{rows}</table>" if rows else "")

    def _row(self, finding: model.Finding) -> tuple[str, ...]:
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


class Checker(PlainChecker):
    """Checks documents one after another with the model loaded once."""

    def check(self, document: Document, progress: Callable[[str], None] | None = None) -> Report:
        """Return the report of one document; `progress` is told the name of each stage as it begins."""
        return Report.of(super().check(document, progress))


def check(source: str | Path | Document, config: CheckConfig | None = None) -> Report:
    """Check a document, the file at a path, or the folder of one report of several files.

    A folder of many documents is none: `Checker` checks one after another, with the model loaded once.
    Raises `InputError` where the file cannot be read as a document with numbers in tables.
    """
    config = config or CheckConfig()
    document = source if isinstance(source, Document) else read(source, settings=config.reading)
    return _checker(config).check(document)


@lru_cache(maxsize=1)
def _checker(config: CheckConfig) -> Checker:
    return Checker(config)
