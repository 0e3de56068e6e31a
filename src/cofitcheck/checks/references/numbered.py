"""Find references to notes, tables, items, sections and pages that a document numbers and does not have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cofitcheck import patterns as re
from cofitcheck.checks.references.contents import Pages
from cofitcheck.checks.references.found import Reference, is_of_other_document, sentence_around
from cofitcheck.checks.references.headings import Note
from cofitcheck.checks.references.notes import Notes
from cofitcheck.document import Document, Place
from cofitcheck.document.structure import Passage, PassageKind
from cofitcheck.language.meanings import REFERENCES
from cofitcheck.periods.east_asian import counted

_FORMS = {
    "table": r"[0-9]{1,3}",
    "figure": r"[0-9]{1,3}",
    "item": r"[0-9]{1,2}[A-K]?",
    "part": r"[IVX]{1,4}",
    "section": r"[0-9]{1,2}(?:\.[0-9]{1,2}){1,3}",
    "page": r"(?:[A-Z]{1,2}-)?[0-9]{1,3}",
}
"""How the parts of each kind are numbered; sections with one number are mostly those of laws."""
_WORDS = "|".join(rf"(?P<{kind}>(?i:{REFERENCES[kind]})s?\s{form})" for kind, form in _FORMS.items())
_CHAPTER = rf"(?P<chapter>{REFERENCES['chapter']})"
_CHAPTERS = re.compile(_CHAPTER)
_NAMED = re.compile(rf"\W{{0,2}}(?:{_WORDS})(?![\w%]|[.,:/-][0-9])")
_AT_NUMBER = re.compile(r"\s[0-9IVX]")
_MOST_WORDS = 3
"""The most words that name the kind of a part before its number: "Anhang Textziffer Nr. 5"."""
_OPENED = re.compile(
    rf"\W{{0,3}}(?:(?:{_WORDS})(?![0-9])[a-z]?(?:\.[0-9]{{1,2}})*(?:\s?[^\s\w]|\s[^a-z]|$)|{_CHAPTER}"
    rf"|(?P<numbered>{_FORMS['section']})\.?\s{{1,4}}[^\W\d_])"
)
"""How a part begins, and not a sentence about it."""
_AND = rf"(?:,|,?\sand|\s&|\s{REFERENCES['to']}|[–-])\s?[0-9]"
_LEAD = re.compile(rf"(?:[(（\[“\"‘]|,\s|(?<![^\W_])(?i:{REFERENCES['leads_to_note']})\s)$")
_LONGEST_LEAD = 12
_LISTED = re.compile(
    rf"\W{{0,2}}(?P<note>(?i:{REFERENCES['note']}))(?:s(?=\s[0-9]{{1,2}}(?:\([a-z]\))?{_AND}))?\s"
    rf"(?P<numbers>[0-9]{{1,2}}(?:\([a-z]\))?(?:{_AND}[0-9]?(?:\([a-z]\))?){{0,9}})(?![\w%]|[.,/-][0-9]|\s[0-9])"
)
"""Notes that are named in a sentence; "the 5% Notes 30 days later" are others."""
_NUMBER = re.compile(r"[0-9]{1,3}|[A-K]$")
_DIGITS = re.compile(r"[0-9]{1,2}")
_ALONE = re.compile(r"\W{0,2}[0-9]{1,2}\W{0,2}")
_HEADED = re.compile(
    rf"\W{{0,2}}(?:(?i:{REFERENCES['note']})\s{{0,3}})?(?P<number>[0-9]{{1,2}})(?![0-9.,]{{0,9}}[0-9])"
    r"\W{0,5}(?P<title>[^\W\d]|$)"
)
"""How a note may begin, with its number."""
_IN_SOURCE = re.compile(
    rb">\W{0,3}([A-Za-z]{3,20}\.?)(?:\s|<[^<>]{0,200}>|&[^;\s]{1,6};){1,4}([0-9][0-9A-K.]{0,7}|[IVX]{1,4})\b"
    rb"(?!(?:\s|&[^;\s]{1,6};){1,4}[a-z])"
)
"""A word and a number at the beginning of an element, and no sentence about it."""
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
_OF = re.compile(
    rf"(?:\([\w.]{{1,4}}\)){{0,3}}[,\s]{{1,2}}{REFERENCES['part_of']}\s(?!{REFERENCES['of_own']})",
    re.IGNORECASE,
)
"""What stands behind the number of a part of something else."""
_LAW = re.compile(rf"(?<![^\W_]){REFERENCES['law']}", re.IGNORECASE)
_LONGEST = 200
_FEWEST = {"note": 6, "item": 12, "table": 3, "figure": 3, "section": 2, "part": 2}
"""How many parts of a kind, all from the first on, show that a document numbers them."""
_FEWEST_CHAPTERS = 3
_FEWEST_SECTIONS = 8
_MOST = 2
"""The most parts behind the last one that references may name: where they name more, the headings of those
were not read."""

Number = tuple[int, ...]
"""The number of a part, after the numbers of the parts that contain it: that of 7A is 7 and 1."""


@dataclass(frozen=True, slots=True)
class NamedPart:
    """A place that refers to a part of a document, which it names by `text`; `kind` is the kind of part that
    it names."""

    kind: str
    number: Number
    text: str
    words: str
    place: Place


@dataclass(frozen=True, slots=True)
class Lacking:
    """A reference to a part that a document does not have; `last` is the last one that it has."""

    named: NamedPart
    last: str


class Parts:
    """The parts of a document by kind and number, each with how it is called; and the references to them."""

    def __init__(
        self, document: Document, notes: Notes, references: Sequence[Reference], pages: Pages
    ) -> None:
        self.document, self.notes, self.pages = document, notes, pages
        self.there: dict[str, dict[Number, str]] = defaultdict(dict)
        for text in _openings(document):
            for kind, number, name in _opened(text):
                for length in range(1, len(number) + 1):
                    self.there[kind].setdefault(number[:length], name)
        self.there["note"] = {(each.number,): each.name for each in notes.all}
        self.named = (*_named_notes(document, notes, references), *_named_parts(document))

    def lacking(self) -> Iterator[Lacking]:
        """Yield the references to parts behind the last one of those that the document surely numbers."""
        found = [lacking for each in self.named if (lacking := self.lacks(each))]
        numbers: dict[str, set[Number]] = defaultdict(set)
        for each in found:
            numbers[each.named.kind].add(each.named.number)
        told: set[tuple[str, str]] = set()
        for each in found:
            key = each.named.text, each.named.words
            if len(numbers[each.named.kind]) <= _MOST and key not in told:
                told.add(key)
                yield each

    def lacks(self, named: NamedPart) -> Lacking | None:
        """Return what is wrong with a reference to a part behind the last one, None where it may be there."""
        if named.kind != "page":
            found = _lacks(self.there[named.kind], named)
            return None if found and self._is_opened(named) else found
        series = named.text.rpartition("-")[0]
        last = self.pages.last(f"{series}-" if series else "")
        return Lacking(named, last[0]) if last and named.number[0] > last[1] else None

    def _is_opened(self, named: NamedPart) -> bool:
        """Tell whether anything begins with the number, as a heading does that was not read."""
        word, _, number = named.text.casefold().rpartition(" ")
        sources = (self.document.source, *self.document.files.values())
        opened = (found.groups() for source in sources for found in _IN_SOURCE.finditer(source))
        if any(part.lower() == word.encode() and at.lower() == number.encode() for part, at in opened):
            return True
        if named.kind != "note":
            return False
        texts = (each.text for each in self.document.passages)
        listed = (" ".join(row.texts) for listing in self.document.listings for row in listing)
        cells = (cell.text for table in self.document.tables for cell in table.cells if not cell.column)
        headings = (_HEADED.match(text) for group in (texts, listed, cells) for text in group)
        same = [each for each in headings if each and int(each["number"]) == named.number[0]]
        # Where no note has its number alone on a line, a number that stands so is that of a page.
        alone = any(_ALONE.fullmatch(self.document.passages[each.first].text) for each in self.notes.all)
        return any(each["title"] or alone for each in same)


def _lacks(there: Mapping[Number, str], named: NamedPart) -> Lacking | None:
    if named.kind == "section" and len(there) < _FEWEST_SECTIONS:
        return None
    for length in range(1, len(named.number) + 1):
        *above, own = named.number[:length]
        if named.number[:length] not in there:
            within = [each for each in there if each[: length - 1] == tuple(above)]
            beside = sorted(each[-1] for each in within if len(each) == length)
            few = _FEWEST.get(named.kind, _FEWEST_CHAPTERS) if length == 1 or named.kind == "section" else 1
            is_run = len(beside) >= few and beside == list(range(1, len(beside) + 1))
            return Lacking(named, there[max(within)]) if is_run and own > len(beside) else None
    return None


def _openings(document: Document) -> Iterator[str]:
    """Yield what may be headings, captions, and their entries in a table of contents."""
    yield from (each.text for each in document.passages if len(each.text) <= _LONGEST or _is_heading(each))
    yield from (text for listing in document.listings for row in listing for text in row.texts)
    for table in document.tables:
        yield from table.title.split(" — ")
        yield table.caption
        yield from (cell.text for cell in table.cells if cell.text[:1].isalpha())


def _is_heading(passage: Passage) -> bool:
    return passage.kind is PassageKind.HEADING


def _opened(text: str) -> Iterator[tuple[str, Number, str]]:
    """Yield the part that a text is the heading of, as far as it begins like one."""
    if found := _OPENED.match(text):
        yield _part(found)


def _part(found: re.Match[str]) -> tuple[str, Number, str]:
    """Return the kind of a part, its number, and how it is called."""
    kind = str(found.lastgroup)
    text = found[kind]
    if kind == "page":
        label = text.split()[-1]
        return kind, (int(label.rpartition("-")[2]),), label
    if kind == "chapter":
        return text[-1], (counted(text[1:-1]),), text
    if kind == "part":
        numeral = text.split()[-1]
        return kind, (_ROMAN.index(numeral) + 1 if numeral in _ROMAN else 0,), text
    numbers = _NUMBER.findall(text.split()[-1])
    kind = "section" if kind == "numbered" else kind
    return kind, tuple(int(each) if each.isdigit() else ord(each) - ord("A") + 1 for each in numbers), text


def _named_parts(document: Document) -> Iterator[NamedPart]:
    """Yield the references of a document to its own tables, items and sections."""
    for passage in document.passages:
        if _is_heading(passage):
            continue
        text = passage.text
        matches = (_NAMED.match(text, at) for at in _before_numbers(text))
        for found in filter(None, (*matches, *_CHAPTERS.finditer(text))):
            kind, number, called = _part(found)
            start, end = found.span()
            words = sentence_around(text, start, end)
            elsewhere = _OF.match(text, end) or is_of_other_document(text)
            if not elsewhere and (kind in ("table", "figure", "page") or not _LAW.search(words)):
                yield NamedPart(kind, number, called, words, passage.piece_at(start).place)


def _before_numbers(text: str) -> Iterator[int]:
    """Yield where words begin that stand before a number, each once."""
    done = -1
    for found in _AT_NUMBER.finditer(text):
        at = found.start()
        for _ in range(_MOST_WORDS):
            at = text.rfind(" ", 0, at)
            if at < done:
                break
            yield at + 1
            if at < 0:
                break
        done = found.start()


def _named_notes(document: Document, notes: Notes, references: Sequence[Reference]) -> Iterator[NamedPart]:
    """Yield the references to notes: in sentences and labels; in columns of notes, and behind their sign."""
    for each in references:
        if each.start < 0 and not any(_listed(each.words)):
            for number in each.numbers:
                name = Note(number, "", 0, 0, notes.chapter).name
                yield NamedPart("note", (number,), name, each.words, each.place)
    if notes.chapter:
        return
    for passage in document.passages:
        for at, number, words in () if _is_heading(passage) else _listed(passage.text):
            yield NamedPart("note", (number,), f"Note {number}", words, passage.piece_at(at).place)
    for table in document.tables:
        for cell in table.cells:
            for _, number, words in _listed(cell.text) if cell.column == 0 else ():
                yield NamedPart("note", (number,), f"Note {number}", words, cell.places[0])


def _listed(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where a text names notes of this document, the number of each, and the sentence."""
    for at in _before_numbers(text):
        found = _LISTED.match(text, at)
        start = found.start("note") if found else 0
        if (
            found
            and _LEAD.search(text, max(0, start - _LONGEST_LEAD), start)
            and not is_of_other_document(text)
        ):
            words = sentence_around(text, start, found.end())
            for number in map(int, _DIGITS.findall(found["numbers"])):
                yield start, number, words
