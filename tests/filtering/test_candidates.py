"""Candidates from aligned rows and columns, and from labels."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cofitcheck.document import Document, Mention
from cofitcheck.filtering import (
    AlignmentSettings,
    CandidatePairs,
    LexicalSettings,
    alignment_pairs,
    lexical_pairs,
)
from cofitcheck.filtering.alignment import jaccard, similar_labels
from cofitcheck.mentions.words import row_words, word_set, years
from cofitcheck.numbers import Measure
from tests.filtering.filtering_documents import Row, document, number, unit_vectors

YEARS = ("2023", "2022", "2021")


def placed(found: CandidatePairs) -> set[tuple[int, int]]:
    return set(zip(found.left.tolist(), found.right.tolist(), strict=True))


def aligned(made: Document, settings: AlignmentSettings | None = None) -> set[tuple[int, int]]:
    return placed(alignment_pairs(made, unit_vectors(len(made.mentions)), settings))


def lexical(made: Document, settings: LexicalSettings | None = None) -> set[tuple[int, int]]:
    return placed(lexical_pairs(made, unit_vectors(len(made.mentions)), settings))


@pytest.mark.parametrize("stated", [2345, 9999], ids=["right", "wrong"])
def test_a_cell_meets_its_counterpart_through_one_other_of_its_row(stated: int) -> None:
    made = document((YEARS[:2], [("Profit", (1234, 2345))]), (YEARS[:2], [("Earnings", (1234, stated))]))
    # A wrong number keeps its own candidate, and takes from its neighbour the only value that spoke for it.
    assert aligned(made) == ({(0, 2), (1, 3)} if stated == 2345 else {(1, 3)})


def test_columns_with_different_headers_match_through_another_row() -> None:
    heads, others = YEARS[:2], ("FY23", "FY22")
    profit, sales = ("Profit", (1234, 2345)), ("Sales", (5678, 6789))
    alone = document((heads, [profit]), (others, [("Earnings", (1234, 2345))]))
    assert aligned(alone) == set()
    both = document(
        (heads, [profit, sales]), (others, [("Earnings", (1234, 9999)), ("Revenue", (5678, 6789))])
    )
    # The neighbours of the wrong number find nothing that matches both their row and their column.
    assert aligned(both) == {(1, 5), (2, 6)}


def test_more_shared_values_can_be_asked_for() -> None:
    made = document((YEARS, [("Profit", (1234, 2345, 3456))]), (YEARS, [("Earnings", (1234, 2345, 888))]))
    assert aligned(made) == {(0, 3), (1, 4), (2, 5)}
    assert aligned(made, AlignmentSettings(shared=2)) == {(2, 5)}


def test_short_numbers_and_common_values_align_nothing() -> None:
    short = document((YEARS, [("a", (12, 34, 5))]), (YEARS, [("b", (12, 34, 6))]))
    assert aligned(short) == set()
    tables = [(YEARS, [(f"row {k}", (1234, 5678, 1000 + k))]) for k in range(4)]
    assert aligned(document(*tables), AlignmentSettings(common=3)) == set()
    assert len(aligned(document(*tables), AlignmentSettings(common=4))) == 3 * 6


def test_a_wrong_cell_meets_its_counterpart_through_its_column() -> None:
    made = document(
        (("A",), [("Cash", (1234,)), ("Debt", (2345,)), ("Total assets", (3456,)), ("Other", (17,))]),
        (("B",), [("Cash", (1234,)), ("Debt", (2345,)), ("Assets", (4356,)), ("Goodwill", (18,))]),
    )
    # Of the two right ones each has only the other to speak for it.
    assert aligned(made) == {(2, 6)}


def test_different_units_never_pair() -> None:
    made = document(
        (YEARS, [("Profit", (1234, 2345, 3456))]),
        (YEARS, [("Earnings", (1234, 2345, 3456))]),
    )
    shares = [*made.mentions[:5], replace(made.mentions[5], number=number(3456, Measure.SHARES))]
    assert aligned(Document("made-up", made.tables, tuple(shares))) == {(0, 3), (1, 4)}


def test_blanks_are_no_candidates() -> None:
    made = document(
        (YEARS, [("Profit", (1234, 2345, None))]),
        (YEARS, [("Profit", (1234, 2345, 3456))]),
    )
    assert aligned(made) == {(0, 3), (1, 4)}
    assert lexical(made) == {(0, 3), (1, 4)}


def equal_elsewhere(a: Mention, b: Mention, first: list[Mention], second: list[Mention]) -> int:
    """Count the pairs of equal values of two lines without `a` and `b`."""
    return sum(
        min(x.number.digits, y.number.digits) >= 3 and abs(x.number.value or 0) == abs(y.number.value or 0)
        for x in first
        for y in second
        if a.index != x.index and b.index != y.index
    )


def slow_alignment(made: Document, shared: int = 1) -> set[tuple[int, int]]:
    """The slow twin of `alignment_pairs`: every pair of mentions, every count from scratch."""

    def line(of: Mention, name: str) -> list[Mention]:
        same = [m for m in made.mentions if m.table == of.table and m.number.value is not None]
        return [m for m in same if getattr(m, name) == getattr(of, name)]

    found = set()
    for a in made.mentions:
        for b in made.mentions[a.index + 1 :]:
            if a.table == b.table or a.number.value is None or b.number.value is None:
                continue
            rows = equal_elsewhere(a, b, line(a, "row"), line(b, "row"))
            columns = equal_elsewhere(a, b, line(a, "column"), line(b, "column"))
            heads = bool(a.column_path) and a.column_path[-1:] == b.column_path[-1:]
            first, second = row_words(a, ""), row_words(b, "")
            if (rows >= shared and (heads or columns)) or (
                columns >= 2 and (rows or jaccard(first, second) >= 0.6)
            ):
                found.add((a.index, b.index))
    return found


def random_document(seed: int) -> Document:
    rng = random.Random(seed)
    names = ["Net income", "Net loss", "Income net of tax", "Total", "Cash", "Other cash", "Deferred tax"]
    values = [None, 0, 7, 42, *(rng.randint(100, 99_999) for _ in range(12))]
    tables = []
    for _ in range(4):
        heads = rng.sample(["2023", "2022", "Change", "Level 1", ""], 3)
        rows: list[Row] = [
            (rng.choice(names), [rng.choice(values) for _ in heads]) for _ in range(rng.randint(1, 6))
        ]
        tables.append((heads, rows))
    return document(*tables)


@pytest.mark.parametrize("shared", [1, 2])
@pytest.mark.parametrize("seed", range(30))
def test_alignment_agrees_with_the_slow_twin(seed: int, shared: int) -> None:
    made = random_document(seed)
    assert aligned(made, AlignmentSettings(shared=shared)) == slow_alignment(made, shared)


def test_some_random_documents_do_align() -> None:
    for shared in (1, 2):
        assert sum(bool(slow_alignment(random_document(seed), shared)) for seed in range(30)) > 10


@given(st.integers(0, 29), st.data())
@settings(max_examples=60, deadline=None)
def test_a_mentions_own_value_never_changes_its_candidates(seed: int, data: st.DataObject) -> None:
    made = random_document(seed)
    stated = [mention for mention in made.mentions if mention.number.value is not None]
    changed = data.draw(st.sampled_from(stated))
    # The values of the others above all: those are what a wrong number may be mistaken for.
    value = data.draw(st.sampled_from([*(int(m.number.value or 0) for m in stated), 7, 98_765]))
    mentions = [replace(m, number=number(value)) if m is changed else m for m in made.mentions]
    after = replace(made, mentions=tuple(mentions))
    before, later = aligned(made), aligned(after)
    own = {pair for pair in before if changed.index in pair}
    assert own == {pair for pair in later if changed.index in pair}


def slow_lexical(made: Document) -> set[tuple[int, int]]:
    return {
        (a.index, b.index)
        for a in made.mentions
        for b in made.mentions[a.index + 1 :]
        if a.table != b.table
        and a.number.value is not None
        and b.number.value is not None
        and years(a) == years(b)
        and jaccard(row_words(a, ""), row_words(b, "")) >= 0.6
    }


@pytest.mark.parametrize("seed", range(10))
def test_lexical_agrees_with_the_slow_twin(seed: int) -> None:
    made = random_document(seed)
    assert slow_lexical(made)
    assert lexical(made) == slow_lexical(made)


def test_lexical_needs_neither_neighbours_nor_equal_values() -> None:
    made = document(
        (("2023", "2022"), [("Net income (1)", (10, 20))]),
        (("Year ended 2023", "Change"), [("NET INCOME", (30, 40))]),
    )
    assert lexical(made) == {(0, 2)}


def test_a_bare_total_takes_the_words_of_its_section_and_then_of_its_title() -> None:
    made = document(
        (("2023",), [("Current assets|Total", (10,))]),
        (("2023",), [("Total current assets", (10,))]),
        (("2023",), [("Total", (10,))]),
        titles=("", "", "Current assets"),
    )
    assert lexical(made) == {(0, 1), (0, 2), (1, 2)}


def test_a_crowded_label_keeps_its_most_similar_pairs() -> None:
    tables = [(("2023",), [("Net income", (k,)), ("Cash", (k,))]) for k in range(8)]
    made = document(*tables)
    vectors = unit_vectors(len(made.mentions))
    found = lexical_pairs(made, vectors, LexicalSettings(pairs_per_label=5))
    every = lexical_pairs(made, vectors)
    assert (len(every), len(found)) == (2 * 28, 2 * 5)
    income = every.take(every.left % 2 == 0).best(5)
    assert placed(found.take(found.left % 2 == 0)) == placed(income)


label_sets = st.lists(st.frozensets(st.sampled_from("abcdefg"), min_size=1), unique=True, max_size=25)


@given(label_sets, st.sampled_from([0.5, 0.6, 0.75, 1.0]))
def test_similar_labels_agree_with_the_slow_twin(labels: list[frozenset[str]], threshold: float) -> None:
    expected = [
        (i, j)
        for i in range(len(labels))
        for j in range(i + 1, len(labels))
        if jaccard(labels[i], labels[j]) >= threshold
    ]
    assert similar_labels(labels, threshold) == expected


def test_a_hostile_number_of_labels_on_one_word_is_bounded() -> None:
    labels = [frozenset({"same", f"other{k}"}) for k in range(50)]
    assert len(similar_labels(labels, 0.3)) == 50 * 49 // 2
    assert len(similar_labels(labels, 0.3, max_bucket=5)) < 50 * 5


def test_words_and_years() -> None:
    assert word_set("Total Revenues, net (2) of the 2023 Group") == {"revenues", "net", "group"}
    made = document((("December 31, 2023",), [("Balance at January 1, 2022", (1,))]))
    assert years(made.mentions[0]) == {"2023"}
    plain = document((("Total",), [("Balance at January 1, 2022", (1,))]))
    assert years(plain.mentions[0]) == {"2022"}


@pytest.mark.parametrize("find", [alignment_pairs, lexical_pairs])
def test_a_document_without_mentions_has_no_candidates(find: object) -> None:
    assert callable(find)
    assert len(find(document(), np.empty((0, 4), np.float32))) == 0
