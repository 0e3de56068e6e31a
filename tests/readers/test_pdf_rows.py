"""Which lines of a printed table are one row, and which are rows of their own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.readers.pdf_pages import (
    SIZE,
    Sheet,
    chinese,
    pair_of,
    read_pages,
    row_of,
    stated,
    statement_heads,
    underlined,
)


def test_a_line_further_left_than_a_label_begins_is_no_part_of_it() -> None:
    rows = (
        ("甲類", ()),
        ("    本期淨利合計", ("1,100", "1,200")),
        ("乙類之項目", ()),
        ("  設備", ("2,100", "2,200")),
    )

    def draw(sheet: Sheet) -> None:
        underlined(sheet, (300, 360), 80, "113年度")
        underlined(sheet, (380, 440), 80, "112年度")
        for number, (label, values) in enumerate(rows):
            indent = 6 * (len(label) - len(label.lstrip()))
            numbers = list(zip((360, 440), values, strict=False))
            row_of(sheet, 100 + 16 * number, [(60 + indent, label.strip())], numbers)

    assert stated(read_pages(draw))["本期淨利合計", "113年度"] == "1,100"


@pytest.mark.parametrize("date", ["113年度", "113年12月31日"])
def test_a_date_over_rows_is_no_beginning_of_the_label_below_it(date: str) -> None:
    def draw(sheet: Sheet) -> None:
        underlined(sheet, (300, 360), 80, "土地")
        underlined(sheet, (380, 440), 80, "合計")
        for number, label in enumerate((date, "1月1日", "取得", "處分")):
            values = pair_of(number, (360, 440)) if number else []
            row_of(sheet, 100 + 16 * number, [(60, label)], values)

    paths = [mention.row_path for mention in read_pages(draw).mentions]
    assert paths[0] == (date, "1月1日")
    assert paths[2] == (date, "取得")


def test_a_table_that_goes_on_a_little_aside_on_the_next_page_is_not_doubtful() -> None:
    def part(shift: float, names: str) -> Callable[[Sheet], None]:
        def draw(sheet: Sheet) -> None:
            for right, head in ((360, "土地"), (440, "合計")):
                underlined(sheet, (right - 60 + shift, right + shift), 200, head)
            for number, name in enumerate(names):
                values = pair_of(number, (360 + shift, 440 + shift))
                row_of(sheet, 220 + 16 * number, [(60 + shift, f"項目{name}")], values)

        return draw

    document = read_pages(part(0, "甲乙丙丁"), part(5, "戊己庚辛"), part(10, "子丑寅卯"))
    assert not document.unread
    assert stated(document)["項目卯", "土地"] == "4,100"


def test_the_last_row_of_a_table_above_a_line_across_is_a_row() -> None:
    def draw(sheet: Sheet) -> None:
        for right, head in ((360, "2006年"), (440, "2005年")):
            sheet.text(right - 30, 80, head, font=chinese())
        for number, label in enumerate(("存貨", "應收帳款", "資產總計")):
            row_of(sheet, 100 + 16 * number, [(60, label)], pair_of(number, (360, 440)))
        sheet.line(58, 134, 441, 134)

    assert stated(read_pages(draw))["資產總計", "2006年"] == "3,100"


def test_a_row_of_blanks_below_the_heads_is_of_the_table_of_the_numbers_below_it() -> None:
    rows = (
        ("當期費用", ()),
        ("  當期產生", ("-", "-")),
        ("遞延費用", ()),
        ("  迴轉", ("18", "47")),
        ("遞延費用及當期費用合計", ("18", "47")),
    )

    def draw(sheet: Sheet) -> None:
        underlined(sheet, (300, 360), 80, "113年度")
        underlined(sheet, (380, 440), 80, "112年度")
        for number, (label, values) in enumerate(rows):
            indent = 6 * (len(label) - len(label.lstrip()))
            places = (320, 400) if "-" in values else (360, 440)
            numbers = list(zip(places, values, strict=False))
            row_of(sheet, 100 + 16 * number, [(60 + indent, label.strip())], numbers)

    assert stated(read_pages(draw))["迴轉", "112年度"] == "47"


def test_the_lines_above_and_below_the_numbers_of_a_row_are_its_label_also_at_both_ends() -> None:
    def draw(sheet: Sheet) -> None:
        for x, head in ((60, "公司名稱"), (300, "總資產"), (380, "淨資產"), (460, "審計機構")):
            sheet.text(x, 80, head, font=chinese())
        for number, name in enumerate("甲乙丙"):
            top = 104 + 24 * number
            values = pair_of(number, (330, 410))
            if number == 1:
                row_of(sheet, top, [(60, "乙山水電有限公司"), (460, "春風所")], values)
                continue
            row_of(sheet, top - 5, [(60, f"{name}山水電開發"), (460, "春風會計")], [])
            row_of(sheet, top, [], values)
            row_of(sheet, top + 5, [(60, "有限公司"), (460, "師事務所")], [])

    found = stated(read_pages(draw))
    assert found["甲山水電開發有限公司", "總資產"] == "1,100"
    assert found["丙山水電開發有限公司", "淨資產"] == "3,200"


def test_a_row_with_a_note_and_no_amount_names_the_rows_below_it_and_totals_end_them() -> None:
    rows = (
        ("2120", "短期借款", 101, ""),
        ("2170", "應付帳款", 101, ""),
        ("2310", "預收款項", 101, ""),
        ("", "資本公積", 92, ""),
        ("3200", "資本公積", 101, "六(二)"),
        ("", "保留盈餘", 92, "六(三)"),
        ("3310", "法定盈餘公積", 101, ""),
        ("3350", "未分配盈餘", 101, ""),
        ("", "重大或有負債及合約承諾", 92, "九"),
        ("3X2X", "負債及權益總計", 101, ""),
    )

    def draw(sheet: Sheet) -> None:
        statement_heads(sheet)
        for number, (code, label, left, note) in enumerate(rows):
            words = [(x, text) for x, text in ((60, code), (left, label), (226, note)) if text]
            row_of(sheet, 100 + 14 * number, words, pair_of(number, (360, 440)) if code else [])

    paths = [mention.row_path for mention in read_pages(draw).mentions[6::2]]
    assert paths == [
        ("資本公積", "資本公積"),
        ("保留盈餘", "法定盈餘公積"),
        ("保留盈餘", "未分配盈餘"),
        ("負債及權益總計",),
    ]


def test_a_line_with_a_note_of_its_own_goes_on_with_no_row() -> None:
    rows = (
        ("2120", "短期借款", "六(一)"),
        ("2170", "應付帳款", ""),
        ("3200", "資本公積", "六(二)"),
        ("", "保留盈餘", "六(三)"),
        ("3310", "法定盈餘公積", ""),
        ("3350", "未分配盈餘", ""),
    )

    def draw(sheet: Sheet) -> None:
        statement_heads(sheet)
        for number, (code, label, note) in enumerate(rows):
            words = [(x, text) for x, text in ((60, code), (101, label), (226, note)) if text]
            row_of(sheet, 100 + 12 * number, words, pair_of(number, (360, 440)) if code else [])

    paths = [mention.row_path for mention in read_pages(draw).mentions[4::2]]
    assert paths == [("資本公積",), ("保留盈餘", "法定盈餘公積"), ("保留盈餘", "未分配盈餘")]


def test_lines_beside_the_labels_do_not_say_where_numbers_stand() -> None:
    rows = (
        (("甲電廠一期工程", ""), ("10", "20")),
        (("乙電廠三號五號", "自有資金"), ()),
        (("　機組工程", "和貸款"), ("30", "40")),
        (("", "自有資金"), ()),
        (("丙電廠工程", "和貸款"), ("50", "60")),
        (("", "自有資金"), ()),
        (("丁電廠工程", "和貸款"), ("70", "80")),
    )

    def draw(sheet: Sheet) -> None:
        row_of(sheet, 80, [(60, "工程")], [(300, "2005年度"), (380, "2004年度")])
        sheet.text(420, 80, "來源", font=chinese())
        for number, ((label, source), values) in enumerate(rows):
            words = [(x, text) for x, text in ((60, label), (420, source)) if text]
            row_of(sheet, 100 + 12 * number, words, [*zip((300, 380), values, strict=False)])

    labels = [mention.row_path[-1] for mention in read_pages(draw).mentions[::2]]
    assert labels == ["甲電廠一期工程", "乙電廠三號五號機組工程", "丙電廠工程", "丁電廠工程"]


def test_a_label_may_end_deeper_in_the_line_of_its_numbers() -> None:
    labels = (
        ("扣除前归属于本公司股", "东的净利润", 0),
        ("扣除后归属于本公司股", "东的净利润", 1),
        ("期末净资产(百万", "元)", 2),
        ("扣除前的净资产收益率", "-全面摊薄", 3),
    )

    def draw(sheet: Sheet) -> None:
        row_of(sheet, 80, [], [(300, "2007年"), (380, "2006年")])
        for x, year in ((268, "2007年"), (348, "2006年")):
            sheet.text(x, 80, year, font=chinese())
        for upper, lower, number in labels:
            deeper = 9 if number < 3 else 0
            row_of(sheet, 100 + 32 * number, [(60, upper)], [])
            row_of(sheet, 112 + 32 * number, [(60 + deeper, lower)], pair_of(number, (300, 380)))
        row_of(sheet, 112 + 32 * 3 + 12, [(60, "-加权平均")], pair_of(5, (300, 380)))

    paths = [mention.row_path for mention in read_pages(draw).mentions[::2]]
    assert paths == [
        ("扣除前归属于本公司股东的净利润",),
        ("扣除后归属于本公司股东的净利润",),
        ("期末净资产(百万元)",),
        ("扣除前的净资产收益率", "-全面摊薄"),
        ("扣除前的净资产收益率", "-加权平均"),
    ]


def test_signs_that_print_half_of_their_width_part_no_line() -> None:
    def draw(sheet: Sheet) -> None:
        first = "净资产收益率和每股收益的计算及披露》"
        sheet.text(60, 60, first, font=chinese())
        sheet.text(60 + (len(first) - 0.7) * SIZE, 60, "（修订）计算的净资产收益率如下", font=chinese())
        for x, head in ((268, "六月三十日"), (348, "十二月末")):
            sheet.text(x, 76, head, font=chinese())
            sheet.text(x, 90, "2007年", font=chinese())
        for number, label in enumerate(("股东权益", "加权平均", "净利润")):
            row_of(sheet, 106 + 16 * number, [(60, label)], pair_of(number, (300, 380)))

    document = read_pages(draw)
    assert document.unread == ()
    assert {m.column_path for m in document.mentions} == {("六月三十日 2007年",), ("十二月末 2007年",)}


def test_labels_in_the_middle_of_their_column_stand_no_deeper() -> None:
    def draw(sheet: Sheet) -> None:
        row_of(sheet, 80, [(60, "项目")], [(300, "2007年度"), (380, "2006年度")])
        for number, label in enumerate(("承销费用总额", "审计费", "律师费", "登记存管费")):
            left = 100 - 4.5 * len(label)
            row_of(sheet, 100 + 16 * number, [(left, label)], pair_of(number, (300, 380)) if number else [])

    labels = [mention.row_path[-1] for mention in read_pages(draw).mentions[::2]]
    assert labels[1:] == ["律师费", "登记存管费"]
    assert {len(mention.row_path) for mention in read_pages(draw).mentions[2:]} == {1}
