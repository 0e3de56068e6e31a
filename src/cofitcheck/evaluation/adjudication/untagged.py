"""Cells without a tag that another table may state as well: where tags say nothing, a draw to be judged."""

from __future__ import annotations

from collections import defaultdict
from random import Random

from cofitcheck.document import Document, Mention
from cofitcheck.evaluation.adjudication.strata import SampledPair, Stratum
from cofitcheck.evaluation.gold.labels import Labels

DIGITS = 2
"""Shorter numbers are too often equal by chance."""


def draw_untagged(document: Document, labels: Labels, cells: int, seed: int) -> list[SampledPair]:
    """Draw cells of tables without any tag, each with one of the cells of other tables that show an equal
    value of the same measure; the untagged cell is on the left.

    No table gives a second cell before each that can has given one; apart from that any cell is as likely as
    any other, and so is any of its equals.
    """
    random = Random(f"{seed} {document.name}")
    equals = _equals_elsewhere(document)
    tagged = {mention.table for mention, tag in zip(document.mentions, labels.tag, strict=True) if tag}
    eligible = [
        mention for mention in document.mentions if mention.table not in tagged and equals[mention.index]
    ]
    drawn = _one_table_after_another(random.sample(eligible, len(eligible)))[:cells]
    return [
        SampledPair(
            Stratum.UNTAGGED, each.index, random.choice(equals[each.index]), len(eligible), len(drawn)
        )
        for each in drawn
    ]


def _equals_elsewhere(document: Document) -> dict[int, list[int]]:
    """Return for each mention the mentions of other tables with the same absolute value and measure."""
    alike: defaultdict[object, list[Mention]] = defaultdict(list)
    for mention in document.mentions:
        if mention.number.value is not None and mention.number.digits >= DIGITS:
            alike[abs(mention.number.value), mention.number.measure].append(mention)
    equals: defaultdict[int, list[int]] = defaultdict(list)
    for group in alike.values():
        for mention in group:
            equals[mention.index] = [other.index for other in group if other.table != mention.table]
    return equals


def _one_table_after_another(mentions: list[Mention]) -> list[Mention]:
    """Order mentions so that those which are the first of their table come first, then the second ones."""
    before: defaultdict[int, int] = defaultdict(int)
    turns = []
    for mention in mentions:
        turns.append(before[mention.table])
        before[mention.table] += 1
    return [mention for _, mention in sorted(zip(turns, mentions, strict=True), key=lambda pair: pair[0])]
