"""What stands around a table: chapter titles, the text before and after, the unit caption."""

from __future__ import annotations

import re
from collections import deque

from cofitcheck.numbers import read_unit_caption

REACH = 500
"""Characters of surrounding text on each side (paper III-A)."""
_HEADING = re.compile(
    r"^(?:part\s+[ivx]+|item\s+\d+[a-c]?|note\s+\d+|notes to|\(?\d{1,2}\)?\s*[.．:–—-]\s*[A-Z]"
    r"|第.{1,4}[节章]|[一二三四五六七八九十]+、)",
    re.IGNORECASE,
)
_PAGE = re.compile(r"^(?:page\s*)?(?:[A-Z]-)?\d{1,4}$|^table of contents$", re.IGNORECASE)
_BRACKETED = re.compile(r"[(（][^()（）]*[)）]")
_IN_PROSE = re.compile(
    r"\b(?:amounts?|dollars|figures)\b[^.;]{0,150}?\bin (thousands|millions|billions)\b"
    r"(?! of (?!u\.s\.|dollars))",
    re.IGNORECASE,
)
_MAX_HEADING = 160
_NEAR_BLOCKS = 4


def states_unit(text: str) -> bool:
    """Tell whether a text states a scale or a currency for a whole table."""
    unit = read_unit_caption(text)
    return unit is not None and bool(unit.scale or unit.currency)


class Context:
    """Reads the document's blocks in order and answers what surrounds the place it has reached."""

    def __init__(self) -> None:
        self.chapter = ""
        self.heading = ""
        self.default_caption = ""
        self.table_caption = ""
        self.document_caption = ""
        self.recent: deque[tuple[str, bool]] = deque(maxlen=30)

    def add(self, text: str, bold: float) -> None:
        """Take in one block of text: `bold` is the share of it in bold."""
        if not text or _PAGE.match(text):
            return
        heading = len(text) <= _MAX_HEADING and (bold > 0.9 or text.isupper() or bool(_HEADING.match(text)))
        self.recent.append((text, heading))
        spoken = _IN_PROSE.search(text)
        if spoken and not self.document_caption:
            self.document_caption = f"(in {spoken[1].lower()}, except per share data)"
        if len(text) <= _MAX_HEADING and states_unit(text):
            if heading or text.startswith("("):
                self.default_caption = text
            return
        if not heading:
            return
        if _HEADING.match(text):
            self.chapter, self.heading, self.table_caption = text, "", ""
        else:
            self.heading = text

    def close_table(self, caption: str) -> None:
        """Note that a table with this caption stood here; text before it does not count for the next one."""
        self.table_caption = caption
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
        """Return the unit caption just before this place, or the last table's of the chapter, or ""."""
        near = [text for text, _ in self.recent][-_NEAR_BLOCKS:]
        for text in reversed(near):
            if text and states_unit(text):
                return _shortest_caption(text)
        # A chapter's second table often says nothing, and means what the first one said.
        return self.table_caption or self.default_caption or self.document_caption


def _shortest_caption(text: str) -> str:
    """Return the bracketed part of a sentence that alone states the unit, or the whole text."""
    parts = [part for part in _BRACKETED.findall(text) if states_unit(part)]
    return parts[-1] if parts else text
