"""What the formulas of a workbook add up: cells of their own sheet, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from openpyxl.formula import Tokenizer
from openpyxl.formula.tokenizer import Token
from openpyxl.utils import range_boundaries

from cofitcheck import patterns as re
from cofitcheck.document import Mention
from cofitcheck.readers.xlsx.book import Address, StoredSheet
from cofitcheck.readers.xlsx.sheet import coordinate

_SUMS = re.compile(r"=?[-+()\s,:$A-Za-z0-9]++\Z")
"""What has other characters multiplies, compares, or refers to another sheet."""
_MOST_CELLS = 1_000
"""A sum of more cells is no sum of a table."""

Sum = tuple[tuple[int, int], ...]
"""Mentions that are added up, each with its sign."""
Addends = tuple[tuple[Address, int], ...]
"""Cells that are added up, each with its sign."""


def sums_of(sheets: Iterable[StoredSheet], mentions: Sequence[Mention]) -> dict[int, Sum]:
    """Return for each mention that a formula adds up the mentions that it adds, each with its sign.

    A formula counts only where everything with a number that it adds is a mention: what a hidden row holds
    cannot be added up by a reader.
    """
    by_label = {mention.place.label: mention.index for mention in mentions}
    found: dict[int, Sum] = {}
    for sheet in sheets:
        for place, formula in sheet.formulas.items():
            total = by_label.get(_label(sheet, place))
            addends = addends_of(formula) if total is not None else None
            if total is None or addends is None:
                continue
            held = [(at, sign) for at, sign in addends if _is_number(sheet, at)]
            parts = [(by_label.get(_label(sheet, at)), sign) for at, sign in held]
            known = tuple((index, sign) for index, sign in parts if index is not None)
            if len(known) == len(held) >= 2:
                found[total] = known
    return found


def addends_of(formula: str) -> Addends | None:
    """Return what a formula adds up: "=SUM(B2:B5)-B7" four cells and, with the other sign, one.

    None of a formula that does anything else.
    """
    if not _SUMS.match(formula):
        return None
    try:
        found = list(_addends(Tokenizer(formula).items))
    except _NoSumError:
        return None
    places = [place for place, _ in found]
    return tuple(found) if len(set(places)) == len(places) else None


class _NoSumError(Exception):
    """The formula is no sum."""


def _addends(tokens: Iterable[Token]) -> Iterator[tuple[Address, int]]:
    outer, sign = [1], 1
    for token in tokens:
        match token.type, token.subtype:
            case Token.WSPACE, _:
                pass
            case ((Token.OP_IN | Token.OP_PRE), _) if token.value in "+-":
                sign = outer[-1] if token.value == "+" else -outer[-1]
            case Token.OPERAND, Token.RANGE:
                yield from ((place, sign) for place in _places(token.value))
                sign = outer[-1]
            case Token.FUNC, Token.OPEN if token.value.upper() == "SUM(":
                outer.append(sign)
            case Token.PAREN, Token.OPEN:
                outer.append(sign)
            case ((Token.FUNC | Token.PAREN), Token.CLOSE):
                outer.pop()
                sign = outer[-1]
            case Token.SEP, Token.ARG:
                sign = outer[-1]
            case _:
                raise _NoSumError


def _places(reference: str) -> Iterator[Address]:
    try:
        # Of a whole column or row the edges are None.
        left, top, right, bottom = (edge or 0 for edge in range_boundaries(reference))
    except ValueError:
        raise _NoSumError from None
    if not left or not top or (right - left + 1) * (bottom - top + 1) > _MOST_CELLS:
        raise _NoSumError
    return ((row, column) for row in range(top, bottom + 1) for column in range(left, right + 1))


def _is_number(sheet: StoredSheet, place: Address) -> bool:
    cell = sheet.cells.get(place)
    return cell is not None and isinstance(cell.value, int | float) and not isinstance(cell.value, bool)


def _label(sheet: StoredSheet, place: Address) -> str:
    return f"{sheet.title}!{coordinate(*place)}"
