"""The schedules of PDFs without ruled columns: labels that hang, titles, heads at tops of pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cofitcheck.reports.words import render_unchecked
from tests.readers.pdf_pages import Sheet, chinese, read_pages, stated

Lines = Sequence[tuple[float, float, str]]


def written(lines: Lines, rules: Sequence[tuple[float, float, float]] = ()) -> Callable[[Sheet], None]:
    """Return a page of Chinese: each text at its place, numbers ending there, and level lines at their
    heights."""
    font = chinese()

    def draw(sheet: Sheet) -> None:
        for x, y, text in lines:
            number = any(map(str.isdigit, text)) and all(char in "0123456789,.()$- %USD" for char in text)
            sheet.text(x, y, text, right=number, font=font)
        for y, start, end in rules:
            sheet.line(start, y, end, y)

    return draw


def below(top: float, *rows: Sequence[str], step: float = 14, left: float = 60) -> Lines:
    """Return rows of a label and two numbers; a label that begins with spaces stands deeper."""
    return [
        (x, top + number * step, text)
        for number, (label, *values) in enumerate(rows)
        for x, text in (
            (left + 9 * (len(label) - len(label.lstrip())), label.strip()),
            *zip((300, 400), values, strict=False),
        )
        if text
    ]


HEADS = ((270, 100, "113年度"), (370, 100, "112年度"))


def test_a_label_goes_on_in_lines_that_begin_where_no_row_does() -> None:
    rows = below(
        116,
        ("Cayman Hill", "6,418", "5,136"),
        (" Holdings Ltd.", "", ""),
        ("大山食品", "1,746", "583"),
        ("小河貿易", "3,624", "271"),
    )
    found = stated(read_pages(written((*HEADS, *rows))))
    assert found["Cayman Hill Holdings Ltd.", "113年度"] == "6,418"
    assert found["大山食品", "112年度"] == "583"


def test_lines_before_deeper_rows_name_them() -> None:
    rows = below(
        116,
        ("稅前淨利", "31,450", "27,645"),
        (" 調整項目", "", ""),
        ("  折舊費用", "1,285", "1,342"),
        ("  透過損益按公允價值衡量之利益", "724", "14,570"),
    )
    document = read_pages(written((*HEADS, *rows)))
    assert document.mentions[2].row_path == ("調整項目", "折舊費用")


def test_a_line_with_a_colon_beside_the_labels_names_the_rows_below() -> None:
    def row(y: float, holder: str, security: str, value: str) -> Lines:
        return [(60, y, holder), (150, y, security), (300, y, value), (400, y, value)]

    lines = (
        *HEADS,
        (150, 114, "股票:"),
        *row(128, "大山食品", "小河貿易", "5,732"),
        (150, 142, "公司債:"),
        *row(156, "大海運輸", "青松銀行", "7,264"),
        *row(170, "大湖建設", "白雲銀行", "1,873"),
    )
    paths = {mention.text: mention.row_path for mention in read_pages(written(lines)).mentions}
    assert paths["5,732"] == ("股票", "大山食品 小河貿易")
    assert paths["1,873"] == ("公司債", "大湖建設 白雲銀行")


def test_rows_behind_a_dash_belong_to_the_line_above_them() -> None:
    rows = below(
        116,
        ("1月1日", "5,820", "5,310"),
        ("外幣換算差異數", "", ""),
        ("－本公司", "1,247", "1,258"),
        ("－子公司", "382", "391"),
        ("評價調整", "", ""),
        ("－本公司", "163", "174"),
        ("12月31日", "7,612", "7,133"),
    )
    document = read_pages(written((*HEADS, *rows)))
    assert [mention.row_path for mention in document.mentions][::2] == [
        ("1月1日",),
        ("外幣換算差異數", "－本公司"),
        ("外幣換算差異數", "－子公司"),
        ("評價調整", "－本公司"),
        ("12月31日",),
    ]


def test_an_underlined_line_is_a_title_of_rows() -> None:
    rows = below(116, ("金融資產", "", ""), ("美金", "23", "614"), ("日圓", "48", "279"))
    document = read_pages(written((*HEADS, *rows), [(118, 60, 96)]))
    assert document.mentions[0].row_path == ("金融資產", "美金")


def test_a_total_below_a_subtotal_is_of_all_sections() -> None:
    rows = below(
        116,
        ("應付帳款", "", ""),
        (" 子公司", "41", "36"),
        (" 採用權益法之關聯企業及合資", "12", "11"),
        ("", "53", "47"),
        ("其他負債", "", ""),
        (" 子公司", "28", "17"),
        (" 採用權益法之關聯企業及合資", "5", "4"),
        ("", "33", "21"),
        ("", "86", "68"),
    )
    paths = {mention.text: mention.row_path for mention in read_pages(written((*HEADS, *rows))).mentions}
    assert paths["33"] == ("其他負債",)
    assert paths["86"] == ()


def test_heads_that_every_page_repeats_at_its_top_are_no_running_lines() -> None:
    def page(number: int) -> Callable[[Sheet], None]:
        heads = (
            (255, 37, "交易情形"),
            (425, 37, "應收帳款"),
            (230, 54, "金額"),
            (300, 54, "比率"),
            (400, 54, "餘額"),
            (470, 54, "佔比"),
        )
        rows = [
            (x, 70 + 14 * row, text)
            for row in range(5)
            for x, text in (
                (60, f"大山{'甲乙丙丁戊'[row]}{'子丑寅'[number]}"),
                *zip(
                    (250, 320, 420, 490),
                    (f"{number + 1},{row}11", f"{row + 1}", f"{number + 1},{row}22", f"{row + 2}"),
                    strict=True,
                ),
            )
        ]
        return written((*heads, *rows), [(40, 220, 330), (40, 390, 500), (57, 220, 255), (57, 290, 330)])

    document = read_pages(page(0), page(1), page(2))
    assert {mention.column_path for mention in document.mentions if mention.place.page == 3} == {
        ("交易情形", "金額"),
        ("交易情形", "比率"),
        ("應收帳款", "餘額"),
        ("應收帳款", "佔比"),
    }


def test_a_spread_line_of_a_head_is_of_the_column_whose_rule_it_fills() -> None:
    heads = (
        *((x, 103, char) for x, char in ((260, "未"), (295, "實"), (331, "現"))),
        *((x, 116, char) for x, char in ((160, "外"), (195, "幣"), (231, "數"))),
        *((x, 116, char) for x, char in ((260, "評"), (295, "價"), (331, "額"))),
        *((x, 116, char) for x, char in ((360, "合"), (431, "計"))),
    )
    rules = [(119, 160, 240), (119, 260, 340), (119, 360, 440)]
    rows = [
        (x, y, text)
        for y, texts in ((132, ("1月1日", "5,820", "640", "5,180")), (146, ("大山", "1,247", "163", "1,410")))
        for x, text in zip((60, 240, 340, 440), texts, strict=True)
    ]
    heads_of = {m.text: m.column_path for m in read_pages(written((*heads, *rows), rules)).mentions}
    assert heads_of["640"] == ("未實現評價額",)
    assert heads_of["5,180"] == ("合計",)


def test_heads_right_of_the_labels_begin_a_table() -> None:
    first = below(116, ("大山", "", "2,376"), ("小河", "", "1,428"), ("", "", "3,804"))
    heads = ((180, 172, "成本"), (370, 172, "淨值"), (60, 172, "項目"))
    second = [
        (x, y, text)
        for y, texts in ((186, ("原料", "47,380", "45,912")), (200, ("製成品", "13,645", "12,870")))
        for x, text in zip((60, 210, 400), texts, strict=True)
    ]
    document = read_pages(written(((370, 100, "金額"), *first, *heads, *second)))
    assert len(document.tables) == 2
    assert stated(document)["製成品", "淨值"] == "12,870"


def test_a_date_over_the_middle_of_a_table_is_over_all_its_columns() -> None:
    lines = ((200, 100, "113年12月31日"), (190, 116, "成本"), (370, 116, "淨值"), (60, 116, "項目"))
    rows = [
        (x, y, text)
        for y, texts in ((130, ("原料", "47,380", "45,912")), (144, ("製成品", "13,645", "12,870")))
        for x, text in zip((60, 210, 400), texts, strict=True)
    ]
    found = stated(read_pages(written((*lines, *rows))))
    assert found["原料", "113年12月31日 / 淨值"] == "45,912"


def test_an_amount_in_two_currencies_is_two_of_one_label() -> None:
    def draw(sheet: Sheet) -> None:
        rows = (("對象", "最高金額", "餘額"), ("大山", "", ""), ("小河", "1,370,000", "850,000"))
        sheet.ruled(60, 100, (80, 100, 100), rows, font=chinese())
        for x, texts in ((236, ("37,932", "(USD 1,200)")), (336, ("25,288", "(USD 800)"))):
            for number, text in enumerate(texts):
                sheet.text(x, 123 + 7.5 * number, text, right=True)

    document = read_pages(draw)
    numbers = {mention.text: mention for mention in document.mentions}
    assert numbers["37,932"].row_path == numbers["USD 1,200"].row_path == ("大山",)
    assert numbers["USD 800"].number.currency == "USD"
    assert numbers["USD 800"].number.value == 800


def test_an_amount_that_its_column_breaks_is_one() -> None:
    def draw(sheet: Sheet) -> None:
        rows = (("项目", "公积", "利润"), ("分配", "", ""), ("期末", "1,428,306.15", "2,917,640.82"))
        sheet.ruled(60, 100, (80, 100, 100), rows, font=chinese())
        for x, texts in ((236, ("4,382,5", "17.36")), (336, ("-4,382,5", "17.36"))):
            for number, text in enumerate(texts):
                sheet.text(x, 123 + 7.5 * number, text, right=True)

    found = stated(read_pages(draw))
    assert found["分配", "公积"] == "4,382,517.36"
    assert found["分配", "利润"] == "-4,382,517.36"


def test_numbers_of_pages_are_listed() -> None:
    rows = [
        (60, 100 + 16 * n, text) for n, text in enumerate(("一、封面", "二、目錄", "三、附註", "四、附表"))
    ]
    pages = [(400, 100 + 16 * n, text) for n, text in enumerate(("1", "2", "17", "39"))]
    totals = below(300, ("大山", "1,746", "583"), ("小河", "3,624", "271"))
    document = read_pages(written((*rows, *pages, (270, 284, "113年度"), (370, 284, "112年度"), *totals)))
    assert len(document.mentions) == 4
    assert "as those of pages do" in str(render_unchecked(document.unread[0].reason))


def block(top: float, year: str, first: str, second: str) -> Lines:
    """Return a part of a schedule below its year: two rows whose names take two lines each, one above and one
    below their numbers."""
    heads = ((80, "关联方"), (160, "内容"), (270, "金额"), (370, "比例(%)"))
    names = [
        (60, top + at, text) for at in (40, 68) for at, text in ((at - 6, "甲省电力公"), (at + 6, "司单位"))
    ]
    goods = [(150, 40, "电力销售"), (150, 62, "设备及劳"), (150, 74, "务的销售")]
    numbers = [(300, 40, first), (400, 40, "12.64"), (300, 68, second), (400, 68, "7.35")]
    return [
        (230, top, year),
        *((x, top + 14, text) for x, text in heads),
        *names,
        *((x, top + y, text) for x, y, text in (*goods, *numbers)),
    ]


def test_words_around_the_line_of_the_numbers_are_of_its_row_and_none_stand_across_a_rule() -> None:
    lines = [
        *block(100, "2006年", "679,944.95", "637,140.35"),
        *block(196, "2005年", "575,864.21", "557,494.97"),
    ]
    rules = [(at + top, 50, 410) for top in (0, 96) for at in (88, 120, 183)]
    labels = {mention.text: mention.row_path[-1] for mention in read_pages(written(lines, rules)).mentions}
    assert labels["679,944.95"] == labels["575,864.21"] == "甲省电力公司单位 电力销售"
    assert labels["637,140.35"] == labels["557,494.97"] == "甲省电力公司单位 设备及劳务的销售"


def test_a_remark_in_brackets_below_a_number_heads_nothing() -> None:
    rows = [("甲电厂", "120", "0.3816"), ("乙电厂", "40", "0.2914"), ("丙电厂", "60", "0.3127")]
    heads = ((265, 100, "装机容量"), (355, 100, "批准电价"))
    lines = [*heads, *below(114, *rows[:2]), (358, 142, "（暂执行）"), *below(156, rows[2])]
    document = read_pages(written(lines))
    assert stated(document)["丙电厂", "批准电价"] == "0.3127"


def test_a_head_of_one_line_may_stand_between_the_lines_of_those_beside_it() -> None:
    heads = [
        (280, 100, "去年同期"),
        (180, 106, "数量（吨）"),
        (380, 106, "数量（元）"),
        (285, 112, "增幅"),
    ]
    rows = [("2006年", "2,357.41", "12.47%", "318.52"), ("2005年", "1,864.90", "7.61%", "287.33")]
    body = [
        (x, 130 + 14 * number, text)
        for number, row in enumerate(rows)
        for x, text in zip((60, 225, 310, 425), row, strict=True)
    ]
    found = stated(read_pages(written([*heads, *body])))
    assert found["2006年", "去年同期增幅"] == "12.47%"
    assert found["2006年", "数量（元）"] == "318.52"


def test_the_first_line_of_a_head_that_goes_on_heads_nothing() -> None:
    rows = (
        ("", "股本", "减：", "合计"),
        ("期初余额", "1,234", "2,345", "3,456"),
        ("期末余额", "4,321", "5,432", "6,543"),
        ("增加", "3,087", "3,087", "3,087"),
    )
    document = read_pages(lambda sheet: sheet.ruled(60, 100, (100, 80, 80, 80), rows, font=chinese()))
    assert {mention.column_path[-1] for mention in document.mentions} == {"股本", "合计"}
    assert '"减：" is only a part of a header' in str(render_unchecked(document.unread[0].reason))
