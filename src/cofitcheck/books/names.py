"""How well the name of an account fits a line of the statements: by words, and by what both are about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cofitcheck.books import Account, AccountClass, StatementKind, StatementLine
from cofitcheck.checks.evidence.words import words_of
from cofitcheck.encoding.texts import translated
from cofitcheck.language.books import concepts_of
from cofitcheck.language.lexicon import CURRENT_SIGNS, CURRENT_WORDS, NONCURRENT_SIGNS, NONCURRENT_WORDS

_EMPTY = frozenset(
    [
        "net",
        "total",
        "account",
        "amount",
        "balance",
        "gross",
        "less",
        "other",
        "par",
        "value",
        "share",
        "authorized",
        "issued",
        "outstanding",
        "non",
    ]
)
"""Words that say nothing of what a line is about, beside its other words."""
_LATER = re.compile(rf"\b{NONCURRENT_WORDS}\b|{NONCURRENT_SIGNS}", re.IGNORECASE)
_SOON = re.compile(rf"\b{CURRENT_WORDS}\b|{CURRENT_SIGNS}", re.IGNORECASE)

SAME, HELD, ABOUT, NEAR = 1.0, 0.9, 0.7, 0.4
"""Scores: the names are the same; the account's holds the line's; both are of one thing; words are shared."""
CLEAR = 0.15
"""The least by which the score of an account's best line is above that of the second."""


@dataclass(frozen=True, slots=True)
class Named:
    """What a name says: its words, what it is about, and whether it is due soon or later, None where nothing
    says so."""

    words: frozenset[str]
    about: frozenset[tuple[str, str]]
    soon: bool | None

    @classmethod
    def of(cls, text: str, kind: AccountClass | None, section: str = "") -> Named:
        """Read a name; of what it is about only that of its own class counts."""
        about = [each for each in concepts_of(text) if kind is None or each[0] == kind]
        words = words_of(translated(text)) - _EMPTY
        return cls(words, frozenset(about), _is_due_soon(text, section))


def _is_due_soon(text: str, section: str) -> bool | None:
    for said in (text, section):
        if _LATER.search(said):
            return False
        if _SOON.search(said):
            return True
    return None


def score(account: Named, line: Named) -> float:
    """Return how well an account fits a line, 0 to 1."""
    if None not in (account.soon, line.soon) and account.soon is not line.soon:
        return 0.0
    if line.words and account.words == line.words:
        return SAME
    shared = account.words & line.words
    overlap = len(shared) / len(account.words | line.words) if shared else 0.0
    if line.words and line.words <= account.words:
        return HELD + 0.05 * overlap
    if account.about & line.about:
        return ABOUT + 0.15 * overlap
    return NEAR * overlap


def fits(account: Account, line: StatementLine) -> bool:
    """Tell whether an account may be in a line at all, by its class."""
    if account.kind is None or line.kind is None:
        return account.kind is None or account.kind.is_of_result is (line.statement is StatementKind.RESULT)
    if account.kind.is_of_result:
        return line.kind.is_of_result
    return account.kind is line.kind


def scores(accounts: Sequence[Account], lines: Sequence[StatementLine]) -> list[list[float]]:
    """Return how well each account fits each line, in a row for each account; 0 where its class forbids."""
    named = [Named.of(each.label, each.kind, " ".join(each.path)) for each in lines]
    table = []
    for account in accounts:
        own = Named.of(account.name or account.code, account.kind)
        table.append(
            [
                score(own, name) if fits(account, line) else 0.0
                for name, line in zip(named, lines, strict=True)
            ]
        )
    return table


def best_lines(table: Sequence[Sequence[float]], least: float = ABOUT) -> list[int | None]:
    """Return for each account the line that its name fits, None where none does, or two do."""
    found: list[int | None] = []
    for row in table:
        order = sorted(range(len(row)), key=lambda line: -row[line])
        clear = order and row[order[0]] >= least
        alone = len(order) < 2 or (clear and row[order[0]] - row[order[1]] >= CLEAR)
        found.append(order[0] if clear and alone else None)
    return found
