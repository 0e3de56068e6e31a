"""A document's mentions as flat arrays, so that searches and pair features run in NumPy."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cofitcheck.caching import once_a_document
from cofitcheck.document import Document, Mention
from cofitcheck.encoding.texts import translated
from cofitcheck.mentions.words import WordSet, content_words, folded_words, row_words, years
from cofitcheck.numbers import Measure, at_coarser_precisions
from cofitcheck.periods import Period
from cofitcheck.periods.dating import stated_periods
from cofitcheck.periods.reporting_period import upright
from cofitcheck.periods.text import read_period

IntArray = npt.NDArray[np.int32]
FloatArray = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

_MEASURES = list(Measure)
_UNKNOWN_MEASURE = _MEASURES.index(Measure.UNKNOWN)
EVIDENCE_DIGITS = 3
"""A value counts as evidence from this many significant digits on: shorter numbers are equal by chance."""


@dataclass(frozen=True)
class MentionArrays:
    """One entry a mention, int32 of shape (n,) unless said otherwise; equal ids mean equal things.

    Where a mention stands: `table`, `row`; `row_id` and `column_id` number the rows and columns of all
    tables. What its labels say: `label` is its own, `path` the whole row path, `head` the headers and `title`
    the title, as ids of the word tuples in `labels`, `paths`, `heads` and `titles`; `named` is the id of the
    words in `names` that name its row (of a bare "Total" its section's), `heading` that of its last header,
    and `years` that of the years of its headers, each -1 for none.

    When it is: `period` numbers distinct periods and `flow_*` date them; in both the rows of a roll-forward
    are dated by the balances around them, in `year`, `month` and `months` they are not. `row_*` is what the
    label says.

    What it states: `stated` tells that it has a value. `measure` is the place in `Measure`, `currency` an id,
    -1 for none. `amount` is the id of the absolute value, and `value` that of value and measure; both are -1
    where the number is too short to be evidence. `rounded` has, for each coarser precision at which amounts
    are stated, the ids of the amounts at that precision, -1 for too short ones. `precision` is the one at
    which each number is stated. `total` tells that the label is that of a total.
    """

    table: IntArray
    row: IntArray
    row_id: IntArray
    column_id: IntArray
    label: IntArray
    path: IntArray
    head: IntArray
    title: IntArray
    named: IntArray
    heading: IntArray
    years: IntArray
    period: IntArray
    year: IntArray
    month: IntArray
    months: IntArray
    row_year: IntArray
    row_month: IntArray
    flow_year: IntArray
    flow_month: IntArray
    stated: Mask
    measure: IntArray
    currency: IntArray
    amount: IntArray
    value: IntArray
    rounded: dict[int, IntArray]
    precision: IntArray
    total: Mask
    labels: tuple[tuple[str, ...], ...]
    paths: tuple[tuple[str, ...], ...]
    heads: tuple[tuple[str, ...], ...]
    titles: tuple[tuple[str, ...], ...]
    names: tuple[WordSet, ...]

    def __len__(self) -> int:
        return len(self.table)

    def comparable(self, left: npt.NDArray[np.integer[Any]], right: npt.NDArray[np.integer[Any]]) -> Mask:
        """Tell which pairs stand in different tables and do not state different units."""
        measures, currencies = (unit[left] for unit in (self.measure, self.currency))
        others, other_currencies = (unit[right] for unit in (self.measure, self.currency))
        open_measure = (measures == _UNKNOWN_MEASURE) | (others == _UNKNOWN_MEASURE)
        comparable: Mask = self.table[left] != self.table[right]
        comparable &= (measures == others) | open_measure
        comparable &= (currencies == other_currencies) | (currencies < 0) | (other_currencies < 0)
        return comparable


@once_a_document
def mention_arrays(document: Document) -> MentionArrays:
    """Return the arrays of a document's mentions, its tables upright; built once a document."""
    document = upright(document)
    mentions = document.mentions
    tables = document.tables
    labels, label_ids = _number(folded_words(m.row_path[-1]) if m.row_path else () for m in mentions)
    paths, path_ids = _number(folded_words(" ".join(m.row_path)) for m in mentions)
    heads, head_ids = _number(content_words(" ".join(m.column_path)) for m in mentions)
    titles, title_ids = _number(content_words(tables[m.table].title) for m in mentions)
    named, names = _names(document)
    columns = stated_periods(document, between_balances=False)
    rows = [read_period(m.row_path[-1]) if m.row_path else Period() for m in mentions]
    flows = stated_periods(document)
    return MentionArrays(
        table=_integers(m.table for m in mentions),
        row=_integers(m.row for m in mentions),
        row_id=_number((m.table, m.row) for m in mentions)[0],
        column_id=_number((m.table, m.column) for m in mentions)[0],
        label=labels,
        path=paths,
        head=heads,
        title=titles,
        named=named,
        heading=_number_known(_heading(m) for m in mentions),
        years=_number_known(years(m) or None for m in mentions),
        period=_number((p.year, p.month, p.months) for p in flows)[0],
        year=_integers(p.year for p in columns),
        month=_integers(p.month for p in columns),
        months=_integers(p.months for p in columns),
        row_year=_integers(p.year for p in rows),
        row_month=_integers(p.month for p in rows),
        flow_year=_integers(p.year for p in flows),
        flow_month=_integers(p.month for p in flows),
        stated=np.array([m.number.value is not None for m in mentions], dtype=bool),
        measure=_integers(_MEASURES.index(m.number.measure) for m in mentions),
        currency=_number_known(m.number.currency or None for m in mentions),
        amount=_number_known(_amount(m) for m in mentions),
        value=_number_known(_value(m) for m in mentions),
        rounded=_rounded(document),
        precision=_integers(m.number.precision for m in mentions),
        total=np.array(
            [bool(m.row_path) and "total" in translated(m.row_path[-1]).lower() for m in mentions], dtype=bool
        ),
        labels=_texts(label_ids),
        paths=_texts(path_ids),
        heads=_texts(head_ids),
        titles=_texts(title_ids),
        names=names,
    )


def _integers(values: Iterable[int]) -> IntArray:
    return np.fromiter(values, dtype=np.int32)


def _number(keys: Iterable[Hashable]) -> tuple[IntArray, dict[Hashable, int]]:
    """Return ids of keys in the order in which they first appear, and the ids by key."""
    ids: dict[Hashable, int] = {}
    return _integers(ids.setdefault(key, len(ids)) for key in keys), ids


def _number_known(keys: Iterable[Hashable | None]) -> IntArray:
    """Return ids of keys in the order in which they first appear, -1 for None."""
    ids: dict[Hashable, int] = {}
    return _integers(-1 if key is None else ids.setdefault(key, len(ids)) for key in keys)


def _rounded(document: Document) -> dict[int, IntArray]:
    """Return the amounts at the coarser precisions of a document: a summary may state them in millions, and
    the statements in thousands."""
    numbers = [mention.number for mention in document.mentions]
    return {
        precision: _number_known(values)
        for precision, values in at_coarser_precisions(numbers, EVIDENCE_DIGITS)
    }


def _amount(mention: Mention) -> Hashable | None:
    number = mention.number
    return None if number.value is None or number.digits < EVIDENCE_DIGITS else abs(number.value)


def _value(mention: Mention) -> Hashable | None:
    amount = _amount(mention)
    return None if amount is None else (amount, mention.number.measure)


def _heading(mention: Mention) -> str | None:
    lowest = translated(mention.column_path[-1]) if mention.column_path else ""
    return " ".join(lowest.casefold().split()) or None


def _names(document: Document) -> tuple[IntArray, tuple[WordSet, ...]]:
    """Return the id of the words that name each mention's row, -1 where none do, and the words."""
    titles = {table.index: table.title for table in document.tables}
    seen: dict[tuple[tuple[str, ...], str], WordSet] = {}
    found: list[WordSet | None] = []
    for mention in document.mentions:
        key = (mention.row_path, titles.get(mention.table, ""))
        if key not in seen:
            seen[key] = row_words(mention, key[1])
        found.append(seen[key] or None)
    return _number_known(found), tuple(dict.fromkeys(words for words in found if words is not None))


def _texts(ids: dict[Hashable, int]) -> tuple[tuple[str, ...], ...]:
    return tuple(key for key in ids if isinstance(key, tuple))
