"""Earnings per share: what was earned, over the shares that are counted for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.statement_lines import AMOUNTS, lines_by_table
from cofitcheck.checks.identities.equations import value
from cofitcheck.document import Mention
from cofitcheck.language.lexicon import DIVIDEND_SIGNS, DIVIDEND_WORDS
from cofitcheck.language.meanings import OPPOSITES
from cofitcheck.numbers import Measure
from cofitcheck.numbers.relations import Slip, find_slip

_BASIC = re.compile(OPPOSITES["basic"], re.IGNORECASE)
_DILUTED = re.compile(OPPOSITES["diluted"], re.IGNORECASE)
_DIVIDENDS = re.compile(rf"\b{DIVIDEND_WORDS}\b|{DIVIDEND_SIGNS}", re.IGNORECASE)
_PLAIN = frozenset({Slip.TRANSPOSITION})
_SLIPS = _PLAIN | {Slip.DIGIT}
"""Of anything else another class of shares may be the cause."""
_HALF = Decimal("0.5")

_Kind = tuple[bool, bool]
"""Whether a row says that it is basic, and that it is diluted."""
_DILUTED_ALONE = (False, True)


@dataclass(frozen=True, slots=True)
class PerShare:
    """Earnings per share that are not what was earned over the shares: `computed` is what these come to, and
    `kept` in how many other columns, or of the other kind of shares, they are."""

    stated: Mention
    earned: Mention
    shares: Mention
    computed: Decimal
    slip: Slip
    kept: int


def per_share(grid: Grid) -> Iterator[PerShare]:
    """Yield the earnings per share of statements of income that break what others keep."""
    for table in grid.document.tables:
        mentions = grid.table(table.index)
        named = lines_by_table(grid.document)[table.index]
        if any(each.number.measure is Measure.PER_SHARE for each in mentions) and "net_income" in named:
            yield from _of_statement(mentions, named["net_income"])


def _of_statement(mentions: Sequence[Mention], named: Mapping[int, Mention]) -> Iterator[PerShare]:
    rows = _rows(mentions, Measure.PER_SHARE), _rows(mentions, Measure.SHARES)
    earned: dict[int, list[Mention]] = defaultdict(list)
    for each in mentions:
        if each.number.measure in AMOUNTS and each.number.value:
            earned[each.column].append(each)
    kept: dict[int, int] = defaultdict(int)
    broken: list[tuple[_Kind, Mention, Mention]] = []
    for kind in rows[0].keys() & rows[1].keys():
        shown, counted = rows[0][kind], rows[1][kind]
        for column in shown.keys() & counted.keys():
            pair = shown[column], counted[column]
            holding = [each.row for each in earned[column] if _comes_out(each, *pair)]
            for row in holding:
                kept[row] += 1
            if not holding and earned[column] and not says_change(shown[column].column_path):
                broken.append((kind, *pair))
    if len(broken) != 1:
        return
    kind, stated, shares = broken[0]
    alone = not kept and stated.column in named
    row = named[stated.column].row if alone else max(kept, key=lambda each: kept[each], default=-1)
    income = next((each for each in earned[stated.column] if each.row == row), None)
    if income is not None:
        computed = _over(income, shares).quantize(Decimal(1).scaleb(stated.number.precision))
        computed = computed.copy_sign(value(stated))
        precision = stated.number.precision
        slip = find_slip(value(stated), computed, (precision, precision)) if computed else Slip.OTHER
        # What is earned for diluted shares may be less than what is earned for the others.
        by_digit = not alone and kind != _DILUTED_ALONE
        if slip in (_SLIPS if by_digit else _PLAIN):
            yield PerShare(stated, income, shares, computed, slip, kept[row])


def _rows(mentions: Sequence[Mention], measure: Measure) -> Mapping[_Kind, Mapping[int, Mention]]:
    """Return the numbers of a measure by column, of each kind of which the table has one row."""
    rows: dict[_Kind, dict[int, dict[int, Mention]]] = defaultdict(lambda: defaultdict(dict))
    for each in mentions:
        said = " ".join(each.row_path)
        if each.number.measure is measure and each.number.value and not _DIVIDENDS.search(said):
            kind = bool(_BASIC.search(said)), bool(_DILUTED.search(said))
            rows[kind][each.row][each.column] = each
    return {kind: next(iter(found.values())) for kind, found in rows.items() if len(found) == 1}


def _over(earned: Mention, shares: Mention) -> Decimal:
    return abs(value(earned)) / abs(value(shares))


def _comes_out(earned: Mention, stated: Mention, shares: Mention) -> bool:
    """Tell whether earnings over shares are what is stated, as far as all three are rounded."""
    quotient = _over(earned, shares)
    loose = sum(_HALF.scaleb(each.number.precision) / abs(value(each)) for each in (earned, shares))
    allowed = Decimal(1).scaleb(stated.number.precision) + quotient * loose
    return abs(quotient - abs(value(stated))) <= allowed
