"""What words mean stands in `language/`: no other module has Chinese or Japanese words of its own."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import cofitcheck

SOURCES = Path(cofitcheck.__file__).parent
_LETTERS = re.compile(
    r"[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|\\u(?:30[4-9a-f]|3[4-9a-f]|[4-9])[0-9a-f]"
)
"""Letters as they are, and ranges of them that a pattern spells out; signs such as 。 are no words."""
ALLOWED = {
    "reports/words/languages.py": "what each language is called in itself, for whoever chooses one",
}


def has_words(source: str) -> bool:
    """Tell whether a module has Chinese or Japanese letters in a string that is no docstring."""
    tree = ast.parse(source)
    said = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    strings = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in said)
    return any(isinstance(node.value, str) and _LETTERS.search(node.value) for node in strings)


def with_words() -> list[str]:
    """Return the modules outside of `language/` that have such words."""
    paths = {path.relative_to(SOURCES).as_posix(): path for path in SOURCES.rglob("*.py")}
    return sorted(
        name
        for name, path in paths.items()
        if not name.startswith("language/") and has_words(path.read_text(encoding="utf-8"))
    )


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("X = '合计'", True),
        ('X = r"[\\u3040-\\u9fff]"', True),
        ("X = 'なし'", True),
        ('"""What 合计 is."""', False),
        ("X = 1  # 合计", False),
        ("X = '。（'", False),
    ],
)
def test_a_word_is_told_from_what_speaks_of_it(source: str, found: bool) -> None:
    assert has_words(source) == found


def test_words_stand_in_language_alone() -> None:
    found = with_words()
    assert [name for name in found if name not in ALLOWED] == []
    assert set(ALLOWED) <= set(found)
