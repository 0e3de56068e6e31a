"""The house is measured by what its syntax trees hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.pages import RESULTS
from benchmarks.structure import SOURCES, measure

TOTALS = '''"""What 合计 is."""

import re

_FEWEST = 2
"""Fewer parts make no sum."""
_MOST = 40
# Sums are named so.
_SUM = re.compile("合计")


class Row:
    def is_sum(self, label: str) -> bool:
        return bool(_SUM.search(label))
'''
TABLES = '''class Row:
    """A row."""


class _Own:
    """合计"""
'''


@pytest.mark.parametrize("what", ["modules", "lines"])
def test_the_sizes_on_the_page_are_within_5_percent_of_what_is_there(what: str) -> None:
    kept = json.loads((RESULTS / "structure.json").read_bytes())
    assert kept[what] == pytest.approx(measure(SOURCES)[what], rel=0.05), "make figures"


def test_modules_functions_words_and_names_are_counted(tmp_path: Path) -> None:
    for name, text in {
        "rows/totals.py": TOTALS,
        "tables/rows.py": TABLES,
        "language/words.py": TOTALS,
        "tables/__init__.py": '"""Tables."""\n',
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    found = measure(tmp_path)
    assert (found["modules"], found["lines"]) == (4, 2 * 14 + 6 + 1)
    assert found["lines_a_module"] == {"median": 10, "p90": 14, "most": 14}
    assert (found["functions"], found["lines_a_function"]) == (2, {"median": 2, "p90": 2, "most": 2})
    assert (found["patterns"], found["comment_share"]) == (2, round(2 / 35, 4))
    assert (found["thresholds"], found["thresholds_told"]) == (4, 2)
    assert found["empty_modules"] == 1
    assert found["lines_a_module_with_code"] == {"median": 14, "p90": 14, "most": 14}
    assert found["with_words"] == ["rows/totals.py"]
    assert found["public_classes_twice"] == {"Row": ["language/words.py", "rows/totals.py", "tables/rows.py"]}
    assert found["private_classes_twice"] == {}
    rows = found["rows"]
    assert isinstance(rows, list)
    assert [row["folder"] for row in rows] == ["language", "rows", "tables"]
