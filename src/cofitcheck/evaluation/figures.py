"""Figures that go into JSON: rates from counts, of all documents and by form, size and industry.

`Reliability` compares probabilities with what came true, in bins. Figures are stored with their origin: the
command, the commit, the model, the seed and the date.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from cofitcheck.evaluation.metrics import Counts

Json = dict[str, object]

DIGITS = 4
"""Decimals of a figure."""

THIRDS = ("few", "some", "many")
"""The names of the thirds of documents, by their number of mentions."""

BINS = 10
"""How many bins of equal width there are from 0 to 1."""

Sums = npt.NDArray[np.float64]

NOT_RECORDED = "not recorded"
FIELDS = ("command", "commit", "model", "seed", "date")


def figures(counts: Counts, claimed: bool = True) -> Json:
    """Return precision, recall and F1 with `pairs` (of the gold), `predicted` and `hits`.

    Where they are not `claimed`, the rates are None, and `predicted` and `hits` are left out.
    """
    if not claimed:
        return {"precision": None, "recall": None, "f1": None, "pairs": counts.gold}
    return {
        "precision": round(counts.precision, DIGITS),
        "recall": round(counts.recall, DIGITS),
        "f1": round(counts.f1, DIGITS),
        "pairs": counts.gold,
        "predicted": counts.predicted,
        "hits": counts.hits,
    }


def share(part: float, whole: float) -> float | None:
    """Return part over whole, None where the whole is 0."""
    return round(part / whole, DIGITS) if whole else None


def mean(values: Sequence[float]) -> float | None:
    """Return the mean, None of no values."""
    return share(sum(values), len(values))


class ScoredDocument(Protocol):
    """The result of a document: the properties by which figures are broken down."""

    @property
    def form(self) -> str:
        """The form ("10-K"), "" where nothing states it."""

    @property
    def industry(self) -> str:
        """The company's industry, "" where nothing states it."""

    @property
    def mentions(self) -> int:
        """How many numbers it holds."""


SomeRow = TypeVar("SomeRow", bound=ScoredDocument)


def broken_down(rows: Sequence[SomeRow], figures: Callable[[Sequence[SomeRow]], Json]) -> Json:
    """Return the figures of the documents of each form, number of mentions and industry, by these names.

    A document whose form or industry is not known is left out there.
    """
    groups = {
        "form": _by(rows, lambda row: row.form),
        "mentions": _by_mentions(rows),
        "industry": _by(rows, lambda row: row.industry),
    }
    return {
        name: {group: {"documents": len(members), **figures(members)} for group, members in parts.items()}
        for name, parts in groups.items()
    }


def _by(rows: Iterable[SomeRow], name: Callable[[SomeRow], str]) -> dict[str, list[SomeRow]]:
    parts: dict[str, list[SomeRow]] = {}
    for row in rows:
        if name(row):
            parts.setdefault(name(row), []).append(row)
    return dict(sorted(parts.items()))


def _by_mentions(rows: Iterable[SomeRow]) -> dict[str, list[SomeRow]]:
    ordered = sorted(rows, key=lambda row: row.mentions)
    edges = [len(ordered) * edge // len(THIRDS) for edge in range(len(THIRDS) + 1)]
    return {
        f"{name} ({ordered[start].mentions:,} to {ordered[end - 1].mentions:,})": ordered[start:end]
        for name, (start, end) in zip(THIRDS, pairwise(edges), strict=True)
        if end > start
    }


@dataclass(frozen=True, eq=False)
class Reliability:
    """Probabilities of some cases, and what came true, by bin.

    `cases` counts the cases, `said` sums their probabilities, `true` counts the cases that came true; each
    (BINS,)."""

    cases: Sums
    said: Sums
    true: Sums

    @classmethod
    def of(cls, probability: Sums, true: npt.NDArray[np.bool_], weight: Sums | None = None) -> Reliability:
        """Sort cases into bins by their probability; all (n,). A case counts `weight` times, 1 by default."""
        bins = np.minimum((probability * BINS).astype(np.int64), BINS - 1)
        weight = np.ones(len(probability)) if weight is None else weight
        cases, said, right = (
            np.bincount(bins, weights=weight * each, minlength=BINS).astype(np.float64)
            for each in (np.ones(len(probability)), probability, true)
        )
        return cls(cases, said, right)

    @classmethod
    def nothing(cls) -> Reliability:
        """Return the reliability of no cases."""
        return cls(np.zeros(BINS), np.zeros(BINS), np.zeros(BINS))

    def __add__(self, other: Reliability) -> Reliability:
        return Reliability(self.cases + other.cases, self.said + other.said, self.true + other.true)

    def figures(self) -> Json:
        """Return the bins that hold a case, the base rate and the expected calibration error.

        The base rate is the share that came true. The error is the mean over cases of how far their bin is
        off. Most cases are in the lowest bin, which nobody sees, so the error is given without that bin
        too."""
        sums = zip(self.cases.tolist(), self.said.tolist(), self.true.tolist(), strict=True)
        return {
            "cases": int(self.cases.sum()),
            "base_rate": share(float(self.true.sum()), float(self.cases.sum())),
            "expected_calibration_error": self._error(0),
            "expected_calibration_error_from_0.1": self._error(1),
            "bins": [
                {
                    "from": at / BINS,
                    "to": (at + 1) / BINS,
                    "cases": int(cases),
                    "said": share(said, cases),
                    "true": share(true, cases),
                }
                for at, (cases, said, true) in enumerate(sums)
                if cases
            ],
        }

    def _error(self, first: int) -> float | None:
        """Return the expected calibration error of the bins from `first` on."""
        cases = float(self.cases[first:].sum())
        off = float(np.abs(self.said[first:] - self.true[first:]).sum())
        return round(off / cases, DIGITS) if cases else None


def provenance(model: str, seed: int | Sequence[int] | None) -> dict[str, object]:
    """Return the origin of figures that are measured now. `seed` is None where nothing is drawn."""
    return {
        "command": command(sys.orig_argv),
        "commit": commit(Path(__file__).parent),
        "model": model,
        "seed": "nothing is drawn" if seed is None else seed,
        "date": datetime.now(UTC).date().isoformat(),
    }


def write_figures(path: Path, figures: object, model: str, seed: int | Sequence[int] | None = None) -> None:
    """Write figures as JSON, in the form of `as_json`."""
    path.write_bytes(as_json(figures, model, seed))


def as_json(figures: object, model: str, seed: int | Sequence[int] | None = None) -> bytes:
    """Return figures as JSON, with their origin first. A list is put under `rows`."""
    held = figures if isinstance(figures, Mapping) else {"rows": figures}
    value = {"provenance": provenance(model, seed), **held}
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def command(arguments: Sequence[str]) -> str:
    """Return the interpreter's arguments (`sys.orig_argv`) as a reader would type them.

    Paths below the working directory are relative; of others only the name is kept.
    """
    _, program, *rest = arguments
    script = Path(program)
    typed = ["python", _short(program)] if program == "-m" or script.suffix == ".py" else [script.name]
    return shlex.join([*typed, *map(_short, rest)])


def _short(argument: str) -> str:
    path = Path(argument)
    if not path.is_absolute() and ".." not in path.parts:
        return argument
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else path.name


def commit(folder: Path) -> str:
    """Return the commit that runs, `-dirty` where files have changes; `NOT_RECORDED` outside a checkout."""
    ask = ["git", "-C", str(folder), "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    try:
        return subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return NOT_RECORDED
