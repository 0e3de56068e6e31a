"""Sentences have the decimal comma, or the point, of the tables beside them."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

import cofitcheck

PAGE = (
    "<html><body><table><tr><td></td><td>2031</td><td>2030</td></tr>{rows}</table><p>{said}</p></body></html>"
)
COMMA, POINT = ("1.204.712", "980.300,5", "48,2"), ("1,204,712", "980,300.5", "48.2")


@pytest.mark.parametrize(
    ("cells", "said", "value"),
    [
        (COMMA, "Revenue was 48.235 thousand euros.", 48_235_000),
        (COMMA, "Revenue was 1.204,7 million euros.", 1_204_700_000),
        (COMMA, "Revenue was 48,2 million euros on 31.12.2031.", 48_200_000),
        (POINT, "Revenue was 48.235 million euros.", 48_235_000),
        (POINT, "Revenue was 48,235 thousand euros.", 48_235_000),
    ],
)
def test_a_sentence_is_read_as_the_tables_are(
    tmp_path: Path, cells: tuple[str, ...], said: str, value: int
) -> None:
    rows = "".join(
        f"<tr><td>Item {at}</td><td>{cell}</td><td>{cell}</td></tr>" for at, cell in enumerate(cells)
    )
    (tmp_path / "a.htm").write_text(PAGE.format(rows=rows, said=said), encoding="utf-8")
    (mention,) = cofitcheck.check(tmp_path / "a.htm").text.mentions
    assert mention.number.value == Decimal(value)
    assert mention.text in said
