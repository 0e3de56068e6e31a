"""Ties the books of made-up companies to their statements, and counts lines mapped and errors found."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from random import Random

from cofitcheck.books import LineOutcome, Tie
from cofitcheck.books.lines import read_statements
from cofitcheck.books.tie import tie
from cofitcheck.books.trial_balance import read_trial_balance
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.evaluation.books.companies import (
    Chart,
    Company,
    charts,
    company,
    write_books,
    write_statements,
)
from cofitcheck.evaluation.books.shapes import SHAPES, write_shape
from cofitcheck.readers import read


class BookError(StrEnum):
    """The error that is planted in the books."""

    NONE = "none"
    WRONG_BALANCE = "wrong balance"
    MISSING_ACCOUNT = "missing account"
    SWAPPED = "swapped balances"


@dataclass(frozen=True, slots=True)
class BookTrial:
    """The result of one tie, as numbers of lines.

    `mapped` lines have all of their accounts and no other. `wrong` ones have an account of another line and
    are not left open. `off` are the lines that the planted error changes. `told` are those of them that are
    said to differ, or to have no account. `false` ones are said to differ, and do not.
    """

    company: str
    error: BookError
    accounts: int
    lines: int
    mapped: int
    wrong: int
    off: int
    told: int
    false: int


def measure(seed: int, drawn: int) -> dict[str, object]:
    """Tie each company `drawn` times with right books, `drawn` times with each error, and once in each shape.

    The shapes are those in which bookkeeping systems export."""
    trials = [
        trial
        for chart in charts()
        for number in range(drawn)
        for trial in _trials(chart, Random(f"{seed} {chart.name} {number}"))
    ]
    return {
        "drawn": drawn,
        "errors": {kind.value: _sums([each for each in trials if each.error is kind]) for kind in BookError},
        "shapes": {shape: _of_shape(shape, seed) for shape in SHAPES},
        "companies": {
            name: {kind.value: _sums([each for each in own if each.error is kind]) for kind in BookError}
            for name in dict.fromkeys(each.company for each in trials)
            if (own := [each for each in trials if each.company == name])
        },
    }


def _sums(trials: Sequence[BookTrial]) -> dict[str, int | float]:
    total = Counter[str]()
    for trial in trials:
        for name in ("lines", "mapped", "wrong", "off", "told", "false"):
            total[name] += getattr(trial, name)
    return {
        "ties": len(trials),
        "accounts": max(each.accounts for each in trials),
        **{name: total[name] for name in ("lines", "mapped", "wrong", "off", "told", "false")},
        "mapped_share": round(total["mapped"] / total["lines"], 4),
    }


def _of_shape(shape: str, seed: int) -> dict[str, int | float]:
    """Tie each company once with its books in a shape, as a workbook and as a file of values."""
    trials = []
    for chart in charts():
        made = company(chart, Random(f"{seed} {chart.name} {shape}"))
        with tempfile.TemporaryDirectory() as folder:
            document = read(write_statements(made, Path(folder), "statements"))
            statements = read_statements(Grid(document))
            for suffix in (".xlsx", ".csv"):
                books = read_trial_balance(write_shape(made, shape, Path(folder), suffix))
                trials.append(_trial(made, BookError.NONE, tie(statements, books), frozenset()))
    return _sums(trials)


def _trials(chart: Chart, random: Random) -> Iterator[BookTrial]:
    made = company(chart, random)
    with tempfile.TemporaryDirectory() as folder:
        document = read(write_statements(made, Path(folder), "statements"))
        statements = read_statements(Grid(document))
        for error in BookError:
            planted, off = plant(made, error, random)
            books = write_books(planted, Path(folder), error.name.lower())
            yield _trial(made, error, tie(statements, read_trial_balance(books)), off)


def plant(made: Company, error: BookError, random: Random) -> tuple[Company, frozenset[str]]:
    """Return a company with an error in the books of this year, and the lines that the error changes."""
    unit = Decimal(1).scaleb(made.chart.unit)
    accounts = list(made.accounts)
    able = [at for at, each in enumerate(accounts) if abs(each.amounts[0]) > 10 * unit and not each.kept]
    first, second = random.sample(able, 2)
    while accounts[first].line == accounts[second].line:
        first, second = random.sample(able, 2)
    one, other = accounts[first], accounts[second]
    match error:
        case BookError.WRONG_BALANCE:
            wrong = one.amounts[0] + random.choice((1, -1)) * unit * random.randint(3, 900) * 9
            accounts[first] = replace(one, amounts=(wrong, *one.amounts[1:]))
        case BookError.MISSING_ACCOUNT:
            del accounts[first]
        case BookError.SWAPPED:
            accounts[first] = replace(one, amounts=(other.amounts[0], *one.amounts[1:]))
            accounts[second] = replace(other, amounts=(one.amounts[0], *other.amounts[1:]))
    planted = replace(made, accounts=tuple(accounts))
    lines = {each.line for each in made.accounts}
    off = {line for line in lines if planted.amounts(line)[0] != made.amounts(line)[0]}
    return planted, frozenset(off)


def _trial(made: Company, error: BookError, tied: Tie, off: frozenset[str]) -> BookTrial:
    truth = made.truth
    mapped = wrong = told = false = 0
    for each in tied.lines:
        held = [tied.books.accounts[at] for at in each.accounts]
        codes = {account.code for account in held if account.code and account.code in truth}
        wanted = {code for code, line in truth.items() if line == each.line.label}
        wanted &= {account.code for account in tied.books.accounts}
        certain = each.how.is_certain or not each.accounts
        mapped += certain and codes == wanted
        wrong += certain and bool(codes - wanted)
        differs = each.outcome is LineOutcome.DIFFERS or not (each.accounts or wanted)
        told += differs and each.line.label in off
        false += differs and each.line.label not in off
    return BookTrial(
        company=made.chart.name,
        error=error,
        accounts=len(made.accounts),
        lines=len(tied.lines),
        mapped=mapped,
        wrong=wrong,
        off=len(off),
        told=told,
        false=false,
    )
