"""Chinese and Japanese reports: an error in a sentence is found, and nothing is said where there is none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from cofitcheck import read
from cofitcheck.checker import Checker
from cofitcheck.checks.model import FindingKind

CHINESE = (
    "2031年度，公司实现营业收入131.43亿元，同比增长5.13%；净利润18.64亿元，同比增长31.89%。"
    "2031年度管理费用为9.13亿元，研发费用为6.42亿元。"
)
CHINESE_ROWS = (
    ("营业收入", "1,314,250", "1,250,110"),
    ("营业成本", "802,400", "791,300"),
    ("销售费用", "147,310", "152,640"),
    ("管理费用", "91,260", "88,150"),
    ("研发费用", "64,180", "59,720"),
    ("净利润", "186,420", "141,350"),
)
JAPANESE = (
    "当連結会計年度の売上高は1,314,250百万円(前期比5.1%増)となりました。"
    "営業利益は273,280百万円(前期比25.3%増)、当期純利益は186,420百万円(前期比31.9%増)となりました。"
)
JAPANESE_ROWS = (
    ("売上高", "1,250,110", "1,314,250"),
    ("売上原価", "791,300", "802,400"),
    ("販売費及び一般管理費", "240,790", "238,570"),
    ("営業利益", "218,020", "273,280"),
    ("経常利益", "211,470", "269,140"),
    ("当期純利益", "141,350", "186,420"),
)


@pytest.fixture(scope="module")
def checker() -> Checker:
    """Return a checker with the trees that ship."""
    return Checker()


def report(title: str, caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]], text: str) -> str:
    """Return a report of one table and one paragraph."""
    cells = ["".join(f"<td>{cell}</td>" for cell in row) for row in (("", *heads), *rows)]
    table = "".join(f"<tr>{row}</tr>" for row in cells)
    return f"<html><body><h1>{title}</h1><p>{caption}</p><table>{table}</table><p>{text}</p></body></html>"


def chinese(text: str) -> str:
    """Return a Chinese report with a text."""
    heads = ("2031年度", "2030年度")
    return report("某某股份有限公司2031年年度报告", "合并利润表 单位：万元", heads, CHINESE_ROWS, text)


def japanese(text: str) -> str:
    """Return a Japanese report with a text."""
    heads = (
        "前連結会計年度(自 2029年4月1日 至 2030年3月31日)",
        "当連結会計年度(自 2030年4月1日 至 2031年3月31日)",
    )
    caption = "連結損益計算書(単位:百万円)"
    return report("サンプル株式会社 2031年3月期 決算短信", caption, heads, JAPANESE_ROWS, text)


def found(checker: Checker, tmp_path: Path, html: str) -> list[tuple[str, str]]:
    """Return the numbers of the findings of text, and how they differ."""
    path = tmp_path / "report.htm"
    path.write_text(html, encoding="utf-8")
    findings = checker.check(read(path)).findings
    assert {each.kind for each in findings} <= {FindingKind.TEXT}
    return [(each.told.said.text, each.told.slip) for each in findings if each.told]


@pytest.mark.parametrize(
    ("right", "wrong", "finding"),
    [
        ("131.43", "134.13", ("134.13亿元", "transposition")),
        ("净利润18.64亿元，同比增长", "净利润18.64亿元，同比下降", ("31.89%", "direction")),
        ("6.42亿元", "5.97亿元", ("5.97亿元", "other period")),
    ],
)
def test_chinese(checker: Checker, tmp_path: Path, right: str, wrong: str, finding: tuple[str, str]) -> None:
    assert found(checker, tmp_path, chinese(CHINESE)) == []
    assert found(checker, tmp_path, chinese(CHINESE.replace(right, wrong))) == [finding]


@pytest.mark.parametrize(
    ("right", "wrong", "finding"),
    [
        ("273,280", "237,280", ("237,280百万円", "transposition")),
        ("25.3%増", "25.3%減", ("25.3%", "direction")),
        ("186,420", "141,350", ("141,350百万円", "other period")),
    ],
)
def test_japanese(checker: Checker, tmp_path: Path, right: str, wrong: str, finding: tuple[str, str]) -> None:
    assert found(checker, tmp_path, japanese(JAPANESE)) == []
    assert found(checker, tmp_path, japanese(JAPANESE.replace(right, wrong))) == [finding]
