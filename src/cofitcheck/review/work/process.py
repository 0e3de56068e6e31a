"""The process that checks documents. It holds the model, and a document that kills it harms nothing else."""

from __future__ import annotations

import io
import signal
import sys
import zipfile
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeAlias

from cofitcheck.checks.comparatives import Comparisons, Kinship
from cofitcheck.document import Document
from cofitcheck.engines.budget import CheckBudget, allow
from cofitcheck.engines.engine import Progress
from cofitcheck.engines.worker import CheckerRefused, Checks, Loader, Ready, Stage, comparer_of
from cofitcheck.errors import CofitcheckError
from cofitcheck.readers import ReadSettings, read
from cofitcheck.reports.choice import Choice, choose
from cofitcheck.reports.compared import bound_report
from cofitcheck.reports.compared.files import comparison_files
from cofitcheck.reports.formats import file_stem
from cofitcheck.reports.json import to_json
from cofitcheck.reports.marked import marked_copy
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.office import comment_document, ending
from cofitcheck.review.books import carry_books, stored_statements
from cofitcheck.review.database import Database, now, open_database
from cofitcheck.review.database.models import DraftRow
from cofitcheck.review.decisions.carry_over import carry_over, last_checked
from cofitcheck.review.findings.changed import changes_between, stored
from cofitcheck.review.findings.prepare import prepare
from cofitcheck.review.own import numbers as own_numbers
from cofitcheck.review.pictures import page_pictures, page_sizes
from cofitcheck.review.settings import Files
from cofitcheck.review.work.queue import CHECKED, WORKING

_STAGES = {"relate": "read", "match": "classify"}
"""The stages of a check that stand for those of a comparison."""


@dataclass(frozen=True, slots=True)
class Store:
    """The settings of the process: database, folder, how documents are read, budget, and what is told.

    The folder has the uploads and the files that the process makes.
    """

    database: str
    folder: Path
    read: ReadSettings = field(default_factory=ReadSettings)
    budget: CheckBudget = field(default_factory=CheckBudget)
    choice: Choice = field(default_factory=Choice)


@dataclass(frozen=True, slots=True)
class Task:
    """A draft to check, the worker that has claimed it, how the draft is read, and what is told.

    `other` names the document that the draft is compared with, "" where it is checked by itself. `kinship`
    says what that document is to it, "" where this is to be guessed.
    """

    draft_id: int
    name: str
    owner: str
    read: ReadSettings = field(default_factory=ReadSettings)
    other: str = ""
    kinship: str = ""
    choice: Choice = field(default_factory=Choice)


def task_of(draft: DraftRow, owner: str, settings: ReadSettings, choice: Choice) -> Task:
    """Return what a worker has to do with a draft."""
    return Task(draft.id, draft.file_name, owner, settings, draft.other_name, draft.kinship, choice)


@dataclass(frozen=True, slots=True)
class Stored:
    """The draft is checked and its report stored."""


@dataclass(frozen=True, slots=True)
class NotStored:
    """The draft could not be checked, and why, in a sentence."""

    reason: str


Message: TypeAlias = Ready | CheckerRefused | Stage | Stored | NotStored
"""The messages of the process to its supervisor."""


def serve(connection: Connection, load: Loader, store: Store) -> None:
    """Check the tasks that come through `connection` until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        try:
            checker, database, files = load(), open_database(store.database), Files(store.folder)
        except CofitcheckError as error:
            connection.send(CheckerRefused(str(error)))
            return
        store.budget.bound_memory()
        connection.send(Ready())
        while True:
            task: Task = connection.recv()
            store.budget.begin()
            connection.send(work(task, checker, database, files, lambda name: connection.send(Stage(name))))


def work(
    task: Task, checker: Checks, database: Database, files: Files, progress: Progress
) -> Stored | NotStored:
    """Check a draft and return the outcome. Only a defect of the program raises an error."""
    try:
        check_draft(task, checker, database, files, progress)
    except CofitcheckError as error:
        return NotStored(str(error).removeprefix(f"{task.name}: "))
    except MemoryError:
        return NotStored("there is not enough memory to check it; use a larger machine.")
    except OSError as error:
        return NotStored(f"its report cannot be stored ({error.strerror}); make room, then try again.")
    return Stored()


def check_draft(task: Task, checker: Checks, database: Database, files: Files, progress: Progress) -> None:
    """Check a draft and store its report, for the worker that holds it.

    Nothing is stored for a draft that was cancelled meanwhile.
    Raises `CofitcheckError` where it cannot be checked, `OSError` where the report cannot be stored.
    """
    progress("read")
    document = read(files.source(task.draft_id).read_bytes(), task.name, progress, task.read)
    allow(len(document.mentions))
    if task.other:
        comparisons = _compared(task, document, checker, files, progress).of_kinds(task.choice.kinds)
        report, kinship = bound_report(comparisons), comparisons.each[0].kinship.value
        files.write(files.comparison(task.draft_id), _zipped(comparisons))
    else:
        report, kinship = choose(checker.check(document, progress), task.choice), ""
    progress("store")
    files.write(files.record(task.draft_id), to_json(report))
    copies, pages = _write_copies(task.draft_id, report, files)
    files.write(files.statements(task.draft_id), stored_statements(document))
    _write_changes(task, report, database, files)
    prepared, numbers = prepare(report, task.draft_id), own_numbers.numbers_of(report, pages)
    files.write(files.numbers(task.draft_id), own_numbers.stored(numbers))
    with database.writing() as session:
        draft = session.get_one(DraftRow, task.draft_id)
        if draft.status != WORKING or draft.owner != task.owner:
            return
        for name, value in (prepared.draft | copies | {"kinship": kinship}).items():
            setattr(draft, name, value)
        draft.status, draft.stage, draft.owner, draft.lease_until = CHECKED, "", "", None
        draft.checked = now()
        session.add_all([*prepared.findings, *prepared.facts, *prepared.tables])
        session.flush()
        carry_over(session, draft, numbers)


def _compared(
    task: Task, document: Document, checker: Checks, files: Files, progress: Progress
) -> Comparisons:
    """Return a draft compared with another document. Raises `InputError` where the two cannot be compared."""
    other = read(files.other(task.draft_id).read_bytes(), task.other, progress, task.read)
    comparer = comparer_of(checker)
    kinship = Kinship(task.kinship) if task.kinship else None
    return comparer.compare(document, [other], kinship, lambda stage: progress(_STAGES.get(stage, stage)))


def _zipped(comparisons: Comparisons) -> bytes:
    """Return the report of a comparison and the marked copies of both documents as one file."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in comparison_files(comparisons, file_stem(comparisons.this.name)).items():
            # Without a date the same comparison gives the same file.
            archive.writestr(zipfile.ZipInfo(name), part, zipfile.ZIP_DEFLATED)
    return content.getvalue()


def _write_copies(
    draft_id: int, report: Report, files: Files
) -> tuple[dict[str, Any], list[tuple[float, float]]]:
    """Write the copies of the document at which a reviewer looks.

    Returns the columns of the draft that describe them, and the sizes of the document's pages.
    """
    copy, commented, pages = marked_copy(report), ending(report.document), list[tuple[float, float]]()
    if copy:
        files.write(files.copy(draft_id, copy.suffix), copy.content)
        if copy.suffix == ".pdf":
            pages = page_sizes(copy.content)
            for number, picture in page_pictures(copy.content, _pages(report)):
                files.write(files.page(draft_id, number), picture)
    if commented:
        files.write(files.commented(draft_id), comment_document(report))
    return {"copy": copy.suffix if copy else "", "commented": commented, "pages": len(pages)}, pages


def _write_changes(task: Task, report: Report, database: Database, files: Files) -> None:
    """Write what became of every number since the last checked draft, and carry that draft's books over.

    Numbers or books that cannot be read any more are left out.
    """
    with database.reading() as session:
        before = last_checked(session, session.get_one(DraftRow, task.draft_id))
    if before is None:
        return
    carry_books(files, before.id, task.draft_id)
    try:
        earlier = read(files.source(before.id).read_bytes(), before.file_name, None, task.read)
    except (CofitcheckError, OSError):
        return
    files.write(files.changes(task.draft_id), stored(changes_between(report, earlier, before.number)))


def _pages(report: Report) -> set[int]:
    """Return the pages on which the facts of findings are stated."""
    mentions = report.document.mentions
    return {mentions[index].place.page for finding in report.found for index in finding.mentions}
