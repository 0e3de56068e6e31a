"""Check references, and the titles and labels of tables, against the rest of the document."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import ClassVar

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.fingerprint import place_name, text_name
from cofitcheck.checks.model import ReferenceFinding, ReferenceKind, RightReference
from cofitcheck.checks.protocol import CheckResult, Known
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.references.contents import Pages
from cofitcheck.checks.references.found import Reference, Spot, numbers_referred, references
from cofitcheck.checks.references.items import (
    Index,
    Item,
    NamedExhibit,
    NamedItem,
    exhibits_of,
    items_of,
    misnamed_items,
    named_exhibits,
    named_items,
    right_exhibit,
    right_items,
    wrong_exhibit,
)
from cofitcheck.checks.references.notes import NoteLines, Notes
from cofitcheck.checks.references.numbered import Parts
from cofitcheck.checks.references.senses import misnamed_totals, turned_labels
from cofitcheck.checks.references.subjects import misreferences, right_references
from cofitcheck.checks.references.titles import misdated_titles, misnamed_units
from cofitcheck.document import Document, Mention, Place, Table

_KINDS = {
    "note": ReferenceKind.NOTE,
    "table": ReferenceKind.TABLE,
    "figure": ReferenceKind.TABLE,
    "page": ReferenceKind.PAGE,
}


class ReferencesCheck:
    """Compares what one place says of another with that other place, and a title with its table."""

    stage: ClassVar[str] = "references"

    def __init__(self, document: Document) -> None:
        self.document, self.notes = document, Notes(document)

    @cached_property
    def noted(self) -> list[Reference]:
        """The references to notes that say what the note is about."""
        return list(references(self.document, self.notes.chapter)) if self.notes.all else []

    def lines(self, grid: Grid) -> NoteLines:
        """Return the lines of statements that refer to notes."""
        return NoteLines(grid, self.notes, self.noted)

    def run(self, known: Known) -> CheckResult:
        """Return the references and titles that are wrong, and the references that are right."""
        document, notes, noted = self.document, self.notes, self.noted
        pages = Pages(document)
        items, index = items_of(document), exhibits_of(document)
        names = list(named_items(document)) if items else []
        exhibits = list(named_exhibits(document, index))
        wrong = tuple(_wrong_notes(notes, noted))
        return CheckResult(
            references=(
                *wrong,
                *_wrong_items(items, names),
                *_wrong_exhibits(index, exhibits),
                *_wrong_pages(pages),
                *_lacking_parts(Parts(document, notes, noted, pages)),
                *_wrong_years(document),
                *_wrong_senses(known.grid),
                *_wrong_units(known.grid),
                *_wrong_totals(known),
            ),
            right_references=(
                *_right_notes(notes, noted, {each.words for each in wrong}),
                *_right_items(items, names),
                *_right_exhibits(index, exhibits),
                *_right_pages(pages),
            ),
            remarks=tuple(notes.numbering(numbers_referred(document))) if notes.all else (),
        )


def _wrong_notes(notes: Notes, named: Sequence[Reference]) -> Iterator[ReferenceFinding]:
    for found in misreferences(notes, named):
        reason = _other_part(found.stated.name, found.stated.title, found.meant.name, found.meant.title)
        reference = found.reference
        yield _named(ReferenceKind.NOTE, reference.words, reference.place, reason, reference.table)


def _right_notes(
    notes: Notes, named: Sequence[Reference], wrong: Collection[str]
) -> Iterator[RightReference]:
    for each, note in right_references(notes, named):
        if each.words not in wrong:
            to = notes.document.passages[note.first].place
            yield RightReference(note.name, note.title, to, each.place, each.passage, each.start, each.text)


def _right_items(items: Sequence[Item], names: Sequence[NamedItem]) -> Iterator[RightReference]:
    for named, item in right_items(items, names):
        yield _right(ReferenceKind.ITEM, item.name, item.title, item.place, named.spot)


def _right_exhibits(index: Index, exhibits: Sequence[NamedExhibit]) -> Iterator[RightReference]:
    for named in exhibits:
        if exhibit := right_exhibit(index, named):
            yield _right(ReferenceKind.EXHIBIT, named.number, exhibit.title, exhibit.place, named.spot)


def _right_pages(pages: Pages) -> Iterator[RightReference]:
    for named, place in pages.right():
        number = "".join(map(str, named.page))
        yield _right(ReferenceKind.PAGE, number, named.title, place, named.spot)


def _right(kind: ReferenceKind, name: str, title: str, to: Place, spot: Spot) -> RightReference:
    return RightReference(name, title, to, spot.place, spot.passage, spot.start, spot.text, kind)


def _wrong_items(items: Sequence[Item], names: Sequence[NamedItem]) -> Iterator[ReferenceFinding]:
    for found in misnamed_items(items, names):
        reason = _other_part(found.stated.name, found.stated.title, found.meant.name, found.meant.title)
        yield _named(ReferenceKind.ITEM, found.words, found.place, reason)


def _wrong_exhibits(index: Index, exhibits: Sequence[NamedExhibit]) -> Iterator[ReferenceFinding]:
    for found in filter(None, (wrong_exhibit(index, named) for named in exhibits)):
        reason = Reason.of(ReasonCode.NO_EXHIBIT, number=found.named.number)
        if found.title:
            reason = _other_part(found.named.number, found.title, found.meant, found.meant_title)
        yield _named(ReferenceKind.EXHIBIT, found.named.words, found.named.spot.place, reason)


def _wrong_pages(pages: Pages) -> Iterator[ReferenceFinding]:
    for found in pages.misplaced():
        named = found.named
        number = "".join(map(str, named.page))
        reason = Reason.of(ReasonCode.OTHER_PAGE, title=named.title, number=number, meant=found.meant)
        yield _named(ReferenceKind.PAGE, named.words, named.spot.place, reason)


def _lacking_parts(parts: Parts) -> Iterator[ReferenceFinding]:
    for found in parts.lacking():
        named = found.named
        reason = Reason.of(ReasonCode.NO_PART, number=named.text, last=found.last)
        yield _named(_KINDS.get(named.kind, ReferenceKind.ITEM), named.words, named.place, reason)


def _other_part(number: str, title: str, meant: str, meant_title: str) -> Reason:
    return Reason.of(ReasonCode.OTHER_PART, number=number, title=title, meant=meant, meant_title=meant_title)


def _named(
    kind: ReferenceKind, words: str, place: Place, reason: Reason, table: int = -1
) -> ReferenceFinding:
    return ReferenceFinding(text_name(kind, words), kind, words, place, table, reason)


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


def _wrong_senses(grid: Grid) -> Iterator[ReferenceFinding]:
    for found in turned_labels(grid):
        mention, twin = found.mention, found.twin
        if twin is None:
            reason = Reason(ReasonCode.AMONG_ASSETS if found.owed else ReasonCode.AMONG_LIABILITIES)
        else:
            title = _title(grid.document.tables[twin.table])
            reason = Reason.of(ReasonCode.OTHER_SENSE, table=title, number=twin.text, label=twin.row_path[-1])
        yield ReferenceFinding(
            fingerprint=place_name(mention, ReferenceKind.SENSE),
            kind=ReferenceKind.SENSE,
            words=mention.row_path[-1],
            place=_label_place(grid, mention),
            table=mention.table,
            reason=reason,
        )


def _wrong_units(grid: Grid) -> Iterator[ReferenceFinding]:
    for found in misnamed_units(grid):
        table, other = (grid.document.tables[each] for each in (found.table, found.other))
        words, title = table.caption or _title(table), _title(other)
        yield ReferenceFinding(
            fingerprint=text_name(ReferenceKind.UNIT, f"{table.title} / {words}"),
            kind=ReferenceKind.UNIT,
            words=words,
            place=table.place,
            table=found.table,
            reason=Reason.of(
                ReasonCode.OTHER_UNIT, n=found.numbers, table=title, caption=other.caption or str(found.meant)
            ),
        )


def _wrong_totals(known: Known) -> Iterator[ReferenceFinding]:
    for found in misnamed_totals(known.grid.document.mentions, known.before.holding):
        total = found.total
        yield ReferenceFinding(
            fingerprint=place_name(total, ReferenceKind.TOTAL),
            kind=ReferenceKind.TOTAL,
            words=total.row_path[-1],
            place=_label_place(known.grid, total),
            table=total.table,
            reason=Reason.of(ReasonCode.OTHER_TOTAL, heading=found.heading),
        )


def _title(table: Table) -> str:
    return table.title.rpartition(" — ")[2]


def _label_place(grid: Grid, mention: Mention) -> Place:
    """Return where the label of a row stands, or the number itself where no cell has it."""
    cells = grid.document.tables[mention.table].cells
    labels = (cell for cell in cells if cell.row == mention.row and cell.text.strip() == mention.row_path[-1])
    return next((cell.places[0] for cell in labels), mention.place)
