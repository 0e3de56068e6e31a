import numpy as np
import pytest

from cofitcheck.evaluation.gold import label, merged_names, strict_pairs
from cofitcheck.evaluation.metrics import Counts, Judge, PairScores
from cofitcheck.readers import read
from tests.evaluation.tagged_documents import at, company, context, page, table, tag

DOCUMENT = company()
LABELS = label(DOCUMENT)
GOLD = strict_pairs(LABELS)
WRONG = (at(DOCUMENT, 0, "Cash", "1,234"), at(DOCUMENT, 1, "Cash in the north", "612"))
AMBIGUOUS = (at(DOCUMENT, 0, "Debt", "5,678"), at(DOCUMENT, 1, "Borrowings", "5,678"))
UNTAGGED = (at(DOCUMENT, 0, "Other", "777"), at(DOCUMENT, 1, "Cash in the north", "500"))
ONE_TABLE = (at(DOCUMENT, 0, "Cash", "1,234"), at(DOCUMENT, 0, "Debt", "5,678"))


def scored(*pairs: tuple[int, int]) -> PairScores:
    return Judge(LABELS).score(np.array(pairs, dtype=np.int32).reshape(-1, 2))


def test_the_gold_itself_scores_one() -> None:
    scores = Judge(LABELS).score(GOLD)
    assert scores.strict.f1 == scores.clear.f1 == scores.strict.precision == scores.strict.recall == 1.0


def test_a_wrong_pair_costs_precision_and_a_missed_one_recall() -> None:
    hit = tuple(GOLD[0].tolist())
    assert scored(hit, WRONG).strict == Counts(predicted=2, gold=4, hits=1)


def test_an_ambiguous_pair_is_wrong_in_strict_and_ignored_in_clear() -> None:
    scores = scored(AMBIGUOUS)
    assert scores.strict == Counts(predicted=1, gold=4, hits=0)
    assert scores.clear == Counts(predicted=0, gold=4, hits=0)


@pytest.mark.parametrize("pair", [UNTAGGED, ONE_TABLE])
def test_untagged_mentions_and_single_tables_are_out_of_the_main_figure(pair: tuple[int, int]) -> None:
    assert scored(pair).strict == Counts(predicted=0, gold=4, hits=0)


def test_pairs_inside_a_table_are_scored_apart() -> None:
    cells = [tag("a:Cash", "now", "1,234"), tag("a:Cash", "now", "1,234"), tag("a:Debt", "now", "5,678")]
    rows = [(name, cell, "—") for name, cell in zip(("Cash", "Cash again", "Debt"), cells, strict=True)]
    document = read(page(table("Twice", rows)), name="twice.htm")
    cash, again, debt = (
        at(document, 0, row[0], text) for row, text in zip(rows, ("1,234", "1,234", "5,678"), strict=True)
    )
    scores = Judge(label(document)).score(np.array([[cash, again], [debt, again]]))
    assert scores.same_table == Counts(predicted=2, gold=1, hits=1)
    assert scores.strict == Counts()


def test_a_fact_under_two_names_is_gold_once_they_are_merged() -> None:
    equity = tag("us-gaap:StockholdersEquity", "now", "9,876", more='scale="6"')
    (axis, member), concept = next(
        (member, concept)
        for (name, member), concept in merged_names().items()
        if name == "us-gaap:StockholdersEquity" and member
    )
    part = context(
        "part",
        "<i:instant>2023-12-31</i:instant>",
        f'<xbrldi:explicitMember dimension="{axis}">{member}</xbrldi:explicitMember>',
    )
    column, line = equity.replace('"now"', '"part"'), tag(concept, "now", "9,876")
    tables = [
        table("Equity", [("Balance", column, "1"), ("Other", "2", "3")]),
        table("Balance sheet", [("Retained", line, "1"), ("Other", "2", "3")]),
    ]
    document = read(page(*tables, extra=part), name="names.htm")
    pair = np.array([[at(document, 0, "Balance", "9,876"), at(document, 1, "Retained", "9,876")]])
    scores = Judge(label(document)).score(pair)
    assert scores.merged == Counts(predicted=1, gold=1, hits=1)
    assert (scores.strict, scores.clear) == (Counts(predicted=1), Counts())


def test_order_and_repetition_of_pairs_do_not_matter() -> None:
    once = Judge(LABELS).score(GOLD[:2])
    assert Judge(LABELS).score(np.concatenate([GOLD[:2], GOLD[:2, ::-1]])) == once


def test_documents_are_summed_before_rates_are_made() -> None:
    total = Counts(predicted=1, gold=1, hits=1) + Counts(predicted=3, gold=7, hits=1)
    assert (total.precision, total.recall) == (0.5, 0.25)
    assert total.f1 == pytest.approx(1 / 3)


def test_nothing_predicted_is_no_error() -> None:
    assert (scored().strict.precision, scored().strict.recall, scored().strict.f1) == (0.0, 0.0, 0.0)
