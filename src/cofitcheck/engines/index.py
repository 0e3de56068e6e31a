"""The index of the reports of a run over several documents."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import quote

from cofitcheck.engines.files import Run
from cofitcheck.engines.inputs import STDIN
from cofitcheck.engines.jobs import Job
from cofitcheck.reports.files import write_whole
from cofitcheck.reports.html.index import Indexed, Missed, index_file, own_names, render_index
from cofitcheck.reports.words import phrase, speaking

_LEFT = "the run was interrupted before it was checked."


def index_folder(paths: Sequence[Path], output: Path | None, jobs: Sequence[Job]) -> Path | None:
    """Return the folder for the index: `output`, or the one that was named.

    None where there is one document, or no such folder: an index of some of the documents of a folder would
    take the place of one of all.
    """
    if len(jobs) < 2:
        return None
    if output:
        return output
    named = [path for path in paths if path != STDIN and path.is_dir()]
    return named[0] if len(named) == len(paths) == 1 else None


def write_index(
    run: Run, folder: Path | None, paths: Sequence[Path], say: Callable[[str], object]
) -> Path | None:
    """Write the index of a run over `paths` into `folder` and return its file, None where there is none.

    Where it cannot be written, that is said in a sentence: the reports are there all the same.
    """
    if folder is None:
        return None
    missed = [
        *((one.shown, one.reason) for one in run.unchecked),
        *((one.shown, _LEFT) for one in run.unfinished),
    ]
    names = iter(own_names([one.shown for one in run.checked] + [shown for shown, _ in missed]))
    documents = [Indexed(next(names), one.coverage, _address(one.files[0], folder)) for one in run.checked]
    unread = [Missed(next(names), reason) for _, reason in missed]
    with speaking(run.language):
        page = render_index(documents, unread, _what(paths))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = index_file(folder)
        write_whole(file, page.encode("utf-8", "replace"))
    except OSError as error:
        say(f"The index of the reports cannot be written to {folder} ({error.strerror}).")
        return None
    return file


def _what(paths: Sequence[Path]) -> str:
    named = [path.resolve().name or str(path) for path in paths if path != STDIN]
    return named[0] if len(paths) == len(named) == 1 else str(phrase("Several documents"))


def _address(report: Path, folder: Path) -> str:
    # A file name may hold bytes that are no text.
    return quote(os.fsencode(Path(os.path.relpath(report.resolve(), folder.resolve())).as_posix()))
