"""Statements and lists as Taiwanese reports print them: heads spread over their underlines, codes and notes
beside the labels, several columns of words."""

from __future__ import annotations

from cofitcheck.readers.pdf.pages.rules import to_rules
from tests.readers.pdf_pages import (
    SIZE,
    Sheet,
    chinese,
    pair_of,
    read_pages,
    row_of,
    spread,
    stated,
    statement_heads,
    underlined,
)


def test_heads_spread_over_their_underlines_are_told_apart_where_one_underline_ends() -> None:
    spans = ((240, 300), (304, 364), (368, 428), (432, 492))

    def draw(sheet: Sheet) -> None:
        spread(sheet, (304, 428), 80, "保留盈餘")
        spread(sheet, spans[2], 98, "未實現評", underlined=False)
        for span, head in zip(spans, ("普通股本", "法定公積", "價後利益", "合計"), strict=True):
            spread(sheet, span, 108, head)
        for number, label in enumerate(("本期淨利", "現金股利", "期末餘額")):
            values = [(right - 4, f"{number + 1},{column}50") for column, (_, right) in enumerate(spans)]
            row_of(sheet, 130 + 16 * number, [(60, label)], values)

    found = stated(read_pages(draw))
    assert found["本期淨利", "普通股本"] == "1,050"
    assert found["本期淨利", "保留盈餘 / 法定公積"] == "1,150"
    assert found["現金股利", "保留盈餘 / 未實現評價後利益"] == "2,250"
    assert found["期末餘額", "合計"] == "3,350"


def test_heads_that_all_but_touch_are_parted_where_one_underline_ends() -> None:
    spans = ((240, 300), (301.2, 361.2))

    def draw(sheet: Sheet) -> None:
        for span, above, head in zip(
            spans, ("國外營運機", "透過其他綜"), ("換算差額", "合損益數"), strict=True
        ):
            spread(sheet, span, 98, above, underlined=False)
            sheet.text(span[0], 98, above[0], font=chinese())
            spread(sheet, span, 108, head)
        for number, label in enumerate(("本期淨利", "現金股利", "期末餘額")):
            values = [(right - 4, f"{number + 1},{column}50") for column, (_, right) in enumerate(spans)]
            row_of(sheet, 130 + 16 * number, [(60, label)], values)

    found = stated(read_pages(draw))
    assert found["本期淨利", "國外營運機換算差額"] == "1,050"
    assert found["本期淨利", "透過其他綜合損益數"] == "1,150"


def test_digits_spread_over_an_underline_are_one_date() -> None:
    def draw(sheet: Sheet) -> None:
        for span, year in (((280, 380), "113"), ((400, 500), "112")):
            spread(sheet, span, 80, f"{year}年12月31日")
        for number, label in enumerate(("存貨", "預付款項", "其他資產")):
            row_of(sheet, 100 + 16 * number, [(60, label)], pair_of(number, (380, 500)))

    assert stated(read_pages(draw))["存貨", "112年12月31日"] == "1,200"


def test_codes_and_notes_beside_labels_are_no_part_of_them_and_no_numbers() -> None:
    codes = ("1100", "1170", "130X", "1410", "11XX", "1XXX")

    def draw(sheet: Sheet) -> None:
        statement_heads(sheet)
        for number, code in enumerate(codes):
            words = [(60, code), (95, f"項目{'甲乙丙丁戊己'[number]}"), (224, "六(一)")]
            row_of(sheet, 100 + 16 * number, words, pair_of(number, (360, 440)))

    found = stated(read_pages(draw))
    assert len(found) == 12
    assert found["項目丙", "113年度"] == "3,100"
    assert found["項目己", "112年度"] == "6,200"


def test_notes_are_a_column_where_the_longest_label_reaches_as_far_as_they_begin() -> None:
    def draw(sheet: Sheet) -> None:
        statement_heads(sheet)
        for number, label in enumerate(("存貨", "採用權益法認列之長期股權投資餘", "無形資產")):
            words = [(84, label), (221 if number == 2 else 226, "六七八"[number])]
            row_of(sheet, 100 + 16 * number, words, pair_of(number, (360, 440)))

    assert stated(read_pages(draw))["採用權益法認列之長期股權投資餘", "113年度"] == "2,100"


def test_a_label_goes_on_in_the_next_line_of_a_statement_with_wide_lines() -> None:
    rows = (
        ("1100", "現金及約當現金", True),
        ("1110", "透過損益按公允價值衡量之", False),
        ("", "金融資產", True),
        ("1150", "應收票據", True),
        ("1170", "應收帳款", True),
    )

    def draw(sheet: Sheet) -> None:
        statement_heads(sheet)
        for number, (code, label, filled) in enumerate(rows):
            values = pair_of(number, (360, 440)) if filled else []
            words = [(60, code)] if code else []
            words += [(108, label), *([(224, "六(四)")] if code else [])]
            row_of(sheet, 100 + 20 * number, words, values)

    assert stated(read_pages(draw))["透過損益按公允價值衡量之金融資產", "113年度"] == "3,100"


_LISTED = ((60, 84), (88, 168), (172, 252), (256, 300), (310, 370), (380, 440))
_HEADS = ("編號", "交易人名稱", "交易往來對象", "(註3)", "金額", "餘額")


def _list_heads(sheet: Sheet) -> None:
    sheet.text(_LISTED[3][0] + 12, 69, "關係", font=chinese())
    sheet.text(_LISTED[4][0] + 12, 69, "交易之", font=chinese())
    for span, head in zip(_LISTED, _HEADS, strict=True):
        underlined(sheet, span, 80, head)


def test_a_number_that_several_rows_of_a_list_share_and_a_code_in_a_note_are_no_values() -> None:
    def draw(sheet: Sheet) -> None:
        _list_heads(sheet)
        for number, party in enumerate("甲乙丙丁"):
            words = [(68, str(number // 3)), (88, "春風企業"), (172, f"{party}山公司"), (274, "1")]
            row_of(sheet, 100 + 16 * number, words, pair_of(number, (370, 440)))

    found = stated(read_pages(draw))
    assert len(found) == 8
    assert found["春風企業 乙山公司", "交易之金額"] == "2,100"


def test_cells_of_a_list_that_go_on_in_the_next_line_are_one_also_at_its_end() -> None:
    def draw(sheet: Sheet) -> None:
        _list_heads(sheet)
        for number, party in enumerate("甲乙丙"):
            words = [
                (68, str(number)),
                (88, ("春風", "春風國際企業", "春風")[number]),
                (172, f"{party}山股份"),
            ]
            top = 100 + 36 * number
            row_of(sheet, top, words, pair_of(number, (370, 440)))
            row_of(sheet, top + 11, [(92, "有限公司"), (176, "有限公司")], [])

    found = stated(read_pages(draw))
    for number, party in enumerate("甲乙丙"):
        name = ("春風", "春風國際企業", "春風")[number]
        assert found[f"{name}有限公司 {party}山股份有限公司", "餘額"] == f"{number + 1},200"


def test_the_underlines_of_heads_part_columns_of_words_that_all_but_touch() -> None:
    def draw(sheet: Sheet) -> None:
        _list_heads(sheet)
        for number, party in enumerate("甲乙丙丁"):
            words = [(88, f"{party}山股份有限公司"), (165 if number == 2 else 172, f"{party}水公司")]
            row_of(sheet, 100 + 16 * number, words, pair_of(number, (370, 440)))

    assert stated(read_pages(draw))["丁山股份有限公司 丁水公司", "交易之金額"] == "4,100"


def test_heads_that_stand_at_the_top_of_every_page_are_of_the_table_there() -> None:
    def draw(sheet: Sheet) -> None:
        for span, head in zip(_LISTED[1:], _HEADS[1:], strict=True):
            underlined(sheet, span, 60, head)
        for number, party in enumerate("甲乙丙丁"):
            words = [(88, "春風企業"), (172, f"{party}山公司")]
            row_of(sheet, 80 + 16 * number, words, pair_of(number, (370, 440)))

    document = read_pages(*([draw] * 6))
    assert {mention.column_path for mention in document.mentions} == {("金額",), ("餘額",)}


def test_two_underlines_side_by_side_are_not_one() -> None:
    spans = ((200, 260), (264, 324), (328, 358), (362, 422), (426, 456))

    def draw(sheet: Sheet) -> None:
        for span, head in (((200, 325), "原始投資"), ((327, 456), "期末持有")):
            underlined(sheet, span, 80, head)
        for span, head in zip(spans, ("股數", "成本", "％", "金額", "％"), strict=True):
            underlined(sheet, span, 96, head)
        for number, label in enumerate(("甲公司", "乙公司", "丙公司")):
            values = [(right - 2, f"{number + 1}.{column}5") for column, (_, right) in enumerate(spans)]
            row_of(sheet, 116 + 16 * number, [(60, label)], values)

    found = stated(read_pages(draw))
    assert found["甲公司", "原始投資 / 成本"] == "1.15"
    assert found["甲公司", "期末持有 / ％"] == "1.45"
    assert found["甲公司", "期末持有 / 金額"] == "1.35"


def test_blanks_in_the_middle_of_a_ruled_head_are_of_the_column_of_its_numbers() -> None:
    spans = ((200, 264), (268, 332), (336, 400), (404, 468))
    heads = (("", "股本"), ("法定盈", "餘公積"), ("換算之兌換", "差額"), ("", "權益總計"))

    def draw(sheet: Sheet) -> None:
        for (left, right), (above, head) in zip(spans, heads, strict=True):
            sheet.text((left + right - SIZE * len(above)) / 2, 71, above, font=chinese())
            underlined(sheet, (left, right), 82, head)
        for number, label in enumerate(("期初餘額", "本期淨利", "現金股利", "期末餘額")):
            full = number in (0, 3)
            values = [
                (right, f"{number + 1},{at}50") for at, (_, right) in enumerate(spans) if full or at == 1
            ]
            row_of(sheet, 102 + 16 * number, [(60, label)], values)
            for left, right in spans if not full else ():
                if left != spans[1][0]:
                    sheet.text((left + right) / 2, 102 + 16 * number, "-")

    found = stated(read_pages(draw))
    assert found["期初餘額", "換算之兌換差額"] == "1,250"
    assert found["期末餘額", "權益總計"] == "4,350"
    assert found["本期淨利", "法定盈餘公積"] == "2,150"


def test_two_halves_with_codes_before_their_labels_are_two_tables() -> None:
    left = (("1100", "現金"), ("1170", "應收帳款"), ("130X", "存貨"), ("", "資產總計"))
    right = (("2100", "短期借款"), ("2170", "應付帳款"), ("3110", "股本"), ("", "負債及權益總計"))

    def draw(sheet: Sheet) -> None:
        for x in (200, 470):
            underlined(sheet, (x - 40, x), 80, "金額")
            underlined(sheet, (x + 8, x + 30), 80, "％")
        for x, section in ((40, "流動資產："), (310, "流動負債：")):
            sheet.text(x + 34, 91, section, font=chinese())
        for x, rows in ((40, left), (310, right)):
            for number, (code, label) in enumerate(rows):
                words = [(x + 34, label)] + ([(x, code)] if code else [])
                values = [(x + 160, f"{number + 1},100"), (x + 190, str(number + 1))]
                row_of(sheet, 104 + 16 * number, words, values)

    document = read_pages(draw)
    found = stated(document)
    assert len(document.tables) == 2
    assert found["應付帳款", "金額"] == "2,100"
    assert found["存貨", "％"] == "3"
    assert len(found) == 16
    assert ("流動資產", "存貨") in [mention.row_path for mention in document.mentions]


def test_several_heads_above_one_line_are_not_one_spread_head() -> None:
    def draw(sheet: Sheet) -> None:
        for x, head in ((60, "項目"), (300, "2006"), (322, "年度"), (400, "2005"), (422, "年度")):
            sheet.text(x, 80, head, font=chinese())
        sheet.line(58, 83, 442, 83)
        for number, label in enumerate(("存貨", "應收帳款", "資產總計")):
            values = pair_of(number, (340, 440))
            row_of(sheet, 100 + 16 * number, [(60, label)], values)

    assert stated(read_pages(draw))["存貨", "2005年度"] == "1,200"


def test_a_gap_in_a_line_is_closed_where_another_line_crosses_it_and_parts_two_underlines_elsewhere() -> None:
    left, right = (100.0, 50.0, 200.0, 50.0), (202.0, 50.0, 300.0, 50.0)
    crossing = (201.0, 20.0, 201.0, 90.0)
    apart, _ = to_rules([left, right])
    crossed, _ = to_rules([left, right, crossing])
    assert [(rule.start, rule.end) for rule in apart] == [(100, 200), (202, 300)]
    assert [(rule.start, rule.end) for rule in crossed] == [(100, 300)]


def test_a_title_that_fills_its_column_stands_over_the_items_below_it() -> None:
    rows = (
        ("金融資產", 60, False),
        ("按攤銷後成本衡量之金融資產", 72, False),
        ("現金", 84, True),
        ("應收帳款", 84, True),
        ("存出保證金", 84, True),
        ("金融負債", 60, False),
        ("透過損益按公允衡量", 72, False),
        ("之金融負債", 84, False),
        ("持有供交易之金融負債", 84, True),
    )

    def draw(sheet: Sheet) -> None:
        statement_heads(sheet)
        for number, (label, left, amounts) in enumerate(rows):
            row_of(sheet, 100 + 16 * number, [(left, label)], pair_of(number, (300, 380)) if amounts else [])

    paths = [mention.row_path for mention in read_pages(draw).mentions[::2]]
    assert paths == [
        ("金融資產", "按攤銷後成本衡量之金融資產", "現金"),
        ("金融資產", "按攤銷後成本衡量之金融資產", "應收帳款"),
        ("金融資產", "按攤銷後成本衡量之金融資產", "存出保證金"),
        ("金融負債", "透過損益按公允衡量之金融負債", "持有供交易之金融負債"),
    ]
