"""Reading a matrix line by line: what the lines before one add up to, in every column at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from cofitcheck.checks.evidence.addends import names_closing
from cofitcheck.checks.evidence.statement_lines import compared, names_sum
from cofitcheck.checks.sums.matrix import Ints, Mask, Matrix
from cofitcheck.checks.sums.relations import Form, SumRelation, allowed, standing

EVIDENCE = 0.6
"""The least evidence for a sum: how many more digits a total must have, over all columns, than the number of
sums that it could be."""
_NAMED = 0.4
"""How many digits less a line needs that is named a total."""
_SURE = 4.0
"""The evidence, in digits, with which no rarer form is tried."""
_KEPT = 3
"""The most relations that are kept of a total in one direction."""
_FARTHEST = 40
"""The most addends of a total."""
_LEFT_OUT_AMONG = 12
"""The most addends among which one may be left out, or have the other sign."""
_SIGNED = 5
"""The most addends of which every way to sign them is tried."""
_WAYS = {
    count: np.array([way for way in product((1, -1), repeat=count) if -1 in way and 1 in way], dtype=np.int64)
    for count in range(2, _SIGNED + 1)
}
"""By the number of addends, every way to sign them except all alike: int64 (ways, addends)."""

Floats = npt.NDArray[np.float64]
_Signs = Callable[[int], Sequence[int]]


class Reading:
    """A matrix read from its first row to the last, or from the last to the first (`upwards`).

    The parts stand before their total. `sections` holds, by total, the lines known to be all its parts.
    """

    def __init__(
        self,
        matrix: Matrix,
        signs: Sequence[int],
        *,
        upwards: bool,
        sections: Mapping[int, range] = MappingProxyType({}),
    ) -> None:
        step = -1 if upwards else 1
        self._upwards, self._rows = upwards, len(matrix.rows)
        self.values, self.units = matrix.values[::step], matrix.units[::step]
        self.truncated = matrix.truncated
        self.signs = np.array(signs[::step], dtype=np.int64)
        self.round = _round_digits(self.values, self.units)
        self._named = [
            total or names_closing(path)
            for total, path in zip(matrix.row_totals[::step], matrix.row_labels[::step], strict=True)
        ]
        self._results = [names_sum(compared(path)) for path in matrix.row_labels[::step]]
        self._sections = sections
        self._begins = {total: lines[0] for total, lines in sections.items()}
        """Where the parts of each total begin. A sum that has the total as a part skips them."""

    def relations(self) -> Iterator[SumRelation]:
        """Yield the relations of each row, from the first on."""
        for total in range(2, self._rows):
            if not self.units[total].any():
                continue
            entries = self._entries(total)
            if len(entries) < 2:
                continue
            least = EVIDENCE - _NAMED * self._named[total]
            whole = self._of_section(total, entries)
            found = list(_Attempt(self, total, whole, least, whole=True).relations()) if whole else []
            found = found or list(_Attempt(self, total, entries, least).relations())
            for relation in sorted(found, key=standing)[:_KEPT]:
                yield self._placed(relation)
            if found:
                best = min(found, key=standing)
                if best.broken <= best.held and (self._named[total] or self._is_no_chance(best)):
                    self._begins[total] = min(line for line, _ in best.addends)
            elif self._named[total] and self._repeats_the_line_before(total):
                self._begins[total] = total - 1

    def _is_no_chance(self, relation: SumRelation) -> bool:
        """Tell whether a sum may stand for its parts: two columns keep it, or one exactly with three parts.

        A remainder does so only where its name is that of a sum. By the numbers alone, retained earnings are
        what assets exceed all other lines by, and restricted cash is what cash leaves of a total above.
        """
        if relation.form is Form.REST and not self._results[relation.total]:
            return False
        lines = [line for line, _ in relation.addends]
        exact = relation.residual(self.values) == 0
        return relation.held >= 2 or bool((exact & ((self.values[lines] != 0).sum(axis=0) >= 3)).any())

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

    def _of_section(self, total: int, entries: Sequence[int]) -> list[int]:
        """Return those of a total's entries that are the section which it closes, if any."""
        return [each for each in entries if each in self._sections.get(total, ())]

    def _placed(self, relation: SumRelation) -> SumRelation:
        if not self._upwards:
            return relation
        last = self._rows - 1
        return SumRelation(
            last - relation.total,
            tuple(sorted((last - line, sign) for line, sign in relation.addends)),
            relation.form,
            True,
            relation.held,
            relation.broken,
            relation.evidence,
        )


class _Attempt:
    """The sums that one row may be the total of. Its entries are the rows before it, the nearest first.

    Where the entries are known to be the `whole` of its parts, plain sums must have all of them.
    """

    def __init__(
        self, reading: Reading, total: int, entries: list[int], least: float, *, whole: bool = False
    ) -> None:
        self._fewest = len(entries) if whole else 1
        values, units = reading.values, reading.units
        self._total, self._entries, self._least = total, entries, least
        self._signs = reading.signs[entries]
        self._addends: Ints = values[entries]
        self._stated: Ints = values[total]
        self._unit: Ints = np.maximum(units[total], 1)
        self._tolerance = allowed(
            np.cumsum(units[entries], axis=0), units[total], truncated=reading.truncated
        )
        enough = np.cumsum(self._addends != 0, axis=0) >= 2
        self._applies: Mask = enough & (units[total] > 0)
        # A column with the same total as another one is no new evidence.
        columns = range(len(self._stated) - 1, -1, -1)
        first = dict(zip(self._stated[::-1].tolist(), columns, strict=True))
        self._new = np.zeros(len(self._stated), dtype=np.bool_)
        self._new[list(first.values())] = True
        # Round numbers add up by chance: the noughts that all of them end with are no evidence.
        both = np.minimum(np.minimum.accumulate(reading.round[entries], axis=0), reading.round[total])
        digits = np.log10(np.maximum(np.abs(self._stated) / self._unit, 1.0))
        # A total that equals one of its addends only repeats it, and the others cancel.
        again = np.logical_or.accumulate(np.abs(self._addends) == np.abs(self._stated), axis=0)
        self._size: Floats = np.where(again, 0.0, np.maximum(digits - both, 0.0))

    def relations(self) -> Iterator[SumRelation]:
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

    def _plain(self) -> Iterator[SumRelation]:
        ways = 2.0 * (len(self._entries) - self._fewest + 1)
        yield from self._likely(Form.ADDED, self._added, ways, lambda at: [1] * (at + 1))
        rest = 2 * self._addends - self._added
        yield from self._likely(Form.REST, rest, ways, lambda at: [-1] * at + [1])
        if (self._signs < 0).any():
            labelled = np.cumsum(self._addends * self._signs[:, None], axis=0)
            yield from self._likely(Form.LABELLED, labelled, ways, lambda at: list(self._signs[: at + 1]))

    def _likely(self, form: Form, sums: Ints, ways: float, signs: _Signs) -> Iterator[SumRelation]:
        held, broken, evidence = self._judged(sums, self._applies, self._tolerance, self._size, ways)
        for at in np.nonzero(evidence >= self._least)[0].tolist():
            if at and at + 1 >= self._fewest:
                yield self._relation(form, signs(at), int(held[at]), int(broken[at]), float(evidence[at]))

    def _judged(
        self, sums: Ints, applies: Mask, tolerance: Ints, size: Floats, ways: float
    ) -> tuple[Ints, Ints, Floats]:
        """Return in how many columns each sum holds and is broken, and the evidence for it; where none holds
        in any column, noughts."""
        holds = applies & (2 * np.abs(sums - self._stated) <= tolerance)
        if not holds.any():
            nothing = np.zeros(holds.shape[:-1], dtype=np.int64)
            return nothing, nothing, nothing.astype(np.float64)
        chance = np.log10(ways * (tolerance / self._unit + 1.0))
        evidence: Floats = np.where(holds & self._new, np.maximum(size - chance, 0.0), 0.0).sum(axis=-1)
        return holds.sum(axis=-1), (applies & ~holds).sum(axis=-1), evidence

    def _one_off(self) -> Iterator[SumRelation]:
        """Yield sums with one of the rows left out, and sums with one of the rows in the other sign."""
        among = min(len(self._entries), _LEFT_OUT_AMONG)
        if among < 3:
            return
        addends, added, size = self._addends[:among], self._added[:among], self._size[:among, None, :]
        ways = 2.0 * among * among
        for form, times in ((Form.LEFT_OUT, 1), (Form.TURNED, 2)):
            sums = added[:, None, :] - times * addends[None, :, :]
            applies, tolerance = self._applies[:among, None, :], self._tolerance[:among, None, :]
            held, broken, evidence = self._judged(sums, applies, tolerance, size, ways)
            for at, off in np.argwhere(evidence >= EVIDENCE).tolist():
                # Two addends or more must be left, and the farthest one is kept as it is.
                if off >= at or at < 2 or (held[at, off] < 2 and form is not Form.LEFT_OUT):
                    continue
                keeping = applies[at, 0] & (2 * np.abs(sums[at, off] - self._stated) <= tolerance[at, 0])
                # A line that is blank wherever the sum comes out has the sign that is printed.
                if addends[off, keeping].any():
                    signs = [1] * (at + 1)
                    signs[off] = 1 - times
                    yield self._relation(
                        form, signs, int(held[at, off]), int(broken[at, off]), float(evidence[at, off])
                    )

    def _signed(self) -> Iterator[SumRelation]:
        """Yield sums of a few numbers with signs that no label gives; two columns must keep them."""
        for count in range(2, min(len(self._entries), _SIGNED) + 1):
            ways = _WAYS[count]
            sums = ways @ self._addends[:count]
            applies, tolerance, size = (
                each[count - 1] for each in (self._applies, self._tolerance, self._size)
            )
            held, broken, evidence = self._judged(sums, applies, tolerance, size, 2.0**_SIGNED)
            for at in np.nonzero((evidence >= EVIDENCE) & (held >= 2))[0].tolist():
                yield self._relation(
                    Form.SIGNED, ways[at].tolist(), int(held[at]), int(broken[at]), float(evidence[at])
                )

    def _relation(
        self, form: Form, signs: Sequence[int], held: int, broken: int, evidence: float
    ) -> SumRelation:
        addends = tuple(
            sorted((line, int(sign)) for line, sign in zip(self._entries, signs, strict=False) if sign)
        )
        return SumRelation(self._total, addends, form, False, held, broken, evidence)


def _round_digits(values: Ints, units: Ints) -> Ints:
    """Return by how many digits each number is round: 2 for 400; many for nought and what is not stated."""
    digits = values // np.maximum(units, 1)
    powers = np.array([10**power for power in range(1, 7)], dtype=np.int64)
    found: Ints = (digits[..., None] % powers == 0).sum(axis=-1)
    return found
