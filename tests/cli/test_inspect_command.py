"""`cofitcheck inspect`: a list of tables, one table, and what is said of a table that is not there."""

import pytest
from click.testing import CliRunner, Result

from cofitcheck.cli import main
from tests.cli.cli_fakes import Write


def inspect(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["inspect", *map(str, arguments)])


def test_without_a_table_all_are_listed(write: Write) -> None:
    result = inspect(write("a.htm"))
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["table", "0", "1"]


def test_a_table_is_shown_with_its_rows_and_columns(write: Write) -> None:
    lines = inspect(write("a.htm"), "--table", 1).stdout.splitlines()
    assert lines[0].startswith("table 1:")
    assert sum(line.startswith("  row ") for line in lines) == 5
    assert sum(line.startswith("  column ") for line in lines) == 3
    assert "      column 1: 1,230 -> 1,230, no unit, 2024 (by headers)" in lines


@pytest.mark.parametrize("number", [2, 99])
def test_a_table_that_is_not_there_is_named_with_those_that_are(write: Write, number: int) -> None:
    result = inspect(write("a.htm"), "--table", number)
    assert result.exit_code == 2
    assert result.stderr == f"Error: a.htm: there is no table {number}; its tables are 0 to 1.\n"


def test_a_file_that_is_no_document_is_one_sentence(write: Write) -> None:
    path = write("a.htm")
    path.write_bytes(b"")
    result = inspect(path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "Error: a.htm: the file is empty; give a document with tables.\n"
