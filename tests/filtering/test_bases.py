"""What is adjusted, pro forma or of the parent alone meets nothing that is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from cofitcheck.document import Document
from cofitcheck.filtering import CandidatePairs, of_one_basis
from tests.filtering.filtering_documents import document, unit_vectors


def kept(made: Document) -> set[tuple[int, int]]:
    """Return which of all pairs of mentions are left."""
    every = np.array(list(combinations(range(len(made.mentions)), 2)), dtype=np.int32)
    pairs = CandidatePairs.build(every[:, 0], every[:, 1], unit_vectors(len(made.mentions)))
    found = of_one_basis(made, pairs)
    return set(zip(found.left.tolist(), found.right.tolist(), strict=True))


def of_rows(*labels: str) -> Document:
    """Return a document of one table with one number a label."""
    return document((("2023",), [(label, (1234,)) for label in labels]))


def of_columns(*tables: Sequence[str]) -> Document:
    """Return a document with one row "Profit" in each table, under these headers."""
    return document(*((headers, [("Profit", tuple(range(100, 100 + len(headers))))]) for headers in tables))


@pytest.mark.parametrize(
    "label",
    ["Adjusted profit", "Non-GAAP profit", "Non GAAP profit", "Non\u2011GAAP profit", "Pro forma profit",
     "Adjusted profit per share|Diluted", "Adjusted profit|2023",
     "Profit per share, diluted, excluding notable items", "扣除非经常性损益的净利润"],
)  # fmt: skip
def test_another_basis_meets_only_its_like(label: str) -> None:
    assert kept(of_rows(label, "Profit", label)) == {(0, 2)}


def test_adjusted_and_non_gaap_are_one_basis_and_pro_forma_another() -> None:
    assert kept(of_rows("Adjusted profit", "Non-GAAP profit", "Pro forma profit")) == {(0, 1)}


@pytest.mark.parametrize(
    "label",
    ["Adjusted EBITDA reconciliation|Profit", "Adjustments to profit|Profit", "Risk-adjusted profit",
     "Adjusted weighted average shares", "Shares adjusted for dilution", "Adjusted balance",
     "Profit, as adjusted", "Balance, as previously reported", "Risk adjusted profit",
     "Adjusted carrying amount", "Cost of sales, excluding depreciation"],
)  # fmt: skip
def test_not_every_word_of_adjusting_is_a_basis(label: str) -> None:
    assert kept(of_rows(label, "Profit")) == {(0, 1)}


def test_a_long_label_without_letters_takes_no_time() -> None:
    assert kept(of_rows("Sales|" + "." * 400 + " ok", "Sales|" + "利" * 400 + "x")) == {(0, 1)}


@pytest.mark.parametrize("gaap", ["GAAP", "As reported under IFRS"])
def test_an_adjusted_column_is_of_another_basis_beside_one_by_the_standards(gaap: str) -> None:
    assert kept(of_columns((gaap, "As adjusted"), ("2023",))) == {(0, 2)}


@pytest.mark.parametrize("header", ["Non-GAAP", "Non GAAP"])
def test_a_column_that_is_not_by_the_standards_meets_no_other(header: str) -> None:
    assert kept(of_columns(("GAAP", header), ("2023",))) == {(0, 2)}
    assert kept(of_columns(("2023", header), ("2023",))) == {(0, 2)}


def test_which_column_of_a_new_standard_the_statements_are_is_not_known() -> None:
    made = of_columns(
        ("As reported", "Effect of adoption", "As adjusted"), ("As Adjusted December 31, 2022",)
    )
    assert {(0, 3), (1, 3), (2, 3)} <= kept(made)


def test_an_adjusted_column_is_what_replaces_the_one_reported_before() -> None:
    made = of_columns(("As previously reported", "As adjusted"), ("2023",))
    assert kept(made) == {(1, 2)}


def test_a_header_can_name_an_adjusted_measure() -> None:
    made = document(
        (("Adjusted profit", "Profit"), [("Group", (12, 34))]), (("2023",), [("Adjusted profit", (12,))])
    )
    assert kept(made) == {(0, 2)}


def test_where_every_column_is_adjusted_the_statements_are() -> None:
    assert kept(of_columns(("2023", "2022 (as adjusted)"), ("2022",))) == {(0, 1), (0, 2), (1, 2)}


@pytest.mark.parametrize(
    ("title", "text"),
    [("Parent Company Only", ""), ("", "SCHEDULE I CONDENSED FINANCIAL INFORMATION OF REGISTRANT"),
     ("Balance sheets (parent-only)", "")],
)  # fmt: skip
def test_tables_of_the_parent_alone_meet_only_each_other(title: str, text: str) -> None:
    row = [("Profit", (1234,))]
    made = document(*[(("2023",), row)] * 3, titles=(title, "Balance sheets", title))
    tables = [replace(t, text_before="" if t.index == 1 else text) for t in made.tables]
    assert kept(replace(made, tables=tuple(tables))) == {(0, 2)}


def test_what_only_speaks_of_the_parents_schedule_is_the_groups() -> None:
    row = [("Profit", (1234,))]
    made = document(*[(("2023",), row)] * 3, titles=("Consolidated balance sheets", "Sales", "Costs"))
    speaks = "Schedule I, Condensed Financial Information of Registrant, is given below. It agrees."
    before = ("Parent company only", speaks, "")
    tables = [replace(table, text_before=text) for table, text in zip(made.tables, before, strict=True)]
    assert kept(replace(made, tables=tuple(tables))) == {(0, 1), (0, 2), (1, 2)}


def test_a_consolidating_table_in_the_notes_of_the_parent_is_not_of_it_alone() -> None:
    row = [("Profit", (1234,))]
    made = document(*[(("2023",), row)] * 3, titles=("Parent only", "Consolidating balance sheet", "Sales"))
    tables = [replace(t, text_before="(Parent Company Only)" if t.index == 1 else "") for t in made.tables]
    assert kept(replace(made, tables=tuple(tables))) == {(1, 2)}


def test_the_notes_of_the_parent_may_stand_before_any_table() -> None:
    made = of_columns(("2023",), ("2023",))
    below = "See Notes to Condensed Financial Information of Registrant. SCHEDULE II"
    tables = (replace(made.tables[0], text_before=below), made.tables[1])
    assert kept(replace(made, tables=tables)) == {(0, 1)}


STATEMENTS = ("合并资产负债表", "2、母公司资产负债表", "七、合并财务报表项目注释 — 1、货币资金",
              "十七、母公司财务报表主要项目注释 — 1、长期股权投资")  # fmt: skip


def of_titles(*titles: str) -> Document:
    """Return a document with a table of one number for each title."""
    return document(*[(("2023",), [("货币资金", (1234,))]) for _ in titles], titles=titles)


def test_statements_of_the_parent_meet_none_of_the_group() -> None:
    assert kept(of_titles(*STATEMENTS)) == {(0, 2), (1, 3)}
    assert kept(of_titles("連結貸借対照表", "貸借対照表", "(2) 個別業績")) == {(1, 2)}


def test_the_parents_statement_of_equity_is_its_own_and_its_owners_equity_the_groups() -> None:
    titles = (
        "合并股东权益变动表",
        "8、母公司所有者权益变动表",
        "2009年度母公司股东权益变动表",
        "母公司股东权益",
    )
    assert kept(of_titles(*titles)) == {(0, 3), (1, 2)}


def test_a_document_of_one_company_has_nothing_to_tell_apart() -> None:
    assert kept(of_titles("母公司资产负债表", "1、货币资金")) == {(0, 1)}
    assert kept(of_titles("個體資產負債表", "六、重要會計項目之說明")) == {(0, 1)}


def test_a_column_or_a_label_says_whose_number_it_is() -> None:
    assert kept(of_columns(("合并数", "母公司数"), ("归属于母公司股东权益", "母公司"))) == {
        (0, 2), (1, 3),
    }  # fmt: skip
    assert kept(of_rows("资产负债率（母公司）", "资产负债率", "归属于母公司所有者的净利润")) == {(1, 2)}
