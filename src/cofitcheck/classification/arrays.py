"""A document's mentions as flat arrays, so that every pair feature is a gather."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cofitcheck.document import Document, Mention
from cofitcheck.encoding.glossary import translated
from cofitcheck.language.lexicon import EAST_ASIAN_LETTERS
from cofitcheck.numbers import Measure, at_coarser_precisions
from cofitcheck.periods.dating import stated_periods
from cofitcheck.periods.period import Period
from cofitcheck.periods.text import read_period
from cofitcheck.periods.upright import upright

IntArray = npt.NDArray[np.int32]
FloatArray = npt.NDArray[np.float32]

_WORD = re.compile(r"[^\W\d_]+")
_UNSPACED = re.compile(f"[{EAST_ASIAN_LETTERS}]+")
_PERIOD_NOISE = frozenset(
    """january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec year years month months three six nine twelve
    ended ending quarter fiscal as of at the in and for to a on by
    thousands millions billions except per share data amounts unaudited dollars""".split()
)
_MEASURES = list(Measure)
EVIDENCE_DIGITS = 3
"""A value counts as evidence from this many significant digits on: shorter numbers are equal by chance."""


@dataclass(frozen=True)
class MentionArrays:
    """One entry a mention, int32 of shape (n,) unless said otherwise; equal ids mean equal things.

    `row_id` and `column_id` number the rows and columns of all tables. `value` is -1 where the number is too
    short to be evidence; `rounded` has, for each coarser precision that amounts are stated at, what they are
    there, -1 alike, and `precision` says at which each is stated. `period` numbers distinct periods and
    `flow_*` date them, both with the rows of a roll-forward dated by the balances around them; `year`,
    `month` and `months` without. `labels`, `paths`, `heads` and `titles` are the word tuples that the ids
    point to.
    """

    table: IntArray
    row: IntArray
    row_id: IntArray
    column_id: IntArray
    label: IntArray
    path: IntArray
    head: IntArray
    title: IntArray
    period: IntArray
    year: IntArray
    month: IntArray
    months: IntArray
    row_year: IntArray
    row_month: IntArray
    flow_year: IntArray
    flow_month: IntArray
    measure: IntArray
    currency: IntArray
    value: IntArray
    rounded: dict[int, IntArray]
    precision: IntArray
    total: npt.NDArray[np.bool_]
    labels: tuple[tuple[str, ...], ...]
    paths: tuple[tuple[str, ...], ...]
    heads: tuple[tuple[str, ...], ...]
    titles: tuple[tuple[str, ...], ...]

    def __len__(self) -> int:
        return len(self.table)


def words(text: str) -> tuple[str, ...]:
    """Return the lower-case words of a text, digits dropped and plural endings folded.

    Chinese and Japanese are read in English where that is known, else as overlapping pairs of characters.
    """
    return tuple(
        part
        for word in _WORD.findall(translated(text).lower())
        for part in (_pairs(word) if _UNSPACED.search(word) else (_singular(word),))
    )


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 4 and word.endswith("s") and not word.endswith("ss") else word


def _pairs(word: str) -> tuple[str, ...]:
    return tuple(word[at : at + 2] for at in range(max(1, len(word) - 1)))


def _content_words(text: str) -> tuple[str, ...]:
    return tuple(word for word in words(text) if word not in _PERIOD_NOISE)


def _number(keys: Iterable[Hashable]) -> tuple[IntArray, dict[Hashable, int]]:
    ids: dict[Hashable, int] = {}
    return np.array([ids.setdefault(key, len(ids)) for key in keys], dtype=np.int32), ids


def _number_known(keys: Iterable[Hashable]) -> IntArray:
    """Return `_number`'s ids, -1 for None."""
    ids, known = _number(keys)
    return np.where(ids == known.get(None, -1), -1, ids).astype(np.int32)


def _rounded(document: Document) -> dict[int, IntArray]:
    """Return what amounts are at the coarser precisions of a document: a summary may have them in millions,
    and the statements in thousands."""
    numbers = [mention.number for mention in document.mentions]
    return {
        precision: _number_known(values)
        for precision, values in at_coarser_precisions(numbers, EVIDENCE_DIGITS)
    }


def _value_key(mention: Mention) -> Hashable:
    number = mention.number
    if number.value is None or number.digits < EVIDENCE_DIGITS:
        return None
    return abs(number.value.normalize()), number.measure


def mention_arrays(document: Document) -> MentionArrays:
    """Return the arrays of a document's mentions, its tables upright."""
    document = upright(document)
    mentions = document.mentions
    tables = document.tables
    labels, label_ids = _number(words(m.row_path[-1]) if m.row_path else () for m in mentions)
    paths, path_ids = _number(words(" ".join(m.row_path)) for m in mentions)
    heads, head_ids = _number(_content_words(" ".join(m.column_path)) for m in mentions)
    titles, title_ids = _number(_content_words(tables[m.table].title) for m in mentions)
    columns = stated_periods(document, between_balances=False)
    rows = [read_period(m.row_path[-1]) if m.row_path else Period() for m in mentions]
    flows = stated_periods(document)
    return MentionArrays(
        table=np.array([m.table for m in mentions], dtype=np.int32),
        row=np.array([m.row for m in mentions], dtype=np.int32),
        row_id=_number((m.table, m.row) for m in mentions)[0],
        column_id=_number((m.table, m.column) for m in mentions)[0],
        label=labels,
        path=paths,
        head=heads,
        title=titles,
        period=_number((p.year, p.month, p.months) for p in flows)[0],
        year=np.array([p.year for p in columns], dtype=np.int32),
        month=np.array([p.month for p in columns], dtype=np.int32),
        months=np.array([p.months for p in columns], dtype=np.int32),
        row_year=np.array([p.year for p in rows], dtype=np.int32),
        row_month=np.array([p.month for p in rows], dtype=np.int32),
        flow_year=np.array([p.year for p in flows], dtype=np.int32),
        flow_month=np.array([p.month for p in flows], dtype=np.int32),
        measure=np.array([_MEASURES.index(m.number.measure) for m in mentions], dtype=np.int32),
        currency=_number(m.number.currency for m in mentions)[0],
        value=_number_known(_value_key(m) for m in mentions),
        rounded=_rounded(document),
        precision=np.array([m.number.precision for m in mentions], dtype=np.int32),
        total=np.array(
            [bool(m.row_path) and "total" in translated(m.row_path[-1]).lower() for m in mentions], dtype=bool
        ),
        labels=_texts(label_ids),
        paths=_texts(path_ids),
        heads=_texts(head_ids),
        titles=_texts(title_ids),
    )


def _texts(ids: dict[Hashable, int]) -> tuple[tuple[str, ...], ...]:
    return tuple(key for key in ids if isinstance(key, tuple))
