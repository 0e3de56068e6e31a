"""The books: every movement of a balance is posted with its cause, and cash is what is left over.

Balances are debit-positive, in millions of dollars: assets above zero, liabilities and equity below.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

ASSETS = (
    "cash",
    "receivables",
    "inventories",
    "contract assets",
    "prepaid",
    "property",
    "lease assets",
    "goodwill",
    "intangibles",
    "deferred tax assets",
    "other assets",
)
LIABILITIES = (
    "paper",
    "debt",
    "payables",
    "compensation",
    "contract liabilities",
    "accrued",
    "leases",
    "pension",
    "deferred taxes",
    "other liabilities",
)
EQUITY = ("common", "paid-in", "earnings", "accumulated", "treasury", "minority")


@dataclass
class Books:
    """Balances by year end and account, and cash flows by year and cause."""

    balances: dict[tuple[int, str], int] = field(default_factory=lambda: defaultdict(int))
    flows: dict[tuple[int, str], int] = field(default_factory=lambda: defaultdict(int))
    moves: dict[tuple[int, str, str], int] = field(default_factory=lambda: defaultdict(int))
    """What each cause did to each account in a year."""

    def open(self, year: int, amounts: Mapping[str, int], balance: str) -> None:
        """Set the balances at the end of `year`; the account `balance` takes what is left."""
        for account, amount in amounts.items():
            self.balances[year, account] = amount
        self.balances[year, balance] = -sum(amounts.values())

    def carry(self, year: int) -> None:
        """Begin `year` with the balances of the year before."""
        for account in (*ASSETS, *LIABILITIES, *EQUITY):
            self.balances[year, account] = self.balances[year - 1, account]

    def post(self, year: int, cause: str, amounts: Mapping[str, int], balance: str = "cash") -> None:
        """Post `amounts` for `cause`; the account `balance` takes the other side."""
        sides = dict(amounts)
        sides[balance] = sides.get(balance, 0) - sum(amounts.values())
        for account, amount in sides.items():
            self.balances[year, account] += amount
            self.moves[year, cause, account] += amount
        self.flows[year, cause] += sides.get("cash", 0)

    def settle(self, year: int, cause: str, account: str, target: int) -> None:
        """Bring `account` to `target` against cash."""
        self.post(year, cause, {account: target - self.balances[year, account]})

    def amount(self, year: int, account: str) -> int:
        """The balance as a report shows it: positive for liabilities and equity too."""
        balance = self.balances[year, account]
        return balance if account in ASSETS else -balance

    def assets(self, year: int) -> int:
        """Total assets."""
        return sum(self.amount(year, account) for account in ASSETS)

    def liabilities(self, year: int) -> int:
        """Total liabilities."""
        return sum(self.amount(year, account) for account in LIABILITIES)

    def equity(self, year: int) -> int:
        """Total equity, minority interest included."""
        return sum(self.amount(year, account) for account in EQUITY)
