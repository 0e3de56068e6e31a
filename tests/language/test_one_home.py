"""What words mean stands in `language/`: no other module has Chinese or Japanese words of its own, and those
that still have patterns of English words are listed, so that there are never more."""

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


_ENGLISH = re.compile(r"(?<![\\A-Za-z{(?])[a-z]{3,}")
_NO_WORDS = re.compile(r"\\[a-zA-Z]|\(\?P?<\w+>|\{[^}]*\}|[ivxlcdm]{3,}(?![a-z])")
SYNTAX = {
    "classification/servers/answers.py": "the mark-up of a model's answer",
    "datasets/edgar.py": "addresses of an archive",
    "datasets/fetch.py": "addresses",
    "encoding/texts.py": "what stands for a number in the texts that the models were trained on",
    "readers/contract.py": "what libraries say of damage",
    "readers/formats.py": "the beginnings of files",
    "readers/html/separate_tables.py": "style sheets",
    "readers/html/parse.py": "HTML",
    "readers/html/text.py": "style sheets",
    "readers/packages.py": "the names of files",
    "readers/plain.py": "HTML",
    "readers/typed/__init__.py": "the marks of typed filings",
    "reports/formats.py": "the names of files",
    "reports/marked/html.py": "HTML",
    "reports/marked/sanitise.py": "style sheets",
    "reports/marked/steps.py": "HTML",
    "reports/words/languages.py": "the tags of languages",
    "readers/xlsx/__init__.py": "the names that programs give sheets",
    "review/security/gate.py": "addresses",
    "review/handover/workbook.py": "the colours of cells",
    "training/lines.py": "the names of features",
}
"""Patterns of what is written so in every language."""
NOT_YET = {
    "checks/references/found.py",
    "checks/references/titles.py",
    "checks/text/segments.py",
    "encoding/texts.py",
}
"""Modules that have English words of their own. One leaves the list when `language/` has its words."""


def has_english(source: str) -> bool:
    """Tell whether a module compiles a pattern that has a word of three letters or more."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    compiled = (
        node
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr == "compile"
        for argument in call.args[:1]
        for node in _literal(argument)
    )
    return any(_ENGLISH.search(_NO_WORDS.sub(" ", each)) for each in compiled)


def _literal(pattern: ast.expr) -> list[str]:
    """Return the parts of a pattern that are written out, without the names that stand in braces."""
    if isinstance(pattern, ast.JoinedStr):
        return [part for value in pattern.values for part in _literal(value)]
    if isinstance(pattern, ast.BinOp):
        return _literal(pattern.left) + _literal(pattern.right)
    return [pattern.value] if isinstance(pattern, ast.Constant) and isinstance(pattern.value, str) else []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("re.compile(r'\\btotals?\\b')", True),
        ("re.compile(rf'{TOTAL}|net sales')", True),
        ("re.compile(rf'{WORDS[\"total\"]}')", False),
        ("re.compile(r'(?P<digits>\\d+)')", False),
        ("re.compile(r'[ivxlcdm]+|xviii')", False),
        ("X = 'total'", False),
    ],
)
def test_an_english_pattern_is_told_from_a_name(source: str, found: bool) -> None:
    assert has_english(source) == found


def test_english_patterns_only_become_fewer() -> None:
    paths = {path.relative_to(SOURCES).as_posix(): path for path in SOURCES.rglob("*.py")}
    found = {name for name, path in paths.items() if has_english(path.read_text(encoding="utf-8"))}
    assert {name for name in found if not name.startswith("language/")} == {*SYNTAX, *NOT_YET}
