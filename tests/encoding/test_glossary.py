"""Chinese and Japanese labels in English, as far as the glossary goes."""

import pytest

from cofitcheck.encoding.texts import table_texts, translated
from cofitcheck.language.meanings import glossary
from cofitcheck.mentions.words import folded_words
from cofitcheck.periods import Duration
from cofitcheck.periods.east_asian import spelled
from tests.readers.html_pages import read_page, table

YEAR = Duration.of_months(2023, 12, 12)


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
        ("会計方針の変更を反映した当期首残高", "restated beginning balance"),
        ("資本の部", "equity"),
        ("資本支出", "capital 支出"),
        ("結算", "结算"),
        ("鳳凰古城", "鳳凰古城"),
        ("归属 于母公司 所有者的 净利润", "net income attributable to owners of the parent"),
        ("期\n末\n余\n额", "ending balance"),
        ("Bilanzsumme", "total assets"),
        ("Umsatzerlöse:", "revenue"),
        ("Chiffre d’affaires", "revenue"),
        ("Umsatzerlöse Inland", "Umsatzerlöse Inland"),
    ],
)
def test_known_items_are_said_in_english(text: str, english: str) -> None:
    assert translated(text) == english


_COMPARING = ("increase (decrease)", "growth rate")
"""What heads a column that compares two others, and is said to be a change for that."""


@pytest.mark.parametrize(
    ("text", "own", "english"),
    [
        ("当期純利益", YEAR, "net income"),
        ("本期净利润", YEAR, "January 1, 2023 to December 31, 2023 net income"),
        ("当期所得税费用", YEAR, "income taxes - current"),
        ("当期変動額合計", YEAR, "total changes"),
        ("本期变动金额", YEAR, "January 1, 2023 to December 31, 2023 change amount"),
        ("のれんの増減額", None, "goodwill の increase (decrease)"),
        ("以前期间所得税", YEAR, "以前期间 income tax expense"),
        ("以前年度损失", YEAR, "以前年度 loss"),
        ("前期所得税", YEAR, "January 1, 2022 to December 31, 2022 income tax expense"),
    ],
)
def test_a_line_item_that_begins_like_a_word_of_time_is_one(
    text: str, own: Duration | None, english: str
) -> None:
    assert translated(spelled(text, own)) == english


def test_an_english_text_stays_as_it_is() -> None:
    text = "Cash – net of overdrafts, £m"
    assert translated(text) is text


def test_each_name_comes_out_as_its_english() -> None:
    names = list(glossary().items())
    other = {(name, said) for name, english in names if (said := translated(name)) != english}
    assert len(names) > 800
    assert other == {(name, f"change {english}") for name, english in names if english in _COMPARING}


def test_what_is_not_known_is_compared_by_pairs_of_characters() -> None:
    assert folded_words("凤凰古城收入") == ("凤凰", "凰古", "古城", "income")
    assert set(folded_words("凤凰古城门票收入")) > set(folded_words("凤凰古城")) - {"城"}
    assert folded_words("Cash and deposits") == ("cash", "and", "deposit")


def test_the_encoder_reads_english_and_no_number() -> None:
    page = read_page(table(("项目", "2023年12月31日"), ("货币资金（含1,234.00元）", "1,100.00")))
    (texts,) = table_texts(page.tables[0], page.mentions, ["2023"])
    assert texts.label.startswith("cash and deposits")
    assert "1,234" not in texts.label
    assert texts.headers == ("December 31, 2023",)
