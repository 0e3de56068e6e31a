"""Which findings a report tells, and which it sets aside: those are counted and listed, and never dropped."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from cofitcheck import patterns as re
from cofitcheck.checks.evidence.statement_lines import NAMED, label_of
from cofitcheck.checks.model import Aside, Finding, FindingKind
from cofitcheck.document import Document
from cofitcheck.errors import ConfigError
from cofitcheck.numbers import Measure
from cofitcheck.periods.header_periods import period_of
from cofitcheck.reports.drafts.baseline import Baseline, set_aside
from cofitcheck.reports.model.report import FORMULA, REFERENCE, Report, SetAside
from cofitcheck.reports.words import Words, phrase

_AMOUNTS = (Measure.MONEY, Measure.UNKNOWN)
_SHARE = re.compile(r"([^%]+)%\s{1,3}of\s(.+)", re.IGNORECASE)
KINDS = (*(kind.value for kind in FindingKind), REFERENCE, FORMULA)


@dataclass(frozen=True, slots=True)
class Materiality:
    """An `amount` in whole units of the currency; or with a `line` so many per cent of that line of the
    document, as it is called there."""

    amount: Decimal
    line: str = ""

    @classmethod
    def of(cls, text: str) -> Materiality:
        """Return what "50000" or "0.5% of revenue" says. Raises `ConfigError` where it is neither."""
        share = _SHARE.fullmatch(text.strip())
        digits, line = share.groups() if share else (text, "")
        try:
            amount = Decimal(digits.replace(",", "").strip())
        except InvalidOperation:
            amount = Decimal(0)
        if not amount.is_finite() or amount <= 0:
            raise ConfigError(
                f"materiality is an amount above zero in whole units, as 50000, or a share of a line of the "
                f'document, as "0.5% of revenue"; not {text!r}'
            )
        return cls(amount, line)

    def __str__(self) -> str:
        return f"{self.amount}% of {self.line}" if self.line else str(self.amount)

    def amount_in(self, document: Document) -> Decimal | None:
        """Return the amount in a document, None where it lacks the line.

        The line is called as the user calls it, or else means the same in any language: revenue is 売上高. Of
        several numbers of that line the latest year's is taken, of these the largest.
        """
        if not self.line:
            return self.amount
        amounts = [each for each in document.mentions if each.row_path and each.number.measure in _AMOUNTS]
        named = [each for each in amounts if label_of(each) == self._label]
        lines = named or [each for each in amounts if self._meanings & _meanings(label_of(each))]
        year = max((period_of(each.column_path).year for each in lines), default=0)
        values = [
            abs(each.number.value or Decimal(0)) for each in lines if period_of(each.column_path).year == year
        ]
        largest = max(values, default=Decimal(0))
        return largest * self.amount / 100 if largest else None

    @property
    def _label(self) -> str:
        return " ".join(self.line.split()).casefold().strip(" :：.")

    @property
    def _meanings(self) -> frozenset[str]:
        return _meanings(self._label)


def _meanings(label: str) -> frozenset[str]:
    """Return which lines of the statements a label is."""
    return frozenset(line for line, pattern in NAMED.items() if pattern.fullmatch(label))


@dataclass(frozen=True, slots=True)
class Choice:
    """What the user wants to be told: findings of these `kinds` (of `KINDS`), that no `baseline` sets aside
    and that are of `materiality`."""

    kinds: frozenset[str] = frozenset(KINDS)
    baseline: Baseline | None = None
    materiality: Materiality | None = None

    @classmethod
    def of(
        cls,
        select: Iterable[str] = (),
        ignore: Iterable[str] = (),
        baseline: Baseline | None = None,
        materiality: Materiality | None = None,
    ) -> Choice:
        """Return the choice of the kinds in `select` (none: all) that are not in `ignore`."""
        return cls(frozenset(select or KINDS) - frozenset(ignore), baseline, materiality)

    def __str__(self) -> str:
        kinds = ", ".join(kind for kind in KINDS if kind in self.kinds) or "none"
        aside = f"; {len(self.baseline.findings)} in a baseline" if self.baseline else ""
        return f"{kinds}{aside}" + (f"; material from {self.materiality}" if self.materiality else "")


def choose(report: Report, choice: Choice) -> Report:
    """Return the report with what is not chosen set aside."""
    report = report.without(_not_selected(report, choice.kinds))
    if choice.baseline:
        report = set_aside(report, choice.baseline)
    return below(report, choice.materiality) if choice.materiality else report


def _not_selected(report: Report, kinds: frozenset[str]) -> list[SetAside]:
    findings = [SetAside(each, Aside.NOT_SELECTED) for each in report.found if each.kind not in kinds]
    return findings + [
        SetAside(each, Aside.NOT_SELECTED)
        for each in report.references
        if (FORMULA if each.kind.is_of_formula else REFERENCE) not in kinds
    ]


def below(report: Report, materiality: Materiality) -> Report:
    """Return a report with the findings set aside whose difference is money, and less than is material.

    Where the document lacks the line that it is a share of, none is, and the report says so first.
    """
    amount = materiality.amount_in(report.document)
    if amount is None:
        said = phrase(
            "no finding is below materiality ({materiality}), since no row of a table is called so: name a "
            "line as the document calls it, or an amount",
            materiality=str(materiality),
        )
        return replace(report, reopened=(*report.reopened, said))
    words = phrase("less than {amount} ({materiality})", amount=f"{amount:,f}", materiality=str(materiality))
    by: Words = words if materiality.line else ""
    return report.without(
        [SetAside(each, Aside.IMMATERIAL, by) for each in report.found if _is_below(report, each, amount)]
    )


def _is_below(report: Report, finding: Finding, amount: Decimal) -> bool:
    number = finding.told.said.number if finding.told else report.document.mentions[finding.mention].number
    return (
        finding.difference is not None
        and number.measure is Measure.MONEY
        and abs(finding.difference) < amount
    )
