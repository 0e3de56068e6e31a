"""Reports of several files, as Japan files them: the contexts in one file, the tagged tables in others."""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cofitcheck.document import Document, Mention, Table
from cofitcheck.errors import InputError, NoTablesError
from cofitcheck.readers import read


@dataclass(frozen=True)
class Report:
    """All files of one report as one document, and the uncompressed bytes of each readable file by its name.

    The document's mentions and tables run on from file to file; `Place.file` says which file each is in.
    """

    document: Document
    files: Mapping[str, bytes]


def read_report(paths: Sequence[Path], name: str) -> Report:
    """Read the files of one report, in the order given.

    A file without tables takes part for what it declares; one that cannot be read is left out with a warning
    on the document. Raises `InputError` where no file has a table, or two files have one name.
    """
    files: dict[str, bytes] = {}
    parts: list[Document] = []
    warnings: list[str] = []
    for path in paths:
        if path.name in files:
            raise InputError(f"{name}: two of its files are called {path.name}; give each its own name.")
        try:
            parts.append(read(path))
            files[path.name] = parts[-1].source
        except NoTablesError:
            files[path.name] = _uncompressed(path.read_bytes())
        except InputError as error:
            warnings.append(str(error))
    if not parts:
        raise InputError(f"{name}: none of its {len(paths)} files has a table that can be read.")
    document = join(parts, name)
    return Report(replace(document, warnings=(*document.warnings, *warnings)), files)


def join(documents: Sequence[Document], name: str) -> Document:
    """Return one document with the tables and mentions of all, numbered on; it has no `source`."""
    tables: list[Table] = []
    mentions: list[Mention] = []
    for document in documents:
        before = len(tables)
        first = len(mentions)
        tables += [replace(table, index=before + table.index) for table in document.tables]
        mentions += [
            replace(mention, index=first + mention.index, table=before + mention.table)
            for mention in document.mentions
        ]
    return Document(
        name=name,
        tables=tuple(tables),
        mentions=tuple(mentions),
        unread=tuple(part for document in documents for part in document.unread),
        warnings=tuple(warning for document in documents for warning in document.warnings),
    )


def _uncompressed(data: bytes) -> bytes:
    return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
