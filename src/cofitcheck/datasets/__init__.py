"""Lists of documents and the splits of a data set.

A list is tab-separated. It says what to download, and which split each document belongs to. A split is
assigned to each company, and splits must not share a document or a company.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path, PurePosixPath, PureWindowsPath

from cofitcheck.errors import InputError

SHARES = {"train": 8, "dev": 1, "test": 1}
"""The splits, and the share of the documents that each is to hold (8:1:1)."""

SPLITS = tuple(SHARES)


@dataclass(frozen=True, slots=True)
class Entry:
    """One document of a list. A field that is not known is "".

    `file` is its place in the folder, with forward slashes. `cik` is the SEC's number of the company, `form`
    the SEC's name of the form, `period` the last day of the reported period (ISO). `sha256` and `bytes` are
    of the uncompressed content. `altered` says in which ways that content is not what the SEC publishes
    (see `records.alterations`).
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
    # A quotation mark is a character like any other. Otherwise one in a name would swallow the next lines.
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


@dataclass(frozen=True, slots=True)
class SplitMember:
    """One document of a split, with what no other split may share.

    `entity` is the company that its own tags name. `company` is the one that a list names, or else the same.
    """

    file: str
    split: str
    company: str
    entity: str
    sha256: str


def assign(documents: Mapping[str, int], seed: int) -> dict[str, str]:
    """Return the split of each company, given how many documents each has.

    The same companies and seed give the same splits, whatever the order of `documents`. Companies come in an
    order drawn from the seed; each goes to the least filled of the splits that it does not overfill. Raises
    `InputError` where there are fewer companies than splits.
    """
    if len(documents) < len(SPLITS):
        companies = "1 company" if len(documents) == 1 else f"{len(documents)} companies"
        raise InputError(
            f"The split {SPLITS[len(documents)]} would be empty: {companies} cannot fill "
            f"{len(SPLITS)} splits; give filings of more companies."
        )
    whole = sum(documents.values()) / sum(SHARES.values())
    held = dict.fromkeys(SPLITS, 0)
    splits: dict[str, str] = {}
    drawn = sorted(documents, key=lambda company: _draw(company, seed))
    for position, company in enumerate(drawn):
        empty = [split for split in SPLITS if not held[split]]
        fitting = [split for split in SPLITS if held[split] + documents[company] <= SHARES[split] * whole]
        # The last companies fill the splits that are empty; where none fits, the least filled takes the rest.
        choice = empty if len(drawn) - position <= len(empty) else fitting or SPLITS
        splits[company] = min(choice, key=lambda split: held[split] / SHARES[split])
        held[splits[company]] += documents[company]
    return splits


def require_sound(members: Sequence[SplitMember]) -> None:
    """Raise `InputError` where a split is empty, or where a document or a company is in two splits."""
    for member in members:
        if member.split not in SPLITS:
            known = ", ".join(SPLITS)
            raise InputError(
                f"{member.file}: the split {member.split} is not one of {known}; correct the list."
            )
    _require_one_split("the document", ((member.sha256, member) for member in members))
    _require_one_split("the company", ((member.company, member) for member in members))
    _require_one_split("the company", ((member.entity, member) for member in members))
    for split in SPLITS:
        if all(member.split != split for member in members):
            raise InputError(f"The split {split} is empty; give it a document that can be read.")


def _draw(company: str, seed: int) -> bytes:
    return hashlib.sha256(f"{seed} {company}".encode("utf-8", "replace")).digest()


def _require_one_split(what: str, shared: Iterable[tuple[str, SplitMember]]) -> None:
    first: dict[str, SplitMember] = {}
    for name, member in shared:
        before = first.setdefault(name, member)
        if before.split != member.split:
            whose = f"{what} {member.file if what == 'the document' else name}"
            raise InputError(
                f"{whose} is in two splits: {before.file} is in {before.split}, "
                f"{member.file} in {member.split}; keep it in one."
            )
