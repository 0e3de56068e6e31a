"""What a person takes for granted when reading a table: money, dates and sections that stand once for
many."""

from cofitcheck.numbers import Measure
from tests.readers.html_pages import YEARS, column_path, mention, read_page, row_path, table


def bold(text: str) -> str:
    return f"<td><b>{text}</b></td>"


def test_bare_numbers_between_two_signed_amounts_are_money() -> None:
    document = read_page(
        "<p>(in millions)</p>",
        table(
            YEARS,
            ("Cash", "$ 1,100", "$ 1,200"),
            ("Receivables", "1,300", "1,400"),
            ("Number of employees", "1,500", "1,600"),
            ("Total", "$ 1,700", "$ 1,800"),
            ("Stores", "1,900", "2,000"),
        ),
    )
    assert mention(document, "1,300").number.measure is Measure.MONEY
    assert mention(document, "1,300").number.currency == "USD"
    assert mention(document, "1,500").number.measure is not Measure.MONEY
    assert mention(document, "1,900").number.measure is not Measure.MONEY


def test_a_bold_section_holds_the_plain_ones_below_it() -> None:
    document = read_page(
        table(
            YEARS,
            (bold("Assets"), "", ""),
            ("Current assets:", "", ""),
            ("Deferred taxes", "1,100", "1,200"),
            ("Total current assets", "1,300", "1,400"),
            ("Goodwill", "1,500", "1,600"),
            (bold("Liabilities"), "", ""),
            ("Deferred taxes", "1,700", "1,800"),
        )
    )
    assert row_path(document, "1,100") == ("Assets", "Current assets", "Deferred taxes")
    assert row_path(document, "1,500") == ("Assets", "Goodwill")
    assert row_path(document, "1,700") == ("Liabilities", "Deferred taxes")


def test_the_total_of_an_outer_section_leaves_the_inner_one() -> None:
    document = read_page(
        table(
            YEARS,
            (bold("Regulatory assets"), "", ""),
            ("Noncurrent:", "", ""),
            ("Pension", "1,100", "1,200"),
            ("Total regulatory assets", "1,300", "1,400"),
        )
    )
    assert row_path(document, "1,300") == ("Regulatory assets", "Total regulatory assets")


def test_a_label_with_an_open_bracket_goes_on_in_the_next_row() -> None:
    document = read_page(
        table(
            YEARS,
            ("Common stock ($0.01 par value, issued at", "", ""),
            ("June 30, 2023 and 2022)", "1,100", "1,200"),
            ("Retained earnings", "1,300", "1,400"),
        )
    )
    assert row_path(document, "1,100") == (
        "Common stock ($0.01 par value, issued at June 30, 2023 and 2022)",
    )
    assert row_path(document, "1,300") == ("Retained earnings",)


def test_a_date_over_the_labels_dates_the_columns_that_have_none() -> None:
    document = read_page(
        table(
            ("June 30, 2023", "Current", "Past due"),
            ("Consumer", "1,100", "1,200"),
        )
    )
    assert column_path(document, "1,100") == ("June 30, 2023", "Current")
    dated = read_page(table(("Balances at June 30, 2023", "2023", "2022"), ("Loans", "1,100", "1,200")))
    assert column_path(dated, "1,100") == ("2023",)
