"""Items of Chinese statements that have no amount, and open no section of the rows below them."""

from __future__ import annotations

from cofitcheck.readers import read
from tests.readers.pdf_pages import read_ruled

Paths = dict[str, tuple[str, ...]]


def paths(*rows: tuple[str, str]) -> Paths:
    """Return the row paths of a page's table of labels and amounts, by the amounts."""
    body = "".join(f"<tr><td>{label}</td><td>{amount}</td></tr>" for label, amount in rows)
    page = f"<html><body><table><tr><th>项目</th><th>2019年</th></tr>{body}</table></body></html>"
    return {mention.text: mention.row_path for mention in read(page.encode(), "made-up.htm").mentions}


def test_items_without_amounts_open_no_sections() -> None:
    found = paths(
        ("流动资产：", ""),
        ("货币资金", "1,234"),
        ("拆出资金", ""),
        ("衍生金融资产", ""),
        ("应收票据", "2,345"),
        ("合同资产", ""),
        ("其他流动资产", "3,456"),
    )
    assert found["2,345"] == ("流动资产", "应收票据")
    assert found["3,456"] == ("流动资产", "其他流动资产")


def test_a_year_heads_the_rows_below_it() -> None:
    rows = ("项目", "比率"), ("2019年度", ""), ("净利润", "11.25"), ("二〇一八年度", ""), ("净利润", "12.50")
    found = {mention.text: mention.row_path for mention in read_ruled(rows, widths=(140, 80)).mentions}
    assert found == {"11.25": ("2019年度", "净利润"), "12.50": ("二〇一八年度", "净利润")}


def test_a_row_without_amounts_names_those_below_where_none_follows_another() -> None:
    found = paths(("租赁", ""), ("一年以内", "1,234"), ("销售", ""), ("一年以上", "2,345"))
    assert found["1,234"] == ("租赁", "一年以内")


def test_rows_alike_keep_what_tells_them_apart() -> None:
    rows = ("租赁", ""), ("一年以内", "1,234"), ("其他", ""), ("销售", ""), ("一年以内", "2,345")
    assert paths(*rows)["2,345"][-2:] == ("销售", "一年以内")


def test_a_number_of_the_same_kind_below_ends_an_item() -> None:
    found = paths(
        ("(五)内部结转", "9,876"),
        ("1.转增股本", ""),
        ("2.弥补亏损", ""),
        ("3.其他", "1,234"),
        ("二、综合收益", ""),
        ("1.净利润", "2,345"),
    )
    assert found["1,234"][-1] == "3.其他"
    assert not {"1.转增股本", "2.弥补亏损"} & set(found["1,234"])
    assert found["2,345"] == ("二、综合收益", "1.净利润")


def test_a_part_without_an_amount_opens_nothing() -> None:
    found = paths(
        ("其他应付款", "5,678"),
        ("其中：应付利息", ""),
        ("应付股利", ""),
        ("合同负债", "1,234"),
        ("其中：", ""),
        ("货款", "2,345"),
    )
    assert found["1,234"] == ("合同负债",)
    assert found["2,345"] == ("合同负债", "货款")


def test_what_a_total_follows_at_once_heads_nothing() -> None:
    document = read_ruled(
        (("项目", "期末余额"), ("甲有限公司", "1,100"), ("乙有限公司", ""), ("合计", "1,100.00")),
        widths=(140, 80),
    )
    assert {mention.text: mention.row_path for mention in document.mentions}["1,100.00"] == ("合计",)


def test_what_the_total_of_something_else_follows_opens_no_section() -> None:
    found = paths(
        ("三、筹资活动产生的现金流量：", ""),
        ("取得借款收到的现金", "1,234"),
        ("收到其他与筹资活动有关的现金", ""),
        ("筹资活动现金流入小计", "1,235"),
        ("偿还债务支付的现金", "2,345"),
    )
    assert found["1,235"] == ("三、筹资活动产生的现金流量", "筹资活动现金流入小计")
    assert found["2,345"] == ("三、筹资活动产生的现金流量", "偿还债务支付的现金")


def test_the_total_at_the_end_is_of_no_item_without_an_amount() -> None:
    found = paths(("货币资金", "1,234"), ("应收账款", "2,345"), ("可供出售金融资产", ""), ("合计", "3,579"))
    assert found["3,579"] == ("合计",)


def test_a_section_may_hold_its_total_alone() -> None:
    found = paths(
        ("应收账款", ""), ("甲公司", "1,234"), ("合计", "1,235"), ("应付账款", ""), ("合计", "3,579")
    )
    assert found["3,579"] == ("应付账款", "合计")
