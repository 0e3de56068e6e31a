"""How much a finding matters: one rule for every kind of check.

A finding is a notice where a `Remark` says so. It is high where it is probable and its difference is not tiny
(`CheckSettings`), else medium.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.checks.model import Finding, Remark, Severity
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.document import Document
from cofitcheck.language.table_words import FULL_WIDTH
from cofitcheck.numbers import Number, Slip

_EAST_ASIAN = re.compile(f"[{FULL_WIDTH}]")
_SURE = 0.8
"""Of 31 findings in sentences of 50 Chinese and Japanese documents two reach this probability, and one of the
two is real; of the others none is (`benchmarks/real/kinds`)."""


def severity_of(
    probability: float, share: Decimal | None, settings: CheckSettings, remark: Remark | None = None
) -> Severity:
    """Return how much a finding matters, of which the two numbers are apart by `share` of the larger; a share
    that is not known is not tiny."""
    if remark is not None:
        return Severity.NOTICE
    tiny = share is not None and share < settings.tiny
    return Severity.HIGH if probability >= settings.high and not tiny else Severity.MEDIUM


def share_of_larger(difference: Decimal | None, *amounts: Decimal | None) -> Decimal | None:
    """Return a difference as a share of the largest of the amounts, signs aside; None where it is not known,
    or nothing is stated."""
    largest = max((abs(each) for each in amounts if each is not None), default=Decimal(0))
    return None if difference is None or not largest else abs(difference) / largest


def remark_on(slip: Slip, first: Number, second: Number) -> Remark | None:
    """Return why two numbers that a slip tells apart are but a remark, None where they are more."""
    if slip is Slip.SCALE and first.displayed is not None and first.displayed == second.displayed:
        return Remark.UNIT
    return remark_on_slip(slip)


def remark_on_slip(slip: Slip) -> Remark | None:
    """Return why a number that is a slip of what it ought to be is but a remark, None where it is more."""
    return Remark.ROUNDING if slip is Slip.ROUNDING else None


def with_doubtful_sentences(document: Document, findings: Iterable[Finding]) -> list[Finding]:
    """Return findings in sentences, those in Chinese and Japanese as remarks where they are not likely."""
    return [
        replace(each, severity=Severity.NOTICE, remark=Remark.DOUBTFUL_SENTENCE)
        if each.told and each.probability < _SURE and _is_east_asian(document, each.told.said.passage)
        else each
        for each in findings
    ]


def _is_east_asian(document: Document, passage: int) -> bool:
    return _EAST_ASIAN.search(document.passages[passage].text) is not None
