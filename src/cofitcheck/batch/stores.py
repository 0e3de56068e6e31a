"""Where documents are: files, folders and globs on this machine, and object stores by their URLs.

`listed` keeps the documents and pairs still to do on disk, each once, so that a million take no memory.
"""

from __future__ import annotations

import glob
import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Set
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any, NamedTuple

import fsspec

from cofitcheck.batch.schema import as_text
from cofitcheck.checks.comparatives import Kinship
from cofitcheck.engines.jobs import documents_in
from cofitcheck.errors import CofitcheckError, InputError, MissingDependencyError, UnavailableError
from cofitcheck.evaluation.corpus import read_rows
from cofitcheck.readers import is_document_name
from cofitcheck.readers.settings import LIMITS
from cofitcheck.reports.formats import is_report

_BETWEEN = "\t"


class UnreachableError(InputError):
    """A store does not answer. No document is to blame, and the store may answer later."""


def is_url(source: str) -> bool:
    """Tell whether an input is in a store, and not a file here."""
    return "://" in source


def find_documents(inputs: Iterable[str], *, convert: bool = False) -> Iterator[str]:
    """Yield the documents that `inputs` name, by path or URL, one at a time; some perhaps twice.

    With `convert`, documents in folders that are converted before they are read are among them.

    Raises `InputError` where a store or a folder in it cannot be listed.
    """
    for source in inputs:
        yield from (_in_store if is_url(source) else _here)(source, convert=convert)


def fetch(url: str) -> bytes:
    """Return the bytes of a document in a store, at most one more than a reader takes.

    Raises `UnavailableError` where it is not there or may not be read, `UnreachableError` where its store
    does not answer.
    """
    with _reaching(url):
        store, path = fsspec.core.url_to_fs(url)
        with store.open(path, "rb") as file:
            content: bytes = file.read(LIMITS.submission_bytes + 1)
    return content


def _here(source: str, *, convert: bool) -> Iterator[str]:
    if glob.has_magic(source) and not os.path.lexists(source):
        # A pattern may match a great many files: their names are not held in memory.
        matches: Iterator[str] = glob.iglob(source, recursive=True)
        nothing = True
        for match in matches:
            nothing = False
            yield from map(str, documents_in(Path(match), convert=convert))
        if nothing:
            raise InputError(f"{source}: no file matches this pattern; check it.")
        return
    yield from map(str, documents_in(Path(source), convert=convert))


def _in_store(source: str, *, convert: bool) -> Iterator[str]:
    with _reaching(source):
        store, path = fsspec.core.url_to_fs(source)
        if glob.has_magic(path):
            found = _required(sorted(store.glob(path)), source)
        elif store.info(path)["type"] == "directory":
            store.use_listings_cache = False
            found = (name for name in _walk(store, path) if _is_document(name, convert=convert))
        else:
            found = iter([path])
        yield from map(store.unstrip_protocol, found)


def _walk(store: Any, path: str) -> Iterator[str]:
    """Yield what is in a folder of a store and in those below it; only the names of one level are held at a
    time.

    The store's own `walk` silently leaves out folders that it fails to list.
    """
    folders = []
    for entry in sorted(store.ls(path, detail=True), key=lambda each: str(each["name"])):
        if entry["type"] != "directory":
            yield entry["name"]
        # A link could lead back to its own folder; a folder may hold an entry with the folder's own name.
        elif not entry.get("islink") and entry["name"].rstrip("/") != path.rstrip("/"):
            folders.append(entry["name"])
    for folder in folders:
        yield from _walk(store, folder)


def _is_document(path: str, *, convert: bool) -> bool:
    return is_document_name(path.rpartition("/")[2], convert=convert) and not is_report(Path(path))


def _required(found: list[str], source: str) -> Iterator[str]:
    if not found:
        raise InputError(f"{source}: nothing in the store matches this pattern; check it.")
    return iter(found)


@contextmanager
def _reaching(url: str) -> Iterator[None]:
    """Turn the exceptions of a store into errors with a sentence for a person."""
    try:
        yield
    except CofitcheckError:
        raise
    except FileNotFoundError as error:
        raise UnavailableError(f"{url}: is not there; check the name of the bucket and the path.") from error
    except PermissionError as error:
        raise UnavailableError(f"{url}: may not be read ({error}); check the credentials.") from error
    except ImportError as error:
        raise MissingDependencyError(
            f"{url}: a library for this kind of store is missing ({error})."
        ) from error
    except ValueError as error:
        raise InputError(f"{url}: is not the URL of a store ({error}); check it.") from error
    except Exception as error:  # each store has exceptions of its own for being out of reach
        what = f"{type(error).__name__}: {error}".rstrip(".")
        raise UnreachableError(
            f"{url}: the store cannot be reached ({what}); check its address and try again."
        ) from error


class Listing:
    """A list of documents that can be gone through again and again."""

    def __init__(self, file: IO[str], count: int) -> None:
        self._file, self._count = file, count

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[str]:
        self._file.seek(0)
        for line in self._file:
            yield json.loads(line)


@contextmanager
def listed(documents: Iterable[str], done: Set[bytes]) -> Iterator[Listing]:
    """List `documents`, each once, less those whose `digest` is in `done`, until the end of the block."""
    with tempfile.TemporaryFile("w+", encoding="ascii") as file:
        seen, count = set(done), 0
        for document in documents:
            if (mark := digest(document)) not in seen:
                seen.add(mark)
                # A name may have a line break in it.
                file.write(json.dumps(document) + "\n")
                count += 1
        del seen
        yield Listing(file, count)


def digest(document: str) -> bytes:
    """Return 16 bytes that stand for a document's name."""
    return blake2b(as_text(document).encode(), digest_size=16).digest()


class Pair(NamedTuple):
    """A document and the one that it is compared with, by path or URL. `kinship` says what the other is to
    this one; "" leaves that to be guessed."""

    this: str
    other: str
    kinship: str = ""

    @classmethod
    def of(cls, line: str) -> Pair:
        """Return the pair that a line names."""
        return cls(*line.split(_BETWEEN))

    @property
    def line(self) -> str:
        """The pair as a line: both names and the kinship, with tabs between them."""
        return _BETWEEN.join(filter(None, self))


def read_pairs(path: Path) -> Iterator[str]:
    """Yield the pairs of a list as lines. Its columns are `this`, `other` and, where the kinship is stated,
    `as`.

    Paths are relative to the folder of the list. Raises `InputError` where the list cannot be read, lacks a
    column or names an unknown kinship.
    """
    for row in read_rows(path, ("this", "other")):
        kinship = row.get("as") or ""
        if kinship and kinship not in set(Kinship):
            raise InputError(f"{path}: as is one of {', '.join(Kinship)}, not {kinship}.")
        this, other = (_from(path.parent, row[name]) for name in ("this", "other"))
        yield Pair(this, other, kinship).line


def _from(folder: Path, name: str) -> str:
    return name if is_url(name) else str(folder / name)
