"""Which lines of a table are the sum of which others: what several columns keep, or one whose digits are too many
for chance.

Everything here speaks of rows that add up down the columns; a turned matrix tells which columns add up across the
rows. A relation is learnt from the columns that keep it, so that a column that breaks it can be told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import product

import numpy as np
import numpy.typing as npt

from cofitcheck.checks.evidence.addends import deducted
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.sums.matrix import Ints, Mask, Matrix
from cofitcheck.checks.sums.words import names_closing, names_opening, names_result, names_total

_FARTHEST = 40
"""The most addends of a total."""
_LEFT_OUT_AMONG = 12
"""Among so many addends one may be left out, or have the other sign."""
_SIGNED = 5
"""Of so many addends every way to sign them is tried."""
_EVIDENCE = 0.6
"""A total must have so many more digits, over all columns, than there are sums that it could be."""
_SURE = 4.0
"""With so many nothing rarer is tried."""
_NAMED = 0.4
"""A line that is named a total needs so many digits less."""
_NEAR = 15
"""A total that no column keeps is tried with so many addends."""
_KEPT = 3
"""The most relations that are kept of a total."""

Floats = npt.NDArray[np.float64]
_Signs = Callable[[int], Sequence[int]]


class Form(StrEnum):
    """How a relation adds its parts up."""

    ADDED = "added"
    LABELLED = "labelled"
    """What labels deduct is deducted."""
    REST = "rest"
    """The farthest less all others: a margin, or an income after costs that are printed without a sign."""
    SIGNED = "signed"
    """Signs that no label gives, as several columns keep them."""
    LEFT_OUT = "left out"
    """One of the rows between does not belong to it."""
    TURNED = "turned"
    """One of the rows between has the other sign."""
    CHANGE = "change"
    """One line less another, wherever they stand."""
    NEAR = "near"
    """No column keeps it: a line that is named a total, but for a slip in one number."""


@dataclass(frozen=True, slots=True)
class Relation:
    """A line that is the sum of others: `addends` with their signs, `upwards` where they stand behind the total.

    `held` columns keep it, `broken` do not. `evidence` is how many digits speak against chance.
    """

    total: int
    addends: tuple[tuple[int, int], ...]
    form: Form
    upwards: bool
    held: int
    broken: int
    evidence: float

    @property
    def is_change(self) -> bool:
        """Whether it is one line less another."""
        return len(self.addends) == 2 and sum(sign for _, sign in self.addends) == 0

    def residual(self, values: Ints) -> Ints:
        """Return stated total less sum for each column, (columns,)."""
        lines, signs = (np.array(each, dtype=np.int64) for each in zip(*self.addends, strict=True))
        residual: Ints = values[self.total] - signs @ values[lines]
        return residual

    def tolerance(self, units: Ints) -> Ints:
        """Return twice what rounding allows the sum to miss by, for each column: half a unit a number."""
        lines = [self.total, *(line for line, _ in self.addends)]
        tolerance: Ints = units[lines].sum(axis=0)
        return tolerance

    def applies(self, matrix: Matrix) -> Mask:
        """Return in which columns the total and two addends or more are stated."""
        lines = [line for line, _ in self.addends]
        applies: Mask = matrix.stated[self.total] & ((matrix.values[lines] != 0).sum(axis=0) >= 2)
        return applies


def find_relations(matrix: Matrix, *, down: bool) -> list[Relation]:
    """Return the sums that rows of a matrix make, top down and bottom up, the best of each total first."""
    signs = _signs(matrix, down=down)
    found = [
        *_Reading(matrix, signs, upwards=False).relations(),
        *_Reading(matrix, signs, upwards=True).relations(),
    ]
    if not down:
        found += _changes(matrix)
    best = _best(_once(found, matrix))
    known = {each.total for each in best}
    return best + [each for each in _near(matrix, signs, best) if each.total not in known]


def _once(found: Sequence[Relation], matrix: Matrix) -> list[Relation]:
    """Return each equation once: 5 = 3 + 2 and 3 = 5 - 2 are one, told of the line that is named a total or a
    change, or else of the one that is added up plainly."""

    def plainness(relation: Relation) -> tuple[bool, bool, int, int]:
        path = matrix.row_labels[relation.total]
        named = names_total(path) or names_closing(path) or says_change(path)
        form, upwards = _FORMS.index(relation.form), int(relation.upwards)
        # What is left of others stands below them, whatever its sign.
        last = (upwards, form) if named or names_result(path) else (form, upwards)
        return not named, not names_result(path), *last

    once: dict[frozenset[tuple[int, int]], Relation] = {}
    for each in sorted(found, key=plainness):
        equation = [(each.total, -1), *each.addends]
        turned = frozenset((line, -sign) for line, sign in equation)
        if turned not in once:
            once.setdefault(frozenset(equation), each)
    return list(once.values())


def _best(found: Sequence[Relation]) -> list[Relation]:
    of_total: dict[int, list[Relation]] = {}
    for each in sorted(found, key=_standing):
        kept = of_total.setdefault(each.total, [])
        if len(kept) < _KEPT and all(set(each.addends) != set(other.addends) for other in kept):
            kept.append(each)
    return [relation for kept in of_total.values() for relation in kept]


def _standing(relation: Relation) -> tuple[float, int]:
    return relation.broken - relation.evidence, len(relation.addends)


class _Reading:
    """A matrix read from its first row to the last, or from the last to the first (`upwards`): what adds up
    stands before its total."""

    def __init__(self, matrix: Matrix, signs: Sequence[int], *, upwards: bool) -> None:
        step = -1 if upwards else 1
        self._upwards, self._rows = upwards, len(matrix.rows)
        self.values, self.units = matrix.values[::step], matrix.units[::step]
        self.signs = np.array(signs[::step], dtype=np.int64)
        self.round = _round_digits(self.values, self.units)
        self._named = [names_total(path) or names_closing(path) for path in matrix.row_labels[::step]]
        self._begins: dict[int, int] = {}
        """Where the parts of a total begin: a sum that takes the total up leaves them out."""

    def relations(self) -> Iterator[Relation]:
        """Yield the relations of each row, from the first on."""
        for total in range(2, self._rows):
            if not self.units[total].any():
                continue
            entries = self._entries(total)
            if len(entries) < 2:
                continue
            least = _EVIDENCE - _NAMED * self._named[total]
            found = list(_Attempt(self, total, entries, least).relations())
            for relation in sorted(found, key=_standing)[:_KEPT]:
                yield self._placed(relation)
            if found:
                best = min(found, key=_standing)
                if best.broken <= best.held:
                    self._begins[total] = min(line for line, _ in best.addends)
            elif self._named[total] and self._repeats_the_line_before(total):
                self._begins[total] = total - 1

    def _repeats_the_line_before(self, total: int) -> bool:
        """Tell whether a total has one part only, and states it again."""
        both = (self.units[total] > 0) & (self.units[total - 1] > 0)
        return bool(both.any()) and bool((self.values[total] == self.values[total - 1]).all())

    def _entries(self, total: int) -> list[int]:
        entries: list[int] = []
        at = total - 1
        while at >= 0 and len(entries) < _FARTHEST:
            entries.append(at)
            at = self._begins.get(at, at) - 1
        return entries

    def _placed(self, relation: Relation) -> Relation:
        if not self._upwards:
            return relation
        last = self._rows - 1
        return Relation(
            last - relation.total,
            tuple(sorted((last - line, sign) for line, sign in relation.addends)),
            relation.form,
            True,
            relation.held,
            relation.broken,
            relation.evidence,
        )


class _Attempt:
    """The sums that one row may be the total of: the rows before it, the nearest first."""

    def __init__(self, reading: _Reading, total: int, entries: list[int], least: float) -> None:
        values, units = reading.values, reading.units
        self._total, self._entries, self._least = total, entries, least
        self._signs = reading.signs[entries]
        self._addends: Ints = values[entries]
        self._stated: Ints = values[total]
        self._unit: Ints = np.maximum(units[total], 1)
        self._tolerance: Ints = np.cumsum(units[entries], axis=0) + units[total]
        enough = np.cumsum(self._addends != 0, axis=0) >= 2
        self._applies: Mask = enough & (units[total] > 0)
        # A total of another column that is the same says nothing new.
        _, first = np.unique(self._stated, return_index=True)
        self._new = np.zeros(len(self._stated), dtype=np.bool_)
        self._new[first] = True
        # Three round numbers meet by chance: what they are all round by tells nothing.
        both = np.minimum(np.minimum.accumulate(reading.round[entries], axis=0), reading.round[total])
        digits = np.log10(np.maximum(np.abs(self._stated) / self._unit, 1.0))
        self._size: Floats = np.maximum(digits - both, 0.0)

    def relations(self) -> Iterator[Relation]:
        """Yield the likely ones, the plain ones first; the rarer forms only where none is sure."""
        found = list(self._plain())
        yield from found
        if any(each.evidence >= _SURE and not each.broken for each in found):
            return
        yield from self._one_off()
        yield from self._signed()

    @cached_property
    def _added(self) -> Ints:
        added: Ints = np.cumsum(self._addends, axis=0)
        return added

    def _plain(self) -> Iterator[Relation]:
        ways = 2.0 * len(self._entries)
        yield from self._likely(Form.ADDED, self._added, ways, lambda at: [1] * (at + 1))
        rest = 2 * self._addends - self._added
        yield from self._likely(Form.REST, rest, ways, lambda at: [-1] * at + [1])
        if (self._signs < 0).any():
            labelled = np.cumsum(self._addends * self._signs[:, None], axis=0)
            yield from self._likely(Form.LABELLED, labelled, ways, lambda at: list(self._signs[: at + 1]))

    def _likely(self, form: Form, sums: Ints, ways: float, signs: _Signs) -> Iterator[Relation]:
        held, broken, evidence = self._judged(sums, self._applies, self._tolerance, self._size, ways)
        for at in np.nonzero(evidence >= self._least)[0].tolist():
            if at:
                yield self._relation(form, signs(at), int(held[at]), int(broken[at]), float(evidence[at]))

    def _judged(
        self, sums: Ints, applies: Mask, tolerance: Ints, size: Floats, ways: float
    ) -> tuple[Ints, Ints, Floats]:
        holds = applies & (2 * np.abs(sums - self._stated) <= tolerance)
        chance = np.log10(ways * (tolerance / self._unit + 1.0))
        evidence: Floats = np.where(holds & self._new, np.maximum(size - chance, 0.0), 0.0).sum(axis=-1)
        return holds.sum(axis=-1), (applies & ~holds).sum(axis=-1), evidence

    def _one_off(self) -> Iterator[Relation]:
        """Yield sums of which one of the rows is no part, or one with the other sign."""
        among = min(len(self._entries), _LEFT_OUT_AMONG)
        if among < 3:
            return
        addends, added, size = self._addends[:among], self._added[:among], self._size[:among, None, :]
        ways = 2.0 * among * among
        for form, times in ((Form.LEFT_OUT, 1), (Form.TURNED, 2)):
            sums = added[:, None, :] - times * addends[None, :, :]
            applies, tolerance = self._applies[:among, None, :], self._tolerance[:among, None, :]
            held, broken, evidence = self._judged(
                sums, np.broadcast_to(applies, sums.shape), tolerance, size, ways
            )
            for at, off in np.argwhere(evidence >= _EVIDENCE).tolist():
                # Two are left; what is off stands between them, or before them where it has the other sign.
                if off < at and at >= 2 and (held[at, off] >= 2 or form is Form.LEFT_OUT):
                    signs = [1] * (at + 1)
                    signs[off] = 1 - times
                    yield self._relation(
                        form, signs, int(held[at, off]), int(broken[at, off]), float(evidence[at, off])
                    )

    def _signed(self) -> Iterator[Relation]:
        """Yield sums of a few numbers with signs that no label gives; two columns must keep them."""
        for count in range(2, min(len(self._entries), _SIGNED) + 1):
            ways = _WAYS[count]
            sums = ways @ self._addends[:count]
            applies = np.broadcast_to(self._applies[count - 1], sums.shape)
            tolerance = np.broadcast_to(self._tolerance[count - 1], sums.shape)
            size = np.broadcast_to(self._size[count - 1], sums.shape)
            held, broken, evidence = self._judged(sums, applies, tolerance, size, 2.0**_SIGNED)
            for at in np.nonzero((evidence >= _EVIDENCE) & (held >= 2))[0].tolist():
                yield self._relation(
                    Form.SIGNED, ways[at].tolist(), int(held[at]), int(broken[at]), float(evidence[at])
                )

    def _relation(
        self, form: Form, signs: Sequence[int], held: int, broken: int, evidence: float
    ) -> Relation:
        addends = tuple(
            sorted((line, int(sign)) for line, sign in zip(self._entries, signs, strict=False) if sign)
        )
        return Relation(self._total, addends, form, False, held, broken, evidence)


def _near(matrix: Matrix, signs: Sequence[int], known: Sequence[Relation]) -> Iterator[Relation]:
    """Yield sums that no column keeps, of lines that are named totals or closing balances."""
    begins = {each.total: min(line for line, _ in each.addends) for each in known if not each.upwards}
    values, units = matrix.values, matrix.units
    for total in range(2, len(matrix.rows)):
        path = matrix.row_labels[total]
        closing = names_closing(path)
        if not (closing or names_total(path)) or total in begins or not units[total].any():
            continue
        entries: list[int] = []
        at = total - 1
        while at >= 0 and len(entries) < _NEAR:
            entries.append(at)
            if closing and names_opening(matrix.row_labels[at]):
                break
            at = begins.get(at, at) - 1
        if closing and not names_opening(matrix.row_labels[entries[-1]]):
            continue
        for count in range(2, len(entries) + 1) if not closing else [len(entries)]:
            if count < 2:
                continue
            lines = entries[:count]
            signed = [signs[line] for line in lines]
            residual = values[total] - np.array(signed) @ values[lines]
            applies = (units[total] > 0) & ((values[lines] != 0).sum(axis=0) >= 2)
            if any(
                _may_be_slip(int(residual[column]), [int(values[line, column]) for line in (total, *lines)])
                for column in np.nonzero(applies)[0].tolist()
            ):
                addends = tuple(sorted(zip(lines, signed, strict=True)))
                yield Relation(total, addends, Form.NEAR, False, 0, int(applies.sum()), 0.0)


def _round_digits(values: Ints, units: Ints) -> Ints:
    """Return by how many digits each number is round: 2 for 400; many for nought and what is not stated."""
    digits = values // np.maximum(units, 1)
    powers = np.array([10**power for power in range(1, 7)], dtype=np.int64)
    found: Ints = (digits[..., None] % powers == 0).sum(axis=-1)
    return found


def _may_be_slip(residual: int, numbers: Sequence[int]) -> bool:
    """Tell whether a slip in one number could leave such a residual: a digit, two that changed places, or a sign."""
    if not residual or max(map(abs, numbers)) < 1000:
        return False
    bare = int(str(abs(residual)).rstrip("0"))
    if bare < 10 or (bare % 9 == 0 and bare < 82):
        return True
    return any(abs(residual) == 2 * abs(number) for number in numbers)


def _changes(matrix: Matrix) -> Iterator[Relation]:
    """Yield the lines that are one line less another: of columns, the change from one year to the next."""
    count = len(matrix.rows)
    if not 3 <= count <= 12:
        return
    values, stated = matrix.values, matrix.stated
    differences = values[:, None, :] - values[None, :, :]
    both = stated[:, None, :] & stated[None, :, :]
    units = matrix.units[:, None, :] + matrix.units[None, :, :]
    for total in range(count):
        applies = both & stated[total]
        holds = applies & (2 * np.abs(differences - values[total]) <= units + matrix.units[total])
        sizes = np.log10(np.maximum(np.abs(values[total]) / np.maximum(matrix.units[total], 1), 1.0))
        evidence = np.where(holds, np.maximum(sizes - np.log10(4.0 * count * count), 0.0), 0.0).sum(axis=-1)
        held, broken = holds.sum(axis=-1), (applies & ~holds).sum(axis=-1)
        for first, second in np.argwhere((evidence >= _EVIDENCE) & (held >= 2) & (held >= broken)).tolist():
            if len({first, second, total}) == 3:
                addends = tuple(sorted(((first, 1), (second, -1))))
                yield Relation(
                    total,
                    addends,
                    Form.CHANGE,
                    total < min(first, second),
                    int(held[first, second]),
                    int(broken[first, second]),
                    float(evidence[first, second]),
                )


_FORMS = list(Form)


def _signs(matrix: Matrix, *, down: bool) -> list[int]:
    return list(deducted([path[-1:] for path in matrix.row_labels], down=down))


_WAYS = {
    count: np.array([way for way in product((1, -1), repeat=count) if -1 in way and 1 in way], dtype=np.int64)
    for count in range(2, _SIGNED + 1)
}
"""Every way to sign so many addends but all alike, (ways, addends)."""
