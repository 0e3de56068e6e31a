"""The headings of the notes of a document, by the ways in which reports number them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.words import Words, words_of
from cofitcheck.document.structure import Passage, PassageKind
from cofitcheck.language.meanings import GENERIC_SUBJECTS, POLICIES, REFERENCES
from cofitcheck.periods.east_asian import counted

_NAMED = re.compile(
    rf"(?i:{REFERENCES['note']})\s{{0,3}}(?P<number>[0-9]{{1,2}})\b\s{{0,3}}[-–—.:)]{{0,2}}\s{{0,3}}(?P<title>.{{0,160}})"
)
_NUMBERED = re.compile(r"(?P<number>[0-9]{1,2})\s{0,3}[.．)–—-]\s{0,3}(?P<title>[^\W\d].{2,120})")
_ALONE = re.compile(r"(?P<number>[0-9]{1,2})\.")
_TITLE = re.compile(r"[^\W\d][^.;]{2,78}[^.;:,\s]")
"""A title, which is no sentence."""
_CHAPTER = re.compile(rf"\s?(?P<number>{REFERENCES['numeral']}{{1,3}})、\s?(?P<title>[^，。]{{2,40}})")
_ITEM = re.compile(
    rf"\s?(?:[（(](?P<numeral>{REFERENCES['numeral']}{{1,4}})[)）]|(?P<digits>[0-9]{{1,2}})[、.．])\s?(?P<title>[^\W\d][^，。；:：]{{1,40}})"
)
_ITEMS = re.compile(rf"{REFERENCES['items']}")
_CONTINUED = re.compile(rf"[\s(–—-]{{0,4}}{REFERENCES['continued']}[\s)]{{0,3}}$", re.IGNORECASE)
_POLICIES = re.compile(REFERENCES["chapter_of_policies"])
_OF_REPORT = re.compile(
    rf"\W{{0,2}}(?:{REFERENCES['part']}\s[ivx]{{1,3}}|{REFERENCES['item']}\s[0-9]{{1,2}}[a-c]?)\b",
    re.IGNORECASE,
)
ITSELF = "."
"""The chapter of notes that are chapters themselves."""
_FEWEST = 4
"""The fewest headings with numbers that make notes."""
_SURE = 6
"""The fewest headings that make notes where they do not stand out."""


@dataclass(frozen=True, slots=True)
class Note:
    """A note under its heading; `first` is the passage of the heading, `last` the last one of the note.

    `chapter` is the number of the chapter whose items the notes are, as printed, or `ITSELF` where the notes
    are chapters.
    """

    number: int
    title: str
    first: int
    last: int
    chapter: str = ""

    @property
    def name(self) -> str:
        """What it is called in a sentence."""
        return f"{self.chapter}({self.number})" if self.chapter not in ("", ITSELF) else f"Note {self.number}"

    @property
    def is_of_policies(self) -> bool:
        """Whether the note tells how each subject is accounted for."""
        return (self.number == 1 and self.chapter in ("", ITSELF)) or bool(POLICIES & words_of(self.title))

    @property
    def subject(self) -> Words:
        """The words of its title that say what it is about."""
        return subject_of(self.title)


Heading = tuple[int, str, int]
"""The number and the title of a heading, and the passage that it stands in."""


def subject_of(text: str) -> Words:
    """Return the words of a title or a label that say what it is about."""
    words = words_of(text)
    return frozenset(map(_singular, words - GENERIC_SUBJECTS or words))


def _singular(word: str) -> str:
    """Return a word of `words_of` without what is left of its plural: "taxe", "contingencie"."""
    return f"{word[:-2]}y" if word.endswith("ie") else word.removesuffix("e") if word.endswith("xe") else word


def notes_of(passages: Sequence[Passage]) -> tuple[Note, ...]:
    """Return the notes in reading order. Their headings begin with "Note 5" or with "5."; or they are the
    items of the chapter on the items of the statements, or chapters themselves."""
    chapters = list(_numerals(passages))
    if chapters:
        return _of_chapters(passages, chapters)
    for pattern in (_NAMED, _NUMBERED):
        headings = list(_headed(passages, pattern))
        if len(headings) >= _FEWEST:
            return _notes(headings, _end(headings, passages))
    plain = _run(_plain(passages))
    return _notes(plain, _end(plain, passages)) if len(plain) >= _SURE else ()


def _end(headings: Sequence[Heading], passages: Sequence[Passage]) -> int:
    """Return where the last note ends: at the next item of the report, or with the document."""
    behind = (each for each in passages[headings[-1][2] + 1 :] if each.kind is PassageKind.HEADING)
    return next((each.index for each in behind if _OF_REPORT.match(each.text)), len(passages))


def _of_chapters(passages: Sequence[Passage], chapters: Sequence[Heading]) -> tuple[Note, ...]:
    best: tuple[Note, ...] = ()
    for number, title, first in chapters:
        if _ITEMS.search(title):
            behind = (at for other, _, at in chapters if at > first and other == number + 1)
            end = next(behind, len(passages))
            found = _CHAPTER.fullmatch(passages[first].text)
            within = passages[first + 1 : end]
            items = max((_run(_items(within, sign)) for sign in ("numeral", "digits")), key=len)
            if found and len(items) >= max(_FEWEST, len(best) + 1):
                best = _notes(items, end, found["number"])
    run = _run(chapters)
    if best or len(run) < _SURE or not any(_POLICIES.search(title) for _, title, _ in run):
        return best
    return _notes(run, len(passages), ITSELF)


def _notes(headings: Sequence[Heading], end: int, chapter: str = "") -> tuple[Note, ...]:
    ends = [*(first - 1 for _, _, first in headings[1:]), end - 1]
    return tuple(
        Note(number, title, first, last, chapter)
        for (number, title, first), last in zip(headings, ends, strict=True)
    )


def _headed(passages: Sequence[Passage], pattern: re.Pattern[str]) -> Iterator[Heading]:
    """Yield the headings of notes that stand out, a continued one once.

    A number may be left out, or stand twice, where the numbers go on behind it.
    """
    before = (0, "")
    headings = list(_headings(passages, pattern))
    numbers = [number for number, _, _ in headings]
    for (number, title, at), behind in zip(headings, [*numbers[1:], 0], strict=False):
        follows = number == before[0] + 1 or number == 1
        slips = pattern is _NAMED and before[0] and number in (before[0], before[0] + 2)
        goes_on = slips and behind == number + 1
        if (follows or goes_on) and (number, title.casefold()) != before:
            before = (number, title.casefold())
            yield number, title, at


def _headings(passages: Sequence[Passage], pattern: re.Pattern[str]) -> Iterator[Heading]:
    for passage in passages:
        found = pattern.fullmatch(passage.text.strip()) if passage.kind is PassageKind.HEADING else None
        if found:
            title = _CONTINUED.sub("", found["title"]).strip() or _next_heading(passages, passage.index)
            if title:
                yield int(found["number"]), title, passage.index


def _next_heading(passages: Sequence[Passage], index: int) -> str:
    behind = passages[index + 1] if index + 1 < len(passages) else None
    return behind.text if behind and behind.kind is PassageKind.HEADING else ""


def _numerals(passages: Sequence[Passage]) -> Iterator[Heading]:
    for passage in passages:
        if found := _CHAPTER.fullmatch(passage.text):
            yield counted(found["number"]), found["title"], passage.index


def _items(passages: Sequence[Passage], sign: str) -> Iterator[Heading]:
    for passage in passages:
        found = _ITEM.fullmatch(passage.text)
        if found and found[sign]:
            yield (
                counted(found[sign]) if sign == "numeral" else int(found[sign]),
                found["title"],
                passage.index,
            )


def _plain(passages: Sequence[Passage]) -> Iterator[Heading]:
    """Yield the numbers that stand before a title, in the same passage or right before it."""
    for passage in passages:
        if found := _NUMBERED.fullmatch(passage.text):
            title = found["title"]
        elif (found := _ALONE.fullmatch(passage.text)) and passage.index + 1 < len(passages):
            title = passages[passage.index + 1].text
        else:
            continue
        title = _CONTINUED.sub("", title).strip()
        if _TITLE.fullmatch(title):
            yield int(found["number"]), title, passage.index


def _run(headings: Iterable[Heading]) -> list[Heading]:
    """Return the longest run of headings whose numbers go on by one from 1; of two as long the first."""
    ends: dict[int, list[Heading]] = {}
    best: list[Heading] = []
    for heading in headings:
        before = ends.get(heading[0] - 1, []) if heading[0] > 1 else []
        own = ends.get(heading[0], [])
        again = bool(own) and own[-1][1].casefold() == heading[1].casefold()
        if (before or heading[0] == 1) and not again:
            ends[heading[0]] = [*before, heading]
            best = max(best, ends[heading[0]], key=len)
    return best
