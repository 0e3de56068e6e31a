"""What a worker does with documents of a batch: fetch, read, check, and hand the rows back."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TypeAlias, TypeVar

from cofitcheck.batch.schema import TABLES, Packed, checked_rows, compared_rows, pack
from cofitcheck.batch.stores import Pair, UnreachableError, digest, fetch, is_url
from cofitcheck.checks.comparatives import Kinship
from cofitcheck.document import Document
from cofitcheck.engines.budget import OUT_OF_MEMORY, allow
from cofitcheck.engines.engine import Progress, Work
from cofitcheck.engines.jobs import Unchecked
from cofitcheck.engines.worker import Checks, Loader, comparer_of, open_models
from cofitcheck.errors import CofitcheckError, UnavailableError
from cofitcheck.readers import ReadSettings, read
from cofitcheck.reports.choice import Choice, choose
from cofitcheck.reports.compared import bound_report
from cofitcheck.reports.compared.files import comparison_files
from cofitcheck.reports.formats import file_stem, report_files
from cofitcheck.reports.model.report import Report

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class BatchJob:
    """Documents that are checked together, by path or URL.

    `reports` says whether reports are wanted beside the rows, in `language` ("" for the document's own).
    """

    documents: tuple[str, ...]
    reports: bool = False
    language: str = ""
    settings: ReadSettings = field(default_factory=ReadSettings)
    compares: bool = False
    """Whether each of `documents` names a pair that is compared (see `Pair`)."""
    choice: Choice = field(default_factory=Choice)
    """Which findings the user wants."""

    @property
    def shown(self) -> str:
        """The first of the documents."""
        return self.documents[0]

    def alone(self) -> list[BatchJob]:
        """Return a job for each of the documents."""
        return [replace(self, documents=(each,)) for each in self.documents]


@dataclass(frozen=True, slots=True)
class DocumentRows:
    """A document that was checked: its rows of each table, and its reports by their file names.

    They go back to the driver, the only one to write: a worker may be on another machine.
    """

    shown: str
    rows: Packed = field(repr=False)
    reports: Mapping[str, bytes] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Unreachable:
    """A document whose store did not answer, so that its other documents cannot be fetched either."""

    shown: str
    reason: str


@dataclass(frozen=True, slots=True)
class PostponedDocument:
    """A document that could not be checked now, by no fault of its own: the next run tries it again."""

    shown: str
    reason: str


@dataclass(frozen=True, slots=True)
class _Opened:
    """A document that was read, and how many seconds that took."""

    shown: str
    document: Document
    seconds: float


Outcome: TypeAlias = DocumentRows | PostponedDocument | Unreachable | Unchecked
BatchOutcome: TypeAlias = tuple[Outcome, ...]
"""What became of each document of a job."""


def load_work(load: Loader) -> Work[BatchJob, BatchOutcome]:
    """Return what checks documents of a batch, with the checker and all its models loaded."""
    # With its first rows Arrow imports pandas, where that is installed: done here, once for all forks.
    pack({name: [] for name in TABLES})
    checker = load()
    open_models(checker)
    return partial(check_to_rows, checker)


def check_to_rows(checker: Checks, job: BatchJob, progress: Progress) -> BatchOutcome:
    """Fetch, read and check the documents of a job: together, or where that fails, one by one."""
    if job.compares:
        comparing = partial(_compared_rows, checker, job, progress)
        return tuple(_tried(shown, partial(comparing, shown)) for shown in job.documents)
    opened = [_tried(shown, partial(_open, shown, job.settings, progress)) for shown in job.documents]
    readable = [each for each in opened if isinstance(each, _Opened)]
    allow(sum(len(each.document.mentions) for each in readable))
    reports = _checked_together(checker, readable, progress)

    def outcome(each: _Opened | Outcome) -> Outcome:
        if not isinstance(each, _Opened):
            return each
        check = partial(checker.check, each.document, progress)
        return _tried(each.shown, lambda: _rows(each, reports.get(each.shown) or check(), job, progress))

    return tuple(map(outcome, opened))


def _compared_rows(checker: Checks, job: BatchJob, progress: Progress, shown: str) -> DocumentRows:
    """Return the rows of a pair: those of both documents bound into one, and its summary."""
    pair = Pair.of(shown)
    this, other = (_open(name, job.settings, progress) for name in (pair.this, pair.other))
    kinship = Kinship(pair.kinship) if pair.kinship else None
    compared = comparer_of(checker).compare(this.document, [other.document], kinship, progress)
    compared = compared.of_kinds(job.choice.kinds)
    progress("write reports")
    reports = comparison_files(compared, _stem(shown, pair.this), job.language) if job.reports else {}
    seconds = {"read": this.seconds + other.seconds, **compared.seconds}
    rows = checked_rows(shown, bound_report(compared), seconds, sorted(reports))
    return DocumentRows(shown, pack(rows | compared_rows(shown, compared)), reports)


def _open(shown: str, settings: ReadSettings, progress: Progress) -> _Opened:
    progress("read")
    begun = time.perf_counter()
    source = fetch(shown) if is_url(shown) else Path(shown)
    document = read(source, _name(shown), progress, settings)
    return _Opened(shown, document, time.perf_counter() - begun)


def _checked_together(checker: Checks, opened: Sequence[_Opened], progress: Progress) -> dict[str, Report]:
    """Return the reports of several documents by their names; none where the check of all together fails."""
    if len(opened) < 2:
        return {}
    try:
        reports = checker.check_all([each.document for each in opened], progress)
    except (CofitcheckError, MemoryError):
        return {}
    return {each.shown: report for each, report in zip(opened, reports, strict=True)}


def _rows(opened: _Opened, report: Report, job: BatchJob, progress: Progress) -> DocumentRows:
    progress("write reports")
    report = choose(report, job.choice)
    reports = report_files(report, _stem(opened.shown), job.language) if job.reports else {}
    seconds = {"read": opened.seconds, **report.seconds}
    return DocumentRows(
        opened.shown, pack(checked_rows(opened.shown, report, seconds, sorted(reports))), reports
    )


def _tried(shown: str, do: Callable[[], Result]) -> Result | PostponedDocument | Unreachable | Unchecked:
    """Do something with a document, or say why that cannot be done."""
    try:
        return do()
    except UnreachableError as error:
        return Unreachable(shown, str(error))
    except UnavailableError as error:
        return PostponedDocument(shown, _without_name(str(error), shown))
    except CofitcheckError as error:
        return Unchecked(shown, _without_name(str(error), shown))
    except MemoryError:
        return Unchecked(shown, OUT_OF_MEMORY)


def _name(shown: str) -> str:
    """Return a document's own name."""
    return shown.rstrip("/").rpartition("/")[2] or shown


def _stem(shown: str, named: str = "") -> str:
    """Return how the names of a document's reports begin: the same in every run, and different for each
    document.

    `named` is the document that they are named by, where that is not `shown`.
    """
    return f"{file_stem(_name(named or shown))}-{digest(shown).hex()[:12]}"


def _without_name(sentence: str, shown: str) -> str:
    return sentence.removeprefix(f"{shown}: ").removeprefix(f"{_name(shown)}: ")
