"""Statements in the words and layouts of the statutes of several countries, each with one error and without.

`prepared.txt` has them: a line `=== name.ending` begins a document, `# title` a table, `> unit` its unit; the
cells of a row are set apart by semicolons. `1,412 => 1,421` is a number and what it becomes in the error.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.checker.small_documents import Printed, digits, found, printed

_CHANGE = re.compile(r"(?P<right>[^;]*?) => (?P<wrong>[^;\n]*)")


@dataclass(frozen=True)
class Prepared:
    """A document: its name, the ending of its format, and its lines."""

    name: str
    ending: str
    text: str

    def tables(self, which: str) -> list[Printed]:
        """Return the tables with the numbers that are `right` or `wrong`."""
        parts = _CHANGE.sub(lambda change: change[which], self.text).split("# ")[1:]
        return [_table(part.splitlines()) for part in parts]

    def wrong(self) -> list[str]:
        """Return the digits of the numbers that are wrong."""
        return [digits(change["wrong"]) for change in _CHANGE.finditer(self.text)]


def _table(lines: list[str]) -> Printed:
    title, unit, *rows = (line for line in lines if line.strip())
    return printed(title, unit.removeprefix("> "), *rows)


def _documents() -> list[Prepared]:
    text = Path(__file__).with_name("prepared.txt").read_text(encoding="utf-8")
    found = []
    for part in text.split("=== ")[1:]:
        head, _, body = part.partition("\n")
        name, _, ending = head.rpartition(".")
        found.append(Prepared(name, ending, body))
    return found


@pytest.mark.parametrize("prepared", _documents(), ids=lambda each: each.name)
def test_prepared_statements_without_an_error_are_silent(prepared: Prepared) -> None:
    assert found(prepared.tables("right"), prepared.ending) == []


@pytest.mark.parametrize("prepared", _documents(), ids=lambda each: each.name)
def test_the_error_of_prepared_statements_is_found(prepared: Prepared) -> None:
    findings = found(prepared.tables("wrong"), prepared.ending)
    assert any(wrong in numbers.split() for wrong in prepared.wrong() for numbers in findings)
