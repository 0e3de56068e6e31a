"""The books, the lines of the statements, and the result of tying the two, as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum

Amounts = tuple[Decimal, ...]
"""An amount for each year, the latest first; in the books debits are positive."""


class AccountClass(StrEnum):
    """Which side of the statements an account is on."""

    ASSET = "asset"
    LIABILITY = "liability"
    EQUITY = "equity"
    INCOME = "income"
    EXPENSE = "expense"

    @property
    def is_of_result(self) -> bool:
        """Whether it is in the income statement."""
        return self in (AccountClass.INCOME, AccountClass.EXPENSE)

    @property
    def side(self) -> int:
        """1 where its balance is usually a debit, -1 where it is a credit."""
        return 1 if self in (AccountClass.ASSET, AccountClass.EXPENSE) else -1


@dataclass(frozen=True, slots=True)
class Account:
    """An account of the books.

    `line` is the line of the statements that the books name, "" where they name none, and `stated` is the
    class as they name it. `kind` is None where nothing tells the class. `closed` tells that it was closed at
    the end of the year, and its amount is what was booked before. An account of equity may be the `result` of
    the year: what the accounts of the income statement come to.
    """

    index: int
    code: str
    name: str
    amounts: Amounts
    kind: AccountClass | None = None
    line: str = ""
    stated: str = ""
    closed: bool = False
    result: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether it is nil in all years."""
        return not any(self.amounts)

    @property
    def words(self) -> str:
        """What it is called: "1010 Petty cash"."""
        return f"{self.code} {self.name}".strip()


class BooksRemark(StrEnum):
    """What is to be known of the books before their lines."""

    BALANCED = "balanced"
    UNBALANCED = "unbalanced"
    TOTAL_DIFFERS = "total differs"
    UNREAD_AMOUNT = "unread amount"
    SCHEDULE = "schedule"
    CREDITS_POSITIVE = "credits positive"
    WITHOUT_SIGN = "without sign"
    OTHER_UNIT = "other unit"
    CLOSED = "closed"
    NO_LAST_YEAR = "no last year"
    UNKNOWN_LINE = "unknown line"
    UNKNOWN_ACCOUNT = "unknown account"


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark with what fills its sentence; `wrong` tells that it is a finding."""

    what: BooksRemark
    values: Mapping[str, str | int | Decimal] = field(default_factory=dict)
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class TrialBalance:
    """The accounts of the books, and the totals of their debits and credits, for each year."""

    name: str
    accounts: tuple[Account, ...]
    debits: Amounts
    credits: Amounts
    remarks: tuple[Remark, ...] = ()
    opening: bool = False
    """Whether the second amounts are balances at the beginning of the year, when there is no income."""

    @property
    def years(self) -> int:
        """How many years it has amounts of: one or two."""
        return len(self.debits)


class StatementKind(StrEnum):
    """A statement that the books come to."""

    POSITION = "balance sheet"
    RESULT = "income statement"


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A line of the statements that is no sum of others.

    `mentions` are its numbers for each year, None where it has none, and `texts` how they are printed.
    `amounts` are what the books should have for it, debits positive, in base units, by the side of its class,
    and `unit` is that of its last digit. `either` tells that its side is not certain.
    """

    index: int
    statement: StatementKind
    label: str
    path: tuple[str, ...]
    kind: AccountClass | None
    mentions: tuple[int | None, ...]
    texts: tuple[str, ...]
    amounts: tuple[Decimal | None, ...]
    unit: Decimal
    either: bool = False

    @property
    def name(self) -> str:
        """Its label after the section that it stands in."""
        return " › ".join((*self.path[-1:], self.label))


@dataclass(frozen=True, slots=True)
class Statements:
    """The lines of a document's statements, and net income in each year, () where that is not stated."""

    document: str
    lines: tuple[StatementLine, ...]
    result: tuple[Decimal, ...] = ()

    def of(self, lines: Iterable[StatementLine]) -> Statements:
        """Return these statements with some of their lines, numbered again."""
        return replace(self, lines=tuple(replace(line, index=at) for at, line in enumerate(lines)))


class How(StrEnum):
    """How it is known which accounts a line is made of."""

    BOOKS = "books"
    FILE = "file"
    NAME = "name"
    SUM = "sum"
    LAST_YEAR = "last year"
    REST = "rest"
    OPEN = "open"
    SEVERAL = "several"
    NOTHING = "nothing"

    @property
    def is_certain(self) -> bool:
        """Whether a difference of the line is one of the books, and not of the mapping."""
        return self not in (How.OPEN, How.SEVERAL, How.NOTHING)


class LineOutcome(StrEnum):
    """What a line and its accounts come to."""

    AGREES = "agrees"
    ROUNDING = "rounding"
    DIFFERS = "differs"
    OPEN = "open"


class HintKind(StrEnum):
    """What would explain a difference."""

    ACCOUNT_IN_NO_LINE = "account in no line"
    OTHER_SIGN = "other sign"
    OTHER_LINE = "other line"
    SWAPPED = "swapped"
    OPPOSITE = "opposite"
    THE_BOOKS = "the books"


@dataclass(frozen=True, slots=True)
class Hint:
    """What would explain the difference of a line: `accounts` and another `line` that take part."""

    kind: HintKind
    accounts: tuple[int, ...] = ()
    line: int | None = None


@dataclass(frozen=True, slots=True)
class TiedLine:
    """A line with its accounts.

    `differences` are what the statements say less what the books say, for each year, in the sign of the
    statements; None where one of the two has no number. `others` are further sets of accounts that come to
    the line, where there are several.
    """

    line: StatementLine
    accounts: tuple[int, ...]
    how: How
    outcome: LineOutcome
    differences: tuple[Decimal | None, ...]
    others: tuple[tuple[int, ...], ...] = ()
    hints: tuple[Hint, ...] = ()


@dataclass(frozen=True)
class Tie:
    """The books tied to the statements of the document of this name: its lines in their order, and the
    accounts with a balance that are in no line."""

    document: str
    books: TrialBalance
    lines: tuple[TiedLine, ...]
    unused: tuple[int, ...]
    remarks: tuple[Remark, ...]

    def count(self, outcome: LineOutcome) -> int:
        """Return how many lines have an outcome."""
        return sum(each.outcome is outcome for each in self.lines)
