"""The page to begin from where several documents were checked: what came of each, the worst first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from cofitcheck import __version__
from cofitcheck.checks import CheckSettings
from cofitcheck.checks.model import Severity
from cofitcheck.reports.html.page import template
from cofitcheck.reports.model import finding_text, wording
from cofitcheck.reports.model.coverage import COUNTS, Coverage

_NAMES = ("index.html", "cofitcheck-index.html")
_MARK = '<meta name="generator" content="cofitcheck index">'
"""What tells an index of ours from any other file of its name."""


@dataclass(frozen=True, slots=True)
class Indexed:
    """A document that was checked; `report` is the address of its report beside the index."""

    name: str
    coverage: Coverage
    report: str


@dataclass(frozen=True, slots=True)
class Missed:
    """A document that could not be checked, and why, in a sentence."""

    name: str
    reason: str


def render_index(
    documents: Sequence[Indexed],
    missed: Sequence[Missed],
    where: str,
) -> str:
    """Return the index of a run as one HTML file that loads nothing and runs nothing.

    `where` is what to call the documents together.
    """
    severities = {
        severity: sum(one.coverage.severities[severity] for one in documents) for severity in Severity
    }
    return template("index.html.j2").render(
        mark=_MARK,
        where=wording.short(where, 200),
        version=__version__,
        documents=worst_first(documents),
        missed=missed,
        total={name: sum(getattr(one.coverage, name) for one in documents) for name in COUNTS},
        in_total={severity.value: count for severity, count in severities.items()},
        found=sum(one.coverage.findings > 0 for one in documents),
        severities=wording.severities(severities),
        severity_rule=finding_text.severity_rule(CheckSettings.high, CheckSettings.tiny),
    )


def worst_first(documents: Sequence[Indexed]) -> list[Indexed]:
    """Return documents in the order in which they are to be looked at."""
    by_name = sorted(documents, key=lambda one: one.name)
    return sorted(by_name, key=lambda one: one.coverage.weight, reverse=True)


def own_names(shown: Sequence[str]) -> list[str]:
    """Return documents as the user named them, less the folders that all have in common."""
    parts = [PurePath(name).parts for name in shown]
    common = 0
    for steps in zip(*(folders[:-1] for folders in parts), strict=False):
        if len(set(steps)) > 1:
            break
        common += 1
    return [str(PurePath(*path[common:])) for path in parts]


def index_file(folder: Path) -> Path:
    """Return where the index of a folder is written: never over a file that somebody else put there."""
    first, second = (folder / name for name in _NAMES)
    return second if first.exists() and not is_index(first) else first


def is_index(path: Path) -> bool:
    """Tell whether a file is an index that was written here."""
    if path.name not in _NAMES or not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return _MARK.encode() in file.read(1000)
    except OSError:
        return False
