"""Pairs that tags cannot settle, drawn to be judged by reading, and what their verdicts say.

Run: `python benchmarks/adjudicate.py draw filings.tsv --document NAME --document NAME --output FOLDER`, read
the pages, write `NAME.verdicts.tsv` (number, verdict, reason) beside each; then `... keep FOLDER --output
benchmarks/adjudication`, and `... figures benchmarks/adjudication --json FILE`.

Drawn are pairs on which tags and predictions disagree; with `draw --untagged` cells of tables without any tag
and an equal cell of another table, which are kept in a folder of their own (benchmarks/untagged).
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import sys
from pathlib import Path

import msgspec
import numpy as np

from cofitcheck.document import Document
from cofitcheck.evaluation.adjudication import (
    DrawnPair,
    JudgedPair,
    QuotedCell,
    Ruling,
    SampledPair,
    draw,
    figures,
    stratify,
)
from cofitcheck.evaluation.corpus import read_list
from cofitcheck.evaluation.drawn_pairs import blind_page, draw_untagged
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.evaluation.gold import label
from cofitcheck.evaluation.methods import Method, load_method
from cofitcheck.evaluation.metrics import Judge
from cofitcheck.readers import read

CAP, AGREED, UNTAGGED, SEED = 60, 5, 10, 0
DRAWN, VERDICTS = ".drawn.jsonl", ".verdicts.tsv"
JUDGED = "cofitcheck-base-1"
"""The model whose predictions were read: its figures stay its own, whatever model came after it."""


class Asked(DrawnPair, frozen=True):
    """A drawn pair with its number on the page."""

    number: int


def ask(arguments: argparse.Namespace) -> None:
    """Draw pairs and write a page and a record of them for each document."""
    arguments.output.mkdir(parents=True, exist_ok=True)
    method = None if arguments.untagged else load_method("default")
    filings = {filing.name: filing for filing in read_list(arguments.list, [])}
    if unknown := [name for name in arguments.document if name not in filings]:
        sys.exit(f"{arguments.list}: does not name {', '.join(unknown)}; correct --document.")
    for filing in map(filings.__getitem__, arguments.document):
        document = read(filing.path)
        drawn = _drawn(document, method)
        if not drawn:
            print(f"{filing.name}: holds no pair to judge; left out.", flush=True)
            continue
        order = np.random.default_rng(SEED).permutation(len(drawn)).tolist()
        numbered = {number: drawn[index] for number, index in enumerate(order, start=1)}
        records = [_asked(document, number, pair) for number, pair in numbered.items()]
        (arguments.output / f"{filing.name}{DRAWN}").write_bytes(_lines(records))
        page = blind_page(document, {number: (each.left, each.right) for number, each in numbered.items()})
        (arguments.output / f"{filing.name}.md").write_text(page, encoding="utf-8")
        print(filing.name, {each.stratum.value: each.population for each in drawn}, flush=True)


def keep(arguments: argparse.Namespace) -> None:
    """Join the verdicts to the drawn pairs: one file a document, named by the hash of its source."""
    arguments.output.mkdir(parents=True, exist_ok=True)
    for path in sorted(arguments.folder.glob(f"*{DRAWN}")):
        asked = [msgspec.json.decode(line, type=Asked) for line in path.read_bytes().splitlines()]
        rulings = _rulings(path.with_name(path.name.removesuffix(DRAWN) + VERDICTS))
        if missing := [each.number for each in asked if each.number not in rulings]:
            sys.exit(f"{path.name}: pairs {missing} have no verdict; judge them first.")
        verdicts = [_verdict(each, *rulings[each.number]) for each in asked]
        target = arguments.output / f"{asked[0].document}.jsonl"
        target.write_bytes(_lines(sorted(verdicts, key=lambda each: (each.left.element, each.right.element))))


def sum_up(arguments: argparse.Namespace) -> None:
    """Estimate from all verdicts of a folder, and write JSON."""
    lines = [
        line for path in sorted(arguments.folder.glob("*.jsonl")) for line in path.read_bytes().splitlines()
    ]
    verdicts = [msgspec.json.decode(line, type=JudgedPair) for line in lines]
    if not verdicts:
        sys.exit(f"{arguments.folder}: holds no verdicts (.jsonl); name the folder that does.")
    write_figures(arguments.json, figures(verdicts, JUDGED), JUDGED)


def _drawn(document: Document, method: Method | None) -> list[SampledPair]:
    """Draw disputed pairs of a method, or without one pairs of which the left has no tag."""
    labels = label(document)
    if method is None:
        return draw_untagged(document, labels, UNTAGGED, SEED)
    return draw(stratify(Judge(labels), method.match(document).predicted), CAP, AGREED, SEED)


def _asked(document: Document, number: int, pair: SampledPair) -> Asked:
    return Asked(
        hashlib.sha256(document.source).hexdigest(),
        _cell(document, pair.left),
        _cell(document, pair.right),
        pair.stratum,
        pair.population,
        pair.drawn,
        number,
    )


def _cell(document: Document, index: int) -> QuotedCell:
    mention = document.mentions[index]
    return QuotedCell(mention.place.element, mention.text)


def _rulings(path: Path) -> dict[int, tuple[Ruling, str]]:
    if not path.exists():
        sys.exit(f"{path}: is not there; write the verdicts (number, verdict, reason) into it.")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return {int(row["number"]): (Ruling(row["verdict"]), row["reason"]) for row in rows}


def _verdict(asked: Asked, ruling: Ruling, reason: str) -> JudgedPair:
    fields = {name: value for name, value in msgspec.structs.asdict(asked).items() if name != "number"}
    return JudgedPair(**fields, verdict=ruling, reason=reason)


def _lines(records: list[Asked] | list[JudgedPair]) -> bytes:
    return b"".join(msgspec.json.encode(record) + b"\n" for record in records)


def main() -> None:
    """Draw, keep, or sum up."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("draw", help=ask.__doc__)
    command.add_argument("list", type=Path)
    command.add_argument("--document", action="append", required=True, help="the name of a file in the list")
    command.add_argument("--output", type=Path, required=True)
    command.add_argument("--untagged", action="store_true", help="draw cells without a tag and their equals")
    command.set_defaults(run=ask)
    command = commands.add_parser("keep", help=keep.__doc__)
    command.add_argument("folder", type=Path)
    command.add_argument("--output", type=Path, required=True)
    command.set_defaults(run=keep)
    command = commands.add_parser("figures", help=sum_up.__doc__)
    command.add_argument("folder", type=Path)
    command.add_argument("--json", type=Path, required=True)
    command.set_defaults(run=sum_up)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
