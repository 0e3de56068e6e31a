"""The words by which a document explains that a comparative is not what was reported before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.words import near, notes, over
from cofitcheck.document import Document, Mention
from cofitcheck.language.meanings import RESTATED

_Tells = Callable[[str], bool]

_ANEW = re.compile(RESTATED["anew"], re.IGNORECASE)
_NOT_OURS = re.compile(RESTATED["not_anew"], re.IGNORECASE)
"""Words by which something else is stated anew: losses are reclassified out of equity each year, laws may
apply to the past, and courts reclassify workers."""
_EARLIER = re.compile(RESTATED["earlier"], re.IGNORECASE)
_DISCONTINUED = re.compile(RESTATED["discontinued"], re.IGNORECASE)
_SEGMENTS = re.compile(RESTATED["segments"], re.IGNORECASE)
_SPLIT = re.compile(RESTATED["split"], re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.;。；])\s+|(?<=[。；])")
_LONGEST = 300
"""The most characters of a sentence that a reason quotes."""


class Words:
    """The words of a document on numbers that it states otherwise than before.

    `grid` holds the document's mentions under the indices that are asked about.
    """

    def __init__(self, document: Document, grid: Grid) -> None:
        self._document, self._grid = document, grid

    def beside(self, mention: int) -> str:
        """Return the words of a number's own headers, notes and table that explain it, "" where none do."""
        here = self._grid[mention]
        in_line = (text for text in near(here) if _ANEW.search(text) and not _NOT_OURS.search(text))
        return next(in_line, "") or next(self._around(here), "")

    def _around(self, here: Mention) -> Iterator[str]:
        table = self._grid.document.tables[here.table]
        texts = (*notes(self._grid, here), *over(table), table.text_after)
        return _sentences(texts, _tells_anew)

    @cached_property
    def anew(self) -> str:
        """The first sentence of the document that says that amounts are stated anew, "" without one."""
        return next(self._anywhere(_tells_anew), "")

    @cached_property
    def discontinued(self) -> str:
        """The first sentence on operations that were discontinued, "" without one."""
        return next(self._anywhere(lambda text: bool(_DISCONTINUED.search(text))), "")

    @cached_property
    def segments(self) -> str:
        """The first sentence on segments that were changed, "" without one."""
        return next(self._anywhere(lambda text: bool(_SEGMENTS.search(text))), "")

    @cached_property
    def split(self) -> str:
        """The first sentence on a split of shares, "" without one."""
        return next(self._anywhere(lambda text: bool(_SPLIT.search(text))), "")

    def _anywhere(self, tells: _Tells) -> Iterator[str]:
        return _sentences((passage.text for passage in self._document.passages), tells)


def _tells_anew(text: str) -> bool:
    """Tell whether a sentence says that amounts of an earlier period are stated anew."""
    said = _ANEW.search(text) and _EARLIER.search(text)
    return bool(said) and not (_NOT_OURS.search(text) or _SPLIT.search(text))


def _sentences(texts: Iterable[str], tells: _Tells) -> Iterator[str]:
    for text in texts:
        if tells(text):
            yield from (_cut(each) for each in _SENTENCE.split(text) if tells(each))


def _cut(sentence: str) -> str:
    sentence = " ".join(sentence.split())
    return sentence if len(sentence) <= _LONGEST else f"{sentence[: _LONGEST - 1]}…"
