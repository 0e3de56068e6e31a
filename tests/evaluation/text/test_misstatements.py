"""Sentences made wrong: what changes in the text, and what is read of it then."""

from __future__ import annotations

from random import Random

import pytest

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.text.links import Links
from cofitcheck.evaluation.text.gold import said_of
from cofitcheck.evaluation.text.misstatements import MisstatementKind, any_misstated, misstated
from cofitcheck.prose import Direction, read_prose
from tests.checks.text.text_documents import with_text

SENTENCES = (
    "Net sales increased $64 million, or 5.1%, to $1,314 million in 2031 from $1,250 million in 2030.",
    "Interest expense was $23 million and $31 million in 2031 and 2030, respectively.",
)


def made(kind: MisstatementKind, number: str, seed: int = 0) -> tuple[str, list[str]]:
    """Return a passage in which a number is made wrong, and the numbers that are read of it."""
    document = with_text(*SENTENCES)
    prose = read_prose(document)
    (mention,) = (each for each in prose.mentions if each.text == number)
    links = Links(Grid(document), prose)
    cells = [each.index for each in document.mentions if each.number.value == mention.number.value]
    wrong = misstated(said_of(links, mention, cells), kind, Random(seed))
    assert wrong is not None
    after = wrong.in_document(document)
    text = after.passages[mention.passage].text
    assert wrong.after.split(" … ")[0] == text[wrong.start : wrong.end] or " … " in wrong.after
    changed = [old.index for old, new in zip(document.passages, after.passages, strict=True) if old != new]
    assert changed == [mention.passage]
    return text, [each.text for each in read_prose(after).mentions if each.passage == mention.passage]


@pytest.mark.parametrize("seed", range(8))
def test_a_slip_changes_one_number(seed: int) -> None:
    _, numbers = made(MisstatementKind.DIGIT, "$1,314 million", seed)
    assert numbers[:2] == ["$64 million", "5.1%"]
    assert numbers[2] != "$1,314 million"
    assert numbers[3] == "$1,250 million"


def test_a_scale_word_is_another() -> None:
    assert made(MisstatementKind.SCALE, "$1,314 million")[1][2] == "$1,314 billion"


def test_two_numbers_of_a_list_change_places() -> None:
    text, numbers = made(MisstatementKind.SWAPPED, "$23 million")
    assert numbers == ["$31 million", "$23 million"]
    assert text.endswith("in 2031 and 2030, respectively.")


def test_a_stale_number_is_of_another_period_of_the_row() -> None:
    found = {made(MisstatementKind.STALE, "$1,314 million", seed)[1][2] for seed in range(20)}
    assert found == {"$1,250 million", "$1,176 million"}


def test_a_change_goes_the_other_way() -> None:
    text, numbers = made(MisstatementKind.DIRECTION, "$64 million")
    assert text.startswith("Net sales decreased $64 million")
    assert numbers[0] == "$64 million"


def test_a_change_no_longer_fits() -> None:
    _, numbers = made(MisstatementKind.CHANGE, "5.1%")
    assert numbers[1] != "5.1%"
    assert numbers[1].endswith("%")


def test_a_level_has_no_direction_to_turn() -> None:
    document = with_text(SENTENCES[1])
    prose = read_prose(document)
    mention = prose.mentions[-1]
    assert mention.direction is Direction.NONE
    links = Links(Grid(document), prose)
    kinds = [MisstatementKind.DIRECTION, MisstatementKind.CHANGE]
    assert any_misstated(said_of(links, mention, ()), kinds, Random(0)) is None
