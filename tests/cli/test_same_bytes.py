"""The same documents bring the same bytes, whatever a run happens to be like."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import docx
import pytest
from openpyxl import Workbook

from cofitcheck.batch.schema import TABLES
from tests.readers.office_files import book_bytes, word_bytes, word_table
from tests.readers.pdf_pages import pdf

pytestmark = pytest.mark.slow

HEADS = ("", "2024", "2023")
STATEMENT = (
    HEADS,
    ("Net sales", "48,211", "45,870"),
    ("Cost of sales", "31,904", "30,115"),
    ("Gross profit", "16,307", "15,755"),
    ("Selling expenses", "6,118", "5,902"),
    ("Operating income", "10,189", "9,853"),
)
SUMMARY = (HEADS, ("Net sales", "48,211", "45,870"), ("Gross profit", "16,370", "15,755"), *STATEMENT[4:])
CHANCES = (
    {"workers": "1", "PYTHONHASHSEED": "1", "TZ": "UTC0"},
    {"workers": "2", "PYTHONHASHSEED": "20251", "TZ": "XXX-13:30", "OMP_NUM_THREADS": "1"},
)
"""With one worker a check has all cores for its threads, with two half of them each."""


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one report in four formats, whose second table contradicts the first."""
    folder = tmp_path_factory.mktemp("documents")
    tables = (("Income statement", STATEMENT), ("Selected data", SUMMARY))
    word, book = docx.Document(), Workbook()
    book.remove(book["Sheet"])
    page = []
    for title, rows in tables:
        word.add_paragraph(title)
        word_table(word, *rows)
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append([int(text.replace(",", "")) if "," in text else text for text in row])
        cells = ("".join(f"<td>{text}</td>" for text in row) for row in rows)
        page.append(f"<p>{title}</p><table><tr>{'</tr><tr>'.join(cells)}</tr></table>")
    (folder / "birch-typed.docx").write_bytes(word_bytes(word))
    (folder / "birch-book.xlsx").write_bytes(book_bytes(book))
    (folder / "birch.htm").write_text(f"<html><body>{''.join(page)}</body></html>", encoding="utf-8")
    draw = [lambda sheet, rows=rows: sheet.ruled(60, 100, (200, 80, 80), rows) for _, rows in tables]
    (folder / "birch-printed.pdf").write_bytes(pdf(*draw))
    return folder


def _run(command: str, inputs: list[Path], output: Path, chance: dict[str, str], *options: str) -> str:
    environment = os.environ | {name: value for name, value in chance.items() if name != "workers"}
    named = ("--output", str(output), "--workers", chance["workers"], "--quiet", *options)
    done = subprocess.run(
        [sys.executable, "-m", "cofitcheck", command, *map(str, inputs), *named],
        env=environment,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, b""), done.stderr.decode()
    return done.stdout.decode()


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_reports_depend_on_the_documents_alone(documents: Path, tmp_path: Path) -> None:
    inputs = sorted(documents.iterdir())
    lines, outputs = [], []
    for number, (chance, files) in enumerate(zip(CHANCES, (inputs, inputs[::-1]), strict=True)):
        said = _run("check", files, tmp_path / str(number), chance, "--json", "-")
        lines.append(sorted(said.splitlines()))
        outputs.append(_contents(tmp_path / str(number)))
    kinds = ["report.html", "report.json", "marked.pdf", "marked.html", "commented.docx", "commented.xlsx"]
    assert {kind for kind in kinds if any(name.endswith(kind) for name in outputs[0])} == {*kinds}
    assert outputs[0].keys() == outputs[1].keys()
    assert [name for name, content in outputs[0].items() if outputs[1][name] != content] == []
    assert len(lines[0]) == len(inputs)
    assert lines[0] == lines[1]


def test_tables_of_a_batch_depend_on_the_documents_alone(documents: Path, tmp_path: Path) -> None:
    inputs = sorted(documents.iterdir())
    outputs = []
    for number, (chance, files) in enumerate(zip(CHANCES, (inputs, inputs[::-1]), strict=True)):
        _run("batch", files, tmp_path / str(number), chance, "--reports")
        outputs.append(_contents(tmp_path / str(number)))
    assert {name.partition("/")[0] for name in outputs[0]} >= {*TABLES, "reports"}
    assert outputs[0].keys() == outputs[1].keys()
    apart = [name for name, content in outputs[0].items() if outputs[1][name] != content]
    assert apart == ["timings/part-000001.parquet"]
