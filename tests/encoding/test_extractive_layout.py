from typing import Any

import numpy as np
import pytest

from cofitcheck.document import Document
from cofitcheck.encoding.layouts import ContextSettings, ExtractiveLayout, ParallelLayout
from cofitcheck.encoding.passes import PackedPass
from tests.encoding.context_documents import debt, long_table, pieces, text_of


def passes(document: Document, **settings: Any) -> list[PackedPass]:
    return ExtractiveLayout(pieces(), ContextSettings(**settings)).passes(document)


def test_the_context_is_the_one_of_parallel_encoding() -> None:
    (extractive,) = passes(debt())
    (parallel,) = ParallelLayout(pieces()).passes(debt())
    assert np.array_equal(extractive.tokens, parallel.tokens[: len(extractive)])


def test_the_query_is_where_the_number_ends() -> None:
    (one,) = passes(debt(), masked=False)
    printed = [mention.text for mention in debt().mentions]
    for query, text in zip(one.queries, printed, strict=True):
        assert text_of(one.tokens[: query + 1]).endswith(f"| {text}")


def test_the_query_of_a_masked_number_is_its_placeholder() -> None:
    (one,) = passes(debt())
    text = text_of(one.tokens)
    found = [place for place in range(len(text)) if text.startswith("| #", place)]
    assert [int(query) for query in one.queries] == [len(text[: place + 3].encode()) - 1 for place in found]


@pytest.mark.parametrize("causal", [True, False])
def test_all_tokens_are_one_unit_in_order(causal: bool) -> None:
    (one,) = passes(debt(), causal=causal)
    mask = np.ones((len(one), len(one)), np.bool_)
    assert np.array_equal(one.attention(), np.tril(mask) if causal else mask)
    assert np.array_equal(one.positions, np.arange(len(one)))


def test_mentions_of_every_part_are_queried_in_it() -> None:
    made = passes(long_table(60), limit=900)
    assert len(made) > 1
    for each in made:
        assert all(text_of(each.tokens[query - 2 : query + 1]) == "| #" for query in each.queries)
