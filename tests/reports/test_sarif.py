"""Findings as SARIF: what the standard's schema asks, and that each region is the number it names."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cofitcheck.checks.model import Aside, Finding, Severity
from cofitcheck.document import Document
from cofitcheck.facts import FactSet
from cofitcheck.numbers import Relation, Slip
from cofitcheck.readers import read
from cofitcheck.reports.model.report import Report, SetAside
from cofitcheck.reports.sarif import uri_of
from cofitcheck.reports.sarif.positions import positions_in
from tests.readers.office_files import book_bytes, book_of
from tests.reports.sarif_schema import SARIF
from tests.reports.test_calculations import wrong_sum
from tests.reports.test_text_findings import SOURCE, build_text_report

MARKDOWN = """# Results

Net sales were $1,314 million, and *net income* was **$286
million** in 2031.

| (in millions) | 2031 | 2030 |
|---|---:|---:|
| Net sales | $1,314 | 1,250 |
| **Net income** | 286 | 221 |

## Selected data

 (in millions) | 2031 | 2030
---|---:|---:
 Net sales | 1,314 | 1,250
 Net income | **268** | 221
"""
PAGE = """<p>For the year ended December 31, 2031</p><!-- <table><tr><td>1,314</td></tr></table> -->
<TABLE BORDER=0><TR><TD></TD><TD>2031</TD><TD>2030</TD></TR>
<tr><td>Net sales<td>$<td align="right" title="1 > 0">1,3<b>14</b></td><td>1,250</td></tr>
<tr><td>Cost of sales</td><td></td><td>&#56;02</td><td>791</td></tr>
<tr><td>Net income</td><td></td><td>286</td><td>221</td></tr></TABLE>
<p>loose &amp; open
<table><tr><td></td><td>2031</td><td>2030</td></tr><tr><td>Net sales</td><td>1,341</td><td>1,250</td></tr>
<tr><td>Net income</td><td>286</td><td>221</td></tr></table>"""


def report_of(document: Document, *texts: str) -> Report:
    """Return a report with one finding: the last number with the first text against those with the others."""
    last = {mention.text: mention.index for mention in document.mentions}
    one, other = (last[text] for text in texts)
    found = Finding(
        fingerprint="0123456789abcdef",
        fact=FactSet(0, tuple(sorted((one, other))), ()),
        mention=one,
        counterpart=other,
        relation=Relation.INCONSISTENT,
        slip=Slip.TRANSPOSITION,
        difference=document.mentions[one].number.value,
        same_fact=0.9,
        probability=0.97,
        severity=Severity.HIGH,
        reasons=(),
    )
    return Report(document, (found.fact,) if found.fact else (), (found,), 0)


def log_of(report: Report, uri: str = "", language: str = "en") -> dict[str, Any]:
    log: dict[str, Any] = json.loads(report.to_sarif(uri, language))
    jsonschema.Draft202012Validator(SARIF).validate(log)
    return log


def locations(log: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for result in log["runs"][0]["results"]:
        yield from (*result["locations"], *result.get("relatedLocations", ()))


def cut(source: str, location: Mapping[str, Any]) -> str:
    """Return what stands in the region of a location."""
    region = location["physicalLocation"]["region"]
    lines = source.split("\n")[region["startLine"] - 1 : region["endLine"]]
    lines[-1] = lines[-1][: region["endColumn"] - 1]
    lines[0] = lines[0][region["startColumn"] - 1 :]
    return "\n".join(lines)


def test_the_schema_is_one_and_refuses_what_is_wrong(report: Report) -> None:
    jsonschema.Draft202012Validator.check_schema(SARIF)
    log = log_of(report)
    log["runs"][0]["results"][0]["level"] = "grave"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(SARIF).validate(log)


def test_a_result_has_its_rule_level_rank_and_fingerprint(report: Report) -> None:
    run = log_of(report)["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    for result, finding in zip(run["results"], report.findings, strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == finding.kind.value
        assert result["rank"] == pytest.approx(finding.probability * 100)
        assert result["partialFingerprints"] == {"cofitcheckFinding/v1": finding.fingerprint}
        assert result["message"]["text"] == finding.message
    levels = [result["level"] for result in run["results"]]
    assert levels == ["error", "error", "warning", "warning", "note", "note"]


def test_a_region_is_the_number_wherever_the_cell_stands() -> None:
    document = read(PAGE.encode(), "a.htm")
    log = log_of(report_of(document, "1,341", "$ 1,314"), "reports/a.htm")
    first, other = locations(log)
    assert (cut(PAGE, first), cut(PAGE, other)) == ("1,341", "1,3<b>14")
    assert first["physicalLocation"]["artifactLocation"] == {"uri": "reports/a.htm"}
    assert first["properties"] == {"table": 2, "row": 2, "column": 2}
    assert first["logicalLocations"][0]["fullyQualifiedName"].endswith("Net sales / 2031")
    assert other["message"]["text"].startswith("$ 1,314 in “")


def test_every_number_of_a_page_is_found(report: Report) -> None:
    for document in (read(PAGE.encode(), "a.htm"), read(SOURCE.encode(), "b.html")):
        where = positions_in(document)
        assert all(where.of_mention(mention) for mention in document.mentions)


def test_a_number_that_is_not_where_it_should_be_has_no_region() -> None:
    document = read(PAGE.encode(), "a.htm")
    moved = replace(document.mentions[0], text="7,777")
    assert positions_in(document).of_mention(moved) is None


def test_of_a_sentence_the_number_in_it_is_named_and_the_cells_are_related() -> None:
    log = log_of(build_text_report())
    said, *cells = locations(log)
    assert cut(SOURCE, said) == "$<i>1,341</i>\nmillion"
    assert said["message"]["text"].startswith("In 2031 net sales were $1,341 million")
    assert [cut(SOURCE, cell) for cell in cells] == ["1,314"]


def test_in_markdown_the_line_and_column_are_those_of_the_file() -> None:
    document = read(MARKDOWN.encode(), "notes.md")
    first, other = locations(log_of(report_of(document, "268", "286")))
    assert (cut(MARKDOWN, first), cut(MARKDOWN, other)) == ("268", "286")
    assert (
        first["physicalLocation"]["region"]["startLine"] == MARKDOWN[: MARKDOWN.index("268")].count("\n") + 1
    )
    assert all(positions_in(document).of_mention(mention) for mention in document.mentions)


def test_a_workbook_has_names_in_place_of_lines() -> None:
    book = book_of(["", "2031", "2030"], ["Net sales", 1341, 1250], ["Net income", 286, 221])
    document = read(book_bytes(book), "book.xlsx")
    first, _ = locations(log_of(report_of(document, "1341", "286")))
    assert "region" not in first["physicalLocation"]
    assert first["properties"]["place"] == "Balance!B2"


def test_what_has_no_source_has_no_region() -> None:
    (result,) = log_of(wrong_sum())["runs"][0]["results"]
    assert result["ruleId"] == "sum"
    assert "region" not in result["locations"][0]["physicalLocation"]
    assert len(result["relatedLocations"]) >= 2


def test_of_a_report_of_several_files_each_file_is_named() -> None:
    document = read(PAGE.encode(), "a.htm")
    several = replace(
        document,
        source=b"",
        files={"part 1.htm": PAGE.encode()},
        mentions=tuple(
            replace(each, place=replace(each.place, file="part 1.htm")) for each in document.mentions
        ),
    )
    report = report_of(several, "1,341", "$ 1,314")
    (first, _), (packed, _) = (locations(log_of(report, uri)) for uri in ("edinet", "edinet.zip"))
    assert first["physicalLocation"]["artifactLocation"]["uri"] == "edinet/part%201.htm"
    assert cut(PAGE, first) == "1,341"
    assert packed["physicalLocation"]["artifactLocation"]["uri"] == "edinet.zip"
    assert "region" not in packed["physicalLocation"]
    assert packed["logicalLocations"][0]["fullyQualifiedName"].startswith("part 1.htm / ")


def test_messages_speak_the_language_that_is_asked_for(report: Report) -> None:
    run = log_of(report, language="zh-Hans")["runs"][0]
    assert run["language"] == "zh-CN"
    assert run["tool"]["driver"]["rules"][0]["fullDescription"]["text"] == "文档对同一项目列示了不同的数值。"


def test_addresses_are_from_the_working_folder_or_absolute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert uri_of("in/a b.htm") == "in/a%20b.htm"
    assert uri_of(str(tmp_path / "here" / "a.htm")) == "a.htm"
    assert uri_of("../a.htm") == "file://" + str(tmp_path / "a.htm")
    assert uri_of("bad\udcff.htm") == "bad%3F.htm"


def test_what_is_set_aside_is_suppressed_with_its_reason(report: Report) -> None:
    first = report.found[0]
    aside = report.without(
        [
            SetAside(first, Aside.BASELINE, "Ada, 2026-01-02: known"),
            *(SetAside(each, Aside.NOT_SELECTED) for each in report.found[1:]),
        ]
    )
    (result,) = json.loads(aside.to_sarif("a.htm"))["runs"][0]["results"]
    assert result["partialFingerprints"] == {"cofitcheckFinding/v1": first.fingerprint}
    assert result["suppressions"] == [
        {"kind": "external", "status": "accepted", "justification": "in the baseline, Ada, 2026-01-02: known"}
    ]
