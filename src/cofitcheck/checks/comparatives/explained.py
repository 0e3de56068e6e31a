"""The words by which a document explains that a comparative is not what was reported before."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.surroundings import near, notes, over
from cofitcheck.document import Document, Mention

_Tells = Callable[[str], bool]

_STATED_ANEW = (
    r"\b(?:re-?stat(?:ed|ements?|ing)|re-?class(?:ed|ified|ifications?|ify|es)|re-?cast(?:ed|ing)?"
    r"|re-present(?:ed|ation)|retrospective(?:ly)?|retroactive(?:ly)?"
    r"|as (?:revised|adjusted)|(?:immaterial|prior period) (?:error )?(?:corrections?|revisions?)"
    r"|conform(?:ed|s)? (?:to|with) (?:the |our )?current)\b"
)
_ANEW = re.compile(
    rf"{_STATED_ANEW}|重述|重列|追溯|经重述|經重列|組替|遡及|修正再表示|重分类|重分類", re.IGNORECASE
)
_NOT_OURS = re.compile(
    r"\b(?:amended and restated|reclassif\w+ (?:from|out of|to|into) (?:accumulated|aoci|earnings|net income"
    r"|income|retained)|(?:before|amounts?) reclassif\w+|reclassif\w+ adjustments?|no (?:re)?statements?"
    r"|indicate by check ?mark|recovery analysis|may|might|could|courts?|judicial)\b",
    re.IGNORECASE,
)
"""A contract is amended and restated, losses are reclassified out of equity each year, the cover asks of
restatements, laws may apply to the past, and courts reclassify workers."""
_EARLIER = re.compile(
    r"\b(?:prior|previous(?:ly)?|comparative|earlier|historical|periods?|years?|current|presented"
    r"|(?:19|20)\d\d)\b|前期|上年|以前|比較",
    re.IGNORECASE,
)
_DISCONTINUED = re.compile(r"\bdiscontinued operations?\b|终止经营|非継続事業", re.IGNORECASE)
_SEGMENTS = re.compile(
    r"\b(?:chang(?:e[ds]?|ing)|revis(?:e[ds]?|ions?)|realign\w*|re-?organi[sz](?:e[ds]?|ations?)|re-?aligned)\b"
    r"[^.]{0,60}\b(?:reportable|operating|business|reporting) segments?\b",
    re.IGNORECASE,
)
_SPLIT = re.compile(
    r"\b[\w-]{1,20}-(?:for|to)-[\w-]{1,20}\b[^.]{0,60}\bsplit\b|\b(?:stock|share) split\b", re.IGNORECASE
)
_SENTENCE = re.compile(r"(?<=[.;。；])\s+|(?<=[。；])")
_LONGEST = 300


class Words:
    """What a document says of numbers that it states otherwise than before.

    `grid` holds the document's mentions under the indices that are asked about.
    """

    def __init__(self, document: Document, grid: Grid) -> None:
        self._document, self._grid = document, grid

    def beside(self, mention: int) -> str:
        """Return what the number's own headers, notes and table say, "" where they say nothing of it."""
        here = self._grid[mention]
        in_line = (text for text in near(here) if _ANEW.search(text) and not _NOT_OURS.search(text))
        return next(in_line, "") or next(self._around(here), "")

    def _around(self, here: Mention) -> Iterator[str]:
        table = self._grid.document.tables[here.table]
        texts = (*notes(self._grid, here), *over(table), table.text_after)
        return _sentences(texts, _tells_anew)

    @cached_property
    def anew(self) -> str:
        """What the document says anywhere of amounts that it states anew."""
        return next(self._anywhere(_tells_anew), "")

    @cached_property
    def discontinued(self) -> str:
        """What it says of operations that it has discontinued."""
        return next(self._anywhere(lambda text: bool(_DISCONTINUED.search(text))), "")

    @cached_property
    def segments(self) -> str:
        """What it says of segments that it has changed."""
        return next(self._anywhere(lambda text: bool(_SEGMENTS.search(text))), "")

    @cached_property
    def split(self) -> str:
        """What it says of a split of its shares."""
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
