from pathlib import Path

import pytest
from click.testing import CliRunner, Result

pytest.importorskip("pyarrow", reason="the results are Parquet")

from cofitcheck.cli import main
from tests.batch.batch_runs import Batch
from tests.cli import cli_fakes
from tests.cli.cli_fakes import Write
from tests.cli.conftest import PAGE, ROWS


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a small document that says `words` to the folder `in`."""

    def write_document(name: str, words: str = "") -> Path:
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PAGE.format(words=f"<p>{words}</p>", rows=ROWS))
        return path

    return write_document


@pytest.fixture
def batch(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Batch:
    """Return a function that runs `cofitcheck batch` into `out` with a checker that needs no model."""
    monkeypatch.setattr("cofitcheck.engines.worker.load_checker", cli_fakes.load)

    def run(*arguments: str | Path) -> Result:
        given = [*map(str, arguments), "--output", str(tmp_path / "out"), "--workers", "1"]
        return CliRunner().invoke(main, ["batch", *given])

    return run
