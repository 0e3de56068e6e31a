"""Downloads the documents of a list into a folder. A file that is there already and whole is kept."""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path, PurePosixPath
from typing import Literal
from urllib.parse import unquote, urlsplit

from cofitcheck import patterns as re
from cofitcheck.datasets import Entry, read_manifest, read_text, require_inside
from cofitcheck.datasets.edgar import Edgar, Getter
from cofitcheck.errors import InputError
from cofitcheck.readers.settings import LIMITS
from cofitcheck.reports.formats import write_whole

_GZIP = b"\x1f\x8b"
_ADDRESS = re.compile(r"https?://[^\s/]+/\S*", re.IGNORECASE)
_ACCESSION = re.compile(r"(?:(?P<cik>\d{1,10})/)?(?P<filer>\d{10})-?(?P<year>\d{2})-?(?P<number>\d{6})")
_FILING = re.compile(r"(?P<cik>\d{1,10})\+(?P<form>[^\s+]+)\+(?P<period>\d{4}-\d\d-\d\d)")
# Columns that say where a document is. A list has columns where its first line names one of these.
_WHERE = {"url", "accession", "cik"}
_SHA256 = re.compile(r"[0-9a-f]{64}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FetchOutcome:
    """The outcome for one document.

    `reason` is a sentence where the download failed, or where the content is not what the list says."""

    file: str
    status: Literal["fetched", "kept", "failed"]
    reason: str = ""


def read_requests(path: Path) -> list[Entry]:
    """Read what to download; every entry has a `file` and says where to find it.

    The list is tab-separated with named columns, or a line each of: a URL, an accession number (after
    "CIK/", unless the company filed it itself), or "CIK+FORM+PERIOD"; a SHA-256 may follow. Empty lines and
    those that begin with "#" are passed over. Raises `InputError` naming the line, or the file, that cannot
    be used.
    """
    lines = read_text(path).splitlines()
    if _WHERE & set((lines or [""])[0].split("\t")):
        entries = [
            _checked(entry, f"{path}: {entry.file or f'document {number}'}")
            for number, entry in enumerate(read_manifest(path), start=1)
        ]
    else:
        entries = [
            _checked(_entry(line, where), where)
            for number, line in enumerate(lines, start=1)
            if line.strip() and not line.lstrip().startswith("#")
            for where in [f"{path}, line {number}"]
        ]
    if not entries:
        raise InputError(f"{path}: the list names no document.")
    _require_different(path, entries)
    return entries


def fetch_all(
    entries: Sequence[Entry], output: Path, client: Getter, edgar: Edgar, keep_changed: bool = False
) -> Iterator[FetchOutcome]:
    """Download each entry into `output` and yield its outcome. One that fails does not stop the rest.

    A file is written whole or not at all, gzip'd where its name ends in .gz. A content that does not have the
    entry's checksum is left out, unless `keep_changed` is set or the entry is `altered`: then the checksum is
    of a copy that is known to differ. Raises `OSError` where `output` cannot be written.
    """
    output.mkdir(parents=True, exist_ok=True)
    for entry in entries:
        path = output / entry.file
        if _is_there(path, entry, keep_changed):
            yield FetchOutcome(entry.file, "kept")
            continue
        try:
            content = client.get(entry.url or edgar.document_url(entry))
            changed = _difference(_plain(content, entry.file), entry)
        except InputError as error:
            yield FetchOutcome(entry.file, "failed", str(error))
            continue
        if changed and not keep_changed:
            yield FetchOutcome(entry.file, "failed", f"{changed}; it is left out (--keep-changed keeps it).")
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, _as_named(content, entry.file))
        yield FetchOutcome(entry.file, "fetched", f"{changed}; it is kept all the same." if changed else "")


def _entry(line: str, where: str) -> Entry:
    target, *rest = line.split()
    entry = Entry(sha256=rest[0] if rest else "")
    if found := _ACCESSION.fullmatch(target):
        entry = replace(entry, accession=target.rpartition("/")[2], cik=found["cik"] or "")
    elif found := _FILING.fullmatch(target):
        entry = replace(entry, **found.groupdict())
    else:
        entry = replace(entry, url=target)
    if len(rest) > 1:
        raise InputError(f"{where}: more than an address and a checksum; write one document a line.")
    return entry


def _checked(entry: Entry, where: str) -> Entry:
    """Return the entry with an accession number as the SEC writes it, and with a file."""
    if entry.sha256 and not _SHA256.fullmatch(entry.sha256):
        raise InputError(f"{where}: {entry.sha256} is not a SHA-256 (64 hexadecimal digits); correct it.")
    if entry.url:
        if not _ADDRESS.fullmatch(entry.url):
            raise InputError(
                f"{where}: {entry.url} is neither a URL, nor an accession number (0001234567-21-000105), "
                "nor CIK+FORM+PERIOD; correct it."
            )
        try:
            name = PurePosixPath(unquote(urlsplit(entry.url).path)).name
        except ValueError as error:
            raise InputError(f"{where}: {entry.url} is no URL ({error}); correct it.") from error
    elif entry.accession:
        found = _ACCESSION.fullmatch(entry.accession)
        if not found or not (entry.cik or "0").isdecimal():
            raise InputError(f"{where}: {entry.accession} is not an accession number; correct it.")
        number = "-".join(found.group("filer", "year", "number"))
        entry, name = replace(entry, accession=number), f"{number}.htm"
    elif entry.cik.isdecimal() and entry.form and _is_day(entry.period):
        name = f"{int(entry.cik)}-{entry.form}-{entry.period}.htm".lower().replace("/", "-").replace(" ", "-")
    else:
        raise InputError(f"{where}: needs a url, an accession, or cik, form and period (2021-12-31); add it.")
    if not (entry.file or name):
        raise InputError(f"{where}: {entry.url} ends without a file name; give one in a column file.")
    require_inside(entry.file or name, where)
    return replace(entry, file=entry.file or name)


def _is_day(period: str) -> bool:
    try:
        return bool(date.fromisoformat(period))
    except ValueError:
        return False


def _require_different(path: Path, entries: Sequence[Entry]) -> None:
    # Some file systems take "A.htm" and "a.htm" for one name.
    seen: set[str] = set()
    for entry in entries:
        if entry.file.casefold() in seen:
            raise InputError(
                f"{path}: two documents would be saved as {entry.file}; "
                "name their files in a tab-separated list (column file)."
            )
        seen.add(entry.file.casefold())


def _is_there(path: Path, entry: Entry, keep_changed: bool) -> bool:
    try:
        changed = _difference(_plain(path.read_bytes(), entry.file), entry)
    except (FileNotFoundError, InputError):
        return False
    return keep_changed or not changed


def _difference(content: bytes, entry: Entry) -> str:
    """Say how the content is not what the entry says, "" where it is (or where nothing is known).

    Raises `InputError` where there is none.
    """
    if not content.strip():
        raise InputError(f"{entry.file}: the document is empty; run again later.")
    if not entry.sha256 or entry.altered:
        return ""
    found = hashlib.sha256(content).hexdigest()
    if found == entry.sha256.lower():
        return ""
    return f"{entry.file}: the checksum is {found[:12]}…, in the list {entry.sha256[:12].lower()}…"


def _plain(content: bytes, file: str) -> bytes:
    if not content.startswith(_GZIP):
        return content
    stream = zlib.decompressobj(wbits=31)
    try:
        plain = stream.decompress(content, LIMITS.file_bytes)
    except zlib.error as error:
        raise InputError(f"{file}: the gzip data is damaged ({error}); run again.") from error
    if not stream.eof:
        raise InputError(f"{file}: the gzip data ends too early, or is too large; run again.")
    return plain


def _as_named(content: bytes, file: str) -> bytes:
    if file.lower().endswith(".gz") and not content.startswith(_GZIP):
        return gzip.compress(content, mtime=0)
    return content
