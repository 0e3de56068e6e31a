"""What is added up for all columns at once is what adding up cell by cell gives."""

from __future__ import annotations

from decimal import Decimal
from random import Random

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.sums.table import sums_of
from tests.checks.checks_documents import Row, document


def made_up(rng: Random) -> list[Row]:
    """A table of three columns with two subtotals and a total, one number of which may be wrong."""
    columns = []
    for _ in range(3):
        first = [rng.randrange(100, 9_999) for _ in range(rng.randrange(2, 5))]
        second = [rng.randrange(-5_000, 9_999) for _ in range(3)]
        columns.append([*first, sum(first), *second, sum(first) + sum(second)])
    length = min(map(len, columns))
    columns = [column[-length:] for column in columns]
    if rng.random() < 0.5:
        columns[rng.randrange(3)][rng.randrange(length)] += rng.randrange(1, 900)
    shown = [[f"({-value:,})" if value < 0 else f"{value:,}" for value in column] for column in columns]
    return [(f"Row {at}", row) for at, row in enumerate(zip(*shown, strict=True))]


def test_every_instance_adds_up_as_its_cells_do() -> None:
    rng = Random(3)
    seen = 0
    for _ in range(60):
        made = document(made_up(rng))
        mentions, table = made.mentions, sums_of(Grid(made), 0)
        for instance in (*table.holding, *table.breaks):
            value = {each.index: each.number.value or Decimal(0) for each in mentions}
            slow = value[instance.total] - sum(sign * value[mention] for mention, sign in instance.addends)
            unit = Decimal(1).scaleb(instance.sheet.matrix.exponent)
            assert slow == instance.residual * unit
            halves = len(instance.stated) * Decimal(1_000_000) / 2
            assert (abs(slow) <= halves) == instance.holds
            seen += 1
    assert seen > 200
