"""The tab-separated list that names documents: what to download, and which split each belongs to."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path, PurePosixPath, PureWindowsPath

from cofitcheck.errors import InputError


@dataclass(frozen=True, slots=True)
class Entry:
    """One document of a list; what is not known is "".

    `file` is its place in the folder, with forward slashes. `cik` is the SEC's number of the company, `form`
    the SEC's name of the form, `period` the last day of the reported period (ISO). `sha256` and `bytes` are
    of the uncompressed content. `altered` says in which ways that content is not what the SEC publishes
    (see `identity.alterations`).
    """

    file: str = ""
    split: str = ""
    company: str = ""
    cik: str = ""
    form: str = ""
    period: str = ""
    accession: str = ""
    url: str = ""
    sha256: str = ""
    bytes: str = ""
    altered: str = ""


COLUMNS = tuple(field.name for field in fields(Entry))


def read_manifest(path: Path) -> list[Entry]:
    """Read a list whose first line names its columns; other columns than those of `Entry` are passed over.

    Raises `InputError` naming the line where the list cannot be read, is empty, or names a file twice or
    outside the folder.
    """
    # A quotation mark is a character like any other, or one in a name would swallow the lines after it.
    reader = csv.DictReader(io.StringIO(read_text(path)), delimiter="\t", restval="", quoting=csv.QUOTE_NONE)
    entries: list[Entry] = []
    named: dict[str, Entry] = {}
    for row in reader:
        entry = Entry(**{name: (row.get(name) or "").strip() for name in COLUMNS})
        where = f"{path}, line {reader.line_num}"
        require_inside(entry.file, where)
        before = named.setdefault(entry.file, entry) if entry.file else entry
        if before is not entry:
            raise InputError(f"{where}: {_twice(before, entry)}; keep one of the lines.")
        entries.append(entry)
    if not entries:
        raise InputError(f"{path}: the list names no document.")
    return entries


def write_manifest(entries: Iterable[Entry]) -> bytes:
    """Return a list in the form that `read_manifest` takes."""
    text = io.StringIO()
    writer = csv.DictWriter(
        text, COLUMNS, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_NONE, quotechar=None
    )
    writer.writeheader()
    writer.writerows(asdict(entry) for entry in entries)
    return text.getvalue().encode("utf-8", "replace")


def read_text(path: Path) -> str:
    """Read a list as text. Raises `InputError` where that fails."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{path}: cannot be opened ({error.strerror}); check the path.") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8 text; save the list as UTF-8.") from error


def require_inside(file: str, where: str) -> None:
    """Raise `InputError` where a name, joined to a folder, would lead out of it on any system."""
    parts = PurePosixPath(file).parts
    if file.startswith("/") or ".." in parts or PureWindowsPath(file).drive or "\\" in file:
        raise InputError(f"{where}: {file} leads out of the folder; name a file inside it.")


def _twice(before: Entry, entry: Entry) -> str:
    if before.split != entry.split:
        return f"the document {entry.file} is in two splits, {before.split} and {entry.split}"
    return f"the document {entry.file} is listed twice"
