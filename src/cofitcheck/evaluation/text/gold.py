"""Gold for sentences: which numbers in running text have the tag of a cell, by inline XBRL.

`said_of` gathers what is needed to make a sentence with such a number wrong.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cofitcheck import patterns as re
from cofitcheck.checks.text.links import Links
from cofitcheck.document import Document
from cofitcheck.evaluation.gold import AMBIGUOUS_DIGITS, Key, Labels
from cofitcheck.evaluation.gold.contexts import read_declarations, shared
from cofitcheck.evaluation.gold.tags import Tag, read_tags
from cofitcheck.evaluation.text.misstatements import Said
from cofitcheck.prose import Prose, ProseMention
from cofitcheck.readers.html.parse import parse_tree

_DIGITS = re.compile(r"[^0-9]")
ProsePair = tuple[int, int]
"""A number in running text and a cell, by their indices."""


@dataclass(frozen=True)
class ProseLabels:
    """The tags of the numbers in running text: the key of each, None without a tag."""

    key: tuple[Key | None, ...]


def label_prose(document: Document, prose: Prose) -> ProseLabels:
    """Label the numbers in running text of a document by the tags around them.

    A tag belongs to the passage whose element comes last before it, and there to the first number with its
    digits that no other tag has taken. Raises `UnreadableDocumentError` where the source holds no markup.
    """
    keys: list[Key | None] = [None] * len(prose.mentions)
    in_passage: dict[int, list[ProseMention]] = defaultdict(list)
    for mention in prose.mentions:
        in_passage[mention.passage].append(mention)
    roots = {
        name: parse_tree(data) for name, data in (document.files or {document.name: document.source}).items()
    }
    declared = {name: read_declarations(root, name) for name, root in roots.items()}
    for name, root in roots.items():
        known = shared(declared[name], tuple(declared.values()))
        starts = _starts(document, name)
        cells = {each.place.element for each in document.mentions if each.place.file == name}
        for tag in read_tags(root):
            at = bisect_right(starts, (tag.element, len(document.passages))) - 1
            if tag.inner or tag.cell in cells or at < 0:
                continue
            shown = _shown(tag, in_passage[starts[at][1]])
            context, unit = known.contexts.get(tag.context), known.units.get(tag.unit)
            if shown and context and unit:
                in_passage[shown.passage].remove(shown)
                keys[shown.index] = Key(tag.concept, context, unit)
    return ProseLabels(tuple(keys))


def gold_pairs(prose: ProseLabels, tables: Labels) -> set[ProsePair]:
    """Return the numbers in running text and the cells that have the same key."""
    cells: dict[Key, list[int]] = defaultdict(list)
    for index, key in enumerate(tables.key):
        if key is not None:
            cells[key].append(index)
    return {(said, cell) for said, key in enumerate(prose.key) if key for cell in cells[key]}


def unclear(prose: ProseLabels, tables: Labels, pair: ProsePair) -> bool:
    """Tell whether tags cannot judge a pair that agrees in value.

    That is so where one of the two has no tag, or where both have one unit and period end under two keys and
    the cell shows three digits or more."""
    said, cell = prose.key[pair[0]], tables.key[pair[1]]
    if said is None or cell is None:
        return True
    alike = (said.unit, said.context.end) == (cell.unit, cell.context.end)
    return said != cell and alike and tables.digits[pair[1]] >= AMBIGUOUS_DIGITS


def _starts(document: Document, file: str) -> list[tuple[int, int]]:
    """Return the first elements of passages and of their further pieces, in order, each with its passage."""
    return sorted(
        (place.element, passage.index)
        for passage in document.passages
        for place in (passage.place, *(piece.place for piece in passage.more))
        if place.file == file and place.element is not None
    )


def _shown(tag: Tag, mentions: Sequence[ProseMention]) -> ProseMention | None:
    digits = _digits(tag.text)
    return next((each for each in mentions if digits and _digits(each.text) == digits), None)


def _digits(text: str) -> str:
    return _DIGITS.sub("", text).lstrip("0")


def said_of(links: Links, mention: ProseMention, cells: Iterable[int]) -> Said:
    """Return a number in prose with its sentence, and numbers of other periods from the rows of its cells.

    `cells` state the number. The other periods are as long as theirs."""
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
