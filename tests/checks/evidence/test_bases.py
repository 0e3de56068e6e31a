"""Words that give two numbers another basis count wherever they stand: each case is one digit off, which is a
finding where nothing keeps the two apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

import pytest

from cofitcheck.checks import find_contradictions
from cofitcheck.document import Cell, Document, Place
from cofitcheck.numbers import Measure
from tests.checks.checks_documents import document, fact


@dataclass(frozen=True)
class Said:
    """What is said of a number: in line with it, around its table, and by the other rows of the table."""

    label: str = "Net income"
    header: str = "2023"
    over: Mapping[str, Any] = field(default_factory=dict)
    beside: str = "Taxes"
    measure: Measure = Measure.MONEY
    cells: Sequence[str] = ()


PLAIN = Said()
PENSION = Said(label="Benefits paid")
PER_SHARE = Said(label="Net income per share", measure=Measure.PER_SHARE)
SHARES = Said(label="Weighted shares", measure=Measure.SHARES)
PERCENT = Said(label="Cost of sales", measure=Measure.PERCENT)
UNKNOWN = Said(label="Loans", measure=Measure.UNKNOWN)


def made(*both: Said) -> Document:
    """Return a document that says 1,284 and 1,234 of one thing, in two tables of two rows."""
    rows = [
        [(each.label, [value]), (each.beside, ["7,001"])]
        for each, value in zip(both, ("1,284", "1,234"), strict=True)
    ]
    drawn = document(*rows)
    mentions = tuple(
        replace(m, number=replace(m.number, measure=said.measure), column_path=tuple(said.header.split("|")))
        for m in drawn.mentions
        for said in (both[m.table],)
    )
    tables = tuple(
        replace(
            table,
            cells=tuple(Cell(5 + row, 0, text, (Place("", 0),)) for row, text in enumerate(said.cells)),
            **said.over,
        )
        for table, said in zip(drawn.tables, both, strict=True)
    )
    return replace(drawn, mentions=mentions, tables=tables)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(
            replace(PLAIN, over={"title": "Note 4 — Pro forma results"}), PLAIN, id="pro forma: title"
        ),
        pytest.param(
            replace(PLAIN, over={"text_before": "We bought Acme. These are unaudited pro forma figures:"}),
            PLAIN,
            id="pro forma: sentence before",
        ),
        pytest.param(
            replace(PLAIN, over={"caption": "(pro forma, in millions)"}), PLAIN, id="pro forma: caption"
        ),
        pytest.param(replace(PLAIN, label="Pro forma|Group|Net income"), PLAIN, id="pro forma: far section"),
        pytest.param(
            replace(
                PLAIN, label="Net income (1)", over={"text_after": "(1) On a pro forma basis. (2) Sold."}
            ),
            PLAIN,
            id="pro forma: note after the table",
        ),
        pytest.param(
            replace(PLAIN, header="2023*", cells=["* Pro forma for the merger"]),
            PLAIN,
            id="pro forma: note in the table",
        ),
        pytest.param(
            replace(PLAIN, over={"title": "Note 4 — Non-GAAP operating results"}), PLAIN, id="adjusted: title"
        ),
        pytest.param(replace(PLAIN, label="Adjusted:|Group|Net income"), PLAIN, id="adjusted: far section"),
        pytest.param(
            replace(PLAIN, label="Net income (a)", over={"text_after": "(a) Non-GAAP; see page 3."}),
            PLAIN,
            id="adjusted: note",
        ),
        pytest.param(
            replace(PLAIN, label="2023 Adjusted for special items"),
            replace(PLAIN, label="2023 special items"),
            id="adjusted: for what",
        ),
        pytest.param(
            replace(PER_SHARE, over={"title": "Diluted earnings"}),
            replace(PER_SHARE, label="Basic|Net income per share"),
            id="diluted: title",
        ),
        pytest.param(
            replace(PER_SHARE, header="Diluted|2023"),
            replace(PER_SHARE, over={"text_before": "Basic earnings a share were:"}),
            id="diluted: header far above",
        ),
        pytest.param(
            replace(SHARES, header="Diluted|2023"),
            replace(SHARES, label="Weighted shares*", over={"text_after": "* Basic"}),
            id="diluted: shares by header and note",
        ),
        pytest.param(
            replace(PENSION, label="Change in plan assets|Benefits paid"),
            replace(PENSION, label="Change in benefit obligation|Benefits paid"),
            id="plan assets: section",
        ),
        pytest.param(
            replace(PENSION, over={"title": "Note 9 — Plan assets"}),
            replace(PENSION, header="Benefit obligation|2023"),
            id="plan assets: title",
        ),
        pytest.param(
            replace(PLAIN, label="Cash", over={"text_before": "The fair values of plan assets were:"}),
            replace(PLAIN, label="Cash"),
            id="plan assets: against the company's own",
        ),
        pytest.param(
            replace(PLAIN, label="Equipment", header="Gross|2023"),
            replace(PLAIN, label="Equipment, net"),
            id="gross: header far above",
        ),
        pytest.param(
            replace(PLAIN, label="Equipment", over={"caption": "(in millions, gross carrying amounts)"}),
            replace(PLAIN, label="Equipment*", over={"text_after": "* Net of depreciation"}),
            id="gross: caption and note",
        ),
        pytest.param(
            replace(UNKNOWN, header="Percentage of total|2023"),
            replace(UNKNOWN, measure=Measure.MONEY),
            id="percent",
        ),
        pytest.param(
            replace(UNKNOWN, label="Loans*", over={"text_after": "* In percent"}),
            replace(UNKNOWN, measure=Measure.MONEY),
            id="percent: note",
        ),
        pytest.param(
            replace(UNKNOWN, over={"title": "Number of loans"}),
            replace(UNKNOWN, measure=Measure.MONEY),
            id="count: title",
        ),
        pytest.param(
            replace(PERCENT, header="% Change"),
            replace(PERCENT, over={"text_before": "These are lines as a percentage of total revenue:"}),
            id="percent of what: sentence before",
        ),
        pytest.param(
            replace(PERCENT, over={"text_before": "At statutory federal rates the tax differs as follows:"}),
            replace(PERCENT, header="2023|% of revenue"),
            id="percent of what: tax rates",
        ),
        pytest.param(replace(PLAIN, header="2023 vs. 2022|Change"), PLAIN, id="change: header"),
    ],
)
def test_words_around_two_tables_keep_numbers_apart(one: Said, other: Said) -> None:
    for both in ((one, other), (other, one)):
        checked = find_contradictions(made(*both), [fact(0, 2)])
        assert not checked.findings
        assert [left.two_facts for left in checked.left_open] == [True]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(PLAIN, PLAIN, id="nothing is said"),
        pytest.param(
            replace(PLAIN, over={"title": "Pro forma results"}, beside="Pro forma taxes"),
            PLAIN,
            id="a row is pro forma",
        ),
        pytest.param(
            replace(PLAIN, over={"text_before": "Pro forma figures are on page 3. The result was:"}),
            PLAIN,
            id="another sentence",
        ),
        pytest.param(
            replace(PLAIN, over={"title": "Pro forma results"}),
            replace(PLAIN, label="Pro forma net income"),
            id="both",
        ),
        pytest.param(
            replace(PLAIN, label="Net income (1)", over={"text_after": "(2) On a pro forma basis"}),
            PLAIN,
            id="other note",
        ),
        pytest.param(
            replace(PLAIN, over={"title": "Non-GAAP measures"}, beside="Adjusted income"),
            PLAIN,
            id="a reconciliation",
        ),
        pytest.param(
            replace(PLAIN, label="Adjusted earnings|Net income"), PLAIN, id="what leads to the adjusted"
        ),
        pytest.param(
            replace(PER_SHARE, over={"title": "Basic and diluted"}),
            replace(PER_SHARE, label="Basic|Net income"),
            id="of both",
        ),
        pytest.param(
            replace(PER_SHARE, label="Basic", over={"title": "Diluted"}),
            replace(PER_SHARE, label="Basic"),
            id="the nearest",
        ),
        pytest.param(
            replace(PLAIN, label="Net income", header="2023"),
            replace(PLAIN, label="Gross income, net"),
            id="net",
        ),
        pytest.param(
            replace(PLAIN, over={"text_before": "Gross gains were none; the result was as follows:"}),
            replace(PLAIN, label="Net income"),
            id="gross in passing",
        ),
        pytest.param(
            replace(UNKNOWN, over={"caption": "(in thousands, except percentages)"}),
            replace(UNKNOWN, measure=Measure.MONEY),
            id="except percentages",
        ),
        pytest.param(
            replace(UNKNOWN, label="Fair value", over={"title": "Number of options"}),
            replace(UNKNOWN, measure=Measure.MONEY),
            id="a value beside a count",
        ),
        pytest.param(
            replace(PLAIN, label="Receivables", header="Change"),
            replace(PLAIN, label="Changes in:|Receivables"),
            id="changes",
        ),
    ],
)
def test_words_that_tell_nothing_of_a_number_hide_no_error(one: Said, other: Said) -> None:
    for both in ((one, other), (other, one)):
        assert find_contradictions(made(*both), [fact(0, 2)]).findings


@pytest.mark.parametrize(("header", "found"), [("Fair value", 0), ("Total", 1)])
def test_a_fair_value_beside_the_carrying_amount_is_no_other_statement_of_it(header: str, found: int) -> None:
    """The row itself states the balance sheet's number, under another header than that of the fair value."""
    note = document([("Borrowings", ["31,772", "31,792"])], headers=("Carrying amount", header))
    sheet = document([("Borrowings", ["31,772"])], headers=("2023",))
    moved = [replace(m, index=2, table=1) for m in sheet.mentions]
    tables = (*note.tables, replace(sheet.tables[0], index=1))
    made = replace(note, tables=tables, mentions=(*note.mentions, *moved))
    assert len(find_contradictions(made, [fact(1, 2)]).findings) == found


def test_a_gross_amount_is_no_other_statement_of_what_is_left_of_it() -> None:
    note = [("Gross amount of rights|Ending balance", ["5,212"]), ("Net rights", ["4,127"])]
    sheet = [("Rights", ["5,242"])]
    assert not find_contradictions(document(note, sheet), [fact(0, 2)]).findings
    assert find_contradictions(document(note[:1], sheet), [fact(0, 1)]).findings


def test_shares_of_one_class_are_no_shares_of_all() -> None:
    classes = document([("Weighted shares", ["152,786", "261,413"])], headers=("Class A", "Class B"))
    alone = document([("Weighted shares", ["152,786", "261,413"])], headers=("Class A", "Orders"))
    for made, found in ((classes, 0), (alone, 1)):
        shares = [replace(m, number=replace(m.number, measure=Measure.SHARES)) for m in made.mentions]
        other = replace(shares[0], index=2, table=1, text="152,886", column_path=("2023",))
        other = replace(
            other, number=replace(other.number, displayed=Decimal(152886), value=Decimal("152886E6"))
        )
        tables = (*made.tables, replace(made.tables[0], index=1))
        both = replace(made, tables=tables, mentions=(*shares, other))
        assert len(find_contradictions(both, [fact(0, 2)]).findings) == found
