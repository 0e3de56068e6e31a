"""One captioned line in two statements, or in a statement and its note, without a model."""

from __future__ import annotations

import pytest

from cofitcheck.checks import Grid
from cofitcheck.checks.repeats.captioned import captioned_facts
from cofitcheck.document import Document
from tests.checks.checks_documents import Row, document

INCOME: list[Row] = [
    ("Revenue", ("12,040", "11,216")),
    ("Restructuring charges", ("748", "310")),
    ("Income before income taxes", ("4,982", "4,899")),
    ("Net income", ("3,915", "3,870")),
]
FLOWS: list[Row] = [
    ("Net income", ("3,915", "3,870")),
    ("Restructuring charges", ("748", "310")),
    ("Net cash provided by operating activities", ("4,663", "4,180")),
    ("Net cash used in investing activities", ("(1,911)", "(1,204)")),
]
NOTE: list[Row] = [
    ("Severance", ("502", "255")),
    ("Facilities", ("246", "55")),
    ("Total restructuring charges (Note 9)", ("748", "310")),
]


def told(*tables: list[Row], headers: tuple[str, ...] = ("2023", "2022")) -> list[set[str]]:
    made: Document = document(*tables, headers=headers)
    return [{made.mentions[at].text for at in fact.mentions} for fact in captioned_facts(Grid(made))]


def changed(rows: list[Row], row: int, *texts: str) -> list[Row]:
    return [*rows[:row], (rows[row][0], texts), *rows[row + 1 :]]


def test_lines_that_agree_are_silent() -> None:
    assert told(INCOME, FLOWS, NOTE) == []


@pytest.mark.parametrize("text", ["848", "751", "784", "690"])
def test_a_note_that_differs_from_its_statement_in_one_period(text: str) -> None:
    assert told(INCOME, changed(NOTE, 2, text, "310")) == [{"748", text}]


def test_a_unit_is_told_between_statements_and_of_the_total_of_a_note_that_has_the_name() -> None:
    assert told(INCOME, changed(NOTE, 2, "749", "310")) == []
    assert told(INCOME, changed(FLOWS, 1, "749", "310")) == [{"748", "749"}]
    titles = ("Statements of operations", "Note 9 Restructuring charges")
    made = document(INCOME, changed(NOTE, 2, "749", "310"), headers=("2023", "2022"), titles=titles)
    assert len(list(captioned_facts(Grid(made)))) == 1


def test_cash_flows_may_add_back_more_than_one_line_of_costs_has() -> None:
    assert told(INCOME, changed(FLOWS, 1, "788", "310")) == []
    assert told(INCOME, changed(FLOWS, 1, "478", "310")) == [{"748", "478"}]


def test_a_note_that_differs_in_both_periods_is_of_another_scope() -> None:
    assert told(INCOME, changed(NOTE, 2, "848", "377")) == []


def test_a_note_whose_total_leaves_out_a_printed_part_is_of_another_scope() -> None:
    assert told(INCOME, changed(NOTE, 2, "502", "310")) == []


def test_a_remark_may_say_what_a_line_leaves_out() -> None:
    marked = [("Facilities (a)", NOTE[1][1]) if row == 1 else each for row, each in enumerate(NOTE)]
    assert told(INCOME, changed(marked, 2, "690", "310")) == []
    assert told(INCOME, changed(marked, 2, "784", "310")) == [{"748", "784"}]


def test_two_lines_that_differ_between_two_tables_and_by_no_slip_are_of_two_scopes() -> None:
    segment: list[Row] = [("Revenue", ("9,020", "11,216")), ("Restructuring charges", ("411", "310"))]
    assert told(INCOME, segment) == []


def test_cash_flows_add_back_a_part_of_an_item() -> None:
    assert told(INCOME, changed(FLOWS, 1, "690", "310")) == []
    assert told(INCOME, changed(FLOWS, 1, "784", "310")) == [{"748", "784"}]


def test_two_numbers_that_are_each_told_again_are_a_part_and_the_whole() -> None:
    flows = changed(FLOWS, 1, "784", "310")
    summary: list[Row] = [("Restructuring charges", ("748", "310"))]
    assert told(INCOME, flows) == [{"748", "784"}]
    assert told(INCOME, flows, summary, [("Restructuring charges", ("784", "310"))]) == []


def test_net_income_of_two_statements_needs_no_other_period() -> None:
    one = [(label, texts[:1]) for label, texts in INCOME]
    other = changed([(label, texts[:1]) for label, texts in FLOWS], 0, "3,619")
    assert told(one, other, headers=("2023",)) == [{"3,915", "3,619"}]
    assert told(one, changed(other, 1, "690"), headers=("2023",)) == [{"3,915", "3,619"}]
    assert told(one, [("Restructuring charges", ("690",))], headers=("2023",)) == []


def test_a_balance_sheet_states_what_flows_tell_the_change_of() -> None:
    sheet: list[Row] = [
        ("Prepaid expenses", ("640", "310")),
        ("Total assets", ("9,911", "9,004")),
        ("Total liabilities and equity", ("9,911", "9,004")),
    ]
    assert told(sheet, [*FLOWS, ("Prepaid expenses", ("330", "310"))]) == []


def test_the_total_of_a_note_named_as_the_line_needs_no_other_period() -> None:
    sheet: list[Row] = [
        ("Trade receivables", ("3,807",)),
        ("Total assets", ("9,911",)),
        ("Total equity", ("4,004",)),
    ]
    note: list[Row] = [("Domestic", ("2,361",)), ("Foreign", ("1,546",)), ("Trade receivables", ("3,907",))]
    made = document(sheet, note, headers=("2023",), titles=("Balance sheet", "Note 4 Trade receivables"))
    assert [len(fact.mentions) for fact in captioned_facts(Grid(made))] == [2]
    other = [("Domestic", ("2,361",)), ("Of these overdue", ("1,540",)), note[-1]]
    made = document(sheet, other, headers=("2023",), titles=("Balance sheet", "Note 4 Customers"))
    assert list(captioned_facts(Grid(made))) == []


def test_the_total_of_a_note_whose_lines_come_to_it_needs_no_title() -> None:
    sheet: list[Row] = [
        ("Trade receivables", ("3,807",)),
        ("Total assets", ("9,911",)),
        ("Total equity", ("4,004",)),
    ]
    note: list[Row] = [("Domestic", ("2,361",)), ("Foreign", ("1,546",)), ("Trade receivables", ("3,907",))]
    made = document(sheet, note, headers=("2023",), titles=("Balance sheet", "Note 4 Customers"))
    assert [len(fact.mentions) for fact in captioned_facts(Grid(made))] == [2]


def test_a_bare_total_is_of_what_the_heading_of_its_note_says() -> None:
    sheet: list[Row] = [
        ("Trade receivables", ("3,807",)),
        ("Total assets", ("9,911",)),
        ("Total equity", ("4,004",)),
    ]
    note: list[Row] = [("Domestic", ("2,361",)), ("Foreign", ("1,546",)), ("Total", ("3,907",))]
    made = document(sheet, note, headers=("2023",), titles=("Balance sheet", "Note 4. Trade receivables"))
    assert [len(fact.mentions) for fact in captioned_facts(Grid(made))] == [2]
