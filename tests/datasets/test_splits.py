import random

import pytest

from cofitcheck.datasets import SPLITS, SplitMember, assign, require_sound
from cofitcheck.errors import InputError


def sizes(documents: dict[str, int], splits: dict[str, str]) -> list[int]:
    return [sum(documents[name] for name, split in splits.items() if split == each) for each in SPLITS]


def member(file: str, split: str, company: str = "", entity: str = "", sha256: str = "") -> SplitMember:
    return SplitMember(file, split, company or file, entity or file, sha256 or file)


SOUND = [member("a", "train"), member("b", "dev"), member("c", "test")]


def test_equal_companies_are_dealt_eight_to_one_to_one() -> None:
    documents = {f"company {number}": 3 for number in range(50)}
    assert sizes(documents, assign(documents, seed=0)) == [120, 15, 15]


@pytest.mark.parametrize("seed", range(20))
def test_unequal_companies_come_close(seed: int) -> None:
    draw = random.Random(seed)
    documents = {f"company {number}": draw.choice([1, 1, 2, 3, 5, 12]) for number in range(100)}
    train, dev, test = sizes(documents, assign(documents, seed))
    total = sum(documents.values())
    assert abs(train / total - 0.8) < 0.04
    assert abs(dev / total - 0.1) < 0.04
    assert abs(test / total - 0.1) < 0.04


def test_the_order_of_the_companies_does_not_matter() -> None:
    documents = {f"company {number}": number % 4 + 1 for number in range(30)}
    backwards = dict(reversed(documents.items()))
    assert assign(documents, 7) == assign(backwards, 7)
    assert assign(documents, 7) != assign(documents, 8)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("companies", [3, 4, 5, 9])
def test_few_companies_still_fill_every_split(companies: int, seed: int) -> None:
    documents = {f"company {number}": number + 1 for number in range(companies)}
    assert set(assign(documents, seed).values()) == set(SPLITS)


def test_too_few_companies_leave_a_split_empty() -> None:
    with pytest.raises(InputError, match="The split test would be empty: 2 companies cannot fill 3"):
        assign({"a": 5, "b": 5}, 0)
    with pytest.raises(InputError, match="The split dev would be empty: 1 company cannot fill 3"):
        assign({"a": 5}, 0)


def test_sound_splits_pass() -> None:
    require_sound([*SOUND, member("d", "train", company="a", entity="a")])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (member("d", "dev", sha256="a"), "the document d is in two splits: a is in train, d in dev"),
        (member("d", "dev", company="a"), "the company a is in two splits: a is in train, d in dev"),
        (member("d", "dev", entity="a"), "the company a is in two splits: a is in train, d in dev"),
        (member("d", "validation"), "the split validation is not one of train, dev, test"),
    ],
)
def test_what_is_in_two_splits_is_named(wrong: SplitMember, said: str) -> None:
    with pytest.raises(InputError, match=said):
        require_sound([*SOUND, wrong])


@pytest.mark.parametrize("left", [0, 1, 2])
def test_an_empty_split_is_named(left: int) -> None:
    with pytest.raises(InputError, match=f"The split {SPLITS[left]} is empty"):
        require_sound([member for member in SOUND if member is not SOUND[left]])
