"""Small documents that were once misread, through the whole check: twins of what people reported, made up."""

from __future__ import annotations

from functools import cache

from cofitcheck import Checker, Report, read
from tests.readers.html_pages import page, table

Rows = tuple[tuple[str, ...], ...]


@cache
def checker() -> Checker:
    return Checker()


def check(*body: str) -> Report:
    return checker().check(read(page(*body), "page.htm"))


def found(report: Report) -> list[str]:
    """Return the numbers that findings are about."""
    return [report.document.mentions[finding.mention].text for finding in report.found]


def test_key_figures_in_billions_are_held_against_the_statement_in_millions() -> None:
    days = ("", "December 31, 2031", "December 31, 2030")
    report = check(
        "<h1>Tarnbeck Pumps Inc. - Annual report 2031</h1>",
        "<h2>Consolidated balance sheets</h2><p>(in millions)</p>",
        table(
            days,
            ("Total current assets", "31,204", "29,816"),
            ("Goodwill", "41,377", "41,102"),
            ("Other assets", "22,950", "20,444"),
            ("Total assets", "95,531", "91,362"),
            ("Total liabilities", "61,049", "59,118"),
            ("Total equity", "34,482", "32,244"),
            ("Total liabilities and equity", "95,531", "91,362"),
        ),
        "<h2>Selected financial data</h2><p>(in billions)</p>",
        table(
            days,
            ("Total assets", "95.5", "91.4"),
            ("Total liabilities", "61.0", "59.1"),
            ("Total equity", "34.9", "32.2"),
        ),
    )
    assert found(report) == ["34.9"]


def test_a_currency_over_the_labels_hides_no_column() -> None:
    report = check(
        "<h1>Felsental Holding AG - Annual report 2031</h1><h2>Balance sheet</h2>",
        table(
            ("EUR", "2031", "2030"),
            ("Cash", "3,127", "2,754"),
            ("Receivables", "21,036", "20,981"),
            ("Total current assets", "24,613", "23,735"),
        ),
    )
    assert len(report.document.mentions) == 6
    assert found(report) == ["24,613"]


def test_a_bracket_with_last_years_number_dates_nothing_behind_it() -> None:
    report = check(
        "<h1>南浜精機株式会社 2031年3月期 決算短信</h1><h2>連結損益計算書</h2><p>（単位：百万円）</p>",
        table(
            ("", "2030年3月期", "2031年3月期"),
            ("売上高", "931,420", "918,077"),
            ("売上原価", "811,316", "823,904"),
            ("売上総利益", "120,104", "94,173"),
            ("販売費及び一般管理費", "112,090", "97,386"),
            ("営業利益又は営業損失（△）", "8,014", "△3,213"),
            ("当期純利益又は当期純損失（△）", "5,220", "△7,145"),
        ),
        "<p>当連結会計年度の営業損失は3,213百万円"
        "（前期は8,014百万円の営業利益）、当期純損失は7,145百万円となりました。</p>",
    )
    assert found(report) == []


def test_a_statement_typed_in_a_text_file_is_added_up() -> None:
    text = """
                     CONSOLIDATED STATEMENTS OF OPERATIONS
                                (In thousands)

                                                2031          2030
                                             ---------     ----------
Sales ...................................    $  7,310      $   6,104
Costs of sales ..........................      (4,020)        (3,377)
                                             ---------     ----------
Gross profit ............................       3,920          2,727
Operating expenses ......................        (702)          (655)
                                             ---------     ----------
Net income ..............................    $  2,588      $   2,072
                                             =========     ==========
"""
    assert found(checker().check(read(text.encode(), "old.txt"))) == ["3,920"]


def test_a_table_over_two_pages_is_added_up() -> None:
    head = ("", "Land", "Buildings", "Total")
    report = check(
        "<h2>Schedule of properties</h2><p>(in thousands)</p>",
        table(head, ("Ashwick", "1,310", "8,204", "9,514"), ("Burrow", "977", "7,415", "8,392")),
        "<p>Schedule of properties (continued)</p>",
        table(head, ("Dunmere", "764", "5,020", "5,784"), ("Total", "3,051", "20,693", "23,690")),
    )
    assert found(report) == ["20,693"]
