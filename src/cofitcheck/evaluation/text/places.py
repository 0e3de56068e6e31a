"""Where sentences are made wrong: at numbers of tables, with what the rows say otherwise."""

from __future__ import annotations

from collections.abc import Iterable

from cofitcheck.checks.text.links import Links
from cofitcheck.evaluation.text.misstatements import Said
from cofitcheck.prose import ProseMention


def said_of(links: Links, mention: ProseMention, cells: Iterable[int]) -> Said:
    """Return a number in prose with its sentence, and what the rows of cells that state it state of other
    periods as long."""
    grid = links.grid
    others = {
        abs(each.number.value)
        for cell in cells
        for each in grid.row(cell)
        if each.number.value
        and each.number.measure is grid[cell].number.measure
        and abs(each.number.value) != abs(grid[cell].number.value or 0)
        and grid.periods[each.index].months == grid.periods[cell].months
    }
    together = links.sentences[mention.passage, mention.sentence.start]
    text = grid.document.passages[mention.passage].text
    return Said(mention, together, text, tuple(sorted(others)))
