"""Take a formula apart: what it comes to, the ranges that it sums, and its shape independent of its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Context, Decimal, DecimalException

from openpyxl.formula import Tokenizer
from openpyxl.formula.tokenizer import Token
from openpyxl.utils import column_index_from_string, get_column_letter

from cofitcheck.caching import cached
from cofitcheck.document import Address, FormulaSheet

_EXACT = Context(prec=40)
_REFERENCE = re.compile(
    r"(?:(?P<sheet>'[^']++'|(?<![\w.])[\w.]++)!)?(?P<fixed_column>\$?)(?P<column>[A-Z]{1,3})(?P<fixed_row>\$?)(?P<row>\d{1,7})"
    r"(?::(?P<fixed_last_column>\$?)(?P<last_column>[A-Z]{1,3})(?P<fixed_last_row>\$?)(?P<last_row>\d{1,7}))?"
)
_MOST_CELLS = 5_000
_LONGEST = 2_000
_NIL = Decimal(0)


@dataclass(frozen=True, slots=True)
class Area:
    """Cells that a formula refers to, all of one sheet. For a single cell `first` and `last` are the same."""

    sheet: str
    first: Address
    last: Address

    def cells(self) -> Iterator[Address]:
        """Yield the addresses, row by row."""
        for row in range(self.first[0], self.last[0] + 1):
            for column in range(self.first[1], self.last[1] + 1):
                yield row, column

    @property
    def is_column(self) -> bool:
        """Whether it is several cells of one column."""
        return self.first[1] == self.last[1] and self.last[0] > self.first[0]


@cached(16_384)
def tokens_of(formula: str) -> list[Token]:
    """Return the tokens of a formula without white space; none if the formula is too long."""
    if len(formula) > _LONGEST or not formula.startswith("="):
        return []
    try:
        return [each for each in Tokenizer(formula).items if each.type != Token.WSPACE]
    except (ValueError, IndexError):
        return []


def area_of(reference: str, sheet: str) -> Area | None:
    """Return the cells that a reference in a sheet refers to; None for whole columns, names, other
    workbooks."""
    found = _REFERENCE.fullmatch(reference)
    if found is None:
        return None
    first = int(found["row"]), column_index_from_string(found["column"])
    last = (
        (int(found["last_row"]), column_index_from_string(found["last_column"]))
        if found["last_row"]
        else first
    )
    area = Area((found["sheet"] or sheet).strip("'"), first, last)
    size = (last[0] - first[0] + 1) * (last[1] - first[1] + 1)
    return area if 0 < size <= _MOST_CELLS else None


def areas_of(formula: str, sheet: str) -> Iterator[Area]:
    """Yield the areas that a formula refers to."""
    for token in tokens_of(formula):
        if token.type == Token.OPERAND and token.subtype == Token.RANGE:
            area = area_of(token.value, sheet)
            if area is not None:
                yield area


def summed(formula: str, sheet: str) -> Area | None:
    """Return the cells of one column that a formula adds up, where it is one sum and nothing else."""
    tokens = tokens_of(formula)
    if [each.type for each in tokens] != [Token.FUNC, Token.OPERAND, Token.FUNC]:
        return None
    area = area_of(tokens[1].value, sheet) if tokens[0].value.upper() == "SUM(" else None
    return area if area and area.is_column and area.sheet == sheet else None


def shape(formula: str, at: Address) -> str:
    """Return a formula with references as steps from its own cell, so that copies of it are the same."""
    return "".join(
        _step(each, at) if each.subtype == Token.RANGE else each.value for each in tokens_of(formula)
    )


def skeleton(formula: str) -> str:
    """Return a formula with "#" in the place of each reference."""
    return "".join("#" if each.subtype == Token.RANGE else each.value for each in tokens_of(formula))


def _step(token: Token, at: Address) -> str:
    def step(found: re.Match[str]) -> str:
        row, column = int(found["row"]), column_index_from_string(found["column"])
        steps = [_away(found["fixed_row"], row, at[0]), _away(found["fixed_column"], column, at[1])]
        if found["last_row"]:
            last_row, last_column = int(found["last_row"]), column_index_from_string(found["last_column"])
            steps += [
                _away(found["fixed_last_row"], last_row, at[0]),
                _away(found["fixed_last_column"], last_column, at[1]),
            ]
        return f"{found['sheet'] or ''}!{','.join(steps)}"

    return _REFERENCE.sub(step, str(token.value))


def _away(fixed: str, place: int, own: int) -> str:
    return f"${place}" if fixed else str(place - own)


def coordinate(at: Address) -> str:
    """Return the usual name of a cell: B7."""
    return f"{get_column_letter(at[1])}{at[0]}"


class _UnknownError(Exception):
    """The formula does something that is not computed here."""


@dataclass
class _Evaluation:
    """Works out a formula of + - * / ^, brackets, SUM, ROUND, ABS, MIN and MAX from the stored values."""

    tokens: Sequence[Token]
    own: str
    sheets: Mapping[str, FormulaSheet]
    at: int = field(default=0)

    def result(self) -> Decimal:
        value = self._sum()
        if self.at != len(self.tokens):
            raise _UnknownError
        return value

    def _peek(self) -> Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def _take(self) -> Token:
        token = self._peek()
        if token is None:
            raise _UnknownError
        self.at += 1
        return token

    def _infix(self, signs: str) -> str:
        token = self._peek()
        if token is not None and token.type == Token.OP_IN and token.value in signs:
            self.at += 1
            return str(token.value)
        return ""

    def _sum(self) -> Decimal:
        value = self._product()
        while sign := self._infix("+-"):
            other = self._product()
            value = _EXACT.add(value, other) if sign == "+" else _EXACT.subtract(value, other)
        return value

    def _product(self) -> Decimal:
        value = self._power()
        while sign := self._infix("*/"):
            other = self._power()
            value = _EXACT.multiply(value, other) if sign == "*" else _EXACT.divide(value, other)
        return value

    def _power(self) -> Decimal:
        value = self._signed()
        if self._infix("^"):
            raise _UnknownError
        return value

    def _signed(self) -> Decimal:
        token = self._take()
        if token.type == Token.OP_PRE:
            value = self._signed()
            return -value if token.value == "-" else value
        value = self._operand(token)
        token_behind = self._peek()
        if token_behind is not None and token_behind.type == Token.OP_POST:
            self.at += 1
            return _EXACT.divide(value, Decimal(100))
        return value

    def _operand(self, token: Token) -> Decimal:
        if token.type == Token.OPERAND and token.subtype == Token.NUMBER:
            return Decimal(str(token.value))
        if token.type == Token.OPERAND and token.subtype == Token.RANGE:
            numbers = self._numbers(token, blank=True)
            if len(numbers) != 1:
                raise _UnknownError
            return numbers[0]
        if token.type == Token.PAREN and token.subtype == Token.OPEN:
            value = self._sum()
            self._close(Token.PAREN)
            return value
        if token.type == Token.FUNC and token.subtype == Token.OPEN:
            return self._function(str(token.value).upper().removesuffix("("))
        raise _UnknownError

    def _function(self, name: str) -> Decimal:
        arguments = [self._argument(name)]
        while (token := self._peek()) is not None and token.type == Token.SEP:
            self.at += 1
            arguments.append(self._argument(name))
        self._close(Token.FUNC)
        if name == "ROUND":
            if len(arguments) != 2 or len(arguments[0]) != 1 or len(arguments[1]) != 1:
                raise _UnknownError
            places = Decimal(1).scaleb(-int(arguments[1][0]))
            return arguments[0][0].quantize(places, "ROUND_HALF_UP", _EXACT)
        numbers = [number for each in arguments for number in each]
        work = _FUNCTIONS.get(name)
        if work is None or (name == "ABS" and len(numbers) != 1) or not (numbers or name == "SUM"):
            raise _UnknownError
        return work(numbers)

    def _argument(self, name: str) -> list[Decimal]:
        token = self._peek()
        behind = self.tokens[self.at + 1] if self.at + 1 < len(self.tokens) else None
        alone = behind is not None and (behind.type == Token.SEP or behind.subtype == Token.CLOSE)
        if name != "ROUND" and token is not None and token.subtype == Token.RANGE and alone:
            self.at += 1
            return self._numbers(token, blank=False)
        return [self._sum()]

    def _numbers(self, token: Token, *, blank: bool) -> list[Decimal]:
        """Return the numbers of the cells that are referred to; an empty cell is nought where `blank`."""
        area = area_of(str(token.value), self.own)
        sheet = self.sheets.get(area.sheet) if area else None
        if area is None or sheet is None:
            raise _UnknownError
        found = []
        for at in area.cells():
            value = sheet.values.get(at)
            if value is None and at in sheet.formulas:
                raise _UnknownError
            if isinstance(value, Decimal):
                found.append(value)
            elif blank and value is None:
                found.append(_NIL)
            elif blank:
                raise _UnknownError
        return found

    def _close(self, kind: str) -> None:
        token = self._take()
        if token.type != kind or token.subtype != Token.CLOSE:
            raise _UnknownError


def _added(numbers: Sequence[Decimal]) -> Decimal:
    total = _NIL
    for number in numbers:
        total = _EXACT.add(total, number)
    return total


_FUNCTIONS: Mapping[str, Callable[[Sequence[Decimal]], Decimal]] = {
    "SUM": _added,
    "ABS": lambda numbers: abs(numbers[0]),
    "MIN": min,
    "MAX": max,
}


def worked_out(formula: str, sheet: str, sheets: Mapping[str, FormulaSheet]) -> Decimal | None:
    """Return what a formula comes to by the stored values; None where it does more than arithmetic, or refers
    to cells that are not there."""
    tokens = tokens_of(formula)
    if not tokens:
        return None
    try:
        return _Evaluation(tokens, sheet, sheets).result()
    except (_UnknownError, DecimalException):
        return None
