"""Where a document refers to its notes: in sentences, in labels of rows, in columns of notes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cofitcheck import patterns as re
from cofitcheck.document import Document
from cofitcheck.document.passages import Passage, PassageKind, Place
from cofitcheck.language.meanings import REFERENCES

_IN_TEXT = re.compile(rf"\b{REFERENCES['note']}\s(?P<number>[0-9]{{1,2}})\b(?![.,][0-9])(?:\([a-z]\))?")
_QUOTED = re.compile(r",?\s{0,2}[–—:-]?\s?\(?[“\"]\s?(?P<name>[^”\"]{3,120}?)[,.]?\s?[”\"]")
_DASHED = re.compile(r"\s?[–—:-]\s?(?P<name>[A-Z][\w’'&,/() -]{2,100})")
_GOES_ON = re.compile(rf"\s{REFERENCES['goes_on']}\b.*")
"""How a sentence goes on behind a title without quotation marks."""
_ABOUT = re.compile(
    rf"\s?(?:{REFERENCES['of_statements']}\s[^.;]{{0,90}}?)?\s?{REFERENCES['about']}\s?"
    r"(?P<name>[a-z][^.;()]{2,80})"
)
_SENTENCE_END = re.compile(r"(?<![A-Z])[.;](?=\s|$)")
_OWN = re.compile(rf"\b{REFERENCES['own_document']}", re.IGNORECASE)
_OTHER = re.compile(rf"\b{REFERENCES['other_document']}\b", re.IGNORECASE)
"""Words of another document, whose notes have numbers of their own."""
_IN_LABEL = re.compile(
    rf"[(\[]?\s?(?:see\s)?{REFERENCES['note']}s?\.?\s"
    r"(?P<numbers>[0-9]{1,2}(?:\([a-z]\))?(?:(?:,|\sand|,\sand|\s&)\s[0-9]{1,2})*)\s?[)\]]?",
    re.IGNORECASE,
)
_COLUMN = re.compile(
    rf"(?i:{REFERENCES['note']})?s?\s?"
    r"(?P<numbers>[0-9]{1,2}(?:\([a-z]\))?(?:(?:,|\sand|,\sand|\s&)?\s?[0-9]{1,2})*)"
)
_NUMBER = re.compile(r"[0-9]{1,2}")


@dataclass(frozen=True, slots=True)
class Reference:
    """A place that refers to notes.

    `name` is what the place says that the note is about: its title in quotation marks, or the label of a row.
    `titled` tells that it is a title. `words` are the sentence or the label, `place` is where it stands.
    `table` and `row` are those of a label, -1 of a sentence; `passage` is that of a sentence, else -1.
    """

    numbers: tuple[int, ...]
    name: str
    titled: bool
    words: str
    place: Place
    passage: int = -1
    table: int = -1
    row: int = -1


def references(document: Document) -> Iterator[Reference]:
    """Yield the references to notes of a document that say what the note is about."""
    for passage in document.passages:
        if passage.kind is not PassageKind.HEADING:
            yield from _in_passage(passage)
    yield from _in_tables(document)


def _in_passage(passage: Passage) -> Iterator[Reference]:
    for found in _IN_TEXT.finditer(passage.text):
        sentence = sentence_around(passage.text, found.start(), found.end())
        if is_of_other_document(sentence):
            continue
        behind = passage.text[found.end() : found.end() + 240]
        titled = _QUOTED.match(behind) or _DASHED.match(behind)
        named = titled or _ABOUT.match(behind)
        if named:
            yield Reference(
                (int(found["number"]),),
                _GOES_ON.sub("", named["name"]) if titled else named["name"],
                titled is not None,
                sentence,
                passage.piece_at(found.start()).place,
                passage=passage.index,
            )


def is_of_other_document(sentence: str) -> bool:
    """Tell whether a sentence speaks of another document, whose notes and items have numbers of their own."""
    return _OTHER.search(_OWN.sub("", sentence)) is not None


def sentence_around(text: str, start: int, end: int) -> str:
    """Return the sentence around a part of a text; a stop in an abbreviation may end it early."""
    before = [each.end() for each in _SENTENCE_END.finditer(text, 0, start)]
    behind = _SENTENCE_END.search(text, end)
    return text[before[-1] if before else 0 : behind.end() if behind else len(text)].strip()


def _in_tables(document: Document) -> Iterator[Reference]:
    for table in document.tables:
        notes = {cell.row: cell for cell in table.cells if cell.column in table.note_columns}
        for cell in table.cells:
            if cell.column != 0 or cell.row < table.header_rows or cell.row in table.section_rows:
                continue
            label = _IN_LABEL.search(cell.text)
            beside = notes.get(cell.row)
            column = _COLUMN.fullmatch(beside.text.strip()) if beside else None
            found = label or column
            if found:
                name = _IN_LABEL.sub(" ", cell.text)
                numbers = tuple(map(int, _NUMBER.findall(found["numbers"])))
                at = beside if column and beside and not label else cell
                yield Reference(
                    numbers, name, False, cell.text, at.places[0], table=table.index, row=cell.row
                )
