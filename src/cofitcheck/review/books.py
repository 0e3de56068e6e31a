"""Ties the books of a draft to its statements, in a process of its own, where a hostile file does no harm.

What reviewers say of accounts is kept as a mapping file, as that of `cofitcheck tie`. The next draft takes it
over. `python -m cofitcheck.review.books STATEMENTS FOLDER NAME` ties the file in a folder to stored
statements.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from cofitcheck.books import How, Statements
from cofitcheck.books.lines import read_statements
from cofitcheck.books.mapping_file import NO_LINE, mapping_csv, read_mapping, written
from cofitcheck.books.tie import tie
from cofitcheck.books.trial_balance import read_trial_balance
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.document import Document
from cofitcheck.errors import CofitcheckError, InputError
from cofitcheck.reports.formats import write_whole
from cofitcheck.reports.tied import LineView, TieView, tie_view
from cofitcheck.reports.tied_files import tie_json
from cofitcheck.reports.words import say
from cofitcheck.review.settings import Files

SUFFIXES = (".xlsx", ".csv", ".tsv")
SOURCE, SAID, MAPPING, RECORD, VIEW = "source", "said.csv", "mapping.csv", "tie.json", "view.json"
"""The files of a tie: the books as uploaded, what reviewers said of accounts, the mapping, the tie as JSON,
and the tie as it is shown."""
BEFORE = "before.csv"
"""The file of what reviewers had said of accounts before their last act."""
_SECONDS = 60
_BYTES = 4 * 2**30
"""The most seconds (`_SECONDS`) and bytes of memory (`_BYTES`) for one tie."""


def stored_statements(document: Document) -> bytes:
    """Return the lines of a document's statements in the form in which they are stored.

    There are no lines where the document has no statements.
    """
    try:
        return msgspec.json.encode(read_statements(Grid(document)))
    except InputError:
        return msgspec.json.encode(Statements(document.name, ()))


def view_of(files: Files, draft_id: int) -> TieView | None:
    """Return what is shown of the books of a draft, None where the draft has no books."""
    try:
        return msgspec.json.decode(files.books(draft_id, VIEW).read_bytes(), type=TieView)
    except FileNotFoundError:
        return None


def said_of(files: Files, draft_id: int, part: str = SAID) -> Mapping[str, str]:
    """Return for accounts the line that reviewers have named; it may be none ("-")."""
    path = files.books(draft_id, part)
    return read_mapping(path).lines if path.exists() else {}


def tie_apart(
    files: Files, draft_id: int, name: str, source: bytes, said: Mapping[str, str], seconds: float = _SECONDS
) -> TieView:
    """Tie a file to the statements of a draft in another process, and keep the file and the tie.

    Nothing is kept where the file cannot be tied; then `InputError` is raised.
    """
    if not name.lower().endswith(SUFFIXES):
        raise InputError(say("{name}: save the books as .xlsx, .csv or .tsv", name=name))
    statements = files.statements(draft_id)
    if not statements.exists():
        raise InputError(
            say(
                "an earlier version of the program checked this draft and kept no statements; upload it "
                "again as the next draft"
            )
        )
    with tempfile.TemporaryDirectory(dir=statements.parent) as folder:
        coming = Path(folder)
        (coming / SOURCE).write_bytes(source)
        (coming / SAID).write_bytes(_mapping(said))
        _run(statements, coming, name, seconds)
        files.write(files.books(draft_id, BEFORE), _mapping(said_of(files, draft_id)))
        for part in (SOURCE, SAID, MAPPING, RECORD, VIEW):
            files.write(files.books(draft_id, part), (coming / part).read_bytes())
    found = view_of(files, draft_id)
    assert found is not None
    return found


def _run(statements: Path, folder: Path, name: str, seconds: float) -> None:
    """Tie the file in a folder, in a process that ends afterwards.

    Raises `InputError` where it cannot be tied.
    """
    command = [sys.executable, "-m", "cofitcheck.review.books", str(statements), str(folder), name]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired as error:
        raise InputError(
            say("{name}: tying took longer than {n} seconds and was ended", name=name, n=int(seconds))
        ) from error
    except subprocess.CalledProcessError as error:
        told = str(error.stderr).strip().splitlines()
        raise InputError(told[-1] if error.returncode == 2 and told else _defect(name)) from error


def carry_books(files: Files, before: int, draft_id: int) -> None:
    """Tie the books of the draft `before` to the next one, with the mapping of reviewers.

    The next draft has no books where they cannot be tied to it.
    """
    view = view_of(files, before)
    if view is not None:
        given = {part: files.books(before, part) for part in (SOURCE, SAID)}
        try:
            results = _tied(files.statements(draft_id), given[SOURCE], given[SAID], view.books)
        except CofitcheckError:
            return
        results |= {part: path.read_bytes() for part, path in given.items()}
        results[BEFORE] = results[SAID]
        for part, content in results.items():
            files.write(files.books(draft_id, part), content)


def moved(view: TieView, said: Mapping[str, str], accounts: Iterable[str], line: str) -> dict[str, str]:
    """Return the lines of accounts after some of them were moved to another line, or to none ("-").

    The other accounts of these lines are said to stay where they are, as a line that was mapped by its sum no
    longer comes to this sum.
    Raises `InputError` where a line or an account is not there.
    """
    names = {each.name for each in view.lines}
    if line not in names and line != NO_LINE:
        raise InputError(say("the statements have no line “{line}”; choose one of the list", line=line))
    here = {account.key: each for each in view.lines for account in each.accounts if account.key}
    known = here.keys() | {account.key for account in view.unused} | said.keys()
    chosen = list(accounts)
    if not chosen:
        raise InputError(say("choose one account or more first"))
    if missing := [key for key in chosen if key not in known]:
        raise InputError(say("the books have no account {account}", account=missing[0]))
    touched = {line, *(here[key].name for key in chosen if key in here)}
    stays = {key: each.name for key, each in here.items() if each.name in touched}
    return {**said, **stays, **dict.fromkeys(chosen, line)}


def confirmed(view: TieView, said: Mapping[str, str], only: str = "") -> dict[str, str]:
    """Return the lines of accounts after all lines, or `only` one, were confirmed as they are shown."""
    lines: list[LineView] = [each for each in view.lines if only in ("", each.name)]
    return {**said, **{account.key: each.name for each in lines for account in each.accounts if account.key}}


def _mapping(said: Mapping[str, str]) -> bytes:
    return written((key, "", line, How.FILE.value) for key, line in said.items())


def _defect(name: str) -> str:
    return say("{name}: it could not be tied; save it anew as .xlsx or .csv and try again", name=name)


def _tied(statements: Path, source: Path, said: Path, name: str) -> dict[str, bytes]:
    """Return the files of a tie by their names. Raises `CofitcheckError` where the books cannot be tied."""
    stated = msgspec.json.decode(statements.read_bytes(), type=Statements)
    if not stated.lines:
        raise InputError(
            say(
                "{document}: no balance sheet and no income statement was found in its tables",
                document=stated.document,
            )
        )
    tied = tie(stated, read_trial_balance(source, name), read_mapping(said))
    return {
        MAPPING: mapping_csv(tied),
        RECORD: tie_json(tied),
        VIEW: msgspec.json.encode(tie_view(tied)),
    }


def main(statements: str, folder: str, name: str) -> int:
    """Tie the books that the command line names, within limits of time and memory if the system has them."""
    try:
        import resource
    except ModuleNotFoundError:
        pass
    else:
        resource.setrlimit(resource.RLIMIT_AS, (_BYTES, _BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
    try:
        tie_in(Path(statements), Path(folder), name)
    except CofitcheckError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def tie_in(statements: Path, folder: Path, name: str) -> None:
    """Tie the file in a folder to stored statements, and write the files of the tie to the folder.

    Raises `CofitcheckError` where the file cannot be tied.
    """
    for part, content in _tied(statements, folder / SOURCE, folder / SAID, name).items():
        write_whole(folder / part, content)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
