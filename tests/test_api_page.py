"""The page on the package from Python, and the schemas of the JSON, are those of the code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cofitcheck

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "docs" / "make_api.py"


def test_the_pages_are_current() -> None:
    done = subprocess.run([sys.executable, str(SCRIPT), "--check"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_page_has_every_public_name_and_says_what_it_is() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    named = set(cofitcheck.__all__) - {"__version__", "errors"}
    assert {name for name in named if f"### {name}\n" not in page} == set()
    for error in vars(cofitcheck.errors).values():
        if isinstance(error, type):
            assert f"- `{error.__name__}(" in page
    sections = page.split("\n### ")[1:]
    assert [part for part in sections if len(part.split("\n\n")) < 2] == []
