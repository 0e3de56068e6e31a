"""`cofitcheck baseline` and `check --baseline`: what is set aside holds until its numbers change."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cofitcheck.cli import main
from tests.cli.cli_fakes import Check, Write

NAME = "0" * 16


def baseline(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["baseline", *map(str, arguments)])


@pytest.fixture
def known(check: Check, write: Write, tmp_path: Path) -> Path:
    """Return a baseline with the one finding of a document."""
    check(write("a.htm", "FINDING"))
    path = tmp_path / "known.json"
    words = ("--who", "Ada", "--why", "two scopes", "--baseline", path)
    added = baseline("add", tmp_path / "a.report.json", "0000", *words)
    assert (added.exit_code, added.stdout) == (0, f"{path}: 1 more set aside.\n")
    return path


def test_what_is_set_aside_does_not_count_and_is_listed(
    check: Check, write: Write, tmp_path: Path, known: Path
) -> None:
    result = check(write("b.htm", "FINDING"), "--baseline", known)
    assert result.exit_code == 0
    assert "1 finding is set aside: in the baseline" in result.stdout
    (aside,) = json.loads((tmp_path / "b.report.json").read_text())["set_aside"]
    assert (aside["why"], aside["finding"]["fingerprint"]) == ("baseline", NAME)
    assert aside["by"].startswith("Ada, 20")
    assert aside["by"].endswith(": two scopes")
    assert "two scopes" in (tmp_path / "b.report.html").read_text()


def test_it_counts_again_where_its_numbers_have_changed(check: Check, write: Write, known: Path) -> None:
    document = write("b.htm", "FINDING")
    document.write_text(document.read_text().replace("1,230", "1,239"))
    result = check(document, "--baseline", known)
    assert result.exit_code == 1
    said = " ".join(result.stdout.split())
    assert "counts again, since its numbers have changed: 1,230 in" in said
    assert "is now 1,239" in said


def test_a_baseline_is_listed_and_what_is_taken_out_counts_again(
    check: Check, write: Write, known: Path
) -> None:
    listed = baseline("list", "--baseline", known).stdout
    assert listed.startswith(f"{NAME}  repeat        Revenue 0  (Ada, 20")
    assert baseline("remove", NAME, "--baseline", known).exit_code == 0
    assert baseline("list", "--baseline", known).stdout == ""
    assert check(write("b.htm", "FINDING"), "--baseline", known).exit_code == 1


def test_a_reference_that_names_nothing_leaves_the_baseline_as_it_was(known: Path, tmp_path: Path) -> None:
    before = known.read_bytes()
    words = ("--who", "Ada", "--why", "no", "--baseline", known)
    result = baseline("add", tmp_path / "a.report.json", "ffff", *words)
    assert result.exit_code == 2
    assert "ffff: no finding of a.htm has this reference" in result.stderr
    assert baseline("remove", "ffff", "--baseline", known).exit_code == 2
    assert known.read_bytes() == before


def test_a_file_that_is_no_baseline_is_refused(check: Check, write: Write, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"findings": 3}')
    for path in (wrong, tmp_path / "none.json"):
        result = check(write("a.htm"), "--baseline", path)
        assert result.exit_code == 2
        assert f"{path}: cannot be read as a baseline" in result.stderr


def test_the_file_beside_the_document_names_the_baseline(check: Check, write: Write, known: Path) -> None:
    (known.parent / "cofitcheck.toml").write_text('baseline = "known.json"\n')
    assert check(write("b.htm", "FINDING")).exit_code == 0
