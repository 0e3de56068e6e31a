"""How often is the period of a number read as its tag has it, and which tables are read worst?

Run: `python -m benchmarks.periods filings.tsv --split dev --json benchmarks/results/periods.json --worst 20`

A period is right when it has the month in which the tag's ends (a week either way) and, of a duration, the
length in months. A number of no length beside an instant is right: few headers say that a date is one. Tags
have periods that no reader of the table sees: payments due in later years are tagged by the day of the
report, and dates of deals by the day of the deal.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from cofitcheck.document import Document
from cofitcheck.evaluation.corpus import Filing, read_list
from cofitcheck.evaluation.gold.contexts import XbrlContext
from cofitcheck.evaluation.gold.labels import label
from cofitcheck.evaluation.provenance import write_figures
from cofitcheck.periods.dating import stated_periods
from cofitcheck.periods.period import INSTANT, MEAN_MONTH, Period
from cofitcheck.readers import read

WEEK = timedelta(8)
RIGHT = "right"


@dataclass(frozen=True)
class Read:
    """What became of the period of one tagged number."""

    table: int
    outcome: str
    shown: str


def outcome(period: Period, context: XbrlContext) -> str:
    """Return how a period that was read stands to the one that the tag has."""
    end = date.fromisoformat(context.end)
    near = {(day.year, day.month) for day in (end, end - WEEK, end + WEEK)}
    length = INSTANT
    if context.start:
        length = round((end - date.fromisoformat(context.start)).days / MEAN_MONTH)
    if not period.year:
        return "no year"
    if not period.month:
        return "no month" if period.year in {year for year, _ in near} else "another year"
    if (period.year, period.month) not in near:
        return "another end"
    if not period.months:
        return RIGHT if length == INSTANT else "no length"
    return RIGHT if period.months == length else "another length"


def periods_read(document: Document) -> Iterator[Read]:
    """Yield what became of each tagged number."""
    periods, keys = stated_periods(document), label(document).key
    for mention, period, key in zip(document.mentions, periods, keys, strict=True):
        if key and key.context.end != "forever":
            context, path = key.context, (*mention.row_path[-1:], *mention.column_path)
            shown = f"{' | '.join(path)}: {period}, tagged {context.start or 'on'} {context.end}"
            yield Read(mention.table, outcome(period, context), shown)


def measure(filings: list[Filing]) -> tuple[dict[str, Counter[str]], list[tuple[int, str, list[str]]]]:
    """Return the outcomes by form, and the tables with numbers whose period is not right, the worst first."""
    by_form: dict[str, Counter[str]] = defaultdict(Counter)
    worst = []
    for filing in filings:
        document = read(filing.path)
        wrong = defaultdict(list)
        for each in periods_read(document):
            by_form[filing.form][each.outcome] += 1
            if each.outcome != RIGHT:
                wrong[each.table].append(f"{each.outcome}: {each.shown}")
        for table, shown in wrong.items():
            worst.append((len(shown), f"{filing.path.name}, {document.tables[table].title[:80]}", shown))
    return by_form, sorted(worst, reverse=True)


def main() -> None:
    """Measure the filings of a list."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("list", type=Path)
    parser.add_argument("--split", action="append", default=[])
    parser.add_argument("--worst", type=int, default=0, help="tables to show, with three of their numbers")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    by_form, worst = measure(read_list(options.list, options.split))
    figures = {
        form: {
            "numbers": of.total(),
            "share": {kind: round(n / of.total(), 4) for kind, n in of.most_common()},
        }
        for form, of in sorted({**by_form, "all": sum(by_form.values(), Counter[str]())}.items())
    }
    for form, of in figures.items():
        print(form, of)
    for count, name, shown in worst[: options.worst]:
        print(f"{count} in {name}", *shown[:3], sep="\n    ")
    if options.json:
        write_figures(options.json, {"splits": options.split, "by_form": figures}, "none")


if __name__ == "__main__":
    main()
