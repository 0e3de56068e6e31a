import pytest

from tests.readers.html_pages import YEARS, column_path, mention, read_page, row_path, table, texts


def indented(text: str, points: int) -> str:
    return f"<td style='padding-left:{points}pt'>{text}</td>"


def test_section_rows_without_indents_hold_until_the_next_or_the_total() -> None:
    document = read_page(
        table(
            YEARS,
            ("Current assets:", "", ""),
            ("Cash", "1,100", "1,200"),
            ("Total current assets", "1,300", "1,400"),
            ("Goodwill", "1,500", "1,600"),
            ("Liabilities:", "", ""),
            ("Loans", "1,700", "1,800"),
            ("Equity:", "", ""),
            ("Stock", "1,900", "2,000"),
        )
    )
    assert document.tables[0].section_rows == {1, 5, 7}
    assert row_path(document, "1,100") == ("Current assets", "Cash")
    assert row_path(document, "1,300") == ("Current assets", "Total current assets")
    assert row_path(document, "1,500") == ("Goodwill",)
    assert row_path(document, "1,800") == ("Liabilities", "Loans")
    assert row_path(document, "1,900") == ("Equity", "Stock")


def test_section_rows_with_indents_nest() -> None:
    document = read_page(
        table(
            YEARS,
            (indented("Assets", 0), "", ""),
            (indented("Current:", 10), "", ""),
            (indented("Cash", 20), "1,100", "1,200"),
            (indented("Total current assets", 20), "1,300", "1,400"),
            (indented("Other:", 10), "", ""),
            (indented("Goodwill", 20), "1,500", "1,600"),
            (indented("Deposits", 0), "1,700", "1,800"),
        )
    )
    assert row_path(document, "1,100") == ("Assets", "Current", "Cash")
    assert row_path(document, "1,500") == ("Assets", "Other", "Goodwill")
    assert row_path(document, "1,700") == ("Deposits",)


def test_spaces_that_do_not_break_indent_too() -> None:
    gap = "&nbsp;" * 4
    document = read_page(
        table(
            YEARS,
            ("Assets", "", ""),
            (f"{gap}Current", "", ""),
            (f"{gap}{gap}Cash", "1,100", "1,200"),
            ("Deposits", "1,700", "1,800"),
        )
    )
    assert row_path(document, "1,100") == ("Assets", "Current", "Cash")
    assert row_path(document, "1,700") == ("Deposits",)


def test_a_total_closes_its_section_only() -> None:
    document = read_page(
        table(
            YEARS,
            (indented("Assets", 0), "", ""),
            (indented("Current", 10), "", ""),
            (indented("Cash", 20), "1,100", "1,200"),
            (indented("Total current", 10), "1,300", "1,400"),
            (indented("Goodwill", 10), "1,500", "1,600"),
            (indented("Total assets", 0), "1,700", "1,800"),
            (indented("Commitments", 0), "1,900", "2,000"),
        )
    )
    assert row_path(document, "1,500") == ("Assets", "Goodwill")
    assert row_path(document, "1,900") == ("Commitments",)


@pytest.mark.parametrize(
    ("first", "second", "path"),
    [
        ("Proceeds from sales of", "property and equipment", "Proceeds from sales of property and equipment"),
        ("Operating expenses", "Rent", "Rent"),
    ],
)
def test_a_label_over_two_rows_is_one_label_where_it_goes_on_in_lower_case(
    first: str, second: str, path: str
) -> None:
    document = read_page(table(YEARS, (first, "", ""), (second, "1,100", "1,200")))
    assert row_path(document, "1,100")[-1] == path
    assert (len(row_path(document, "1,100")) == 1) is (path != second)


def test_inner_headers_restate_the_columns_for_the_rows_below() -> None:
    document = read_page(
        table(
            YEARS,
            ("Sales", "1,100", "1,200"),
            ("", "June 30, 2023", "June 30, 2022"),
            ("Cash", "1,300", "1,400"),
        )
    )
    assert document.tables[0].inner_headers == {2}
    assert column_path(document, "1,100") == ("2023",)
    assert column_path(document, "1,300") == ("June 30, 2023",)


def test_a_unit_between_the_rows_leaves_the_headers_above_it() -> None:
    document = read_page(
        table(
            ("June 30, 2023", "<td colspan='2'>Days past due</td>"),
            ("Kind", "30", "60"),
            ("", "<td colspan='2'>(in thousands)</td>"),
            ("Loans", "1,100", "1,200"),
        )
    )
    assert mention(document, "1,100").number.value == 1_100_000
    assert column_path(document, "1,100") == ("June 30, 2023", "Days past due")


def test_bare_years_over_numbers_are_headers_and_no_mentions() -> None:
    document = read_page(table(("", "2023", "2022"), ("Sales", "1,100", "1,200")))
    assert texts(document) == ["1,100", "1,200"]
    assert document.tables[0].header_rows == 1


def test_years_label_the_rows_of_a_maturity_table() -> None:
    document = read_page(
        "<p>(in millions)</p>",
        table(
            ("Years ending June 30,", "Leases"), ("2024", "$ 715"), ("2025", "631"), ("Thereafter", "99"),
            ("Total", "$ 1,445"),
        ),
    )  # fmt: skip
    assert texts(document) == ["$ 715", "631", "99", "$ 1,445"]
    assert row_path(document, "631") == ("2025",)
    assert column_path(document, "631") == ("Leases",)


def test_a_maturity_table_without_any_header_is_read() -> None:
    document = read_page(table(("2024", "$ 715"), ("2025", "631"), ("2026", "563"), ("Total", "$ 1,909")))
    assert [(m.row_path, m.text) for m in document.mentions] == [
        (("2024",), "$ 715"), (("2025",), "631"), (("2026",), "563"), (("Total",), "$ 1,909"),
    ]  # fmt: skip


def test_rows_without_a_label_belong_to_their_section() -> None:
    document = read_page(
        table(YEARS, ("Sales", "900", "800"), ("Dividends:", "", ""), ("", "1,100", "1,200"))
    )
    assert row_path(document, "1,100") == ("Dividends",)
