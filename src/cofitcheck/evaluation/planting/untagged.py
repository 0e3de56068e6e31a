"""`evaluate untagged`: are slips found in tables without tags (discussion, highlights, selected data)?

Where there are no tags, people say which cells state the same (`evaluation.adjudication.untagged`). A slip of
each kind is planted in each untagged cell that another table states as well.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec

from cofitcheck.config import CheckConfig
from cofitcheck.document import Document, Mention
from cofitcheck.errors import InputError
from cofitcheck.evaluation.adjudication.estimate import JudgedPair, QuotedCell, Ruling
from cofitcheck.evaluation.corpus import Filing
from cofitcheck.evaluation.planting.detection import Subject, Tried
from cofitcheck.evaluation.planting.errors import SLIP_KINDS, ErrorKind, Planted, plant_slip


def judged(filings: Sequence[Filing], verdicts: Path) -> list[Filing]:
    """Return the filings that the folder `verdicts` has verdicts on, and those that cannot be read.

    Raises `InputError` where there is no verdict on any.
    """
    hashes = {filing: _sha256(filing.path) for filing in filings}
    found = {filing for filing, sha256 in hashes.items() if sha256 and _file(verdicts, sha256).is_file()}
    if not found:
        raise InputError(f"{verdicts}: holds no verdicts on these documents; name the folder that does.")
    return [filing for filing in filings if filing in found or not hashes[filing]]


def attempt_judged(filing: Filing, verdicts: Path, seed: int, config: CheckConfig) -> Tried:
    """Check one document clean, and again with a slip of each kind in each cell that is judged to state the
    same as another. Raises `InputError` where it or its verdicts cannot be read."""
    subject = Subject(filing, config)
    same = [
        verdict
        for verdict in _read(_file(verdicts, hashlib.sha256(subject.document.source).hexdigest()))
        if verdict.verdict is Ruling.SAME
    ]
    return subject.tried(_slips(subject.document, same, seed))


def _slips(
    document: Document, verdicts: Sequence[JudgedPair], seed: int
) -> Iterator[tuple[ErrorKind, Planted | None]]:
    for verdict in verdicts:
        mention, witness = _mention(document, verdict.left), _mention(document, verdict.right)
        for kind in SLIP_KINDS:
            random = Random(f"{seed} {document.name} {verdict.left.element} {kind}")
            planted = mention and witness and plant_slip(document, mention, witness, kind, random)
            yield kind, planted or None


def _mention(document: Document, cell: QuotedCell) -> Mention | None:
    return next((each for each in document.mentions if each.place.element == cell.element), None)


def _file(folder: Path, sha256: str) -> Path:
    return folder / f"{sha256}.jsonl"


def _read(path: Path) -> list[JudgedPair]:
    try:
        return [msgspec.json.decode(line, type=JudgedPair) for line in path.read_bytes().splitlines()]
    except OSError as error:
        raise InputError(f"{path}: cannot be opened ({error.strerror}); check the path.") from error
    except msgspec.DecodeError as error:
        raise InputError(f"{path}: holds no verdicts ({error}); keep them anew.") from error


def _sha256(path: Path) -> str:
    """Return the hash of an uncompressed document, "" of one that cannot be read."""
    try:
        data = path.read_bytes()
        return hashlib.sha256(gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data).hexdigest()
    except (OSError, EOFError, zlib.error):
        return ""
