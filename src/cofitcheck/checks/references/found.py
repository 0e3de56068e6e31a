"""Where a document refers to its notes: in sentences, in labels of rows, in columns of notes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cofitcheck import patterns as re
from cofitcheck.checks.references.headings import ITSELF
from cofitcheck.document import Document
from cofitcheck.document.structure import Passage, PassageKind, Place
from cofitcheck.language.meanings import REFERENCES
from cofitcheck.periods.east_asian import counted

_IN_TEXT = re.compile(rf"\b{REFERENCES['note']}\s(?P<number>[0-9]{{1,2}})\b(?![.,][0-9])(?:\([a-z]\))?")
_LIST = 24
_LIST_BEFORE = re.compile(rf"{REFERENCES['note']}\s[0-9]{{1,2}}(?:\([a-z]\))?,?\s(?:and\s|&\s)?$")
"""A note named right before: what follows is about both."""
_QUOTED = re.compile(r",?\s{0,2}[–—:-]?\s?\(?[“\"]\s?(?P<name>[^”\"]{3,120}?)[,.]?\s?[”\"]")
_DASHED = re.compile(r"\s?[–—:-]\s?(?P<name>[A-Z][\w’'&,/() -]{2,100})")
_GOES_ON = re.compile(rf"\s{REFERENCES['goes_on']}\b.*")
"""How a sentence goes on behind a title without quotation marks."""
_ABOUT = re.compile(
    rf"\s?(?:{REFERENCES['of_statements']}\s[^.;]{{0,90}}?)?\s?{REFERENCES['about']}\s?"
    r"(?P<name>[a-z][^.;()]{2,80})"
)
_SENTENCE_END = re.compile(r"(?<![A-Z])[.;](?=\s|$)")
_OWN = re.compile(rf"(?<![a-z]){REFERENCES['own_document']}", re.IGNORECASE)
_OTHER = re.compile(rf"(?<![a-z]){REFERENCES['other_document']}(?![a-z])", re.IGNORECASE)
"""Words of another document, whose notes have numbers of their own."""
_IN_LABEL = re.compile(
    rf"[(\[]?\s?(?:see\s)?{REFERENCES['note']}s?\.?\s"
    r"(?P<numbers>[0-9]{1,2}(?:\([a-z]\))?(?:(?:,|\sand|,\sand|\s&)\s[0-9]{1,2})*)\s?[)\]]?",
    re.IGNORECASE,
)
_COLUMN = re.compile(
    rf"(?i:{REFERENCES['note']})?s?\s?"
    r"(?P<numbers>[0-9]{1,2}(?:\([a-z]\))?(?:(?:,|\sand|,\sand|\s&)?\s?[0-9]{1,2})*+)"
)
_NUMBER = re.compile(r"[0-9]{1,2}")
_LISTED = re.compile(
    rf"\b(?i:{REFERENCES['note']})s?\s(?P<numbers>[0-9]{{1,2}}\b(?:\([a-z]\))?"
    rf"(?:(?:,|,?\sand|\s&|\s{REFERENCES['to']}|–|-)\s?[0-9]{{1,2}}\b(?:\([a-z]\))?){{0,20}})"
)
_RANGE = re.compile(rf"{REFERENCES['to']}|[–-]")

_NUMERALS = rf"{REFERENCES['numeral']}{{1,4}}"
_PARTS = re.compile(
    rf"(?P<chapter>{_NUMERALS})(?:[、，]?\s?(?P<items>(?:\s?[（(](?:{_NUMERALS}|[0-9]{{1,2}})[)）]){{1,9}}|[0-9]{{1,2}}(?![0-9.])))?"
    r"|(?P<note>(?<![0-9.(（])[0-9]{1,2}(?![0-9.]))"
)
"""A chapter by its numeral, with the items of it that are named; or a note by its number."""
_ITEM = re.compile(rf"{_NUMERALS}|[0-9]{{1,2}}")
_SIGN = re.compile(REFERENCES["note_sign"])
_SIGNED = re.compile(rf"[（(]?\s?{REFERENCES['note_sign']}\s?(?P<notes>[^，。；]{{1,40}})$")
_SEE = re.compile(REFERENCES["see_notes"])
_CLAUSE = re.compile(
    rf"(?P<name>[^，。；、,;:：“”()（）\s]{{2,30}}?)(?:{REFERENCES['see_notes']})?{REFERENCES['note_sign']}\s?(?P<notes>(?:{_NUMERALS}|[0-9]{{1,2}}(?![0-9.]))[^，。；]{{0,12}})"
)


@dataclass(frozen=True, slots=True)
class Reference:
    """A place that refers to notes.

    `name` is what the place says that the note is about: its title in quotation marks, or the label of a row.
    `titled` tells that it is a title. `words` are the sentence or the label, `place` is where it stands.
    `table` and `row` are those of a label, -1 of a sentence; `passage` is that of a sentence, else -1,
    and the reference itself is its `text` from `start`, as far as that is known.
    """

    numbers: tuple[int, ...]
    name: str
    titled: bool
    words: str
    place: Place
    passage: int = -1
    table: int = -1
    row: int = -1
    start: int = -1
    text: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a document names one of its parts: by its `text` from `start` on in a `passage`; by a whole cell
    or entry at `place`, where there is no passage (-1)."""

    place: Place
    passage: int = -1
    start: int = -1
    text: str = ""

    @classmethod
    def of(cls, passage: Passage, found: re.Match[str]) -> Spot:
        """Return where a pattern was found."""
        return cls(passage.piece_at(found.start()).place, passage.index, found.start(), found[0])


def references(document: Document, chapter: str = "") -> Iterator[Reference]:
    """Yield the references to notes of a document that say what the note is about.

    `chapter` is the chapter that the notes are items of, as printed, "" where they are no items of one.
    """
    for passage in document.passages:
        if passage.kind is not PassageKind.HEADING:
            yield from _in_passage(passage)
            yield from _in_clauses(passage, chapter)
    yield from _in_tables(document)
    yield from _signed(document, chapter)


def numbers_referred(document: Document) -> set[int]:
    """Return the numbers of the notes that something refers to, whatever it says of them."""
    texts = [each.text for each in document.passages if each.kind is not PassageKind.HEADING]
    found = {number for each in _in_tables(document) for number in each.numbers}
    for table in document.tables:
        texts += [cell.text for cell in table.cells if not cell.text[:1].isdigit()]
    for listed in (each for text in texts for each in _LISTED.finditer(text)):
        numbers = list(map(int, _NUMBER.findall(listed["numbers"])))
        found.update(range(numbers[0], numbers[-1] + 1) if _RANGE.search(listed["numbers"]) else numbers)
    return found


def _in_passage(passage: Passage) -> Iterator[Reference]:
    for found in _IN_TEXT.finditer(passage.text):
        sentence = sentence_around(passage.text, found.start(), found.end())
        if is_of_other_document(sentence):
            continue
        behind = passage.text[found.end() : found.end() + 240]
        titled = _QUOTED.match(behind) or _DASHED.match(behind)
        listed = _LIST_BEFORE.search(passage.text[max(0, found.start() - _LIST) : found.start()])
        named = titled or (None if listed else _ABOUT.match(behind))
        if named:
            yield Reference(
                (int(found["number"]),),
                _GOES_ON.sub("", named["name"]) if titled else named["name"],
                titled is not None,
                sentence,
                passage.piece_at(found.start()).place,
                passage=passage.index,
                start=found.start(),
                text=found[0],
            )


def _in_clauses(passage: Passage, chapter: str) -> Iterator[Reference]:
    for found in _CLAUSE.finditer(passage.text) if _SIGN.search(passage.text) else ():
        sentence = sentence_around(passage.text, found.start(), found.end())
        numbers = _numbers_in(found["notes"], chapter)
        if numbers and not _SEE.match(found["name"]) and not is_of_other_document(sentence):
            place = passage.piece_at(found.start()).place
            yield Reference(numbers, found["name"], False, sentence, place, passage=passage.index)


def _signed(document: Document, chapter: str) -> Iterator[Reference]:
    """Yield the references in labels behind the word for notes, and in the columns that it heads."""
    for table in document.tables:
        heads = (cell for cell in table.cells if cell.row < table.header_rows)
        columns = {cell.column for cell in heads if _SIGN.fullmatch(cell.text.strip())}
        columns -= frozenset() if chapter else table.note_columns
        beside = {cell.row: cell.text for cell in table.cells if cell.column in columns}
        for cell in table.cells:
            if cell.column != 0 or cell.row < table.header_rows or cell.row in table.section_rows:
                continue
            label = _SIGNED.search(cell.text)
            text = label["notes"] if label else beside.get(cell.row, "")
            numbers = _numbers_in(text, chapter) if text and cell.column not in columns else ()
            if numbers:
                name = _SIGNED.sub("", cell.text)
                yield Reference(
                    numbers, name, False, cell.text, cell.places[0], table=table.index, row=cell.row
                )


def _numbers_in(text: str, chapter: str) -> tuple[int, ...]:
    """Return the numbers of the notes that a text names. Where notes are items of a chapter, return none if
    the text names other chapters too."""
    found = list(_PARTS.finditer(text))
    if not chapter:
        return tuple(int(each["note"]) for each in found if each["note"])
    if chapter == ITSELF:
        return tuple(counted(each["chapter"]) for each in found if each["chapter"])
    if any(each["chapter"] != chapter or not each["items"] for each in found):
        return ()
    items = (item for each in found for item in _ITEM.findall(each["items"]))
    return tuple(int(item) if item.isascii() else counted(item) for item in items)


def is_of_other_document(sentence: str) -> bool:
    """Tell whether a sentence speaks of another document, whose notes and items have numbers of their own."""
    return _OTHER.search(_OWN.sub("", sentence)) is not None


def names_own_document(sentence: str) -> bool:
    """Tell whether a sentence names the document that it stands in."""
    return _OWN.search(sentence) is not None


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
