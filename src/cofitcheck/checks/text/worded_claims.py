"""What sentences say of lines side by side, in words: a part of another line, more or less, the highest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum

from cofitcheck import patterns as re
from cofitcheck.checks.text.said_of_lines import said_of, way_of, without_times
from cofitcheck.document import Document
from cofitcheck.language.phrases import (
    AT_LEAST,
    AT_MOST,
    CHANGED,
    COVERS,
    DEGREES,
    HIGHEST,
    IS_PART,
    LESS,
    LOWEST,
    MORE,
    MULTIPLES,
    NEARLY,
    NUMERALS,
    OF_WHOLE,
    PARTS_OF_WHOLE,
    RANKED_YEARS,
    TIMES_SAID,
    WHY,
)
from cofitcheck.prose import Bound, Direction, Prose, ProseMention, sentences
from cofitcheck.prose.operations import lower

_SUBJECT = r"(?P<subject>.{3,90}?)"
_OTHER = r"(?P<other>.{3,80})"
_BOUND = rf"(?:(?P<least>{AT_LEAST})\s|(?P<most>{AT_MOST})\s|(?P<about>{NEARLY})\s)?"
_COUNT = rf"(?:{'|'.join(map(re.escape, NUMERALS))}|an?)"
_PART = rf"(?:(?P<count>{_COUNT})[\s-])?(?P<part>{'|'.join(PARTS_OF_WHOLE) or '(?!)'})s?"
_TIMES = (
    rf"(?:(?P<word>{'|'.join(TIMES_SAID) or '(?!)'})|"
    rf"(?P<digits>\d{{1,3}}(?:\.\d{{1,2}})?|{'|'.join(map(re.escape, NUMERALS))})\s(?:{MULTIPLES}))"
)
_MAY_BE = [
    re.compile(pattern)
    for pattern in (
        rf"(?:{'|'.join(PARTS_OF_WHOLE) or '(?!)'})s?\s{OF_WHOLE}\s",
        rf"(?<![a-z])(?:{'|'.join(TIMES_SAID) or '(?!)'})\s|\s(?:{MULTIPLES})",
        *(HIGHEST, LOWEST, MORE, LESS),
    )
]
"""Patterns of which each claim has one: a search for each is faster than one for all."""
_OF_YEARS = re.compile(rf"\s{RANKED_YEARS}")
_COVERS = re.compile(COVERS)
_CHANGED = re.compile(CHANGED)
_REASON = re.compile(rf",\s{WHY}.*")


class Kind(StrEnum):
    """How a sentence sets a line beside another, or beside its own years."""

    PART = "part"
    """It is a multiple or a part of another line."""
    MORE = "more"
    LESS = "less"
    HIGHEST = "highest"
    LOWEST = "lowest"
    ROSE = "rose"
    """It changed, and nothing says by how much."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a sentence says of a line: `subject` and `other` are their names in lower case, and `times` is how
    many times the other the subject is."""

    kind: Kind
    said: ProseMention
    subject: str
    other: str = ""
    times: Decimal = Decimal(1)


_PATTERNS: list[tuple[Kind, re.Pattern[str]]] = [
    (kind, re.compile(rf"{_SUBJECT}\s{pattern}"))
    for kind, pattern in (
        (Kind.PART, rf"(?P<verb>{IS_PART})\s{_BOUND}{_PART}\s{OF_WHOLE}\s{_OTHER}"),
        (Kind.PART, rf"(?P<verb>{IS_PART})\s{_BOUND}{_TIMES}\s{_OTHER}"),
        (Kind.PART, rf"(?P<verb>{COVERS})\s{_OTHER}\s{_BOUND}{_TIMES}"),
        (Kind.HIGHEST, rf"(?P<verb>{IS_PART})\s(?P<rank>(?:the\s)?{HIGHEST})(?:\s{RANKED_YEARS})?"),
        (Kind.LOWEST, rf"(?P<verb>{IS_PART})\s(?P<rank>(?:the\s)?{LOWEST})(?:\s{RANKED_YEARS})?"),
        (Kind.MORE, rf"(?P<verb>{MORE})\s{_OTHER}"),
        (Kind.LESS, rf"(?P<verb>{LESS})\s{_OTHER}"),
        (Kind.ROSE, rf"(?P<verb>{CHANGED})(?:\s{DEGREES})?(?:\sto\s.{{2,20}})?"),
    )
]


def claims_in(document: Document, prose: Prose, *, changes: bool = False) -> Iterator[Claim]:
    """Yield what sentences say in words of a line beside another or beside its own years, and with `changes`
    what rose or fell."""
    for passage in document.passages:
        if not _may_be(lower(passage.text), changes=changes):
            continue
        for span in sentences(passage.text):
            text = lower(passage.text[span.start : span.end])
            if not _may_be(text, changes=changes):
                continue
            rest, period = without_times(passage.text, span, prose)
            if period is None:
                continue
            rest = _REASON.sub("", rest.strip().rstrip(".;")).strip(" ,")
            found = next(((kind, hit) for kind, p in _PATTERNS if (hit := p.fullmatch(rest))), None)
            if found is None:
                continue
            kind, hit = found
            words = _words_of(hit)
            at = text.find(words)
            if at < 0 or (kind in (Kind.HIGHEST, Kind.LOWEST) and not _OF_YEARS.search(text)):
                continue
            start = span.start + at
            said = said_of(passage, span, (start, start + len(words)), period, hit["subject"])
            yield _claim(kind, hit, said)


def _may_be(text: str, *, changes: bool) -> bool:
    return any(each.search(text) for each in (*_MAY_BE, *((_CHANGED,) if changes else ())))


def _words_of(hit: re.Match[str]) -> str:
    """Return the words that say how two lines are to each other: "made up a third"."""
    held = hit.groupdict()
    behind = hit.string[hit.end("part") :] if held.get("part") else ""
    plural = behind.partition(" ")[0]
    ends = [hit.end(name) for name in ("verb", "part", "word", "rank") if held.get(name)]
    return hit.string[hit.start("verb") : max(ends)] + plural


def _claim(kind: Kind, hit: re.Match[str], said: ProseMention) -> Claim:
    held = hit.groupdict()
    bound = Bound.AT_LEAST if held.get("least") else Bound.AT_MOST if held.get("most") else Bound.EXACT
    bound = Bound.ABOUT if held.get("about") else bound
    if _COVERS.fullmatch(hit["verb"]):
        bound = Bound.AT_LEAST
    direction = way_of(hit["verb"]) if kind is Kind.ROSE else Direction.NONE
    said = replace(said, bound=bound, direction=direction)
    return Claim(kind, said, hit["subject"], held.get("other") or "", _times(held))


def _times(held: dict[str, str | None]) -> Decimal:
    if part := held.get("part"):
        return _counted(held.get("count") or "a") / PARTS_OF_WHOLE[part]
    if word := held.get("word"):
        return Decimal(TIMES_SAID[word])
    return _counted(digits) if (digits := held.get("digits")) else Decimal(1)


def _counted(word: str) -> Decimal:
    if word in ("a", "an"):
        return Decimal(1)
    return Decimal(NUMERALS[word]) if word in NUMERALS else Decimal(word)
