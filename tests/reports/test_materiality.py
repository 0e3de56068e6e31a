"""Materiality: what is smaller is set aside and counted, and nothing else is."""

from dataclasses import replace
from decimal import Decimal

import pytest

from cofitcheck.document import Document
from cofitcheck.errors import ConfigError
from cofitcheck.readers import read
from cofitcheck.reports.choice import Choice, Materiality, choose
from cofitcheck.reports.model.coverage import coverage
from cofitcheck.reports.model.report import Report
from tests.cli.cli_fakes import FACT, finding

PAGE = b"""<html><body><p>Annual report (in thousands of dollars)</p>
<table><tr><td></td><td>2024</td><td>2023</td></tr>
<tr><td>Revenue</td><td>$ 2,000</td><td>$ 9,000</td></tr><tr><td>Costs</td><td>$ 1,500</td><td>$ 800</td></tr>
<tr><td>Margin</td><td>25%</td><td>91%</td></tr></table></body></html>"""


@pytest.fixture
def document() -> Document:
    return read(PAGE, "a.htm")


def chosen(document: Document, text: str, difference: str, mention: int = 0) -> Report:
    found = replace(finding(), mention=mention, difference=Decimal(difference))
    report = Report(document, facts=(FACT,), found=(found,), passed=0)
    return choose(report, Choice(materiality=Materiality.of(text)))


@pytest.mark.parametrize(
    ("text", "difference", "is_told"),
    [
        ("50,000", "-49999", False),
        ("50000", "50000", True),
        ("0.5% of revenue", "9999", False),
        ("0.5 % of Revenue", "-10000", True),
    ],
)
def test_a_smaller_difference_is_set_aside_and_counted(
    document: Document, text: str, difference: str, is_told: bool
) -> None:
    report = chosen(document, text, difference)
    assert bool(report.found) is is_told
    assert coverage(report).set_aside == (not is_told)
    assert coverage(report).contradicted == 1


def test_a_difference_that_is_no_money_is_told(document: Document) -> None:
    (percent,) = (each.index for each in document.mentions if each.text == "25%")
    assert chosen(document, "50000", "3", percent).found


def test_a_line_that_the_document_lacks_sets_nothing_aside_and_says_so(document: Document) -> None:
    report = chosen(document, "1% of turnover", "1")
    assert report.found
    assert "no row of a table is called so" in str(report.alarms[0])


@pytest.mark.parametrize("text", ["", "0", "-5", "much", "nan", "5% revenue"])
def test_what_is_no_materiality_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="materiality is an amount above zero"):
        Materiality.of(text)


@pytest.mark.parametrize("line", ["営業収益", "收入", "net sales", "total revenues"])
def test_a_line_may_be_called_as_in_another_language(line: str) -> None:
    rows = "<tr><td>売上高</td><td>2,000</td></tr><tr><td>売上原価</td><td>1,500</td></tr>"
    page = f"<html><body><table><tr><td></td><td>2024年3月期</td></tr>{rows}</table></body></html>"
    document = read(page.encode(), "a.htm")
    assert Materiality.of(f"10% of {line}").amount_in(document) == 200
