"""What is plain: the words, the period and the rest of the sentence decide, and trees are not asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cofitcheck.checks.model import Severity
from cofitcheck.document import Passage, Place
from tests.checks.checks_documents import Row, document
from tests.checks.text.text_documents import Doubtful, checked, with_text
from tests.prose.prose_documents import COVER


def told(*texts: str) -> list[tuple[str, str, list[str]]]:
    """Return the plain findings: the number, how it differs, and the cells."""
    document = with_text(*texts)
    return [
        (each.told.said.text, each.told.slip, [document.mentions[cell].text for cell in each.mentions])
        for each in checked(document, Doubtful()).findings
        if each.told
    ]


@pytest.mark.parametrize(
    ("sentence", "finding"),
    [
        (
            "Net sales increased $94 million, or 5.1%, to $1,314 million in 2031 from $1,250 million.",
            ("$94 million", "digit", ["1,314", "1,250"]),
        ),
        (
            "Net sales increased $64 million, or 5.1%, to $1,490 million in 2031 from $1,250 million.",
            ("$1,490 million", "other", ["1,314"]),
        ),
        (
            "Net sales were $1,314 million in 2031, an increase of 9.4%.",
            ("9.4%", "other", ["1,314", "1,250"]),
        ),
        (
            "Interest expense was $23 million, $13 million and $36 million in 2031, 2030 and 2029.",
            ("$13 million", "transposition", ["31"]),
        ),
        (
            "Gross profit was $459 million and $512 million in 2031 and 2030, respectively.",
            ("$459 million", "other period", ["512"]),
        ),
        ("Selling expenses were $152 million in 2031.", ("$152 million", "other period", ["147"])),
        ("Gross profit was $521 million in 2031.", ("$521 million", "transposition", ["512"])),
        ("Net sales decreased 5.1% in 2031.", ("5.1%", "direction", ["1,314", "1,250"])),
        ("Interest expense increased $4 million in 2031.", ("$4 million", "other", ["23", "31"])),
    ],
)
def test_what_is_plainly_wrong_is_found(sentence: str, finding: tuple[str, str, list[str]]) -> None:
    assert told(sentence) == [finding]


@pytest.mark.parametrize(
    "sentence",
    [
        "Net sales increased $64 million, or 5.1%, to $1,314 million in 2031 from $1,250 million.",
        "Net sales of spare parts increased $94 million in 2031.",
        "Gross profit excluding warranty was $521 million in 2031.",
        "Gross profit included $521 million of licences in 2031.",
        "Net sales increased $94 million in 2031, and $34 million in 2031 of that was in Europe.",
        "Net sales increased 7.3%, adjusted for currency, in 2031.",
        "Gross profit was $521 million in 2027.",
        "Gross profit was $12 million in 2031.",
        "Gross profit was $521 million in 2031, compared to $495 million in 2030.",
        "The plan received $32 million and $31 million for the years 2031 and 2030.",
        "Gross profit was $512 million in fiscal 2032, compared to $459 million in the prior year.",
    ],
)
def test_what_may_be_something_else_is_left_to_the_trees(sentence: str) -> None:
    assert told(sentence) == []


def test_a_balance_that_is_expected_to_fall_is_stated_all_the_same() -> None:
    sentence = "Gross profit was $521 million in 2031, most of which is expected to be paid out."
    assert [each[0] for each in told(sentence)] == ["$521 million"]


FEES: list[Row] = [
    ("Brokerage fees for exercise of warrants", ("211,250", "187,130", "166,420")),
    ("Gain on extinguishment of liability", ("4,290", "3,110", "2,870")),
    ("Increase of deposits and securities pledged", ("588,518", "214,775", "93,316")),
]


@pytest.mark.parametrize(
    ("sentence", "finding"),
    [
        (
            "In 2031 we paid $211,520 thousand of brokerage fees for a placement of warrants.",
            [("$211,520 thousand", "transposition", ["211,250"])],
        ),
        ("In 2031 we paid $998,420 thousand of brokerage fees for a placement of warrants.", []),
        # Of six digits one word is enough, of five it is not.
        ("In 2031 securities of $558,518 thousand.", [("$558,518 thousand", "digit", ["588,518"])]),
        ("In 2029 securities of $93,376 thousand.", []),
        (
            "Gain on extinguishment of liability was $4.3 in 2031.",
            [("$4.3", "scale", ["4,290"])],
        ),
        ("Gain on extinguishment of liability was $4.3 million in 2031.", []),
    ],
)
def test_long_numbers_and_amounts_in_tenths_are_plain(
    sentence: str, finding: list[tuple[str, str, list[str]]]
) -> None:
    made = document(FEES, headers=("2031", "2030", "2029"), titles=("Cash flows",), scale=3)
    passages = tuple(Passage(n, text, Place("made-up", n)) for n, text in enumerate((COVER, sentence)))
    made = replace(made, passages=passages)
    found = checked(made, Doubtful()).findings
    assert [
        (each.told.said.text, each.told.slip, [made.mentions[cell].text for cell in each.mentions])
        for each in found
        if each.told
    ] == finding


@pytest.mark.parametrize(
    ("sentence", "severity"),
    [
        ("Gross profit was $521 million in 2031.", Severity.HIGH),
        ("Net sales decreased 5.1% in 2031.", Severity.HIGH),
        ("Selling expenses were $152 million in 2031.", Severity.MEDIUM),
        ("Interest expense increased $4 million in 2031.", Severity.MEDIUM),
    ],
)
def test_a_slip_is_likelier_an_error_than_another_number(sentence: str, severity: Severity) -> None:
    (finding,) = checked(with_text(sentence), Doubtful()).findings
    assert finding.severity is severity


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Cash in hand was $521 million as of March 31, 2031.", []),
        ("Cash in hand was $521 million as of June 30, 2031.", ["$521 million"]),
        ("Cash in hand increased $34 million during the three months ended June 30, 2031.", []),
        ("Cash in hand increased $34 million during the six months ended June 30, 2031.", ["$34 million"]),
    ],
)
def test_balances_are_of_their_day(sentence: str, found: list[str]) -> None:
    headers = ("As of June 30, 2031", "As of December 31, 2030")
    made = document([("Cash in hand", ("512", "466"))], headers=headers, titles=("Balance sheet",))
    cover = "For the quarterly period ended June 30, 2031"
    passages = (Passage(n, text, Place("made-up", 900 + n)) for n, text in enumerate((cover, sentence)))
    findings = checked(replace(made, passages=tuple(passages)), Doubtful()).findings
    assert [each.told.said.text for each in findings if each.told] == found
