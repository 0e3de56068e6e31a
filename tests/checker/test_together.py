"""Documents that share the batches of a language model: each has the report that it has alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cofitcheck.checker import Checker
from cofitcheck.classification.description import ClassifierDescription
from cofitcheck.config import CheckConfig, ClassifyConfig
from cofitcheck.readers import read
from cofitcheck.reports.model.report import Report
from tests.encoding.causal_models import save_language_model

pytest.importorskip("torch")
pytest.importorskip("transformers")

TABLE = "<table><tr><td></td><td>2024</td><td>2023</td></tr>{rows}</table>"
ROW = "<tr><td>{label}</td><td>{first:,}</td><td>{second:,}</td></tr>"
LABELS = ("Net sales", "Net income", "Depreciation", "Cash")


def filing(name: str, rows: int) -> bytes:
    """Return a page that states so many items of one company twice, the last of them differently."""
    stated = [(label, 4310 + 100 * place, 4120) for place, label in enumerate(LABELS[:rows])]
    slip = [*stated[:-1], (stated[-1][0], stated[-1][1] + 70, 4120)]
    tables = (
        TABLE.format(rows="".join(ROW.format(label=a, first=b, second=c) for a, b, c in table))
        for table in (stated, slip)
    )
    return (
        f"<html><body><p>{name}: statements (in millions)</p>{'<p>Selected data</p>'.join(tables)}".encode()
    )


def test_reports_are_those_of_each_document_alone(tmp_path: Path) -> None:
    folder = save_language_model(tmp_path, description=ClassifierDescription(limit=3000))
    checker = Checker(CheckConfig(classify=ClassifyConfig(model=folder, ask_above=0.0, threshold=0.0)))
    documents = [read(filing(f"Birch {rows}", rows), f"{rows}.htm") for rows in (4, 2, 3)]
    stages: list[str] = []
    together = checker.check_all(documents, stages.append)
    assert stages == ["encode", "filter", "classify", *["facts", "compare"] * 3]
    assert any(report.facts for report in together)
    assert any(path.suffix == ".json" for path in together[0].save(tmp_path / "out"))
    for document, report in zip(documents, together, strict=True):
        alone = checker.check(document)
        assert report.document is document
        assert told(report) == told(alone)
        assert set(report.seconds) == set(alone.seconds)
        for fact, twin in zip(report.facts, alone.facts, strict=True):
            assert [p for *_, p in fact.links] == pytest.approx([p for *_, p in twin.links], abs=1e-5)


def told(report: Report) -> object:
    """Return what a report says, probabilities apart: batches of other shapes round them otherwise."""
    facts = [(fact.mentions, [link[:2] for link in fact.links]) for fact in report.facts]
    findings = [
        (replace(each, same_fact=0.0, probability=0.0, reasons=(), fact=report.facts[0]))
        for each in report.found
    ]
    return facts, findings, report.passed, report.not_checked, report.remarks
