"""References to notes, and years over tables, that the document itself says to be others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from cofitcheck.checks.fingerprint import text_name
from cofitcheck.checks.model import ReferenceFinding, ReferenceKind
from cofitcheck.checks.protocol import CheckResult, Known
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.references.found import references
from cofitcheck.checks.references.notes import Notes
from cofitcheck.checks.references.subjects import misreferences
from cofitcheck.checks.references.titles import misdated_titles
from cofitcheck.document import Document


class ReferencesCheck:
    """Compares what a place says of a note with the titles of the notes, and years with those of columns."""

    stage: ClassVar[str] = "references"

    def run(self, known: Known) -> CheckResult:
        """Return the references and titles that are wrong."""
        document = known.grid.document
        return CheckResult(references=(*_wrong_notes(document), *_wrong_years(document)))


def _wrong_notes(document: Document) -> Iterator[ReferenceFinding]:
    notes = Notes(document)
    if not notes.all:
        return
    for found in misreferences(notes, list(references(document))):
        reference = found.reference
        yield ReferenceFinding(
            fingerprint=text_name("note", reference.words),
            kind=ReferenceKind.NOTE,
            words=reference.words,
            place=reference.place,
            table=reference.table,
            reason=Reason.of(
                ReasonCode.OTHER_NOTE,
                number=found.stated.number,
                title=found.stated.title,
                meant=found.meant.number,
                meant_title=found.meant.title,
            ),
        )


def _wrong_years(document: Document) -> Iterator[ReferenceFinding]:
    for found in misdated_titles(document):
        table = document.tables[found.table]
        place = document.passages[found.passage].place if found.passage >= 0 else table.place
        yield ReferenceFinding(
            fingerprint=text_name("years", found.words),
            kind=ReferenceKind.YEARS,
            words=found.words,
            place=place,
            table=found.table,
            reason=Reason.of(
                ReasonCode.OTHER_YEARS,
                named=", ".join(map(str, found.named)),
                columns=", ".join(map(str, found.columns)),
            ),
        )
