"""Where documents are: files, folders and globs on this machine, and object stores by their URLs."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import fsspec

from cofitcheck.engines.inputs import documents_in
from cofitcheck.errors import CofitcheckError, InputError, MissingDependencyError, UnavailableError
from cofitcheck.readers.read import is_document_name
from cofitcheck.readers.settings import LIMITS
from cofitcheck.reports.formats import is_report


class UnreachableError(InputError):
    """A store does not answer: no document is to blame, and later it may."""


def is_url(source: str) -> bool:
    """Tell whether an input is in a store, and not a file here."""
    return "://" in source


def find_documents(inputs: Iterable[str], *, convert: bool = False) -> Iterator[str]:
    """Yield the documents that `inputs` name, by path or URL, one at a time; some perhaps twice.

    With `convert` those in folders are among them that are converted before they are read.

    Raises `InputError` where a store or a folder in it cannot be listed.
    """
    for source in inputs:
        yield from (_in_store if is_url(source) else _here)(source, convert=convert)


def fetch(url: str) -> bytes:
    """Return the bytes of a document in a store, up to what a reader refuses.

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
        # A pattern may match a great many files: none of them is held.
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
    """Yield what is in a folder of a store and those below it: one level's names are held at a time.

    The store's own `walk` leaves out, without a word, folders that it fails to list.
    """
    folders = []
    for entry in sorted(store.ls(path, detail=True), key=lambda each: str(each["name"])):
        if entry["type"] != "directory":
            yield entry["name"]
        # A link could lead back to where it is; a folder may have a mark of its own name in it.
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
    """Say in a sentence what a store says in a trace."""
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
    except Exception as error:  # each store has exceptions of its own for not being there
        what = f"{type(error).__name__}: {error}".rstrip(".")
        raise UnreachableError(
            f"{url}: the store cannot be reached ({what}); check its address and try again."
        ) from error
