"""Two made-up filings, and a run of a script as a command."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import made_up_filings

Run = Callable[..., dict[str, Any]]


@pytest.fixture
def filings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a list of two filings of the split test."""
    monkeypatch.setattr(made_up_filings, "SPLITS", {"train": 1, "dev": 1, "test": 2})
    made_up_filings.write(tmp_path / "made-up")
    return tmp_path / "made-up" / "filings.tsv"


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Return what runs a script in its own work folder and gives its figures."""

    def script(command: click.Command, *words: object) -> dict[str, Any]:
        target = tmp_path / "out.json"
        typed = [*map(str, words), "--work", str(tmp_path / "work"), "--json", str(target)]
        result = CliRunner().invoke(command, typed)
        assert result.exit_code == 0, result.output
        figures: dict[str, Any] = json.loads(target.read_bytes())
        return figures

    return script
