from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import jsonschema

from cofitcheck.checks.model import Report
from cofitcheck.reports import json_schema, to_json

PUBLISHED = Path(__file__).parents[2] / "docs" / "report-schema.json"


def test_output_keeps_the_schema(report: Report, clean_report: Report) -> None:
    schema = json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    for each in (report, clean_report):
        jsonschema.validate(json.loads(to_json(each)), schema)


def test_the_published_schema_is_not_stale() -> None:
    assert json.loads(PUBLISHED.read_text(encoding="utf-8")) == json_schema()


def test_findings_say_all_and_amounts_are_exact(report: Report) -> None:
    record = json.loads(to_json(report))
    first = record["findings"][0]
    assert first["severity"] == "high"
    assert first["difference"] == "-54000000"
    assert first["mention"]["value"] == "4817000000"
    assert first["mention"]["row_path"] == ["Operating activities:", "Net income"]
    assert first["counterpart"]["table_title"] == "Consolidated Statements of Income"
    assert len(first["mentions"]) == 4
    assert first["mention"] in first["mentions"]


def test_large_and_tiny_values_have_no_exponent(report: Report) -> None:
    mention = report.findings[0].mention
    numbers = replace(report.document.mentions[mention].number, value=Decimal("1.2E+15"))
    mentions = list(report.document.mentions)
    mentions[mention] = replace(mentions[mention], number=numbers)
    document = replace(report.document, mentions=tuple(mentions))
    finding = replace(report.findings[0], difference=Decimal("1E-9"))
    record = json.loads(to_json(replace(report, document=document, findings=(finding,))))
    assert record["findings"][0]["mention"]["value"] == "1200000000000000"
    assert record["findings"][0]["difference"] == "0.000000001"


def test_counts_never_show_unchecked_as_passed(report: Report) -> None:
    record = json.loads(to_json(report))
    summary = record["summary"]
    assert summary["passed"] + summary["undecided"] + summary["findings"] == summary["facts"]
    assert sum(item["count"] for item in record["not_checked"]) == summary["not_checked"] == 215
    outcomes = [fact["outcome"] for fact in record["facts"]]
    assert outcomes.count("passed") == summary["passed"]


def test_a_name_that_is_not_text_can_be_written(report: Report) -> None:
    document = replace(report.document, name="bad\udcff.htm")
    assert json.loads(to_json(replace(report, document=document)))["document"] == "bad?.htm"
