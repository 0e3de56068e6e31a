"""`cofitcheck inspect`: a list of tables, one table, and what is said of a table that is not there."""

import subprocess
import sys

import pytest
from click.testing import CliRunner, Result

from cofitcheck.cli import main
from cofitcheck.cli.common import EXIT_CLOSED_PIPE
from tests.cli.cli_fakes import Write


def inspect(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["inspect", *map(str, arguments)])


def test_without_a_table_all_are_listed(write: Write) -> None:
    result = inspect(write("a.htm"))
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["table", "1", "2"]


def test_a_table_is_shown_with_its_rows_and_columns(write: Write) -> None:
    lines = inspect(write("a.htm"), "--table", 2).stdout.splitlines()
    assert lines[0].startswith("table 2:")
    assert sum(line.startswith("  row ") for line in lines) == 5
    assert sum(line.startswith("  column ") for line in lines) == 3
    assert "      column 1: 1,230 -> 1,230, no unit, 2024 (by headers)" in lines


@pytest.mark.parametrize("number", [3, 99])
def test_a_table_that_is_not_there_is_named_with_those_that_are(write: Write, number: int) -> None:
    result = inspect(write("a.htm"), "--table", number)
    assert result.exit_code == 2
    assert result.stderr == f"Error: a.htm: there is no table {number}; its tables are 1 to 2.\n"


def test_a_reader_that_goes_is_no_error(write: Write) -> None:
    """`inspect FILE | head -1`, with more than the pipe holds."""
    rows = "".join(f"<tr><td>Line {n}</td><td>{n},000</td></tr>" for n in range(1_000))
    path = write("a.htm")
    path.write_text(f"<table><tr><td></td><td>2031</td></tr>{rows}</table>")
    with subprocess.Popen(
        [sys.executable, "-m", "cofitcheck", "inspect", str(path), "--table", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().startswith(b"table 1:")
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == EXIT_CLOSED_PIPE


def test_a_file_that_is_no_document_is_one_sentence(write: Write) -> None:
    path = write("a.htm")
    path.write_bytes(b"")
    result = inspect(path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "Error: a.htm: the file is empty; give a document with tables.\n"
