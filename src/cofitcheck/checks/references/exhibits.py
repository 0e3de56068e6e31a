"""References to the exhibits of a report, "filed as Exhibit 10.1", against its index of exhibits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
from cofitcheck.language.meanings import REFERENCES

_NUMBER = re.compile(r"[^\w(]{0,4}\(?(?P<number>[0-9]{1,3}(?:\.[0-9]{1,3}){0,3})\b.{0,12}")
_WORD = re.compile(r"[^\W\d_]{3}")
_ALONE = re.compile(r"\W{0,4}(?P<number>[0-9]{1,3}(?:\.[0-9]{1,3}){1,3})\W{0,4}")
_REFERENCE = re.compile(
    rf"\b{REFERENCES['exhibit']}s?\s(?P<number>[0-9]{{1,3}}(?:\.[0-9]{{1,3}}){{0,3}})(?![0-9])", re.IGNORECASE
)
_IS_FILED = re.compile(rf"\b{REFERENCES['filed']}\b", re.IGNORECASE)
_FEWEST = 4
"""Fewer numbers are no index of exhibits."""
_BEFORE = 160
_LONG = 8
"""So long a word at the beginning of a title says what it is."""


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
    """Return the index of exhibits of a document; none of fewer than an index has."""
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
