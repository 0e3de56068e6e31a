"""The bundled encoder: the vectors of a table are its own, whatever else the document holds."""

from dataclasses import replace

import numpy as np

from cofitcheck import read
from cofitcheck.encoding import HEADS
from cofitcheck.encoding.load import load_encoder
from cofitcheck.weights import bundled
from tests.readers.html_pages import table

PAGE = (
    table(("", "2024", "2023"), ("Revenue", "1,234", "1,100"), ("Cost of sales", "(804)", "(730)")),
    table(
        ("In thousands", "2024", "2023", "2022"),
        *((f"Segment {row}", "9,310", "8,110", "7,004") for row in range(9)),
    ),
)


def test_no_bit_of_a_tables_vectors_depends_on_other_tables_or_threads() -> None:
    both, alone = (
        read(f"<html><body>{''.join(tables)}</body></html>".encode(), "a.htm") for tables in (PAGE, PAGE[:1])
    )
    encoder = load_encoder(bundled().folder, threads=1)
    together, single = encoder.encode(both), encoder.encode(alone)
    threaded = load_encoder(bundled().folder, threads=3).encode(both)
    for head in HEADS:
        vectors = getattr(together, head)
        assert len(vectors) > len(alone.mentions) > 0
        assert np.array_equal(vectors[: len(alone.mentions)], getattr(single, head))
        assert np.array_equal(vectors, getattr(threaded, head))


def test_hidden_values_move_no_bit() -> None:
    page = f"<html><body>{PAGE[0]}</body></html>"
    stated, other = (read(text.encode(), "a.htm") for text in (page, page.replace("1,234", "5,678")))
    encoder = load_encoder(bundled().folder, threads=1)
    assert np.array_equal(encoder.encode(stated).fact, encoder.encode(replace(other, name=stated.name)).fact)
