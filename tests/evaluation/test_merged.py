import pytest

from cofitcheck.evaluation.gold import (
    Key,
    ambiguous_pairs,
    label,
    merged,
    merged_key,
    merged_names,
    strict_pairs,
)
from cofitcheck.evaluation.gold.contexts import XbrlContext
from cofitcheck.readers import read
from tests.evaluation.tagged_documents import BALANCE, NOTE, at, context, page, table, tag

COMPONENTS = "us-gaap:StatementEquityComponentsAxis"
RETAINED = (COMPONENTS, "us-gaap:RetainedEarningsMember")
COLUMN = context(
    "kept",
    "<i:instant>2023-12-31</i:instant>",
    f'<xbrldi:explicitMember dimension="{COMPONENTS}">us-gaap:RetainedEarningsMember</xbrldi:explicitMember>',
)


def key(concept: str, *members: tuple[str, str]) -> Key:
    return Key(concept, XbrlContext("42", "", "2023-12-31", tuple(sorted(members))), "USD")


def test_a_column_of_the_equity_statement_is_the_line_of_the_balance_sheet() -> None:
    line = table(
        "Balance",
        [("Retained earnings", tag("us-gaap:RetainedEarningsAccumulatedDeficit", "now", "812"), "31")],
    )
    column = table("Equity", [("At the end", tag("us-gaap:StockholdersEquity", "kept", "812"), "32")])
    document = read(page(line, column, extra=COLUMN), name="equity.htm")
    labels = label(document)
    pair = [at(document, 0, "Retained earnings", "812"), at(document, 1, "At the end", "812")]
    assert strict_pairs(labels).tolist() == []
    assert ambiguous_pairs(labels).tolist() == [pair]
    assert strict_pairs(merged(labels)).tolist() == [pair]
    assert ambiguous_pairs(merged(labels)).tolist() == []
    assert merged(labels).value == labels.value


def test_without_merged_names_merged_gold_is_strict_gold() -> None:
    labels = label(read(page(BALANCE, NOTE), name="company.htm"))
    assert strict_pairs(merged(labels)).tolist() == strict_pairs(labels).tolist()
    assert merged(labels).fact.tolist() == labels.fact.tolist()


def test_only_the_member_of_the_name_is_dropped() -> None:
    region = ("a:Region", "a:North")
    assert merged_key(key("us-gaap:StockholdersEquity", RETAINED, region)) == key(
        "us-gaap:RetainedEarningsAccumulatedDeficit", region
    )


@pytest.mark.parametrize(
    "unmapped",
    [
        key("us-gaap:StockholdersEquity"),
        key("us-gaap:DividendsCash", RETAINED),
        key("us-gaap:ProfitLoss"),
        key("us-gaap:ProfitLoss", (COMPONENTS, "us-gaap:NoncontrollingInterestMember")),
        key("us-gaap:LiabilitiesAndStockholdersEquity"),
        key("us-gaap:EarningsPerShareDiluted"),
    ],
)
def test_what_is_equal_by_construction_keeps_its_key(unmapped: Key) -> None:
    assert merged_key(unmapped) is unmapped


def test_the_map_leads_in_one_step_to_a_name_that_stays() -> None:
    for concept, member in merged_names():
        once = merged_key(key(concept, *([member] if member else [])))
        assert merged_key(once) == once
        assert once.context.members == ()
