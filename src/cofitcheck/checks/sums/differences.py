"""Lines that are one line less another, wherever they stand: of columns, the change from year to year."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cofitcheck.checks.sums.matrix import Matrix
from cofitcheck.checks.sums.reading import EVIDENCE
from cofitcheck.checks.sums.relations import Form, Relation

_MOST = 12
"""Among more lines any number is the difference of two others."""


def changes(matrix: Matrix) -> Iterator[Relation]:
    """Yield the lines that are one line less another: of columns, the change from one year to the next."""
    count = len(matrix.rows)
    if not 3 <= count <= _MOST:
        return
    values, stated = matrix.values, matrix.stated
    differences = values[:, None, :] - values[None, :, :]
    both = stated[:, None, :] & stated[None, :, :]
    units = matrix.units[:, None, :] + matrix.units[None, :, :]
    for total in range(count):
        applies = both & stated[total]
        holds = applies & (2 * np.abs(differences - values[total]) <= units + matrix.units[total])
        sizes = np.log10(np.maximum(np.abs(values[total]) / np.maximum(matrix.units[total], 1), 1.0))
        evidence = np.where(holds, np.maximum(sizes - np.log10(4.0 * count * count), 0.0), 0.0).sum(axis=-1)
        held, broken = holds.sum(axis=-1), (applies & ~holds).sum(axis=-1)
        for first, second in np.argwhere((evidence >= EVIDENCE) & (held >= 2) & (held >= broken)).tolist():
            if len({first, second, total}) == 3:
                addends = tuple(sorted(((first, 1), (second, -1))))
                yield Relation(
                    total,
                    addends,
                    Form.CHANGE,
                    total < min(first, second),
                    int(held[first, second]),
                    int(broken[first, second]),
                    float(evidence[first, second]),
                )
