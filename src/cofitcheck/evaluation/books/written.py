"""The statements of a made-up company as a page, and its books as a workbook or a file of values."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from html import escape
from pathlib import Path

from cofitcheck.evaluation.books.companies import Company

_NIL = Decimal(0)


def write_statements(company: Company, folder: Path, stem: str) -> Path:
    """Write the statements of a company to a folder, and return the file."""
    path = folder / f"{stem}.htm"
    path.write_text(statements_page(company), "utf-8")
    return path


def write_books(company: Company, folder: Path, stem: str) -> Path:
    """Write the books of a company to a folder, and return the file."""
    path = folder / f"{stem}.{company.chart.books}"
    rows = list(book_rows(company))
    if company.chart.books == "xlsx":
        path.write_bytes(_workbook(rows))
    else:
        out = io.StringIO()
        delimiter = "\t" if company.chart.books == "tsv" else ","
        csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(rows)
        path.write_text(out.getvalue(), "utf-8")
    return path


def book_rows(company: Company) -> Iterator[list[Decimal | str]]:
    """Yield the rows of the books: headers, and a row for each account."""
    chart = company.chart
    yield [*chart.headers]
    for account in company.accounts:
        row: list[Decimal | str] = [account.code, account.name]
        for amount in account.amounts[: chart.years]:
            if chart.sides:
                row += [amount if amount > 0 else "", -amount if amount < 0 else ""]
            else:
                row.append(-amount if chart.turned else amount)
        yield row


def _workbook(rows: list[list[Decimal | str]]) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.create_sheet("Trial balance", 0)
    for row in rows:
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def statements_page(company: Company) -> str:
    """Return the balance sheet and the income statement as an HTML page."""
    chart = company.chart
    head = f'<html lang="{chart.language}"><body><h1>{escape(chart.name)}</h1>'
    position = _table(chart.position_title, chart.position_days, chart.caption, _Position(company).rows())
    result = _table(chart.result_title, chart.result_years, chart.caption, _Result(company).rows())
    return f"{head}{position}{result}</body></html>\n"


Row = tuple[str, tuple[Decimal, ...] | None]


def _table(title: str, years: tuple[str, ...], caption: str, rows: Iterator[Row]) -> str:
    heads = "".join(f"<th>{escape(year)}</th>" for year in years)
    body = "".join(f"<tr><td>{escape(label)}</td>{_cells(amounts)}</tr>" for label, amounts in rows)
    return f"<h2>{escape(title)}</h2><p>{escape(caption)}</p><table><tr><th></th>{heads}</tr>{body}</table>"


def _cells(amounts: tuple[Decimal, ...] | None) -> str:
    if amounts is None:
        return "<td></td><td></td>"
    return "".join(f"<td>{_shown(each)}</td>" for each in amounts)


def _shown(amount: Decimal) -> str:
    if not amount:
        return "—"
    return f"({-amount:,f})" if amount < 0 else f"{amount:,f}"


@dataclass
class _Statement:
    company: Company
    since: list[tuple[Decimal, ...]] = field(default_factory=list)
    every: list[tuple[str, tuple[Decimal, ...]]] = field(default_factory=list)

    def rounded(self, amounts: tuple[Decimal, ...], sign: int) -> tuple[Decimal, ...]:
        """Return amounts as they are printed, in the unit of the statements."""
        unit = Decimal(1).scaleb(self.company.chart.unit)
        return tuple((sign * each / unit).quantize(Decimal(1), ROUND_HALF_UP) for each in amounts)

    def kind(self, line: str) -> str:
        """Return the class of a line."""
        return next(each.kind for each in self.company.accounts if each.line == line)


def _added(amounts: list[tuple[Decimal, ...]]) -> tuple[Decimal, ...]:
    return tuple(sum(year, _NIL) for year in zip(*amounts, strict=True))


class _Position(_Statement):
    def rows(self) -> Iterator[Row]:
        """Yield the lines of the balance sheet; a total is the sum of what is printed."""
        for text in self.company.chart.position.strip().splitlines():
            if text.startswith("["):
                self.since = []
                yield text.strip("[]"), None
            elif text.startswith("=="):
                label, kinds = text[2:].split("|")
                own = [amounts for kind, amounts in self.every if kind in kinds.split()]
                yield label.strip(), _added(own)
            elif text.startswith("="):
                yield text[1:].strip(), _added(self.since)
            else:
                kind = self.kind(text)
                amounts = self.rounded(self.company.amounts(text), 1 if kind == "asset" else -1)
                self.since.append(amounts)
                self.every.append((kind, amounts))
                yield text, amounts


class _Result(_Statement):
    def rows(self) -> Iterator[Row]:
        """Yield the lines of the income statement, expenses without sign; "=" is what is left so far."""
        for text in self.company.chart.result.strip().splitlines():
            if text.startswith("["):
                yield text.strip("[]"), None
            elif text.startswith("="):
                yield text[1:].strip(), _added(self.since)
            else:
                kind = self.kind(text)
                amounts = self.rounded(self.company.amounts(text), -1)
                self.since.append(amounts)
                yield text, amounts if kind == "income" else tuple(-each for each in amounts)
