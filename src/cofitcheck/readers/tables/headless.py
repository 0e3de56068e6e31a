"""Numbers that no header tells apart: those of several columns beside one label, some without any header."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from cofitcheck.document import Mention


def headless(mentions: Iterable[Mention], lost: bool) -> list[Mention]:
    """Return the mentions of a table in columns without a header, where such a column has a number beside
    another one of the same label. `lost` tells that its headers are known to stand elsewhere: then all.

    Numbers that are the same in all columns, and those with labels of their own, need no header.
    """
    mentions = list(mentions)
    rows: dict[tuple[int, tuple[str, ...]], list[Mention]] = defaultdict(list)
    for mention in mentions:
        rows[mention.row, mention.row_path].append(mention)
    columns = {column for row in rows.values() if _differ(row) for column in _bare_columns(row)}
    return [m for m in mentions if not m.column_path and (lost or m.column in columns)]


def headless_reason(mentions: Sequence[Mention]) -> str:
    """Say what is missing over such numbers, what that means, and the way out."""
    return (
        f'no header stands over "{mentions[0].text}" and what is below it, so that nothing tells these'
        " numbers from those of other columns: they were compared with nothing; check them by hand, or give"
        " each column a header"
    )


def _differ(row: Sequence[Mention]) -> bool:
    return len({(m.number.value, m.number.measure) for m in row}) > 1


def _bare_columns(row: Sequence[Mention]) -> set[int]:
    return {mention.column for mention in row if not mention.column_path}
