"""What the commands of `evaluate` share: finding documents, showing progress, writing files, and options."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cofitcheck.cli.checking import SYSTEMS
from cofitcheck.cli.common import EXIT_INCOMPLETE, cores

if TYPE_CHECKING:
    from cofitcheck.evaluation.corpus import Filing, Unread
    from cofitcheck.evaluation.planting.detection import Tried

DASH = Path("-")
"""Standard input or output."""

Result = TypeVar("Result")

Command = TypeVar("Command", bound=Callable[..., Any])

workers_option = click.option(
    "--workers", type=click.IntRange(min=1), metavar="N", help="Processes; one a core by default."
)
industries_option = click.option(
    "--industries",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="List of the companies' industries (.tsv with the columns company and industry), to break the "
    "figures down by.",
)
seed_option = click.option(
    "--seed", type=int, default=0, show_default=True, metavar="N", help="Draws the errors."
)
system_option = click.option(
    "--method", type=click.Choice(SYSTEMS), default=SYSTEMS[0], help="The system that is measured."
)


def find_filings(
    paths: Sequence[Path],
    splits: Sequence[str],
    industries: Path | None = None,
    *,
    by_document: bool = False,
) -> list[Filing]:
    """Return the documents that paths name: files, folders, and the documents of lists that are in `splits`.

    `by_document` as in `read_list`.
    Raises `InputError` where there is nothing to read.
    """
    from cofitcheck.engines.jobs import collect
    from cofitcheck.errors import InputError
    from cofitcheck.evaluation.corpus import Filing, read_industries, read_list
    from cofitcheck.readers import is_report_folder

    if DASH in paths:
        raise InputError("Standard input cannot be evaluated; name files, folders or a list.")
    lists = [path for path in paths if path.suffix == ".tsv"]
    if splits and not lists:
        raise InputError("--split chooses from a list of documents, and none is given; name one (.tsv).")
    industry = read_industries(industries) if industries else {}
    listed = [
        replace(filing, industry=industry.get(filing.company, ""))
        for path in lists
        for filing in read_list(path, splits, by_document=by_document)
    ]
    for path in lists:
        if not (folder := path.with_suffix("")).is_dir():
            raise InputError(
                f"{path}: the folder {folder} is missing; put the documents there, or the list beside a "
                "folder and name it like that."
            )
    jobs = collect([path for path in paths if path not in lists], None)
    found = [job.source for job in jobs if isinstance(job.source, Path)]
    for path in found:
        if path.is_dir() and not is_report_folder(path):
            raise InputError(f"{path}: holds no .htm or .html file (gzip'd or not); name a folder that does.")
    return [*listed, *map(Filing, found)]


@dataclass(frozen=True)
class Corpus:
    """What a command is asked to measure: paths of documents, splits of lists, the number of processes."""

    documents: tuple[Path, ...]
    splits: tuple[str, ...] = ()
    by_document: bool = False
    workers: int | None = None
    industries: Path | None = None

    def run(
        self,
        *outputs: Path | None,
        chosen: Callable[[Sequence[Filing]], Sequence[Filing]] = lambda filings: filings,
    ) -> EvaluationRun:
        """Return the run over the documents, or over those that `chosen` selects, without starting it.

        Raises `InputError` where there is nothing to read, or an output cannot be written.
        """
        found = find_filings(self.documents, self.splits, self.industries, by_document=self.by_document)
        filings = chosen(found)
        require_writable(self.documents, filings, *outputs)
        return EvaluationRun(filings, how_many(self.workers, filings))


@dataclass(frozen=True)
class EvaluationRun:
    """Documents, and the number of processes that work on them."""

    filings: Sequence[Filing]
    workers: int

    @property
    def threads(self) -> int:
        """How many threads each process may have."""
        return max(1, cores() // self.workers)

    def each(self, work: Callable[[Filing], Result]) -> list[Result | Unread]:
        """Do the work on every document, and say on standard error how far it has come."""
        return each_filing(work, self.filings, self.workers)


def require_writable(documents: Sequence[Path], filings: Sequence[Filing], *outputs: Path | None) -> None:
    """Raise `InputError` for an output that cannot be written, or is a document, a list or another output.

    This is called before the work, so that no result is lost.
    """
    from cofitcheck.errors import InputError

    taken = {path.resolve() for path in (*documents, *(filing.path for filing in filings))}
    for path in outputs:
        if path is None or path == DASH:
            continue
        if path.resolve() in taken:
            raise InputError(f"{path}: is a document, a list or another output here; name another file.")
        taken.add(path.resolve())
        try:
            _try_to_write(path)
        except OSError as error:
            raise InputError(f"{path}: cannot be written ({error.strerror}); name another file.") from error


def _try_to_write(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    is_new = not path.exists()
    path.open("ab").close()
    if is_new:
        path.unlink()


def how_many(asked: int | None, filings: Sequence[Filing]) -> int:
    """Return the number of processes: as asked, or one for each core, but no more than documents."""
    return min(asked or cores(), len(filings))


def each_filing(
    work: Callable[[Filing], Result], filings: Sequence[Filing], workers: int
) -> list[Result | Unread]:
    """Do the work on every document, and say on standard error how far it has come."""
    from cofitcheck.evaluation.corpus import Unread, each
    from cofitcheck.progress import printable

    outcomes = []
    shown = len(filings) > 1 and sys.stderr.isatty()
    for number, outcome in enumerate(each(work, filings, workers), start=1):
        outcomes.append(outcome)
        if shown:
            click.echo(f"{number} of {len(filings)} documents\r", err=True, nl=False)
        if isinstance(outcome, Unread):
            click.echo(printable(f"{outcome.document}: left out: {outcome.reason}"), err=True)
    return outcomes


def write_findings(path: Path | None, outcomes: Sequence[Tried | Unread]) -> None:
    """Write the findings on clean documents that a report would have to the file, if one is named."""
    from cofitcheck.config import CheckConfig
    from cofitcheck.evaluation.corpus import parted
    from cofitcheck.evaluation.planting.detection import markdown

    if path:
        threshold = CheckConfig().checks.threshold
        every = (finding for row in parted(outcomes)[0] for finding in row.clean_findings)
        _write(path, markdown(each for each in every if each.probability >= threshold).encode())


def write_json(path: Path, figures: Mapping[str, object], model: str, seed: int | None = None) -> None:
    """Write figures as JSON, with what they were made from first; `DASH` stands for standard output."""
    from cofitcheck.evaluation.figures import as_json

    _write(path, as_json(figures, model, seed))


def write_lines(path: Path, values: Sequence[object]) -> None:
    """Write one JSON object a line."""
    import msgspec

    _write(path, b"".join(msgspec.json.encode(value) + b"\n" for value in values))


def _write(path: Path, data: bytes) -> None:
    if path == DASH:
        sys.stdout.buffer.write(data)
    else:
        path.write_bytes(data)


def end(outcomes: Sequence[object]) -> None:
    """End the process with the status of an incomplete run where a document was left out."""
    from cofitcheck.evaluation.corpus import Unread

    if any(isinstance(outcome, Unread) for outcome in outcomes):
        sys.exit(EXIT_INCOMPLETE)


def documents_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that every command on documents has; the command gets them as one `Corpus`."""

    @wraps(command)
    def gathered(
        documents: tuple[Path, ...],
        splits: tuple[str, ...],
        by_document: bool,
        workers: int | None,
        industries: Path | None = None,
        **options: Any,
    ) -> None:
        command(Corpus(documents, splits, by_document, workers, industries), **options)

    for add in (
        workers_option,
        click.option(
            "--by-document",
            is_flag=True,
            help="Split the documents of a list anew, 8:1:1, whatever company they are of, as in the paper.",
        ),
        click.option(
            "--split",
            "splits",
            multiple=True,
            metavar="SPLIT",
            help="Only this split of a list (may be given more than once).",
        ),
        click.argument(
            "documents", nargs=-1, required=True, metavar="DOCS...", type=click.Path(path_type=Path)
        ),
    ):
        gathered = add(gathered)
    return gathered


def json_option(required: bool) -> Callable[[Command], Command]:
    """Return the option for the file of the figures."""
    return click.option(
        "--json",
        "output",
        required=required,
        metavar="OUT",
        type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
        help="File for the figures, as JSON; - for standard output.",
    )


def planted_option(of_what: str, default: int, least: int = 1) -> Callable[[Command], Command]:
    """Return the option that says how many errors are planted."""
    return count_option("--planted", of_what, default, least)


def count_option(name: str, of_what: str, default: int, least: int = 1) -> Callable[[Command], Command]:
    """Return an option that says how many of something there are."""
    return click.option(
        name,
        type=click.IntRange(min=least),
        default=default,
        show_default=True,
        metavar="N",
        help=of_what,
    )


def file_option(name: str, what: str, variable: str = "") -> Callable[[Command], Command]:
    """Return an option for a further file."""
    return click.option(
        name,
        *filter(None, [variable]),
        metavar="FILE",
        type=click.Path(dir_okay=False, path_type=Path),
        help=what,
    )


def folder_option(name: str, what: str, *, required: bool = False) -> Callable[[Command], Command]:
    """Return an option for a folder that is read."""
    return click.option(
        name,
        metavar="DIR",
        required=required,
        type=click.Path(file_okay=False, path_type=Path),
        help=what,
    )


findings_option = file_option(
    "--findings", "Also write the findings on clean documents for people to read, as Markdown."
)
