import numpy as np
import pytest

from cofitcheck.evaluation.gold import label, strict_pairs
from cofitcheck.evaluation.metrics import Counts, PairScores, candidate_recall, score_pairs
from tests.evaluation.tagged_documents import at, company

DOCUMENT = company()
LABELS = label(DOCUMENT)
GOLD = strict_pairs(LABELS)
WRONG = (at(DOCUMENT, 0, "Cash", "1,234"), at(DOCUMENT, 1, "Cash in the north", "612"))
AMBIGUOUS = (at(DOCUMENT, 0, "Debt", "5,678"), at(DOCUMENT, 1, "Borrowings", "5,678"))
UNTAGGED = (at(DOCUMENT, 0, "Other", "777"), at(DOCUMENT, 1, "Cash in the north", "500"))
ONE_TABLE = (at(DOCUMENT, 0, "Cash", "1,234"), at(DOCUMENT, 0, "Debt", "5,678"))


def scored(*pairs: tuple[int, int]) -> PairScores:
    return score_pairs(LABELS, np.array(pairs, dtype=np.int32).reshape(-1, 2))


def test_the_gold_itself_scores_one() -> None:
    scores = score_pairs(LABELS, GOLD)
    assert scores.strict.f1 == scores.clear.f1 == scores.strict.precision == scores.strict.recall == 1.0


def test_a_wrong_pair_costs_precision_and_a_missed_one_recall() -> None:
    hit = tuple(GOLD[0].tolist())
    assert scored(hit, WRONG).strict == Counts(predicted=2, gold=4, hits=1)


def test_an_ambiguous_pair_is_wrong_in_strict_and_ignored_in_clear() -> None:
    scores = scored(AMBIGUOUS)
    assert scores.strict == Counts(predicted=1, gold=4, hits=0)
    assert scores.clear == Counts(predicted=0, gold=4, hits=0)


@pytest.mark.parametrize("pair", [UNTAGGED, ONE_TABLE])
def test_untagged_mentions_and_single_tables_are_out_of_scoring(pair: tuple[int, int]) -> None:
    assert scored(pair).strict == Counts(predicted=0, gold=4, hits=0)


def test_order_and_repetition_of_pairs_do_not_matter() -> None:
    once = score_pairs(LABELS, GOLD[:2])
    assert score_pairs(LABELS, np.concatenate([GOLD[:2], GOLD[:2, ::-1]])) == once


def test_documents_are_summed_before_rates_are_made() -> None:
    total = Counts(predicted=1, gold=1, hits=1) + Counts(predicted=3, gold=7, hits=1)
    assert (total.precision, total.recall) == (0.5, 0.25)
    assert total.f1 == pytest.approx(1 / 3)


def test_nothing_predicted_is_no_error() -> None:
    assert (scored().strict.precision, scored().strict.recall, scored().strict.f1) == (0.0, 0.0, 0.0)


def test_candidate_recall_is_the_share_of_gold_among_the_candidates() -> None:
    candidates = np.concatenate([GOLD[:3], np.array([WRONG, AMBIGUOUS])])
    assert candidate_recall(LABELS, candidates).recall == 0.75
