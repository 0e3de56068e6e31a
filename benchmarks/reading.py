"""How much of what is tagged in tables does the reader see as mentions, and why not the rest?

Every numeric inline XBRL tag inside a table is a number that someone says is a fact, so each should land on a
mention of ours (tags on dashes and words aside, which are no mentions).

Run: `python benchmarks/reading.py filings.tsv --split dev --json reading.json`
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from cofitcheck.document import Document
from cofitcheck.evaluation.corpus import read_list
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.evaluation.gold import attach, label, strict_pairs
from cofitcheck.evaluation.gold.tags import Tag, read_tags
from cofitcheck.readers import read
from cofitcheck.readers.html.parse import parse_tree

NOT_A_NUMBER = frozenset(
    {"shows a dash or nothing", "shows words", "lies inside another tag", "hidden", "in a label or sentence"}
)
SENTENCE_LETTERS = 12
"""A cell with this many letters is a label or prose; a number in it is no cell value."""
RANGE = re.compile(r"\d\s*%?\s*(?:-|–|—|to)\s*\(?\$?\s*\d")
EXAMPLES = 15


@dataclass
class Reading:
    """What became of the numeric tags in the tables of one document, or of many."""

    outcomes: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    values: Counter[str] = field(default_factory=Counter)
    totals: Counter[str] = field(default_factory=Counter)

    @property
    def share(self) -> float:
        """The share of number-showing tags that land on a mention."""
        shown = sum(count for outcome, count in self.outcomes.items() if outcome not in NOT_A_NUMBER)
        return self.outcomes["mention"] / shown if shown else 0.0


def measure(document: Document, reading: Reading) -> None:
    """Add one document's tags to the reading."""
    root = parse_tree(document.source)
    elements = list(root.iter("*"))
    tags = read_tags(root)
    attached = attach(document.mentions, tags)
    landed = {tag.element for tag in attached if tag}
    in_grid = {place.element for table in document.tables for cell in table.cells for place in cell.places}
    mentioned = {mention.place.element for mention in document.mentions}
    unread = {part.place.element for part in document.unread}
    for tag in tags:
        if tag.cell is None:
            continue
        cell = elements[tag.cell]
        if tag.element in landed:
            outcome = "mention"
        else:
            in_unread = any(elements[at] in set(cell.iterancestors()) for at in unread)
            outcome = reason(tag, "".join(map(str, cell.itertext())), in_unread)
            outcome = outcome or whose_fault(tag.cell in in_grid, tag.cell in mentioned)
        reading.outcomes[outcome] += 1
        if outcome != "mention" and outcome not in NOT_A_NUMBER and len(reading.examples[outcome]) < 200:
            row = next((parent for parent in cell.iterancestors("tr")), cell)
            text = " ".join("".join(map(str, row.itertext())).split())[:160]
            reading.examples[outcome].append(f"{document.name}: {tag.text!r} in {text!r}")
    compare_values(document, attached, reading)


def reason(tag: Tag, cell: str, in_unread: bool) -> str:
    """Say why a tag need not land on a mention, "" where the reader should have seen one."""
    if tag.inner:
        return "lies inside another tag"
    if tag.hidden:
        return "hidden"
    if not any(character.isdigit() for character in tag.text):
        return (
            "shows words" if any(character.isalpha() for character in tag.text) else "shows a dash or nothing"
        )
    if sum(character.isalpha() for character in cell) >= SENTENCE_LETTERS:
        return "in a label or sentence"
    if in_unread:
        return "in a table listed as unread"
    return "a range in one cell" if RANGE.search(cell) else ""


def whose_fault(in_grid: bool, mentioned: bool) -> str:
    """Say where the reader lost a number that it should have seen."""
    if not in_grid:
        return "in no table of ours (layout, or the cell was dropped)"
    return "the cell's mention shows other digits" if mentioned else "cell read as text, not as a mention"


def compare_values(document: Document, attached: list[Tag | None], reading: Reading) -> None:
    """Count how the value read compares with the tagged value; percentages are tagged as 0.125 for 12.5."""
    for mention, tag in zip(document.mentions, attached, strict=True):
        value = mention.number.value
        if tag is None or tag.value is None or value is None:
            continue
        if value in (tag.value, tag.value * 100):
            outcome = "same value"
        elif abs(value) in (abs(tag.value), abs(tag.value) * 100):
            outcome = "other sign (tags follow the concept's own sign)"
        else:
            outcome = "other scale or value"
            text = f"{document.name}: {mention!r} read {value:f}, tagged {tag.value:f}"
            reading.examples["other scale or value"].append(text)
        reading.values[outcome] += 1


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("list", type=Path)
    parser.add_argument("--split", action="append", default=[])
    parser.add_argument("--every", type=int, default=1, help="take only every Nth document")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    reading = Reading()
    for filing in read_list(options.list, options.split)[:: options.every]:
        document = read(filing.path)
        measure(document, reading)
        labels = label(document)
        pairs = len(strict_pairs(labels))
        tagged = int((labels.fact >= 0).sum())
        reading.totals.update(
            documents=1, mentions=len(labels.fact), tagged=tagged, pairs=pairs, tables=len(document.tables)
        )
        print(f"{filing.name}: {len(labels.fact)} mentions, {tagged} tagged, {pairs} pairs", end=", ")
        print(f"share so far {reading.share:.4f}", flush=True)
    show(reading)
    if options.json:
        result = {"share": reading.share, "outcomes": reading.outcomes, "values": reading.values}
        result |= {"totals": reading.totals, "examples": reading.examples}
        write_figures(options.json, result, "none")


def show(reading: Reading) -> None:
    """Print the shares, the reasons, and examples of each reason."""
    documents = reading.totals["documents"]
    print("A document:", {name: round(count / documents, 1) for name, count in reading.totals.items()})
    print(f"{reading.share:.4f} of the number-showing tags in tables land on a mention")
    for counter in (reading.outcomes, reading.values):
        for outcome, count in counter.most_common():
            print(f"{count:8} {outcome}")
    for outcome, examples in reading.examples.items():
        print(f"\n{outcome}")
        for example in examples[:: max(1, len(examples) // EXAMPLES)][:EXAMPLES]:
            print("  ", example)


if __name__ == "__main__":
    main()
