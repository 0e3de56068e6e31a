"""A finding in running text: the sentence with its number, and what the tables have for it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cofitcheck.checks.model import Finding, Told
from cofitcheck.document import Document
from cofitcheck.reports import wording
from cofitcheck.reports.words import Words, phrase

_PRINTED = re.compile(r"[0-9][0-9.,]*[0-9]|[0-9]")
_AROUND = 420
"""So many characters of the sentence are shown on either side of its number."""


@dataclass(frozen=True, slots=True)
class SentenceView:
    """A sentence cut at its number, where it stands, and what the tables come to, as the sentence would say
    it; `calculation` says of a change how."""

    before: str
    number: str
    after: str
    heading: str
    place: Words
    link: str
    computed: Words
    calculation: Words = ""


def sentence_of(document: Document, finding: Finding, link: str = "") -> SentenceView | None:
    """Return the sentence of a finding in running text, None of any other."""
    told = finding.told
    if told is None:
        return None
    said, passage = told.said, document.passages[told.said.passage]
    start = said.start - said.sentence.start
    words = said.words
    before, after = words[:start], words[start + said.end - said.start :]
    return SentenceView(
        before=before if len(before) <= _AROUND else "…" + before[-_AROUND:],
        number=said.text,
        after=after if len(after) <= _AROUND else after[:_AROUND] + "…",
        heading=wording.short(passage.heading, 160),
        place=wording.place(document, passage.place),
        link=link,
        computed=come_to(told),
        calculation=_calculation(document, told),
    )


def come_to(told: Told) -> Words:
    """Return what the cells come to, as the sentence would say it: "$1,314 million"."""
    said = told.said
    if told.slip == "direction":
        return phrase("an increase") if told.rose > 0 else phrase("a decrease")
    digits = told.computed.scaleb(-said.number.scale)
    shown = f"{digits:,f}"
    printed = _PRINTED.search(said.text)
    if printed is None:
        return shown
    return said.text[: printed.start()] + shown + said.text[printed.end() :]


def _calculation(document: Document, told: Told) -> Words:
    if told.way == "stated":
        return ""
    later, earlier = (wording.short(document.mentions[cell].text, 40) for cell in told.cells)
    if told.way == "change":
        return phrase("{later} less {earlier}", later=later, earlier=earlier)
    return phrase("from {earlier} to {later}", later=later, earlier=earlier)
