"""Passages are split into sentences where these end, and not behind an abbreviation."""

from __future__ import annotations

import pytest

from cofitcheck.prose import sentences


def split(text: str) -> list[str]:
    return [text[span.start : span.end] for span in sentences(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Sales of Acme Inc. and Zephyr Corp. rose by 5.2 percent.",
        "The U.S. market grew.",
        "See Note No. 5 of the report.",
        "Mr. J. Doe owns it.",
        "At November 30. 2031 the debt was $5 million.",
        "It was $1.5 million, e.g. of 2.5% of sales.",
        "Sales vs. Plan",
        "Stock of Example Inc.Class A was sold.",
        "营业收入为1.5亿元，增长5%",
    ],
)
def test_one_sentence(text: str) -> None:
    assert split(text) == [text]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Sales rose. Costs fell.", ["Sales rose.", "Costs fell."]),
        ("It is owned by Acme Inc. The company is old.", ["It is owned by Acme Inc.", "The company is old."]),
        (
            "The tax was $5,174.For the year it was more.",
            ["The tax was $5,174.", "For the year it was more."],
        ),
        ("Sales were 5.2. $3 was paid.", ["Sales were 5.2.", "$3 was paid."]),
        ("He said “yes.” We agreed!", ["He said “yes.”", "We agreed!"]),
        ("收入增长。成本下降；利润上升", ["收入增长。", "成本下降；", "利润上升"]),
        ("売上高は増加した。利益は減少した。", ["売上高は増加した。", "利益は減少した。"]),
        ("• First item • Second item", ["First item", "Second item"]),
    ],
)
def test_several_sentences(text: str, parts: list[str]) -> None:
    assert split(text) == parts


def test_no_sentence() -> None:
    assert split("  ") == []
