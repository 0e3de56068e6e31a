"""Words that give two numbers another basis, wherever they stand: in a label or a header, a section, the note
of a mark, or over the table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.surroundings import near, notes, over
from cofitcheck.document import Mention
from cofitcheck.filtering.bases import measure_label
from cofitcheck.numbers import Measure

_Words = re.Pattern[str]


def _words(pattern: str) -> _Words:
    return re.compile(rf"(?<![a-z])(?:{pattern})(?![a-z])", re.IGNORECASE)


_EARNINGS = (_words("basic|基本"), _words("diluted|稀释|稀釋"))
_GROSS = (_words("gross"), _words("net"))
_OF_GROSS = _words("(?:gross|net) (?:basis|carrying (?:amounts?|values?)|amounts?|sales|revenues?)")
"""What says it of a whole table: a sentence speaks of net losses in passing."""
_PLAN = (_words("plan assets"), _words("benefit obligations?"))
_SHARE_OF = (
    _words("change|increase|decrease|growth|variance"),
    _words("(?:%|percent|percentage) of (?:(?:total|net|our|the) )*(?:revenues?|sales)"),
    _words("(?:statutory|effective) (?:(?:u[.]?s[.]?|federal|income) )*(?:tax )?rates?"),
)
"""What a percentage is of: of the same a year before, of revenue, or of income before taxes."""
_PENSIONS = _words("plans?|pensions?|(?:post)?retirement|benefits?|trusts?|funded|funding")
_COUNTED = _words("number of|no[.] of")
_OF_VALUE = _words("amounts?|values?|prices?|costs?|(?:in )?dollars|balances?")
_PERCENT = re.compile(r"[%％]|(?<![a-z])(?:percentage|percent|per cent)(?![a-z])", re.IGNORECASE)
_AMOUNTS = frozenset({Measure.MONEY, Measure.PER_SHARE, Measure.SHARES})
_CHANGES = frozenset("change changes variance variances increase increases decrease decreases".split())
_OF_WHAT = frozenset("amount dollar net total period year quarter to over from in or".split())
"""What a header may say besides, if all it says is that its numbers are changes."""
_WORD = re.compile(r"[^\W\d_]+")
_BEGINNING = 80
"""So many characters of a note say of what it is."""
_MOVED = _words("changes?|increases?|decreases?|variances?|movements?|effects?|gains?|loss(?:es)?")


class _Basis(NamedTuple):
    """A basis that a number has or has not.

    A section says it of its items where it says `whole`: what stands under "Adjusted earnings" leads to them.
    Where the labels or headers of a table say it, or `otherwise`, they say it of their own numbers, and what
    stands over the table says it of none.
    """

    said: _Words
    whole: _Words
    otherwise: _Words


_PRO_FORMA = _Basis(
    _words("pro[- ]?forma"),
    _words("pro[- ]?forma"),
    _words("historical|actual|(?:as|previously) (?:reported|stated)"),
)
_ADJUSTED = _Basis(
    # At its beginning: "reconciliation to adjusted" tells of both.
    re.compile(
        r"\A[\W\d]*(?:adjusted|non[- \u2010\u2011]?gaap)\b(?! for\b(?! (?:special|unusual)))", re.IGNORECASE
    ),
    re.compile(
        r"\A\W*(?:adjusted|non[- \u2010\u2011]?gaap)(?: (?:basis|results?|measures?|figures))?\W*\Z",
        re.IGNORECASE,
    ),
    _words("gaap|ifrs|reported|adjust(?:ed|ments?)"),
)


def are_of_other_bases(grid: Grid, one: Mention, other: Mention) -> bool:
    """Tell whether words give two numbers other bases.

    The nearest word of a kind counts: "Diluted" under the title "Basic earnings per share" is diluted.
    """
    pair = one, other
    texts = [list(_around(grid, each)) for each in pair]
    measures = {each.number.measure for each in pair}
    return (
        (measures == {Measure.PER_SHARE} and _exclude(_EARNINGS, *texts))
        or (measures == {Measure.SHARES} and _exclude(_EARNINGS, *(_line(grid, each) for each in pair)))
        or (measures == {Measure.PERCENT} and _exclude(_SHARE_OF, *texts))
        or _exclude(_PLAN, *texts)
        or _exclude(_GROSS, *(_gross_or_net(grid, each) for each in pair))
        or _is_apart(grid, one, other)
        or _is_apart(grid, other, one)
    )


def _line(grid: Grid, mention: Mention) -> Iterator[str]:
    """Yield label, headers and notes: diluted earnings a share begin with the basic number of shares."""
    return chain(mention.row_path[-1:], reversed(mention.column_path), _beginnings(grid, mention))


def _gross_or_net(grid: Grid, mention: Mention) -> Iterator[str]:
    heading = " ".join(over(grid.document.tables[mention.table]))
    return chain(near(mention), _beginnings(grid, mention), _OF_GROSS.findall(heading))


def _is_apart(grid: Grid, one: Mention, other: Mention) -> bool:
    """Tell whether the one has a basis that nothing says of the other."""
    beside = list(_around(grid, other))
    return (
        any(_has(grid, one, basis) and not _says(basis.said, beside) for basis in (_PRO_FORMA, _ADJUSTED))
        or (_says(_PLAN[0], _around(grid, one)) and not _says(_PENSIONS, beside))
        or _is_change(one, other)
        or (one.number.measure is Measure.UNKNOWN and _counts(grid, one, other))
    )


def _has(grid: Grid, mention: Mention, basis: _Basis) -> bool:
    """Tell whether a number has a basis by its line, its notes, or what stands over all of its table."""
    line = (measure_label(mention.row_path), *mention.column_path, *_beginnings(grid, mention))
    if _says(basis.said, line) or _says(basis.whole, mention.row_path[:-1]):
        return True
    if not _says(basis.said, over(grid.document.tables[mention.table])):
        return False
    said = {text for each in grid.table(mention.table) for text in (*each.row_path, *each.column_path)}
    return not (_says(basis.said, said) or _says(basis.otherwise, said))


def _counts(grid: Grid, one: Mention, other: Mention) -> bool:
    """Tell whether the one, of no stated measure, is a percentage or a number of things, and the other an
    amount."""
    if other.number.measure not in _AMOUNTS:
        return False
    line = [*near(one), *_beginnings(grid, one)]
    if _says(_PERCENT, line) and not _says(_PERCENT, near(other)):
        return True
    counted = _says(_COUNTED, chain(line, over(grid.document.tables[one.table])))
    return other.number.measure is Measure.MONEY and counted and not _says(_OF_VALUE, line)


def _is_change(one: Mention, other: Mention) -> bool:
    """Tell whether the one stands in a column of changes, and nothing says that the other is one."""
    header = set(_WORD.findall("".join(one.column_path[-1:]).casefold()))
    of_changes = bool(header & _CHANGES) and header <= _CHANGES | _OF_WHAT
    return of_changes and not _says(_MOVED, near(other))


def _around(grid: Grid, mention: Mention) -> Iterator[str]:
    return chain(near(mention), _beginnings(grid, mention), over(grid.document.tables[mention.table]))


def _beginnings(grid: Grid, mention: Mention) -> Iterator[str]:
    """Yield how the notes of a number begin: the rest tells of other things."""
    return (note[:_BEGINNING] for note in notes(grid, mention))


def _says(words: _Words, texts: Iterable[str]) -> bool:
    return any(map(words.search, texts))


def _exclude(group: tuple[_Words, ...], first: Iterable[str], second: Iterable[str]) -> bool:
    """Tell whether the nearest texts that say any of a group say other words of it."""
    said, other = _nearest(group, first), _nearest(group, second)
    return bool(said and other) and said.isdisjoint(other)


def _nearest(group: tuple[_Words, ...], texts: Iterable[str]) -> set[int]:
    each = ({at for at, words in enumerate(group) if words.search(text)} for text in texts)
    return next(filter(None, each), set())
