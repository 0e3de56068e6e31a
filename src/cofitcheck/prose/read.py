"""The passages of a document to the numbers that they state."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from cofitcheck.document import Document
from cofitcheck.numbers import Number
from cofitcheck.prose.bounds import bound_of
from cofitcheck.prose.excluded import Excluded
from cofitcheck.prose.figures import Figure
from cofitcheck.prose.model import Bound, NotAmount, Prose, ProseMention, Reason, Role, Span
from cofitcheck.prose.scan import plain, scan
from cofitcheck.prose.sentences import sentences
from cofitcheck.prose.sharing import with_shared_units


@dataclass(frozen=True, slots=True)
class Stated:
    """A number of a passage that states something; `lead` is where it begins with the words of its bound."""

    figure: Figure
    role: Role
    number: Number
    bound: Bound
    lead: int


def read_prose(document: Document) -> Prose:
    """Return all numbers that stand in the passages of a document."""
    mentions: list[ProseMention] = []
    not_amounts: list[NotAmount] = []
    for passage in document.passages:
        text = plain(passage.text)
        stated, excluded = read_numbers(text)
        not_amounts += [
            NotAmount(passage.index, start, end, passage.text[start:end], reason)
            for start, end, reason in excluded
        ]
        for span, inside in _by_sentence(text, stated):
            words = passage.text[span.start : span.end]
            for each in inside:
                start, end = each.figure.start, each.figure.end
                shown = passage.text[start:end]
                mentions.append(
                    ProseMention(
                        len(mentions),
                        passage.index,
                        start,
                        end,
                        shown,
                        each.number,
                        each.role,
                        each.bound,
                        span,
                        words,
                    )
                )
    return Prose(tuple(mentions), tuple(not_amounts))


def read_numbers(text: str) -> tuple[list[Stated], list[Excluded]]:
    """Return the numbers of a text (see `plain`) that state something, and what is no amount."""
    figures, excluded = scan(text)
    stated: list[Stated] = []
    for figure in with_shared_units(text, figures):
        role = figure.role or (None if figure.is_bare and figure.is_plain_integer else Role.NUMBER)
        number = figure.number(role) if role else None
        if role is None or number is None or number.value is None:
            excluded.append((figure.start, figure.end, Reason.UNCLEAR))
            continue
        bound, lead = bound_of(text, figure.start, figure.end)
        stated.append(Stated(figure, role, number, bound, lead))
    return stated, sorted(excluded)


def _by_sentence(text: str, stated: list[Stated]) -> Iterator[tuple[Span, list[Stated]]]:
    """Yield the sentences of a text that state numbers, with these."""
    if not stated:
        return
    spans = sentences(text)
    starts = [span.start for span in spans]
    inside: dict[int, list[Stated]] = {}
    for each in stated:
        inside.setdefault(max(bisect_right(starts, each.figure.start) - 1, 0), []).append(each)
    for at, found in inside.items():
        yield spans[at], found
