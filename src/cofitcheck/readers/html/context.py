"""What stands around a table: chapter titles, the text before and after, the unit caption."""

from __future__ import annotations

import re
from collections import deque

from cofitcheck.numbers import read_unit_caption

REACH = 500
"""Characters of surrounding text on each side (paper III-A)."""
_HEADING = re.compile(r"^(?:part\s+[ivx]+|item\s+\d+[a-c]?|note\s+\d+|notes to|\(?\d{1,2}\)?\s*[.．:–—-]\s*[A-Z]|第.{1,4}[节章]|[一二三四五六七八九十]+、)", re.IGNORECASE)
_PAGE = re.compile(r"^(?:page\s*)?(?:[A-Z]-)?\d{1,4}$|^table of contents$", re.IGNORECASE)
_BRACKETED = re.compile(r"[(（][^()（）]*[)）]")
_MAX_HEADING = 160
_NEAR_BLOCKS = 4


class Context:
    """Reads the document's blocks in order and answers what surrounds the place it has reached."""

    def __init__(self) -> None:
        self.chapter = ""
        self.heading = ""
        self.default_caption = ""
        self.recent: deque[tuple[str, bool]] = deque(maxlen=30)

    def add(self, text: str, bold: float) -> None:
        """Take in one block of text: `bold` is the share of it in bold."""
        if not text or _PAGE.match(text):
            return
        heading = len(text) <= _MAX_HEADING and (bold > 0.9 or text.isupper() or bool(_HEADING.match(text)))
        self.recent.append((text, heading))
        if len(text) <= _MAX_HEADING and read_unit_caption(text) is not None:
            if heading or text.startswith("("):
                self.default_caption = text
            return
        if not heading:
            return
        if _HEADING.match(text):
            self.chapter, self.heading = text, ""
        else:
            self.heading = text

    def close_table(self) -> None:
        """Note that a table stood here, so that text before it does not count for the next one."""
        self.recent.append(("", False))

    def title(self) -> str:
        """Return the chapter title and the nearest heading under it."""
        return " — ".join(part for part in (self.chapter, self.heading) if part)

    def text_before(self) -> str:
        """Return up to 500 characters of the text since the last table."""
        texts: list[str] = []
        for text, _ in reversed(self.recent):
            if not text:
                if texts:
                    break
                continue
            texts.append(text)
            if sum(map(len, texts)) > REACH:
                break
        return " ".join(reversed(texts))[-REACH:]

    def caption(self) -> str:
        """Return the unit caption that stands just before this place, or the chapter's, or ""."""
        near = [text for text, _ in self.recent][-_NEAR_BLOCKS:]
        for text in reversed(near):
            if text and read_unit_caption(text) is not None:
                return _shortest_caption(text)
        return self.default_caption


def _shortest_caption(text: str) -> str:
    """Return the bracketed part of a sentence that alone states the unit, or the whole text."""
    parts = [part for part in _BRACKETED.findall(text) if read_unit_caption(part) is not None]
    return parts[-1] if parts else text
