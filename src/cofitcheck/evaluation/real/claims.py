"""The claims of a report: each finding and each item left open, as its numbers and their places."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import msgspec

from cofitcheck.checker import Checker
from cofitcheck.checks.ledger import CheckKind, Outcome
from cofitcheck.config import CheckConfig
from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import Filing, read_rows
from cofitcheck.evaluation.real import place_of, said_place
from cofitcheck.readers import read
from cofitcheck.reports.json import to_record
from cofitcheck.reports.json.schema import FindingRecord, LeftOpenRecord, ReportRecord

LEFT_OPEN = "left open"
"""The kind and severity of an item that is no finding."""


@dataclass(frozen=True, slots=True)
class Listed(Filing):
    """A document of a list that gives its SHA-256, and perhaps the kind of document ("Japanese")."""

    sha256: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """A contradiction that a report states.

    The fields that it shares with `Opinion` have the same meaning. `named` are all cells that it names."""

    kind: str
    severity: str
    probability: float
    cells: tuple[str, ...]
    stated: str
    against: str
    caption: str
    named: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """How much of a document was checked.

    `numbers` counts the numbers in its tables, `checked` those that some check confirms or contradicts,
    `footed` those in a sum that comes out. `seconds` is the processor time to read and check it, 0 where the
    report was read from a file."""

    numbers: int
    checked: int
    footed: int
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Claims:
    """All claims on a document, with its name and SHA-256, and how much of it was checked.

    `kind` is the kind of document that its list gives."""

    document: str
    sha256: str
    claims: tuple[Claim, ...]
    reach: Reach
    kind: str = ""


def read_listed(path: Path, folder: Path | None = None) -> list[Listed]:
    """Return the documents of a list with the columns file and sha256, and kind where it has it.

    The documents are in `folder`, or in the folder named like the list. Raises `InputError` where the list
    cannot be read, lacks a column or names nothing, or the folder is missing.
    """
    rows, folder = read_rows(path, ("file", "sha256")), folder or path.with_suffix("")
    if not rows:
        raise InputError(f"{path}: the list names no document; give it a line for each.")
    if not folder.is_dir():
        raise InputError(f"{path}: the folder {folder} is missing; put the documents there.")
    return [
        Listed(folder / row["file"], form=row.get("form", ""), sha256=row["sha256"], kind=row.get("kind", ""))
        for row in rows
    ]


def check_listed(filing: Filing, config: CheckConfig) -> Claims:
    """Check a document of a list. Raises `InputError` where it cannot be read."""
    assert isinstance(filing, Listed)
    checker, began = _checker(config), time.process_time()
    report = checker.check(read(filing.path))
    seconds = time.process_time() - began
    claims = claims_of(filing, to_record(report))
    return replace(claims, reach=replace(claims.reach, seconds=seconds))


def read_reports(path: Path, filings: Sequence[Listed]) -> Iterator[Claims]:
    """Yield the claims of saved reports (`check --json`, one line for each document) on listed documents.

    Raises `InputError` where the file cannot be read, or a line is no report.
    """
    by_name = {filing.name: filing for filing in filings}
    try:
        with path.open("rb") as lines:
            for line in lines:
                report = msgspec.json.decode(line, type=ReportRecord)
                if filing := by_name.get(report.document):
                    yield claims_of(filing, report)
    except OSError as error:
        raise InputError(f"{path}: cannot be opened ({error.strerror}); check the path.") from error
    except msgspec.DecodeError as error:
        raise InputError(f"{path}: holds no reports of this version ({error}); check again.") from error


def claims_of(filing: Listed, report: ReportRecord) -> Claims:
    """Return the claims of a report on a document."""
    findings = (_of_finding(report, each) for each in report.findings)
    left_open = (_of_left_open(report, each) for each in report.left_open)
    return Claims(filing.name, filing.sha256, (*findings, *left_open), _reach(report), filing.kind)


def _reach(report: ReportRecord) -> Reach:
    footed = sum(
        any(check.kind == CheckKind.SUM and check.outcome == Outcome.AGREES for check in each.checks)
        for each in report.ledger.mentions
    )
    return Reach(report.ledger.numbers, report.ledger.checked, footed)


@cache
def _checker(config: CheckConfig) -> Checker:
    return Checker(config)


def _of_finding(report: ReportRecord, finding: FindingRecord) -> Claim:
    mentions = report.mentions
    pair = mentions[finding.mention], mentions[finding.counterpart]
    cells: tuple[str, ...] = tuple(map(place_of, pair))
    stated, against = pair[0].text, pair[1].text
    named = tuple(place_of(mentions[index]) for index in finding.mentions)
    if finding.told:
        said = report.text.mentions[finding.told.mention]
        place = said_place(said.text)
        cells, stated, against = (place,), said.text, finding.told.computed
        named = (place, *named)
    elif finding.fact is None and finding.calculation:
        total = mentions[finding.calculation.total]
        cells, stated, against = (place_of(total),), total.text, finding.calculation.computed
        pair = total, total
    return Claim(
        kind=finding.kind,
        severity=finding.severity,
        probability=finding.probability,
        cells=cells,
        stated=stated,
        against=against,
        caption=" / ".join(pair[0].row_path),
        named=named,
    )


def _of_left_open(report: ReportRecord, item: LeftOpenRecord) -> Claim:
    mention, counterpart = report.mentions[item.mention], report.mentions[item.counterpart]
    kind, stated, against = LEFT_OPEN, mention.text, counterpart.text
    cells: tuple[str, ...] = place_of(mention), place_of(counterpart)
    if item.told:
        kind, stated, against = item.kind, report.text.mentions[item.told.mention].text, item.told.computed
        cells = (said_place(stated),)
    return Claim(
        kind=kind,
        severity=LEFT_OPEN,
        probability=item.probability,
        cells=cells,
        stated=stated,
        against=against,
        caption=" / ".join(mention.row_path),
        named=cells,
    )
