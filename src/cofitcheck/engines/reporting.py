"""What a worker does with a document whose reports are to be written: read, check, save."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from shutil import copyfile
from typing import TYPE_CHECKING

from cofitcheck import patterns
from cofitcheck.document import Document
from cofitcheck.engines.budget import OUT_OF_MEMORY, allow
from cofitcheck.engines.engine import Progress, Work
from cofitcheck.engines.jobs import CheckedFile, Job, Outcome, Unchecked
from cofitcheck.engines.worker import Checks, Loader
from cofitcheck.errors import CofitcheckError, InputError
from cofitcheck.readers import SUFFIXES, is_document, is_report_folder, read
from cofitcheck.reports.choice import choose
from cofitcheck.reports.drafts.since import Earlier, earlier_in, earlier_of, since, since_lines
from cofitcheck.reports.formats import FORMATS, save
from cofitcheck.reports.model.coverage import coverage
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.terminal.summary import finding_lines, summary_lines
from cofitcheck.reports.words import language_of, speaking

if TYPE_CHECKING:
    from rich.console import RenderableType

_FINDINGS = 3
"""How many findings of each of several documents a terminal names."""


def load_reporting(load: Loader) -> Work[Job, CheckedFile]:
    """Return what checks a document and writes its reports, with the checker loaded."""
    return partial(check_and_save, load())


def check_and_save(checker: Checks, job: Job, progress: Progress) -> Outcome:
    """Read and check one document and write its reports."""
    try:
        # First, as what is remembered of a document goes when the next is read.
        earlier = _earlier(checker, job, progress)
        progress("read")
        document = _read(job, progress)
        allow(len(document.mentions))
        report = choose(checker.check(document, progress), job.choice)
        progress("write reports")
        language = job.language or language_of(report.document)
        files = _save(report, job, language)
        patterns.keep()
    except CofitcheckError as error:
        return Unchecked(job.shown, _without_name(str(error), job))
    except MemoryError:
        return Unchecked(job.shown, OUT_OF_MEMORY)
    with speaking(language):
        return CheckedFile(
            shown=job.shown,
            coverage=coverage(report),
            summary=_summary(report, earlier, job.verbose),
            files=files,
            language=language,
            findings=tuple(finding_lines(report, sys.maxsize if job.verbose else _FINDINGS)),
            parts={name: FORMATS[name].run_writer().part(report, job.shown) for name in job.formats},
        )


def _read(job: Job, progress: Progress) -> Document:
    if isinstance(job.source, Path) and job.source.is_dir() and not is_report_folder(job.source):
        raise InputError(f"the folder has no {', '.join(SUFFIXES)} file in it; name another.")
    return read(job.source, job.name, progress, job.settings)


def _earlier(checker: Checks, job: Job, progress: Progress) -> Earlier | None:
    """Return the findings of the draft that this one is held against, None where there is none."""
    if job.since is None:
        return earlier_in(job.last) if job.last and job.last.is_file() else None
    if job.since.suffix == ".json" and not is_document(job.since):
        return earlier_in(job.since)
    progress("check the earlier draft")
    earlier = read(job.since, None, progress, job.settings)
    allow(len(earlier.mentions))
    return earlier_of(checker.check(earlier))


def _summary(report: Report, earlier: Earlier | None, verbose: bool) -> RenderableType:
    summary = summary_lines([report], verbose=verbose)
    if earlier is None:
        return summary
    from rich.console import Group

    return Group(summary, since_lines(report, since(report, earlier)))


def _save(report: Report, job: Job, language: str) -> tuple[Path, ...]:
    try:
        files = tuple(save(report, job.directory, job.stem, language))
        if job.last:
            copyfile(job.directory / FORMATS["json"].file_name(job.stem, report.document), job.last)
        return files
    except OSError as error:
        reason = f"its reports cannot be written to {job.directory} ({error.strerror})"
        raise InputError(f"{reason}; name a folder for them with --output.") from error


def _without_name(sentence: str, job: Job) -> str:
    """Take off the name that a reader's sentence begins with: ours tells two files of one name apart."""
    for name in (str(job.source) if not isinstance(job.source, bytes) else "", job.name):
        if name:
            sentence = sentence.removeprefix(f"{name}: ")
    return sentence
