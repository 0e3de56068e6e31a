"""What a person reads in the terminal after documents were compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cofitcheck.checks.comparatives.model import Compared, Comparison, Comparisons, Kinship, Outcome
from cofitcheck.document import Document
from cofitcheck.reports.wording import label, period, place, short, table_title

SHOWN = 20
_WHOLE = {
    Kinship.LAST_YEAR: "comparative",
    Kinship.DRAFT: "number",
    Kinship.RENDITION: "number",
    Kinship.RELEASE: "number",
}
OUTCOME_WORDS = {
    Outcome.AGREE: "agree",
    Outcome.EXPLAINED: "differ by their own words",
    Outcome.DIFFER: "differ",
    Outcome.LEFT_OPEN: "left open",
    Outcome.NOT_FOUND: "not found there",
    Outcome.ADDED: "added",
    Outcome.DROPPED: "dropped",
    Outcome.MOVED: "moved",
}
_TOLD = {Outcome.DIFFER: "differs", Outcome.EXPLAINED: "explained"}


def comparison_lines(comparisons: Comparisons, most: int = SHOWN) -> Iterator[str]:
    """Yield the lines that tell of each comparison: its relation, its coverage, what differs, and what was
    not compared. Texts from documents may hold any character."""
    for each in comparisons.each:
        yield each.told
        yield coverage_words(each)
        yield from (f"  {line}" for line in _differences(each, most))
        yield from (
            f"  not compared: {_count(item.count, item.what.removesuffix('s'), item.what)}, {item.reason}"
            for item in each.not_compared
        )
        yield from (f"  {line}" for line in _unfollowed(each, most))
    yield from (f"Not compared: {each.reason}" for each in comparisons.refused)


def coverage_words(comparison: Comparison) -> str:
    """Return how many numbers have which outcome: "of 780 comparatives 702 agree, 9 differ"."""
    counts = comparison.counts
    return f"Of {_count(sum(counts.values()), _WHOLE[comparison.kinship])} {outcome_words(counts)}."


def outcome_words(counts: Mapping[Outcome, int]) -> str:
    """Return counts by outcome in words; of those that are none, agreements and differences alone."""
    told = {Outcome.AGREE, Outcome.DIFFER}
    return ", ".join(
        f"{count:,} {OUTCOME_WORDS[outcome]}" for outcome, count in counts.items() if count or outcome in told
    )


def difference_words(comparison: Comparison, each: Compared) -> str:
    """Return what differs, in a line: the fact, both numbers, and where they stand."""
    sides = (comparison.this, each.mention), (comparison.other, each.counterpart)
    stated = [(document, index) for document, index in sides if index is not None]
    document, index = stated[0]
    mention = document.mentions[index]
    name = f"{short(label(mention), 60)} ({short(period(mention), 40)})"
    numbers = ", ".join(stated_words(document, index) for document, index in stated)
    return f"{name}: {numbers}"


def stated_words(document: Document, index: int) -> str:
    """Return a number and where it stands: "4,609 in Balance sheets (a.htm)"."""
    mention = document.mentions[index]
    where = filter(None, (document.name, str(place(document, mention.place))))
    return (
        f"{short(mention.text, 30)} in {short(table_title(document, mention.table), 50)} ({', '.join(where)})"
    )


def _count(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def _differences(comparison: Comparison, most: int) -> Iterator[str]:
    shown = comparison.of(Outcome.DIFFER, Outcome.EXPLAINED)
    shown = tuple(sorted(shown, key=lambda each: (each.outcome is not Outcome.DIFFER, -each.probability)))
    for each in shown[:most]:
        why = ": ".join(filter(None, (each.reason, short(each.words, 100))))
        yield f"{_TOLD[each.outcome]:<9} {difference_words(comparison, each)}{f'; {why}' if why else ''}"
    if len(shown) > most:
        yield f"and {_count(len(shown) - most, 'more difference')} in the report"


def _unfollowed(comparison: Comparison, most: int) -> Iterator[str]:
    for each in comparison.unfollowed[:most]:
        changed = ", ".join(stated_words(comparison.this, index) for index in each.changed)
        left = ", ".join(stated_words(comparison.this, index) for index in each.left[:3]) or "the text"
        yield f"changed   {changed}; not changed with it ({each.kind.value}): {left}"
    if len(comparison.unfollowed) > most:
        yield f"and {_count(len(comparison.unfollowed) - most, 'more change')} in the report"
