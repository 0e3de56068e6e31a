"""Check the formulas of a workbook: against formulas beside them, the cells around, and their stored
values."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import ClassVar

from cofitcheck.checks.fingerprint import text_name
from cofitcheck.checks.model import ReferenceFinding, ReferenceKind
from cofitcheck.checks.protocol import CheckResult, Known, not_reached
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.workbook.formulas import areas_of, coordinate, shape, skeleton, summed, worked_out
from cofitcheck.document import Address, Document, FormulaSheet, Place

_FEWEST_ALIKE = 3
"""How many formulas of a row or a column must be alike before another one is unlike them."""
_LIKE = Decimal("0.000000001")
"""The most that a stored value may differ from the computed one, as a share. Binary numbers lose less."""
_CENT = Decimal("0.005")


class WorkbookCheck:
    """Compares formulas of a workbook with each other, with the cells around them and with their values."""

    stage: ClassVar[str] = "workbook"

    def run(self, known: Known) -> CheckResult:
        """Return the formulas, and the typed numbers among formulas, that are probably wrong."""
        document = known.grid.document
        sheets = {sheet.title: sheet for sheet in document.sheets}
        found: list[ReferenceFinding] = []
        late = 0
        for sheet in document.sheets:
            if known.deadline.passed:
                late += len(sheet.formulas)
            else:
                found += _Linter(document, sheet, sheets).findings()
        return CheckResult(references=tuple(found), not_checked=not_reached("formulas", late, known.deadline))


class _Linter:
    def __init__(self, document: Document, sheet: FormulaSheet, sheets: dict[str, FormulaSheet]) -> None:
        self.document, self.sheet, self.sheets = document, sheet, sheets
        self.shapes = {at: shape(formula, at) for at, formula in sheet.formulas.items() if formula}
        self.used = {
            at
            for each in sheets.values()
            for formula in each.formulas.values()
            for area in areas_of(formula, each.title)
            if area.sheet == sheet.title
            for at in area.cells()
        }
        self.places = {mention.place.label: mention for mention in document.mentions}

    def findings(self) -> Iterator[ReferenceFinding]:
        """Yield the findings of the sheet in the order of cells, one for each cell at most."""
        told: set[Address] = set()
        for at, kind, reason in sorted(
            (*self._stale(), *self._unlike(), *self._short(), *self._hidden()), key=lambda each: each[0]
        ):
            if at not in told:
                told.add(at)
                yield self._finding(at, kind, reason)

    def _finding(self, at: Address, kind: ReferenceKind, reason: Reason) -> ReferenceFinding:
        label = f"{self.sheet.title}!{coordinate(at)}"
        mention = self.places.get(label)
        stored = self.sheet.values.get(at, "")
        words = f"{label}: {self.sheet.formulas.get(at) or _plain(stored)}"
        return ReferenceFinding(
            fingerprint=text_name(kind, words),
            kind=kind,
            words=words,
            place=mention.place if mention else Place(self.document.name, 0, label=label),
            table=mention.table if mention else -1,
            reason=reason,
        )

    def _stale(self) -> Iterator[tuple[Address, ReferenceKind, Reason]]:
        """Yield the formulas that do not come to the value that is stored with them."""
        for at, formula in self.sheet.formulas.items():
            stored = self.sheet.values.get(at)
            computed = worked_out(formula, self.sheet.title, self.sheets)
            if isinstance(stored, Decimal) and computed is not None:
                allowed = max(_CENT, abs(stored) * _LIKE)
                if abs(stored - computed) > allowed:
                    reason = Reason.of(
                        ReasonCode.FORMULA_STALE, computed=_plain(_cut(computed)), stored=_plain(stored)
                    )
                    yield at, ReferenceKind.STALE_FORMULA, reason

    def _unlike(self) -> Iterator[tuple[Address, ReferenceKind, Reason]]:
        """Yield the one cell between copies of one formula that is no copy."""
        for step in ((0, 1), (1, 0)):
            for run in self._runs(step):
                for place in range(1, len(run) - 1):
                    before, at, behind = run[place - 1], run[place], run[place + 1]
                    like = self.shapes.get(before)
                    alike = sum(self.shapes.get(each) == like for each in run)
                    if like is None or like != self.shapes.get(behind) or alike != len(run) - 1:
                        continue
                    if alike < _FEWEST_ALIKE or self.shapes.get(at) == like:
                        continue
                    yield from self._odd_one(at, before, step)

    def _odd_one(
        self, at: Address, beside: Address, step: Address
    ) -> Iterator[tuple[Address, ReferenceKind, Reason]]:
        formula = self.sheet.formulas[beside]
        values = {"formula": formula, "beside": coordinate(beside)}
        own = self.sheet.formulas.get(at)
        if not own:
            yield at, ReferenceKind.TYPED_NUMBER, Reason.of(ReasonCode.TYPED_AMONG_FORMULAS, **values)
        elif skeleton(own) == skeleton(formula) and not self._is_of_another_run(at, step):
            yield at, ReferenceKind.OTHER_FORMULA, Reason.of(ReasonCode.UNLIKE_NEIGHBOURS, **values)

    def _is_of_another_run(self, at: Address, step: Address) -> bool:
        """Tell whether a formula is a copy of one in the other direction, as sums of rows beside those of
        columns are."""
        across = step[1], step[0]
        beside = ((at[0] + sign * across[0], at[1] + sign * across[1]) for sign in (1, -1))
        return any(self.shapes.get(each) == self.shapes[at] for each in beside)

    def _runs(self, step: Address) -> Iterator[list[Address]]:
        """Yield the runs of numbers side by side in rows, or in columns, that have formulas among them."""
        numbers = {at for at, value in self.sheet.values.items() if isinstance(value, Decimal)}
        for at in sorted(numbers):
            if (at[0] - step[0], at[1] - step[1]) in numbers:
                continue
            run = [at]
            while (following := (run[-1][0] + step[0], run[-1][1] + step[1])) in numbers:
                run.append(following)
            if sum(each in self.shapes for each in run) >= _FEWEST_ALIKE:
                yield run

    def _short(self) -> Iterator[tuple[Address, ReferenceKind, Reason]]:
        """Yield the sums that leave out the number right above them, which no formula uses."""
        for at, formula in self.sheet.formulas.items():
            area = summed(formula, self.sheet.title)
            if area is None or area.first[1] != at[1] or area.last[0] != at[0] - 2:
                continue
            left_out = at[0] - 1, at[1]
            is_number = isinstance(self.sheet.values.get(left_out), Decimal)
            if is_number and left_out not in self.sheet.formulas and left_out not in self.used:
                yield (
                    at,
                    ReferenceKind.SHORT_RANGE,
                    Reason.of(ReasonCode.RANGE_LEAVES_OUT, cells=coordinate(left_out)),
                )

    def _hidden(self) -> Iterator[tuple[Address, ReferenceKind, Reason]]:
        """Yield the sums over rows of which some are shown and others, with an amount, are hidden."""
        for at, formula in self.sheet.formulas.items():
            area = summed(formula, self.sheet.title)
            if area is None or at[0] in self.sheet.hidden_rows:
                continue
            cells = [each for each in area.cells() if isinstance(self.sheet.values.get(each), Decimal)]
            away = [each for each in cells if each[0] in self.sheet.hidden_rows and self.sheet.values[each]]
            if away and len([each for each in cells if each[0] not in self.sheet.hidden_rows]) > 1:
                yield (
                    at,
                    ReferenceKind.HIDDEN_IN_SUM,
                    Reason.of(ReasonCode.HIDDEN_ROWS_IN_SUM, cells=", ".join(map(coordinate, away[:5]))),
                )


def _cut(value: Decimal) -> Decimal:
    rounded = value.quantize(Decimal("0.0001"))
    return rounded.normalize() if rounded else rounded


def _plain(value: Decimal | str) -> str:
    return format(value, "f") if isinstance(value, Decimal) else value
