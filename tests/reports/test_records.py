from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.reports.json import to_json
from cofitcheck.reports.json.schema import json_schema
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.words import speaking
from tests.reports.reports_documents import with_left_open
from tests.reports.test_calculations import wrong_sum
from tests.reports.test_text_findings import build_text_report

ELSEWHERE = Reason.of(ReasonCode.PERIOD_IN_ROW, number="12", period="2023", beside="13")
SCORE = Reason.of(ReasonCode.SCORE_WITHOUT_VALUES, score="90%")
PUBLISHED = Path(__file__).parents[2] / "docs" / "report-schema.json"


@pytest.fixture(params=["contradictions", "nothing", "left open", "a sum", "a sentence"])
def record(request: pytest.FixtureRequest, report: Report, clean_report: Report) -> dict[str, Any]:
    """The JSON of a report of each kind of finding."""
    reports = {
        "contradictions": lambda: report,
        "nothing": lambda: clean_report,
        "left open": lambda: with_left_open(report, (0.2, 0.1), two_facts=1),
        "a sum": wrong_sum,
        "a sentence": build_text_report,
    }
    read: dict[str, Any] = json.loads(to_json(reports[request.param]()))
    return read


def test_output_keeps_the_schema(record: dict[str, Any]) -> None:
    schema = json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(record, schema)


def test_the_schema_refuses_what_is_no_report(report: Report) -> None:
    record = json.loads(to_json(report))
    faults: tuple[dict[str, object], ...] = ({"threshold": 1.5}, {"findings": [{}]}, {"mentions": None})
    for wrong in faults:
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(record | wrong, json_schema())


def test_all_that_is_named_is_in_it(record: dict[str, Any]) -> None:
    """A report is complete in itself: every id that it names is one of its own."""
    cells = {each["index"] for each in record["mentions"]}
    said = {each["id"] for each in record["text"]["mentions"]}
    facts = {each["index"] for each in record["facts"]}
    assert len(cells) == len(record["mentions"]) == record["summary"]["mentions"]
    assert len(said) == len(record["text"]["mentions"]) == record["text"]["numbers"]
    assert set(cells_named(record)) <= cells
    named = [each["fact"] for each in (*record["findings"], *record["left_open"])]
    assert {fact for fact in named if fact is not None} <= facts
    assert {each["told"]["mention"] for each in record["findings"] if each["told"]} <= said


def cells_named(record: dict[str, Any]) -> Iterator[int]:
    """Yield every number of a table that is named anywhere."""
    for fact in record["facts"]:
        yield from fact["mentions"]
    for left in record["left_open"]:
        yield from (left["mention"], left["counterpart"])
    for finding in record["findings"]:
        yield from (finding["mention"], finding["counterpart"], *finding["mentions"])
        yield from [] if finding["right"] is None else [finding["right"]]
        if calculation := finding["calculation"]:
            yield from (calculation["total"], *(each["mention"] for each in calculation["addends"]))
    for number in record["ledger"]["mentions"]:
        yield number["id"]
    for number in (*record["ledger"]["mentions"], *record["text"]["mentions"]):
        for check in number["checks"]:
            yield from check["others"]


def test_the_published_schema_is_not_stale() -> None:
    assert json.loads(PUBLISHED.read_text(encoding="utf-8")) == json_schema()


def test_findings_say_all_and_amounts_are_exact(report: Report) -> None:
    record = json.loads(to_json(report))
    first = record["findings"][0]
    assert first["severity"] == "high"
    assert first["difference"] == "-54000000"
    mention, counterpart = (record["mentions"][first[each]] for each in ("mention", "counterpart"))
    assert mention["value"] == "4817000000"
    assert mention["row_path"] == ["Operating activities:", "Net income"]
    assert counterpart["table_title"] == "Consolidated Statements of Income"
    assert len(first["mentions"]) == 4
    assert first["mention"] in first["mentions"]


def test_each_number_stands_in_it_once(report: Report) -> None:
    record = json.loads(to_json(report))
    assert [each["index"] for each in record["mentions"]] == list(range(len(report.document.mentions)))
    assert record["summary"]["mentions"] == len(record["mentions"])


def test_large_and_tiny_values_have_no_exponent(report: Report) -> None:
    mention = report.found[0].mention
    numbers = replace(report.document.mentions[mention].number, value=Decimal("1.2E+15"))
    mentions = list(report.document.mentions)
    mentions[mention] = replace(mentions[mention], number=numbers)
    document = replace(report.document, mentions=tuple(mentions))
    finding = replace(report.found[0], difference=Decimal("1E-9"))
    record = json.loads(to_json(replace(report, document=document, found=(finding,))))
    assert record["mentions"][mention]["value"] == "1200000000000000"
    assert record["findings"][0]["difference"] == "0.000000001"


def test_counts_never_show_unchecked_as_passed(report: Report) -> None:
    record = json.loads(to_json(report))
    summary = record["summary"]
    assert summary["passed"] + summary["undecided"] + summary["findings"] == summary["facts"]
    assert sum(item["count"] for item in record["not_checked"]) == summary["not_checked"] == 215
    outcomes = [fact["outcome"] for fact in record["facts"]]
    assert outcomes.count("passed") == summary["passed"]


def test_what_is_left_open_has_both_numbers_and_all_is_counted_once(report: Report) -> None:
    open_ = with_left_open(report, (0.2, 0.1), two_facts=1)
    record = json.loads(to_json(open_))
    jsonschema.validate(record, json_schema())
    assert [left["probability"] for left in record["left_open"]] == [0.2, 0.1]
    assert [left["two_facts"] for left in record["left_open"]] == [False, True]
    assert [left["worth_a_look"] for left in record["left_open"]] == [True, False]
    texts = [
        open_.document.mentions[m].text for m in (open_.kept_open[0].mention, open_.kept_open[0].counterpart)
    ]
    assert [
        record["mentions"][record["left_open"][0][side]]["text"] for side in ("mention", "counterpart")
    ] == texts
    summary = record["summary"]
    assert (summary["left_open"], summary["missed"]) == (2, 215)
    assert summary["unchecked"] == summary["mentions"] - summary["checked"]
    assert summary["checked"] == record["ledger"]["checked"] == 23


def test_a_name_that_is_not_text_can_be_written(report: Report) -> None:
    document = replace(report.document, name="bad\udcff.htm")
    assert json.loads(to_json(replace(report, document=document)))["document"] == "bad?.htm"


def test_what_sums_and_other_figures_say_is_in_it(report: Report) -> None:
    finding = report.found[1]
    told = replace(finding, right=finding.counterpart, explanation=ELSEWHERE, details=(SCORE,))
    (record,) = json.loads(to_json(replace(report, found=(told,))))["findings"]
    assert record["right"] == record["counterpart"]
    assert record["explanation"] == {
        "code": "period in row",
        "values": {"number": "12", "period": "2023", "beside": "13"},
        "against": False,
        "sentence": "12 is the figure for 2023 in the same row",
    }
    assert [each["sentence"] for each in record["details"]] == ["The model’s score for the same item is 90%."]


def test_the_json_is_the_same_whatever_language_is_spoken(report: Report) -> None:
    plain = to_json(report)
    with speaking("zh-Hans"):
        assert to_json(report) == plain
