"""The methods that need no training: value equality, rules before our classifier, and no first stage."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from cofitcheck.checker import Checker
from cofitcheck.document import Document
from cofitcheck.evaluation.methods import Matches, MethodOptions, Pairs, load_method
from cofitcheck.evaluation.methods.autocheck import grouped_pairs
from cofitcheck.evaluation.methods.default import Heuristic
from cofitcheck.evaluation.methods.value import AllPairs, count_pairs, sample_pairs
from cofitcheck.numbers import Measure
from tests.checker.checker_fakes import CASH, INCOME, SEGMENTS, STAGES, filing
from tests.classification.classification_documents import document, number, with_number


def predicted(method: str, of: Document) -> list[tuple[int, int]]:
    matches = load_method(method).match(of)
    assert len(matches.candidates) == len(matches.probability)
    return as_list(matches.predicted)


def as_list(pairs: Pairs) -> list[tuple[int, int]]:
    return [(int(left), int(right)) for left, right in pairs]


def one_row_tables(*rows: tuple[str, int]) -> Document:
    """One table a row, each under one header."""
    return document(*(((header,), [("Sales", [value])]) for header, value in rows))


def test_equal_values_of_different_tables_match_whatever_their_labels() -> None:
    made = document((("2024",), [("Sales", [456]), ("Taxes", [456])]), (("2023",), [("Debt", [456])]))
    assert predicted("value", made) == [(0, 2), (1, 2)]


def test_a_value_printed_as_a_deduction_equals_itself() -> None:
    assert predicted("value", one_row_tables(("2024", 456), ("2024", -456))) == [(0, 1)]


def test_values_of_two_digits_do_not_match() -> None:
    assert predicted("value", one_row_tables(("2024", 45), ("2024", 45))) == []
    assert predicted("value", one_row_tables(("2024", 4500), ("2024", 4500))) == []


def test_values_compare_in_base_units() -> None:
    in_thousands = filing((("Revenue", "1,234", "2,345"),))
    made = filing((("Revenue", "1,234", "2,345"),), (("Revenue", "1,234", "9,876"),))
    assert [m.number.value for m in in_thousands.mentions] == [1_234_000_000, 2_345_000_000]
    assert predicted("value", made) == [(0, 2)]


def test_a_share_count_does_not_equal_an_amount() -> None:
    made = one_row_tables(("2024", 456), ("2024", 456))
    assert predicted("value", with_number(made, 1, number(456, Measure.SHARES))) == []
    assert predicted("value", with_number(made, 1, number(456, Measure.UNKNOWN))) == [(0, 1)]


def test_value_period_wants_the_same_period_too() -> None:
    made = one_row_tables(("2024", 456), ("2023", 456), ("Year ended June 30, 2024", 456), ("2024", 456))
    assert len(predicted("value", made)) == 6
    assert predicted("value-period", made) == [(0, 3)]


def test_groups_keep_apart_years_kinds_of_period_and_measures() -> None:
    made = one_row_tables(("2024", 456), ("2023", 456), ("As of June 30, 2024", 1), ("Year ended 2024", 2))
    assert as_list(grouped_pairs(made)) == [(0, 2), (0, 3)]
    in_shares = with_number(made, 0, number(456, Measure.SHARES))
    assert as_list(grouped_pairs(in_shares)) == []


def test_what_states_no_period_or_measure_fits_every_group() -> None:
    made = one_row_tables(("2024", 456), ("Amount", 456), ("2023", 456))
    assert as_list(grouped_pairs(made)) == [(0, 1), (1, 2)]
    unknown = with_number(made, 1, number(456, Measure.UNKNOWN))
    assert as_list(grouped_pairs(unknown)) == [(0, 1), (1, 2)]


def test_groups_join_no_two_numbers_of_one_table() -> None:
    made = document((("2024",), [("Sales", [456]), ("Taxes", [7])]), (("2024",), [("Debt", [8])]))
    assert as_list(grouped_pairs(made)) == [(0, 2), (1, 2)]


def test_groups_do_not_depend_on_values() -> None:
    made = one_row_tables(("2024", 456), ("Amount", 456), ("2023", 456))
    changed = with_number(made, 1, number(99_999))
    assert as_list(grouped_pairs(changed)) == as_list(grouped_pairs(made))


def test_grouped_pairs_of_a_document_of_several_blocks_are_those_of_the_rules() -> None:
    years = [2020 + at % 3 for at in range(700)]
    made = one_row_tables(*((str(year), 456) for year in years))
    wanted = [(i, j) for i, j in combinations(range(700), 2) if years[i] == years[j]]
    assert as_list(grouped_pairs(made)) == wanted


def test_heuristic_classifies_the_grouped_pairs_and_builds_fact_sets() -> None:
    made = filing(INCOME, CASH, SEGMENTS)
    matches = Heuristic(Checker(stages=STAGES)).match(made)
    assert as_list(matches.candidates) == as_list(grouped_pairs(made))
    same = [
        (a.index, b.index)
        for a, b in combinations(made.mentions, 2)
        if a.table != b.table and (a.row_path, a.column_path) == (b.row_path, b.column_path)
    ]
    assert sorted(as_list(matches.predicted)) == same


def test_no_first_stage_looks_at_all_pairs_of_a_small_document() -> None:
    made = filing(INCOME, CASH, SEGMENTS)
    tables = np.array([mention.table for mention in made.mentions])
    matches = AllPairs(Checker(stages=STAGES)).match(made)
    across = [(i, j) for i, j in combinations(range(len(tables)), 2) if tables[i] != tables[j]]
    assert as_list(matches.candidates) == across
    assert matches.estimate is not None
    assert matches.estimate.pairs == len(across) == count_pairs(tables)


def test_no_first_stage_estimates_from_a_sample_of_a_larger_one() -> None:
    made = filing(INCOME, CASH, SEGMENTS)
    matches = AllPairs(Checker(stages=STAGES), sample=30).match(made)
    assert 20 <= len(matches.candidates) <= 30
    assert matches.estimate is not None
    assert matches.estimate.pairs == 2 * 2 * (4 * 3 + 4 * 3 + 3 * 3)
    assert matches.estimate.seconds > 0


def test_a_sample_is_across_tables_without_repeats_and_repeatable() -> None:
    tables = np.repeat(np.arange(20), 20)
    pairs = sample_pairs(tables, 5000)
    assert len(np.unique(pairs, axis=0)) == len(pairs) == 5000
    assert (pairs[:, 0] < pairs[:, 1]).all()
    assert (tables[pairs[:, 0]] != tables[pairs[:, 1]]).all()
    assert (sample_pairs(tables, 5000) == pairs).all()


@pytest.mark.parametrize("method", ["value", "value-period"])
def test_a_document_without_pairs_gives_none(method: str) -> None:
    matches: Matches = load_method(method, MethodOptions()).match(one_row_tables(("2024", 456)))
    assert matches.candidates.shape == matches.predicted.shape == (0, 2)
