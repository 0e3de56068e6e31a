"""Several HTML files that are one report, as Japan files them: tables run on from file to file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cofitcheck.document import Document, Mention, Passage, Table, UncheckedReason
from cofitcheck.errors import InputError, NoTablesError, TooLargeError
from cofitcheck.readers.html import read_markup
from cofitcheck.readers.html.parse import parse_tree
from cofitcheck.readers.html.reader import decimals_of
from cofitcheck.readers.tables import Decimals
from cofitcheck.readers.tables.units.money import truncated_as_said


@dataclass(frozen=True, slots=True)
class ReportFile:
    """One file of a report: its path inside the report, and its uncompressed bytes."""

    path: str
    data: bytes


def read_parts(parts: Sequence[ReportFile], name: str) -> Document:
    """Read the files of one report, in the order given, as one document; `Place.file` is a part's path.

    A file without tables takes part for what it declares; one that cannot be read is left out with a warning
    on the document. Numbers are spelled one way in all of them, and what one of them says of amounts that are
    cut off holds for all.

    Raises `InputError` where no file has a table, `TooLargeError` where all together cost too much.
    """
    decimals, faults = _weigh(parts)
    documents: list[Document] = []
    of_sentences: list[Document] = []
    for part in parts:
        if part.path in faults:
            continue
        try:
            document = read_markup(part.data, part.path, decimals)
            (documents if document.tables or document.unread else of_sentences).append(document)
        except NoTablesError:
            continue
        except TooLargeError:
            raise
        except InputError as error:
            faults[part.path] = str(error)
    documents = documents or of_sentences
    if not documents:
        reason = f": {next(iter(faults.values()))}" if faults else "."
        raise InputError(f"{name}: none of its {len(parts)} files has a table that can be read{reason}")
    files = {part.path: part.data for part in parts if part.path not in faults}
    warnings = (
        *dict.fromkeys(w for document in documents for w in document.warnings),
        *map(UncheckedReason.told, faults.values()),
    )
    return replace(_join(documents, name), files=files, warnings=warnings)


def _weigh(parts: Sequence[ReportFile]) -> tuple[Decimals, dict[str, str]]:
    """Return what all parts say of the spelling of numbers, and why some cannot be parsed."""
    decimals, faults = Decimals(), dict[str, str]()
    for part in parts:
        try:
            decimals += decimals_of(parse_tree(part.data))
        except TooLargeError:
            raise
        except InputError as error:
            faults[part.path] = f"{part.path}: {error}"
    return decimals, faults


def _join(documents: Sequence[Document], name: str) -> Document:
    tables: list[Table] = []
    mentions: list[Mention] = []
    passages: list[Passage] = []
    for document in documents:
        before, first = len(tables), len(mentions)
        tables += [replace(table, index=before + table.index) for table in document.tables]
        mentions += [
            replace(mention, index=first + mention.index, table=before + mention.table)
            for mention in document.mentions
        ]
        passages += [
            replace(passage, index=len(passages) + at, after_table=before + passage.after_table)
            for at, passage in enumerate(document.passages)
        ]
    unread = tuple(part for document in documents for part in document.unread)
    joined = Document(name, tuple(tables), tuple(mentions), unread, passages=tuple(passages))
    return truncated_as_said(joined)
