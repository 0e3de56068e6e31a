"""Documents that cannot be compared: one sentence each."""

import itertools
import random
import re
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

import cofitcheck
from cofitcheck.checks.comparatives import Kinship, Outcome
from cofitcheck.cli import main
from tests.comparing.conftest import Report


def of_another_company(path: Path) -> Path:
    """Return a report whose every number is another's."""
    draw = random.Random(7)
    path.write_text(
        re.sub(
            r"(?<=<td>)\d[\d,]+(?=</td>)", lambda _: f"{draw.randint(10_000, 400_000):,}", path.read_text()
        )
    )
    return path


def test_a_comparison_that_takes_too_long(report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count(step=100.0)
    monkeypatch.setattr(time, "process_time", lambda: next(clock))
    config = cofitcheck.CheckConfig(seconds=1)
    with pytest.raises(cofitcheck.errors.InputError, match="more than 1 seconds of the processor; allow"):
        cofitcheck.compare(report(2024), report(2023), config=config)


def test_reports_of_two_companies(report: Report) -> None:
    other = of_another_company(report(2023, "other.htm"))
    with pytest.raises(cofitcheck.errors.InputError, match="look like reports of two companies"):
        cofitcheck.compare(report(2024), other)


def test_reports_of_two_companies_that_share_some_numbers(report: Report) -> None:
    other = of_another_company(report(2023, "other.htm"))
    text = re.sub("(Gross profit</td><td>)[^<]*", r"\g<1>82,628", other.read_text())
    other.write_text(text)
    with pytest.raises(cofitcheck.errors.InputError, match="name alike only 1 agree"):
        cofitcheck.compare(report(2024), other)


def test_what_was_asked_for_is_compared_all_the_same(report: Report) -> None:
    other = of_another_company(report(2023, "other.htm"))
    compared = cofitcheck.compare(report(2024), other, kinship="last-year")
    assert compared.summary[Outcome.AGREE] == 0


def test_a_document_that_says_nothing_of_its_period(report: Report) -> None:
    other = report(2023, "other.htm")
    other.write_text(re.sub(r"(?:Year ended )?December 31, 20(\d\d)", r"Column \1", other.read_text()))
    with pytest.raises(cofitcheck.errors.InputError, match="no heading says on what period it reports"):
        cofitcheck.compare(report(2024), other)


def test_nothing_to_compare_with(report: Report) -> None:
    with pytest.raises(cofitcheck.errors.InputError, match="needs another document"):
        cofitcheck.compare(report(2024))


def test_the_same_file_twice_on_the_command_line_is_one_sentence(report: Report) -> None:
    result = CliRunner().invoke(main, ["compare", str(report(2024)), str(report(2024, "copy.htm"))])
    assert result.exit_code == 2
    assert result.output == (
        "Error: report-2024.htm and copy.htm are the same file: name another document to compare it with.\n"
    )


CHINESE = {
    "Consolidated balance sheets": "合并资产负债表",
    "Consolidated statements of income": "合并利润表",
    "Note 4: Inventories": "附注四 存货",
    "Cash and cash equivalents": "货币资金",
    "Accounts receivable": "应收账款",
    "Inventories": "存货",
    "Property and equipment": "固定资产",
    "Total assets": "资产总计",
    "Net sales": "营业收入",
    "Cost of sales": "营业成本",
    "Gross profit": "毛利",
    "Administrative expenses": "管理费用",
    "Net income": "净利润",
    "Raw materials": "原材料",
    "Finished goods": "库存商品",
    "(in thousands of dollars)": "单位：千美元",
}


def in_chinese(path: Path) -> Path:
    text = path.read_text()
    for english, chinese in sorted(CHINESE.items(), key=lambda each: -len(each[0])):
        text = text.replace(english, chinese)
    text = re.sub(r"(?:Year ended )?December 31, (\d{4})", r"\1年12月31日", text)
    path.write_text(text)
    return path


def test_a_rendition_in_another_language_is_compared_by_what_is_printed(report: Report) -> None:
    compared = cofitcheck.compare(in_chinese(report(2024)), report(2024, "english.htm"))
    assert compared.each[0].kinship is Kinship.RENDITION
    assert compared.summary[Outcome.AGREE] == 26
    assert not compared.has_findings


def test_last_years_report_in_another_language_has_no_finding(report: Report) -> None:
    compared = cofitcheck.compare(in_chinese(report(2024)), report(2023, "english.htm"))
    assert compared.each[0].kinship is Kinship.LAST_YEAR
    assert compared.summary[Outcome.DIFFER] == 0
    assert sum(compared.summary.values()) == 13


def test_a_report_of_another_year_than_this_one_repeats_is_named(report: Report) -> None:
    with pytest.raises(cofitcheck.errors.InputError, match=r"on which report-2022\.htm reports, so that"):
        cofitcheck.compare(report(2024), report(2022))
