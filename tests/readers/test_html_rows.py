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


SECOND = ("South:", "", "")


def paths(*rows: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the row path of the first amount of each row."""
    return {m.text: m.row_path for m in read_page(table(YEARS, *rows)).mentions}


def bold(text: str) -> str:
    return f"<td><b>{text}</b></td>"


@pytest.mark.parametrize(
    "total",
    ["Total trade goods", "Total trade goods of the year", "Trade goods, net", "Total trade goods (Note 3)"],
)
def test_a_total_that_names_its_section_ends_it(total: str) -> None:
    found = paths(("Trade goods", "", ""), ("Tea", "11", ""), ("Salt", "12", ""), (total, "23", ""),
                  ("Cash", "31", ""))  # fmt: skip
    assert found["23"] == ("Trade goods", total)
    assert found["31"] == ("Cash",)


@pytest.mark.parametrize("total", ["Total trade goods and cash", "Trade goods sold"])
def test_a_label_that_says_more_than_the_section_does_not_sum_it_up(total: str) -> None:
    found = paths(("Trade goods", "", ""), (indented("Tea", 10), "11", ""),
                  (indented(total, 10), "12", ""), (indented("Salt", 10), "13", ""))  # fmt: skip
    assert found["13"] == ("Trade goods", "Salt")


def test_the_total_of_the_first_part_of_a_section_leaves_the_section_open() -> None:
    found = paths(("Assets and reserves:", "", ""), ("Tea", "11", ""), ("Total assets", "12", ""),
                  ("Reserves", "13", ""))  # fmt: skip
    assert found["13"] == ("Assets and reserves", "Reserves")


def test_the_total_of_an_outer_section_is_in_none_of_its_parts() -> None:
    found = paths((bold("Assets"), "", ""), ("Current:", "", ""), ("Tea", "11", ""),
                  ("Total assets", "12", ""), ("Debt", "13", ""))  # fmt: skip
    assert found["12"] == ("Assets", "Total assets")
    assert found["13"] == ("Debt",)


def test_a_section_row_of_the_same_words_begins_anew() -> None:
    found = paths((bold("Sales"), "", ""), ("Tea", "11", ""), (bold("Sales"), "", ""), ("Salt", "12", ""))
    assert found["12"] == ("Sales", "Salt")


def test_a_date_holds_the_sections_below_it_until_the_next_date() -> None:
    found = paths(("June 30, 2023", "", ""), ("Loans:", "", ""), ("Homes", "11", ""), ("Bonds:", "", ""),
                  ("Towns", "12", ""), ("June 30, 2022", "", ""), ("Towns", "13", ""))  # fmt: skip
    assert found["12"] == ("June 30, 2023", "Bonds", "Towns")
    assert found["13"] == ("June 30, 2022", "Towns")


def test_dates_under_a_section_follow_each_other_in_it() -> None:
    found = paths((bold("Loans"), "", ""), ("June 30, 2023", "", ""), ("Homes", "11", ""),
                  ("June 30, 2022", "", ""), ("Homes", "12", ""))  # fmt: skip
    assert found["12"] == ("Loans", "June 30, 2022", "Homes")


def test_the_first_of_two_section_rows_holds_the_second_and_those_like_it() -> None:
    found = paths(("Assets", "", ""), ("Current:", "", ""), ("Tea", "11", ""), ("Other:", "", ""),
                  ("Salt", "12", ""))  # fmt: skip
    assert found["11"] == ("Assets", "Current", "Tea")
    assert found["12"] == ("Assets", "Other", "Salt")


def test_a_row_at_the_depth_of_a_section_is_outside_it_unless_its_total_follows() -> None:
    rows = (("Goods", "", ""), (indented("Tea", 10), "11", ""), ("Cash", "12", ""))
    assert paths(*rows)["12"] == ("Cash",)
    assert paths(*rows, ("Total goods", "23", ""))["12"] == ("Goods", "Cash")


def test_what_sums_all_activities_is_under_none_of_them() -> None:
    found = paths(("Cash flows from financing activities:", "", ""), ("Loans", "11", ""),
                  ("Net increase in cash and cash equivalents", "12", ""))  # fmt: skip
    assert found["12"] == ("Net increase in cash and cash equivalents",)


def test_a_subtotal_and_what_comes_before_something_leave_the_section_open() -> None:
    for label in ("Subtotal", "Total before taxes"):
        found = paths(("Goods:", "", ""), ("Tea", "11", ""), (label, "12", ""), ("Salt", "13", ""))
        assert found["13"] == ("Goods", "Salt")


def test_a_bare_total_ends_a_section_where_it_stands_out() -> None:
    rows = (("Goods:", "", ""), (indented("Tea", 10), "11", ""), (indented("Salt", 10), "12", ""))
    after = (indented("Cash", 20), "31", "")
    assert paths(*rows, (indented("Total", 20), "23", ""), after)["31"] == ("Cash",)
    assert paths(*rows, (indented("Total", 10), "23", ""), after)["31"] == ("Goods", "Cash")


def test_the_total_of_one_row_sections_sums_them_up() -> None:
    found = paths(("North:", "", ""), ("Tea", "11", ""), SECOND, ("Tea", "12", ""), ("Total tea", "23", ""))
    assert found["23"] == ("Total tea",)


def test_the_last_total_after_that_of_its_section_is_of_all() -> None:
    found = paths(("Cash", "10", ""), SECOND, ("Tea", "11", ""), ("Subtotal", "12", ""),
                  ("Total", "22", ""))  # fmt: skip
    assert found["22"] == ("Total",)


def test_an_unlabelled_row_that_sums_all_rows_is_in_no_section() -> None:
    rows = (("Cash", "10", "1"), SECOND, ("Tea", "11", "2"), ("Salt", "12", "3"))
    after = ("Less: pledged", "(3)", "")
    assert paths(*rows, ("", "33", "6"), after)["33"] == ()
    assert paths(*rows, ("", "23", "5"), after)["23"] == ("South",)


def test_rows_that_only_the_row_above_tells_apart_take_it_into_their_path() -> None:
    found = paths(("Loans", "11", ""), (indented("Rate", 10), "2", ""), ("Bonds", "12", ""),
                  (indented("Rate", 10), "3", ""))  # fmt: skip
    assert found["2"] == ("Loans", "Rate")
    assert found["3"] == ("Bonds", "Rate")
    shares = paths(
        ("Research", "11", ""), ("% of sales", "4", ""), ("Selling", "12", ""), ("% of sales", "5", "")
    )
    assert shares["5"] == ("Selling", "% of sales")


def test_commitments_without_an_amount_open_no_section() -> None:
    found = paths(
        ("Loans", "11", ""), ("Commitments and contingencies (Note 9)", "", ""), ("Stock", "12", "")
    )
    assert found["12"] == ("Stock",)


def test_a_label_that_breaks_off_goes_on_in_the_next_row() -> None:
    found = paths(("Loans", "11", ""), ("Changes in cash and", "", ""), ("Restricted cash", "", ""),
                  ("Tea", "12", ""))  # fmt: skip
    assert found["12"][-2:] == ("Changes in cash and Restricted cash", "Tea")


def test_a_section_beside_the_unit_in_the_headers_holds_the_rows() -> None:
    document = read_page(table(YEARS, ("Sales:", "(in millions)", ""), ("Tea", "11", "12")))
    assert row_path(document, "11") == ("Sales", "Tea")


def test_a_closing_balance_ends_the_section_that_an_opening_one_began() -> None:
    rows = (
        ("Change in plan assets:", "", ""),
        ("Balance at beginning of year", "11", ""),
        ("Paid", "12", ""),
        ("Balance at end of year", "13", ""),
    )
    found = paths(*rows, ("Funded status", "14", ""))
    assert found["13"] == ("Change in plan assets", "Balance at end of year")
    assert found["14"] == ("Funded status",)
    deep = tuple((indented(label, 10), *cells) for label, *cells in rows[1:])
    assert paths(rows[0], *deep, (indented("Paid in June", 10), "14", ""))["14"][0] == "Change in plan assets"
    dated = (("2023", "", ""), *rows[1:], ("Of which abroad", "14", ""))
    assert paths(*dated)["14"] == ("2023", "Of which abroad")


def test_two_raised_marks_in_brackets_are_no_part_of_a_label() -> None:
    assert paths(("Tea<sup>(2)(3)</sup>", "11", ""))["11"] == ("Tea",)


def test_a_plain_section_row_of_the_words_of_a_bold_one_begins_anew() -> None:
    found = paths((bold("Sales"), "", ""), ("Tea", "11", ""), ("Sales", "", ""), ("Salt", "12", ""))
    assert found["12"] == ("Sales", "Salt")


def test_a_date_in_a_section_does_not_hold_the_next_section() -> None:
    date = ("June 30, 2023", "", "")
    found = paths(("Loans", "", ""), date, ("Homes", "11", ""), ("Bonds", "", ""), date, ("Towns", "12", ""))
    assert found["12"] == ("Bonds", "June 30, 2023", "Towns")


def test_a_bold_section_holds_a_plain_one_after_rows_of_its_own() -> None:
    found = paths((bold("Assets"), "", ""), ("Tea", "11", ""), ("Current:", "", ""), ("Salt", "12", ""))
    assert found["12"] == ("Assets", "Current", "Salt")


def test_a_row_further_out_than_a_section_is_outside_it() -> None:
    found = paths((indented("Goods", 10), "", ""), (indented("Tea", 10), "11", ""), ("Cash", "12", ""))
    assert found["12"] == ("Cash",)


def test_a_total_with_its_parts_below_it_leaves_the_section_open() -> None:
    found = paths(("Sales:", "", ""), ("Total sales", "11", ""), (indented("Tea", 10), "12", ""))
    assert found["12"] == ("Sales", "Tea")


def test_a_total_before_a_deeper_section_leaves_the_outer_one_open() -> None:
    found = paths(
        ("Assets", "", ""),
        (indented("Tea", 10), "11", ""),
        (indented("Total assets", 10), "12", ""),
        (indented("Other:", 10), "", ""),
        (indented("Salt", 20), "13", ""),
    )
    assert found["13"] == ("Assets", "Other", "Salt")


def test_a_total_of_something_does_not_end_a_date() -> None:
    found = paths(("2023", "", ""), ("Tea", "11", ""), ("Total costs", "12", ""), ("Profit", "13", ""),
                  ("2022", "", ""), ("Total costs", "14", ""), ("Profit", "15", ""))  # fmt: skip
    assert (found["13"], found["15"]) == (("2023", "Profit"), ("2022", "Profit"))
    found = paths(("2023:", "", ""), ("Tea", "11", ""), ("Total 2023", "12", ""), ("Profit", "13", ""))
    assert found["13"] == ("Profit",)


def test_the_first_of_two_totals_of_a_section_leaves_it_open() -> None:
    total = ("Total goods", "12", "")
    found = paths(("Goods:", "", ""), ("Tea", "11", ""), total, ("Salt", "13", ""), total)
    assert found["13"] == ("Goods", "Salt")


def test_a_total_of_words_of_its_section_is_in_it() -> None:
    found = paths(("North goods:", "", ""), ("Tea", "11", ""), ("South goods:", "", ""), ("Tea", "12", ""),
                  ("Total goods", "23", ""))  # fmt: skip
    assert found["23"] == ("South goods", "Total goods")


def test_after_a_section_with_a_total_the_next_ones_total_is_its_own() -> None:
    found = paths(("North:", "", ""), ("Tea", "11", ""), ("Total north", "11.5", ""), SECOND,
                  ("Tea", "12", ""), ("Total sold", "23", ""))  # fmt: skip
    assert found["23"] == ("South", "Total sold")


def test_a_label_beside_inner_headers_is_a_section() -> None:
    found = paths(("Rent", "11", ""), ("Costs", "June 30, 2023", "June 30, 2022"), ("Rent", "12", ""))
    assert found["12"] == ("Costs", "Rent")


BLOCKS = (
    "<tr><td colspan='3'>Dec 31, 2023</td></tr>",
    (bold("Kind"), bold("Gross"), bold("Net")),
    ("Tea", "11", "12"),
    ("Total", "13", "14"),
    (indented("By age", 30).replace("By age", "<b>By age</b>"), bold("Gross"), bold("Net")),
    ("Under a year", "15", "16"),
    "<tr><td colspan='3'>Dec 31, 2022</td></tr>",
    (bold("Kind"), bold("Gross"), bold("Net")),
    ("Tea", "21", "22"),
    ("Total", "23", "24"),
    (indented("By age", 30).replace("By age", "<b>By age</b>"), bold("Gross"), bold("Net")),
    ("Under a year", "25", "26"),
)


def test_a_title_over_a_block_of_rows_holds_until_the_next_the_first_one_too() -> None:
    document = read_page(table(*BLOCKS))
    assert row_path(document, "11") == ("Dec 31, 2023", "Tea")
    assert row_path(document, "21") == ("Dec 31, 2022", "Tea")
    assert row_path(document, "23") == ("Dec 31, 2022", "Total")


def test_a_header_of_labels_holds_for_rows_that_stand_further_out_and_is_in_its_block() -> None:
    document = read_page(table(*BLOCKS))
    assert row_path(document, "15") == ("Dec 31, 2023", "By age", "Under a year")
    assert row_path(document, "25") == ("Dec 31, 2022", "By age", "Under a year")


def test_a_chinese_subtotal_is_of_the_section_above_it_wherever_it_stands() -> None:
    document = read_page(
        table(
            ("", "收入", "成本"),
            ("2008年度", "", ""),
            (indented("甲公司", 20), "11", "12"),
            ("小计", "13", "14"),
            ("2009年度", "", ""),
            (indented("甲公司", 20), "21", "22"),
            ("小计", "23", "24"),
            ("合计", "33", "34"),
        )
    )
    assert row_path(document, "13") == ("2008年度", "小计")
    assert row_path(document, "23") == ("2009年度", "小计")
    assert row_path(document, "33") == ("合计",)


def test_a_heading_beside_rows_with_codes_is_no_last_line_of_the_label_above() -> None:
    document = read_page(
        table(
            ("Code", "Item", "2023", "2022"),
            ("A10", "Cash", "1,100", "1,200"),
            ("A20", "Receivables from customers", "1,300", "1,400"),
            ("", "Liabilities", "", ""),
            ("B10", "Payables", "1,500", "1,600"),
            ("B20", "Debt", "1,700", "1,800"),
        )
    )
    assert row_path(document, "1,300") == ("A20 Receivables from customers",)
    assert row_path(document, "1,500") == ("Liabilities", "B10 Payables")


def test_basis_points_by_which_rows_assume_that_rates_move_are_their_labels() -> None:
    rates = table(
        ("Change in interest rate", "Portfolio value", "Book value"),
        ("+50 basis points", "(1.2)%", "(11.6)%"),
        ("-50 basis points", "1.3%", "11.9%"),
    )
    document = read_page(rates)
    assert texts(document) == ["(1.2)%", "(11.6)%", "1.3%", "11.9%"]
    assert row_path(document, "1.3%") == ("-50 basis points",)
    assert column_path(document, "1.3%") == ("Portfolio value",)


def test_basis_points_that_a_table_states_are_numbers() -> None:
    stated = table(("2023", "2022"), ("25 basis points", "31 basis points"), ("42 bps", "40 bps"))
    assert len(texts(read_page(stated))) == 4
