"""Makes short statements whose calculations come out, and puts one wrong number in them.

Everything is drawn from a seed, so that two runs make the same documents.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from importlib.resources import files
from random import Random

LANGUAGES = ("English", "Simplified", "Traditional", "Japanese", "German")
HALVES = ("dev", "test", "other")
"""The halves of documents. "dev" has the first wording of `wordings.toml`, "test" the second, and "other" one
drawn from all others."""
_LAST = 2025
_SLIPS = ("digit", "transposition", "unit", "stale", "share")

_ROWS: Mapping[str, tuple[str, ...]] = {
    "income": tuple(
        "revenue cost gross_profit selling administration expenses operating_income interest gains "
        "other_income pretax tax net_income".split()
    ),
    "balance": tuple(
        "cash receivables inventories current_assets plant intangibles other_assets assets payables "
        "borrowings current_liabilities debt pensions other_liabilities liabilities capital retained "
        "all_equity funding".split()
    ),
    "flows": tuple(
        "net_income depreciation working operating spending disposals investing raised dividends financing "
        "translation change opening closing".split()
    ),
    "note": tuple("domestic foreign unbilled receivables".split()),
    "equity": tuple("begun net_income dividends ended".split()),
}


class BrokenRelation(StrEnum):
    """The relation that a planted error breaks."""

    PART = "part of a sum"
    SUBTOTAL = "subtotal"
    BALANCE = "assets = liabilities + equity"
    GROSS_PROFIT = "gross profit"
    OPERATING_INCOME = "operating income"
    NET_INCOME = "income before tax less tax"
    CHANGE = "flows = change in cash"
    CLOSING = "opening + change = closing"
    NET_INCOME_AGAIN = "net income of two statements"
    CASH_AGAIN = "cash of flows and balance sheet"
    NOTE = "line and its note"
    ROLLED = "roll-forward"


@dataclass(frozen=True, slots=True)
class MadeTable:
    """A table: the keys of its title and rows in `wordings.toml`, and a column of numbers for each year."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Planted:
    """The one wrong number of a document, and how it was made wrong."""

    broken: BrokenRelation
    slip: str
    table: int
    row: str
    column: int
    number: int


@dataclass(frozen=True, slots=True)
class MadeStatements:
    """A short document: its tables, in a language and a wording, and its wrong number where there is one."""

    language: str
    half: str
    tables: tuple[MadeTable, ...]
    planted: Planted | None = None
    draw: int = 0

    def word(self, key: str) -> str:
        """Return the document's words for a line or a title."""
        words = wordings()[self.language][key]
        if self.half != "other":
            return words[HALVES.index(self.half)]
        others = words[HALVES.index(self.half) :]
        if len(self.tables[0].columns) > 1:  # several headers have to differ
            others = [each for each in others if key != "year" or "{year}" in each]
        return Random(f"{self.draw} {key}").choice(others)

    @property
    def years(self) -> list[str]:
        """The headers of the columns."""
        return [self.word("year").format(year=_LAST - at) for at in range(len(self.tables[0].columns))]


@cache
def wordings() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return the wordings of each line by language."""
    return tomllib.loads(files(__package__).joinpath("wordings.toml").read_text(encoding="utf-8"))


def statements(
    rng: Random, half: str, language: str, years: int, broken: BrokenRelation | None
) -> MadeStatements:
    """Return made-up statements of `years` years. One number breaks the relation `broken`, if given."""
    while True:
        every = _tables(rng, years)
        names = _SHOWN[broken] if broken else rng.choice(list(_SHOWN.values()))
        draw = rng.randrange(10**6) if half == "other" else 0
        clean = MadeStatements(language, half, tuple(every[name] for name in names), draw=draw)
        made = clean if broken is None else _with_error(rng, clean, broken)
        if made is not None:
            return made


_SHOWN: Mapping[BrokenRelation, tuple[str, ...]] = {
    BrokenRelation.PART: ("balance",),
    BrokenRelation.SUBTOTAL: ("balance",),
    BrokenRelation.BALANCE: ("balance",),
    BrokenRelation.GROSS_PROFIT: ("income",),
    BrokenRelation.OPERATING_INCOME: ("income",),
    BrokenRelation.NET_INCOME: ("income",),
    BrokenRelation.CHANGE: ("flows",),
    BrokenRelation.CLOSING: ("flows",),
    BrokenRelation.NET_INCOME_AGAIN: ("income", "balance", "flows"),
    BrokenRelation.CASH_AGAIN: ("income", "balance", "flows"),
    BrokenRelation.NOTE: ("balance", "note"),
    BrokenRelation.ROLLED: ("income", "equity"),
}
_PLACES: Mapping[BrokenRelation, tuple[str, tuple[str, ...], str]] = {
    BrokenRelation.PART: ("balance", ("receivables", "inventories", "intangibles", "pensions"), ""),
    BrokenRelation.SUBTOTAL: (
        "balance",
        ("current_assets", "other_assets", "current_liabilities", "all_equity"),
        "",
    ),
    BrokenRelation.BALANCE: ("balance", ("funding",), ""),
    BrokenRelation.GROSS_PROFIT: ("income", ("gross_profit",), ""),
    BrokenRelation.OPERATING_INCOME: ("income", ("operating_income",), ""),
    BrokenRelation.NET_INCOME: ("income", ("net_income",), ""),
    BrokenRelation.CHANGE: ("flows", ("change",), ""),
    BrokenRelation.CLOSING: ("flows", ("closing",), ""),
    BrokenRelation.NET_INCOME_AGAIN: ("flows", ("net_income",), "working"),
    BrokenRelation.CASH_AGAIN: ("balance", ("cash",), "inventories"),
    BrokenRelation.NOTE: ("note", ("receivables",), "unbilled"),
    BrokenRelation.ROLLED: ("equity", ("ended",), ""),
}
"""For each relation the table, the rows of which one is made wrong, and a row that is changed too, so that
sums still come out ("": none)."""


def _with_error(rng: Random, made: MadeStatements, broken: BrokenRelation) -> MadeStatements | None:
    """Return the document with one wrong number, None where the drawn slip does not fit the number."""
    title, rows, beside = _PLACES[broken]
    at = next(at for at, table in enumerate(made.tables) if table.title == title)
    table, row = made.tables[at], rng.choice(rows)
    column, slip = rng.randrange(len(table.columns)), rng.choice(_SLIPS)
    place = table.rows.index(row)
    right = table.columns[column][place]
    others = [each[place] for number, each in enumerate(table.columns) if number != column]
    wrong = _wrong(rng, slip, right, others)
    if wrong is None or wrong == right:
        return None
    numbers = list(table.columns[column])
    numbers[place] = wrong
    if beside:
        with_it = 1 if title == "note" else -1
        numbers[table.rows.index(beside)] += with_it * (wrong - right)
    columns = (*table.columns[:column], tuple(numbers), *table.columns[column + 1 :])
    tables = (*made.tables[:at], replace(table, columns=columns), *made.tables[at + 1 :])
    return replace(made, tables=tables, planted=Planted(broken, slip, at, row, column, wrong))


def _wrong(rng: Random, slip: str, right: int, others: Sequence[int]) -> int | None:
    """Return a number with a slip, None where the number cannot take it."""
    sign, digits = -1 if right < 0 else 1, list(str(abs(right)))
    if slip == "digit":
        at = rng.randrange(len(digits))
        digits[at] = rng.choice([each for each in "123456789" if each != digits[at]])
    elif slip == "transposition":
        pairs = [
            at for at in range(len(digits) - 1) if digits[at] != digits[at + 1] and digits[at + 1] != "0"
        ]
        if not pairs:
            return None
        at = rng.choice(pairs)
        digits[at], digits[at + 1] = digits[at + 1], digits[at]
    elif slip == "unit":
        return right + rng.choice((-1, 1))
    elif slip == "stale":
        return rng.choice(others) if others else None
    else:
        return right + rng.choice((-1, 1)) * max(2, round(abs(right) * rng.uniform(0.005, 0.2)))
    return sign * int("".join(digits))


def _tables(rng: Random, years: int) -> Mapping[str, MadeTable]:
    """Return all tables. The last year comes first; each year begins with the closing balances before it."""
    size = 10 ** rng.uniform(3, 5)

    def amount(low: float, high: float) -> int:
        return max(11, round(size * rng.uniform(low, high)))

    opening, retained = amount(0.5, 1.5), amount(2, 4)
    with_translation = rng.random() < 0.5
    of_years = [_year(amount, with_translation, opening, retained)]
    while len(of_years) < years:
        before = of_years[0]
        of_years.insert(0, _year(amount, with_translation, before["closing"], before["ended"]))
    rows = dict(_ROWS)
    if not with_translation:
        rows["flows"] = tuple(each for each in rows["flows"] if each != "translation")
    return {
        name: MadeTable(name, keys, tuple(tuple(year[key] for key in keys) for year in of_years))
        for name, keys in rows.items()
    }


def _year(
    amount: Callable[[float, float], int], with_translation: bool, opening: int, retained: int
) -> Mapping[str, int]:
    """Return the numbers of all lines of a year."""
    year = {key: amount(0.1, 1) for key in ("selling", "administration", "interest", "gains", "tax")}
    year |= {key: amount(0.2, 1) for key in ("depreciation", "disposals", "raised")}
    year |= {"revenue": amount(9, 12), "cost": amount(4, 6), "working": -amount(0.1, 0.4)}
    year["gross_profit"] = year["revenue"] - year["cost"]
    year["expenses"] = year["selling"] + year["administration"]
    year["operating_income"] = year["gross_profit"] - year["expenses"]
    year["other_income"] = year["interest"] + year["gains"]
    year["pretax"] = year["operating_income"] + year["other_income"]
    year["net_income"] = year["pretax"] - year["tax"]
    year["operating"] = year["net_income"] + year["depreciation"] + year["working"]
    year["spending"] = -amount(1.2, 2)
    year["investing"] = year["spending"] + year["disposals"]
    year["dividends"] = -amount(0.05, 0.15)
    year["financing"] = year["raised"] + year["dividends"]
    year["translation"] = amount(0.02, 0.1) if with_translation else 0
    year["change"] = year["operating"] + year["investing"] + year["financing"] + year["translation"]
    year |= {"opening": opening, "closing": opening + year["change"], "begun": retained}
    year["ended"] = retained + year["net_income"] + year["dividends"]
    year |= {key: amount(0.2, 1) for key in ("domestic", "foreign", "unbilled")}
    year["receivables"] = year["domestic"] + year["foreign"] + year["unbilled"]
    year |= {key: amount(0.5, 2) for key in ("inventories", "intangibles", "payables", "borrowings", "debt")}
    year |= {"cash": year["closing"], "retained": year["ended"], "pensions": amount(0.2, 0.9)}
    year["current_assets"] = year["cash"] + year["receivables"] + year["inventories"]
    year["current_liabilities"] = year["payables"] + year["borrowings"]
    year["other_liabilities"] = year["debt"] + year["pensions"]
    year["liabilities"] = year["current_liabilities"] + year["other_liabilities"]
    year["capital"] = amount(1, 3)
    year["all_equity"] = year["capital"] + year["retained"]
    year["funding"] = year["liabilities"] + year["all_equity"]
    # The plant is the difference. It is above zero, as equity includes all the cash that was earned.
    year["plant"] = max(11, year["funding"] - year["current_assets"] - year["intangibles"])
    year["other_assets"] = year["plant"] + year["intangibles"]
    year["capital"] += year["current_assets"] + year["other_assets"] - year["funding"]
    year["all_equity"] = year["capital"] + year["retained"]
    year["funding"] = year["liabilities"] + year["all_equity"]
    year["assets"] = year["funding"]
    return year
