"""Drawn pairs for a reader to judge: pages that show both tables, and draws of cells without a tag.

The page does not say what tags and checker say of a pair. Cells without a tag are drawn where another table
may state them as well, since tags say nothing of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from random import Random

from cofitcheck.document import Document, Mention, Table
from cofitcheck.evaluation.adjudication import SampledPair, Stratum
from cofitcheck.evaluation.gold import Labels

Pair = tuple[int, int]

_WINDOW = 12
"""How many body rows are shown before and after a marked one."""
_PROSE = 250
"""How many characters of the text before a table are shown."""

DIGITS = 2
"""The least digits of a number that is drawn; shorter ones are too often equal by chance."""


def blind_page(document: Document, pairs: Mapping[int, Pair]) -> str:
    """Return Markdown with both tables of each numbered pair, its cells marked «7a: 1,234» and «7b: 1,234».

    It does not show what the tags and the checker say.
    """
    together: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for number, (left, right) in pairs.items():
        together[document.mentions[left].table, document.mentions[right].table].append(number)
    parts = [f"# {document.name}"]
    for (first, second), numbers in sorted(together.items()):
        parts.append(f"## Pairs {', '.join(map(str, numbers))}")
        for table, side in ((first, 0), (second, 1)):
            marks = {number: pairs[number][side] for number in numbers}
            parts.append(_shown(document, document.tables[table], marks, "ab"[side]))
    return "\n\n".join(parts) + "\n"


def _shown(document: Document, table: Table, marks: Mapping[int, int], side: str) -> str:
    marked: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for number, index in marks.items():
        mention = document.mentions[index]
        marked[mention.row, mention.column].append(number)
    rows = [row for row, _ in marked]
    lines = [
        f"**Table {table.index}** {table.title}",
        f"(before: …{table.text_before[-_PROSE:]}) (caption: {table.caption})",
    ]
    previous = -1
    for row in _rows_shown(table, rows):
        lines += ["…"] if row > previous + 1 else []
        lines.append(_line(table, row, marked, side))
        previous = row
    return "\n".join(lines)


def _rows_shown(table: Table, rows: Sequence[int]) -> list[int]:
    near = {row for each in rows for row in range(each - _WINDOW, each + _WINDOW + 1)}
    heads = set(range(table.header_rows)) | table.section_rows | table.inner_headers
    return sorted((near | {row for row in heads if row <= max(rows)}) & set(range(table.rows)))


def _line(table: Table, row: int, marked: Mapping[tuple[int, int], Sequence[int]], side: str) -> str:
    texts = []
    for cell in table.cells:
        if cell.row != row or not cell.text:
            continue
        numbers = marked.get((cell.row, cell.column))
        marks = ", ".join(f"{number}{side}" for number in numbers or ())
        texts.append(f"«{marks}: {cell.text}»" if marks else cell.text)
    return "| " + " | ".join(texts)


def draw_untagged(document: Document, labels: Labels, cells: int, seed: int) -> list[SampledPair]:
    """Draw cells of tables without any tag, each paired with a cell of another table that is equal to it.

    Equal cells show an equal value of the same measure. The untagged cell is on the left. No table gives a
    second cell before every table that can has given one. Apart from that all cells are equally likely, and
    so are the cells equal to them.
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
    """Order mentions so that the first one of each table comes first, then the second ones, and so on."""
    before: defaultdict[int, int] = defaultdict(int)
    turns = []
    for mention in mentions:
        turns.append(before[mention.table])
        before[mention.table] += 1
    return [mention for _, mention in sorted(zip(turns, mentions, strict=True), key=lambda pair: pair[0])]
