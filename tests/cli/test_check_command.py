"""`cofitcheck check`: exit statuses, reports, JSON, and what is said."""

import gzip
import json
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from click.testing import CliRunner
from lxml import html

from cofitcheck.cli import main
from tests.cli import cli_fakes
from tests.cli.cli_fakes import Check, Write
from tests.readers.html_pages import table
from tests.readers.office_files import book_bytes, book_of, word_bytes, word_of
from tests.readers.test_converters import docling


def test_nothing_found_is_status_0(check: Check, write: Write) -> None:
    assert check(write("a.htm")).exit_code == 0


def test_with_exit_zero_findings_are_no_failure(check: Check, write: Write) -> None:
    found = write("a.htm", "FINDING")
    assert check(found, "--exit-zero").exit_code == 0
    empty = write("b.htm")
    empty.write_bytes(b"")
    assert check(found, empty, "--exit-zero").exit_code == 2


@pytest.mark.parametrize(("least", "status"), [("high", 1), ("medium", 0), ("never", 0)])
def test_fail_on_counts_findings_of_that_severity_or_more(
    check: Check, write: Write, least: str, status: int
) -> None:
    words = "FINDING" if least == "high" else "FINDING NOTICE"
    result = check(write("a.htm", words), "--fail-on", least)
    assert result.exit_code == status
    assert "Revenue 0: 1,230" in result.stdout


def test_kinds_that_are_not_selected_are_set_aside_and_counted(check: Check, write: Write) -> None:
    document = write("a.htm", "FINDING")
    result = check(document, "--select", "sums,roll-forward,text")
    assert result.exit_code == 0
    assert "1 finding is set aside: not of a selected kind" in result.stdout
    assert "Revenue 0: 1,230" not in result.stdout
    report = json.loads(document.with_name("a.report.json").read_text())
    assert report["findings"] == []
    assert report["summary"]["contradicted"] == 1
    assert [each["finding"]["kind"] for each in report["set_aside"]] == ["repeat"]
    page = html.parse(document.with_name("a.report.html")).find(".//section[@id='set-aside']")
    assert page is not None
    assert "0000000000000000" in page.text_content()
    assert check(document, "--checks", "repeat").exit_code == 1


@pytest.mark.parametrize("command", ["check", "compare", "review", "batch"])
def test_a_kind_that_is_not_there_is_refused_with_the_list_and_the_nearest(command: str) -> None:
    result = CliRunner().invoke(main, [command, "a.htm", "--checks", "refrence"])
    assert result.exit_code == 2
    said = " ".join(result.stderr.split())
    assert "no kind 'refrence' (there are repeat, sum, roll_forward, identity, derived, text" in said
    assert "did you mean reference?" in said


def test_verbose_prints_what_is_set_aside_and_quiet_nothing(check: Check, write: Write) -> None:
    document = write("a.htm", "FINDING")
    assert "Revenue 0: 1,230" in check(document, "--ignore", "repeat", "-v").stdout
    assert check(document, "-q").stdout == ""


def test_a_check_that_ended_early_is_status_2_and_keeps_its_report(check: Check, write: Write) -> None:
    result = check(write("a.htm", "FINDING ENDED-EARLY"))
    assert result.exit_code == 2
    said = " ".join(result.stdout.split())
    assert "7 numbers" in said
    assert "the check ended at its bound of 120 seconds" in said
    assert list(write("b.htm").parent.glob("a*.html"))


def test_findings_are_status_1_and_stand_in_the_summary(check: Check, write: Write) -> None:
    result = check(write("a.htm", "FINDING"))
    assert result.exit_code == 1
    assert "1 document · 2 tables · 16 numbers · 0 of them checked" in result.stdout
    assert "Revenue 0: 1,230" in result.stdout


def test_the_summary_of_several_documents_has_a_line_each_the_worst_first(check: Check, write: Write) -> None:
    result = check(write("a.htm"), write("b.htm", "FINDING"))
    rows = [line.split() for line in result.stdout.splitlines() if line.split()[-1] == "0"]
    assert rows == [
        ["b.htm", "16", "1", "0", "1", "0", "0", "0", "0"],
        ["a.htm", "16", "1", "1", "0", "0", "0", "0", "0"],
        ["2", "documents", "32", "2", "1", "1", "0", "0", "0", "0"],
    ]


def test_of_several_documents_those_with_findings_are_named_with_their_reports(
    check: Check, write: Write, tmp_path: Path
) -> None:
    found = write("b.htm", "FINDING")
    lines = check(write("a.htm"), found, "--output", tmp_path / "out").stdout.splitlines()
    (at,) = (number for number, line in enumerate(lines) if line.startswith(f"{found}: "))
    assert lines[at] == f"{found}: {tmp_path / 'out' / 'b.report.html'}"
    assert lines[at + 1].startswith("  high    ")
    assert "1,230" in lines[at + 1]
    assert not [line for line in lines if "a.report.html" in line]


def test_names_keep_their_beginning_and_are_whole_where_there_is_room(
    check: Check, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"{company}-of-a-rather-long-name-10-q-20230630.htm" for company in ("alpha", "beta")]
    documents = [write(f"in/{name}") for name in names]
    monkeypatch.delenv("COLUMNS", raising=False)  # as tests that run beside each other are told
    whole = check(*documents).stdout
    assert all(any(line.startswith(f"{name} ") for line in whole.splitlines()) for name in names)
    monkeypatch.setenv("COLUMNS", "80")
    cut = [line.split()[0] for line in check(*documents).stdout.splitlines() if "…" in line]
    assert sorted(name.split("-")[0] for name in cut) == ["alpha", "beta"]
    assert all(name.endswith("30.htm") for name in cut)


def test_reports_stand_beside_the_document(check: Check, write: Write) -> None:
    document = write("a.htm")
    before = document.read_bytes()
    check(document)
    written = [path for path in document.parent.iterdir() if path != document]
    assert any(path.suffix == ".html" for path in written)
    assert any(path.suffix == ".json" for path in written)
    assert document.read_bytes() == before


def test_output_names_the_folder_and_makes_it(check: Check, write: Write, tmp_path: Path) -> None:
    document = write("in/a.htm")
    assert check(document, "--output", tmp_path / "deep" / "out").exit_code == 0
    assert list((tmp_path / "deep" / "out").iterdir())
    assert list(document.parent.iterdir()) == [document]


def test_documents_of_one_name_keep_their_own_reports(check: Check, write: Write, tmp_path: Path) -> None:
    one = check(write("x/a.htm"), "--output", tmp_path / "one")
    assert one.exit_code == 0
    two = check(write("x/a.htm"), write("y/a.htm", "FINDING"), "--output", tmp_path / "two")
    assert two.exit_code == 1
    index = 1
    assert len(list((tmp_path / "two").iterdir())) == index + 2 * len(list((tmp_path / "one").iterdir()))


def test_gzip_and_folders(check: Check, write: Write, tmp_path: Path) -> None:
    plain = write("in/deep/b.htm", "FINDING")
    (tmp_path / "in" / "a.htm.gz").write_bytes(gzip.compress(plain.read_bytes()))
    (tmp_path / "in" / "notes.txt").write_text("no document")
    result = check(tmp_path / "in", "--json", "-")
    assert {json.loads(line)["document"] for line in result.stdout.splitlines()} == {"a.htm.gz", "b.htm"}


def test_office_files_and_the_folder_of_a_report_are_documents_too(check: Check, tmp_path: Path) -> None:
    rows = (("FINDING", "2023", "2022"), ("Sales", "1,100", "1,200"))
    folder = tmp_path / "in"
    (folder / "report").mkdir(parents=True)
    (folder / "a.docx").write_bytes(word_bytes(word_of(*rows)))
    (folder / "~$a.docx").write_bytes(b"locked")
    (folder / "b.xlsx").write_bytes(book_bytes(book_of(*rows)))
    for name in ("01_ixbrl.htm", "02_ixbrl.htm"):
        (folder / "report" / name).write_text(f"<html><body>{table(*rows)}</body></html>")
    for run in range(2):
        result = check(folder, "--json", "-")
        reports = [json.loads(line) for line in result.stdout.splitlines()]
        assert {report["document"] for report in reports} == {"a.docx", "b.xlsx", "report"}, run
    assert (folder / "a.commented.docx").exists()
    assert (folder / "b.commented.xlsx").exists()
    assert (folder / "report.marked.html").exists()


def test_a_folder_is_checked_again_without_its_reports(check: Check, write: Write, tmp_path: Path) -> None:
    write("in/a.htm")
    check(tmp_path / "in")
    again = check(tmp_path / "in", "--json", "-")
    assert len(again.stdout.splitlines()) == 1


def test_several_documents_have_an_index_that_leads_to_their_reports(
    check: Check, write: Write, tmp_path: Path
) -> None:
    write("one & two.htm", "FINDING")
    write("sub/c.htm")
    (tmp_path / "sub" / "bad.htm").write_text("nothing")
    for _ in range(2):
        said = check(tmp_path)
        assert f"Index: {tmp_path / 'index.html'}" in said.stdout
    page: Any = html.fromstring((tmp_path / "index.html").read_text())
    links = [unquote(link) for link in page.xpath("//tbody//th/a/@href")]
    assert links == ["one _ two.report.html", "sub/c.report.html"]
    assert all((tmp_path / link).is_file() for link in links)
    assert page.xpath("//section[@id='not-checked']//tbody//th/text()") == ["sub/bad.htm"]


def test_an_index_stands_in_the_folder_that_was_named(check: Check, write: Write, tmp_path: Path) -> None:
    one, two = write("a/x.htm"), write("b/x.htm")
    check(one, two)
    assert not list(tmp_path.rglob("index.html"))
    check(one)
    check(tmp_path / "a")
    assert not list(tmp_path.rglob("index.html"))
    assert "Index" in check(one, two, "--output", tmp_path / "out").stdout
    assert (tmp_path / "out" / "index.html").is_file()
    two = write("a/y.htm")
    check(one, two)
    assert not (tmp_path / "a" / "index.html").exists()
    check(tmp_path / "a")
    assert (tmp_path / "a" / "index.html").is_file()


def test_an_index_that_cannot_be_written_is_said(check: Check, write: Write, tmp_path: Path) -> None:
    (tmp_path / "index.html").mkdir()
    (tmp_path / "cofitcheck-index.html").mkdir()
    write("a.htm")
    write("b.htm")
    run = check(tmp_path)
    assert "The index of the reports cannot be written" in run.stderr
    assert (tmp_path / "a.report.html").is_file()


def test_standard_input(check: Check, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = write("a.htm", "FINDING").read_bytes()
    monkeypatch.chdir(tmp_path)
    result = check("-", "--output", "out", stdin=source)
    assert result.exit_code == 1
    assert list((tmp_path / "out").glob("standard-input*"))


def test_json_of_one_document_is_its_report(check: Check, write: Write, tmp_path: Path) -> None:
    check(write("a.htm", "FINDING"), "--json", tmp_path / "all.json")
    assert len(json.loads((tmp_path / "all.json").read_text())["findings"]) == 1


def test_json_on_standard_output_stands_alone(check: Check, write: Write) -> None:
    result = check(write("a.htm"), write("b.htm", "FINDING"), "--json", "-")
    assert sorted(len(json.loads(line)["findings"]) for line in result.stdout.splitlines()) == [0, 1]
    assert "b.htm" in result.stderr


def test_quiet_says_nothing_unless_something_failed(check: Check, write: Write, tmp_path: Path) -> None:
    assert check(write("a.htm", "FINDING"), "--quiet").output == ""
    result = check(tmp_path / "missing.htm", "--quiet")
    assert result.stdout == ""
    assert "missing.htm" in result.stderr


def test_a_file_that_is_not_there_is_status_2_and_the_others_are_checked(
    check: Check, write: Write, tmp_path: Path
) -> None:
    result = check(tmp_path / "missing.htm", write("a.htm", "FINDING"), "--output", tmp_path / "out")
    assert result.exit_code == 2
    assert result.stderr.count("missing.htm") == 1
    assert list((tmp_path / "out").glob("a*"))


def test_an_empty_folder_is_not_checked(check: Check, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = check(tmp_path / "empty")
    assert result.exit_code == 2
    assert "the folder has no .htm" in result.stderr


def test_a_document_that_kills_its_process_costs_only_itself(
    check: Check, write: Write, tmp_path: Path
) -> None:
    files = [write("a.htm", "KILLED"), *(write(f"{name}.htm") for name in "bcd")]
    result = check(*files, "--workers", "2", "--output", tmp_path / "out")
    assert result.exit_code == 2
    assert "a.htm: not checked: its process was killed twice (SIGKILL)" in result.stderr
    assert all(list((tmp_path / "out").glob(f"{name}*")) for name in "bcd")


@pytest.mark.skipif(sys.platform == "win32", reason="no bound on processor time there")
def test_a_document_that_takes_too_long_costs_only_itself(check: Check, write: Write, tmp_path: Path) -> None:
    files = [write("a.htm", "BUSY"), *(write(f"{name}.htm") for name in "bc")]
    result = check(*files, "--workers", "1", "--seconds", "1", "--output", tmp_path / "out")
    assert result.exit_code == 2
    assert "a.htm: not checked: checking it took more than the allowed time" in result.stderr
    assert "--seconds" in result.stderr
    assert all(list((tmp_path / "out").glob(f"{name}*")) for name in "bc")


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux")
def test_a_document_that_takes_too_much_memory_costs_only_itself(
    check: Check, write: Write, tmp_path: Path
) -> None:
    files = [write("a.htm", "GREEDY"), write("b.htm")]
    result = check(*files, "--workers", "1", "--memory", "500", "--output", tmp_path / "out")
    assert result.exit_code == 2
    assert "a.htm: not checked: not enough memory" in result.stderr
    assert list((tmp_path / "out").glob("b*"))
    assert check(files[0], "--output", tmp_path / "out").exit_code == 0


def test_a_document_whose_process_was_killed_is_tried_again(
    check: Check, write: Write, tmp_path: Path
) -> None:
    assert check(write("a.htm", f"FINDING ONCE {tmp_path / 'mark'}"), write("b.htm")).exit_code == 1


def test_a_defect_of_ours_costs_only_its_document(check: Check, write: Write, tmp_path: Path) -> None:
    result = check(write("a.htm", "DEFECT"), write("b.htm"), "--workers", "1", "--output", tmp_path / "out")
    assert result.exit_code == 2
    assert "a.htm: not checked: a defect of cofitcheck stopped it" in result.stderr
    assert list((tmp_path / "out").glob("b*"))


def test_reports_that_cannot_be_written_are_said(check: Check, write: Write, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    result = check(write("a.htm"), "--output", tmp_path / "file" / "out")
    assert result.exit_code == 2
    assert "--output" in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("option", "value"),
    [("--threshold", "1.5"), ("--threshold", "much"), ("--workers", "0"), ("--json", "/no/where/x")],
)
def test_a_bad_option_is_named(check: Check, write: Write, option: str, value: str) -> None:
    result = check(write("a.htm"), option, value)
    assert result.exit_code == 2
    assert option in result.stderr


def test_a_missing_model_is_one_sentence(check: Check, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cofitcheck.engines.worker.load_checker", cli_fakes.load_nothing)
    result = check(write("a.htm"), write("b.htm"))
    assert result.exit_code == 2
    assert result.stderr.strip() == "Error: The model is not there."


def test_names_cannot_steer_the_terminal(check: Check, write: Write) -> None:
    result = check(write("a\x1b[2J.htm"), write("missing.htm").with_name("b\x1b[2J.htm"))
    assert "\x1b" not in result.output


def test_version_and_help() -> None:
    assert CliRunner().invoke(main, ["--version"]).output.startswith("cofitcheck, version 0.")
    assert "Exit status" in CliRunner().invoke(main, ["check", "--help"]).output


def test_help_lists_the_options_of_language_models_apart() -> None:
    of_all, _, of_models = (
        CliRunner().invoke(main, ["check", "--help"]).output.partition("A language model in place of")
    )
    assert "--threshold" in of_all
    assert "--server-model" not in of_all
    assert "--server-model" in of_models
    assert "--threshold" not in of_models


def test_sarif_has_the_findings_of_all_documents_and_what_could_not_be_checked(
    check: Check, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write("in/b.htm", "FINDING")
    write("in/a c.htm", "FINDING")
    (tmp_path / "in" / "empty.htm").write_bytes(b"")
    result = check("in", "--sarif", "found.sarif")
    (run,) = json.loads((tmp_path / "found.sarif").read_bytes())["runs"]
    places = [each["locations"][0]["physicalLocation"] for each in run["results"]]
    assert [place["artifactLocation"]["uri"] for place in places] == ["in/a%20c.htm", "in/b.htm"]
    lines = (tmp_path / "in" / "b.htm").read_text().split("\n")
    region = places[1]["region"]
    assert lines[region["startLine"] - 1][region["startColumn"] - 1 :].startswith("1,230")
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    (notice,) = invocation["toolExecutionNotifications"]
    assert notice["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "in/empty.htm"
    assert "empty" in notice["message"]["text"]
    assert result.exit_code == 2


def test_sarif_on_standard_output_leaves_the_summary_to_standard_error(check: Check, write: Write) -> None:
    result = check(write("a.htm"), "--sarif", "-")
    (run,) = json.loads(result.stdout)["runs"]
    assert run["results"] == []
    assert run["invocations"] == [{"executionSuccessful": True}]
    assert "1 document" in result.stderr


def test_findings_that_are_new_since_an_earlier_draft_are_said(
    check: Check, write: Write, tmp_path: Path
) -> None:
    earlier, later = write("earlier.htm"), write("later.htm", "FINDING")
    said = check(later, "--since", earlier).stdout
    assert "Since earlier.htm: 1 new, 0 with other numbers, 0 gone, 0 as before" in said
    assert len([line for line in said.splitlines() if line.startswith("  new")]) == 1
    report = tmp_path / "later.report.json"
    assert report.is_file()
    before = report.read_bytes()
    again = check(later, "--since", report)
    assert "Since later.htm: 0 new, 0 with other numbers, 0 gone, 1 as before" in again.stdout
    assert report.read_bytes() == before
    gone = check(earlier, "--since", report)
    assert "Since later.htm: 0 new, 0 with other numbers, 1 gone, 0 as before" in gone.stdout
    assert gone.exit_code == 0


def test_since_takes_one_document_and_what_can_be_read(check: Check, write: Write, tmp_path: Path) -> None:
    first, second = write("a.htm"), write("b.htm")
    several = check(first, second, "--since", first)
    assert several.exit_code == 2
    assert "--since is for one document" in several.stderr
    (tmp_path / "none.json").write_text("{}")
    none = check(first, "--since", tmp_path / "none.json")
    assert none.exit_code == 2
    assert "none.json: cannot be read as a report of this version" in none.stderr


def test_an_earlier_draft_may_be_json_itself(check: Check, write: Write, tmp_path: Path) -> None:
    earlier = tmp_path / "earlier.json"
    earlier.write_text(json.dumps(docling()))
    said = check(write("later.htm", "FINDING"), "--since", earlier).stdout
    assert "Since earlier.json: 1 new, 0 with other numbers, 0 gone, 0 as before" in said
