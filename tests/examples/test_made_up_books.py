"""The books in `examples/` are those that the script writes, and their one slip is found."""

from pathlib import Path

from click.testing import CliRunner

import made_up_books as books
from cofitcheck.cli import main


def test_the_kept_files_are_current(tmp_path: Path) -> None:
    books.keep(tmp_path)
    for path in books.KEPT.iterdir():
        assert path.read_bytes() == (tmp_path / path.name).read_bytes(), path.name


def test_the_wrong_balance_is_told(tmp_path: Path) -> None:
    words = ["tie", str(books.KEPT / "annual-report.htm"), str(books.KEPT / "trial-balance.csv")]
    result = CliRunner().invoke(main, [*words, "--output", str(tmp_path)])
    assert result.exit_code == 1
    assert "Accounts receivable, net: differs: this year −899.92" in result.stdout
    assert "21 agree" in result.stdout


def test_all_companies_are_written(tmp_path: Path) -> None:
    books.write(tmp_path, seed=1)
    assert len(list(tmp_path.glob("company-*/trial-balance.*"))) == 5
