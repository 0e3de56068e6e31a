"""Tables of periods down the side, turned; all others as they are."""

import pytest

from cofitcheck.periods import Period
from cofitcheck.periods.dating import date_mentions
from cofitcheck.periods.reporting_period import upright
from tests.readers.html_pages import read_page, table

SUMMARY = table(
    ("", "売上高 百万円", "営業利益 百万円"),
    ("2023年３月期第２四半期", "8,123", "412"),
    ("2022年３月期第２四半期", "7,654", "398"),
)
STATEMENT = table(
    ("", "自 2022年４月１日 至 2022年９月30日", "自 2021年４月１日 至 2021年９月30日"),
    ("売上高", "8,123,456", "7,654,321"),
    ("営業利益", "412,987", "398,765"),
)


def test_items_come_down_the_side_and_every_mention_keeps_its_place_in_the_document() -> None:
    document = read_page(SUMMARY, STATEMENT)
    turned = upright(document)
    assert [mention.text for mention in turned.mentions] == [mention.text for mention in document.mentions]
    sales, _, earlier, _ = turned.mentions[:4]
    assert "売上高" in sales.row_path[-1]
    assert sales.column_path == ("2023年３月期第２四半期",)
    assert (sales.row, earlier.row) == (earlier.row, sales.row)
    assert sales.column < earlier.column
    texts = {(cell.row, cell.column): cell.text for cell in turned.tables[0].cells}
    assert all(texts[mention.row, mention.column] == mention.text for mention in turned.mentions[:4])
    assert turned.tables[1] == document.tables[1]
    assert turned.mentions[4:] == document.mentions[4:]


def test_periods_stay_what_they_are() -> None:
    document = read_page(SUMMARY)
    assert date_mentions(upright(document)) == date_mentions(document)


@pytest.mark.parametrize(
    "other",
    [
        table(("", "Sales", "Profit"), ("2023", "8,123", "412"), ("2022", "7,654", "398")),
        table(("", "売上高"), ("2023年３月期 (予想)", "8,123"), ("2022年３月期", "7,654")),
        table(("", "2023年", "2022年"), ("2023年度", "8,123", "412"), ("2022年度", "7,654", "398")),
    ],
)
def test_other_tables_are_not_turned(other: str) -> None:
    document = read_page(other)
    assert upright(document) is document


def test_a_financial_position_is_of_the_last_day_of_its_period() -> None:
    (day, *_) = date_mentions(
        read_page("<p><b>(2) 連結財政状態</b></p>", SUMMARY.replace("売上高", "総資産"))
    )
    assert day == Period(2022, 9, 30, 0)
