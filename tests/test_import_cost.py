"""Importing the package and asking for help stay instant."""

import os
import subprocess
import sys

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
    # The best of five, in processor time: what else the machine does only ever adds.
    assert min(_seconds_for_help() for _ in range(5)) < HELP_SECONDS


def _seconds_for_help() -> float:
    before = os.times()
    subprocess.run([sys.executable, "-m", "cofitcheck", "check", "--help"], capture_output=True, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
