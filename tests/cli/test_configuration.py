"""Options from the file beside the document and from the environment, and `cofitcheck config`."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from cofitcheck.cli import main
from tests.cli.cli_fakes import Check, Write


def shown(*arguments: str | Path) -> dict[str, tuple[str, str]]:
    """Return what `cofitcheck config` says of each option: its value and where it comes from."""
    lines = CliRunner().invoke(main, ["config", *map(str, arguments)]).stdout.splitlines()
    words = (line.split() for line in lines if not line.startswith("#"))
    return {name: (" ".join(value), origin) for name, *value, origin in words}


def test_a_file_above_the_document_holds_and_the_nearest_first(
    check: Check, write: Write, tmp_path: Path
) -> None:
    document = write("deep/er/a.htm", "FINDING")
    (tmp_path / "cofitcheck.toml").write_text('fail-on = "never"\n')
    assert check(document).exit_code == 0
    (tmp_path / "deep" / "pyproject.toml").write_text('[tool.cofitcheck]\nfail-on = "high"\nquiet = true\n')
    result = check(document)
    assert result.exit_code == 1
    assert result.stdout == ""


def test_a_pyproject_of_others_is_passed_by(check: Check, write: Write, tmp_path: Path) -> None:
    document = write("in/a.htm", "FINDING")
    (tmp_path / "in" / "pyproject.toml").write_text('[project]\nname = "x"\n')
    (tmp_path / "cofitcheck.toml").write_text('ignore = ["repeat", "references"]\n')
    assert "1 finding is set aside" in check(document).stdout


def test_the_command_line_is_before_the_environment_and_that_before_the_file(
    check: Check, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = write("a.htm", "FINDING")
    (tmp_path / "cofitcheck.toml").write_text('fail-on = "never"\nthreshold = 0.4\n')
    assert shown(document)["fail-on"] == ("never", "cofitcheck.toml")
    monkeypatch.setenv("COFITCHECK_FAIL_ON", "high")
    assert check(document).exit_code == 1
    assert check(document, "--fail-on", "never").exit_code == 0
    told = shown(document)
    assert told["fail-on"] == ("high", "COFITCHECK_FAIL_ON")
    assert told["threshold"] == ("0.4", "cofitcheck.toml")
    assert told["tracked-changes"] == ("accepted", "default")


def test_paths_begin_at_the_folder_of_the_file(check: Check, write: Write, tmp_path: Path) -> None:
    document = write("in/a.htm")
    (tmp_path / "cofitcheck.toml").write_text('output = "reports"\n')
    assert check(document).exit_code == 0
    assert (tmp_path / "reports" / "a.report.html").is_file()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("treshold = 0.4\n", "did you mean threshold?"),
        ('server = "http://example.com"\n', "there is no option server for this file"),
        ("threshold = 4\n", "threshold: 4"),
        ('quiet = "yes"\n', "quiet is true or false"),
        ('select = "smu"\n', "did you mean sum?"),
        ("threshold = \n", "is no TOML"),
    ],
)
def test_what_a_file_must_not_say_is_one_sentence_with_its_name(
    check: Check, write: Write, tmp_path: Path, text: str, said: str
) -> None:
    document, path = write("a.htm"), tmp_path / "cofitcheck.toml"
    path.write_text(text)
    result = check(document)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.startswith(f"Error: {path}: ")
    assert not document.with_name("a.report.html").exists()


def test_a_comparison_takes_of_the_file_what_it_knows(write: Write, tmp_path: Path) -> None:
    this, other = write("this.htm"), write("other.htm", "Another draft")
    (tmp_path / "cofitcheck.toml").write_text('select = "sum"\noutput = "reports"\nquiet = true\n')
    result = CliRunner().invoke(main, ["compare", str(this), str(other), "--as", "draft"])
    assert (result.exit_code, result.stdout) == (0, "")
    assert list((tmp_path / "reports").iterdir())


def test_without_a_file_all_is_default(tmp_path: Path) -> None:
    assert {origin for _, origin in shown(tmp_path / "a.htm").values()} == {"default"}
