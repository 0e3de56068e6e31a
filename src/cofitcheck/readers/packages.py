"""Reports of several files: which files in a zip archive, a folder or a full submission make up the report.

They are read as one document. In the several HTML files of a report as Japan files it, tables run on from
file to file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from cofitcheck import patterns as re
from cofitcheck.document import Document, Mention, Passage, Table, UncheckedCode, UncheckedReason
from cofitcheck.errors import InputError, NoTablesError, TooLargeError, UnreadableDocumentError
from cofitcheck.readers.contract import Archive, SourceFile
from cofitcheck.readers.html import decimals_of, read_markup
from cofitcheck.readers.html.parse import decode, parse_tree
from cofitcheck.readers.plain import DELIMITED_SUFFIXES, delimited_page, is_typed, text_page
from cofitcheck.readers.settings import look, require_size
from cofitcheck.readers.tables import Decimals
from cofitcheck.readers.tables.money import truncated_as_said

HTML_SUFFIXES = (".htm", ".html", ".xhtml")

_DOCUMENTS = (
    *HTML_SUFFIXES,
    *DELIMITED_SUFFIXES,
    ".pdf",
    ".docx",
    ".xlsx",
    ".doc",
    ".xls",
    ".zip",
    ".xbri",
    ".md",
)
_TAGGED = re.compile(r"ixbrl\.x?html?(?:\.gz)?\Z", re.IGNORECASE)
"""How EDINET and TDnet end the names of the files of a report."""
_FILER = re.compile(r"[-_]([A-Z]\d{5}-\d{3}|\d{3}[0-9A-Z]\d)[-_]")
"""The code of a filer in such a name: that of EDINET ("E01234-000"), or that of its shares ("12340")."""
_NUMBERING = "0123456789-_"
_JAPANESE_FOLDERS = frozenset({"Summary", "Attachment", "PublicDoc", "AuditDoc"})
_NAMED = 5
"""The most names that a message lists."""

_DOCUMENT_BEGINS, _DOCUMENT_ENDS = b"<DOCUMENT>", b"</DOCUMENT>"
_FIELD = re.compile(rb"^<(TYPE|SEQUENCE|FILENAME)>([^\r\n<]*)", re.MULTILINE)
_MARKUP = re.compile(rb"<(?:html|body|div|p|tr)\b", re.IGNORECASE)
_DATA_TYPES = re.compile(
    r"EX-10[0-9]\.(?:INS|SCH|CAL|DEF|LAB|PRE)|XML|EX-27|GRAPHIC|ZIP|EXCEL|JSON|PDF|COVER", re.IGNORECASE
)
"""Documents of a submission that hold data or pictures, or state again what the main one does."""


@dataclass(frozen=True, slots=True)
class ReportFile:
    """One file of a report: its path inside the report, and its uncompressed bytes."""

    path: str
    data: bytes


def read_parts(parts: Sequence[ReportFile], name: str) -> Document:
    """Read the files of one report, in the order given, as one document; `Place.file` is a part's path.

    A file without tables counts for how the report writes numbers. One that cannot be read is left out, with
    a warning on the document. All files write numbers in one way, and what one of them says of amounts that
    are cut off holds for all.

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
    """Return how all parts write numbers, and, by their paths, why some cannot be parsed."""
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


def read_package(file: SourceFile) -> Document:
    """Read a zip archive that holds one report: an ESEF package, an EDINET or TDnet archive, or one file.

    Raises `UnreadableDocumentError` where it holds none, or documents that are not parts of one report.
    """
    name, archive = file.name, Archive(file.data, file.name)
    documents = sorted(path for path in archive.names if _is_document(path))
    report = _of_one_report(documents, name)
    document = read_parts([ReportFile(path, archive.read_document(path)) for path in report], name)
    return _with_rest(document, [path for path in documents if path not in report])


def read_submission(file: SourceFile) -> Document:
    """Read the documents of an SEC full submission: the form and its exhibits, as HTML or as typed text.

    Raises `UnreadableDocumentError` where none of them has a table.
    """
    name = file.name
    parts: dict[str, ReportFile] = {}
    rest: list[str] = []
    for section in _sections(file.data):
        look()
        fields = {
            key.decode(): value.decode("ascii", "replace").strip() for key, value in _FIELD.findall(section)
        }
        kind, text = fields.get("TYPE", ""), _text(section)
        if _DATA_TYPES.fullmatch(kind) or text is None:
            continue
        path = fields.get("FILENAME") or f"{kind} ({fields.get('SEQUENCE', len(parts) + 1)})"
        require_size(len(text), f"{name}: {path}")
        page = text if _MARKUP.search(text) else _typed_page(text)
        if page and path not in parts:
            parts[path] = ReportFile(path, page)
        else:
            rest.append(path)
    if not parts:
        raise UnreadableDocumentError(
            f"{name}: none of the documents in this submission is HTML or has a typed table; check the file."
        )
    return _with_rest(read_parts([*parts.values()], name), rest)


def _typed_page(text: bytes) -> bytes:
    """Return a typed document as an HTML page, or nothing where no table is typed in it."""
    said = decode(text)
    return text_page(said) if is_typed(said) else b""


def _sections(data: bytes) -> Iterator[bytes]:
    """Yield what stands between each `<DOCUMENT>` and the next `</DOCUMENT>`."""
    end = 0
    while (start := data.find(_DOCUMENT_BEGINS, end)) >= 0:
        start += len(_DOCUMENT_BEGINS)
        end = data.find(_DOCUMENT_ENDS, start)
        if end < 0:
            return
        yield data[start:end]


def _text(section: bytes) -> bytes | None:
    """Return what stands between the first `<TEXT>` and the last `</TEXT>`, or None."""
    _, begun, behind = section.partition(b"<TEXT>")
    text, ended, _ = behind.rpartition(b"</TEXT>")
    return text if begun and ended else None


def is_report_folder(folder: Path) -> bool:
    """Tell whether the files in a folder are one report, unpacked, and not one document each.

    They are one report where most documents there are tagged files of one filer, where such files stand in
    the folders of a package, and where all documents are tables as CSV or TSV.
    """
    try:
        children = list(folder.iterdir())
        inner = [child for child in children if child.name in _JAPANESE_FOLDERS and child.is_dir()]
        within = [path.name for part in inner for path in part.iterdir()]
    except OSError:
        return False
    documents = [child.name for child in children if _is_document(child.name.removesuffix(".gz"))]
    if len(documents) > 1 and all(name.lower().endswith(DELIMITED_SUFFIXES) for name in documents):
        return True
    tagged = [name for name in (*documents, *within) if _TAGGED.search(name)]
    several = any(name in within for name in tagged) or len(tagged) > max(1, len(documents) // 2)
    return several and _has_one_filer(tagged)


def _has_one_filer(tagged: Iterable[str]) -> bool:
    """Tell whether the names of tagged files state one filer. Names that have no code of a filer must be the
    same but for a number in front."""
    names = [PurePosixPath(path).name for path in tagged]
    codes = (_FILER.search(name) for name in names)
    return (
        len({code[1] if code else name.lstrip(_NUMBERING) for code, name in zip(codes, names, strict=True)})
        == 1
    )


def files_of(folder: Path) -> list[Path]:
    """Return the HTML files in a folder and those below it, or else those of CSV and TSV, in the order of
    their names."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    for suffixes in (HTML_SUFFIXES, DELIMITED_SUFFIXES):
        found = [path for path in files if path.name.lower().removesuffix(".gz").endswith(suffixes)]
        if found:
            return found
    return []


def part_of(path: str, data: bytes) -> ReportFile:
    """Return a file of a folder as a part of its report."""
    delimited = path.lower().removesuffix(".gz").endswith(DELIMITED_SUFFIXES)
    return ReportFile(path, delimited_page(data, path) if delimited else data)


def _is_document(path: str) -> bool:
    parts = PurePosixPath(path).parts
    hidden = any(part.startswith((".", "__MACOSX")) and part != ".." for part in parts)
    return path.lower().endswith(_DOCUMENTS) and not hidden


def _of_one_report(documents: Sequence[str], name: str) -> list[str]:
    """Return those of the documents in an archive that make up its report."""
    pages = [path for path in documents if path.lower().endswith(HTML_SUFFIXES)]
    reports = [path for path in pages if "reports" in PurePosixPath(path).parts[:-1]]
    tagged = [path for path in pages if _TAGGED.search(path)]
    if reports or (tagged and _has_one_filer(tagged)) or len(pages) == 1:
        return reports or tagged or pages
    if not pages:
        held = f"only {_some(documents)}" if documents else "no document"
        raise UnreadableDocumentError(
            f"{name}: the zip archive has {held} in it, and no report as HTML; "
            "unpack it and check what is in it."
        )
    raise UnreadableDocumentError(
        f"{name}: the zip archive has {len(pages)} HTML files that are not parts of one report; "
        "unpack it and check the folder."
    )


def _with_rest(document: Document, rest: Iterable[str]) -> Document:
    """Return the document with a warning that names what else was in its package."""
    names = tuple(rest)
    if not names:
        return document
    unread = UncheckedReason.of(UncheckedCode.OTHER_FILES, names=UncheckedReason.some(names, _NAMED))
    return replace(document, warnings=(*document.warnings, unread))


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
