"""How much of the prose of filings is read: mentions by role and operation, what is no amount, seconds.

Run: `python -m benchmarks.prose ../shared/data/filings.tsv --json benchmarks/results/prose.json`

Of the list the train filings of one form are taken, one of each company, in the order of the list. Seconds
are of the processor, the best of three; that of reading the document stands beside it.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any

from cofitcheck.caching import forget
from cofitcheck.document import Document
from cofitcheck.evaluation.corpus import read_rows
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.prose import Prose, read_prose
from cofitcheck.readers import read

_DIGITS = re.compile("[0-9]+")
_TRIES = 3


def listed(path: Path, form: str, count: int) -> list[Path]:
    """Return the first filings of a form of the train split, one of each company."""
    rows = read_rows(path, ("file", "split", "form", "cik"))
    chosen = {
        row["cik"]: row["file"] for row in reversed(rows) if (row["split"], row["form"]) == ("train", form)
    }
    files = set(chosen.values())
    return [path.with_suffix("") / row["file"] for row in rows if row["file"] in files][:count]


def lost(document: Document, prose: Prose) -> int:
    """Count the runs of digits that are in no mention and have no reason."""
    found: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for mention in prose.mentions:
        found[mention.passage].append((mention.start, mention.end))
    for other in prose.not_amounts:
        found[other.passage].append((other.start, other.end))
    return sum(
        not any(start <= digits.start() and digits.end() <= end for start, end in found[passage.index])
        for passage in document.passages
        for digits in _DIGITS.finditer(passage.text)
    )


def seconds(work: Callable[[], object]) -> float:
    """Return the least processor time of some tries, nothing remembered."""
    times = []
    for _ in range(_TRIES):
        forget()
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)


def measure(files: Sequence[Path]) -> dict[str, Any]:
    """Read all files and return what was found in one, on average."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in ("roles", "operations", "reasons")}
    figures: dict[str, list[float]] = {
        name: [] for name in ("passages", "characters", "lost", "reading", "prose")
    }
    for file in files:
        document = read(file)
        prose = read_prose(document)
        counts["roles"].update(mention.role for mention in prose.mentions)
        counts["operations"].update(mention.operation for mention in prose.mentions)
        counts["reasons"].update(other.reason for other in prose.not_amounts)
        figures["passages"].append(len(document.passages))
        figures["characters"].append(sum(len(passage.text) for passage in document.passages))
        figures["lost"].append(lost(document, prose))
        figures["reading"].append(seconds(partial(read, file)))
        figures["prose"].append(seconds(partial(read_prose, document)))
        print(file.name, len(prose.mentions), len(prose.not_amounts), flush=True)
    each = {name: {key: n / len(files) for key, n in found.most_common()} for name, found in counts.items()}
    return {"filings": len(files), **{name: mean(found) for name, found in figures.items()}, **each}


def main() -> None:
    """Measure the filings of a list."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("list", type=Path)
    parser.add_argument("--form", default="10-K")
    parser.add_argument("--filings", type=int, default=16)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    figures = measure(listed(options.list, options.form, options.filings))
    if options.json:
        write_figures(options.json, figures, "no model")


if __name__ == "__main__":
    main()
