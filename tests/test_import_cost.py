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
FEW = 10
"""Patterns that importing uses itself, to read what words mean."""


@pytest.mark.parametrize("module", ["cofitcheck", "cofitcheck.cli"])
def test_nothing_heavy_is_imported(module: str) -> None:
    code = f"import {module}, sys; print(*sorted(set(sys.modules) & set({HEAVY!r})))"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "\n"
    )


@pytest.mark.parametrize("asked", ["--version", "--help"])
def test_nothing_heavy_is_imported_to_say_what_there_is(asked: str) -> None:
    code = (
        "import runpy, sys\n"
        f"sys.argv = ['cofitcheck', {asked!r}]\n"
        "try:\n    runpy.run_module('cofitcheck', run_name='__main__')\n"
        f"finally: print(*sorted(set(sys.modules) & set({HEAVY!r})), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout
    assert done.stderr == "\n"


def test_importing_what_checks_compiles_few_patterns() -> None:
    code = (
        "import re, sys; compile_, made = re.compile, []\n"
        "def compile(*pattern, **flags):\n"
        "    made.append(sys._getframe(1).f_globals['__name__'])\n"
        "    return compile_(*pattern, **flags)\n"
        "re.compile = compile\n"
        "import cofitcheck.checker\n"
        "print(*(name for name in made if name.startswith('cofitcheck')))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert len(done.stdout.split()) < FEW


def test_help_is_instant() -> None:
    # The best of five, in processor time: what else the machine does only ever adds.
    assert min(_seconds_for_help() for _ in range(5)) < HELP_SECONDS


def _seconds_for_help() -> float:
    before = os.times()
    subprocess.run([sys.executable, "-m", "cofitcheck", "check", "--help"], capture_output=True, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
