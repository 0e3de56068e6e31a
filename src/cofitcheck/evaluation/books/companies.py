"""Companies that do not exist, with books and statements that agree: the truth that a tie is measured by."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from importlib import resources
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
"""Income is so many times as much as any other account, so that most companies earn something."""


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What `charts.toml` says of a company: its accounts by line, its statements, the look of its books."""

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
    """An account with the line that it is in; `amounts` are debits for each year, the latest first.
    `kept` is what earlier years have left."""

    code: str
    name: str
    kind: str
    line: str
    amounts: tuple[Decimal, ...]
    kept: bool = False


@dataclass(frozen=True)
class Company:
    """A company with its accounts, of which the statements are made."""

    chart: Chart
    accounts: tuple[BookedAccount, ...]

    @property
    def truth(self) -> Mapping[str, str]:
        """The line of each account with a balance, by its code."""
        return {each.code: each.line for each in self.accounts if any(each.amounts)}

    def amounts(self, line: str) -> tuple[Decimal, ...]:
        """Return what the accounts of a line come to in each year, as debits; what is kept of the years has
        the result in it."""
        own = [each for each in self.accounts if each.line == line]
        if any(each.kept for each in own):
            own += [each for each in self.accounts if each.kind in _RESULT]
        return tuple(sum((each.amounts[year] for each in own), _NIL) for year in range(2))


def charts() -> list[Chart]:
    """Return the charts of all companies."""
    text = resources.files("cofitcheck.evaluation.books").joinpath("charts.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text)["company"], list[Chart])


def company(chart: Chart, random: Random) -> Company:
    """Return a company with balances drawn: its books balance in both years."""
    made = [_drawn(each, chart, random) for each in _accounts(chart.accounts)]
    totals = [sum((each.amounts[year] for each in made if not each.kept), _NIL) for year in range(2)]
    kept = tuple(-total for total in totals)
    return Company(chart, tuple(replace(each, amounts=kept) if each.kept else each for each in made))


def _drawn(account: BookedAccount, chart: Chart, random: Random) -> BookedAccount:
    """Return an account with balances; `amounts` has the sign and the part that it is to have."""
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
