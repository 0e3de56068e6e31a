"""Does anything but a document or an `InputError` come of a damaged or hostile document, in 5 s and 1 GB?

Cases are made-up documents in every format, and shared ones where `--shared` names their folder, with
mutations of their bytes, their text, their structure and the parts of their archives. Each is read in a
process with a budget; of a share (`--check`) the whole check is run. One `--seed` makes the same cases.

Run: `python -m benchmarks.fuzz --cases 20000 --processes 2 --check 0.1 --json fuzz.json`
One case again, its document kept: `python -m benchmarks.fuzz --only 1234`
Documents that are large, or laid out to cost much (`fuzzing/large.py`): `python -m benchmarks.fuzz --large`
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

from benchmarks.fuzzing.large import LARGE
from benchmarks.fuzzing.mutations import mutate
from benchmarks.fuzzing.seeds import made_up, shared
from benchmarks.fuzzing.workers import GOOD, OUTCOMES, Case, Result, run
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.weights import NAME

_SECONDS, _BYTES = 600, 1_500_000_000
"""What a large document may take: reading, and four times the bound of a check."""
KEPT = Path("build/fuzz")
"""Where the documents of failing cases are kept: no folder of the repository."""


def case_of(number: int, seed: int, documents: Mapping[str, bytes], check: float) -> Case:
    """Return the case of a number: the same in every run with these documents."""
    random = Random(f"{seed}:{number}")
    name, other = random.choice(sorted(documents)), random.choice(sorted(documents))
    checked = random.random() < check
    data, names = mutate(documents[name], random, documents[other])
    return Case(number, name.rpartition("/")[2], data, checked, (name, *names))


def main() -> None:
    """Run the cases and say what came of them."""
    arguments = _arguments()
    if arguments.large:
        return _large()
    documents = {**made_up(), **(shared(arguments.shared) if arguments.shared else {})}
    numbers = range(arguments.cases) if arguments.only is None else [arguments.only]
    cases = (case_of(number, arguments.seed, documents, arguments.check) for number in numbers)
    counts: Counter[str] = Counter()
    failures: list[dict[str, object]] = []
    for case, result in run(cases, arguments.processes):
        counts[result.outcome] += 1
        failed = result.outcome not in GOOD
        if failed or arguments.only is not None:
            failures.append(_kept(case, result))
    if arguments.json:
        told = {"seed": arguments.seed, "cases": len(numbers), "counts": counts, "failures": failures}
        write_figures(arguments.json, told, NAME, arguments.seed)
    print("\n".join(_table(counts, failures)))


def _large() -> None:
    """Check the large documents one after another, and say of each what came of it."""
    cases = (
        Case(at, "large", make(), True, (name,), _SECONDS, _BYTES)
        for at, (name, make) in enumerate(LARGE.items())
    )
    for case, result in run(cases, 1):
        print(f"{result.seconds:>6.1f} s  {result.outcome}  {case.mutations[0]} {result.cause}", flush=True)


def _kept(case: Case, result: Result) -> dict[str, object]:
    """Write the document of a case to a file and return what is to be known of it."""
    KEPT.mkdir(parents=True, exist_ok=True)
    path = KEPT / f"{case.number}-{case.name}"
    path.write_bytes(case.data)
    return {
        "case": case.number,
        "made by": list(case.mutations),
        "checked": case.checked,
        "outcome": result.outcome,
        "cause": result.cause,
        "seconds": round(result.seconds, 2),
        "bytes": len(case.data),
        "file": str(path),
    }


def _table(counts: Mapping[str, int], failures: list[dict[str, object]]) -> Iterator[str]:
    """Yield the lines of a table of the outcomes, and of one of the causes with the smallest case of each."""
    yield from (f"{counts.get(outcome, 0):>8,}  {outcome}" for outcome in OUTCOMES)
    causes: defaultdict[str, list[dict[str, object]]] = defaultdict(list)
    for failure in failures:
        causes[re.sub(r"\d{4,}", "N", f"{failure['outcome']}: {failure['cause']}")].append(failure)
    for cause, cases in sorted(causes.items(), key=lambda item: -len(item[1])):
        smallest = min(cases, key=lambda failure: int(str(failure["bytes"])))
        where = f"case {smallest['case']}, {smallest['bytes']} bytes, {smallest['made by']}"
        yield f"{len(cases):>8,}  {cause}  ({where})"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cases", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="one case again; its document is kept whatever comes of it")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--check", type=float, default=0.0, help="the share that is checked, not only read")
    parser.add_argument("--shared", type=Path, help="a folder of documents to make cases from as well")
    parser.add_argument("--large", action="store_true", help="check the large documents, and no others")
    parser.add_argument("--json", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
