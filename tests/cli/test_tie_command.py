"""`cofitcheck tie`: exit statuses, the files, the languages."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import jsonschema
import pytest
from click.testing import CliRunner, Result

from cofitcheck.cli import main
from cofitcheck.evaluation.books.companies import Company, charts, company, write_books, write_statements
from cofitcheck.reports.tied_files import tie_schema


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["tie", *map(str, words)])


@pytest.fixture
def made(tmp_path: Path) -> Company:
    one = company(charts()[0], Random(3))
    write_statements(one, tmp_path, "report")
    write_books(one, tmp_path, "right")
    first, *others = one.accounts
    wrong = replace(first, amounts=(first.amounts[0] + 540, first.amounts[1]))
    write_books(replace(one, accounts=(wrong, *others)), tmp_path, "wrong")
    return one


@pytest.mark.usefixtures("made")
def test_what_agrees_ends_with_0_and_what_differs_with_1(tmp_path: Path) -> None:
    right = run(tmp_path / "report.htm", tmp_path / "right.csv")
    assert right.exit_code == 0, right.output
    assert "22 lines of the statements against 60 accounts: 22 agree." in right.stdout
    wrong = run(tmp_path / "report.htm", tmp_path / "wrong.csv")
    assert wrong.exit_code == 1
    assert "Cash and cash equivalents: differs: this year" in wrong.stdout
    assert "The books are out of balance by as much." in wrong.stdout
    assert run(tmp_path / "report.htm", tmp_path / "wrong.csv", "--fail-on", "never").exit_code == 0


@pytest.mark.usefixtures("made")
def test_what_cannot_be_tied_is_a_sentence_and_2(tmp_path: Path) -> None:
    result = run(tmp_path / "report.htm", tmp_path / "report.htm")
    assert result.exit_code == 2
    assert result.stderr == "Error: report.htm: this is HTML; save it as .xlsx, .csv or .tsv.\n"


@pytest.mark.usefixtures("made")
def test_the_report_is_written_as_a_page_and_as_json(tmp_path: Path) -> None:
    run(tmp_path / "report.htm", tmp_path / "wrong.csv", "--output", tmp_path / "out", "--language", "ja")
    page = (tmp_path / "out" / "report.tied.report.html").read_text("utf-8")
    assert "財務諸表と帳簿の照合" in page
    assert "1000 First Harbor operating" in page
    record = json.loads((tmp_path / "out" / "report.tied.report.json").read_bytes())
    jsonschema.validate(record, tie_schema())
    assert record["summary"]["differs"] == 1
    (line,) = [each for each in record["lines"] if each["outcome"] == "differs"]
    assert record["accounts"][line["accounts"][0]]["code"] == "1000"
    assert [each["wrong"] for each in record["remarks"]] == [True, False]


@pytest.mark.usefixtures("made")
def test_the_mapping_is_written_and_read_again(tmp_path: Path) -> None:
    mapping = tmp_path / "mapping.csv"
    run(tmp_path / "report.htm", tmp_path / "right.csv", "--mapping", mapping)
    written = mapping.read_text("utf-8-sig")
    assert "1000,First Harbor operating,Current assets › Cash and cash equivalents" in written
    again = run(tmp_path / "report.htm", tmp_path / "right.csv", "--mapping", mapping, "-v")
    assert again.stdout.count("in the mapping file") == 22
