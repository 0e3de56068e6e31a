"""The statements of one document with one number at a time changed by 1, 2 or 3 units, or by one digit.

Run: `python -m benchmarks.face_of_statements examples/annual-report.htm --every 5 --json FILE`

Says of how many changes the checks tell, how many they leave open, and how many are lost: nothing that they
say names the number. A number is proven where another column keeps a sum that it stands in, or another table
states it too, as the document is filed.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import cast

from cofitcheck.checker import Checker
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.model import Finding, LeftOpen
from cofitcheck.checks.repeats.ties import find_ties
from cofitcheck.checks.sums.table import sums_of
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document, Mention
from cofitcheck.encoding.load import TrainedEncoder
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.evaluation.planting.stated import RememberingEncoder
from cofitcheck.numbers import Kind
from cofitcheck.readers import read
from cofitcheck.reports.model.report import Report
from cofitcheck.stages import Stages

STATEMENTS = ("23", "24", "25", "26", "27")
"""The statements of the sample, by the index of their tables."""
CHANGES = ("1 unit", "2 units", "3 units", "one digit")


def changed(mention: Mention, change: str, rng: Random) -> Mention:
    """Return a mention with its number changed by so many units of its last digit, or in one digit."""
    number = mention.number
    assert number.displayed is not None
    assert number.value is not None
    exponent = number.precision - number.scale
    digits = int(abs(number.displayed).scaleb(-exponent))
    if change == "one digit":
        at = rng.randrange(len(str(digits)))
        old = int(str(digits)[at])
        new = rng.choice([each for each in range(10) if each != old and (each or at)])
        place = len(str(digits)) - 1 - at
        digits += (new - old) * 10**place
    else:
        digits += int(change.split()[0]) * rng.choice((1, -1) if digits > 3 else (1,))
    shown = type(number.displayed)(digits).scaleb(exponent).copy_sign(number.displayed)
    wrong = replace(number, displayed=shown, value=shown.scaleb(number.scale))
    return replace(mention, number=wrong, text=f"{shown:,}")


def proven(document: Document) -> set[int]:
    """Return the mentions that another column's sum, or another table, speaks for."""
    grid = Grid(document)
    tied = {mention for tie in find_ties(grid) for mention in tie}
    for table in document.tables:
        for each in sums_of(grid, table.index).holding:
            if each.relation.held > 1:
                tied |= set(each.stated)
    return tied


def outcome(report: Report, mention: int) -> str:
    """Return whether a report tells of a number, leaves it open, or neither."""
    if any(mention in _named(each) for each in report.found):
        return "told"
    return "left open" if any(mention in _named(each) for each in report.kept_open) else "lost"


def _named(each: Finding | LeftOpen) -> tuple[int, ...]:
    """Return the numbers that a finding shows: those of its fact, and those that it adds up."""
    calculated = each.calculation.mentions if each.calculation else ()
    return each.mention, each.counterpart, *each.mentions, *calculated


def trials(document: Document, tables: Sequence[str], every: int) -> Iterator[tuple[str, bool, str, str]]:
    """Yield for each change what it is, whether the number is proven, what came of it, and where it is.

    Numbers that a report already names as filed are left out.
    """
    stages = Stages.load(CheckConfig())
    encoder = RememberingEncoder(cast(TrainedEncoder, stages.encoder))
    checker = Checker(CheckConfig(), replace(stages, encoder=encoder))
    known, filed = proven(document), checker.check(document)
    faces = [
        each
        for each in document.mentions
        if str(each.table) in tables
        and each.number.kind is Kind.VALUE
        and each.number.displayed
        and outcome(filed, each.index) == "lost"
    ]
    for mention in faces[::every]:
        for change in CHANGES:
            wrong = changed(mention, change, Random(f"{mention.index} {change}"))
            mentions = list(document.mentions)
            mentions[mention.index] = wrong
            report = checker.check(replace(document, mentions=tuple(mentions)))
            where = f"{mention.table} {' / '.join(mention.row_path[-1:])}: {mention.text} to {wrong.text}"
            yield change, mention.index in known, outcome(report, mention.index), where


def main() -> None:
    """Print the outcomes, and write them where asked."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else None)
    parser.add_argument("document", type=Path)
    parser.add_argument("--tables", nargs="+", default=STATEMENTS, help="indices of the statements' tables")
    parser.add_argument("--every", type=int, default=1, help="take each n-th number")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for change, known, came, where in trials(read(options.document), options.tables, options.every):
        counts[change][came] += 1
        counts[f"{change}, proven"][came] += known
        if came != "told":
            print(f"{came:9} {'proven' if known else '      '} {change:9} {where}", flush=True)
    for name, found in counts.items():
        print(f"{name:18} told {found['told']}, left open {found['left open']}, lost {found['lost']}")
    if options.json:
        write_figures(options.json, {"changes": counts}, "bundled")


if __name__ == "__main__":
    main()
