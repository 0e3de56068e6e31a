"""The model in the package, on the sample report: what a user sees first must hold."""

from __future__ import annotations

import json
import re
import shutil
from functools import cache
from pathlib import Path

import pytest

from cofitcheck import CheckConfig, Checker, Report, read

EXAMPLES = Path(__file__).parent.parent / "examples"
FILINGS = Path(__file__).parent.parent.parent / "shared" / "data" / "filings"
_TAGGED = re.compile(rb"</?ix:(?!header|hidden)[^>]*>", re.IGNORECASE)
_HEADER = re.compile(rb"<ix:header.*?</ix:header>", re.IGNORECASE | re.DOTALL)


@cache
def checker() -> Checker:
    return Checker(CheckConfig(threads=2))


@cache
def sample(name: str) -> Report:
    return checker().check(read(EXAMPLES / name))


def told(report: Report) -> list[tuple[object, ...]]:
    """Return what the findings say, without where the cells stand in the source."""
    return [
        (f.mention, f.counterpart, f.relation, f.slip, f.difference, round(f.probability, 4), f.reasons)
        for f in report.found
    ]


def test_all_planted_contradictions_of_the_sample_are_found() -> None:
    planted = json.loads((EXAMPLES / "planted.json").read_text())
    report = sample("annual-report.htm")
    named = {
        report.document.mentions[index].text.replace(" ", "")
        for finding in report.found
        for index in (finding.mention, finding.counterpart)
    }
    in_cells = [plant for plant in planted if plant["table"]]
    assert [plant for plant in in_cells if plant["wrong_text"].replace(" ", "") not in named] == []
    told = [finding.told.said for finding in report.found if finding.told]
    sentences = [plant for plant in planted if plant["sentence"]]
    assert all(any(said.text in plant["wrong_text"] for said in told) for plant in sentences)
    assert len(report.found) == len(planted)


def test_the_clean_twin_of_the_sample_is_silent() -> None:
    report = sample("annual-report-clean.htm")
    assert report.found == ()
    assert report.passed > 100


def test_the_readme_s_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas")
    readme = (EXAMPLES.parent / "README.md").read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"```python\n(.*?)```", readme, re.DOTALL))
    for name in ("annual-report.htm", "other.htm"):
        shutil.copy(EXAMPLES / "annual-report.htm", tmp_path / name)
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(compile(code, "README.md", "exec"), names)
    report = names["report"]
    assert isinstance(report, Report)
    assert told(report) == told(sample("annual-report.htm"))
    assert len(list((tmp_path / "out").iterdir())) == 3


def with_tags(html: bytes) -> bytes:
    """Tag every number in a cell as inline XBRL does."""
    number = re.compile(rb"(<td[^>]*>(?:<[^>]+>)*)([\d,]{3,})(?=<)")
    tagged = number.sub(rb'\1<ix:nonFraction name="us-gaap:X" contextRef="c">\2</ix:nonFraction>', html)
    header = b'<div style="display:none"><ix:header><ix:hidden>9,999</ix:hidden></ix:header></div>'
    return tagged.replace(b"<body", b"<body data-tagged='1'", 1).replace(b"</body>", header + b"</body>", 1)


def test_tags_change_nothing() -> None:
    plain = (EXAMPLES / "annual-report.htm").read_bytes()
    tagged = with_tags(plain)
    assert tagged.count(b"<ix:nonFraction") > 500
    assert told(checker().check(read(tagged, "annual-report.htm"))) == told(sample("annual-report.htm"))


@pytest.mark.corpus
@pytest.mark.slow
def test_a_real_filing_says_the_same_with_its_tags_stripped() -> None:
    if not FILINGS.is_dir():
        pytest.skip("the folder of real filings is not beside the repository")
    document = read(sorted(FILINGS.glob("*.htm.gz"))[0])
    stripped = _TAGGED.sub(b"", _HEADER.sub(b"", document.source))
    assert b"ix:nonfraction" not in stripped.lower()
    assert told(checker().check(read(stripped, document.name))) == told(checker().check(document))
