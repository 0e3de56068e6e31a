"""The package from Python: the report's methods, and the same outcome with and without worker processes."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import cofitcheck
from cofitcheck.cli import main
from cofitcheck.reports.model.report import Report
from tests.cli.cli_fakes import FakeChecker, Write, load


@pytest.fixture
def report(write: Write) -> Report:
    return FakeChecker().check(cofitcheck.read(write("a <i>.htm", "FINDING")))


def test_a_checker_of_the_package_is_that_of_the_command() -> None:
    from cofitcheck.checker import Checker

    assert cofitcheck.Checker is Checker


def test_a_report_has_its_data_and_a_useful_repr(report: Report) -> None:
    assert len(report.found) == len(report.facts) == 1
    assert "1 findings" in repr(report)


def test_a_notebook_shows_the_findings_as_text(report: Report) -> None:
    page = report._repr_html_()
    assert "1,230 in" in page
    assert "<i>" not in page


def test_save_writes_and_names_the_files(report: Report, tmp_path: Path) -> None:
    files = report.save(tmp_path / "out", "mine")
    assert {path.name for path in files} == {"mine.report.html", "mine.marked.html", "mine.report.json"}
    assert all(path.stat().st_size for path in files)


def test_a_finding_has_its_numbers_themselves(report: Report) -> None:
    (finding,) = report.findings
    assert (finding.mention.text, finding.counterpart.text) == ("1,230", "2,340")
    assert finding.mention is report.document.mentions[report.found[0].mention]
    assert report.ledger.of(finding.mention) == report.ledger.of(finding.mention.index)


def test_each_frame_comes_from_the_report(report: Report) -> None:
    pytest.importorskip("pandas")
    frames = (report.findings_frame(), report.facts_frame(), report.left_open_frame(), report.ledger_frame())
    assert [len(frame) for frame in frames] == [1, 2, 0, len(report.document.mentions)]


def test_a_worker_process_says_what_a_direct_call_says(
    write: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    document = write("a.htm", "FINDING")
    direct = json.loads(FakeChecker().check(cofitcheck.read(document)).to_json())
    monkeypatch.setattr("cofitcheck.engines.worker.load_checker", load)
    CliRunner().invoke(main, ["check", str(document), "--json", str(tmp_path / "worker.json")])
    assert json.loads((tmp_path / "worker.json").read_text()) == direct


def test_an_unreadable_document_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(cofitcheck.errors.InputError, match=r"missing\.htm"):
        cofitcheck.check(tmp_path / "missing.htm")


def test_a_setting_that_cannot_be_is_a_config_error() -> None:
    with pytest.raises(cofitcheck.errors.ConfigError, match="threads"):
        cofitcheck.CheckConfig(threads=-1)
