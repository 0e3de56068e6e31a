"""The statements of cash flows and of equity."""

from __future__ import annotations

from decimal import Decimal

from sample.company import Company
from sample.company.history import accrued
from sample.company.income import Income
from sample.company.model import FINANCING, INVESTING, OPERATING
from sample.company.operations import YEARS
from sample.report.blocks import (
    Row,
    Table,
    line,
    money,
    section,
    subtotal,
    total,
    years,
)


def flows(company: Company) -> Table:
    """The statement of cash flows."""
    books = company.books

    def caused(names: tuple[str, ...]) -> list[Row]:
        return [line(name, [books.flows[year, name] for year in YEARS], indent=1) for name in names]

    paid = [_paid(company, year) for year in YEARS]
    first, *adjustments = OPERATING
    rows = (
        section("Operating activities:"),
        money(first, [company.incomes[year].net for year in YEARS], 1),
        *caused(tuple(adjustments[:5])),
        section("Changes in assets and liabilities, net of acquisitions:"),
        *caused(tuple(adjustments[5:])),
        subtotal(
            "Net cash provided by operating activities", [company.operating_cash(year) for year in YEARS]
        ),
        section("Investing activities:"),
        *caused(INVESTING),
        subtotal("Net cash used for investing activities", [company.investing_cash(year) for year in YEARS]),
        section("Financing activities:"),
        *caused(FINANCING),
        subtotal("Net cash used for financing activities", [company.financing_cash(year) for year in YEARS]),
        *caused(("Effect of exchange rates",)),
        subtotal(
            "Net increase (decrease) in cash",
            [books.amount(y, "cash") - books.amount(y - 1, "cash") for y in YEARS],
        ),
        line(
            "Cash and cash equivalents at beginning of year",
            [books.amount(year - 1, "cash") for year in YEARS],
        ),
        total("Cash and cash equivalents at end of year", [books.amount(year, "cash") for year in YEARS]),
        section("Supplemental information:"),
        line("Interest paid", [amounts[0] for amounts in paid], indent=1),
        line("Income taxes paid, net of refunds", [amounts[1] for amounts in paid], indent=1),
    )
    return Table("Consolidated Statements of Cash Flows", years(*YEARS), rows)


def _paid(company: Company, year: int) -> tuple[int, int]:
    """Interest and income taxes paid: the expense less what stayed accrued or was no cash."""
    now, before = accrued(company, year), accrued(company, year - 1)
    discount = -company.books.moves[year, "Other, net", "debt"]
    interest = company.incomes[year].interest_expense - discount - (now.interest - before.interest)
    return interest, sum(company.taxes.current[year]) - (now.taxes - before.taxes)


ACCOUNTS = ("common", "paid-in", "earnings", "accumulated", "treasury", "minority")


def equity(company: Company) -> Table:
    """The statement of equity."""
    columns = (
        ("Common Stock",),
        ("Additional Paid-in Capital",),
        ("Retained Earnings",),
        ("Accumulated Other Comprehensive Loss",),
        ("Treasury Stock",),
        ("Non-controlling Interests",),
        ("Total Equity",),
    )
    rows = [_held(company, 2022)]
    for year in reversed(YEARS):
        rows += [*_moved(company, year), _held(company, year)]
    return Table(
        "Consolidated Statements of Equity", columns, tuple(rows), "(in millions, except per share data)"
    )


def _held(company: Company, year: int) -> Row:
    amounts = [company.books.amount(year, account) for account in ACCOUNTS]
    make = total if year in (YEARS[0], 2022) else subtotal
    return make(f"Balance at December 31, {year}", [*amounts, sum(amounts)])


def _moved(company: Company, year: int) -> list[Row]:
    earned: Income = company.incomes[year]
    dividend: Decimal = company.shares.dividend[year]
    moves = company.books.moves
    other = company.books.amount(year, "accumulated") - company.books.amount(year - 1, "accumulated")
    stock = sum(
        -moves[year, cause, "paid-in"]
        for cause in ("Proceeds from exercise of stock options", "Taxes paid on vested share awards")
    )
    lines: dict[str, dict[str, int]] = {
        "Net income": {"earnings": earned.attributable, "minority": earned.minority},
        "Other comprehensive income (loss), net of tax": {"accumulated": other},
        f"Dividends declared (${dividend} per share)": {"earnings": -company.shares.dividends(year)},
        "Repurchases of common stock": {"treasury": -company.shares.buyback(year)},
        "Share-based compensation": {"paid-in": company.awards.cost(year)},
        "Shares issued under employee plans, net of taxes": {"paid-in": stock},
        "Distributions to noncontrolling interests": {
            "minority": company.books.flows[year, "Distributions to noncontrolling interests"]
        },
    }
    return [
        line(label, [*(amounts.get(account, 0) for account in ACCOUNTS), sum(amounts.values())], indent=1)
        for label, amounts in lines.items()
    ]
