"""Percentages and ratios that sentences work out of two lines: margins, tax rates, shares of a total."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.statement_lines import AMOUNTS, NAMED, label_of
from cofitcheck.checks.evidence.words import Words, words_of
from cofitcheck.checks.text.counterparts import Counterpart, Way, of_month, stated_range
from cofitcheck.checks.text.links import digits_of
from cofitcheck.checks.text.ratio_points import states_points, wrong_change
from cofitcheck.checks.text.slipping import Difference, difference_of
from cofitcheck.checks.text.words import BRACKETED, Row
from cofitcheck.document import Mention
from cofitcheck.language.phrases import AROUND_RATIOS, AS_SHARE, JOINS_RATIOS, OF_WHOLE, RATIOS, WITHOUT
from cofitcheck.numbers.relations import EXACT
from cofitcheck.prose import Basis, Bound, Operation, Prose, ProseMention, Role
from cofitcheck.prose.operations import lower, marks_of

_NAMES = [(re.compile(pattern), part, whole) for pattern, part, whole in RATIOS]
_AROUND = re.compile(AROUND_RATIOS)
_JOINED = re.compile(rf"[\s,;]{{1,3}}{JOINS_RATIOS}\s")
_PART_FIRST = re.compile(
    rf"(?P<part>.{{3,90}}?),?\s{AS_SHARE}\s(?P<whole>[^,;]{{3,60}})(?:,\sor\s.{{3,40}})?"
)
_WHOLE_FIRST = re.compile(rf"{AS_SHARE}\s(?P<whole>[^,;]{{3,60}}),\s(?P<part>.{{3,90}})")
_OF = re.compile(rf"\s?(?:{OF_WHOLE}|{AS_SHARE})\s(?P<whole>[a-z][a-z\s-]{{2,40}})")
_WITHOUT = re.compile(WITHOUT, re.IGNORECASE)
_LINES = (
    "revenue cost gross_profit expenses operating_income pretax tax net_income assets liabilities equity"
    " current_assets current_liabilities"
).split()
_OF_CHANGE = frozenset({"rose", "fell", "up", "down", "before", "after", "compared", "average", "better"})
_LEVELS = frozenset({Operation.LEVEL, Operation.SHARE, Operation.FROM, Operation.TO, Operation.COMPARED})
_OTHER_BASES = frozenset(Basis)
_ROLES = frozenset({Role.PERCENT, Role.MULTIPLE, Role.NUMBER})
_HUNDRED = Decimal(100)
_TOTAL = frozenset({"total"})
_FEWEST_DIGITS = 3
"""A number of so many digits is a slip away from what its ratio comes to by no chance."""
_SLIPS = frozenset({Difference.DIGIT, Difference.TRANSPOSITION, Difference.DROPPED_DIGIT})
_MOST = 200
"""Of more cells some come to any percentage."""


@dataclass(frozen=True, slots=True)
class Line:
    """What a part or a whole is called: a field of `Statements`, "" where it is none, and its words."""

    field: str
    words: Words


@dataclass(frozen=True, slots=True)
class Ratio:
    """A part of a whole, in per cent or (`times`) as a multiple."""

    part: Line
    whole: Line
    times: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What two rows of one column come to as a ratio: `rows` are those of the part and the whole."""

    counterpart: Counterpart
    rows: tuple[Row, Row]


@dataclass(frozen=True, slots=True)
class WrongRatio:
    """A number that no reading of its ratio makes right, and the one that the document keeps elsewhere:
    `kept` other numbers come out of the same two rows."""

    said: ProseMention
    counterpart: Counterpart
    difference: Difference
    kept: int


@dataclass(frozen=True)
class RatiosRead:
    """The ratios of a document: by the index of a number its part and its whole, and those that are wrong."""

    right: Mapping[int, tuple[int, ...]]
    wrong: tuple[WrongRatio, ...]


def check_ratios(grid: Grid, prose: Prose) -> RatiosRead:
    """Work out the ratios that sentences name.

    A number is right where two rows of its name come to it in its own period. It is wrong where no two rows
    of its name do in any period, and other numbers show which two are meant: one of its passage comes out of
    them, or one elsewhere does, and this one is a slip of a digit away. Where another number of its sentence
    is what the two rows come to, it is of something else: "25.3% and 23.7% for the quarter and the year".
    """
    said = [(each, ratio) for each in prose.mentions if may_be_ratio(each) and (ratio := ratio_of(each))]
    lines = _Lines(grid) if said else None
    read = [(each, ratio, list(lines.readings(each, ratio))) for each, ratio in said] if lines else []
    right = {
        each.index: found.counterpart.cells
        for each, _, readings in read
        if not states_points(each)
        if (found := _agreeing(grid, each, readings))
    }
    kept = _kept(grid, read)
    wrong = [
        mistake
        for each, ratio, readings in read
        if readings and not states_points(each)
        if not any(_nearly_agrees(other.counterpart, each) for other in readings)
        if (mistake := _wrong(grid, each, readings, kept[ratio])) and not _is_said_beside(prose, mistake)
    ]
    for each, ratio, readings in read:
        if states_points(each):
            pairs = [(reading.rows, reading.counterpart) for reading in readings]
            if change := wrong_change(grid, each, pairs, kept[ratio]):
                wrong.append(WrongRatio(each, change[0], _slip(each, change[0]), change[1]))
    return RatiosRead(right, tuple(wrong))


_Kept = Mapping[tuple[Row, Row], set[ProseMention]]
"""By two rows the numbers that come out of them in their own period."""


def _kept(
    grid: Grid, read: Iterable[tuple[ProseMention, Ratio, list[Reading]]]
) -> Mapping[Ratio, dict[tuple[Row, Row], set[ProseMention]]]:
    kept: dict[Ratio, dict[tuple[Row, Row], set[ProseMention]]] = defaultdict(lambda: defaultdict(set))
    for said, ratio, readings in read:
        for each in readings if not states_points(said) else ():
            if _is_of_period(grid, said, each) and each.counterpart.agrees(said):
                kept[ratio][each.rows].add(said)
    return kept


def _agreeing(grid: Grid, said: ProseMention, readings: Sequence[Reading]) -> Reading | None:
    """Return the reading of the number's own period that agrees with it."""
    own = (each for each in readings if _is_of_period(grid, said, each))
    return next((each for each in own if each.counterpart.agrees(said)), None)


def _wrong(grid: Grid, said: ProseMention, readings: Sequence[Reading], kept: _Kept) -> WrongRatio | None:
    """Return what is wrong with a number that no reading makes right, None where nothing shows its rows."""
    found: list[WrongRatio] = []
    for each in readings:
        others = kept.get(each.rows, set())
        if not others or not _is_of_period(grid, said, each):
            continue
        held = each.counterpart
        slip = _slip(said, held)
        beside = any(other.passage == said.passage for other in others)
        if beside or (slip in _SLIPS and digits_of(said) >= _FEWEST_DIGITS):
            found.append(WrongRatio(said, held, slip, len(others)))
    stated = abs(said.number.value or Decimal(0))
    return min(
        found,
        key=lambda each: (each.counterpart.way is Way.REST, abs(stated - each.counterpart.middle)),
        default=None,
    )


def _is_said_beside(prose: Prose, wrong: WrongRatio) -> bool:
    """Tell whether another number of a sentence is what the two rows come to."""
    said = wrong.said
    return any(
        wrong.counterpart.agrees(other)
        for other in prose.mentions
        if (other.passage, other.sentence) == (said.passage, said.sentence) and other is not said
    )


def _nearly_agrees(held: Counterpart, said: ProseMention) -> bool:
    """Tell whether a number is less than a unit of its last digit off: cut, and not rounded."""
    unit = Decimal(1).scaleb(said.number.precision)
    stated = abs(said.number.value or Decimal(0))
    return held.least - unit < stated < held.most + unit


def _slip(said: ProseMention, held: Counterpart) -> Difference:
    precision = said.number.precision
    stated = abs(said.number.value or Decimal(0))
    rounded = held.middle.quantize(Decimal(1).scaleb(precision), context=EXACT)
    return difference_of(stated, precision, rounded, precision) or Difference.OTHER


def _is_of_period(grid: Grid, said: ProseMention, reading: Reading) -> bool:
    """Tell whether two cells are of the year and, as far as both say, the span and the month of a number."""
    cell = grid.periods[reading.counterpart.cells[0]]
    told = said.period
    alike = told.months <= 0 or cell.months <= 0 or told.months == cell.months
    return bool(told.year) and told.year == cell.year and alike and of_month(told, cell)


def may_be_ratio(said: ProseMention) -> bool:
    """Tell whether a number may be a plain statement of a ratio as tables come to it."""
    plain = said.bound in (Bound.EXACT, Bound.ABOUT) and not said.basis & _OTHER_BASES
    told = said.operation in _LEVELS or said.operation is Operation.AVERAGE
    if states_points(said):
        return plain
    return said.role in _ROLES and plain and told and bool(said.number.value) and digits_of(said) > 1


def ratio_of(said: ProseMention) -> Ratio | None:
    """Return the ratio that the words of a number name, None where they name none."""
    before, _, behind = lower(said.indicator).partition("…")
    clause = _clause(before)
    if not clause or _WITHOUT.search(before):
        return None
    in_percent = said.role is Role.PERCENT or states_points(said)
    if in_percent and (shared := _share(said, clause, behind)):
        return Ratio(*shared)
    name = _plain(_JOINED.split(clause)[-1])
    for pattern, part, whole in _NAMES:
        if pattern.fullmatch(name) or pattern.fullmatch(_plain(clause)):
            times = not in_percent
            lines = Line(part, frozenset()), Line(whole, frozenset())
            return Ratio(*lines, times) if times is (part == "current_assets") else None
    return None


def _share(said: ProseMention, clause: str, behind: str) -> tuple[Line, Line] | None:
    found = _PART_FIRST.fullmatch(clause) or _WHOLE_FIRST.fullmatch(clause)
    if found:
        part, whole = found["part"], found["whole"]
    elif said.operation is Operation.SHARE and said.whole:
        part, whole = clause, lower(said.whole)
    elif of := _OF.match(behind):
        part, whole = clause, of["whole"]
    else:
        return None
    whole_line = _line(_JOINED.split(whole)[0])
    part_line = _line(_JOINED.split(part)[-1])
    return (part_line, whole_line) if part_line and whole_line else None


def _clause(text: str) -> str:
    """Return the words of a clause without those of change, and what stands in brackets."""
    for mark in reversed(marks_of(text)):
        if mark.kind in _OF_CHANGE:
            text = f"{text[: mark.start]} {text[mark.end :]}"
    return " ".join(BRACKETED.sub(" ", text).split()).strip(" ,")


def _plain(text: str) -> str:
    """Return a name without the words around it that say nothing of what it is of."""
    words = text.replace(",", " ").split()
    named = [at for at, word in enumerate(words) if not _AROUND.fullmatch(word)]
    return " ".join(words[named[0] : named[-1] + 1]) if named else ""


def _line(text: str) -> Line | None:
    name = _plain(text)
    field = next((f for f in _LINES if NAMED[f].fullmatch(name) or NAMED[f].fullmatch(f"total {name}")), "")
    words = words_of(name) - _TOTAL
    return Line(field, words) if words else None


class _Lines:
    """The rows of amounts of a document by what they are called."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._by_field: dict[str, list[Row]] = defaultdict(list)
        self._by_words: dict[Words, list[Row]] = defaultdict(list)
        labels: dict[Row, str] = {}
        for mention in grid.document.mentions:
            if mention.number.value and mention.number.measure in AMOUNTS:
                labels.setdefault((mention.table, mention.row), label_of(mention))
        for row, label in labels.items():
            self._by_words[words_of(BRACKETED.sub(" ", label)) - _TOTAL].append(row)
            for field in _LINES:
                if NAMED[field].fullmatch(label):
                    self._by_field[field].append(row)

    def readings(self, said: ProseMention, ratio: Ratio) -> Iterator[Reading]:
        """Yield what two rows of a table come to that are called as the part and the whole are."""
        for part, whole in self._pairs(self._rows(ratio.part), self._rows(ratio.whole)):
            yield from self._of_rows(part, whole, ratio, Way.RATIO if ratio.times else Way.SHARE)
        if ratio.part.field == "gross_profit":
            for part, whole in self._pairs(self._by_field["cost"], self._rows(ratio.whole)):
                yield from self._of_rows(part, whole, ratio, Way.REST)

    def _rows(self, line: Line) -> list[Row]:
        by_field = self._by_field[line.field] if line.field else []
        by_words = self._by_words.get(line.words, []) if line.words else []
        return list(dict.fromkeys((*by_field, *by_words)))

    def _pairs(self, parts: Sequence[Row], wholes: Sequence[Row]) -> list[tuple[Row, Row]]:
        pairs = [(part, whole) for part in parts for whole in wholes if part[0] == whole[0] and part != whole]
        return pairs if len(pairs) <= _MOST else []

    def _of_rows(self, part: Row, whole: Row, ratio: Ratio, way: Way) -> Iterator[Reading]:
        under = {each.column: each for each in self._grid.line(*whole) if _is_amount(each)}
        for each in self._grid.line(*part):
            if each.column in under and _is_amount(each):
                held = _over(each, under[each.column], way)
                if held:
                    yield Reading(held, (part, whole))


def _is_amount(mention: Mention) -> bool:
    return bool(mention.number.value) and mention.number.measure in AMOUNTS


def _over(part: Mention, whole: Mention, way: Way) -> Counterpart | None:
    (low, high), (least, most) = stated_range(part.number), stated_range(whole.number)
    if least <= 0:
        return None
    by = Decimal(1) if way is Way.RATIO else _HUNDRED
    bounds = by * max(low, Decimal(0)) / most, by * high / least
    if way is Way.REST:
        bounds = _HUNDRED - bounds[1], _HUNDRED - bounds[0]
    finest = max(part.number.precision, whole.number.precision)
    return Counterpart(way, (part.index, whole.index), *bounds, finest) if bounds[0] >= 0 else None
