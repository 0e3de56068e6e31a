"""What the classes of certain evidence tell of documents as filed, to be read: no trees, no encoder.

Run: `python -m benchmarks.certain FILE... --lines`

Prints a line for each finding and each sum that is left open (document, class, kind, table, row, the two
numbers), and with `--lines` the column that is added up. Readers judge each in its document;
`docs/measurements/rules.md` has the counts.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cofitcheck.checks.evidence.certain import CAPTIONED_LINE
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.identities.check import IdentitiesCheck
from cofitcheck.checks.model import Finding, Judged, LeftOpen
from cofitcheck.checks.protocol import CheckResult, Known, run_checks
from cofitcheck.checks.repeats.check import RepeatsCheck
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.sums.check import SumsCheck
from cofitcheck.checks.sums.features import SumModel
from cofitcheck.document import Document, Mention
from cofitcheck.facts import ScoredPairs
from cofitcheck.readers import read

_NO_PAIRS = ScoredPairs(np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0, np.float32))
_SIGNS = {1: "+", -1: "-"}


class NoTrees(SumModel):
    """Holds no broken sum to be an error: what is told is told without a learnt probability."""

    def __init__(self) -> None:
        pass

    def probabilities(self, features: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """Return nought for each break."""
        return np.zeros(len(features))


def certain(document: Document) -> CheckResult:
    """Return what sums, identities and captioned lines say of a document by themselves."""
    known = Known(Grid(document), CheckSettings())
    checks = (RepeatsCheck((), _NO_PAIRS), SumsCheck(NoTrees()), IdentitiesCheck())
    return run_checks(checks, known, lambda _: nullcontext())


def _class_of(found: Finding) -> str:
    if found.judged is Judged.BY_CAPTION:
        return CAPTIONED_LINE.name
    return found.certain.name if found.certain else f"no class, {found.probability:.2f}"


def described(document: Document, found: Finding | LeftOpen) -> Iterator[str]:
    """Yield one line for a finding, and one for each number of its column."""
    grid = Grid(document)
    wrong, other, calculation = grid[found.mention], grid[found.counterpart], found.calculation
    told = "left open" if isinstance(found, LeftOpen) else _class_of(found)
    place = f"table {wrong.table}", f"row {wrong.row}", " / ".join(wrong.row_path)
    yield "\t".join((told, found.kind, *place, wrong.text, other.text, str(found.difference)))
    line: tuple[Mention, ...] = (wrong, other)
    signs: dict[int, str] = {}
    if calculation:
        signs = {mention: _SIGNS[sign] for mention, sign in calculation.addends} | {calculation.total: "="}
        line = (*(grid.row if calculation.across else grid.column)(wrong.index), wrong)
    for each in sorted(line, key=lambda one: (one.table, one.row, one.column)):
        beside = [one.text for one in grid.row(each.index)]
        path = " / ".join(each.row_path), " / ".join(each.column_path)
        yield "\t".join((f"    {signs.get(each.index, ' ')} {each.text:>14}", *path, " ".join(beside)))


def main() -> None:
    """Print what is told of each document."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("documents", type=Path, nargs="+")
    parser.add_argument("--lines", action="store_true", help="print the column of each finding too")
    options = parser.parse_args()
    for path in options.documents:
        document = read(path)
        result = certain(document)
        print(
            f"# {path.name}: {len(result.findings)} findings, {len(result.left_open)} left open", flush=True
        )
        told: tuple[Finding | LeftOpen, ...] = (*result.findings, *result.left_open)
        for found in told:
            lines = list(described(document, found))
            print("\n".join(lines if options.lines else lines[:1]), flush=True)


if __name__ == "__main__":
    main()
