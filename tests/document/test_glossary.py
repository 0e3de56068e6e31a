"""Chinese and Japanese labels in English, as far as the glossary goes."""

from importlib import resources

import pytest

from cofitcheck.classification.arrays import words
from cofitcheck.document.glossary import translated
from cofitcheck.encoding.texts import table_texts
from tests.readers.html_pages import read_page, table


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("资产总计", "total assets"),
        ("資產總計", "total assets"),
        ("資産合計", "total assets"),
        ("归属于母公司所有者的净利润", "net income attributable to owners of the parent"),
        ("期末余额", "ending balance"),
        ("当期首残高", "beginning balance"),
        ("短期借款", "short-term borrowings"),
        ("銷貨成本", "cost of sales"),
        ("ソフトウェア", "software"),
        ("前連結会計年度 (2022年3月31日)", "( March 31, 2022 )"),
        ("鳳凰古城", "鳳凰古城"),
        ("归属 于母公司 所有者的 净利润", "net income attributable to owners of the parent"),
        ("期\n末\n余\n额", "ending balance"),
    ],
)
def test_known_items_are_said_in_english(text: str, english: str) -> None:
    assert translated(text) == english


def test_an_english_text_stays_as_it_is() -> None:
    text = "Cash – net of overdrafts, £m"
    assert translated(text) is text


def test_each_name_has_one_meaning() -> None:
    table_of_items = resources.files("cofitcheck.document").joinpath("glossary.tsv").read_text("utf-8")
    names = [name for line in table_of_items.splitlines() for name in line.split("\t")[1].split()]
    assert len(names) == len(set(names)) > 600


def test_what_is_not_known_is_compared_by_pairs_of_characters() -> None:
    assert words("凤凰古城收入") == ("凤凰", "凰古", "古城", "income")
    assert set(words("凤凰古城门票收入")) > set(words("凤凰古城")) - {"城"}
    assert words("Cash and deposits") == ("cash", "and", "deposit")


def test_the_encoder_reads_english_and_no_number() -> None:
    page = read_page(table(("项目", "2023年12月31日"), ("货币资金（含1,234.00元）", "1,100.00")))
    (texts,) = table_texts(page.tables[0], page.mentions, ["2023"])
    assert texts.label.startswith("cash and deposits")
    assert "1,234" not in texts.label
    assert texts.headers == ("December 31, 2023",)
