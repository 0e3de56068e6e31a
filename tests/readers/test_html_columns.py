from decimal import Decimal

import pytest

from cofitcheck.numbers import Measure
from tests.readers.html_pages import YEARS, column_path, mention, read_page, table, texts


def displayed(*cells: str) -> list[tuple[str, Decimal | None]]:
    """Return text and displayed value of the mentions in a row whose headers span its side cells."""
    document = read_page(
        table(("", f"<td colspan='{len(cells)}'>2023</td>"), ("Sales", *cells), ("Costs", *cells))
    )
    return [(m.text, m.number.displayed) for m in document.mentions if m.row_path == ("Sales",)]


@pytest.mark.parametrize(
    ("cells", "text", "value"),
    [
        (("$", "1,100"), "$ 1,100", "1100"),
        (("$", "", "1,100", ""), "$ 1,100", "1100"),
        (("(69", ")"), "(69)", "-69"),
        (("(", "69", ")"), "(69)", "-69"),
        (("$", "(69", ")"), "$ (69)", "-69"),
        (("12.5", "%"), "12.5%", "12.5"),
        (("12.5", "％"), "12.5％", "12.5"),
        (("(12.5", ")%"), "(12.5)%", "-12.5"),
        (("(12.5", ")", "%"), "(12.5)%", "-12.5"),
        (("35", "bps"), "35 bps", "35"),
        (("1.6", "pts."), "1.6 pts.", "1.6"),
        (("1.4", "x"), "1.4 x", "1.4"),
        (("€", "1,100"), "€ 1,100", "1100"),
    ],
)
def test_side_cells_join_their_number(cells: tuple[str, ...], text: str, value: str) -> None:
    assert displayed(*cells) == [(text, Decimal(value))]


def test_side_cells_of_neighbours_stay_apart() -> None:
    document = read_page(
        table(
            ("", "<td colspan='3'>2023</td>", "<td colspan='3'>2022</td>"),
            ("Sales", "$", "1,100", "", "$", "1,200", ""),
            ("Loss", "", "(69", ")", "", "(70", ")"),
            ("Margin", "", "12", "%", "", "13", "%"),
        )
    )
    assert texts(document) == ["$ 1,100", "$ 1,200", "(69)", "(70)", "12%", "13%"]
    assert document.tables[0].columns == 3
    assert column_path(document, "(70)") == ("2022",)
    assert mention(document, "13%").number.measure is Measure.PERCENT


def test_a_percent_sign_in_the_first_row_only_speaks_for_its_column() -> None:
    document = read_page(
        table(
            ("", "Sales", "Share"),
            ("(in millions)", "", ""),
            ("North", "1,100", "58", "%"),
            ("South", "600", "31", ""),
            ("West", "200", "11", ""),
        )
    )
    for text in ("58%", "31", "11"):
        assert mention(document, text).number.measure is Measure.PERCENT
    assert mention(document, "600").number.value == 600_000_000


def test_a_percent_sign_says_nothing_where_other_numbers_are_amounts() -> None:
    document = read_page(table(YEARS, ("Growth", "58%", "12%"), ("Sales", "1,100", "1,200")))
    assert mention(document, "1,100").number.measure is not Measure.PERCENT


@pytest.mark.parametrize("label", ["", "Millions of dollars"])
def test_a_header_beside_an_unheaded_column_of_numbers_is_its_header(label: str) -> None:
    document = read_page(table((label, "2023", "", "2022", ""), ("Sales", "", "1,100", "", "1,200")))
    assert column_path(document, "1,100") == ("2023",)
    assert column_path(document, "1,200") == ("2022",)
    right = read_page(table((label, "", "Group", ""), ("", "", "Total", ""), ("Sales", "1,100", "", "")))
    assert column_path(right, "1,100") == ("Group", "Total")


def test_the_header_of_the_labels_is_no_header_of_numbers() -> None:
    document = read_page(table(("Region", "Kind", ""), ("North", "Shops", "1,100"), ("South", "Shops", "90")))
    assert column_path(document, "1,100") == ()


def test_a_header_over_numbers_of_its_own_is_no_ones_neighbour() -> None:
    document = read_page(table(("", "2023", ""), ("Sales", "1,100", "44"), ("Costs", "900", "55")))
    assert [(m.text, m.column_path) for m in document.mentions] == [("1,100", ("2023",)), ("900", ("2023",))]


def test_a_header_between_two_unheaded_columns_is_given_to_neither() -> None:
    document = read_page(
        table(("", "2023"), ("Costs", "900")), table(("", "", "Total", ""), ("Sales", "1,100", "", "1,200"))
    )
    assert texts(document) == ["900"]
    assert document.unread[0].numbers == 2


MARKED = (
    ("Sales", "1,100", "(1)", "1,200", ""),
    ("Costs", "900", "", "800", "(2)"),
)


@pytest.mark.parametrize(
    "header",
    [
        ("", "2023", "", "2022", ""),
        ("", "<td colspan='2'>2023</td>", "<td colspan='2'>2022</td>"),
    ],
    ids=["no header over the marks", "header over number and mark"],
)
def test_columns_of_footnote_marks_state_nothing(header: tuple[str, ...]) -> None:
    document = read_page(table(header, *MARKED))
    assert texts(document) == ["1,100", "1,200", "900", "800"]


def test_small_negative_numbers_are_no_footnote_marks() -> None:
    headed = read_page(table(("", "Sales", "Change"), ("North", "1,100", "(1)"), ("South", "900", "(2)")))
    assert texts(headed) == ["1,100", "(1)", "900", "(2)"]
    mixed = read_page(table(("", "Sales", "Gain"), ("North", "1,100", "(1)"), ("South", "900", "77")))
    assert texts(mixed) == ["1,100", "(1)", "900", "77"]


@pytest.mark.parametrize("header", ["Note", "Notes", "Page", "附注", "Exhibit No."])
def test_columns_of_references_state_nothing(header: str) -> None:
    document = read_page(table(("", header, "2023"), ("Sales", "4", "1,100"), ("Costs", "12", "900")))
    assert texts(document) == ["1,100", "900"]


def test_a_decimal_comma_is_decided_once_for_the_document() -> None:
    document = read_page(
        table(YEARS, ("Umsatz", "1.234,56", "2.345,67"), ("Quote", "0,5", "12,5"), ("Zahl", "1.234", "7"))
    )
    assert [str(m.number.displayed) for m in document.mentions] == [
        "1234.56", "2345.67", "0.5", "12.5", "1234", "7",
    ]  # fmt: skip


def test_one_odd_number_does_not_change_how_the_document_writes_decimals() -> None:
    document = read_page(
        table(YEARS, ("Sales", "1,234", "2,345.67"), ("Rate", "4.125", "0.250"), ("Odd", "1.234,56", "7"))
    )
    assert mention(document, "1,234").number.displayed == 1234
    assert mention(document, "4.125").number.displayed == Decimal("4.125")


@pytest.mark.parametrize("header", ["附注", "附 註", "附注编号", "注释", "注記番号", "行次"])
def test_a_column_of_notes_in_chinese_or_japanese_states_nothing(header: str) -> None:
    document = read_page(
        table(("项目", header, "期末余额"), ("货币资金", "五、1", "1,100.00"), ("存货", "12", "1,200.00"))
    )
    assert [mention.text for mention in document.mentions] == ["1,100.00", "1,200.00"]
