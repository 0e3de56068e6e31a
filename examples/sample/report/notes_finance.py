"""Notes on what is owed and promised: leases, debt, fair values, pensions, share-based awards."""

from __future__ import annotations

from decimal import Decimal

from sample.arithmetic import draw, whole
from sample.company import Company
from sample.company.benefits import Roll
from sample.company.debt import FUTURE
from sample.company.operations import YEARS
from sample.report.blocks import (
    CENTS,
    PERCENT,
    PLAIN,
    Block,
    Column,
    Form,
    Heading,
    Paragraph,
    Row,
    Table,
    figure,
    line,
    marked,
    money,
    section,
    subtotal,
    total,
    years,
)
from sample.report.words import SHORT, millions

ENDS = (2025, 2024)
AT_END: tuple[Column, ...] = years(*ENDS, over="December 31,")
LATER = (*(str(year) for year in FUTURE), "Thereafter")


def leases(company: Company) -> list[Block]:
    """Note 11."""
    held = company.leases
    cost = [line(label, [held.cost[y][i] for y in YEARS]) for i, label in enumerate(_LEASE_COSTS)]
    cost.append(total("Total lease cost", [sum(held.cost[year]) for year in YEARS]))
    placed = (
        money("Operating lease assets", [held.asset[year] for year in ENDS]),
        section("Operating lease liabilities:"),
        line("Current operating lease liabilities", [held.current[year] for year in ENDS], indent=1),
        line(
            "Noncurrent operating lease liabilities",
            [held.liability[y] - held.current[y] for y in ENDS],
            indent=1,
        ),
        total("Total operating lease liabilities", [held.liability[year] for year in ENDS]),
    )
    due = sum(held.payments)
    maturities = [line(label, [amount]) for label, amount in zip(LATER, held.payments, strict=True)]
    maturities += [
        subtotal("Total lease payments", [due]),
        line("Less: Imputed interest", [held.liability[2025] - due]),
        total("Present value of lease liabilities", [held.liability[2025]]),
    ]
    return [
        Heading("Note 11 — Leases", 2),
        Paragraph("We lease service centers, offices and vehicles. Lease cost consisted of the following:"),
        Table("Lease Cost", years(*YEARS), tuple(cost)),
        Table("Balance Sheet Classification of Leases", AT_END, placed, inside=True),
        Paragraph("Payments due under operating leases at December 31, 2025:"),
        Table("Maturities of Operating Lease Liabilities", (("Operating Leases",),), tuple(maturities)),
    ]


_LEASE_COSTS = ("Operating lease cost", "Short-term lease cost", "Variable lease cost")


def debt(company: Company) -> list[Block]:
    """Note 12."""
    owed = company.debt
    held = [item for item in owed.instruments if any(item.principal.get(year) for year in ENDS)]
    rows = [line(item.name, [item.principal.get(year, 0) for year in ENDS]) for item in held]
    rows[1] = marked(rows[1], 1)
    rows += [
        subtotal("Total principal", [owed.principal(year) for year in ENDS]),
        line("Less: Unamortized discounts and issuance costs", [-owed.costs[year] for year in ENDS]),
        subtotal("Total long-term debt", [owed.carrying(year) for year in ENDS]),
        line("Less: Current portion", [-owed.current(year) for year in ENDS]),
        total("Long-term debt, less current portion", [owed.noncurrent(year) for year in ENDS]),
    ]
    due = [*(owed.due(year) for year in FUTURE), owed.later()]
    maturities = [line(label, [amount]) for label, amount in zip(LATER, due, strict=True)]
    maturities.append(total("Total principal", [sum(due)]))
    return [
        Heading("Note 12 — Debt", 2),
        Paragraph(
            f"Commercial paper of {millions(owed.paper[2025])} was outstanding at December 31, 2025, and "
            f"{millions(owed.paper[2024])} a year earlier. Long-term debt consisted of:"
        ),
        Table(
            "Long-Term Debt",
            AT_END,
            tuple(rows),
            notes=("The rate is variable; it was 5.85% at December 31, 2025.",),
        ),
        Paragraph("Principal falls due as follows:"),
        Table("Maturities of Long-Term Debt", (("Principal",),), tuple(maturities), inside=True),
        Paragraph(f"Interest expense was {millions(company.incomes[2025].interest_expense)} in 2025."),
    ]


def fair_values(company: Company) -> list[Block]:
    """Note 13."""
    chance = company.chance("fair values")
    levels = (
        ("Money market funds", (draw(chance, 118, 164), 0, 0)),
        ("Deferred compensation plan assets", (draw(chance, 31, 39), 0, 0)),
        ("Foreign exchange contracts", (0, draw(chance, 6, 12), 0)),
        ("Interest rate swaps", (0, -draw(chance, 3, 7), 0)),
        ("Contingent consideration", (0, 0, -draw(chance, 8, 14))),
    )
    rows = [line(label, [*amounts, sum(amounts)]) for label, amounts in levels]
    senior = [item for item in company.debt.instruments if "Senior notes" in item.name]
    notes = [sum(item.principal.get(year, 0) for item in senior) for year in ENDS]
    columns: tuple[Column, ...] = (
        *(("Fair Value Measured With", f"Level {n}") for n in (1, 2, 3)),
        ("Total",),
    )
    carrying = tuple((f"December 31, {y}", kind) for y in ENDS for kind in ("Carrying Amount", "Fair Value"))
    values = [amount for note in notes for amount in (note, whole(note * Decimal("0.967")))]
    loan = [company.debt.instruments[2].principal[year] for year in ENDS for _ in range(2)]
    return [
        Heading("Note 13 — Fair value measurements", 2),
        Paragraph("Assets (liabilities) measured at fair value at December 31, 2025, by level:"),
        Table("Fair Value Hierarchy", columns, tuple(rows)),
        Paragraph("The fair value of the notes is estimated from quoted prices (Level 2):"),
        Table(
            "Debt at Fair Value",
            carrying,
            (line("Senior notes, principal", values), line("Term loan due 2027", loan)),
        ),
    ]


def pensions(company: Company) -> list[Block]:
    """Note 14."""
    return [
        Heading("Note 14 — Pension plans", 2),
        Paragraph("Two frozen plans in the United States and one in Germany promise defined benefits."),
        _funded(company),
        Paragraph("Net periodic benefit cost consisted of the following:"),
        _pension_cost(company),
        *_pension_outlook(company),
    ]


def _funded(company: Company) -> Table:
    plan = company.pension
    rows = (
        section("Change in benefit obligation:"),
        money("Benefit obligation at beginning of year", [plan.obligation[year - 1] for year in ENDS], 1),
        line("Service cost", [plan.service[year] for year in ENDS], indent=1),
        line("Interest cost", [plan.interest[year] for year in ENDS], indent=1),
        line("Actuarial loss (gain)", [plan.loss[year] for year in ENDS], indent=1),
        line("Benefits paid", [-plan.benefits[year] for year in ENDS], indent=1),
        subtotal("Benefit obligation at end of year", [plan.obligation[year] for year in ENDS]),
        section("Change in plan assets:"),
        line(
            "Fair value of plan assets at beginning of year",
            [plan.assets[year - 1] for year in ENDS],
            indent=1,
        ),
        line("Actual return on plan assets", [plan.returns[year] for year in ENDS], indent=1),
        line("Employer contributions", [plan.contributions[year] for year in ENDS], indent=1),
        line("Benefits paid", [-plan.benefits[year] for year in ENDS], indent=1),
        subtotal("Fair value of plan assets at end of year", [plan.assets[year] for year in ENDS]),
        total("Funded status at end of year", [-plan.unfunded(year) for year in ENDS]),
    )
    return Table("Obligations and Funded Status", years(*ENDS), rows)


def _pension_cost(company: Company) -> Table:
    plan = company.pension
    rows = (
        money("Service cost", [plan.service[year] for year in YEARS]),
        line("Interest cost", [plan.interest[year] for year in YEARS]),
        line("Expected return on plan assets", [-plan.expected[year] for year in YEARS]),
        line("Amortization of actuarial loss", [plan.amortized[year] for year in YEARS]),
        total("Net periodic benefit cost", [plan.cost(year) for year in YEARS]),
    )
    return Table("Net Periodic Benefit Cost", years(*YEARS), rows, inside=True)


def _pension_outlook(company: Company) -> list[Block]:
    chance = company.chance("assumptions")
    rows = tuple(
        line(label, [Decimal(draw(chance, low, low + 60)) / 100 for _ in YEARS], _TWO)
        for label, low in (
            ("Discount rate for benefit cost", 472),
            ("Expected long-term return on assets", 575),
            ("Rate of compensation increase", 290),
        )
    )
    labels = (*(str(year) for year in FUTURE), "2031–2035")
    payments = [line(label, [amount]) for label, amount in zip(labels, company.pension.payments, strict=True)]
    return [
        Table("Weighted-Average Assumptions", years(*YEARS), rows, caption=""),
        Paragraph(
            f"We expect to contribute about {millions(draw(chance, 24, 30))} in 2026. Expected benefit "
            "payments are:"
        ),
        Table("Expected Benefit Payments", (("Payments",),), tuple(payments)),
    ]


_TWO = Form(places=2, trail="%")


def awards(company: Company) -> list[Block]:
    """Note 15."""
    given = company.awards
    rows = [line(label, [given.expense[y][i] for y in YEARS]) for i, label in enumerate(_AWARD_LINES)]
    whole_cost = [sum(given.expense[year]) for year in YEARS]
    rows.append(total("Total share-based compensation", whole_cost))
    benefit = [whole(amount * Decimal("0.213")) for amount in whole_cost]
    rows.append(line("Income tax benefit", [-amount for amount in benefit]))
    return [
        Heading("Note 15 — Share-based compensation", 2),
        Paragraph("The expense for options and restricted stock units was recorded in these lines:"),
        Table("Share-Based Compensation Expense", years(*YEARS), tuple(rows), "(in thousands)", inside=True),
        Paragraph("Stock options changed as follows in 2025:"),
        _award_table("Stock Options", "Exercised", given.options, "Weighted-Average Exercise Price"),
        Paragraph(
            f"Exercises brought {SHORT} {millions(given.proceeds[2025])} in cash. Restricted stock units "
            "changed as follows:"
        ),
        _award_table(
            "Restricted Stock Units", "Vested", given.units, "Weighted-Average Grant-Date Fair Value"
        ),
        *_valuation(company),
    ]


_AWARD_LINES = (
    "Cost of sales",
    "Selling, general and administrative expenses",
    "Research and development expenses",
)


def _award_table(title: str, used: str, roll: Roll, value: str) -> Table:
    def row(label: str, pair: tuple[int, Decimal], sign: int = 1) -> Row:
        return line(label, [sign * pair[0], figure(pair[1], CENTS)], PLAIN)

    rows = (
        row("Outstanding at December 31, 2024", roll.beginning),
        row("Granted", roll.granted),
        row(used, roll.exercised, -1),
        row("Forfeited", roll.forfeited, -1),
        row("Outstanding at December 31, 2025", roll.ending),
    )
    return Table(title, (("Shares",), (value,)), rows, caption="(shares in thousands)")


def _valuation(company: Company) -> list[Block]:
    chance = company.chance("valuation")
    rows = (
        line("Risk-free interest rate", [Decimal(draw(chance, 380, 440)) / 100 for _ in YEARS], _TWO),
        line("Expected volatility", [Decimal(draw(chance, 271, 302)) / 10 for _ in YEARS], PERCENT),
        line("Expected life (years)", [Decimal(draw(chance, 51, 58)) / 10 for _ in YEARS], Form(places=1)),
        line(
            "Fair value per option granted", [Decimal(draw(chance, 1900, 2600)) / 100 for _ in YEARS], CENTS
        ),
    )
    return [Table("Assumptions for Options Granted", years(*YEARS), rows, caption="")]
