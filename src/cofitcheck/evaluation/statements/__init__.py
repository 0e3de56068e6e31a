"""Writes made-up statements in each format and checks them.

It counts the errors that are found, and the clean documents that have findings.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from html import escape
from random import Random
from unicodedata import east_asian_width

from cofitcheck.checker import Checker
from cofitcheck.checks.model import Finding
from cofitcheck.config import CheckConfig
from cofitcheck.errors import InputError
from cofitcheck.evaluation.statements.made import (
    LANGUAGES,
    BrokenRelation,
    MadeStatements,
    MadeTable,
    statements,
)
from cofitcheck.readers import read
from cofitcheck.reports.model.report import Report

Row = list[str]
_WIDTH = 14

_YEARS = 3
"""The most columns of a document, one for each year."""


def _rows(made: MadeStatements, table: MadeTable) -> Iterator[Row]:
    """Yield the header and the rows of a table as printed, with negative numbers in brackets."""
    yield ["", *made.years]
    for at, key in enumerate(table.rows):
        yield [made.word(key), *(_printed(column[at]) for column in table.columns)]


def _printed(number: int) -> str:
    return f"({-number:,})" if number < 0 else f"{number:,}"


def _html(made: MadeStatements) -> bytes:
    parts = []
    for table in made.tables:
        header, *body = _rows(made, table)
        head = "".join(f"<th>{escape(text)}</th>" for text in header)
        rows = "".join(f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in body)
        parts.append(
            f"<h2>{escape(made.word(table.title))}</h2><p>{escape(made.word('unit'))}</p>"
            f"<table><tr>{head}</tr>{rows}</table>"
        )
    return f'<html><head><meta charset="utf-8"></head><body>{"".join(parts)}</body></html>'.encode()


def _markdown(made: MadeStatements) -> bytes:
    parts = []
    for table in made.tables:
        header, *body = _rows(made, table)
        lines = [header, ["---"] * len(header), *body]
        grid = "\n".join(f"| {' | '.join(row)} |" for row in lines)
        parts.append(f"## {made.word(table.title)}\n\n{made.word('unit')}\n\n{grid}\n")
    return "\n".join(parts).encode()


def _text(made: MadeStatements) -> bytes:
    parts = []
    for table in made.tables:
        rows = list(_rows(made, table))
        widest = max(_wide(row[0]) for row in rows)
        width = max(_WIDTH, *(_wide(text) + 2 for row in rows for text in row[1:]))
        lines = [
            row[0].ljust(len(row[0]) + widest - _wide(row[0]))
            + "".join(text.rjust(len(text) + width - _wide(text)) for text in row[1:])
            for row in rows
        ]
        parts.append("\n".join([made.word(table.title), made.word("unit"), "", *lines, ""]))
    return "\n".join(parts).encode()


def _wide(text: str) -> int:
    return sum(2 if east_asian_width(each) in "WF" else 1 for each in text)


def _word(made: MadeStatements) -> bytes:
    from docx import Document

    document = Document()
    for table in made.tables:
        document.add_heading(made.word(table.title), level=2)
        document.add_paragraph(made.word("unit"))
        rows = list(_rows(made, table))
        grid = document.add_table(len(rows), len(rows[0]))
        for line, row in zip(grid.rows, rows, strict=True):
            for cell, text in zip(line.cells, row, strict=True):
                cell.text = text
    return _saved(document.save)


def _workbook(made: MadeStatements) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    for number, table in enumerate(made.tables, start=1):
        sheet = book.create_sheet(f"{number}")
        sheet.append([made.word(table.title)])
        sheet.append([made.word("unit")])
        sheet.append(["", *made.years])
        for at, key in enumerate(table.rows):
            sheet.append([made.word(key), *(column[at] for column in table.columns)])
        for row in sheet.iter_rows(min_row=4, min_col=2):
            for cell in row:
                cell.number_format = "#,##0;(#,##0)"
    return _saved(book.save)


def _saved(save: Callable[[io.BytesIO], object]) -> bytes:
    stream = io.BytesIO()
    save(stream)
    return stream.getvalue()


FORMATS: Mapping[str, Callable[[MadeStatements], bytes]] = {
    ".html": _html,
    ".md": _markdown,
    ".docx": _word,
    ".xlsx": _workbook,
    ".txt": _text,
}
"""The function that writes each format, by the ending of its files."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one document.

    `found` tells whether a finding has the wrong number in it, `named` whether one names it as the wrong one.
    `left_open` tells whether an item left open has it. `findings` counts all findings. `read` is false where
    no reader took the file."""

    made: MadeStatements
    ending: str
    read: bool = True
    found: bool = False
    named: bool = False
    left_open: bool = False
    findings: int = 0


def drawn(seed: int, half: str, clean: int, planted: int) -> Iterator[tuple[MadeStatements, str]]:
    """Yield `clean` clean documents and `planted` ones with an error, each with the ending of its format.

    Kinds of error and languages take turns; formats and numbers of columns are drawn."""
    kinds, endings = list(BrokenRelation), list(FORMATS)
    for number in range(clean + planted):
        rng = Random(f"{seed} {half} {number}")
        at = number if number < clean else number - clean
        broken = None if number < clean else kinds[at % len(kinds)]
        language = LANGUAGES[at // len(kinds) % len(LANGUAGES)]
        made = statements(rng, half, language, rng.randint(1, _YEARS), broken)
        yield made, rng.choice(endings)


def outcome(checker: Checker, made: MadeStatements, ending: str) -> Outcome:
    """Check one document, written in the format of the ending."""
    try:
        document = read(FORMATS[ending](made), f"statements{ending}")
    except InputError:
        return Outcome(made, ending, read=False)
    report = checker.check(document)
    findings = report.found
    if made.planted is None:
        return Outcome(made, ending, findings=len(findings))
    wrong = _cells(report, made)
    return Outcome(
        made,
        ending,
        found=any(wrong & _held(each) for each in findings),
        named=any(each.mention in wrong for each in findings),
        left_open=any(wrong & {each.mention, each.counterpart} for each in report.kept_open),
        findings=len(findings),
    )


def _cells(report: Report, made: MadeStatements) -> set[int]:
    """Return the mentions that the planted number was read as: those with its label and its amount."""
    assert made.planted is not None
    label, number = made.word(made.planted.row), Decimal(made.planted.number)
    return {
        each.index
        for each in report.document.mentions
        if each.row_path and each.row_path[-1] == label and each.number.displayed == number
    }


def _held(finding: Finding) -> set[int]:
    calculated = finding.calculation.mentions if finding.calculation else ()
    return {finding.mention, finding.counterpart, *finding.mentions, *calculated}


def measure(seed: int, half: str, clean: int, planted: int, config: CheckConfig) -> dict[str, object]:
    """Return the figures of one run."""
    checker = Checker(config)
    outcomes = [outcome(checker, *each) for each in drawn(seed, half, clean, planted)]
    wrong = [each for each in outcomes if each.made.planted is not None]
    right = [each for each in outcomes if each.made.planted is None]
    read = [each for each in right if each.read]
    return {
        "model": checker.stages.name,
        "half": half,
        "planted": _counted(wrong),
        "by_broken": _by(wrong, lambda each: each.made.planted.broken.value if each.made.planted else ""),
        "by_slip": _by(wrong, lambda each: each.made.planted.slip if each.made.planted else ""),
        "by_columns": _by(wrong, lambda each: str(len(each.made.years))),
        "by_language": _by(wrong, lambda each: each.made.language),
        "by_format": _by(wrong, lambda each: each.ending),
        "clean": {
            "documents": len(right),
            "not_read": len(right) - len(read),
            "with_findings": sum(each.findings > 0 for each in read),
            "findings": sum(each.findings for each in read),
            "by_format": dict(Counter(each.ending for each in read if each.findings)),
        },
    }


def _by(outcomes: Sequence[Outcome], key: Callable[[Outcome], str]) -> Mapping[str, Mapping[str, float]]:
    names = dict.fromkeys(map(key, outcomes))
    return {name: _counted([each for each in outcomes if key(each) == name]) for name in names}


def _counted(outcomes: Sequence[Outcome]) -> Mapping[str, float]:
    read = [each for each in outcomes if each.read]
    found = sum(each.found for each in read)
    return {
        "documents": len(outcomes),
        "not_read": len(outcomes) - len(read),
        "found": round(found / max(1, len(read)), 3),
        "named": round(sum(each.named for each in read) / max(1, found), 3),
        "left_open": sum(each.left_open and not each.found for each in read),
    }
