"""Contradictions planted in a finished report: one cell or one sentence each, everything else left right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from decimal import Decimal

from sample.arithmetic import growth
from sample.company import Company
from sample.report.blocks import PERCENT, Block, Figure, Form, Paragraph, Table
from sample.report.words import SHORT, change, millions


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell: the table's title, its section row ("" for none), the row's label, and the column from 0."""

    title: str
    section: str
    label: str
    column: int


@dataclass(frozen=True, slots=True)
class Planted:
    """What was planted where, as displayed. `elsewhere` names tables that state the fact right. Of a sentence
    there is no table: `sentence` is what it says, as planted."""

    kind: str
    table: str
    section: str
    row: str
    column: str
    true_text: str
    wrong_text: str
    elsewhere: tuple[str, ...]
    sentence: str = ""

    def record(self) -> dict[str, object]:
        """As plain data for a file."""
        return asdict(self)


Change = Callable[[Figure], Figure]


@dataclass(frozen=True, slots=True)
class Plan:
    """A contradiction to plant."""

    kind: str
    spot: Spot
    change: Change
    elsewhere: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A contradiction to plant in prose: `words` hold `true`, which becomes `wrong`."""

    kind: str
    words: str
    true: str
    wrong: str
    elsewhere: tuple[str, ...]


def digit(figure: Figure) -> Figure:
    """Another digit in the second place."""
    digits = _digits(figure)
    other = str((int(digits[1]) + 5) % 10)
    return _with(figure, digits[0] + other + digits[2:])


def transposed(figure: Figure) -> Figure:
    """The last two neighbouring digits that differ, exchanged; the same figure where none differ."""
    digits = _digits(figure)
    places = [i for i in range(len(digits) - 1) if digits[i] != digits[i + 1] and (i or digits[1] != "0")]
    if not places:
        return figure
    place = places[-1]
    return _with(figure, digits[:place] + digits[place + 1] + digits[place] + digits[place + 2 :])


def dropped(figure: Figure) -> Figure:
    """The last digit but one left out."""
    digits = _digits(figure)
    return _with(figure, digits[:-2] + digits[-1])


def signed(figure: Figure) -> Figure:
    """The other sign."""
    return replace(figure, amount=-figure.amount)


def other(amount: int | Decimal, form: Form | None = None) -> Change:
    """Another amount, in the form of the cell if none is given."""
    return lambda figure: replace(figure, amount=Decimal(amount), form=form or figure.form)


def _digits(figure: Figure) -> str:
    return str(abs(figure.amount)).replace(".", "")


def _with(figure: Figure, digits: str) -> Figure:
    value = Decimal(digits).scaleb(-figure.form.places)
    return replace(figure, amount=value.copy_sign(figure.amount))


def plans(company: Company) -> list[Plan]:
    """The contradictions of the sample; each is at a fact that other tables state too."""
    statement, flows = "Consolidated Statements of Income", "Consolidated Statements of Cash Flows"
    return [
        Plan(
            "digit",
            Spot("Sensing & Measurement Segment Results", "", "Net sales", 0),
            digit,
            ("Net Sales by Region, 2025", "Segment Results and Significant Expenses"),
        ),
        Plan(
            "transposition",
            Spot("Components of Inventories", "", "Inventories", 1),
            transposed,
            ("Consolidated Balance Sheets", "Trade Working Capital"),
        ),
        Plan(
            "scale",
            Spot("Reconciliation of Net Income to Adjusted EBITDA", "", "Share-based compensation", 0),
            other(sum(company.awards.expense[2025])),
            (flows, "Share-Based Compensation Expense"),
        ),
        Plan(
            "sign",
            Spot(
                "Consolidated Statements of Comprehensive Income",
                "Other comprehensive income (loss), net of tax:",
                "Foreign currency translation adjustments",
                1,
            ),
            signed,
            (
                "Accumulated Other Comprehensive Loss by Component",
                "Tax Effects of Other Comprehensive Income",
            ),
        ),
        Plan(
            "stale",
            Spot("Summary of Cash Flows", "Net cash provided by (used for):", "Operating activities", 0),
            other(company.operating_cash(2024)),
            (flows, "Free Cash Flow"),
        ),
        Plan(
            "dropped digit",
            Spot("Goodwill by Segment", "", "Balance at December 31, 2025", 3),
            dropped,
            ("Consolidated Balance Sheets",),
        ),
        Plan(
            "wrong row",
            Spot("Selected Five-Year Financial Data", "Per share:", "Diluted earnings per share", 1),
            other(company.per_share(2024, diluted=False)),
            (statement, "Computation of Earnings per Share", "Financial Highlights"),
        ),
        Plan(
            "transposition",
            Spot("Quarterly Results, 2024", "", f"Net income attributable to {SHORT}", 4),
            transposed,
            (statement, "Computation of Earnings per Share", "Selected Five-Year Financial Data"),
        ),
    ]


def sentences(company: Company) -> list[Sentence]:
    """The sentences of the sample that contradict a table."""
    now, before = company.incomes[2025], company.incomes[2024]
    statement = "Consolidated Statements of Income"
    moved = change(now.operating, before.operating)
    rate = transposed(Figure(abs(growth(now.operating, before.operating)), PERCENT)).text
    return [
        Sentence(
            "transposition in a sentence",
            f"Net sales in 2025 were {millions(now.sales)}.",
            millions(now.sales),
            f"${transposed(Figure(Decimal(now.sales))).digits} million",
            (statement,),
        ),
        Sentence(
            "change in a sentence",
            f"operating income {moved} to {millions(now.operating)}",
            moved,
            f"{moved.partition(' ')[0]} {rate}",
            (statement,),
        ),
    ]


def plant(company: Company, blocks: Sequence[Block]) -> tuple[list[Block], list[Planted]]:
    """The report with the contradictions in it, and the list of them in the report's order."""
    planned = {plan.spot.title: plan for plan in plans(company)}
    told = sentences(company)
    marred: list[Block] = []
    found: list[Planted] = []
    for block in blocks:
        result: tuple[Block, Planted] | None = None
        if isinstance(block, Table) and block.title in planned:
            result = _mar(block, planned[block.title])
        elif isinstance(block, Paragraph):
            result = _misstate(block, told)
        marred.append(result[0] if result else block)
        found += [result[1]] if result else []
    return marred, found


def _misstate(paragraph: Paragraph, told: Sequence[Sentence]) -> tuple[Paragraph, Planted] | None:
    """The paragraph with a sentence made wrong; None where it has none, or the slip would change nothing."""
    for each in told:
        if each.words in paragraph.text and each.true != each.wrong:
            words = each.words.replace(each.true, each.wrong)
            text = paragraph.text.replace(each.words, words)
            planted = Planted(each.kind, "", "", "", "", each.true, each.wrong, each.elsewhere, words)
            return replace(paragraph, text=text), planted
    return None


def _mar(table: Table, plan: Plan) -> tuple[Table, Planted] | None:
    """The table with the contradiction in it; None where the slip would change nothing (444 transposed)."""
    index = _find(table, plan.spot)
    row, column = table.rows[index], plan.spot.column
    true = row.cells[column]
    if not isinstance(true, Figure):
        raise ValueError(f"no figure at {plan.spot}")
    wrong = plan.change(true)
    if wrong.text == true.text:
        return None
    cells = (*row.cells[:column], wrong, *row.cells[column + 1 :])
    rows = (*table.rows[:index], replace(row, cells=cells), *table.rows[index + 1 :])
    head = " / ".join(part for part in table.columns[column] if part)
    spot = plan.spot
    planted = Planted(
        plan.kind, spot.title, spot.section, spot.label, head, true.text, wrong.text, plan.elsewhere
    )
    return replace(table, rows=rows), planted


def _find(table: Table, spot: Spot) -> int:
    """The row of `spot`: the first with its label under its section."""
    under = ""
    for index, row in enumerate(table.rows):
        if not row.cells:
            under = row.label
        elif row.label == spot.label and under == spot.section:
            return index
    raise ValueError(f"no row at {spot}")
