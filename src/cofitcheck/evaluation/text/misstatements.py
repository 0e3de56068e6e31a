"""Makes sentences of a read document wrong: a number, a scale word, a period, a direction, a change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum
from random import Random

from cofitcheck import patterns as re
from cofitcheck.document import Document
from cofitcheck.evaluation.planting.slips import SLIPS, find_printed
from cofitcheck.language.lexicon import LARGE_SIGNS
from cofitcheck.language.phrases import JOINED
from cofitcheck.prose import Direction, Operation, ProseMention

_DRAWS = 8
_SCALES = {"million": "billion", "billion": "million", "thousand": "million"}
_TEN_THOUSAND, _HUNDRED_MILLION = (
    next(sign for sign, found in LARGE_SIGNS.items() if found == power) for power in (4, 8)
)
_SCALES |= {_TEN_THOUSAND: _HUNDRED_MILLION, _HUNDRED_MILLION: _TEN_THOUSAND}
_TURNED = {
    "increased": "decreased", "increase": "decrease", "increases": "decreases", "higher": "lower",
    "grew": "fell", "rose": "fell", "growth": "decline", "up": "down",
}  # fmt: skip
_TURNED |= {down: up for up, down in _TURNED.items()} | {"declined": "increased", "decline": "increase"}
_WORD = re.compile(r"[A-Za-z]+")
_CHANGES = (Operation.CHANGE, Operation.PERCENT_CHANGE)
_FURTHER = ("1.2", "1.4", "1.7", "0.8", "0.6", "0.45")


class MisstatementKind(StrEnum):
    """How a sentence is made wrong."""

    DIGIT = "a digit"
    SCALE = "a scale word"
    SWAPPED = "a swapped pair"
    """Two numbers of one list, as with "respectively", each in the place of the other."""
    STALE = "a stale number"
    """The number of another period of the row."""
    DIRECTION = "a wrong direction"
    CHANGE = "a change that no longer fits"


@dataclass(frozen=True, slots=True)
class Edit:
    """A span of a passage's text, and the text that replaces it."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Misstatement:
    """A sentence made wrong at one number, or at two that are swapped; `before` and `after` show it."""

    kind: MisstatementKind
    passage: int
    edits: tuple[Edit, ...]
    before: str
    after: str

    def in_document(self, document: Document) -> Document:
        """Return the document with the wrong sentence in it; its source stays as it was."""
        passages = list(document.passages)
        text = passages[self.passage].text
        for edit in sorted(self.edits, key=lambda each: -each.start):
            text = text[: edit.start] + edit.text + text[edit.end :]
        passages[self.passage] = replace(passages[self.passage], text=text)
        return replace(document, passages=tuple(passages))

    @property
    def start(self) -> int:
        """The first changed character."""
        return min(edit.start for edit in self.edits)

    @property
    def end(self) -> int:
        """The character after the last changed one, in the wrong text."""
        grown = sum(len(edit.text) - (edit.end - edit.start) for edit in self.edits)
        return max(edit.end for edit in self.edits) + grown


@dataclass(frozen=True, slots=True)
class Said:
    """A number in prose that a table states or comes to.

    `together` are the numbers of its sentence, `text` is the text of the passage, `others` are the numbers of
    the row for other periods, in base units."""

    mention: ProseMention
    together: Sequence[ProseMention]
    text: str
    others: Sequence[Decimal] = ()


def misstated(said: Said, kind: MisstatementKind, rng: Random) -> Misstatement | None:
    """Return a number made wrong in one way, None where that cannot be done."""
    edits = _MAKING[kind](said, rng)
    if not edits:
        return None
    mention = said.mention
    return Misstatement(
        kind,
        mention.passage,
        edits,
        " … ".join(said.text[edit.start : edit.end] for edit in edits),
        " … ".join(edit.text for edit in edits),
    )


def any_misstated(said: Said, kinds: Sequence[MisstatementKind], rng: Random) -> Misstatement | None:
    """Return a number made wrong in the first way that can be done. The order of the ways is drawn."""
    made = (misstated(said, kind, rng) for kind in rng.sample(list(kinds), len(kinds)))
    return next(filter(None, made), None)


def _digit(said: Said, rng: Random) -> tuple[Edit, ...]:
    mention = said.mention
    printed = find_printed(mention.text, mention.number.displayed or Decimal(0))
    if printed is None or mention.operation in _CHANGES:
        return ()
    names = ("digit", "transposition", "dropped digit", "added digit")
    for name in rng.choices(names, k=_DRAWS):
        new = SLIPS[name](printed, rng)
        if new:
            return (Edit(mention.start + printed.start, mention.start + printed.end, str(new)),)
    return ()


def _scale(said: Said, rng: Random) -> tuple[Edit, ...]:
    mention = said.mention
    for word, other in _SCALES.items():
        at = mention.text.find(word)
        if at >= 0 and mention.operation not in _CHANGES:
            return (Edit(mention.start + at, mention.start + at + len(word), other),)
    return ()


def _swapped(said: Said, rng: Random) -> tuple[Edit, ...]:
    mention = said.mention
    for other in said.together:
        alike = other.role is mention.role and other.operation is mention.operation
        if alike and other.start > mention.end and other.number.value != mention.number.value:
            between = said.text[mention.end : other.start].strip(" ,")
            if not between or between in JOINED:
                return (
                    Edit(mention.start, mention.end, other.text),
                    Edit(other.start, other.end, mention.text),
                )
    return ()


def _stale(said: Said, rng: Random) -> tuple[Edit, ...]:
    mention, number = said.mention, said.mention.number
    printed = find_printed(mention.text, number.displayed or Decimal(0))
    if printed is None or not said.others or mention.operation in _CHANGES:
        return ()
    unit = Decimal(1).scaleb(-len(printed.fraction))
    other = abs(rng.choice(list(said.others))).scaleb(-number.scale).quantize(unit, ROUND_HALF_UP)
    if not other or other == abs(number.displayed or 0):
        return ()
    whole, _, fraction = f"{other:f}".partition(".")
    new = replace(printed, whole=whole, fraction=fraction, group=printed.group or ",")
    return (Edit(mention.start + printed.start, mention.start + printed.end, str(new)),)


def _direction(said: Said, rng: Random) -> tuple[Edit, ...]:
    mention = said.mention
    if mention.direction is Direction.NONE or mention.operation not in _CHANGES:
        return ()
    begin = mention.sentence.start
    words = [*_WORD.finditer(said.text, begin, mention.start)][-6:]
    for word in reversed(words):
        if word[0] in _TURNED:
            return (Edit(word.start(), word.end(), _TURNED[word[0]]),)
    return ()


def _change(said: Said, rng: Random) -> tuple[Edit, ...]:
    mention, number = said.mention, said.mention.number
    printed = find_printed(mention.text, number.displayed or Decimal(0))
    if printed is None or mention.operation not in _CHANGES:
        return ()
    unit = Decimal(1).scaleb(-len(printed.fraction))
    for times in rng.sample(_FURTHER, len(_FURTHER)):
        other = (printed.value * Decimal(times)).quantize(unit, ROUND_HALF_UP)
        if abs(other - printed.value) >= 2 * unit and other:
            whole, _, fraction = f"{other:f}".partition(".")
            return (
                Edit(
                    mention.start + printed.start,
                    mention.start + printed.end,
                    str(replace(printed, whole=whole, fraction=fraction)),
                ),
            )
    return ()


_MAKING: dict[MisstatementKind, Callable[[Said, Random], tuple[Edit, ...]]] = {
    MisstatementKind.DIGIT: _digit,
    MisstatementKind.SCALE: _scale,
    MisstatementKind.SWAPPED: _swapped,
    MisstatementKind.STALE: _stale,
    MisstatementKind.DIRECTION: _direction,
    MisstatementKind.CHANGE: _change,
}
