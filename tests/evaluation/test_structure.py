"""The house is measured by what its syntax trees hold."""

from __future__ import annotations

from pathlib import Path

from benchmarks.structure import measure

TOTALS = '''"""What 合计 is."""

import re

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


def test_modules_functions_words_and_names_are_counted(tmp_path: Path) -> None:
    for name, text in {
        "rows/totals.py": TOTALS,
        "tables/rows.py": TABLES,
        "language/words.py": TOTALS,
    }.items():
        path = tmp_path / name
        path.parent.mkdir()
        path.write_text(text, encoding="utf-8")
    found = measure(tmp_path)
    assert (found["modules"], found["lines"]) == (3, 2 * 11 + 6)
    assert found["lines_a_module"] == {"median": 11, "p90": 11, "most": 11}
    assert (found["functions"], found["lines_a_function"]) == (2, {"median": 2, "p90": 2, "most": 2})
    assert (found["patterns"], found["comment_share"]) == (2, round(2 / 28, 4))
    assert found["with_words"] == ["rows/totals.py"]
    assert found["public_classes_twice"] == {"Row": ["language/words.py", "rows/totals.py", "tables/rows.py"]}
    assert found["private_classes_twice"] == {}
    rows = found["rows"]
    assert isinstance(rows, list)
    assert [row["folder"] for row in rows] == ["language", "rows", "tables"]
