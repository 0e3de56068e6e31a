"""Sentences about one line, of a report and of a text apart from it, held against all that the line has."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from cofitcheck.document import Document
from tests.checks.checks_documents import Row
from tests.checks.text.text_documents import Doubtful, checked, with_text

STATEMENT: list[Row] = [
    ("Net sales", ("1,314", "1,250", "1,176")),
    ("Cost of sales", ("802", "791", "744")),
    ("Gross profit", ("512", "459", "432")),
    ("Research and development", ("147", "62", "60")),
    ("Operating income", ("365", "397", "372")),
    ("Income before income taxes", ("342", "376", "257")),
    ("Provision for income taxes", ("71", "55", "53")),
    ("Net income", ("271", "321", "204")),
]


def told(document: Document, *, apart: bool) -> list[tuple[str, str]]:
    """Return the statements that are told: their words or number, and what the line comes to."""
    return [
        (each.told.said.text, f"{each.told.computed:f}")
        for each in checked(document, Doubtful(), apart=apart).findings
        if each.told
    ]


def of_text(*sentences: str) -> list[tuple[str, str]]:
    """Return what is told of a text that stands apart from the statement."""
    return told(with_text(*sentences, rows=STATEMENT), apart=True)


@pytest.mark.parametrize(
    ("sentence", "wrong", "right"),
    [
        ("Revenue was $1,120 million in 2031.", "$1,120 million", "1314000000"),
        ("Net sales were $1,250 million in 2031.", "$1,250 million", "1314000000"),
        ("Net income was $321 million for the year ended December 31, 2031.", "$321 million", "271000000"),
        ("Revenue increased by 52% in 2031.", "52%", "5.1"),
        ("Revenue decreased by 5.1% in 2031.", "5.1%", "5.1"),
        ("R&D expenses rose by $40 million in 2031.", "$40 million", "85000000"),
        ("Income from operations grew in 2031 compared to the prior year.", "grew", "32000000"),
        ("The average net income for 2030 and 2031 was $276 million.", "$276 million", "296000000"),
        ("Net income was higher in 2031 than in 2030.", "was higher", "50000000"),
        ("Sales were $1.31 billion in 2031, representing a 9% increase from the prior year.", "9%", "5.1"),
        ("Sample Works' net income grew by 25% year over year in fiscal 2030.", "25%", "57"),
        ("Net income decreased in 2030.", "decreased", "117000000"),
        ("Gross profit more than doubled in 2031.", "more than doubled", "12"),
        ("The company's research and development expenses doubled in 2030.", "doubled", "3.3"),
        ("Gross margin was 41.2% in 2031.", "41.2%", "39.0"),
        ("Net income rose by a third in 2030.", "rose by a third", "57"),
        ("Net income fell by more than half in 2031.", "fell by more than half", "16"),
        ("Research and development expenses surged sevenfold in 2031.", "surged sevenfold", "137"),
        ("Gross profit was a tenth of net sales in 2031.", "was a tenth", "39"),
        (
            "Research and development made up about two thirds of gross profit in 2031.",
            "made up about two thirds",
            "29",
        ),
        ("Cost of sales was twice gross profit in 2031.", "was twice", "1.6"),
        ("Operating income covered research and development four times in 2031.", "covered", "2.5"),
        ("Operating income exceeded gross profit in 2031.", "exceeded", "365000000"),
        ("Gross profit was lower than research and development in 2031.", "was lower than", "512000000"),
        ("Net sales exceeded $1.5 billion in 2031.", "exceeded", "1314000000"),
        ("Operating income was the highest in three years in 2031.", "was the highest", "365000000"),
        ("Net income in 2031 was the lowest of the three years presented.", "was the lowest", "271000000"),
        ("Gross margin fell in 2031.", "fell", "2.2"),
        ("Operating margin improved in 2031.", "improved", "4.0"),
        ("Gross margin fell 220 basis points in 2031.", "220 basis points", "224"),
        ("Research and development expenses were 9.2% of net sales in 2031.", "9.2%", "11.2"),
        ("The effective tax rate was 17.6%.", "17.6%", "20.8"),
    ],
)
def test_a_sentence_apart_is_told_where_the_line_it_names_says_otherwise(
    sentence: str, wrong: str, right: str
) -> None:
    assert of_text(sentence) == [(wrong, right)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Revenue was $1.31 billion in 2031.",
        "Revenue increased by 5% in 2031.",
        "Net income fell 15.6%, or $50 million, in 2031.",
        "Net sales rose from $1,250 million in 2030 to $1,314 million in 2031.",
        "Operating income declined in 2031.",
        "Research and development expenses more than doubled in 2031.",
        "Gross margin was 39.0% in 2031.",
        "Net sales in Europe increased by 52% in 2031.",
        "Adjusted net income was $400 million in 2031.",
        "Net income is expected to increase by 20% in 2032.",
        "Net income increased significantly in 2029.",
        "Revenue of the acquired business was $20 million in 2031.",
        "Deferred revenue decreased in 2031.",
        "Net income increased more slowly than costs in 2031.",
        "Net income did not increase in 2031.",
        "Excluding discrete items, the effective tax rate was 17.6% in 2031.",
        "Excluding the sale of a plant, net income was $300 million in 2031.",
        "The average net income for 2030 and 2031 was $296 million.",
        "Net income fell by about a sixth in 2031.",
        "Gross profit was more than a third of net sales in 2031.",
        "Operating income covered research and development twice in 2031.",
        "Net sales exceeded $1.3 billion in 2031.",
        "Gross profit exceeded operating income in 2031.",
        "Gross profit exceeded net sales of the acquired business in 2031.",
        "Net sales were the highest in three years in 2031.",
        "Operating income was the lowest in three years in 2031.",
        "Net sales were the highest in the third quarter of 2031.",
        "Gross margin improved in 2031.",
        "Gross margin improved 220 basis points in 2031.",
        "Total assets of $5 million were lower than in 2030.",
    ],
)
def test_what_is_right_or_of_something_else_is_not_told(sentence: str) -> None:
    assert of_text(sentence) == []


def test_technology_is_more_than_research() -> None:
    rows = [(label.replace("Research", "Technology"), cells) for label, cells in STATEMENT]
    sentence = "Research and development expenses were $190 million in 2031."
    assert told(with_text(sentence, rows=rows), apart=True) == []


BALANCES: list[Row] = [
    ("Cash and cash equivalents", ("120", "110", "90")),
    ("Inventories", ("200", "180", "170")),
    ("Total current assets", ("600", "550", "500")),
    ("Total assets", ("1,500", "1,400", "1,300")),
    ("Total current liabilities", ("300", "290", "280")),
    ("Long-term debt", ("400", "410", "420")),
    ("Total liabilities", ("900", "880", "870")),
    ("Total stockholders' equity", ("600", "520", "430")),
    ("Net cash provided by operating activities", ("310", "290", "280")),
    ("Purchases of property and equipment", ("(110)", "(100)", "(90)")),
    ("Net cash used in investing activities", ("(120)", "(100)", "(90)")),
]


@pytest.mark.parametrize(
    ("sentence", "wrong"),
    [
        ("The quick ratio was 1.8 in 2031.", [("1.8", "0.40")]),
        ("The quick ratio was 1.3 in 2031.", []),  # without inventories
        ("The quick ratio was 0.4 in 2031.", []),  # cash alone
        ("Debt to equity was 2.4 in 2031.", [("2.4", "0.67")]),
        ("Debt to equity was 0.67 in 2031.", []),
        ("Debt to equity was 1.5 in 2031.", []),  # all liabilities
        ("Free cash flow was $420 million in 2031.", [("$420 million", "200000000")]),
        ("Free cash flow was $200 million in 2031.", []),
        ("Working capital was $150 million in 2031.", [("$150 million", "300000000")]),
    ],
)
def test_a_measure_is_wrong_where_each_customary_way_to_work_it_out_refutes_it(
    sentence: str, wrong: list[tuple[str, str]]
) -> None:
    assert told(with_text(sentence, rows=BALANCES), apart=True) == wrong


def test_a_line_that_two_statements_state_differently_is_not_told() -> None:
    document = with_text("Revenue was $1,120 million in 2031.", rows=STATEMENT)
    other = [replace(each, number=replace(each.number, value=Decimal(1))) for each in document.mentions[:3]]
    shifted = [replace(each, index=index) for index, each in enumerate((*document.mentions, *other))]
    assert told(replace(document, mentions=tuple(shifted)), apart=True) == []


def test_a_report_speaks_of_the_company_where_no_heading_says_of_what_else() -> None:
    levels = with_text("Gross profit was $5.2 billion in 2031.", rows=STATEMENT)
    assert told(levels, apart=False) == [("$5.2 billion", "512000000")]
    document = with_text("Net sales decreased in 2031.", rows=STATEMENT)
    assert told(document, apart=False) == [("decreased", "64000000")]
    narrow = replace(document.passages[-1], heading="Discussion — Fine Wires")
    assert told(replace(document, passages=(*document.passages[:-1], narrow)), apart=False) == []


def test_a_named_ratio_of_a_report_may_be_wrong_alone() -> None:
    margin = "Gross margin was 43.6% in 2031."
    document = with_text(margin, rows=STATEMENT)
    assert told(document, apart=False) == [("43.6%", "39.0")]
    segment = replace(document.passages[-1], heading="Fine Wires")
    assert told(replace(document, passages=(*document.passages[:-1], segment)), apart=False) == []
    assert (
        told(with_text(f"{margin[:-1]} and operating margin was 33.3%.", rows=STATEMENT), apart=False) == []
    )


def test_a_change_in_words_alone_is_a_mention_of_the_account() -> None:
    found = checked(with_text("Net income increased in 2031.", rows=STATEMENT), Doubtful())
    (index,) = found.account.contradicted
    said = found.account.mentions[index]
    assert (said.index, said.text, said.number.value) == (index, "increased", None)


def test_noughts_at_the_end_of_a_number_are_rounding() -> None:
    rows: list[Row] = [(label, [f"{each},422" for each in values]) for label, values in STATEMENT]
    document = with_text("Net sales were $1,314,000 in 2031.", rows=rows)
    plain = [
        replace(each, number=replace(each.number, scale=0, precision=0, value=each.number.displayed))
        for each in document.mentions
    ]
    in_full = replace(document, mentions=tuple(plain))

    def said(amount: str) -> list[tuple[str, str]]:
        other = replace(in_full.passages[-1], text=f"Net sales were {amount} in 2031.")
        return told(replace(in_full, passages=(*in_full.passages[:-1], other)), apart=True)

    assert said("$1,314,000") == said("$1,300,000") == []
    assert said("$1,319,000")
    assert said("$1,200,000")


@pytest.mark.parametrize(
    ("silent", "wrong"),
    [
        # Both that are listed miss the line: they are of a part of it.
        (
            "In 2031 and 2030, net sales were $980 million and $875 million, respectively.",
            "In 2031 and 2030, net sales were $980 million and $1,250 million, respectively.",
        ),
        # What prices and units did comes to it.
        (
            "Net sales rose 3.0% in 2031, on prices of 5.0%, units of 1.0% and currencies of 1.0%.",
            "Net sales rose 3.5% in 2031, on prices of 5.0%, units of 1.0% and currencies of 1.0%.",
        ),
        # From quarter to quarter.
        (
            "Net sales rose 14% from the quarter ended June 30, 2031 to that ended September 30, 2031.",
            "Net sales rose 14% in 2031.",
        ),
    ],
)
def test_a_report_is_right_where_another_reading_makes_it_so(silent: str, wrong: str) -> None:
    assert told(with_text(silent, rows=STATEMENT), apart=False) == []
    assert told(with_text(wrong, rows=STATEMENT), apart=False)
