"""Numbers in Chinese tables that state nothing: those of rows, codes, days and registrations."""

from tests.readers.pdf_pages import read_ruled, stated


def test_numbers_of_parts_do_not_take_the_place_of_the_labels() -> None:
    document = read_ruled(
        (
            ("序号", "费用名称", "金额（万元）"),
            ("一", "固定投资", "2,499"),
            ("1", "工程费用", "1,499"),
            ("1.1", "建筑工程", "1,000"),
            ("2", "预备费", "20"),
            ("合计", "-", "2,519"),
        )
    )
    labels = [mention.row_path[-1] for mention in document.mentions]
    assert labels == ["一 固定投资", "工程费用", "建筑工程", "预备费", "合计"]


def test_codes_and_days_are_no_amounts() -> None:
    document = read_ruled(
        (
            ("资产编号", "名称", "数量", "入帐日期", "注册号", "原值（元）"),
            ("201100010001", "甲机器", "1", "20110315", "1234563", "3,100.50"),
            ("201000020002", "乙机器", "2", "20100620", "1234564", "2,200.00"),
            ("201000030003", "丙机器", "3", "2009.5", "1234565", "1,300.00"),
        )
    )
    assert list(stated(document).values()) == ["1", "3,100.50", "2", "2,200.00", "3", "1,300.00"]
    assert {mention.row_path[-1] for mention in document.mentions} == {"甲机器", "乙机器", "丙机器"}


def test_a_count_among_numbers_without_separators_is_no_year() -> None:
    document = read_ruled((("股东", "股数（股）"), ("甲", "1500"), ("乙", "2000"), ("丙", "3000")))
    assert stated(document)["乙", "股数（股）"] == "2000"


def test_numbers_of_rows_between_labels_are_passed_over() -> None:
    document = read_ruled(
        (
            ("年度", "序号", "客户", "收入"),
            ("2009年", "1", "甲公司", "1,100"),
            ("^", "2", "乙公司", "1,200"),
            ("2008年", "1", "丙公司", "1,300"),
            ("^", "2", "丁公司", "1,400"),
        )
    )
    labels = [mention.row_path[-1] for mention in document.mentions]
    assert labels == ["2009年 甲公司", "2009年 乙公司", "2008年 丙公司", "2008年 丁公司"]


def test_codes_after_the_names_are_no_part_of_them() -> None:
    document = read_ruled(
        (("名称", "注册号", "金额"), ("甲公司", "12345600", "1,100"), ("乙公司", "12345601", "1,200"))
    )
    assert stated(document) == {("甲公司", "金额"): "1,100", ("乙公司", "金额"): "1,200"}


def test_the_number_of_a_registration_in_a_row_is_no_amount() -> None:
    document = read_ruled(
        (
            ("公司名称", "甲公司"),
            ("注册号", "990312000476185"),
            ("注册资本", "200万元"),
            ("净利润", "-34,816.52"),
        )
    )
    assert [mention.text for mention in document.mentions] == ["200万元", "-34,816.52"]


def test_kinds_beside_the_numbers_of_rows_are_names_and_no_codes() -> None:
    document = read_ruled(
        (
            ("序号", "产品类别", "收入", "比例（%）"),
            ("1", "甲类器件", "1,100", "55.0"),
            ("2", "乙类器件", "500", "25.0"),
            ("3", "丙类器件", "400", "20.0"),
        )
    )
    assert not document.unread
    labels = [mention.row_path[-1] for mention in document.mentions[::2]]
    assert labels == ["甲类器件", "乙类器件", "丙类器件"]


def test_the_account_behind_a_code_of_how_parties_are_related_is_of_the_label() -> None:
    rows = (("0", "甲", "乙", "1", "应收账款", "1,100"), ("0", "甲", "丙", "3", "销货", "900"))
    document = read_ruled((("编号", "交易人名称", "交易往来对象", "与甲之关系", "科目", "金额"), *rows))
    assert stated(document) == {("甲 乙 应收账款", "金额"): "1,100", ("甲 丙 销货", "金额"): "900"}


def test_rows_of_one_name_have_the_type_that_tells_them_apart() -> None:
    rows = (
        ("设备名称", "规格型号", "数量", "原值（万元）"),
        ("单晶炉", "AB7000", "4", "618.34"),
        ("单晶炉", "CD250", "1", "274.16"),
        ("外延炉", "EF3072", "2", "1,531.40"),
    )
    labels = {m.text: m.row_path[-1] for m in read_ruled(rows).mentions}
    assert (labels["618.34"], labels["274.16"], labels["1,531.40"]) == (
        "单晶炉 AB7000",
        "单晶炉 CD250",
        "外延炉",
    )


def test_a_relation_that_a_note_explains_by_numbers_is_no_amount() -> None:
    document = read_ruled(
        (
            ("公司", "關係 (註)", "餘額", "件數 (註)"),
            ("甲公司", "2", "2,529", "3"),
            ("乙公司", "2", "6,417", "1"),
            ("丙公司", "1", "1,015", "2"),
        )
    )
    assert [mention.text for mention in document.mentions] == ["2,529", "3", "6,417", "1", "1,015", "2"]
