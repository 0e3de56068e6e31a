"""Sentences beside a table: what is tied, what contradicts, and what is another fact."""

from __future__ import annotations

from decimal import Decimal

import pytest

from cofitcheck.checks import Grid
from cofitcheck.checks.model import FindingKind
from cofitcheck.checks.reasons import ReasonCode
from cofitcheck.checks.text.links import Links
from cofitcheck.checks.text.near_misses import NearMiss, near_misses
from cofitcheck.checks.text.ties import ties_of
from cofitcheck.prose import read_prose
from tests.checks.text.text_documents import ByWords, checked, with_text


def tied(*texts: str) -> dict[str, list[str]]:
    """Return the texts of the cells that each number is tied to."""
    document = with_text(*texts)
    account = checked(document).account
    return {
        account.mentions[said].text: [document.mentions[cell].text for cell in cells]
        for said, cells in account.tied.items()
    }


def told(*texts: str) -> list[tuple[str, str, list[str], str]]:
    """Return of each finding the number, how it differs, the cells, and what these come to."""
    document = with_text(*texts)
    return [
        (
            each.told.said.text,
            each.told.slip,
            [document.mentions[cell].text for cell in each.mentions],
            f"{each.told.computed:f}",
        )
        for each in checked(document).findings
        if each.told
    ]


def test_levels_and_changes_are_tied_to_their_cells() -> None:
    sentence = (
        "Net sales increased $64 million, or 5.1%, to $1,314 million in 2031 from $1,250 million in 2030."
    )
    assert tied(sentence) == {
        "$64 million": ["1,314", "1,250"],
        "5.1%": ["1,314", "1,250"],
        "$1,314 million": ["1,314"],
        "$1,250 million": ["1,250"],
    }
    assert told(sentence) == []


def test_numbers_of_a_list_are_tied_in_order() -> None:
    found = tied("Interest expense was $23 million, $31 million and $36 million in 2031, 2030 and 2029.")
    assert found == {"$23 million": ["23"], "$31 million": ["31"], "$36 million": ["36"]}


@pytest.mark.parametrize(
    ("sentence", "finding"),
    [
        (
            "Net sales were $1,341 million in 2031.",
            ("$1,341 million", "transposition", ["1,314"], "1314000000"),
        ),
        (
            "Selling expenses were $14 million in 2031.",
            ("$14 million", "dropped digit", ["147"], "147000000"),
        ),
        ("Net income was $286 billion in 2031.", ("$286 billion", "scale", ["286"], "286000000")),
        (
            "Gross profit was $459 million in 2031.",
            ("$459 million", "other period", ["512"], "512000000"),
        ),
        ("Net sales increased 9.4% in 2031.", ("9.4%", "other", ["1,314", "1,250"], "5.1")),
        ("Net sales decreased 5.1% in 2031.", ("5.1%", "direction", ["1,314", "1,250"], "5.1")),
        (
            "Selling expenses increased $5 million in 2031.",
            ("$5 million", "direction", ["147", "152"], "5000000"),
        ),
    ],
)
def test_what_a_sentence_has_wrong_is_found(sentence: str, finding: tuple[str, str, list[str], str]) -> None:
    number, slip, cells, _ = finding
    found = told(sentence)
    assert [each[:3] for each in found] == [(number, slip, cells)]
    assert Decimal(found[0][3]) == Decimal(finding[3])


@pytest.mark.parametrize(
    "sentence",
    [
        "We expect net sales of $1,341 million in 2032.",
        "Net sales exceeded $1,300 million in 2031.",
        "Gross profit was approximately $510 million in 2031.",
        "The loan of $1,750 million falls due in 2036.",
        "Net income rose by $66 million in 2031.",
        "Net sales were $1,314 in 2031.",
    ],
)
def test_what_is_expected_rounded_or_of_something_else_is_no_finding(sentence: str) -> None:
    assert told(sentence) == []


def test_the_wrong_numbers_of_one_statement_are_one_finding() -> None:
    assert len(told("Net sales decreased $64 million, or 5.1%, in 2031.")) == 1


def test_sentences_against_the_unit_of_one_table_are_one_finding() -> None:
    sentences = ("Net income was $286 billion in 2031.", "Gross profit was $512 billion in 2031.")
    assert [each[1] for each in told(*sentences)] == ["scale"]


def test_two_numbers_in_each_others_place_are_one_finding() -> None:
    found = told("Gross profit was $459 million and $512 million in 2031 and 2030, respectively.")
    assert [each[1] for each in found] == ["other period"]


def test_a_number_told_for_both_years_is_found() -> None:
    found = told("Gross profit was $512 million and $512 million in 2031 and 2030, respectively.")
    assert found == [("$512 million", "other period", ["459"], "459000000")]


def near_miss(text: str) -> NearMiss:
    """Return what the first number that may be wrong is held against first."""
    links = Links(Grid(document := with_text(text)), read_prose(document))
    sentences = list(links.sentences.values())
    return next(near_misses(links, ties_of(links, ByWords(), sentences), sentences))[0]


def test_what_the_rest_of_a_list_tells_of_a_number() -> None:
    listed = near_miss(
        "Gross profit was $522 million and $459 million in 2031 and 2030, respectively."
    ).context
    assert (listed.listed, listed.in_list, listed.of_list, listed.exchanged) == (1.0, 1, 1, False)
    swapped = near_miss(
        "Gross profit was $459 million and $512 million in 2031 and 2030, respectively."
    ).context
    assert (swapped.listed, swapped.in_list, swapped.exchanged) == (0.0, 0, True)
    alone = near_miss("Gross profit was $522 million in 2031.").context
    assert (alone.listed, alone.of_list, alone.exchanged, alone.printed) == (-1.0, 0, False, False)


def test_a_change_stands_beside_the_numbers_it_is_between() -> None:
    both = near_miss("Net sales increased $94 million to $1,314 million in 2031 from $1,250 million in 2030.")
    assert both.context.supporting == 2
    one = near_miss("Net sales were $1,314 million in 2031, an increase of 9.4%.")
    assert one.context.supporting == 1


def test_a_finding_says_why_and_by_how_much() -> None:
    (finding,) = checked(with_text("Net sales were $1,341 million in 2031.")).findings
    assert finding.kind is FindingKind.TEXT
    assert finding.difference == Decimal(27_000_000)
    assert {ReasonCode.NAMES_ROW, ReasonCode.SAME_YEAR} <= {each.why for each in finding.reasons}


def test_a_cell_that_a_sentence_confirms_is_entered() -> None:
    document = with_text("Net income was $286 million in 2031.")
    (confirmed,) = checked(document).holding
    assert [document.mentions[each].text for each in confirmed.mentions] == ["286"]


def test_a_change_in_constant_currency_is_held_against_nothing() -> None:
    sentence = "In constant currency net sales were $1,290 million and increased $40 million in 2031."
    assert told(sentence) == []
    assert told(sentence.replace("In constant currency net", "Net")) != []
