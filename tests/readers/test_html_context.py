import pytest

from tests.readers.html_pages import YEARS, mention, read_page, table

ROWS = (YEARS, ("Sales", "1,100", "1,200"))
OTHER = (YEARS, ("Costs", "900", "800"))


@pytest.mark.parametrize(
    ("before", "rows"),
    [
        ("", (("(in millions)", "2023", "2022"), ROWS[1])),
        ("", (("<td colspan='3'>(in millions, except per share data)</td>",), *ROWS)),
        ("", (("", "<td colspan='2'>(in millions)</td>"), *ROWS)),
        ("<p>(in millions)</p>", ROWS),
        ("<p>(Dollars in millions)</p><p>&nbsp;</p>", ROWS),
        ("<p>The table below shows our sales by year (in millions):</p>", ROWS),
        ("<table><tr><td>(in millions)</td></tr></table>", ROWS),
        (
            "<p>All dollar amounts in this report are stated in millions unless we say otherwise.</p>"
            + "<p>Some words that say nothing of units.</p>" * 9,
            ROWS,
        ),
    ],
    ids=[
        "corner", "first row", "over the numbers", "above", "above, after a gap", "sentence",
        "layout table", "document",
    ],
)  # fmt: skip
def test_a_unit_caption_is_found_wherever_it_stands(before: str, rows: tuple[tuple[str, ...], ...]) -> None:
    document = read_page(before, table(*rows))
    assert mention(document, "1,100").number.value == 1_100_000_000
    assert "in millions" in document.tables[0].caption


def test_a_chapters_next_table_takes_the_caption_of_the_one_before() -> None:
    document = read_page(
        "<p>(in thousands)</p>", table(*ROWS), "<p>Words.</p>" * 9, table(*OTHER),
        "<p><b>Note 2 – Leases</b></p>", "<p>Words.</p>" * 9,
    )  # fmt: skip
    assert mention(document, "900").number.value == 900_000


def test_in_what_shares_are_counted_is_of_its_table_alone() -> None:
    document = read_page(
        "<p>(Dollars in thousands)</p>", table(*ROWS), "<p>Words.</p>" * 9, "<p>(Shares in millions)</p>",
        table(YEARS, ("Options", "17", "16")), "<p>Words.</p>" * 9, table(*OTHER), "<p>Words.</p>",
        table(YEARS, ("Rent", "70", "60")),
    )  # fmt: skip
    assert mention(document, "17").number.value == 17_000_000
    assert mention(document, "900").number.value == 900_000
    assert mention(document, "70").number.value == 70_000


def test_billions_in_a_document_of_millions_hold_for_their_table_alone() -> None:
    document = read_page(
        "<p>(in millions)</p>", table(*ROWS), "<p>Words.</p>" * 9,
        table(("(in billions)", "2023", "2022"), ("Assets", "3.5", "3.4")),
        "<p>Words.</p>" * 9, table(*OTHER),
    )  # fmt: skip
    assert mention(document, "3.5").number.value == 3_500_000_000
    assert mention(document, "900").number.value == 900_000_000


def test_a_tables_own_caption_wins_over_the_text_around_it() -> None:
    document = read_page("<p>(in thousands)</p>", table(("(in millions)", "2023", "2022"), ROWS[1]))
    assert mention(document, "1,100").number.value == 1_100_000_000


def test_without_a_caption_numbers_are_what_they_are() -> None:
    document = read_page("<p>We sold 5 million cars in 2023.</p>", table(*ROWS))
    assert mention(document, "1,100").number.value == 1_100
    assert document.tables[0].caption == ""


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("<p>Item 7. Discussion of Results</p><p><b>Sales by Region</b></p>",
         "Item 7. Discussion of Results — Sales by Region"),
        ("<h2>Sales by Region</h2>", "Sales by Region"),
        ("<p style='font-weight:700'>Sales by Region</p><p>Words that follow.</p>", "Sales by Region"),
        ("<p>SALES BY REGION</p>", "SALES BY REGION"),
        ("<p><b>Old heading</b></p><p>Note 4 – Leases</p>", "Note 4 – Leases"),
        ("<p>Words, some of them <b>bold</b>.</p>", ""),
        ("<p><b>Sales by Region</b></p><p>12</p><p>Table of Contents</p>", "Sales by Region"),
        ("<table><tr><td><b>Sales by Region</b></td></tr></table>", "Sales by Region"),
        ("<p><b>Old heading</b></p><p>Sales by Region (in thousands)</p>", "Sales by Region"),
        ("<p><b>Old heading</b></p><p><b>Sales by Region (in thousands)</b></p>", "Sales by Region"),
        ("<p><b>Old heading</b></p><p>Sales are shown by region (in thousands)</p>", "Old heading"),
        ("<p><b>Old heading</b></p><p>Sales by region (in thousands):</p>", "Old heading"),
        ("<p><b>Old heading</b></p><p>Consolidated balance sheets</p><p>(in thousands)</p>",
         "Consolidated balance sheets"),
    ],
)  # fmt: skip
def test_the_title_is_the_chapter_and_the_nearest_heading(heading: str, title: str) -> None:
    assert read_page(heading, table(*ROWS)).tables[0].title == title


def test_the_text_around_a_table_is_kept_up_to_500_characters() -> None:
    before, after = "before " * 200 + "LAST.", "FIRST. " + "after " * 200
    document = read_page(f"<p>{before}</p>", table(*ROWS), f"<p>{after}</p>", table(*OTHER))
    first, second = document.tables
    assert len(first.text_before) == 500
    assert first.text_before.endswith("LAST.")
    assert 490 <= len(first.text_after) <= 500
    assert first.text_after.startswith("FIRST.")
    assert second.text_before.strip().endswith("after")
    assert second.text_after == ""


def test_the_text_before_a_table_ends_at_the_table_before_it() -> None:
    document = read_page("<p>One.</p>", table(*ROWS), "<p>Two.</p>", table(*OTHER), "<p>Three.</p>")
    assert [t.text_before for t in document.tables] == ["One.", "Two."]
    assert [t.text_after for t in document.tables] == ["Two.", "Three."]


def test_a_table_of_contents_is_no_data_table() -> None:
    document = read_page(
        table(
            ("", "Page"), ("Item 1. Business", "3"), ("Item 1A. Risk Factors", "11"),
            ("Item 7. Discussion", "28"), ("Signatures", "90"),
        ),
        table(*ROWS),
    )  # fmt: skip
    assert [m.text for m in document.mentions] == ["1,100", "1,200"]


@pytest.mark.parametrize(
    "index",
    [
        (("Exhibit No.", "Description"), ("10.1", "Lease of a boat"), ("31.1*", "Letter")),
        (("4.2†", "Bank loan, incorporated by reference"), ("10.3(a)", "Lease of a boat")),
        (("101.INS", "Inline XBRL Instance"), ("104", "Cover Page Data File")),
        (("10.7", "Lease of a boat", "8-K", "10.1"), ("10.8", "Sale of it", "10-Q", "10.2")),
    ],
    ids=["headed", "marks", "file names", "filed with"],
)  # fmt: skip
def test_an_exhibit_index_is_no_data_table(index: tuple[tuple[str, ...], ...]) -> None:
    document = read_page(table(*index), table(*ROWS))
    assert [m.text for m in document.mentions] == ["1,100", "1,200"]


def test_amounts_among_exhibits_make_a_data_table() -> None:
    document = read_page(table(("Loans filed as exhibits", "2023"), ("Exhibit 10.1", "$ 1,100")))
    assert [m.text for m in document.mentions] == ["$ 1,100"]


@pytest.mark.parametrize(
    "layout",
    [
        "<table><tr><td>12</td></tr></table>",
        "<table><tr><td>Our results rose.</td></tr><tr><td>So did our costs.</td></tr></table>",
        "<table><tr><td>•</td><td>We sell boats.</td></tr></table>",
        "<table><tr><td>/s/ A. Person</td><td>Chair</td></tr></table>",
        "<table><tr><td>Our boats</td><td>23</td></tr></table>",
        "<table><tr><td>2023 Annual Report</td><td>23</td></tr></table>",
    ],
    ids=["page number", "paragraphs", "bullet", "signature", "page foot", "page foot with a year"],
)
def test_tables_that_only_lay_out_the_page_are_no_data_tables(layout: str) -> None:
    document = read_page(layout, table(*ROWS), layout)
    assert len(document.tables) == 1
    assert document.unread == ()


def test_the_words_of_a_layout_table_are_text_before_the_next_table() -> None:
    document = read_page("<table><tr><td>Our results</td><td>rose.</td></tr></table>", table(*ROWS))
    assert document.tables[0].text_before == "Our results rose."


def test_a_caption_may_close_a_long_paragraph() -> None:
    document = read_page("<p>" + "We sell boats. " * 40 + "Our sales were (in millions):</p>", table(*ROWS))
    assert mention(document, "1,100").number.value == 1_100_000_000


def test_what_closes_a_sentence_is_of_its_table_only_where_the_document_has_a_caption_for_all() -> None:
    document = read_page(
        "<p>(Dollars in millions)</p><p>Words.</p>", "<p>Words.</p>" * 9,
        "<p>Our sales were as follows (in thousands):</p>", table(*ROWS), "<p>Words.</p>" * 9, table(*OTHER),
    )  # fmt: skip
    assert mention(document, "1,100").number.value == 1_100_000
    assert mention(document, "900").number.value == 900_000_000


def test_a_heading_that_runs_along_the_tops_of_the_pages_is_no_title() -> None:
    top = "<p>{}</p><p>NOTES TO THE ACCOUNTS</p>".format
    document = read_page(
        *(top(page) for page in range(20, 24)), "<p>Note 4 – Leases</p><p><b>Our offices</b></p>", top(24),
        table(*ROWS),
    )  # fmt: skip
    assert document.tables[0].title == "Note 4 – Leases — Our offices"


def test_a_heading_that_goes_on_is_no_new_chapter() -> None:
    document = read_page("<p>Note 4 – Leases</p><p>Notes to the Accounts (continued)</p>", table(*ROWS))
    assert document.tables[0].title == "Note 4 – Leases"


def test_a_numbered_line_in_chinese_is_a_title() -> None:
    document = read_page(
        "<p>七、合并财务报表项目注释</p>", "<p>1、货币资金</p>", table(*ROWS),
        "<p>（二）合并利润表</p>", table(*OTHER), "<p>2、本公司认为，上述情况不影响报表。</p>", table(*ROWS),
    )  # fmt: skip
    titles = [each.title for each in document.tables]
    assert titles[0] == "七、合并财务报表项目注释 — 1、货币资金"
    assert titles[1] == titles[2] == "七、合并财务报表项目注释 — （二）合并利润表"


def test_a_unit_of_shares_alone_is_not_that_of_the_tables_after_it() -> None:
    document = read_page(
        "<p>(Dollars in millions)</p>", table(*ROWS), "<p>(Shares in thousands)</p>",
        table(YEARS, ("Options", "5", "6")),
        "<p><b>Note 2 – Leases</b></p>", "<p>Words.</p>" * 9, table(*OTHER),
    )  # fmt: skip
    assert mention(document, "900").number.value == 900_000_000


def test_a_unit_in_the_heading_of_a_chapter_is_that_of_its_tables() -> None:
    document = read_page(
        "<p><b>(In thousands, unless otherwise noted)</b></p>", table(*ROWS),
        "<p><b>(In millions)</b></p>", table(*OTHER),
    )  # fmt: skip
    assert mention(document, "900").number.value == 900_000_000


def test_a_unit_of_all_tables_unless_otherwise_stated_holds_on() -> None:
    document = read_page(
        "<p>(Dollars in millions, except otherwise stated)</p>", table(*ROWS), "<p>(In thousands)</p>",
        table(YEARS, ("Loans", "5", "6")),
        "<p><b>Note 2 – Leases</b></p>", "<p>Words.</p>" * 9, table(*OTHER),
    )  # fmt: skip
    assert mention(document, "900").number.value == 900_000_000
