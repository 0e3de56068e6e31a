"""What the tests of batches share: starting one as a user does, and reading what it wrote."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow.parquet as pq
from click.testing import Result

from cofitcheck.batch.schema import TABLES

Batch: TypeAlias = Callable[..., Result]

COMMAND = """
import cofitcheck.cli, cofitcheck.engines.worker
from tests.cli import cli_fakes
cofitcheck.engines.worker.load_checker = cli_fakes.load
cofitcheck.cli.main()
"""


def start(*arguments: str | Path, **options: Any) -> subprocess.Popen[str]:
    """Start a batch as a process of its own, with a checker that needs no model."""
    command = [sys.executable, "-c", COMMAND, "batch", *map(str, arguments)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True, **options)


def rows(output: Path, table: str) -> list[dict[str, Any]]:
    """Return the rows of a table, in whatever parts they are."""
    return [
        row for part in sorted((output / table).glob("*.parquet")) for row in pq.read_table(part).to_pylist()
    ]


def documents(output: Path) -> dict[str, dict[str, Any]]:
    """Return the row of each document by its name; there is one of each."""
    found = rows(output, "documents")
    named = {Path(row["document"]).name: row for row in found}
    assert len(named) == len(found), "a document has two lines"
    return named


def by_document(output: Path) -> dict[str, dict[str, Sequence[Any]]]:
    """Return the rows of every table by document, but for the one in which no two runs agree."""
    found: dict[str, dict[str, list[Any]]] = {}
    for table in TABLES.keys() - {"timings"}:
        for row in rows(output, table):
            found.setdefault(row["document"], {}).setdefault(table, []).append(row)
    return {document: dict(tables) for document, tables in found.items()}
