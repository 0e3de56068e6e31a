"""A made-up filing of a trust and its partnership, whose statements differ in a few lines only."""

from __future__ import annotations

from functools import cache

from cofitcheck import CheckConfig, Checker, Report, read
from tests.readers.html_pages import page, table

HEADER = ("(in millions)", "2023", "2022")
TRUST = {
    "Rental revenue": ("1,412.6", "1,187.3"),
    "Property expenses": ("604.8", "543.5"),
    "Depreciation and amortization": ("254.8", "237.3"),
    "Interest expense": ("185.4", "119.8"),
    "Net income": ("367.6", "286.7"),
    "Change in receivables": ("(24.3)", "18.9"),
    "Cash from operating activities": ("598.1", "542.9"),
}
PARTNERSHIP = TRUST | {"Interest expense": ("181.5", "115.2"), "Net income": ("371.5", "291.3")}
TITLES = {
    "CONSOLIDATED STATEMENTS OF INCOME": list(TRUST)[:5],
    "CONSOLIDATED STATEMENTS OF CASH FLOWS": [
        "Net income",
        "Depreciation and amortization",
        *list(TRUST)[5:],
    ],
}


def statements(name: str, figures: dict[str, tuple[str, str]], later: str = "") -> str:
    """The statements of one company; in the later one `later` stands for its net income of 2023."""
    income, cash = (
        f"<p><b>{name}</b></p><p><b>{title}</b></p>{table(HEADER, *((row, *figures[row]) for row in rows))}"
        for title, rows in TITLES.items()
    )
    return income + (cash.replace(figures["Net income"][0], later) if later else cash)


@cache
def checker() -> Checker:
    return Checker(CheckConfig(threads=1))


def report_on(*body: str) -> Report:
    return checker().check(read(page(*body), "filing.htm"))


def companies(report: Report) -> list[list[str]]:
    """Return for each fact the companies whose tables state it, once each."""
    mentions, tables = report.document.mentions, report.document.tables
    return [sorted({tables[mentions[m].table].registrant for m in fact.mentions}) for fact in report.facts]


def test_the_same_statements_of_two_companies_do_not_contradict_each_other() -> None:
    report = report_on(statements("ELM TRUST", TRUST), statements("ELM REALTY, L.P.", PARTNERSHIP))
    assert report.found == ()
    assert report.passed == len(report.facts)
    assert sorted(companies(report)) == [["ELM REALTY, L.P."]] * 4 + [["ELM TRUST"]] * 4


def test_a_contradiction_within_one_company_is_found() -> None:
    wrong = statements("ELM REALTY, L.P.", PARTNERSHIP, "317.5")
    report = report_on(statements("ELM TRUST", TRUST), wrong)
    mentions = report.document.mentions
    (finding,) = report.found
    assert sorted(mentions[m].text for m in (finding.mention, finding.counterpart)) == ["317.5", "371.5"]
