"""Which findings a report tells and which it sets aside. Findings set aside are still counted and listed."""

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
    """The amount below which a difference is immaterial.

    Without a `line`, `amount` is in whole units of the currency. With one, it is in per cent of that line of
    the document.
    """

    amount: Decimal
    line: str = ""

    @classmethod
    def of(cls, text: str) -> Materiality:
        """Return the materiality that a text like "50000" or "0.5% of revenue" states.

        Raises `ConfigError` for any other text.
        """
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
        """Return the amount in a document, None where the document lacks the line.

        The line is one with the label that the user gave. Where there is none, it is a line that means the
        same in any language: revenue is 売上高. Of several numbers of that line the latest year's count, and
        of these the largest.
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
    """Return the names of the lines of the statements that a label may stand for."""
    return frozenset(line for line, pattern in NAMED.items() if pattern.fullmatch(label))


@dataclass(frozen=True, slots=True)
class Choice:
    """Which findings the user wants to be told.

    These are findings of one of `kinds` (of `KINDS`) that the `baseline` does not set aside and whose
    difference is not below `materiality`.
    """

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
        """Return a choice of the kinds in `select` that are not in `ignore`.

        An empty `select` means all kinds.
        """
        return cls(frozenset(select or KINDS) - frozenset(ignore), baseline, materiality)

    def __str__(self) -> str:
        kinds = ", ".join(kind for kind in KINDS if kind in self.kinds) or "none"
        aside = f"; {len(self.baseline.findings)} in a baseline" if self.baseline else ""
        return f"{kinds}{aside}" + (f"; material from {self.materiality}" if self.materiality else "")


def choose(report: Report, choice: Choice) -> Report:
    """Return the report with the findings set aside that are not chosen."""
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
    """Return a report with the findings set aside whose difference is an amount of money below materiality.

    Where materiality is a share of a line that the document lacks, no finding is set aside, and the report
    says so first.
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
