"""Check references to the items, chapters and exhibits of a report against its headings and its index of
exhibits.

Such references read "Item 7A", or "filed as Exhibit 10.1".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.words import Words
from cofitcheck.checks.references.found import (
    Spot,
    is_of_other_document,
    names_own_document,
    sentence_around,
)
from cofitcheck.checks.references.headings import subject_of
from cofitcheck.document import Document, Place
from cofitcheck.document.structure import Passage, PassageKind
from cofitcheck.language.meanings import REFERENCES
from cofitcheck.language.phrases import LISTS

_NAME = r"[^”\"」』]{{{0},120}}".format
_ITEM = rf"{REFERENCES['item']}\s(?P<number>[0-9]{{1,2}}[A-C]?)\b"
_CHAPTER = rf"(?P<number>{REFERENCES['chapter']})"
_HEADINGS = (
    re.compile(
        rf"(?:{REFERENCES['part']}\s[ivx]{{1,3}}[\s.,–—-]{{0,4}})?{_ITEM}[\s.:)–—-]{{1,4}}(?P<title>[^\W\d].{{2,160}})",
        re.IGNORECASE,
    ),
    re.compile(rf"{_CHAPTER}[\s、:：]{{0,4}}(?P<title>[^\W\d].{{1,60}})"),
)
_LONGEST = 200
_PAGE = re.compile(r"[\s.]{1,40}[0-9]{1,3}$")
_NAMED_BEFORE = re.compile(
    rf"[“\"](?P<name>{_NAME(3)})[”\"](?:\s(?!{LISTS})[a-z]{{2,10}}){{1,4}}\s(?:(?i:{REFERENCES['part']})\s[IVX]{{1,3}},?\s)?"
    rf"(?i:{_ITEM})(?![\s.,:–—-]{{0,4}}(?:[“\"]|{REFERENCES['note']}))"
)
"""A section by its name, and the item that it is said to stand in; not where a note of the item is named."""
_NAMES = (
    re.compile(rf"\b(?i:{_ITEM})[\s.,:–—-]{{0,4}}[“\"](?P<name>{_NAME(3)})[”\"]"),
    re.compile(rf"[“\"](?i:{_ITEM})[\s.,:–—-]{{1,4}}(?P<name>{_NAME(3)})[”\"]"),
    _NAMED_BEFORE,
    re.compile(rf"{_CHAPTER}\s?[、:：]?\s?[“\"「『](?P<name>{_NAME(2)})[”\"」』]"),
    re.compile(rf"[“\"「『]{_CHAPTER}[\s、:：]{{0,4}}(?P<name>{_NAME(2)})[”\"」』]"),
)
_FEWEST = 4
"""The fewest headings with numbers that make a report of items, and the fewest numbers of an index of
exhibits."""

_NUMBER = re.compile(r"[^\w(]{0,4}\(?(?P<number>[0-9]{1,3}(?:\.[0-9]{1,3}){0,3})\b.{0,12}")
_WORD = re.compile(r"[^\W\d_]{3}")
_ALONE = re.compile(r"\W{0,4}(?P<number>[0-9]{1,3}(?:\.[0-9]{1,3}){1,3})\W{0,4}")
_REFERENCE = re.compile(
    rf"\b{REFERENCES['exhibit']}s?\s(?P<number>[0-9]{{1,3}}(?:\.[0-9]{{1,3}}){{0,3}})(?![0-9])", re.IGNORECASE
)
_IS_FILED = re.compile(rf"\b{REFERENCES['filed']}\b", re.IGNORECASE)
"""Words that say that an exhibit is filed."""
_BEFORE = 160
_LONG = 8
"""The fewest letters of a first word of a title that alone says what the title is about."""


@dataclass(frozen=True, slots=True)
class Item:
    """The heading of an item or a chapter; `number` is as printed, "7A", of a chapter all that comes before
    its title. `place` is that of the heading."""

    number: str
    title: str
    place: Place

    @property
    def name(self) -> str:
        """What it is called in a sentence."""
        return f"Item {self.number}" if self.number[0].isdigit() else self.number

    @property
    def subject(self) -> Words:
        """The words of its title that say what it is about."""
        return subject_of(self.title)


@dataclass(frozen=True, slots=True)
class NamedItem:
    """A place that refers to an item by its number and its title; `words` are the sentence."""

    number: str
    name: str
    words: str
    spot: Spot


@dataclass(frozen=True, slots=True)
class Misitem:
    """Words that name an item by a title that it does not have: the words, the item of that number, and the
    one meant."""

    words: str
    place: Place
    stated: Item
    meant: Item


def misnamed_items(items: Sequence[Item], names: Iterable[NamedItem]) -> Iterator[Misitem]:
    """Yield the references to items by a title that another item of the document has."""
    for named in names:
        wrong = other_item(items, named.number, named.name)
        if wrong:
            yield Misitem(named.words, named.spot.place, *wrong)


def right_items(items: Sequence[Item], names: Iterable[NamedItem]) -> Iterator[tuple[NamedItem, Item]]:
    """Yield the references that name items by their titles, each with the last heading of its item: earlier
    ones stand in contents."""
    for named in names:
        subject = subject_of(named.name)
        right = [each for each in items if each.number == named.number and _is_named(each, subject)]
        if right:
            yield named, right[-1]


def items_of(document: Document) -> tuple[Item, ...]:
    """Return the items of a document by their headings; none where there are fewer than a report has."""
    items = tuple(_items(document.passages))
    return items if len(items) >= _FEWEST else ()


def named_items(document: Document) -> Iterator[NamedItem]:
    """Yield the references of a document to its own items by title.

    A section that is said to stand in an item may have its name from a heading within it.
    """
    sections = _sections(document.passages)
    for passage in document.passages:
        for pattern in _NAMES:
            for found in pattern.finditer(passage.text):
                words = sentence_around(passage.text, found.start(), found.end())
                subject = subject_of(found["name"])
                within = pattern is _NAMED_BEFORE and any(subject <= each for each in sections)
                if not within and not is_of_other_document(words):
                    spot = Spot.of(passage, found)
                    yield NamedItem(found["number"].upper(), found["name"], words, spot)


def _sections(passages: Sequence[Passage]) -> list[Words]:
    """Return the subjects of the headings that are not those of items."""
    texts = {each.text.strip() for each in passages if each.kind is PassageKind.HEADING}
    return [subject_of(text) for text in texts if not _heading(text)]


def other_item(items: Sequence[Item], number: str, name: str) -> tuple[Item, Item] | None:
    """Return the item of a number and the one that a name is the title of, where these are two."""
    subject = subject_of(name)
    stated = [each for each in items if each.number == number]
    if not stated or any(_is_named(each, subject) for each in stated):
        return None
    meant = {each.number: each for each in items if each.subject == subject}
    return (stated[0], next(iter(meant.values()))) if len(meant) == 1 else None


def _is_named(item: Item, subject: Words) -> bool:
    shared = item.subject & subject
    return 2 * len(shared) > min(len(item.subject), len(subject))


def _items(passages: Sequence[Passage]) -> Iterator[Item]:
    for passage in passages:
        text = passage.text.strip()
        if len(text) <= _LONGEST and (found := _heading(text)):
            yield Item(found["number"].upper(), _PAGE.sub("", found["title"]), passage.place)


def _heading(text: str) -> re.Match[str] | None:
    return next(filter(None, (each.fullmatch(text) for each in _HEADINGS)), None)


@dataclass(frozen=True, slots=True)
class Exhibit:
    """An entry of an index of exhibits, and where it stands."""

    title: str
    place: Place


Index = Mapping[str, Exhibit]
"""The exhibits of a document by their numbers."""


@dataclass(frozen=True, slots=True)
class NamedExhibit:
    """A place that says of an exhibit of this document that it is filed; `about` are the words before."""

    number: str
    about: Words
    words: str
    spot: Spot


@dataclass(frozen=True, slots=True)
class WrongExhibit:
    """A reference to an exhibit that the index lacks, or that is something else; then `meant` is the exhibit
    that has the words."""

    named: NamedExhibit
    title: str = ""
    meant: str = ""
    meant_title: str = ""


def exhibits_of(document: Document) -> Index:
    """Return the index of exhibits of a document; empty where there are fewer than an index has."""
    found: dict[str, Exhibit] = {}
    for listing in document.listings:
        for row in listing:
            number = _NUMBER.fullmatch(row.texts[0]) if len(row.texts) > 1 else None
            if number and _WORD.search(row.texts[1]):
                found.setdefault(number["number"], Exhibit(row.texts[1], row.place))
    laid_out = [each for each in document.passages if each.laid_out] if found else []
    for one, behind in pairwise(laid_out):
        number = _ALONE.fullmatch(one.text)
        if number and _WORD.search(behind.text):
            found.setdefault(number["number"], Exhibit(behind.text, one.place))
    return found if len(found) >= _FEWEST and any("." in number for number in found) else {}


def named_exhibits(document: Document, index: Index) -> Iterator[NamedExhibit]:
    """Yield where a sentence says that an exhibit is filed with this document."""
    for passage in document.passages if index else ():
        for found in _REFERENCE.finditer(passage.text):
            sentence = sentence_around(passage.text, found.start(), found.end())
            own = names_own_document(sentence) and not is_of_other_document(sentence)
            before = passage.text[max(0, found.start() - _BEFORE) : found.start()]
            if own and (filed := _IS_FILED.search(before)):
                about = subject_of(before[: filed.start()])
                yield NamedExhibit(found["number"], about, sentence, Spot.of(passage, found))


def wrong_exhibit(index: Index, named: NamedExhibit) -> WrongExhibit | None:
    """Return what is wrong with a reference to an exhibit, None where nothing is."""
    stated = index.get(named.number)
    if stated is None:
        within = any(number.startswith(f"{named.number}.") for number in index)
        return None if within else WrongExhibit(named)
    about = named.about
    if about & subject_of(stated.title):
        return None
    meant = next((number for number, other in index.items() if _is_about(other.title, about)), "")
    return WrongExhibit(named, stated.title, meant, index[meant].title) if meant else None


def right_exhibit(index: Index, named: NamedExhibit) -> Exhibit | None:
    """Return the exhibit that a reference names by words of its title, None where it does not."""
    stated = index.get(named.number)
    return stated if stated and named.about & subject_of(stated.title) else None


def _is_about(title: str, about: Words) -> bool:
    """Tell whether words name an exhibit: most of its title, or what it begins with: "Certification"."""
    subject = subject_of(title)
    first = next(iter(title.split()), "")
    return 2 * len(subject & about) > len(subject) or (len(first) >= _LONG and subject_of(first) <= about)
