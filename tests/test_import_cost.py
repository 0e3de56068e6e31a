"""Importing the package and asking for help stay instant."""

import subprocess
import sys
import time

import pytest

HEAVY = (
    "numpy",
    "lxml",
    "onnxruntime",
    "faiss",
    "torch",
    "lightgbm",
    "pandas",
    "jinja2",
    "rich",
    "tokenizers",
    "fastapi",
    "sqlalchemy",
    "uvicorn",
    "openpyxl",
    "pyarrow",
    "fsspec",
    "ray",
)
HELP_SECONDS = 0.5


@pytest.mark.parametrize("module", ["cofitcheck", "cofitcheck.cli"])
def test_nothing_heavy_is_imported(module: str) -> None:
    code = f"import {module}, sys; print(*sorted(set(sys.modules) & set({HEAVY!r})))"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "\n"
    )


def test_help_is_instant() -> None:
    # The best of five: other processes on the machine only ever add.
    assert min(_seconds_for_help() for _ in range(5)) < HELP_SECONDS


def _seconds_for_help() -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "cofitcheck", "check", "--help"], capture_output=True, check=True)
    return time.perf_counter() - start
