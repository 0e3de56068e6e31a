"""All digits of a passage, and numbers in words: each is a figure, or no amount for a reason."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import MAGNITUDE_WORDS, alternation
from cofitcheck.language.phrases import (
    BASIS_POINTS,
    FOLDS,
    NO_THINGS,
    NUMERALS,
    ORDINALS,
    PERCENT,
    POINTS,
    SAID,
)
from cofitcheck.prose.excluded import (
    ARTICLE_NUMBER,
    Excluded,
    by_form,
    by_length,
    by_letters,
    by_name,
    by_numbering,
    by_words,
    dates_in,
    goes_on,
    year_at,
)
from cofitcheck.prose.figures import Figure, figure_at
from cofitcheck.prose.model import NoAmount, Role

Found = tuple[list[Figure], list[Excluded]]

_PLAIN = str.maketrans("０１２３４５６７８９％．＄￥（）", "0123456789%.$¥()")
_WIDE = re.compile("[０-９％．＄￥（）]")
_DIGITS = re.compile(
    r"[0-9]{1,3}(?:[,，][0-9]{3})+(?![0-9])(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?|(?<![\w.])\.[0-9]+"
)
_RUN = re.compile(r"[0-9.][0-9,，.]*+")
_HAS_DIGIT = re.compile(r"[0-9]")
_TENS = alternation(word for word, value in NUMERALS.items() if value > 19)
_ONES = alternation(word for word, value in NUMERALS.items() if value < 10)
_NUMERALS = alternation({*NUMERALS, *map(str.capitalize, NUMERALS)})
_INITIALS = "".join(sorted({letter for word in NUMERALS for letter in (word[0], word[0].upper())}))
_IN_WORDS = re.compile(rf"(?<![A-Za-z])(?=[{_INITIALS}])(?:{_NUMERALS})(?=[\s-]|{SAID['fold']})")
_GOES_ON = re.compile(
    rf"(?P<ones>-(?:{_ONES})\b)?(?P<hundred>[\s-]{SAID['hundred']}\b)?(?P<unit>(?:[\s-](?:{alternation(MAGNITUDE_WORDS)}|{PERCENT}|{POINTS}"
    rf"|{BASIS_POINTS})|{FOLDS}(?![a-z]))?)",
    re.IGNORECASE,
)
_REACH = 48
_TIES = frozenset("-/_")
"""What ties digits to the letters before them."""
_NEXT = re.compile(r"[\s-]{1,2}(?:[\"“(]{0,2})([A-Za-z][A-Za-z'’.-]{0,24})")
_THING = re.compile(SAID["counted"])


def plain(text: str) -> str:
    """Return a text of the same length with its full-width digits and signs as those of ASCII."""
    return text.translate(_PLAIN) if _WIDE.search(text) else text


def scan(text: str) -> Found:
    """Return the figures of a text (see `plain`), and what is no amount, both from left to right."""
    figures: list[Figure] = _in_words(text)
    excluded: list[Excluded] = (
        [(*found.span(), NoAmount.LAW) for found in ARTICLE_NUMBER.finditer(text)]
        if not text.isascii()
        else []
    )
    if not _HAS_DIGIT.search(text):
        return figures, excluded
    dates = dates_in(text)
    excluded += [(start, end, NoAmount.DATE) for start, end in dates]
    starts = [start for start, _ in dates]
    done, last = 0, None
    for start, end in _digits(text):
        at = bisect_right(starts, start) - 1
        if start < done or (at >= 0 and start < dates[at][1]):
            continue
        found = _one(text, start, end, last)
        if isinstance(found, Figure):
            figures.append(found)
            done = max(found.end, end)
        else:
            excluded.append(found)
            done, last = max(found[1], end), found
    figures.sort(key=lambda figure: figure.start)
    return figures, _apart(excluded)


def _apart(excluded: list[Excluded]) -> list[Excluded]:
    """Return what is no amount from left to right; of two that overlap the second begins behind the first."""
    found: list[Excluded] = []
    for start, end, reason in sorted(excluded, key=lambda one: (one[0], -one[1])):
        begin = max(start, found[-1][1]) if found else start
        if begin < end:
            found.append((begin, end, reason))
    return found


def _digits(text: str) -> Iterator[tuple[int, int]]:
    """Yield where numbers stand in a text, without their signs and units."""
    for run in _RUN.finditer(text):
        if len(run[0]) > 1 or run[0] != ".":
            yield from (digits.span() for digits in _DIGITS.finditer(text, run.start(), run.end()))


def _one(text: str, start: int, end: int, last: Excluded | None) -> Figure | Excluded:
    """Return what the digits between two places are; `last` is what was no amount before them."""
    if text[start - 1 : start] in ORDINALS and (numbered := by_words(text, start, end)):
        return numbered
    figure = figure_at(text, start, end)
    before = text[start - 1 : start]
    tied = before.isalpha() and before.isascii()
    if not figure.currency and not tied and (formed := by_form(text, start)):
        return formed
    measured = figure.role not in (None, Role.MULTIPLE, Role.COUNT) and not tied
    if figure.currency or measured:
        return figure
    if figure.role or figure.scale:
        return figure if figure.role else _counted(text, figure)
    return _bare(text, figure, (start, end), last)


def _bare(text: str, figure: Figure, digits: tuple[int, int], last: Excluded | None) -> Figure | Excluded:
    """Return what digits are that have no sign and no unit."""
    start, end = digits
    before = text[start - 1 : start]
    kinds = (by_letters, by_words) if before.isalpha() or before in _TIES else (by_words, by_letters)
    if found := kinds[0](text, start, end) or kinds[1](text, start, end):
        return found
    if figure.is_plain_integer and (year := year_at(text, start)):
        return start, year, NoAmount.YEAR
    term = by_length(text, start, end)
    if term:
        whole = figure.is_plain_integer or term[2] is NoAmount.AGE
        return term if whole else replace(figure, end=term[1], role=Role.TERM)
    listed = goes_on(text, last, start) if last else None
    if listed:
        return start, end, listed
    return by_numbering(text, start) or by_name(text, start, end) or _counted(text, figure)


def _counted(text: str, figure: Figure) -> Figure:
    """Return a figure without a unit as the number of what follows it, if anything that can be counted
    does."""
    after = _NEXT.match(text, figure.end)
    word = after[1].lower().rstrip(".") if after else ""
    sure = bool(figure.scale) or not figure.is_plain_integer
    counts = bool(word) and word not in NO_THINGS and (sure or _counts_things(text, figure.end))
    return replace(figure, role=Role.COUNT) if counts else figure


def _counts_things(text: str, end: int) -> bool:
    """Tell whether one of the next words is that of several things."""
    words = text[end : end + 60].split(" ", 5)[1:5]
    for word in words:
        bare = word.rstrip(".,;:)")
        if bare.lower() in NO_THINGS:
            return False
        if _THING.fullmatch(bare.lower()):
            return True
        if bare != word:
            return False
    return False


def _in_words(text: str) -> list[Figure]:
    """Return the numbers in words that have a unit: "two million", "twofold", "five percent"."""
    found: list[Figure] = []
    for first in _IN_WORDS.finditer(text):
        start, end = first.span()
        rest = _GOES_ON.match(text, end)
        if found and start < found[-1].end:
            continue
        if rest is None or not rest["unit"]:
            continue
        value = NUMERALS[first[0].lower()] + NUMERALS.get((rest["ones"] or "").lstrip("-").lower(), 0)
        digits = str(value * (100 if rest["hundred"] else 1))
        last = rest.start("unit")
        read = figure_at(f"{digits}{text[last : last + _REACH]}", 0, len(digits))
        found.append(
            Figure(start, last + read.end - len(digits), start, last, digits, "", read.scale, read.role)
        )
    return found
