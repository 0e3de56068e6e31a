"""Made-up passages, and what is read of them."""

from __future__ import annotations

from cofitcheck.document import Document, Passage, PassageKind, Place
from cofitcheck.prose import Prose, ProseMention, read_prose

COVER = "For the fiscal year ended December 31, 2031"


def document_of(*texts: str, kinds: dict[int, PassageKind] | None = None) -> Document:
    """Return a document of passages without tables."""
    passages = tuple(
        Passage(index, text, Place("made-up", index), (kinds or {}).get(index, PassageKind.PARAGRAPH))
        for index, text in enumerate(texts)
    )
    return Document("made-up", (), (), passages=passages)


def read_texts(*texts: str) -> Prose:
    """Return what is read of passages."""
    return read_prose(document_of(*texts))


def mentions_of(text: str, cover: str = COVER) -> list[ProseMention]:
    """Return the mentions of a passage in a document of the year 2031."""
    return [mention for mention in read_texts(cover, text).mentions if mention.passage == 1]


def only(text: str) -> ProseMention:
    """Return the one mention of a passage."""
    (mention,) = mentions_of(text)
    return mention


def said(mention: ProseMention) -> tuple[str, str, str]:
    """Return what a mention says: its text, its operation and direction."""
    return mention.text, mention.operation, mention.direction


def when(mention: ProseMention) -> tuple[int, int, int]:
    """Return the year, month and length of the period of a mention."""
    return mention.period.year, mention.period.month, mention.period.months
