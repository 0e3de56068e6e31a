"""A sentence with its number in a finding, and what the tables have for it."""

from __future__ import annotations

from dataclasses import dataclass

from cofitcheck.checks.model import Finding, Told
from cofitcheck.document import Document, Place
from cofitcheck.prose import ProseMention
from cofitcheck.reports.model import wording
from cofitcheck.reports.model.wording import in_place_of
from cofitcheck.reports.words import Words, listed, phrase

_AROUND = 420
"""So many characters of the sentence are shown on either side of its number."""


@dataclass(frozen=True, slots=True)
class SentenceView:
    """A sentence cut at its number, where it stands, and what the tables come to, as the sentence would say
    it.

    Of a change `earlier` and `later` are the cells that it is worked out from, and `calculation` says how;
    `stated` is the number with its direction, where that is what is wrong.
    """

    before: str
    number: str
    after: str
    heading: str
    place: Words
    link: str
    computed: Words
    calculation: Words = ""
    # The views of earlier drafts were stored without these.
    stated: Words = ""
    earlier: str = ""
    later: str = ""


def sentence_of(document: Document, finding: Finding, link: str = "") -> SentenceView | None:
    """Return the sentence of a finding in running text, None of any other."""
    told = finding.told
    if told is None:
        return None
    said, passage = told.said, document.passages[told.said.passage]
    start = said.start - said.sentence.start
    words = said.words
    before, after = words[:start], words[start + said.end - said.start :]
    later, earlier = _cells(document, told) or ("", "")
    return SentenceView(
        before=before if len(before) <= _AROUND else "…" + before[-_AROUND:],
        number=said.text,
        after=after if len(after) <= _AROUND else after[:_AROUND] + "…",
        heading=wording.short(passage.heading, 160),
        place=wording.place(document, passage.place),
        link=link,
        computed=held_against(document, told) if told.way == "beside" else come_to(told),
        calculation="" if told.way == "beside" else _calculation(document, told, ("{} (B)", "{} (C)")),
        stated=stated_as(told),
        earlier=earlier,
        later=later,
    )


def stated_as(told: Told) -> Words:
    """Return the number of a sentence as it is printed, with its direction where that is what is wrong."""
    if told.slip != "direction" or told.said.number.value is None:
        return told.said.text
    if told.rose > 0:
        return phrase("a decrease of {number}", number=told.said.text)
    return phrase("an increase of {number}", number=told.said.text)


def come_to(told: Told) -> Words:
    """Return what the cells come to, as the sentence would say it: "$1,314 million"."""
    said = told.said
    if told.slip == "direction":
        return phrase("an increase") if told.rose > 0 else phrase("a decrease")
    worded = not any(map(str.isdigit, said.text))
    if worded and told.way == "ratio":  # "twice"
        return phrase("{number} times", number=wording.plain_decimal(told.computed))
    if worded and told.way == "share":  # "a third"
        return f"{wording.plain_decimal(told.computed)}%"
    if worded and told.way == "change in percent":  # "doubled"
        shown = f"{wording.plain_decimal(told.computed)}%"
        rose = told.rose > 0
        return (
            phrase("an increase of {number}", number=shown)
            if rose
            else phrase("a decrease of {number}", number=shown)
        )
    return in_place_of(said.text, told.computed, said.number)


def ratio_words(told: Told, part: Words, whole: Words) -> Words:
    """Return how a ratio is worked out of its part and its whole."""
    if told.way == "rest":
        return phrase("({whole} less {part}) over {whole}", part=part, whole=whole)
    return phrase("{part} over {whole}", part=part, whole=whole)


def held_against(document: Document, told: Told) -> Words:
    """Return what the cells come to, and from which it is worked out where no cell states it."""
    calculation = _calculation(document, told)
    if told.way == "beside":
        return calculation
    if not calculation:
        return come_to(told)
    return phrase("{number} (worked out: {calculation})", number=come_to(told), calculation=calculation)


def _calculation(document: Document, told: Told, marks: tuple[str, str] = ("{}", "{}")) -> Words:
    if told.is_ratio:
        texts = [wording.short(document.mentions[cell].text, 40) for cell in told.cells]
        if len(texts) > len(marks):
            later, earlier = ratio_words(told, *texts[:2]), ratio_words(told, *texts[2:])
            return phrase("{later} less {earlier}", later=later, earlier=earlier)
        return ratio_words(told, *(mark.format(cell) for mark, cell in zip(marks, texts, strict=True)))
    if told.way == "beside":
        number, other = (wording.short(document.mentions[cell].text, 40) for cell in told.cells)
        return phrase("{number} against {other}", number=number, other=other)
    if told.way == "average":
        texts = [wording.short(document.mentions[cell].text, 40) for cell in told.cells]
        return phrase("the average of {numbers}", numbers=listed(texts))
    cells = _cells(document, told)
    if cells is None:
        return ""
    later, earlier = (mark.format(cell) for mark, cell in zip(marks, cells, strict=True))
    if told.way == "change":
        return phrase("{later} less {earlier}", later=later, earlier=earlier)
    return phrase("from {earlier} to {later}", later=later, earlier=earlier)


def _cells(document: Document, told: Told) -> tuple[str, str] | None:
    """Return the later and the earlier cell of a change as they are printed, None of what is none."""
    if told.way in ("stated", "average", "beside") or told.is_ratio:
        return None
    later, earlier = (wording.short(document.mentions[cell].text, 40) for cell in told.cells)
    return later, earlier


def place_of(document: Document, said: ProseMention) -> Place:
    """Return where the part of a passage stands that holds a number."""
    return document.passages[said.passage].piece_at(said.start).place
