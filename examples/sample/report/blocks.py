"""What a report is made of: headings, prose, bullets, and tables as data with displayed figures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum

Amount = int | Decimal
Column = tuple[str, ...]
"""The headers over a column, the outermost first."""


@dataclass(frozen=True, slots=True)
class Form:
    """How an amount is displayed: decimals, and what stands before and after it."""

    places: int = 0
    lead: str = ""
    trail: str = ""


PLAIN = Form()
DOLLARS = Form(lead="$")
PERCENT = Form(places=1, trail="%")
CENTS = Form(places=2, lead="$")
SHARES = Form(places=1)
TIMES = Form(places=1, trail="x")
BILLIONS = Form(places=1, lead="$", trail=" billion")


@dataclass(frozen=True, slots=True)
class Figure:
    """A displayed amount; zero is displayed as a dash."""

    amount: Decimal
    form: Form = PLAIN

    @property
    def digits(self) -> str:
        """The amount without its signs."""
        return f"{abs(self.amount):,.{self.form.places}f}" if self.amount else "—"

    @property
    def lead(self) -> str:
        """What is displayed before the digits, without the parenthesis."""
        return self.form.lead

    @property
    def trail(self) -> str:
        """What is displayed after the digits."""
        unit = self.form.trail if self.amount else ""
        return (")" if self.amount < 0 else "") + unit

    @property
    def text(self) -> str:
        """The whole of it, as a reader says it."""
        return self.lead + ("(" if self.amount < 0 else "") + self.digits + self.trail


Cell = Figure | str | None


class Style(Enum):
    """What kind of row it is: rules above and below, and weight, follow from it."""

    PLAIN = "plain"
    SECTION = "section"
    SUBTOTAL = "subtotal"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its label, one cell a column, and how it looks. `mark` is a footnote mark after the label."""

    label: str
    cells: tuple[Cell, ...] = ()
    style: Style = Style.PLAIN
    indent: int = 0
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table: `title` is its own in the report; `notes` are the footnotes below it.

    With `inside`, the caption stands in the corner of the header, else on a line above the table.
    Where not `titled`, a heading before it says the title.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    caption: str = "(in millions)"
    inside: bool = False
    titled: bool = True
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; those of level 1 and 2 stand in the table of contents, with level 1 on a new page."""

    text: str
    level: int = 3


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Prose."""

    text: str
    italic: bool = False


@dataclass(frozen=True, slots=True)
class Bullets:
    """A bulleted list (which filing software makes with tables)."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Centered:
    """A centered line, of the cover or of a signature; `size` in points."""

    text: str
    size: int = 10
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Pairs:
    """Two columns of text side by side without rules: a layout table."""

    items: tuple[tuple[str, str], ...]


class Mark(Enum):
    """A place in the report that has no words of its own."""

    PAGE = "page"
    CONTENTS = "contents"


Block = Heading | Paragraph | Bullets | Centered | Pairs | Mark | Table


def line(
    label: str,
    cells: Iterable[Amount | Cell],
    form: Form = PLAIN,
    style: Style = Style.PLAIN,
    indent: int = 0,
) -> Row:
    """A row of amounts displayed in `form`; figures, words and None are taken as they are."""
    shown = tuple(Figure(Decimal(cell), form) if isinstance(cell, (int, Decimal)) else cell for cell in cells)
    return Row(label, shown, style, indent)


def money(label: str, cells: Iterable[Amount | Cell], indent: int = 0) -> Row:
    """A row with dollar signs, as the first of a column has."""
    return line(label, cells, DOLLARS, indent=indent)


def subtotal(label: str, cells: Iterable[Amount | Cell], form: Form = PLAIN) -> Row:
    """A row with a rule above."""
    return line(label, cells, form, Style.SUBTOTAL)


def total(label: str, cells: Iterable[Amount | Cell], form: Form = DOLLARS) -> Row:
    """A row with a rule above and a double rule below."""
    return line(label, cells, form, Style.TOTAL)


def section(label: str) -> Row:
    """A row that only names the rows below it."""
    return Row(label, (), Style.SECTION)


def marked(row: Row, number: int) -> Row:
    """The row with a footnote mark after its label."""
    return replace(row, mark=str(number))


def years(*values: int, over: str = "Years Ended December 31,") -> tuple[Column, ...]:
    """A column for each year, under one header."""
    return tuple((over, str(value)) for value in values)


def figure(amount: Amount, form: Form = PLAIN) -> Figure:
    """An amount as a cell of a form of its own."""
    return Figure(Decimal(amount), form)
