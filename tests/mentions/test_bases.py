"""Whose numbers they are: the group's, or those of the company that heads it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cofitcheck.checks import CheckSettings, Grid
from cofitcheck.checks.identities.check import check_identities
from cofitcheck.mentions.words import mention_bases
from tests.checks.checks_documents import Row, document

GROUP = "Consolidated statement of changes in equity"
ROWS: list[Row] = [("At 1 January 2031", ("500", "1,204")), ("At 31 December 2031", ("500", "1,377"))]


@pytest.mark.parametrize(
    ("title", "own"),
    [
        ("Company statement of changes in equity", True),
        ("Notes 1 to 9 — COMPANY BALANCE SHEET", True),
        ("Statement of changes in equity", True),
        ("Group statement of changes in equity", False),
        ("Group and company statement of cash flows", False),
        ("Insurance company statement of values", False),
        ("Directors' remuneration", False),
    ],
)
def test_british_reports_name_the_companys_own_statements(title: str, own: bool) -> None:
    made = document(ROWS, ROWS, titles=(GROUP, title))
    assert [each.of_parent for each in mention_bases(made)] == [False] * 4 + [own] * 4


def test_where_no_statement_is_the_groups_there_is_one_company() -> None:
    made = document(ROWS, ROWS, titles=("Income statement", "Company balance sheet"))
    assert not any(each.of_parent for each in mention_bases(made))


def test_columns_of_the_group_and_the_company_stand_side_by_side() -> None:
    beside = document(ROWS, headers=("Group", "Company"))
    assert [each.of_parent for each in mention_bases(beside)] == [False, True] * 2
    alone = document(ROWS, headers=("Shares", "Company"))
    assert not any(each.of_parent for each in mention_bases(alone))


def test_the_balances_of_the_group_are_not_the_companys() -> None:
    headers = ("Share capital", "Share premium", "Other reserves", "Profit and loss account", "Total")
    group: list[Row] = [("At 1 January 2031", ("500", "2,318", "207", "4,505", "7,530"))]
    company: list[Row] = [("At 1 January 2031", ("500", "2,318", "207", "1,204", "4,229"))]
    titles = (GROUP, "Company statement of changes in equity")
    made = document(group, company, headers=headers, titles=titles)
    assert check_identities(Grid(made), CheckSettings(), (), ()).findings == ()
    of_group = replace(made, tables=(made.tables[0], replace(made.tables[1], title=GROUP)))
    assert len(check_identities(Grid(of_group), CheckSettings(), (), ()).findings) == 2
