"""Each rule that keeps two facts apart has a name, and a fact left open says which rule spoke."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from cofitcheck.checks import Grid, find_contradictions
from cofitcheck.checks.evidence.opposites import RULES, opposing_rule
from tests.checks.checks_documents import document, fact


def rule_of(one: str, other: str, *, header: str = "2023") -> str:
    """Return the rule that leaves open a fact of two numbers that a slip tells apart."""
    made = document([(one, ["1,284"])], [(other, ["1,234"])], headers=(header,))
    checked = find_contradictions(made, [fact(0, 1)])
    return checked.left_open[0].rule if checked.left_open else "a finding"


@pytest.mark.parametrize(
    ("one", "other", "rule"),
    [
        ("Basic earnings", "Diluted earnings", "basic and diluted"),
        ("投资活动现金流入小计", "投资活动现金流出小计", "inflow and outflow"),
        ("Income before income taxes", "Income net of income taxes", "before and after tax"),
        ("Interest paid", "Interest expense", "paid and charged"),
        ("其中：处置损失", "处置收益", "gain and loss in a list"),
        ("Current assets", "Current liabilities", "assets and liabilities"),
        ("Income", "Other income", "item and part of it"),
        ("Class A shares", "Class B shares", "classes of shares"),
        ("Gross sales", "Net sales", "gross and net"),
        ("Plan assets", "Benefit obligations", "plan assets and obligations"),
        ("Loans due within one year", "Loans due between two and five years", "maturities"),
        ("借款：1年以内", "借款：1-2年", "maturities"),
        ("購買商品支付的現金", "投資活動現金流量淨額", "inflow and outflow"),
        ("Pro forma revenue", "Revenue", "pro forma"),
        ("备考净利润", "净利润", "pro forma"),
        ("Adjusted net income", "Net income", "adjusted"),
        ("Core net income", "Net income", "adjusted"),
        ("Core (non-GAAP) margin", "Margin", "adjusted"),
        ("Core deposits", "Deposits", "a finding"),
        ("Adjusted average shares outstanding", "Average shares outstanding", "a finding"),
        ("Revenue", "Revenue", "a finding"),
    ],
)
def test_a_fact_left_open_names_the_rule_that_spoke(one: str, other: str, rule: str) -> None:
    assert rule_of(one, other) == rule_of(other, one) == rule


@pytest.mark.parametrize(
    ("header", "rule"),
    [
        ("Adjustments", "adjustment and amount"),
        ("Restatement Adjustment (1)", "adjustment and amount"),
        ("Effect of the restatement", "adjustment and amount"),
        ("Eliminations", "adjustment and amount"),
        ("調整額", "adjustment and amount"),
        ("抵销数", "adjustment and amount"),
        ("As restated", "a finding"),
        ("Loans after adjustments for risk", "a finding"),
    ],
)
def test_a_column_of_adjustments_states_no_amount(header: str, rule: str) -> None:
    rows = [("Revenue", ["1,284"])], [("Revenue", ["1,234"])]
    made = document(*rows, headers=("2023",))
    first = replace(made.mentions[0], column_path=(header,))
    checked = find_contradictions(replace(made, mentions=(first, made.mentions[1])), [fact(0, 1)])
    assert (checked.left_open[0].rule if checked.left_open else "a finding") == rule
    both = replace(made, mentions=tuple(replace(each, column_path=(header,)) for each in made.mentions))
    assert find_contradictions(both, [fact(0, 1)]).findings


def test_a_rule_of_where_numbers_stand_is_named_too() -> None:
    flows = [("Paid", ["13,582"]), ("Net", ["13,497"])]
    made = document(flows, [("Net", ["13,497"])])
    (left,) = find_contradictions(made, [fact(0, 1, 2)]).left_open
    assert left.rule == "one table states both"


def test_a_fact_that_is_merely_unlikely_names_no_rule() -> None:
    made = document([("Net income", ["1,284"])], [("Net income", ["1,234"])])
    (left,) = find_contradictions(made, [fact(0, 1, probability=0.01)]).left_open
    assert (left.rule, left.two_facts) == ("", False)


def test_every_rule_has_a_name_of_its_own() -> None:
    names = [rule.name for rule in RULES]
    assert len(names) == len(set(names))
    assert all(names)


def test_what_is_read_once_a_grid_says_what_is_read_anew_for_each_pair() -> None:
    labels = [
        "Basic earnings",
        "Diluted earnings",
        "Gross sales",
        "Net sales",
        "Plan assets",
        "Class A shares",
    ]
    labels += ["Adjusted net income", "Net income", "Current assets", "Current liabilities", "Interest paid"]
    rows = [(label, ["1,284", "1,234"]) for label in labels]
    made = document(rows, rows, headers=("2023", "Adjustments"))
    pairs = list(permutations(range(len(made.mentions)), 2))
    kept = Grid(made)
    rules = [opposing_rule(kept, *pair) for pair in pairs]
    assert rules == [opposing_rule(Grid(made), *pair) for pair in pairs]
    assert len(set(rules)) > len(labels) // 2


@pytest.mark.parametrize(
    ("named", "label", "rule"),
    [
        (("Rent", "Fuel", "Post"), "Other", "rests of two lists"),
        (("按适用税率计算的所得税", "不可抵扣的成本", "非应税收入"), "其他调整", "rests of two lists"),
        (("Wages", "Bonuses", "Pensions"), "Other", "a finding"),
        (("Rent", "Fuel", "Post"), "Repairs", "a finding"),
    ],
)
def test_what_two_lists_leave_over_is_two_facts(named: tuple[str, ...], label: str, rule: str) -> None:
    first = [("Wages", ["4,410"]), ("Bonuses", ["2,002"]), ("Pensions", ["1,077"]), (label, ["1,284"])]
    second = [*((each, [f"{n},120"]) for n, each in enumerate(named, start=5)), (label, ["1,234"])]
    checked = find_contradictions(document(first, second), [fact(3, 7)])
    assert (checked.left_open[0].rule if checked.left_open else "a finding") == rule


@pytest.mark.parametrize(
    ("title", "rule"),
    [
        ("※２ 関係会社に対する事項", "related parties"),
        ("Related party transactions", "related parties"),
        ("损益表附注：关联交易", "related parties"),
        ("損益計算書の注記", "a finding"),
    ],
)
def test_what_is_of_related_parties_alone_is_no_whole(title: str, rule: str) -> None:
    made = document([("Sales", ["1,284"])], [("Sales", ["1,234"])], titles=("Income", title))
    checked = find_contradictions(made, [fact(0, 1)])
    assert (checked.left_open[0].rule if checked.left_open else "a finding") == rule
