"""A made-up filing with a handful of contradictions, as source and as the report that checking it brings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from html import escape

from cofitcheck.checks.ledger import make_ledger, repeated
from cofitcheck.checks.model import Finding, LeftOpen, NotChecked, Severity
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.document import (
    Cell,
    Document,
    Mention,
    Place,
    Table,
    TableStructure,
    UncheckedReason,
    UnreadTable,
)
from cofitcheck.facts import FactSet
from cofitcheck.numbers import Kind, Measure, Number, Relation, Slip, compare
from cofitcheck.readers.html.parse import parse_tree
from cofitcheck.reports.model.report import Report

HOSTILE = (
    "<script>alert(1)</script> [bold]Legal[/bold] provision & “interest” "
    "<img src=x onerror=alert(2)> {{ 7*7 }}"
)
_PLAIN = re.compile(r"[\d,]+(?:\.\d+)?")


@dataclass
class MadeTable:
    """Rows of cell texts; a row with one text is a section row, a header text may be (text, columns)."""

    title: str
    caption: str
    header: list[list[str | tuple[str, int]]]
    rows: list[list[str]]
    scale: int = 6
    measures: dict[int, Measure] = field(default_factory=dict)


def _number(text: str, scale: int, measure: Measure) -> Number:
    digits = _PLAIN.search(text)
    if digits is None:
        return Number(Kind.DASH, None, None)
    displayed = Decimal(digits.group().replace(",", ""))
    displayed = -displayed if "(" in text else displayed
    scale = scale if measure in {Measure.MONEY, Measure.SHARES} else 0
    currency = "" if measure in {Measure.SHARES, Measure.PERCENT} else "USD"
    value = displayed.scaleb(scale)
    return Number(Kind.VALUE, value, displayed, scale, 0, measure, currency)


class FilingBuilder:
    """Lays tables out as HTML and as the document model, with matching places."""

    def __init__(self) -> None:
        self.html: list[str] = []
        self.tables: list[Table] = []
        self.mentions: list[Mention] = []

    def add(self, made: MadeTable) -> None:
        index = len(self.tables)
        cells, lines = [], []
        columns = max(len(row) for row in made.rows)
        for r, header in enumerate(made.header):
            column, line = 0, ""
            for item in header:
                text, span = item if isinstance(item, tuple) else (item, 1)
                cells.append(Cell(r, column, text, (self._place(index, r, column),), columns=span))
                look = f'colspan="{span}" style="text-align:center;font-weight:bold"'
                line += f'<td id="c{index}-{r}-{column}" {look}>{escape(text)}</td>'
                column += span
            lines.append(f"<tr>{line}</tr>")
        depth = len(made.header)
        section = ""
        for r, row in enumerate(made.rows, depth):
            line = ""
            for c, text in enumerate(row):
                cells.append(Cell(r, c, text, (self._place(index, r, c),)))
                look = "text-align:right" if c else "padding-left:4px"
                line += f'<td id="c{index}-{r}-{c}" style="{look}">{escape(text)}</td>'
            lines.append(f"<tr>{line}</tr>")
            section = row[0] if len(row) == 1 else section
            if len(row) > 1:
                self._mentions_of(index, r, row, made, section)
        sections = frozenset(r for r, row in enumerate(made.rows, depth) if len(row) == 1)
        self.html.append(
            f"<h2>{escape(made.title)}</h2><p>({escape(made.caption)})</p>"
            f'<table width="100%" cellpadding="2">{"".join(lines)}</table>'
        )
        self.tables.append(
            Table(
                index,
                tuple(cells),
                TableStructure.of(len(made.rows) + depth, columns, header_rows=depth, section_rows=sections),
                Place("filing.htm", 0),
                title=made.title,
                caption=made.caption,
            )
        )

    def _mentions_of(self, table: int, r: int, row: list[str], made: MadeTable, section: str) -> None:
        for c, text in enumerate(row[1:], 1):
            if not text:
                continue
            measure = made.measures.get(r, Measure.MONEY)
            path = tuple(step for step in (section, row[0]) if step)
            heads = tuple(_heading_over(header, c) for header in made.header)
            self.mentions.append(
                Mention(
                    len(self.mentions),
                    table,
                    r,
                    c,
                    text,
                    _number(text, made.scale, measure),
                    path,
                    tuple(filter(None, heads)),
                    self._place(table, r, c),
                )
            )

    def _place(self, table: int, row: int, column: int) -> Place:
        return Place(f"c{table}-{row}-{column}", 0)

    def document(self, extra: str = "") -> Document:
        source = (
            "<!DOCTYPE html><html><head><title>Annual report</title></head>"
            "<body style='font-family:Times New Roman;font-size:10pt'>"
            + "".join(self.html)
            + extra
            + "</body></html>"
        ).encode()
        counts = {element.get("id"): count for count, element in enumerate(parse_tree(source).iter("*"))}

        def placed(place: Place) -> Place:
            return Place("filing.htm", counts[place.file])

        mentions = tuple(replace(mention, place=placed(mention.place)) for mention in self.mentions)
        tables = tuple(
            replace(table, cells=tuple(replace(c, places=tuple(map(placed, c.places))) for c in table.cells))
            for table in self.tables
        )
        unread = (
            UnreadTable(
                Place("filing.htm", 4),
                UncheckedReason.told("The rows have no labels in common."),
                "Exhibit index …",
            ),
        )
        return Document(
            "harbor-ridge-10k-2024.htm",
            tables,
            mentions,
            unread,
            (UncheckedReason.told("The file declares no encoding; UTF-8 was assumed."),),
            source,
        )


def _heading_over(header: Sequence[str | tuple[str, int]], column: int) -> str:
    start = 0
    for item in header:
        text, span = item if isinstance(item, tuple) else (item, 1)
        if start <= column < start + span:
            return text
        start += span
    return ""


YEARS: list[list[str | tuple[str, int]]] = [
    ["", ("Year ended December 31,", 3)],
    ["", "2024", "2023", "2022"],
]

INCOME = MadeTable(
    "Consolidated Statements of Income",
    "in millions, except per share data",
    YEARS,
    [
        ["Revenue:"],
        ["Products", "$ 31,402", "$ 29,876", "$ 27,115"],
        ["Services", "6,862", "6,104", "5,530"],
        ["Total revenue", "38,264", "35,980", "32,645"],
        ["Operating expenses:"],
        ["Cost of revenue", "21,118", "20,047", "18,409"],
        ["Research and development", "4,977", "4,512", "4,020"],
        ["Selling, general and administrative", "5,690", "5,388", "5,102"],
        ["Operating income", "6,479", "6,033", "5,114"],
        ["Other income (expense):"],
        ["Interest expense", "(412)", "(398)", "(377)"],
        ["Income before income taxes", "6,067", "5,635", "4,737"],
        ["Provision for income taxes", "1,196", "1,127", "953"],
        ["Net income", "$ 4,871", "$ 4,508", "$ 3,784"],
        ["Earnings per share:"],
        ["Diluted", "$ 5.31", "$ 4.87", "$ 4.05"],
    ],
    measures={17: Measure.PER_SHARE},
)

CASH = MadeTable(
    "Consolidated Statements of Cash Flows",
    "in millions",
    YEARS,
    [
        ["Operating activities:"],
        ["Net income", "$ 4,817", "$ 4,508", "$ 3,784"],
        ["Depreciation and amortization", "1,842", "1,765", "1,690"],
        ["Stock-based compensation", "918", "842", "790"],
        ["Deferred income taxes", "(104)", "(88)", "41"],
        ["Accounts receivable", "(312)", "(240)", "(198)"],
        ["Inventories", "(145)", "77", "(260)"],
        ["Accounts payable", "88", "(54)", "131"],
        ["Other", "19", "(22)", "47"],
        ["Net cash provided by operating activities", "7,123", "6,788", "6,025"],
        ["Investing activities:"],
        ["Purchases of property and equipment", "(2,310)", "(2,104)", "(1,987)"],
        ["Acquisitions, net of cash acquired", "(640)", "—", "(1,215)"],
        ["Purchases of marketable securities", "(3,402)", "(2,911)", "(2,640)"],
        ["Maturities of marketable securities", "2,988", "2,740", "2,205"],
        ["Net cash used in investing activities", "(3,364)", "(2,275)", "(3,637)"],
        ["Financing activities:"],
        ["Proceeds from issuance of debt", "1,500", "—", "2,000"],
        ["Repayments of debt", "(1,000)", "(750)", "(500)"],
        ["Repurchases of common stock", "(2,250)", "(2,000)", "(1,500)"],
        ["Dividends paid", "(1,104)", "(1,010)", "(948)"],
        ["Net cash used in financing activities", "(2,854)", "(3,760)", "(948)"],
        ["Net increase in cash", "905", "753", "1,440"],
        ["Cash at end of period", "$ 6,411", "$ 5,506", "$ 4,753"],
    ],
)

EQUITY = MadeTable(
    "Consolidated Statements of Stockholders’ Equity",
    "in millions",
    [
        ["", ("Common stock", 2), "Additional", "", "Accumulated other", "", "Noncontrolling", "", ""],
        [
            "",
            "Shares",
            "Amount",
            "paid-in capital",
            "Retained earnings",
            "comprehensive loss",
            "Treasury stock",
            "interests",
            "Other",
            "Total equity",
        ],
    ],
    [
        [
            "Balance at December 31, 2022",
            "928",
            "$ 9",
            "$ 12,405",
            "$ 18,220",
            "$ (912)",
            "$ (6,400)",
            "$ 110",
            "—",
            "$ 23,432",
        ],
        ["Net income", "—", "—", "—", "4,508", "—", "—", "12", "—", "4,520"],
        ["Other comprehensive income", "—", "—", "—", "—", "212", "—", "—", "—", "212"],
        ["Dividends", "—", "—", "—", "(1,010)", "—", "—", "—", "—", "(1,010)"],
        [
            "Balance at December 31, 2023",
            "921",
            "9",
            "13,247",
            "21,718",
            "(700)",
            "(8,400)",
            "122",
            "—",
            "25,996",
        ],
        ["Net income", "—", "—", "—", "4,871", "—", "—", "14", "—", "4,885"],
        ["Other comprehensive loss", "—", "—", "—", "—", "(212)", "—", "—", "—", "(212)"],
        ["Dividends", "—", "—", "—", "(1,104)", "—", "—", "—", "—", "(1,104)"],
        [
            "Balance at December 31, 2024",
            "914",
            "$ 9",
            "$ 14,165",
            "$ 25,485",
            "$ (912)",
            "$ (10,650)",
            "$ 136",
            "—",
            "$ 28,233",
        ],
    ],
)

COMPREHENSIVE = MadeTable(
    "Consolidated Statements of Comprehensive Income",
    "in millions",
    YEARS,
    [
        ["Net income", "$ 4,871", "$ 4,508", "$ 3,784"],
        ["Other comprehensive income (loss):"],
        ["Foreign currency translation", "(180)", "155", "(301)"],
        ["Unrealized gains (losses) on securities", "(32)", "57", "(44)"],
        ["Total other comprehensive income (loss)", "212", "212", "(345)"],
        ["Comprehensive income", "$ 4,659", "$ 4,720", "$ 3,439"],
    ],
)

SEGMENTS = MadeTable(
    "Note 17. Segment information",
    "in thousands",
    [["", "Industrial", "Consumer", "Total"]],
    [
        ["Year ended December 31, 2024"],
        ["Total revenue", "$ 22,114,000", "$ 16,140,000", "$ 38,254,000"],
        ["Depreciation and amortization", "1,104", "738", "1,842"],
        ["Operating income", "4,010,000", "2,469,000", "6,479,000"],
        [HOSTILE, "14,000", "9,000", "23,000"],
    ],
    scale=3,
)

CONTINGENCIES = MadeTable(
    "",
    "in thousands",
    [["", "2024", "2023"]],
    [
        [HOSTILE, "23,900", "21,000"],
        [
            "Environmental " + "remediation and asset retirement obligations of former sites " * 3,
            "8,100",
            "8,300",
        ],
    ],
    scale=3,
)

RATES = MadeTable(
    "Note 11. Income taxes",
    "",
    [["", "2024", "2023", "2022"]],
    [
        ["Statutory federal rate", "21.0 %", "21.0 %", "21.0 %"],
        ["Effective tax rate", "19.7 %", "20.0 %", "20.1 %"],
        ["Effective tax rate", "20.7 %", "20.0 %", "20.1 %"],
    ],
    measures={2: Measure.PERCENT, 3: Measure.PERCENT, 1: Measure.PERCENT},
)


def build_document(extra: str = "") -> Document:
    builder = FilingBuilder()
    for made in (INCOME, CASH, EQUITY, COMPREHENSIVE, SEGMENTS, CONTINGENCIES, RATES):
        builder.add(made)
    return builder.document(extra)


def find(document: Document, table: int, row: int, column: int) -> int:
    return next(m.index for m in document.mentions if (m.table, m.row, m.column) == (table, row, column))


def _finding(
    document: Document,
    number: int,
    cells: Sequence[tuple[int, int, int]],
    relation: Relation,
    slip: Slip,
    severity: Severity,
    sure: tuple[float, float],
) -> Finding:
    indices = [find(document, *cell) for cell in cells]
    first, second = (document.mentions[index].number.value for index in indices[:2])
    difference = first - second if first is not None and second is not None else None
    links = tuple((indices[0], index, sure[0]) for index in indices[1:])
    reasons = (
        Reason.of(ReasonCode.ROW_LABEL, label="Net income"),
        Reason.of(ReasonCode.PERIOD, period="2024"),
        Reason.of(ReasonCode.ROW_NEIGHBOURS, n=9, most=11),
    )
    return Finding(
        f"{number:02d}c41f6a90be",
        FactSet(number, tuple(sorted(indices)), links),
        indices[0],
        indices[1],
        relation,
        slip,
        difference,
        sure[0],
        sure[1],
        severity,
        reasons,
    )


def build_report(document: Document | None = None) -> Report:
    document = document or build_document()
    rel, high, medium, notice = Relation, Severity.HIGH, Severity.MEDIUM, Severity.NOTICE
    findings = (
        _finding(document, 0, [(6, 3, 1), (6, 2, 1)], rel.INCONSISTENT, Slip.DIGIT, notice, (0.62, 0.41)),
        _finding(
            document,
            1,
            [(1, 3, 1), (0, 15, 1), (2, 7, 4), (3, 2, 1)],
            rel.INCONSISTENT,
            Slip.TRANSPOSITION,
            high,
            (0.998, 0.9991),
        ),
        _finding(document, 2, [(4, 2, 3), (0, 5, 1)], rel.INCONSISTENT, Slip.DIGIT, high, (0.97, 0.95)),
        _finding(document, 3, [(4, 3, 3), (1, 4, 1)], rel.SCALE_DIFFERS, Slip.SCALE, medium, (0.93, 0.84)),
        _finding(
            document, 4, [(3, 6, 1), (2, 8, 9), (2, 8, 5)], rel.SIGN_DIFFERS, Slip.SIGN, medium, (0.91, 0.78)
        ),
        _finding(document, 5, [(4, 5, 3), (5, 1, 1)], rel.INCONSISTENT, Slip.OTHER, notice, (0.7, 0.55)),
    )
    agreeing = [[(0, 15, c), (1, 3, c), (3, 2, c)] for c in (2, 3)] + [[(0, 10, 1), (4, 4, 3)]]
    facts = [
        FactSet(len(findings) + n, tuple(sorted(find(document, *cell) for cell in cells)), ())
        for n, cells in enumerate(agreeing)
    ]
    return Report(
        document,
        (*(finding.fact for finding in findings if finding.fact), *facts),
        findings,
        len(agreeing),
        (
            NotChecked(
                "Numbers in running text", UncheckedReason.told("Only numbers in tables are compared."), 214
            ),
        ),
        0.4,
        "minilm-cofit-1",
        {"read": 1.2, "encode": 2.31, "classify": 1.4},
        ledger=make_ledger(document, repeated(facts), findings, ()),
    )


def with_left_open(report: Report, probabilities: Sequence[float], two_facts: int = 0) -> Report:
    """Return a report with a further fact left open for each probability, the last ones being two facts."""
    first, second = (find(report.document, *cell) for cell in ((1, 4, 2), (2, 2, 1)))
    numbers = (report.document.mentions[index].number for index in (first, second))
    compared = compare(*numbers)
    facts = [FactSet(100 + n, (first, second), ()) for n in range(len(probabilities))]
    left = tuple(
        LeftOpen(
            fact,
            first,
            second,
            compared.relation,
            compared.difference,
            0.7,
            probability,
            "basic and diluted" if n >= len(facts) - two_facts else "",
        )
        for n, (fact, probability) in enumerate(zip(facts, probabilities, strict=True))
    )
    return replace(report, facts=(*report.facts, *facts), kept_open=left)
