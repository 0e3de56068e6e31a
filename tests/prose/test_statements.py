"""What the numbers of a sentence have to do with each other, and what they are of."""

from __future__ import annotations

import pytest

from cofitcheck.prose import Basis, Direction, Operation
from tests.prose.prose_documents import mentions_of, only, said

UP, DOWN, NONE = Direction.UP, Direction.DOWN, Direction.NONE
Said = tuple[str, Operation, Direction]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "Net sales increased $64 million, or 5%, to $1,314 million in 2031 from $1,250 million in 2030.",
            [
                ("$64 million", Operation.CHANGE, UP),
                ("5%", Operation.PERCENT_CHANGE, UP),
                ("$1,314 million", Operation.TO, UP),
                ("$1,250 million", Operation.FROM, UP),
            ],
        ),
        (
            "Interest was $5 million, a decrease of $1 million, or 16.7%, compared with $6 million.",
            [
                ("$5 million", Operation.LEVEL, NONE),
                ("$1 million", Operation.CHANGE, DOWN),
                ("16.7%", Operation.PERCENT_CHANGE, DOWN),
                ("$6 million", Operation.COMPARED, NONE),
            ],
        ),
        (
            "The rate fell to 20.1% from 21.5%.",
            [("20.1%", Operation.TO, DOWN), ("21.5%", Operation.FROM, DOWN)],
        ),
        ("Net sales increased from the prior year by $5 million.", [("$5 million", Operation.CHANGE, UP)]),
        (
            "Net sales increased by $5 million, or 4%, in 2031 compared to 2030, and by $3 million, or 2%, in"
            " 2030 compared to 2029.",
            [
                ("$5 million", Operation.CHANGE, UP),
                ("4%", Operation.PERCENT_CHANGE, UP),
                ("$3 million", Operation.CHANGE, UP),
                ("2%", Operation.PERCENT_CHANGE, UP),
            ],
        ),
        (
            "Net sales increased $5 million, or 4%, in 2031 compared to 2030 and $3 million, or 2%, in 2030"
            " compared to 2029.",
            [
                ("$5 million", Operation.CHANGE, UP),
                ("4%", Operation.PERCENT_CHANGE, UP),
                ("$3 million", Operation.CHANGE, UP),
                ("2%", Operation.PERCENT_CHANGE, UP),
            ],
        ),
        (
            "A loss of $46 million, a rise of $17 million, driven by a decrease of losses by $12 million.",
            [
                ("$46 million", Operation.LEVEL, NONE),
                ("$17 million", Operation.CHANGE, UP),
                ("$12 million", Operation.CHANGE, DOWN),
            ],
        ),
        (
            "The loss increased $16 million as compared to 2030, resulting in a loss of $17 million.",
            [("$16 million", Operation.CHANGE, UP), ("$17 million", Operation.LEVEL, NONE)],
        ),
        (
            "Growth came of increases in (i) wages of $5 million, (ii) rent, heat and power of $2 million and"
            " (iii) taxes of $1 million.",
            [(each, Operation.CHANGE, UP) for each in ("$5 million", "$2 million", "$1 million")],
        ),
        (
            "Costs rose due to increases in rent of $5 million, wages of $2 million, offset partially by fees"
            " of $1 million.",
            [("$5 million", Operation.CHANGE, UP), ("$2 million", Operation.CHANGE, UP),
             ("$1 million", Operation.LEVEL, NONE)],
        ),
        (
            "An increase in rent of $5 million and proceeds of $2 million were seen.",
            [("$5 million", Operation.CHANGE, UP), ("$2 million", Operation.LEVEL, NONE)],
        ),
        (
            "2031 compared with 2030 Sales were $5 million, an increase of 3%.",
            [("$5 million", Operation.LEVEL, NONE), ("3%", Operation.PERCENT_CHANGE, UP)],
        ),
        ("Costs were up by 5%.", [("5%", Operation.PERCENT_CHANGE, UP)]),
        ("A 5% organic increase was seen.", [("5%", Operation.PERCENT_CHANGE, UP)]),
        ("An increase in net sales of $5 million helped.", [("$5 million", Operation.CHANGE, UP)]),
        ("The margin declined 120 basis points.", [("120 basis points", Operation.CHANGE, DOWN)]),
        ("A 1% increase or decrease matters.", [("1%", Operation.PERCENT_CHANGE, NONE)]),
        ("Sales rose $5 million (3%).",
         [("$5 million", Operation.CHANGE, UP), ("3%", Operation.PERCENT_CHANGE, UP)]),
        ("Services represented 31% of net sales.", [("31%", Operation.SHARE, NONE)]),
        ("Services were 31% and 29% of net sales.",
         [("31%", Operation.SHARE, NONE), ("29%", Operation.SHARE, NONE)]),
        ("The average balance was $5 million.", [("$5 million", Operation.AVERAGE, NONE)]),
        ("Prices averaged $5.50 then.", [("$5.50", Operation.AVERAGE, NONE)]),
        (
            "It is between $10 million and $12 million.",
            [("$10 million", Operation.RANGE_LOW, NONE), ("$12 million", Operation.RANGE_HIGH, NONE)],
        ),
        ("It is 5-7%.", [("5", Operation.RANGE_LOW, NONE), ("7%", Operation.RANGE_HIGH, NONE)]),
        ("It amounted to $5 million.", [("$5 million", Operation.LEVEL, NONE)]),
        ("Net sales of $5 million decreased 3%.",
         [("$5 million", Operation.LEVEL, NONE), ("3%", Operation.PERCENT_CHANGE, DOWN)]),
        (
            "营业收入5亿元，同比增长15.3%。",
            [("5亿元", Operation.LEVEL, NONE), ("15.3%", Operation.PERCENT_CHANGE, UP)],
        ),
        (
            "净利润由上年的3亿元下降至2亿元。",
            [("3亿元", Operation.FROM, NONE), ("2亿元", Operation.TO, DOWN)],
        ),
        ("费用较上年减少0.5亿元。", [("0.5亿元", Operation.CHANGE, DOWN)]),
        ("Free cash flow was $5 million higher than net income.", [("$5 million", Operation.LEVEL, NONE)]),
        ("The loss improved $5 million.", [("$5 million", Operation.CHANGE, NONE)]),
        ("Costs were $5 million higher than in 2030.", [("$5 million", Operation.CHANGE, UP)]),
        (
            "The $1 million increase as compared to the balance of $5 million is due to sales.",
            [("$1 million", Operation.CHANGE, UP), ("$5 million", Operation.COMPARED, NONE)],
        ),
        (
            "Sales fell 1% compared to 2030, which reflects a $5 million effect of the dollar.",
            [("1%", Operation.PERCENT_CHANGE, Direction.DOWN), ("$5 million", Operation.LEVEL, NONE)],
        ),
        ("占营业收入的比重为5%。", [("5%", Operation.SHARE, NONE)]),
        (
            "売上高は1,234百万円（前年同期比5.2％増）でした。",
            [("1,234百万円", Operation.LEVEL, NONE), ("5.2％", Operation.PERCENT_CHANGE, UP)],
        ),
        ("費用は3億円減少しました。", [("3億円", Operation.CHANGE, DOWN)]),
    ],
)  # fmt: skip
def test_operations(text: str, parts: list[Said]) -> None:
    assert [said(mention) for mention in mentions_of(text)] == parts


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("Net sales increased $64 million, or 5%, to $1,314 million from $1,250 million.", [0, 0, 0, 0]),
        ("Sales were $5 million in 2031 and $4 million in 2030.", [0, 0]),
        ("Sales were $5 million and costs were $4 million.", [0, 1]),
        ("Sales increased 5%, primarily due to a 3% increase in volume.", [0, 1]),
        ("The loss was $5 million compared to $6 million and a decrease in stocks of $7 million.", [0, 0, 1]),
        ("The balance was $5 million, and the rate decreased to 20% from 21%.", [0, 1, 1]),
        ("营业收入5亿元，同比增长15.3%；净利润2亿元，同比下降3%。", [0, 0, 1, 1]),
        ("売上高は5億円（前年同期比5％増）、営業利益は2億円（同3％減）となりました。", [0, 0, 1, 1]),
    ],
)
def test_groups(text: str, groups: list[int]) -> None:
    found = [mention.group for mention in mentions_of(text)]
    assert [group - found[0] for group in found] == groups


@pytest.mark.parametrize(
    ("text", "indicators"),
    [
        ("Net sales increased $64 million in 2031.", ["Net sales increased …"]),
        ("We paid $5 million of restructuring charges in 2031.", ["We paid … of restructuring charges"]),
        ("Sales grew 5%, due to higher prices of $3 million.", ["Sales grew …", "higher prices …"]),
        ("Income attributable to Acme was $5 million.", ["Income attributable to Acme …"]),
        (
            "The $1 million increase in revenue as compared to the balance of $5 million is due to sales.",
            ["… increase in revenue", "increase in revenue …"],
        ),
        (
            "We saw an increase in liabilities of $5 million and lease expense of $2 million.",
            ["We saw an increase in liabilities …", "We saw an increase in liabilities and lease expense …"],
        ),
        ("营业收入5亿元，净利润2亿元。", ["营业收入 …", "净利润 …"]),
    ],
)
def test_what_a_number_is_of(text: str, indicators: list[str]) -> None:
    assert [mention.indicator for mention in mentions_of(text)] == indicators


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("Services represented 31% of net sales.", "net sales"),
        ("Services were 31%, or about a third, of it.", ""),
        ("占营业收入的比重为5%。", "营业收入"),
    ],
)
def test_what_a_share_is_of(text: str, whole: str) -> None:
    assert only(text).whole == whole


@pytest.mark.parametrize(
    ("text", "bases"),
    [
        ("On a constant currency basis, sales grew 7%.", {Basis.CONSTANT_CURRENCY}),
        ("Adjusted earnings were $5 million.", {Basis.ADJUSTED}),
        ("Organic sales grew 7%.", {Basis.ORGANIC}),
        ("The non-GAAP margin was 7%.", {Basis.NON_GAAP}),
        ("Pro forma revenue was $5 million.", {Basis.PRO_FORMA}),
        ("We expect to pay $5 million.", {Basis.FORECAST}),
        ("In May 2031 we paid $5 million.", set()),
        ("The cost of the $5 million of content is expected to be written off.", set()),
        ("The allowance of $5 million is for credits that we do not expect to use.", set()),
        ("Sales were $5 million.", set()),
        ("预计支出5亿元。", {Basis.FORECAST}),
        ("売上高は5億円の見込みです。", {Basis.FORECAST}),
    ],
)
def test_bases(text: str, bases: set[Basis]) -> None:
    assert only(text).basis == bases


def test_what_stands_behind_one_change_is_not_of_the_next() -> None:
    text = "Sales fell due to a 7.2% decrease in units sold and a 11.7% decrease in selling prices."
    first, second = mentions_of(text)
    assert "units" in first.indicator
    assert "units" not in second.indicator
    assert "selling prices" in second.indicator
