"""The blocks of text outside data tables, kept as passages in reading order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cofitcheck import patterns as re
from cofitcheck.document import Listed, Passage, PassageKind, Piece, Place
from cofitcheck.language.lexicon import EAST_ASIAN
from cofitcheck.language.table_words import EAST_ASIAN_RUN, HEADERS, any_of
from cofitcheck.readers.tables.around import DocumentContext, stands_out, states_unit
from cofitcheck.readers.tables.logical import JoinedCell
from cofitcheck.readers.tables.registrants import Reached, Registrants

_BULLET = re.compile(r"[•·●▪◦■□‣∙➢❖]")
_REMARK = re.compile(
    rf"(?:[(\[]\s?\w{{1,3}}\s?[)\]]|[*†‡§#※]{{1,3}}|[(（]?{any_of(HEADERS.note)}\s?\d{{0,2}}[)）:：]|\d\))\s?"
)
"""The mark of a remark."""
_LONGEST_CAPTION = 160
"""The most characters of a caption; a longer text is running text."""
_SAYS = re.compile(r"\w")
_UNFINISHED = re.compile(r"[\w,，、)）%％$€£¥&/–—-]\Z")
"""The end of a text that goes on, if what follows does."""
_GOES_ON = re.compile(rf"[a-z]|[\d($€£¥]|\W?[{EAST_ASIAN_RUN}]")
_TORN = 40
"""The fewest characters before the tear in a text that is torn; a shorter text is a line of its own."""

_WHOLE = frozenset({PassageKind.HEADING, PassageKind.CAPTION})


@dataclass(frozen=True, slots=True)
class Source:
    """Where a block of text comes from: its place, which of the runs of text of its element it is, and the
    kind that its tag says.

    `torn` tells that its format ends blocks where a line or a page ends, and not where the text does.
    """

    place: Place
    part: int = 0
    kind: PassageKind | None = None
    torn: bool = False


class Passages:
    """Takes in the blocks of a document in reading order."""

    def __init__(self) -> None:
        self.page_labels: list[Listed] = []
        self._found: list[Passage] = []
        self._reached: list[Reached] = []
        self._title = ""

    def add(self, text: str, bold: float, source: Source, context: DocumentContext, reached: Reached) -> None:
        """Take in a block that `context` has read already; `bold` is the share of it in bold."""
        if not _SAYS.search(text):
            return
        if context.is_of_page(text):
            if text[-1:].isdigit():
                self.page_labels.append(Listed((text,), source.place))
            return
        kind = source.kind or self._kind(text, bold, reached)
        passage = Passage(
            len(self._found),
            text,
            source.place,
            kind,
            self._shared(context.title()),
            reached[0] - 1,
            part=source.part,
        )
        if self._goes_on(passage, source.torn):
            self._found[-1] = _joined(self._found[-1], passage)
            return
        self._found.append(passage)
        self._reached.append(reached)

    def add_row(self, row: Sequence[JoinedCell], context: DocumentContext, reached: Reached) -> None:
        """Take in a row of a table that only lays text out: a passage for each cell.

        A mark before the text of a row says what that is.
        """
        kind = _kind_of_mark(row[0].text) if len(row) > 1 else None
        for cell in row:
            source = Source(cell.parts[0].place, kind=kind)
            count = len(self._found)
            self.add(cell.text, cell.bold, source, context, reached)
            if len(self._found) > count:
                self._found[-1] = replace(self._found[-1], laid_out=True)

    def passages(self, registrants: Registrants) -> tuple[Passage, ...]:
        """Return what was taken in, with the registrants that the headings name."""
        names = registrants.names_at(self._reached)
        return tuple(
            replace(passage, registrant=name) if name else passage
            for passage, name in zip(self._found, names, strict=True)
        )

    def _shared(self, title: str) -> str:
        """Return a title as the one text that all passages below it share."""
        if title != self._title:
            self._title = title
        return self._title

    def _kind(self, text: str, bold: float, reached: Reached) -> PassageKind:
        if _BULLET.match(text):
            return PassageKind.LIST_ITEM
        if _REMARK.match(text) and self._stands_under_table(reached):
            return PassageKind.FOOTNOTE
        if len(text) <= _LONGEST_CAPTION and states_unit(text):
            return PassageKind.CAPTION
        return PassageKind.HEADING if stands_out(text, bold) else PassageKind.PARAGRAPH

    def _stands_under_table(self, reached: Reached) -> bool:
        """Tell whether nothing but remarks stands between the last table and this place."""
        if not reached[0]:
            return False
        last = self._found[-1] if self._found else None
        return last is None or last.after_table < reached[0] - 1 or last.kind is PassageKind.FOOTNOTE

    def _goes_on(self, passage: Passage, torn: bool) -> bool:
        """Tell whether a passage is the rest of the one before: that ends, and this begins, inside a
        sentence."""
        last = self._found[-1] if self._found else None
        if last is None or last.after_table != passage.after_table or last.laid_out:
            return False
        if last.kind in _WHOLE or passage.kind is not PassageKind.PARAGRAPH or len(last.text) < _TORN:
            return False
        begins = _GOES_ON.match(passage.text)
        small = begins is not None and (torn or begins[0].islower())
        return small and _UNFINISHED.search(last.text[-1]) is not None


def _kind_of_mark(text: str) -> PassageKind | None:
    """Return the kind of text that a mark in the cell before it makes it, None where that is no mark."""
    if _BULLET.fullmatch(text):
        return PassageKind.LIST_ITEM
    return PassageKind.FOOTNOTE if _REMARK.fullmatch(text) else None


def _joined(first: Passage, rest: Passage) -> Passage:
    """Return a passage with the rest of its text behind it."""
    together = EAST_ASIAN.match(first.text[-1]) and EAST_ASIAN.match(rest.text[0])
    text = first.text if together else f"{first.text} "
    piece = Piece(len(text), rest.place, rest.part)
    return replace(first, text=text + rest.text, more=(*first.more, piece))
