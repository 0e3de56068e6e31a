"""Filings as Word documents and workbooks against the same filings as HTML: what is read of either.

A Word document is what LibreOffice makes of the filing; what it would lose on the way (the padding of cells,
raised print that is set by a style) it is given as indents of paragraphs and `<sup>`. A workbook is written
from the grids that the HTML reader sees, as a preparer would: a sheet a chapter, title and unit over each
table, numbers stored as such and shown by number formats.

Run: `python benchmarks/formats.py filings.tsv --split train --documents 10 --json formats.json`
"""

from __future__ import annotations

import argparse
import io
import json
import random
import re
import subprocess
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from lxml import etree
from openpyxl import Workbook
from openpyxl.styles import Alignment, Font

from cofitcheck.document import Cell, Document, Mention, Table
from cofitcheck.evaluation.corpus import read_list
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.evaluation.gold import label
from cofitcheck.numbers import Measure
from cofitcheck.readers import read
from cofitcheck.readers.html.grid import holds_table
from cofitcheck.readers.html.parse import parse_tree
from cofitcheck.readers.html.text import is_raised, shown

SEED = 8
OFFICE_SECONDS = 300
EXAMPLES = 20
MOSTLY = 0.9
STEP_POINTS = NBSP_POINTS = 3.0
"""One step of a cell's indent in a workbook for so much of it in a filing."""
_INDENTS = re.compile(r"(?:text-indent|padding|margin)(?:-left)?\s*:[^;]*;?", re.IGNORECASE)
_NOT_IN_TITLES = re.compile(r"[\[\]:*?/\\']")

Said = tuple[Decimal | None, tuple[str, ...], tuple[str, ...]]


@dataclass
class Outcome:
    """Counts over the filings in one format; `same` are mentions with the same value and headers."""

    counts: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, document: Document, other: Document, tagged: set[int]) -> None:
        """Count what `other` has of a filing's mentions."""
        everything = [mention for mention in document.mentions if mention.number.value is not None]
        wanted = [mention for mention in everything if mention.index in tagged]
        self.counts.update(
            documents=1,
            mentions=len(everything),
            read=len(other.mentions),
            tagged=len(wanted),
            same=len(everything) - len(missing(everything, other.mentions, said)),
            tagged_same_value=len(wanted) - len(missing(wanted, other.mentions, value)),
        )
        lost = missing(wanted, other.mentions, said)
        self.counts["tagged_same"] += len(wanted) - len(lost)
        self.missed += [f"{document.name}: {mention!r} = {mention.number.value}" for mention in lost]

    def result(self) -> dict[str, Any]:
        """Return the counts with their shares."""
        counts = self.counts
        return {
            **counts,
            "share_of_tagged_with_value_and_headers": counts["tagged_same"] / counts["tagged"],
            "share_of_tagged_with_value": counts["tagged_same_value"] / counts["tagged"],
            "share_of_all_with_value_and_headers": counts["same"] / counts["mentions"],
            "seconds_to_read": round(self.seconds, 1),
        }


def said(mention: Mention) -> Said:
    """Return what a mention says: its value and its headers."""
    return mention.number.value, mention.row_path, mention.column_path


def value(mention: Mention) -> Decimal | None:
    """Return a mention's value."""
    return mention.number.value


def missing(
    wanted: Iterable[Mention], there: Iterable[Mention], key: Callable[[Mention], Any]
) -> list[Mention]:
    """Return the mentions that have no counterpart of their own with the same key."""
    left = Counter(map(key, there))
    lost = []
    for mention in wanted:
        if left[key(mention)]:
            left[key(mention)] -= 1
        else:
            lost.append(mention)
    return lost


def as_word(document: Document) -> bytes:
    """Return what LibreOffice makes of a filing's HTML."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "filing.htm")
        source.write_bytes(for_office(document.source))
        command = [
            "soffice", "--headless", "--infilter=HTML (StarWriter)", "--convert-to",
            "docx:MS Word 2007 XML", "--outdir", folder, str(source),
        ]  # fmt: skip
        subprocess.run(command, check=True, capture_output=True, timeout=OFFICE_SECONDS)
        return source.with_suffix(".docx").read_bytes()


def for_office(data: bytes) -> bytes:
    """Return a page with cells' indents and raised print in a form that LibreOffice keeps."""
    root = parse_tree(data)
    for element in list(root.iter("span", "div", "font")):
        if is_raised(element):
            element.tag = "sup"
            del element.attrib["style"]
    for cell in list(root.iter("td", "th")):
        text = "".join(map(str, cell.itertext()))
        space = shown(cell).indent - NBSP_POINTS * (len(text) - len(text.lstrip("\N{NO-BREAK SPACE}")))
        if space > 0 and not holds_table(cell):
            for element in cell.iter("*"):
                if element.get("style"):
                    element.set("style", _INDENTS.sub("", element.get("style", "")))
            block = etree.Element("p", {"style": f"margin-left:{space:g}pt"})
            block.text, cell.text = cell.text, None
            block.extend(list(cell))
            cell.append(block)
    return etree.tostring(root, encoding="utf-8", method="html")


def as_workbook(document: Document) -> bytes:
    """Return a filing's tables as a workbook."""
    book: Any = Workbook()
    book.remove(book.active)
    elements = list(parse_tree(document.source).iter("*"))
    numbers: dict[int, dict[tuple[int, int], Mention]] = defaultdict(dict)
    for mention in document.mentions:
        numbers[mention.table][mention.row, mention.column] = mention
    sheet: Any = None
    chapter = None
    for table in document.tables:
        own, _, title = table.title.rpartition(" — ")
        if sheet is None or own != chapter:
            chapter = own
            sheet = book.create_sheet(_NOT_IN_TITLES.sub(" ", own or "Cover")[:28].strip() or "Cover")
        write_table(sheet, table, title, numbers[table.index], elements)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def write_table(
    sheet: Any,
    table: Table,
    title: str,
    numbers: dict[tuple[int, int], Mention],
    elements: list[etree._Element],
) -> None:
    """Write a table below what is on a sheet, an empty row between, its title and unit above."""
    row = sheet.max_row + 2 if sheet.max_row > 1 else 1
    for text, bold in ((title, True), (table.caption, False)):
        if text:
            sheet.cell(row, 1, text).font = Font(bold=bold)
            row += 1
    for cell in table.cells:
        target = sheet.cell(row + cell.row, 1 + cell.column)
        target.value, target.number_format = stored(cell, numbers.get((cell.row, cell.column)))
        look = shown(elements[cell.places[0].element])
        target.font = Font(bold=look.bold > MOSTLY)
        target.alignment = Alignment(indent=round(max(0.0, look.indent) / STEP_POINTS))
        if cell.columns > 1 or cell.rows > 1:
            last = row + cell.row + cell.rows - 1, cell.column + cell.columns
            sheet.merge_cells(
                start_row=row + cell.row, start_column=1 + cell.column, end_row=last[0], end_column=last[1]
            )
            target.alignment = Alignment(horizontal="center")


def stored(cell: Cell, mention: Mention | None) -> tuple[Any, str]:
    """Return what a preparer stores in a cell, and the number format that shows the cell's text."""
    if mention is None or mention.number.displayed is None:
        if cell.text in {"—", "–", "-", "$ —", "$—"}:
            return 0, '#,##0_);(#,##0);"—"'
        return (f"'{cell.text}" if cell.text.startswith("=") else cell.text), "@"
    number = mention.number.displayed
    decimals = max(0, -int(number.as_tuple().exponent))
    digits = "#,##0" if "," in cell.text or abs(number) < 1000 else "0"
    digits += "." + "0" * decimals if decimals else ""
    if mention.number.measure is Measure.PERCENT and "%" in cell.text:
        return float(number / 100), f"{digits}%_);({digits}%)"
    sign = '"$" ' if "$" in cell.text else ""
    return float(number), f"{sign}{digits}_);{sign}({digits})"


WRITERS: dict[str, tuple[str, Callable[[Document], bytes]]] = {
    "Word": (".docx", as_word),
    "Excel": (".xlsx", as_workbook),
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("list", type=Path)
    parser.add_argument("--split", action="append", default=[])
    parser.add_argument("--documents", type=int, default=10)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    filings = read_list(options.list, options.split)
    drawn = random.Random(SEED).sample(filings, min(options.documents, len(filings)))
    outcomes = {name: Outcome() for name in WRITERS}
    for filing in drawn:
        document = read(filing.path)
        tagged = {index for index, key in enumerate(label(document).key) if key is not None}
        for name, (suffix, write) in WRITERS.items():
            data = write(document)
            begun = time.perf_counter()
            other = read(data, filing.name + suffix)
            outcomes[name].seconds += time.perf_counter() - begun
            outcomes[name].add(document, other, tagged)
            shares = outcomes[name].result()["share_of_tagged_with_value_and_headers"]
            read_of = f"{len(other.mentions)} of {len(document.mentions)}"
            print(f"{filing.name} {name}: {read_of} mentions, {shares:.4f} so far", flush=True)
    results: dict[str, Any] = {name: outcome.result() for name, outcome in outcomes.items()}
    print(json.dumps(results, indent=1))
    for name, outcome in outcomes.items():
        for missed in outcome.missed[:: max(1, len(outcome.missed) // EXAMPLES)][:EXAMPLES]:
            print(f"{name} missed {missed}")
    if options.json:
        results["filings"] = [filing.name for filing in drawn]
        write_figures(options.json, results, "none", SEED)


if __name__ == "__main__":
    main()
