"""A passage to its sentences.

The feet of pages that stand in a document as text: "Acme Corp. | 2025 Form 10-K | 20".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from cofitcheck import patterns as re
from cofitcheck.document import Passage
from cofitcheck.language.lexicon import MONTHS
from cofitcheck.language.phrases import ABBREVIATIONS, OPENERS
from cofitcheck.prose.model import Span

_STOP = re.compile(
    r"[.!?]{1,3}[\"”’')\]]{0,2}\s{1,3}(?=[\"“‘'(\[•]{0,2}[A-Z0-9$€£¥])|[。！？；][”’」』）)]{0,2}\s{0,3}|[•●▪]\s?"
    r"|(?<=[a-z0-9)%][a-z0-9)%])\.(?=[A-Z][a-z]{1,14}\s[A-Za-z])"
)
"""What ends a sentence, also where the blank before the next one is lost."""
_WORD_BEFORE = re.compile(r"[A-Za-z.&-]{1,20}\Z")
_NEXT_WORD = re.compile(r"[\"“‘'(\[]{0,2}([A-Za-z]{1,20}|[0-9])")
_DAY = re.compile(rf"\b(?:{'|'.join(MONTHS)})\s[0-9]{{1,2}}\Z", re.IGNORECASE)
_YEAR = re.compile(r"[0-9]{4}\b")
_REACH = 20


def sentences(text: str) -> list[Span]:
    """Return the sentences of a text, in order; what stands between them is blank.

    A full stop behind an abbreviation or an initial ends none, unless what follows begins as only a sentence
    does.
    """
    found: list[Span] = []
    start = 0
    for stop in _STOP.finditer(text):
        if stop[0][0] == "." and not _ends(text, stop.start(), stop.end()):
            continue
        end = stop.start() if stop[0][0] in "•●▪" else stop.end()
        end -= _blank(text[start:end])
        if text[start:end].strip():
            found.append(Span(start, end))
        start = stop.end()
    if text[start:].strip():
        found.append(Span(start, len(text)))
    return found


def _blank(text: str) -> int:
    return len(text) - len(text.rstrip())


def _ends(text: str, stop: int, following: int) -> bool:
    """Tell whether the full stop at `stop` ends a sentence; the next one would begin at `following`."""
    before = _WORD_BEFORE.search(text[max(stop - _REACH, 0) : stop])
    if _YEAR.match(text, following) and _DAY.search(text[max(stop - _REACH, 0) : stop]):
        return False  # "November 30. 2031"
    word = before[0].lower() if before else ""
    if word not in ABBREVIATIONS and not _is_initial(before[0] if before else ""):
        return True
    after = _NEXT_WORD.match(text, following)
    return after is not None and after[1] in OPENERS


def _is_initial(word: str) -> bool:
    """Tell whether a word before a full stop is an initial ("J", "U.S")."""
    return bool(word) and len(word.rsplit(".", 1)[-1]) == 1 and word[-1].isupper()


_LONGEST = 100
_OFTEN = 5
_NUMBERED = re.compile(r"(?P<foot>.*\D)(?P<page>[0-9]{1,3})", re.DOTALL)


def feet_of(passages: Sequence[Passage]) -> frozenset[int]:
    """Return the indices of short passages that are alike but for a number at their end, which counts on."""
    alike: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for passage in passages:
        named = _NUMBERED.fullmatch(passage.text) if len(passage.text) <= _LONGEST else None
        if named:
            alike[named["foot"]].append((passage.index, int(named["page"])))
    return frozenset(index for found in alike.values() if _counts_on(found) for index, _ in found)


def _counts_on(found: Sequence[tuple[int, int]]) -> bool:
    pages = [page for _, page in found]
    return len(pages) >= _OFTEN and pages == sorted(set(pages))
