"""Made-up documents for the tests of filtering."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import numpy as np
import numpy.typing as npt

from cofitcheck.document import Document, Mention, Place, Table, TableStructure
from cofitcheck.numbers import Kind, Measure, Number

Row = tuple[str, Sequence[int | None]]


def number(value: int | None, measure: Measure = Measure.MONEY) -> Number:
    if value is None:
        return Number(Kind.DASH, None, None, measure=measure)
    return Number(Kind.VALUE, Decimal(value), Decimal(value), measure=measure)


def document(*tables: tuple[Sequence[str], Sequence[Row]], titles: Sequence[str] = ()) -> Document:
    """Each table is its column headers and its rows; a label "Section|Row" has a section."""
    mentions: list[Mention] = []
    made: list[Table] = []
    for index, (headers, rows) in enumerate(tables):
        title = titles[index] if titles else ""
        place = Place("made-up.htm", 100 * index)
        made.append(Table(index, (), TableStructure.of(len(rows) + 1, len(headers) + 1), place, title=title))
        for r, (label, values) in enumerate(rows, start=1):
            for c, (header, value) in enumerate(zip(headers, values, strict=False), start=1):
                mentions.append(
                    Mention(
                        index=len(mentions),
                        table=index,
                        row=r,
                        column=c,
                        text=str(value),
                        number=number(value),
                        row_path=tuple(label.split("|")),
                        column_path=(header,) if header else (),
                        place=place,
                    )
                )
    return Document("made-up", tuple(made), tuple(mentions))


def unit_vectors(n: int, seed: int = 0, dimensions: int = 16) -> npt.NDArray[np.float32]:
    vectors = np.random.default_rng(seed).standard_normal((n, dimensions)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors


def clustered_vectors(n: int, seed: int = 0) -> npt.NDArray[np.float32]:
    """About four vectors a cluster, cosines inside a cluster around .9."""
    rng = np.random.default_rng(seed)
    centres = unit_vectors(n // 4, seed, 64)
    noise = rng.standard_normal((n, 64)).astype(np.float32) * np.float32(0.04)
    vectors: npt.NDArray[np.float32] = centres[rng.integers(0, len(centres), n)] + noise
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors
