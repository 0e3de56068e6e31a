"""Units that several numbers share: "$10.2 and $9.8 million", "5 to 6%", "10, 12 and 15 stores"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cofitcheck import patterns as re
from cofitcheck.language.phrases import ABOUT, AT_LEAST, AT_MOST, LISTS, PER_SHARE_BEFORE
from cofitcheck.prose.figures import Figure
from cofitcheck.prose.model import Role

_BETWEEN = re.compile(rf"(?:\s|[,、~～–—-]|{LISTS}|{ABOUT}|{AT_LEAST}|{AT_MOST}){{1,6}}", re.IGNORECASE)
_LONGEST = 40
_TO_ONE = re.compile(r"\s?(?:to|:)\s?")
_ONE = re.compile(r"1(?:\.0{1,2})?")
_PER_SHARE = re.compile(PER_SHARE_BEFORE, re.IGNORECASE)
_SMALL = re.compile(r"[0-9]{0,4}(?:\.[0-9]{1,4})?")
_NEAR = 24
"""Whole amounts are of a share where that is said so near before them."""
_REACH = 160
_MEASURES = frozenset(
    {Role.PERCENT, Role.POINTS, Role.BASIS_POINTS, Role.MULTIPLE, Role.SHARES, Role.COUNT, Role.TERM}
)


def with_shared_units(text: str, figures: Sequence[Figure]) -> list[Figure]:
    """Return the figures of a text with the units that those behind them state for them too, and the signs of
    currency that those before them do."""
    shared: list[Figure] = []
    for figure in reversed(_ratios(text, figures)):
        if shared and _are_listed(text, figure, shared[-1]):
            figure = _from_behind(figure, shared[-1])
        shared.append(figure)
    found: list[Figure] = []
    for figure in reversed(shared):
        if found and not figure.currency and _are_listed(text, found[-1], figure):
            figure = _from_before(figure, found[-1])
        found.append(_of_a_share(text, figure))
    return found


def _are_listed(text: str, first: Figure, second: Figure) -> bool:
    gap = text[first.end : second.start]
    return 0 < len(gap) <= _LONGEST and _BETWEEN.fullmatch(gap) is not None


def _from_behind(figure: Figure, following: Figure) -> Figure:
    """Return a figure with the unit of the one behind it, where it has none of its own."""
    if figure.scale or figure.role in _MEASURES or figure.role is Role.PER_SHARE:
        return figure
    if following.scale and ("," not in figure.digits or "," in following.digits):
        if following.currency or following.role is None or not figure.currency:
            currency = figure.currency or following.currency
            return replace(
                figure, scale=following.scale, currency=currency, role=following.role or figure.role
            )
        return figure
    if figure.currency:
        return replace(figure, role=Role.PER_SHARE) if following.role is Role.PER_SHARE else figure
    return replace(figure, role=following.role) if following.role in _MEASURES else figure


def _from_before(figure: Figure, before: Figure) -> Figure:
    """Return a figure of money whose currency only the one before it states: "$10 to 12 million"."""
    same = figure.scale == before.scale and figure.role is None
    lent = before.currency and same and before.role in (Role.AMOUNT, Role.PER_SHARE)
    return replace(figure, currency=before.currency, role=before.role) if lent else figure


def _ratios(text: str, figures: Sequence[Figure]) -> list[Figure]:
    """Return the figures with "3.50 to 1.00" as one multiple."""
    found: list[Figure] = []
    for figure in figures:
        last = found[-1] if found else None
        if (
            last is not None
            and last.is_bare
            and figure.is_bare
            and _ONE.fullmatch(figure.digits)
            and _TO_ONE.fullmatch(text[last.end : figure.start])
        ):
            found[-1] = replace(last, end=figure.end, role=Role.MULTIPLE)
        else:
            found.append(figure)
    return found


def _of_a_share(text: str, figure: Figure) -> Figure:
    """Return a small amount with cents as one of a share, where the words before it speak of that."""
    if figure.role is not Role.AMOUNT or figure.scale or not _SMALL.fullmatch(figure.digits):
        return figure
    reach = _REACH if "." in figure.digits else _NEAR
    before = text[max(figure.start - reach, 0) : figure.start].rpartition(". ")[2]
    return replace(figure, role=Role.PER_SHARE) if _PER_SHARE.search(before) else figure
