"""Made-up documents for the tests of classification, with few labels, periods and values: much coincides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations

import numpy as np
from hypothesis import strategies as st

from cofitcheck.document import Document, Mention, Place, Table, TableStructure
from cofitcheck.encoding import Encoded, Vectors
from cofitcheck.filtering import CandidatePairs
from cofitcheck.mentions import IntArray
from cofitcheck.numbers import Kind, Measure, Number

Row = tuple[str, Sequence[int | None]]
MadeTable = tuple[Sequence[str], Sequence[Row]]
PLACE = Place("made-up.htm", 0)
LABELS = ("Revenue", "Total revenues", "Segments|Cost of revenue", "Balance at December 31, 2022", "Asia", "")
HEADERS = ("2024", "2023", "Year ended June 30, 2024", "Asia", "")
TITLES = ("Statements of income", "Segments", "")
VALUES = (123, -123, 1230, 456, 789, 12, 7, 0)
"""The last three are too short to be evidence."""


def number(value: int, measure: Measure = Measure.MONEY) -> Number:
    return Number(Kind.VALUE, Decimal(value), Decimal(value), measure=measure, currency="USD")


def document(*tables: MadeTable, titles: Sequence[str] = ()) -> Document:
    """Each table is its column headers and its rows; a label "Section|Row" has a section, None is no cell."""
    mentions: list[Mention] = []
    made: list[Table] = []
    for index, (headers, rows) in enumerate(tables):
        title = titles[index] if titles else ""
        made.append(Table(index, (), TableStructure.of(len(rows) + 1, len(headers) + 1), PLACE, title=title))
        for r, (label, values) in enumerate(rows, start=1):
            path = tuple(label.split("|")) if label else ()
            for c, (header, value) in enumerate(zip(headers, values, strict=True), start=1):
                if value is not None:
                    cell = (index, r, c, str(value), number(value), path, (header,) if header else (), PLACE)
                    mentions.append(Mention(len(mentions), *cell))
    return Document("made-up", tuple(made), tuple(mentions))


def with_number(original: Document, mention: int, stated: Number) -> Document:
    """The document with another number in one cell, and nothing else changed."""
    mentions = list(original.mentions)
    mentions[mention] = replace(mentions[mention], number=stated, text=str(stated.displayed))
    return replace(original, mentions=tuple(mentions))


def tables() -> st.SearchStrategy[MadeTable]:
    """Tables of up to three rows and three columns with gaps."""

    def rows_under(headers: list[str]) -> st.SearchStrategy[MadeTable]:
        width = len(headers)
        values = st.lists(st.sampled_from((*VALUES, None)), min_size=width, max_size=width)
        rows = st.lists(st.tuples(st.sampled_from(LABELS), values), min_size=1, max_size=3)
        return st.tuples(st.just(headers), rows)

    return st.lists(st.sampled_from(HEADERS), min_size=1, max_size=3).flatmap(rows_under)


def documents(smallest: int = 2) -> st.SearchStrategy[Document]:
    """Documents of up to three tables."""
    return st.lists(tables(), min_size=smallest, max_size=3).flatmap(
        lambda made: st.lists(st.sampled_from(TITLES), min_size=len(made), max_size=len(made)).map(
            lambda titles: document(*made, titles=titles)
        )
    )


def cross_pairs(of: Document) -> tuple[IntArray, IntArray]:
    """All pairs of mentions in different tables."""
    pairs = [(i.index, j.index) for i, j in combinations(of.mentions, 2) if i.table != j.table]
    array = np.array(pairs, dtype=np.int32).reshape(-1, 2)
    return array[:, 0], array[:, 1]


def candidates(of: Document, vectors: Encoded) -> CandidatePairs:
    return CandidatePairs.build(*cross_pairs(of), vectors.fact)


def encoded(n: int, seed: int = 0) -> Encoded:
    """Random unit vectors for n mentions."""
    rng = np.random.default_rng(seed)

    def unit(dimensions: int) -> Vectors:
        vectors = rng.standard_normal((n, dimensions)).astype(np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors

    return Encoded(unit(8), unit(8), unit(4))
