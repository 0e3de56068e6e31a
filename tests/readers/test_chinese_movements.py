"""Movements between the balances of Chinese tables: what sections they are of."""

from cofitcheck.periods.dating import date_mentions
from tests.readers.pdf_pages import Sheet, chinese, read_pages, read_ruled


def test_movements_told_for_several_years_below_each_other_have_the_balances_around_them() -> None:
    document = read_ruled(
        (
            ("项目", "建筑物", "设备"),
            ("一、原价", "", ""),
            ("2004年初余额", "100", "200"),
            ("本年增加", "10", "20"),
            ("转入", "1", "2"),
            ("2004年末余额", "111", "222"),
            ("2005年1月1日余额", "111", "222"),
            ("本年增加", "30", "40"),
            ("2005年6月30日余额", "141", "262"),
        ),
        widths=(120, 80, 80),
    )
    paths = {mention.text: mention.row_path for mention in document.mentions}
    assert paths["10"] == ("一、原价", "2004年初 – 2004年末", "本年增加")
    assert paths["1"] == ("一、原价", "2004年初 – 2004年末", "转入")
    assert paths["30"] == ("一、原价", "2005年1月1日 – 2005年6月30日", "本年增加")
    assert paths["222"] == ("一、原价", "2005年1月1日余额")
    first, last = (
        period
        for mention, period in zip(document.mentions, date_mentions(document), strict=True)
        if mention.text in ("10", "30")
    )
    assert (first.year, first.months, last.year, last.month, last.months) == (2004, 12, 2005, 6, 6)


def test_movements_of_one_span_have_their_sections_alone() -> None:
    document = read_ruled(
        (
            ("项目", "建筑物", "设备"),
            ("2004年初余额", "100", "200"),
            ("本年增加", "10", "20"),
            ("2004年末余额", "110", "220"),
            ("2005年初余额", "110", "220"),
            ("本年处置", "30", "40"),
            ("2005年末余额", "80", "180"),
        ),
        widths=(120, 80, 80),
    )
    assert {mention.row_path for mention in document.mentions if mention.text in ("10", "30")} == {
        ("本年增加",),
        ("本年处置",),
    }


def test_years_of_the_republic_in_numerals_are_years() -> None:
    document = read_ruled(
        (
            ("項目", "股本", "合計"),
            ("民國一一二年一月一日餘額", "100", "200"),
            ("現金增資", "10", "20"),
            ("民國一一二年十二月三十一日餘額", "110", "220"),
        ),
        widths=(200, 80, 80),
    )
    periods = zip(document.mentions, date_mentions(document), strict=True)
    dates = {mention.text: (period.year, period.month, period.months) for mention, period in periods}
    assert (dates["100"], dates["10"], dates["110"]) == ((2023, 1, -1), (2023, 12, 12), (2023, 12, -1))


def test_a_closing_balance_ends_what_was_opened_since_the_opening_one() -> None:
    document = read_ruled(
        (
            ("项目", "2006年", "2005年"),
            ("年初余额", "100", "200"),
            ("本年减少：", "", ""),
            ("转回", "10", "20"),
            ("冲销", "30", "40"),
            ("年末余额", "60", "140"),
        ),
        widths=(120, 80, 80),
    )
    labels = {mention.text: mention.row_path for mention in document.mentions}
    assert (labels["30"], labels["60"]) == (("本年减少", "冲销"), ("年末余额",))


def test_what_is_added_without_an_amount_heads_nothing() -> None:
    document = read_ruled(
        (
            ("项目", "2006年", "2005年"),
            ("一、营业收入", "100", "200"),
            ("　减：营业成本", "50", "60"),
            ("　加：公允价值变动收益", "", ""),
            ("　　　投资收益", "30", "40"),
            ("二、营业利润", "80", "180"),
        ),
        widths=(160, 80, 80),
    )
    assert {m.row_path for m in document.mentions if m.text == "30"} == {("投资收益",)}


def test_what_is_added_goes_on_in_the_next_line_to_the_end_of_a_bracket() -> None:
    def draw(sheet: Sheet) -> None:
        rows = (
            (60, "购置设备", ("100", "200")),
            (60, "加：期初应付款", ("50", "60")),
            (60, "减：期末应付款", ("5", "6")),
            (60, "加：期初应付设备款(表列", ()),
            (72, "长期应付票据及款", ()),
            (72, "项)", ("30", "40")),
        )
        sheet.text(60, 80, "项目", font=chinese())
        for x, year in ((280, "2006年"), (360, "2005年")):
            sheet.text(x, 80, year, right=True, font=chinese())
        for number, (left, label, values) in enumerate(rows):
            sheet.text(left, 100 + 15 * number, label, font=chinese())
            for x, value in zip((280, 360), values, strict=False):
                sheet.text(x, 100 + 15 * number, value, right=True)

    labels = [m.row_path[-1].replace(" ", "") for m in read_pages(draw).mentions[-2:]]
    assert labels == ["加：期初应付设备款(表列长期应付票据及款项)"] * 2
