"""What a worker does with a document of a batch: fetch, read, check, and hand the rows back."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeAlias

from cofitcheck.batch.listing import digest
from cofitcheck.batch.rows import checked_rows
from cofitcheck.batch.schema import TABLES, Packed, pack
from cofitcheck.batch.stores import UnreachableError, fetch, is_url
from cofitcheck.engines.engine import Progress, Work
from cofitcheck.engines.jobs import Unchecked
from cofitcheck.engines.worker import Checks, Loader
from cofitcheck.errors import CofitcheckError, UnavailableError
from cofitcheck.readers import ReadSettings, read
from cofitcheck.reports.files import file_stem, report_files


@dataclass(frozen=True, slots=True)
class BatchJob:
    """One document, by path or URL, and whether its reports are wanted beside its rows."""

    shown: str
    reports: bool = False
    settings: ReadSettings = field(default_factory=ReadSettings)

    @property
    def name(self) -> str:
        """The document's own name."""
        return self.shown.rstrip("/").rpartition("/")[2] or self.shown


@dataclass(frozen=True, slots=True)
class Rows:
    """A document that was checked: its rows of each table, and its reports by their file names.

    They go back to the driver, the only one to write: a worker may be on another machine.
    """

    shown: str
    rows: Packed = field(repr=False)
    reports: Mapping[str, bytes] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Unreachable:
    """A document whose store did not answer, so that others will fare no better."""

    shown: str
    reason: str


@dataclass(frozen=True, slots=True)
class Postponed:
    """A document that could not be checked now, by no fault of its own: the next run tries it again."""

    shown: str
    reason: str


BatchOutcome: TypeAlias = Rows | Postponed | Unreachable


def load_work(load: Loader) -> Work[BatchJob, BatchOutcome]:
    """Return what checks a document of a batch, with the checker loaded."""
    # Arrow imports pandas, where it is installed, at its first rows: once for all that share this process.
    pack({name: [] for name in TABLES})
    return partial(check_to_rows, load())


def check_to_rows(checker: Checks, job: BatchJob, progress: Progress) -> BatchOutcome | Unchecked:
    """Fetch, read and check one document."""
    try:
        progress("read")
        begun = time.perf_counter()
        source = fetch(job.shown) if is_url(job.shown) else Path(job.shown)
        document = read(source, job.name, progress, job.settings)
        seconds = {"read": time.perf_counter() - begun}
        report = checker.check(document, progress)
        progress("write reports")
        reports = report_files(report, _stem(job)) if job.reports else {}
        rows = checked_rows(job.shown, report, seconds | report.seconds, sorted(reports))
        return Rows(job.shown, pack(rows), reports)
    except UnreachableError as error:
        return Unreachable(job.shown, str(error))
    except UnavailableError as error:
        return Postponed(job.shown, _without_name(str(error), job))
    except CofitcheckError as error:
        return Unchecked(job.shown, _without_name(str(error), job))
    except MemoryError:
        return Unchecked(job.shown, "not enough memory; use fewer --workers or a larger machine.")


def _stem(job: BatchJob) -> str:
    """Return how the names of a document's reports begin: the same in every run, and of no other."""
    return f"{file_stem(job.name)}-{digest(job.shown).hex()[:12]}"


def _without_name(sentence: str, job: BatchJob) -> str:
    return sentence.removeprefix(f"{job.shown}: ").removeprefix(f"{job.name}: ")
