"""Labels for mentions without tags: what tags say stays, equal numbers that look alike join them."""

from dataclasses import replace
from typing import TypeVar

import numpy as np
import pytest

from cofitcheck.document import Mention
from cofitcheck.facts import ScoredPairs
from cofitcheck.numbers import NumberContext, read_number
from cofitcheck.training.data import TrainingDocument
from cofitcheck.training.pretraining.untagged import UntaggedDocument
from cofitcheck.training.silver import to_label, untagged_example, with_silver
from cofitcheck.training.split import UNTAGGED, held_out
from tests.training.training_models import labelled

Label = TypeVar("Label")
FIRST, AGAIN = range(8), range(8, 16)
"""The mentions of the two tables of `labelled`, which state the same eight facts."""


def scored(*pairs: tuple[int, int, float]) -> ScoredPairs:
    left, right, probability = zip(*pairs, strict=True)
    return ScoredPairs(np.array(left, np.int32), np.array(right, np.int32), np.array(probability, np.float32))


def without_tags(example: TrainingDocument, places: range | list[int]) -> TrainingDocument:
    fact = example.fact.copy()
    fact[list(places)] = -1

    def rest(labels: tuple[Label | None, ...]) -> tuple[Label | None, ...]:
        return tuple(None if at in places else label for at, label in enumerate(labels))

    return replace(
        example,
        fact=fact,
        concept=rest(example.concept),
        members=rest(example.members),
        period=rest(example.period),
    )


@pytest.fixture
def half_tagged() -> TrainingDocument:
    return without_tags(labelled("Made Up Mills", "train"), AGAIN)


def test_an_equal_number_takes_over_what_the_tags_say(half_tagged: TrainingDocument) -> None:
    made = with_silver(half_tagged, scored((0, 8, 0.9), (3, 11, 0.8)))
    for tagged, new in ((0, 8), (3, 11)):
        assert made.fact[new] == half_tagged.fact[tagged]
        assert made.concept[new] == half_tagged.concept[tagged]
        assert made.period[new] == half_tagged.period[tagged]


def test_a_number_without_an_equal_is_a_fact_of_its_own(half_tagged: TrainingDocument) -> None:
    made = with_silver(half_tagged, scored((0, 8, 0.9)))
    alone = made.fact[9:]
    assert len(set(alone.tolist())) == 7
    assert not set(alone.tolist()) & set(half_tagged.fact.tolist())
    assert set(made.concept[9:]) == {None}


def test_numbers_that_differ_never_become_one_fact(half_tagged: TrainingDocument) -> None:
    made = with_silver(half_tagged, scored((0, 9, 0.99)))
    assert made.fact[9] not in half_tagged.fact[:8]
    assert not len(made.ambiguous)


def test_equal_numbers_that_may_be_one_fact_are_ambiguous(half_tagged: TrainingDocument) -> None:
    made = with_silver(half_tagged, scored((0, 8, 0.3), (1, 9, 0.001)))
    assert made.ambiguous.tolist() == [[0, 8]]
    assert made.fact[8] != made.fact[0]


def test_what_tags_judge_is_left_to_them() -> None:
    example = labelled("Made Up Mills", "train")
    told_apart = replace(example, fact=np.arange(16, dtype=np.int32))
    made = with_silver(told_apart, scored((0, 8, 0.99), (1, 9, 0.5)))
    assert made.fact.tolist() == told_apart.fact.tolist()
    assert not len(made.ambiguous)


def test_a_mention_between_two_facts_gets_no_label() -> None:
    """Its equals are two facts by their tags: which of the two it states cannot be told."""
    example = labelled("Made Up Mills", "train")
    same_number = replace(
        example.document, mentions=_same_number(example.document.mentions, source=0, place=9)
    )
    example = without_tags(replace(example, document=same_number, fact=np.arange(16, dtype=np.int32)), [8])
    assert with_silver(example, scored((0, 8, 0.9))).fact[8] == 0
    between = with_silver(example, scored((0, 8, 0.9), (8, 9, 0.9)))
    assert between.fact[8] == -1
    assert between.fact[0] != between.fact[9]


def _same_number(mentions: tuple[Mention, ...], source: int, place: int) -> tuple[Mention, ...]:
    changed = list(mentions)
    changed[place] = replace(changed[place], number=changed[source].number)
    return tuple(changed)


def test_short_numbers_get_no_label(half_tagged: TrainingDocument) -> None:
    one_digit = read_number("7", NumberContext())
    assert one_digit is not None
    mentions = tuple(
        replace(each, number=one_digit) if at == 8 else each
        for at, each in enumerate(half_tagged.document.mentions)
    )
    example = replace(half_tagged, document=replace(half_tagged.document, mentions=mentions))
    assert with_silver(example, scored((0, 9, 0.9))).fact[8] == -1


def test_a_document_without_tags_gets_facts_of_its_equal_numbers() -> None:
    document = labelled("Made Up Mills", "train").document
    made = with_silver(
        untagged_example(UntaggedDocument(document, "Elsewhere Energy")),
        scored(*((a, b, 0.9) for a, b in zip(FIRST, AGAIN, strict=True))),
    )
    assert made.split == UNTAGGED
    assert (made.fact[:8] == made.fact[8:]).all()
    assert len(set(made.fact.tolist())) == 8
    assert set(made.concept) == {None}


def test_unseen_companies_stay_as_they_are_and_teach_nothing() -> None:
    kept_from = next(name for name in (f"Company {number}" for number in range(99)) if held_out(name))
    taught_to = next(name for name in (f"Company {number}" for number in range(99)) if not held_out(name))
    labelled_ones = [labelled(kept_from, "train"), labelled(taught_to, "train"), labelled("Devon", "dev")]
    document = labelled_ones[0].document
    new, kept = to_label(
        labelled_ones, [UntaggedDocument(document, name) for name in ("Devon Inc", kept_from, "New Holding")]
    )
    assert [(each.company, each.split) for each in new] == [
        (taught_to, "train"),
        ("New Holding", UNTAGGED),
    ]
    assert [each.company for each in kept] == [kept_from, "Devon"]
