"""Made-up companies whose books and statements agree, to measure how well books are tied to statements.

The statements are written as a page, the books as a workbook or a file of values.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from html import escape
from importlib import resources
from pathlib import Path
from random import Random

import msgspec

_BRACES = re.compile(r"\{(?P<words>[^{}]+)\}")
_CLASS = re.compile(r"(?P<kind>[a-z]+): (?P<line>.+)")
_ACCOUNT = re.compile(r"(?P<empty>0 )?(?P<contra>-)?(?P<kept>\*)?(?P<code>[\d#]+) (?P<name>.+)")
_DEBITS = ("asset", "expense")
_INCOME = "income"
_RESULT = (_INCOME, "expense")
_NIL = Decimal(0)
_CENT = Decimal("0.01")
_OF_CONTRA = Decimal("0.2")
_OF_INCOME = 6
"""An income account is drawn this many times as large as others, so that most companies earn something."""

Row = tuple[str, tuple[Decimal, ...] | None]


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A company's entry in `charts.toml`: its accounts by line, its statements, the form of its books."""

    name: str
    language: str
    unit: int
    caption: str
    years: int
    books: str
    sides: bool
    headers: tuple[str, ...]
    position_title: str
    position_days: tuple[str, ...]
    position: str
    result_title: str
    result_years: tuple[str, ...]
    result: str
    accounts: str
    opening: bool = False
    turned: bool = False


@dataclass(frozen=True, slots=True)
class BookedAccount:
    """An account and the line that it is in.

    `amounts` are debits for each year, the latest first. `kept` tells whether it holds the retained results
    of earlier years."""

    code: str
    name: str
    kind: str
    line: str
    amounts: tuple[Decimal, ...]
    kept: bool = False


@dataclass(frozen=True)
class Company:
    """A company and its accounts. The statements are made from these."""

    chart: Chart
    accounts: tuple[BookedAccount, ...]

    @property
    def truth(self) -> Mapping[str, str]:
        """The line of each account with a balance, by its code."""
        return {each.code: each.line for each in self.accounts if any(each.amounts)}

    def amounts(self, line: str) -> tuple[Decimal, ...]:
        """Return the sum of the accounts of a line in each year, as debits.

        A line with a `kept` account includes the result of the year."""
        own = [each for each in self.accounts if each.line == line]
        if any(each.kept for each in own):
            own += [each for each in self.accounts if each.kind in _RESULT]
        return tuple(sum((each.amounts[year] for each in own), _NIL) for year in range(2))


class SideWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The headers and words of a list of balances that has the side of each in a column before it."""

    headers: tuple[str, ...]
    debit: str
    credit: str
    nil: str
    total: str


class _Charts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    company: list[Chart]
    sides_before: SideWords


@cache
def _read() -> _Charts:
    text = resources.files("cofitcheck.evaluation.books").joinpath("charts.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), _Charts)


def charts() -> list[Chart]:
    """Return the charts of all companies."""
    return _read().company


def sides_before() -> SideWords:
    """Return the words of a list that has the sides before the balances."""
    return _read().sides_before


def company(chart: Chart, random: Random) -> Company:
    """Return a company with drawn balances. Its books balance in both years."""
    made = [_drawn(each, chart, random) for each in _accounts(chart.accounts)]
    totals = [sum((each.amounts[year] for each in made if not each.kept), _NIL) for year in range(2)]
    kept = tuple(-total for total in totals)
    return Company(chart, tuple(replace(each, amounts=kept) if each.kept else each for each in made))


def _drawn(account: BookedAccount, chart: Chart, random: Random) -> BookedAccount:
    """Return an account with drawn balances. Its given amount is the sign and share of the balances."""
    size = random.lognormvariate(12.5, 1.2) * (_OF_INCOME if account.kind == _INCOME else 1)
    now, before = Decimal(size), Decimal(size * random.uniform(0.6, 1.3))
    if chart.opening and account.kind in _RESULT:
        before = _NIL
    share = account.amounts[0]
    return replace(account, amounts=tuple((each * share).quantize(_CENT) for each in (now, before)))


def _accounts(text: str) -> Iterator[BookedAccount]:
    kind = line = ""
    for row in text.strip().splitlines():
        if headed := _CLASS.fullmatch(row):
            kind, line = headed["kind"], headed["line"]
            continue
        found = _ACCOUNT.fullmatch(row)
        assert found is not None, row
        share = _NIL if found["empty"] else Decimal(1 if kind in _DEBITS else -1)
        share *= -_OF_CONTRA if found["contra"] else 1
        braces = _BRACES.search(found["name"])
        names = braces["words"].split("|") if braces else [found["name"]]
        width = found["code"].count("#")
        first = 1 if width > 1 else 0
        for number, name in enumerate(names, start=first):
            code = found["code"].replace("#" * width, str(number).zfill(width)) if width else found["code"]
            yield BookedAccount(code, name, kind, line, (share,), kept=bool(found["kept"]))


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
        path.write_bytes(workbook_of(rows))
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


def workbook_of(rows: Iterable[Sequence[Decimal | str]]) -> bytes:
    """Return rows as a workbook."""
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.create_sheet("Trial balance", 0)
    for row in rows:
        sheet.append(list(row))
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
        """Yield the lines of the balance sheet. A total is the sum of the printed amounts."""
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
        """Yield the lines of the income statement. Expenses have no sign; "=" is the result so far."""
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
