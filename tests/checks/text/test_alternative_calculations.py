"""What speaks for a number that no cell has, and what tells one as wrong though a cell agrees with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cofitcheck.document import Passage, Place
from tests.checks.checks_documents import Row, document
from tests.checks.text.text_documents import checked, with_text
from tests.prose.prose_documents import COVER

FLOWS: list[Row] = [
    ("Proceeds from sales of securities", ("214", "190", "181")),
    ("Proceeds from maturities of securities", ("322", "308", "297")),
    ("Proceeds from issuance of debt", ("961", "507", "443")),
    ("Debt issuance costs", ("(35)", "(12)", "(9)")),
    ("Net cash provided by (used in) financing activities", ("542", "(2,076)", "(1,912)")),
    ("Net increase (decrease) in cash", ("1,231", "(407)", "(365)")),
    ("Decrease (increase) in stocks", ("38", "(21)", "(17)")),
    ("Selling, general and administrative expenses", ("641", "622", "611")),
]


def told(*texts: str) -> list[tuple[str, str, list[str]]]:
    """Return the findings, where everything that is held against a cell is held to be an error."""
    document = with_text(*texts, rows=FLOWS)
    return [
        (each.told.said.text, each.told.slip, [document.mentions[cell].text for cell in each.mentions])
        for each in checked(document).findings
        if each.told
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "Proceeds from sales and maturities of securities were $536 million in 2031.",
        "Proceeds from issuance of debt were $926 million in 2031.",
        "In 2031 proceeds from sales of securities were $224 million: $300 million less $76 million of fees.",
        "Proceeds from issuance of debt rose by $1.0 million to $32.6 million from $33.7 million in 2031.",
        "Proceeds from issuance of debt were $916 million (excluding leases) in 2031.",
        "Selling, general and administrative expenses were $640 million in 2031.",
        "Stocks decreased $38 million, a decrease (increase) in stocks, in 2031.",
        "Selling, general and administrative expenses rose 3.0% in 2031.",
        "Proceeds from issuance of debt rose 63.3% in 2031 compared to 2030, excluding loans of banks.",
        "Proceeds from issuance of debt rose $0.4 billion, or 80%, to $0.9 billion from $0.5 billion.",
        "Selling, general and administrative expenses rose by $20 million in 2031.",
        "Selling, general and administrative expenses rose by $19 billion in 2031.",
    ],
)
def test_what_is_taken_together_worked_out_or_cut_is_no_finding(sentence: str) -> None:
    assert told(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "finding"),
    [
        ("SG&A expenses were $741 million in 2031.", ("$741 million", "digit", ["641"])),
        (
            "Proceeds from issuance of debt were $691 million in 2031.",
            ("$691 million", "transposition", ["961"]),
        ),
        (
            "Net cash provided by (used in) financing activities decreased $2,618 million in 2031.",
            ("$2,618 million", "direction", ["542", "(2,076)"]),
        ),
        (
            "Stocks increased $38 million, a decrease (increase) in stocks, in 2031.",
            ("$38 million", "direction", ["38"]),
        ),
        (
            "The net increase (decrease) in cash was a decrease of $1,231 million in 2031.",
            ("$1,231 million", "direction", ["1,231"]),
        ),
    ],
)
def test_what_a_sentence_has_wrong_is_found(sentence: str, finding: tuple[str, str, list[str]]) -> None:
    assert told(sentence) == [finding]


def test_what_is_paid_may_rise_while_its_number_falls() -> None:
    assert told("Net cash used in financing activities increased $164 million in 2030.") == []


def test_a_change_in_per_cent_that_comes_of_no_rounding_is_found() -> None:
    (found,) = told(
        "Proceeds from issuance of debt rose $0.4 billion, or 70%, to $0.9 billion in 2031 from $0.5 billion."
    )
    assert found[0] == "70%"


def test_a_unit_that_stands_over_another_table_is_doubtful_until_a_sentence_confirms_it() -> None:
    def slips(*texts: str, caption: str = "(in millions)") -> list[str]:
        made = with_text(*texts)
        table = replace(made.tables[0], caption=caption)
        return [each.told.slip for each in checked(replace(made, tables=(table,))).findings if each.told]

    wrong, right = "Net income was $286 billion in 2031.", "Gross profit was $512 million in 2031."
    assert slips(wrong) == []
    assert slips(wrong, right) == ["scale"]
    assert slips(wrong, caption="") == ["scale"]


def test_a_number_that_agrees_unscaled_is_not_scaled_by_a_caption() -> None:
    """The table is in whole units, and was read in millions: what is rounded agrees with it as printed."""
    rows: list[Row] = [("Property and equipment", ("3,033,201", "2,870,455", "2,611,090"))]

    def slips(amount: str) -> list[str]:
        made = with_text(f"Property and equipment was {amount} at the end of 2031.", rows=rows)
        return [each.told.slip for each in checked(made).findings if each.told]

    assert slips("$3,033,000") == slips("$3,033,201") == []
    assert slips("$3,033 million") == ["scale"]


def test_a_number_of_a_year_is_not_that_of_nine_months() -> None:
    def found(header: str) -> int:
        made = document(FLOWS, headers=(header,), titles=("Cash flows",))
        text = "Proceeds from issuance of debt were $691 million for the year ended December 31, 2031."
        passages = (Passage(0, COVER, Place("made-up", 0)), Passage(1, text, Place("made-up", 1)))
        return len(checked(replace(made, passages=passages)).findings)

    assert found("Year Ended December 31, 2031") == 1
    assert found("Nine Months Ended December 31, 2031") == 0
