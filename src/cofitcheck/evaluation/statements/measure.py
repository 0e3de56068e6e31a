"""Checks made-up statements, and counts errors that are found and clean documents that have findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from random import Random

from cofitcheck.checker import Checker
from cofitcheck.checks.model import Finding
from cofitcheck.config import CheckConfig
from cofitcheck.errors import InputError
from cofitcheck.evaluation.statements.made import LANGUAGES, Broken, MadeStatements, statements
from cofitcheck.evaluation.statements.written import FORMATS
from cofitcheck.readers.read import read
from cofitcheck.reports.model.report import Report

_YEARS = 3
"""Documents have one column to so many."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one document: `found` and `named` tell whether a finding holds the wrong number, and
    names it as the wrong one; `left_open` whether an item that is left open does. `findings` counts all
    findings; `read` is false where no reader took the file."""

    made: MadeStatements
    ending: str
    read: bool = True
    found: bool = False
    named: bool = False
    left_open: bool = False
    findings: int = 0


def drawn(seed: int, half: str, clean: int, planted: int) -> Iterator[tuple[MadeStatements, str]]:
    """Yield so many clean documents and so many with an error, each with the ending of its format; languages,
    formats, columns and kinds of error take turns."""
    kinds, endings = list(Broken), list(FORMATS)
    for number in range(clean + planted):
        rng = Random(f"{seed} {half} {number}")
        at = number if number < clean else number - clean
        broken = None if number < clean else kinds[at % len(kinds)]
        language = LANGUAGES[at // len(kinds) % len(LANGUAGES)]
        made = statements(rng, half, language, rng.randint(1, _YEARS), broken)
        yield made, rng.choice(endings)


def outcome(checker: Checker, made: MadeStatements, ending: str) -> Outcome:
    """Check one document, written in the format of the ending."""
    try:
        document = read(FORMATS[ending](made), f"statements{ending}")
    except InputError:
        return Outcome(made, ending, read=False)
    report = checker.check(document)
    findings = report.found
    if made.planted is None:
        return Outcome(made, ending, findings=len(findings))
    wrong = _cells(report, made)
    return Outcome(
        made,
        ending,
        found=any(wrong & _held(each) for each in findings),
        named=any(each.mention in wrong for each in findings),
        left_open=any(wrong & {each.mention, each.counterpart} for each in report.kept_open),
        findings=len(findings),
    )


def _cells(report: Report, made: MadeStatements) -> set[int]:
    """Return the mentions that the planted number was read as: those of its label and its amount."""
    assert made.planted is not None
    label, number = made.word(made.planted.row), Decimal(made.planted.number)
    return {
        each.index
        for each in report.document.mentions
        if each.row_path and each.row_path[-1] == label and each.number.displayed == number
    }


def _held(finding: Finding) -> set[int]:
    calculated = finding.calculation.mentions if finding.calculation else ()
    return {finding.mention, finding.counterpart, *finding.mentions, *calculated}


def measure(seed: int, half: str, clean: int, planted: int, config: CheckConfig) -> dict[str, object]:
    """Return the figures of one run."""
    checker = Checker(config)
    outcomes = [outcome(checker, *each) for each in drawn(seed, half, clean, planted)]
    wrong = [each for each in outcomes if each.made.planted is not None]
    right = [each for each in outcomes if each.made.planted is None]
    read = [each for each in right if each.read]
    return {
        "model": checker.stages.name,
        "half": half,
        "planted": _counted(wrong),
        "by_broken": _by(wrong, lambda each: each.made.planted.broken.value if each.made.planted else ""),
        "by_slip": _by(wrong, lambda each: each.made.planted.slip if each.made.planted else ""),
        "by_columns": _by(wrong, lambda each: str(len(each.made.years))),
        "by_language": _by(wrong, lambda each: each.made.language),
        "by_format": _by(wrong, lambda each: each.ending),
        "clean": {
            "documents": len(right),
            "not_read": len(right) - len(read),
            "with_findings": sum(each.findings > 0 for each in read),
            "findings": sum(each.findings for each in read),
            "by_format": dict(Counter(each.ending for each in read if each.findings)),
        },
    }


def _by(outcomes: Sequence[Outcome], key: Callable[[Outcome], str]) -> Mapping[str, Mapping[str, float]]:
    names = dict.fromkeys(map(key, outcomes))
    return {name: _counted([each for each in outcomes if key(each) == name]) for name in names}


def _counted(outcomes: Sequence[Outcome]) -> Mapping[str, float]:
    read = [each for each in outcomes if each.read]
    found = sum(each.found for each in read)
    return {
        "documents": len(outcomes),
        "not_read": len(outcomes) - len(read),
        "found": round(found / max(1, len(read)), 3),
        "named": round(sum(each.named for each in read) / max(1, found), 3),
        "left_open": sum(each.left_open and not each.found for each in read),
    }
