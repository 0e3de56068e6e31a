"""The lines in the terminal that tell of a comparison."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cofitcheck.checks.comparatives import Compared, Comparison, Comparisons, Outcome, SaidCompared
from cofitcheck.document import Document
from cofitcheck.prose import ProseMention
from cofitcheck.reports.model.wording import label, period, place, short, table_title
from cofitcheck.reports.words import Words, counted, listed, phrase
from cofitcheck.reports.words.books import OUTCOME_OF_ONE, coverage_words, said_words
from cofitcheck.reports.words.findings import KINDS
from cofitcheck.reports.words.reasons import render_reason

SHOWN = 20


def comparison_lines(comparisons: Comparisons, most: int = SHOWN) -> Iterator[str]:
    """Yield the lines that tell of each comparison: its relation, its coverage, what differs, and what was
    not compared. Texts from documents may hold any character."""
    for each in comparisons.each:
        yield str(render_reason(each.told))
        yield str(coverage_words(each))
        yield from (f"  {line}" for line in _differences(each, most))
        for item in each.not_compared:
            reason = render_reason(item.reason)
            yield f"  {counted('{n} number', '{n} numbers', item.count)}: {reason}"
        yield from (f"  {line}" for line in _unfollowed(each, most))
        if words := said_words(each):
            yield str(words)
            yield from (f"  {line}" for line in _said(each, most))
    yield from (str(phrase("Not compared: {reason}", reason=each.reason)) for each in comparisons.refused)


def difference_words(comparison: Comparison, each: Compared) -> str:
    """Return what differs, in a line: the fact, both numbers, and where they stand."""
    sides = (comparison.this, each.mention), (comparison.other, each.counterpart)
    stated = [(document, index) for document, index in sides if index is not None]
    document, index = stated[0]
    mention = document.mentions[index]
    name = f"{short(label(mention), 60)} ({short(period(mention), 40)})"
    return f"{name}: {listed(stated_words(document, index) for document, index in stated)}"


def stated_words(document: Document, index: int) -> Words:
    """Return a number and where it stands: "4,609 in Balance sheets (a.htm)"."""
    mention = document.mentions[index]
    where = listed(filter(None, (document.name, place(document, mention.place))))
    return phrase(
        "{number} in {table} ({place})",
        number=short(mention.text, 30),
        table=short(table_title(document, mention.table), 50),
        place=where,
    )


def sentence_words(document: Document, said: ProseMention) -> Words:
    """Return a number and the sentence around it: "$1.2 million in “Net sales rose to …” (a.htm)"."""
    at = said.start - said.sentence.start
    around = said.words[max(0, at - 70) : at + 70]
    return phrase(
        "{number} in “{sentence}” ({document})",
        number=said.text,
        sentence=short(around, 140),
        document=document.name,
    )


def _differences(comparison: Comparison, most: int) -> Iterator[str]:
    shown = comparison.of(Outcome.DIFFER, Outcome.EXPLAINED)
    shown = tuple(sorted(shown, key=lambda each: (each.outcome is not Outcome.DIFFER, -each.probability)))
    for each in shown[:most]:
        reason = render_reason(each.reason) if each.reason else ""
        why = ": ".join(filter(None, (str(reason), short(each.words, 100))))
        told = f"{OUTCOME_OF_ONE[each.outcome]!s:<9}"
        yield f"{told} {difference_words(comparison, each)}{f'; {why}' if why else ''}"
    yield from _more(shown, most)


def _said(comparison: Comparison, most: int) -> Iterator[str]:
    shown = [each for each in comparison.said if each.outcome is not Outcome.AGREE]
    shown.sort(key=lambda each: each.outcome is not Outcome.DIFFER)
    for each in shown[:most]:
        yield f"{OUTCOME_OF_ONE[each.outcome]!s:<9} {said_sides(comparison, each)}"
    yield from _more(shown, most)


def said_sides(comparison: Comparison, each: SaidCompared) -> Words:
    """Return a number in a sentence with the number that it is compared with."""
    sides = ((comparison.this, each.here), (comparison.other, each.there))
    sentences = (sentence_words(document, said) for document, said in sides if said is not None)
    return listed((*sentences, *(stated_words(comparison.other, cell) for cell in each.cells)))


def _unfollowed(comparison: Comparison, most: int) -> Iterator[str]:
    for each in comparison.unfollowed[:most]:
        changed = listed(stated_words(comparison.this, index) for index in each.changed)
        left = listed(stated_words(comparison.this, index) for index in each.left[:3])
        yield str(
            phrase(
                "changed: {changed}; not changed with it ({kind}): {left}",
                changed=changed,
                kind=KINDS[each.kind],
                left=left or phrase("the text"),
            )
        )
    yield from _more(comparison.unfollowed, most)


def _more(shown: Sequence[object], most: int) -> Iterator[str]:
    if len(shown) > most:
        more = len(shown) - most
        yield str(counted("and {n} more in the report", "and {n} more in the report", more))
