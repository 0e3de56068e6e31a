"""Which tables have the most periods that are not read as their tags have them?

Run: `python -m benchmarks.periods filings.tsv --split dev --worst 20`

`cofitcheck evaluate statistics` gives the shares; this shows what to read (`evaluation/statistics.py` says
what is right).
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from pathlib import Path

from cofitcheck.evaluation.corpus import Filing, read_list
from cofitcheck.evaluation.gold import label
from cofitcheck.evaluation.statistics import RIGHT, ReadPeriod, read_periods
from cofitcheck.readers import read

_SHOWN = 3
"""How many numbers of a table are shown."""


def worst_tables(filings: list[Filing]) -> list[tuple[str, list[ReadPeriod]]]:
    """Return each table that has such numbers, by its name, with these; most first."""
    tables: dict[str, list[ReadPeriod]] = defaultdict(list)
    for filing in filings:
        document = read(filing.path)
        for each in read_periods(document, label(document)):
            if each.outcome != RIGHT:
                table = document.tables[each.mention.table]
                tables[f"{filing.name}, table {table.index}, {table.title[:80]}"].append(each)
    return sorted(tables.items(), key=lambda item: -len(item[1]))


def shown(each: ReadPeriod) -> str:
    """Return a line that says what was read of a number and what its tag says."""
    path = " | ".join((*each.mention.row_path, "under", *each.mention.column_path))
    tagged = f"tagged {each.context.start or 'on'} {each.context.end}"
    return f"{each.outcome}: {path}: {each.period}, {tagged}"


def main() -> None:
    """Show the worst tables of a list of filings."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("list", type=Path)
    parser.add_argument("--split", action="append", default=[])
    parser.add_argument("--worst", type=int, default=20, help="how many tables to show")
    options = parser.parse_args()
    tables = worst_tables(read_list(options.list, options.split))
    print(dict(Counter(each.outcome for _, wrong in tables for each in wrong)))
    for name, wrong in tables[: options.worst]:
        print(f"{len(wrong)} in {name}", *map(shown, wrong[:_SHOWN]), sep="\n    ")


if __name__ == "__main__":
    main()
