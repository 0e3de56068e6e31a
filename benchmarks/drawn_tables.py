"""Draw tables of PDFs at random, to be read by eye: a picture of each as printed, and what was read of it.

Verdicts are kept in `benchmarks/drawn-tables.jsonl`, one table a line, without a word of the documents.

Run: `python benchmarks/drawn_tables.py FOLDER --count 30 --output drawn` draws, and prints the rows read;
`--plumber` says how many of each table's numbers pdfplumber's default settings have in a cell of their own.
`python -m benchmarks.drawn_tables --verdicts benchmarks/drawn-tables.jsonl --json FILE` sums up the verdicts.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pypdfium2

from cofitcheck.document import Document, Table
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.readers import read

_SEED = 20261122
_SCALE = 1.4
_MARGIN = 24

LAST = range(11, 17)
"""The seeds of the draws that are told together."""


def draw(documents: list[Document], count: int, seed: int) -> list[tuple[Document, Table]]:
    """Return tables drawn at random, each document as likely as another."""
    chance = random.Random(seed)
    drawn: list[tuple[Document, Table]] = []
    while len(drawn) < count:
        document = chance.choice(documents)
        table = chance.choice(document.tables)
        if (document, table) not in drawn:
            drawn.append((document, table))
    return drawn


def picture(path: Path, table: Table, target: Path) -> None:
    """Write the part of the page where a table begins as a picture."""
    box = table.place.box
    page = pypdfium2.PdfDocument(path)[table.place.page - 1]
    image = page.render(scale=_SCALE).to_pil()
    if box:
        left, top, right, bottom = (edge * _SCALE for edge in box)
        around = (left - _MARGIN, top - 3 * _MARGIN, right + _MARGIN, bottom + _MARGIN)
        image = image.crop(tuple(int(max(0, edge)) for edge in around))
    image.save(target)


def rows_read(document: Document, table: Table) -> list[str]:
    """Return the numbers read on the first page of a table, one a line, with their headers."""
    mine = [m for m in document.mentions if m.table == table.index and m.place.page == table.place.page]
    return [f"{' / '.join(m.row_path)} | {' / '.join(m.column_path)} | {m.text}" for m in mine]


def plumbed(path: Path, document: Document, table: Table) -> tuple[int, int]:
    """Return how many numbers of a table's first page pdfplumber has in a cell of their own, of how many."""
    import pdfplumber

    wanted = Counter(
        _digits(m.text)
        for m in document.mentions
        if m.table == table.index and m.place.page == table.place.page
    )
    with pdfplumber.open(path) as opened:
        found: Any = opened.pages[table.place.page - 1].extract_tables()
    cells = Counter(_digits(cell) for rows in found for row in rows for cell in row if cell)
    return sum(min(count, cells[text]) for text, count in wanted.items()), sum(wanted.values())


def _digits(text: str) -> str:
    return "".join(char for char in text if char.isdigit() or char in ".%")


def sums(lines: Sequence[str]) -> dict[str, object]:
    """Return the verdicts by draw: tables, numbers, those that are right, those that were listed."""
    draws: dict[int, dict[str, Counter[str]]] = {}
    for each in map(json.loads, lines):
        kinds = draws.setdefault(each["seed"], {"ruled": Counter(listed=0), "others": Counter(listed=0)})
        counted = {name: each.get(name, 0) for name in ("numbers", "right", "listed", "pdfplumber")}
        kinds["ruled" if each["ruled"] else "others"].update(tables=1, **counted)
    last = [kinds for seed, kinds in draws.items() if seed in LAST]
    whole = {kind: sum((kinds[kind] for kinds in last), Counter()) for kind in ("ruled", "others")}
    return {
        "draws": [{"seed": seed, **kinds} for seed, kinds in draws.items()],
        "six": {**whole, "all": whole["ruled"] + whole["others"]},
    }


def main() -> None:
    """Draw tables and write what there is to see of them; or sum up the verdicts that were given."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--verdicts", type=Path, help="sum up this file of verdicts instead")
    parser.add_argument("--json", type=Path, help="where to write the sums")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=_SEED)
    parser.add_argument("--output", type=Path)
    parser.add_argument("--plumber", action="store_true")
    arguments = parser.parse_args()
    if arguments.verdicts and arguments.json:
        found = sums(arguments.verdicts.read_text(encoding="utf-8").splitlines())
        write_figures(arguments.json, found, "none", sorted(LAST))
        return
    if not (arguments.folder and arguments.output):
        parser.error("name a folder of PDFs and --output, or --verdicts and --json")
    paths = sorted(path for path in arguments.folder.iterdir() if path.suffix.lower() == ".pdf")
    by_name = {path.name: path for path in paths}
    arguments.output.mkdir(parents=True, exist_ok=True)
    shares: dict[str, list[tuple[int, int]]] = defaultdict(list)
    drawn = draw([read(path) for path in paths], arguments.count, arguments.seed)
    for number, (document, table) in enumerate(drawn):
        path = by_name[document.name]
        picture(path, table, arguments.output / f"{number:02}.png")
        name = hashlib.sha256(document.source).hexdigest()[:12]
        print(f"== {number:02} {name} page {table.place.page} table {table.index}", flush=True)
        print("\n".join(rows_read(document, table)))
        if arguments.plumber:
            held, of = plumbed(path, document, table)
            shares["pdfplumber"].append((held, of))
            print(f"pdfplumber: {held} of {of}")
    for tool, counts in shares.items():
        print(f"{tool}: {sum(held for held, _ in counts)} of {sum(of for _, of in counts)}")


if __name__ == "__main__":
    main()
