"""`cofitcheck explain`: one finding with its calculation and its tables."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from benchmarks.pages import ROOT
from cofitcheck.cli import main
from cofitcheck.config import CheckConfig
from cofitcheck.readers import read
from cofitcheck.reports.model.report import Report
from tests.cli.cli_fakes import FakeChecker, Write


def explain(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["explain", *map(str, words)], env={"COLUMNS": "160"})


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(source: Path, config: CheckConfig) -> Report:
        return FakeChecker().check(read(source))

    monkeypatch.setattr("cofitcheck.api.check", check)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copy(ROOT / "examples" / "annual-report.htm", tmp_path_factory.mktemp("sample")))


def test_a_finding_is_shown_with_its_calculation_and_both_tables(sample: Path) -> None:
    said = explain(sample, "3").stdout
    assert "The calculation" in said
    assert "Inventories, as stated" in said
    assert "[A] $ 495" in said
    assert "[B] 459" in said
    assert said.count("Table ") >= 2
    assert "Both rows are labelled “Inventories”." in said


def test_it_is_told_in_the_language_of_the_reader(sample: Path) -> None:
    said = explain(sample, "3", "--language", "ja").stdout
    assert "The calculation" not in said
    assert "[A] $ 495" in said


@pytest.mark.usefixtures("fake")
@pytest.mark.parametrize("reference", ["1", "0000", "0" * 16])
def test_a_number_the_reference_or_its_first_letters_name_it(write: Write, reference: str) -> None:
    result = explain(write("a.htm", "FINDING"), reference)
    assert result.exit_code == 0
    assert "[A] 1,230" in result.stdout


@pytest.mark.usefixtures("fake")
def test_what_is_set_aside_is_shown_too(write: Write) -> None:
    assert "[A] 1,230" in explain(write("a.htm", "FINDING"), "0000", "--ignore", "repeat").stdout


@pytest.mark.usefixtures("fake")
def test_what_is_not_there_is_said(write: Write) -> None:
    result = explain(write("a.htm", "FINDING"), "2")
    assert result.exit_code == 2
    assert "no finding has the reference 2; its 1 findings have numbers from 1" in result.stderr


@pytest.mark.usefixtures("fake")
def test_a_report_leads_to_the_document_beside_it(write: Write) -> None:
    document = write("a.htm", "FINDING")
    FakeChecker().check(read(document)).save(document.parent, "a")
    report = document.with_name("a.report.json")
    assert "[A] 1,230" in explain(report, "1").stdout
    document.unlink()
    result = explain(report, "1")
    assert result.exit_code == 2
    assert "its document a.htm does not lie beside it" in result.stderr
