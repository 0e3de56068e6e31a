"""All digits of a passage, and numbers in words: each is a figure, or no amount for a reason."""

from __future__ import annotations

import re
from bisect import bisect_right

from cofitcheck.language.lexicon import MAGNITUDE_WORDS, alternation
from cofitcheck.language.phrases import BASIS_POINTS, FOLDS, NO_THINGS, NUMERALS, PERCENT, POINTS
from cofitcheck.prose.dates import dates_in, year_at
from cofitcheck.prose.excluded import (
    ARTICLE,
    Excluded,
    by_form,
    by_length,
    by_letters,
    by_numbering,
    by_words,
    goes_on,
)
from cofitcheck.prose.figures import Figure, figure_at
from cofitcheck.prose.model import Reason, Role

Found = tuple[list[Figure], list[Excluded]]

_PLAIN = str.maketrans("０１２３４５６７８９％．＄￥（）", "0123456789%.$¥()")
_DIGITS = re.compile(
    r"[0-9]{1,3}(?:[,，][0-9]{3})+(?![0-9])(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?|(?<![\w.])\.[0-9]+"
)
_HAS_DIGIT = re.compile(r"[0-9]")
_TENS = alternation(word for word, value in NUMERALS.items() if value > 19)
_ONES = alternation(word for word, value in NUMERALS.items() if value < 10)
_IN_WORDS = re.compile(
    "|".join(f"[{word[0].upper()}{word[0]}]{word[1:]}" for word in sorted(NUMERALS, key=len, reverse=True))
)
_GOES_ON = re.compile(
    rf"(?P<ones>-(?:{_ONES})\b)?(?P<hundred>[\s-]hundred\b)?(?P<unit>(?:[\s-](?:{alternation(MAGNITUDE_WORDS)}|{PERCENT}|{POINTS}"
    rf"|{BASIS_POINTS})|{FOLDS}(?![a-z]))?)",
    re.IGNORECASE,
)
_REACH = 48
_NEXT = re.compile(r"[\s-]{1,2}(?:[\"“(]{0,2})([A-Za-z][A-Za-z'’.-]{0,24})")
_THING = re.compile(r"[a-z][a-z'’-]{1,24}s\b|employees|people|square\s(?:feet|foot|meters)|percent")


def plain(text: str) -> str:
    """Return a text of the same length with its full-width digits and signs as those of ASCII."""
    return text if text.isascii() else text.translate(_PLAIN)


def scan(text: str) -> Found:
    """Return the figures of a text (see `plain`), and what is no amount, both from left to right."""
    figures: list[Figure] = _in_words(text)
    excluded: list[Excluded] = (
        [(*found.span(), Reason.LAW) for found in ARTICLE.finditer(text)] if not text.isascii() else []
    )
    if not _HAS_DIGIT.search(text):
        return figures, excluded
    dates = dates_in(text)
    excluded += [(start, end, Reason.DATE) for start, end in dates]
    starts = [start for start, _ in dates]
    done, last = 0, None
    for digits in _DIGITS.finditer(text):
        start, end = digits.span()
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
    return figures, sorted(excluded)


def _one(text: str, start: int, end: int, last: Excluded | None) -> Figure | Excluded:
    """Return what the digits between two places are; `last` is what was no amount before them."""
    figure = figure_at(text, start, end)
    if text[start - 1 : start] == "第" and (numbered := by_words(text, start, end)):
        return numbered
    if figure.currency or (
        figure.role not in (None, Role.MULTIPLE, Role.COUNT) and not text[start - 1 : start].isalpha()
    ):
        return figure
    found = by_form(text, start) or (None if figure.scale or figure.role else by_letters(text, start, end))
    if found:
        return found
    if figure.scale or figure.role:
        return figure
    bare = figure.is_bare or not figure.currency
    found = by_words(text, start, end) if bare else None
    if found:
        return found
    if figure.is_plain_integer and (year := year_at(text, start)):
        return start, year, Reason.YEAR
    term = by_length(text, start, end)
    listed = goes_on(text, last, start) if last and figure.is_bare and not term else None
    if listed:
        return start, end, listed
    if term:
        return term if figure.is_plain_integer or term[2] is Reason.AGE else _of_term(figure, term[1])
    return by_numbering(text, start) or _counted(text, figure)


def _of_term(figure: Figure, end: int) -> Figure:
    return Figure(figure.start, end, figure.digits_at, figure.unit, figure.digits, role=Role.TERM)


def _counted(text: str, figure: Figure) -> Figure:
    """Return a figure without a unit as the number of what follows it, if anything that can be counted
    does."""
    after = _NEXT.match(text, figure.end)
    word = after[1].lower().rstrip(".") if after else ""
    counts = (
        bool(word)
        and word not in NO_THINGS
        and (not figure.is_plain_integer or _counts_things(text, figure.end))
    )
    role = Role.COUNT if counts else None
    return Figure(
        figure.start,
        figure.end,
        figure.digits_at,
        figure.unit,
        figure.digits,
        role=role,
        negative=figure.negative,
    )


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
    found = []
    for first in _IN_WORDS.finditer(text):
        start, end = first.span()
        rest = _GOES_ON.match(text, end)
        if rest is None or not rest["unit"] or text[start - 1 : start].isalpha():
            continue
        value = NUMERALS[first[0].lower()] + NUMERALS.get((rest["ones"] or "").lstrip("-").lower(), 0)
        digits = str(value * (100 if rest["hundred"] else 1))
        last = rest.start("unit")
        read = figure_at(f"{digits}{text[last : last + _REACH]}", 0, len(digits))
        found.append(
            Figure(start, last + read.end - len(digits), start, last, digits, "", read.scale, read.role)
        )
    return found
