"""The package from Python: read a document, check it, or compare it with others, in one call."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import Self

from cofitcheck.checker import Checker
from cofitcheck.checks.comparatives import Comparisons, Kinship
from cofitcheck.comparer import Comparer
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document
from cofitcheck.errors import ConfigError
from cofitcheck.readers import read
from cofitcheck.reports.model.report import Report

__all__ = ["ComparisonReport", "check", "compare", "read"]


def check(source: str | Path | Document, config: CheckConfig | None = None) -> Report:
    """Check a document, the file at a path, or the folder of one report of several files.

    A folder of many documents cannot be checked: `Checker` checks many, one after another, with the model
    loaded once.
    Raises `InputError` where the file cannot be read as a document with numbers in tables.
    """
    config = config or CheckConfig()
    document = source if isinstance(source, Document) else read(source, settings=config.reading)
    return _checker(config).check(document)


@lru_cache(maxsize=1)
def _checker(config: CheckConfig) -> Checker:
    return Checker(config)


class ComparisonReport(Comparisons):
    """Comparisons that can be saved; their data are those of `Comparisons`."""

    @classmethod
    def of(cls, comparisons: Comparisons) -> Self:
        """Return `comparisons` with the methods of this class."""
        return cls(**{field.name: getattr(comparisons, field.name) for field in fields(comparisons)})

    def save(self, directory: str | Path = ".", stem: str | None = None, language: str = "") -> list[Path]:
        """Write the report as HTML and JSON with the marked copies of all documents; return the files.

        `language` is "en", "zh-Hans", "zh-Hant", "ja" or "es", by default this document's own. Raises
        `OSError` where `directory` cannot be written.
        """
        from cofitcheck.reports.compared.files import save_comparisons

        return save_comparisons(self, Path(directory), stem, language)

    def to_json(self) -> bytes:
        """Return the report as JSON, in the form that the published schema describes."""
        from cofitcheck.reports.compared.records import comparisons_json

        return comparisons_json(self)


def compare(
    this: str | Path | Document,
    *others: str | Path | Document,
    kinship: Kinship | str | None = None,
    config: CheckConfig | None = None,
) -> ComparisonReport:
    """Compare a document with others: an earlier report, draft or rendition, or the whole it is part of.

    `kinship` says what the others are ("last-year", "draft", "rendition", "release"); None lets it be guessed
    for each. Raises `InputError` where a file cannot be read, or two documents cannot be compared.
    """
    config = config or CheckConfig()
    if not others:
        raise ConfigError("compare needs another document to compare with: name one.")
    asked = None if kinship is None else _kinship(kinship)
    documents = [
        source if isinstance(source, Document) else read(source, settings=config.reading)
        for source in (this, *others)
    ]
    return ComparisonReport.of(_comparer(config).compare(documents[0], documents[1:], asked))


def _kinship(name: Kinship | str) -> Kinship:
    try:
        return Kinship(name)
    except ValueError as error:
        raise ConfigError(f"kinship is one of {', '.join(Kinship)}, not {name}.") from error


@lru_cache(maxsize=1)
def _comparer(config: CheckConfig) -> Comparer:
    return Comparer(config)
