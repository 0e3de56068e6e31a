"""Tables drawn at random, each as it stands in its document beside what the reader made of it.

Run: `python benchmarks/reading_sample.py filings.tsv --split dev --tables 40 --seed 1 --output FOLDER`

A person compares the two and notes the wrong cells in `reading_sample.json`; `--verdicts` with that file
prints the share of right cells. `--screenshots` renders the sources in Chromium; cells read as mentions are
outlined there.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path

from lxml import etree

from cofitcheck.document import Document, Mention, Table
from cofitcheck.evaluation.corpus import read_list
from cofitcheck.periods import Period
from cofitcheck.periods.dating import date_mentions
from cofitcheck.readers import read
from cofitcheck.readers.html.parse import parse_tree

PER_DOCUMENT = 2
TEXT_BEFORE = 600
WIDTH, ROW_HEIGHT, MARGIN, TALLEST = 1300, 36, 420, 12_000
"""Of a screenshot, in pixels."""
OUTLINE = ";outline:2px solid #1a7f37;outline-offset:-2px"
CHROMIUM = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
PAGE = """<!doctype html><meta charset="utf-8"><title>{title}</title>
<style>body{{font:13px/1.4 sans-serif;margin:1rem}} .read{{border-collapse:collapse}}
.read td,.read th{{border:1px solid #bbb;padding:2px 6px;text-align:left;vertical-align:top}}</style>
<h1>{title}</h1>{body}"""


@dataclass(frozen=True, order=True)
class Place:
    """A data table of a document: `element` counts the elements of its tree, as `Table.place` does."""

    document: str
    element: int


@dataclass(frozen=True)
class Reading:
    """What was read of one numeric cell, in words."""

    text: str
    value: str
    measure: str
    currency: str
    row_path: str
    column_path: str
    period: str


def lot(place: Place, seed: int) -> bytes:
    """Return a table's place in the draw; it does not hang on what other tables there are."""
    return hashlib.sha256(f"{seed} {place.document} {place.element}".encode()).digest()


def draw(places: Iterable[Place], count: int, seed: int) -> list[Place]:
    """Draw tables, each as likely as any other, but at most `PER_DOCUMENT` of one document."""
    taken: Counter[str] = Counter()
    drawn: list[Place] = []
    for place in sorted(places, key=lambda place: lot(place, seed)):
        if len(drawn) < count and taken[place.document] < PER_DOCUMENT:
            taken[place.document] += 1
            drawn.append(place)
    return drawn


def in_words(period: Period) -> str:
    """Return a period as "2023-12-31, 12 months", with what is not said left out."""
    date = "-".join(f"{part:02}" for part in (period.year, period.month, period.day) if part)
    length = "date" if period.is_instant else f"{period.months} months" if period.months else ""
    return ", ".join(part for part in (date, length) if part)


def reading(mention: Mention, period: Period) -> Reading:
    """Return what was read of a mention of a period."""
    number = mention.number
    return Reading(
        mention.text,
        f"{number.value:,f}",
        number.measure.value,
        number.currency,
        " / ".join(mention.row_path),
        " / ".join(mention.column_path),
        in_words(period),
    )


def prose_before(root: etree._Element, table: etree._Element) -> str:
    """Return the end of all text that stands before a table, cells of other tables included."""
    texts: list[str] = []
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if element is table:
            break
        texts.append((element.text if event == "start" else element.tail) or "")
    return " ".join(" ".join(texts[-2000:]).split())[-TEXT_BEFORE:]


def source_html(root: etree._Element, table: Table, mentions: Iterable[Mention]) -> str:
    """Return a table's own markup after the text before it, the cells read as mentions outlined."""
    elements = list(root.iter("*"))
    source = elements[table.place.element]
    first = table.place.element
    copies = list((copy := deepcopy(source)).iter("*"))
    copy.tail = None
    for mention in mentions:
        cell = copies[mention.place.element - first]
        cell.set("style", (cell.get("style") or "") + OUTLINE)
    markup = etree.tostring(copy, encoding="unicode", method="html")
    return f"<p>{escape(prose_before(root, source))}</p>{markup}"


def read_html_table(table: Table, readings: Iterable[Reading]) -> str:
    """Return what was read as an HTML table."""
    names = list(Reading.__annotations__)
    rows = [f"<tr>{''.join(f'<th>{name}</th>' for name in names)}</tr>"]
    rows += [
        f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in asdict(entry).values())}</tr>"
        for entry in readings
    ]
    said = f"<p>Title: {escape(table.title)}<br>Caption: {escape(table.caption)}</p>"
    return f'{said}<table class="read">{"".join(rows)}</table>'


def show(document: Document, element: int, folder: Path, name: str) -> tuple[Path, int]:
    """Write one table's two pages and its readings; return the source page and its likely height."""
    table = next(table for table in document.tables if table.place.element == element)
    mentions = [mention for mention in document.mentions if mention.table == table.index]
    periods = date_mentions(document)
    readings = [reading(mention, periods[mention.index]) for mention in mentions]
    title = f"{document.name}, element {element}"
    source = source_html(parse_tree(document.source), table, mentions)
    page = folder / f"{name}-source.html"
    page.write_text(PAGE.format(title=title, body=source), encoding="utf-8")
    both = PAGE.format(title=title, body=source + read_html_table(table, readings))
    (folder / f"{name}.html").write_text(both, encoding="utf-8")
    record = {"document": document.name, "element": element, "title": table.title, "caption": table.caption}
    record |= {"mentions": [asdict(entry) for entry in readings]}
    text = json.dumps(record, ensure_ascii=False, indent=1)
    (folder / f"{name}.json").write_text(text, encoding="utf-8")
    return page, min(MARGIN + ROW_HEIGHT * table.rows, TALLEST)


def screenshot(chromium: str, page: Path, height: int) -> None:
    """Render a page beside itself as a PNG."""
    with tempfile.TemporaryDirectory() as profile:
        size, target = f"--window-size={WIDTH},{height}", page.with_suffix(".png").resolve()
        command = [chromium, *CHROMIUM, f"--user-data-dir={profile}", size, f"--screenshot={target}"]
        subprocess.run(
            [*command, page.resolve().as_uri()], check=True, stderr=subprocess.DEVNULL, timeout=120
        )


def data_tables(paths: Iterable[Path]) -> Iterator[Place]:
    """Yield the place of every data table."""
    for path in paths:
        document = read(path)
        yield from (Place(document.name, table.place.element) for table in document.tables)


def write_sample(arguments: argparse.Namespace) -> None:
    """Draw the tables and write their pages."""
    chromium = shutil.which("chromium") if arguments.screenshots else None
    if arguments.screenshots and not chromium:
        sys.exit("chromium was not found; leave --screenshots out.")
    arguments.output.mkdir(parents=True, exist_ok=True)
    paths = [filing.path for filing in read_list(arguments.list, arguments.split)]
    drawn = draw(data_tables(paths), arguments.tables, arguments.seed)
    numbers = {place: number for number, place in enumerate(drawn, 1)}
    for path in paths:
        wanted = sorted(place for place in drawn if place.document == path.name)
        if not wanted:
            continue
        document = read(path)
        for place in wanted:
            page, height = show(document, place.element, arguments.output, f"{numbers[place]:02}")
            if chromium:
                screenshot(chromium, page, height)
            print(f"{numbers[place]:02} {place.document} {place.element}", flush=True)


def print_verdicts(path: Path) -> None:
    """Print the share of right cells, in all and by what can be wrong with one, of a file of verdicts."""
    verdicts = json.loads(path.read_text(encoding="utf-8"))
    tables = verdicts["tables"]
    errors: Counter[str] = Counter()
    for table in tables:
        errors.update(table["errors"])
    cells = sum(table["cells"] for table in tables)
    print(f"{len(tables)} tables, {cells} numeric cells")
    for name, key in (("right", "wrong"), ("right, the unit aside", "wrong_unit_aside")):
        right = cells - sum(table[key] for table in tables)
        print(f"{right:6} {name} ({right / cells:.1%})")
    for kind in verdicts["kinds"]:
        print(f"{errors[kind]:6} wrong: {kind} (right: {1 - errors[kind] / cells:.1%})")


def main() -> None:
    """Write a sample, or sum up the verdicts on one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("list", type=Path, nargs="?", help="the list of documents")
    parser.add_argument("--split", action="append", help="train, dev or test (dev)")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, help="the folder for the pages")
    parser.add_argument("--screenshots", action="store_true")
    parser.add_argument("--verdicts", type=Path, help="a file of verdicts to sum up")
    arguments = parser.parse_args()
    arguments.split = arguments.split or ["dev"]
    if arguments.verdicts:
        print_verdicts(arguments.verdicts)
    elif arguments.list and arguments.output:
        write_sample(arguments)
    else:
        parser.error("give the list of documents and --output, or --verdicts")


if __name__ == "__main__":
    main()
