from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import cofitcheck.engines.files  # noqa: F401  where it is imported, no command forks the process of the tests
from cofitcheck.cli import main
from tests.cli import cli_fakes
from tests.cli.cli_fakes import Check, Write

ROWS = "".join(f"<tr><td>Revenue {row}</td><td>1,23{row}</td><td>2,34{row}</td></tr>" for row in range(4))
PAGE = """<html><body><p>Annual report</p>{words}
<table><tr><td></td><td>2024</td><td>2023</td></tr>{rows}</table>
<table><tr><td></td><td>2024</td><td>2023</td></tr>{rows}</table></body></html>"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a small document that says `words` and returns its path."""

    def write_document(name: str, words: str = "") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PAGE.format(words=f"<p>{words}</p>", rows=ROWS))
        return path

    return write_document


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch) -> Check:
    """Return a function that runs `cofitcheck check` with a checker that needs no model.

    Its workers are forked from one server for all tests, which has the environment of the first of them.
    """
    monkeypatch.setattr("cofitcheck.engines.worker.load_checker", cli_fakes.load)

    def run(*arguments: str | Path, stdin: bytes | None = None) -> Result:
        return CliRunner().invoke(main, ["check", *map(str, arguments)], input=stdin)

    return run
