"""Labels for documents without tags: equal numbers that look alike are one fact."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from cofitcheck.document import Document
from cofitcheck.evaluation.corpus import Filing
from cofitcheck.facts import ScoredPairs
from cofitcheck.numbers import NumberContext, read_number
from cofitcheck.training.dataset import UNTAGGED, TrainingDocument, held_out
from cofitcheck.training.pretraining.documents import UntaggedDocument
from cofitcheck.training.silver import silver, teaching
from cofitcheck.training.trees import UNTAGGED_OF_A_COMPANY, of_the_counterpart, of_the_encoder
from tests.training.training_models import labelled

DOCUMENT = labelled("Made Up Mills", "train").document
"""Two tables of eight numbers each; those of the second, 8 to 15, repeat those of the first, 0 to 7."""


def of(*pairs: tuple[int, int, float], document: Document = DOCUMENT) -> TrainingDocument:
    left, right, probability = zip(*pairs, strict=True)
    scored = ScoredPairs(
        np.array(left, np.int32), np.array(right, np.int32), np.array(probability, np.float32)
    )
    return silver(UntaggedDocument(document, "Elsewhere Energy"), scored)


def test_equal_numbers_that_look_alike_are_one_fact() -> None:
    made = of(*((number, number + 8, 0.9) for number in range(8)))
    assert (made.fact[:8] == made.fact[8:]).all()
    assert len(set(made.fact.tolist())) == 8
    assert (made.split, made.company) == (UNTAGGED, "Elsewhere Energy")
    assert not any((*made.concept, *made.members, *made.period))


def test_a_number_without_an_equal_is_a_fact_of_its_own() -> None:
    made = of((0, 8, 0.9))
    assert len(set(made.fact.tolist())) == 15


def test_numbers_that_differ_never_become_one_fact() -> None:
    made = of((0, 9, 0.99))
    assert made.fact[0] != made.fact[9]
    assert not len(made.ambiguous)


def test_equal_numbers_that_may_be_one_fact_are_ambiguous() -> None:
    made = of((0, 8, 0.3), (1, 9, 0.001))
    assert made.ambiguous.tolist() == [[0, 8]]
    assert made.fact[0] != made.fact[8]
    assert made.fact[1] != made.fact[9]


def test_short_numbers_get_no_label() -> None:
    one_digit = read_number("7", NumberContext())
    assert one_digit is not None
    mentions = tuple(
        replace(each, number=one_digit) if each.index in (0, 8) else each for each in DOCUMENT.mentions
    )
    made = of((0, 8, 0.9), (1, 9, 0.9), document=replace(DOCUMENT, mentions=mentions))
    assert made.fact[0] == made.fact[8] == -1
    assert made.fact[1] == made.fact[9] >= 0


def test_companies_that_measure_teach_nothing() -> None:
    companies = [f"Company {number}" for number in range(99)]
    kept_from = next(name for name in companies if held_out(name))
    taught_to = next(name for name in companies if not held_out(name))
    filings = [
        Filing(Path("filing.htm"), company, split)
        for company, split in ((kept_from, "train"), (taught_to, "train"), ("Devon", "dev"), ("Tess", "test"))
    ]
    untagged = [
        UntaggedDocument(DOCUMENT, name)
        for name in ("Devon Inc", "Tess", kept_from, taught_to, "New Holding")
    ]
    assert [each.company for each in teaching(untagged, filings)] == [taught_to, "New Holding"]


def test_trees_learn_from_a_few_documents_of_each_company_without_tags() -> None:
    made = of((0, 8, 0.9))
    others = [labelled("Devon", "dev"), *(labelled(f"Company {number}", "train") for number in range(9))]
    chosen = of_the_encoder([*others, *[made] * (UNTAGGED_OF_A_COMPANY + 2)])
    assert chosen[0].split == "dev"
    assert all(held_out(each.company) for each in chosen if each.split == "train")
    assert [each.split for each in chosen].count(UNTAGGED) == UNTAGGED_OF_A_COMPANY
    rest = of_the_counterpart([*others, made])
    assert {each.company for each in rest} == {f"Company {n}" for n in range(9)} - {
        each.company for each in chosen
    }
