"""Slips planted evenly among all numbers of tables, in the document as read: nothing else is read anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from cofitcheck.document import Document, Mention
from cofitcheck.evaluation.planting.errors import SLIP_KINDS, ErrorKind
from cofitcheck.evaluation.planting.slips import SLIPS, find_printed
from cofitcheck.numbers import Kind

_DRAWS = 10
"""How often a slip is drawn for a number before it counts as one that cannot take it."""


@dataclass(frozen=True, slots=True)
class Misprint:
    """One number of a document made wrong: the mention as it stands then, and how it was made wrong."""

    mention: Mention
    kind: ErrorKind

    def in_document(self, document: Document) -> Document:
        """Return the document with the wrong number in it; its source stays as it was."""
        mentions = list(document.mentions)
        mentions[self.mention.index] = self.mention
        return replace(document, mentions=tuple(mentions))

    def in_table(self, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions of a table with the wrong number among them."""
        return [self.mention if each.index == self.mention.index else each for each in mentions]


def misprints(document: Document, count: int, rng: Random) -> Iterator[Misprint]:
    """Yield so many misprints, or as many as there are numbers, each at another number: every number that is
    not nought is as likely."""
    stated = [each for each in document.mentions if each.number.kind is Kind.VALUE and each.number.displayed]
    for mention in rng.sample(stated, min(count, len(stated))):
        if made := misprint(mention, rng):
            yield made


def misprint(mention: Mention, rng: Random) -> Misprint | None:
    """Return a number with a slip of a kind drawn from all, None where it can take none."""
    for kind in rng.sample(SLIP_KINDS, len(SLIP_KINDS)):
        if made := _slipped(mention, kind, rng):
            return Misprint(made, kind)
    return None


def _slipped(mention: Mention, kind: ErrorKind, rng: Random) -> Mention | None:
    number = mention.number
    if number.displayed is None or number.value is None:
        return None
    if kind is ErrorKind.SIGN:
        return turned(mention)
    printed = find_printed(mention.text, number.displayed)
    if printed is None:
        return None
    drawn = (SLIPS[kind](printed, rng) for _ in range(_DRAWS))
    new = next(filter(None, drawn), None)
    if new is None:
        return None
    shown = new.value.copy_sign(number.displayed)
    text = mention.text[: printed.start] + str(new) + mention.text[printed.end :]
    wrong = replace(
        number,
        displayed=shown,
        value=shown.scaleb(number.scale),
        precision=number.scale - len(new.fraction),
    )
    return replace(mention, number=wrong, text=text)


def turned(mention: Mention) -> Mention:
    """Return a mention with the other sign; it must state a value."""
    number = mention.number
    assert number.displayed is not None
    assert number.value is not None
    bare = mention.text.strip("()-−– ")
    wrong = replace(number, displayed=-number.displayed, value=-number.value)
    return replace(mention, number=wrong, text=f"({bare})" if number.displayed > 0 else bare)
