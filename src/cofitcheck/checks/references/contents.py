"""Check the pages that a table of contents, or a sentence, names for headings against those that they stand
on."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property

from cofitcheck import patterns as re
from cofitcheck.checks.references.found import Spot, is_of_other_document, sentence_around
from cofitcheck.document import Document, PassageKind, Place
from cofitcheck.language.meanings import REFERENCES

_LABEL = re.compile(
    r"(?:[^\W\d_]{3,6}\s)?(?P<series>(?:[A-Z]{1,2}-)?)(?P<number>[0-9]{1,3})\.?", re.IGNORECASE
)
_PRINTED = re.compile(r"(?:[^|]{1,60}\|){0,2}[-–—]?\s?(?P<label>(?:[A-Z]{1,2}-)?[0-9]{1,3})\s?[.–—-]?")
"""The number of a page among the passages, with what stands around it."""
_LINE = re.compile(r"(?P<title>[^.…·⋯]{2,80}?)\s?[.…·⋯]{3,}\s?(?P<page>[0-9]{1,3})(?![0-9.])")
"""A line of a table of contents with leaders."""
_LEADERS = re.compile(r"[.…·⋯]{3}")
_NAMED = re.compile(
    rf"[“\"](?P<name>[^”\"]{{3,120}}?)[,.]?[”\"](?:\s(?!{REFERENCES['note']})[a-z]{{2,12}}){{0,4}}\s"
    rf"{REFERENCES['page']}\s(?P<label>(?:[A-Z]{{1,2}}-)?[0-9]{{1,3}})\b"
)
_NO_LETTERS = re.compile(r"[\W_]+")
_LONGEST = 240
_SHORT = 8
"""The most letters of a passage, such as "Item 1A.", that may be the number of the heading behind it."""
_LONG = 12
"""The fewest letters of a title that may have words behind it where it stands: "(unaudited)"."""
_BEHIND = "\U0010ffff"
_FEWEST = 5
"""How many headings on the pages that the contents name for them show how pages are numbered."""
_MOST_WRONG = 0.2
"""The largest part of the headings that may stand on other pages. Where more do, the pages are read otherwise
than they are numbered, or all page numbers are old."""
_AT = (0, 1, -1)
"""Which printed number is that of the page of a place: the next one, the one before, the second next."""
_NEAR = 5
"""How many pages off a heading may stand: one that is further off is another heading of that name, as a list
of the statements has."""
_AROUND = 2
"""How many entries of the contents before one, and behind it, limit the page that it may have."""

Label = tuple[str, int]
"""The number of a page as printed: what stands before it ("F-"), and the number."""


@dataclass(frozen=True, slots=True)
class PageNamed:
    """A title with the page that is named for it; `words` is all that is said, `entry` tells that it is a row
    of a table of contents."""

    title: str
    page: Label
    words: str
    spot: Spot
    entry: bool


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A title with another page than the one that it stands on, as printed."""

    named: PageNamed
    meant: str


class Pages:
    """The pages of a document by the numbers that they bear.

    In HTML a number stands at the foot or at the top of its page. In a PDF a page's number is its count from
    the first page, less a constant. `numbering` says which of these holds: that with which most entries of
    the contents agree.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.named = tuple(_named(document))
        self._labels = _rising(sorted(_labels_of(document)))
        self._elements = [element for element, _ in self._labels]

    def saying(self, named: Sequence[PageNamed]) -> Pages:
        """Return the same pages, with other titles that pages are named for."""
        other = copy(self)
        other.named = tuple(named)
        vars(other).pop("numbering", None)
        return other

    @cached_property
    def numbering(self) -> int | None:
        """How pages are numbered, None where the contents do not say it."""
        entries = [
            (each, places) for each in self.named if each.entry and (places := self._places(each.title))
        ]
        right: Counter[int] = Counter()
        for each, places in entries:
            right.update({way for place in places for way in self._ways(place, each.page)})
        if not right:
            return None
        way, count = max(right.items(), key=lambda item: item[1])
        sure = count >= _FEWEST and len(entries) - count <= _MOST_WRONG * len(entries)
        return way if sure else None

    def is_known(self, named: PageNamed) -> bool:
        """Tell whether it is known on which page a heading stands."""
        return self.numbering is not None and named.page in self._pages_of(named.title)

    def last(self, series: str) -> tuple[str, int] | None:
        """Return the number of the last page of a series, and that of the last one that may follow without a
        number; None where it is not known how pages are numbered."""
        if self._last_counted:
            number = self._last_counted - (self.numbering or 0)
            return (str(number), number) if not series and self.numbering is not None else None
        numbers = [label[1] for _, label in self._labels if label[0] == series]
        if len(numbers) < _FEWEST or numbers[-1] - numbers[0] >= (1 + _MOST_WRONG) * len(numbers):
            return None
        return f"{series}{numbers[-1]}", numbers[-1] + _NEAR

    @cached_property
    def _last_counted(self) -> int:
        """How many pages a PDF has as far as there is text on them, 0 of a format without pages."""
        return max((passage.place.page or 0 for passage in self.document.passages), default=0)

    def misplaced(self) -> Iterator[Misplaced]:
        """Yield the titles that stand on another page near the one that is named.

        The page of an entry of the contents lies between those of the entries around it that are right. A
        sentence may name a page on which a section goes on.
        """
        pages = [self._pages_of(each.title) for each in self.named] if self.numbering is not None else []
        right = [each.entry and each.page in on for each, on in zip(self.named, pages, strict=False)]
        for at, (named, on) in enumerate(zip(self.named, pages, strict=False)):
            if not on or named.page in on or not self._stands_out(named.title):
                continue
            (series, first), last = on[0], on[-1]
            in_turn = last == (series, first + len(on) - 1)
            goes_on = not named.entry and last < named.page
            near = series == named.page[0] and abs(first - named.page[1]) <= _NEAR and not goes_on
            if in_turn and near and (not named.entry or self._fits(at, first, right)):
                yield Misplaced(named, f"{series}{first}")

    def right(self) -> Iterator[tuple[PageNamed, Place]]:
        """Yield the titles that stand on the page that is named for them, and where they do."""
        for named in self.named if self.numbering is not None else ():
            for place in self._places(named.title):
                if self._label(place, self.numbering or 0) == named.page and self._stands_out(named.title):
                    yield named, place
                    break

    def _fits(self, at: int, page: int, right: Sequence[bool]) -> bool:
        around = range(max(0, at - _AROUND), min(len(right), at + _AROUND + 1))
        return all(
            (self.named[other].page[1] <= page) is (other < at) or self.named[other].page[1] == page
            for other in around
            if right[other] and other != at
        )

    def _pages_of(self, title: str) -> list[Label]:
        """Return the pages that a title stands on; none where one of them bears no number."""
        labels = {self._label(place, self.numbering or 0) for place in self._places(title)}
        return [] if None in labels else sorted(filter(None, labels))

    def _ways(self, place: Place, page: Label) -> Iterator[int]:
        if place.page:
            yield place.page - page[1]
        else:
            yield from (way for way in _AT if self._label(place, way) == page)

    def _label(self, place: Place, way: int) -> Label | None:
        if place.page:
            return "", place.page - way
        at = bisect_right(self._elements, place.element)
        if not 0 <= at - way < len(self._labels) or at == len(self._labels):
            return None
        series, number = self._labels[at][1]
        follows = number == 1 or (at > 0 and self._labels[at - 1][1] == (series, number - 1))
        return self._labels[at - way][1] if follows else None

    def _stands_out(self, title: str) -> bool:
        """Tell whether a title is a heading wherever it stands, and in no list."""
        return all(place in self._outstanding for place in self._places(title))

    @cached_property
    def _outstanding(self) -> frozenset[Place]:
        headings = (each for each in self.document.passages if each.kind is PassageKind.HEADING)
        return frozenset(each.place for each in headings)

    def _places(self, title: str) -> Sequence[Place]:
        letters = letters_of(title)
        longest = letters + (_BEHIND if len(letters) >= _LONG else "")
        first, last = bisect_left(self._letters, letters), bisect_right(self._letters, longest)
        return [place for found in self._letters[first:last] for place in self._headings[found]]

    @cached_property
    def _letters(self) -> list[str]:
        return sorted(self._headings)

    @cached_property
    def _headings(self) -> dict[str, list[Place]]:
        """Where short passages stand, by their letters."""
        found: dict[str, list[Place]] = defaultdict(list)
        before, start = "", None
        for passage in self.document.passages:
            if len(passage.text) > _LONGEST or _LEADERS.search(passage.text):
                before = ""
                continue
            letters = letters_of(passage.text)
            found[letters].append(passage.place)
            if before and start:
                found[before + letters].append(start)
            before, start = (letters, passage.place) if len(letters) <= _SHORT else ("", None)
        return found


def letters_of(text: str) -> str:
    """Return the letters and digits of a title, which two spellings of it have in common."""
    return _NO_LETTERS.sub("", text).casefold()


def _named(document: Document) -> Iterator[PageNamed]:
    for listing in document.listings:
        for row in listing:
            label = _LABEL.fullmatch(row.texts[-1]) if len(row.texts) > 1 else None
            if label:
                words = " ".join(row.texts)
                yield PageNamed(
                    " ".join(row.texts[:-1]), _label_of(label), words, Spot(row.place), entry=True
                )
    for passage in document.passages:
        for found in _LINE.finditer(passage.text) if _LEADERS.search(passage.text) else ():
            page, spot = ("", int(found["page"])), Spot.of(passage, found)
            yield PageNamed(found["title"], page, found[0].strip(), spot, entry=True)
        for found in _NAMED.finditer(passage.text):
            sentence = sentence_around(passage.text, found.start(), found.end())
            label = _LABEL.fullmatch(found["label"])
            if label and not is_of_other_document(sentence):
                spot = Spot.of(passage, found)
                yield PageNamed(found["name"], _label_of(label), sentence, spot, entry=False)


def _labels_of(document: Document) -> Iterator[tuple[int, Label]]:
    for each in document.page_labels:
        if label := _LABEL.fullmatch(each.texts[0]):
            yield each.place.element, _label_of(label)
    for passage in document.passages if len(document.page_labels) < _FEWEST else ():
        printed = _PRINTED.fullmatch(passage.text)
        label = _LABEL.fullmatch(printed["label"]) if printed else None
        if label:
            yield passage.place.element, _label_of(label)


def _rising(labels: Sequence[tuple[int, Label]]) -> list[tuple[int, Label]]:
    """Return the longest run of rising numbers of each series: other numbers are not those of pages."""
    kept = []
    for series in {label[0] for _, label in labels}:
        best: list[tuple[int, int]] = []  # for each length the least number that ends such a run, and where
        before: dict[int, int] = {}
        for at, (_, label) in enumerate(labels):
            if label[0] == series:
                length = bisect_left(best, (label[1], -1))
                before[at] = best[length - 1][1] if length else -1
                best[length : length + 1] = [(label[1], at)]
        at = best[-1][1]
        while at >= 0:
            kept.append(labels[at])
            at = before[at]
    return sorted(kept)


def _label_of(found: re.Match[str]) -> Label:
    return found["series"].upper(), int(found["number"])
