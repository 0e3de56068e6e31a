"""A baseline: findings that somebody has looked at and set aside, kept in a file for all later drafts.

A finding is recognised as between drafts (see `drafts`). Where its numbers have changed it counts again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from cofitcheck.checks.model import Aside, Finding
from cofitcheck.errors import InputError
from cofitcheck.reports.drafts import changes, match
from cofitcheck.reports.drafts.earlier_draft import Number, known, numbers_in, numbers_of
from cofitcheck.reports.formats import write_whole
from cofitcheck.reports.json.schema import FindingRecord, ReferenceRecord, ReportRecord
from cofitcheck.reports.model.coverage import ordered
from cofitcheck.reports.model.finding_text import about
from cofitcheck.reports.model.report import Report, SetAside
from cofitcheck.reports.model.wording import path_words, short
from cofitcheck.reports.words import Words, listed, phrase

VERSION = 1
_SHORTEST = 4
"""The fewest letters to which a reference may be cut."""


class Entry(Struct, frozen=True, kw_only=True):
    """A finding that is set aside: its reference, what it is about, its numbers at that time, who set it
    aside, when (UTC) and why."""

    reference: str
    kind: str
    label: str
    numbers: tuple[Number, ...]
    who: str
    at: str
    why: str

    @property
    def by(self) -> Words:
        """Who set it aside, on which day and why."""
        return phrase("{who}, {day}: {why}", who=self.who, day=self.at[:10], why=self.why)


class Baseline(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The findings that are set aside, in the order in which that was done."""

    version: int = VERSION
    findings: tuple[Entry, ...] = ()


def read_baseline(path: Path) -> Baseline:
    """Return the baseline in a file. Raises `InputError` where the file is no baseline."""
    try:
        baseline = msgspec.json.decode(path.read_bytes(), type=Baseline)
    except (OSError, msgspec.DecodeError) as error:
        raise InputError(
            f"{path}: cannot be read as a baseline ({error}); make one with cofitcheck baseline add."
        ) from error
    if baseline.version != VERSION:
        raise InputError(f"{path}: is a baseline of another version ({baseline.version}, not {VERSION}).")
    return baseline


def to_json(baseline: Baseline) -> bytes:
    """Return a baseline as the content of its file."""
    return msgspec.json.format(msgspec.json.encode(baseline), indent=2) + b"\n"


def write_baseline(path: Path, baseline: Baseline) -> None:
    """Write a baseline. Raises `OSError`."""
    write_whole(path, to_json(baseline))


def added(
    baseline: Baseline, report: ReportRecord, references: Sequence[str], who: str, why: str, at: datetime
) -> Baseline:
    """Return a baseline that also sets the named findings of a report aside; `at` is when that was decided.

    New entries replace those that the baseline has of the same findings.
    Raises `InputError` where a reference names no finding or several.
    """
    named = {each.fingerprint: each for each in (_named(report, reference) for reference in references)}
    kept = (each for each in baseline.findings if each.reference not in named)
    new = (
        _entry(report, each, who, at.astimezone(UTC).isoformat(timespec="seconds"), why)
        for each in named.values()
    )
    return Baseline(findings=(*kept, *new))


def removed(baseline: Baseline, references: Sequence[str]) -> Baseline:
    """Return a baseline without some entries. Raises `InputError` where a reference names none or several."""
    names = [each.reference for each in baseline.findings]
    gone = {_one(names, reference, "the baseline") for reference in references}
    return Baseline(findings=tuple(each for each in baseline.findings if each.reference not in gone))


def set_aside(report: Report, baseline: Baseline) -> Report:
    """Return a report with the findings of a baseline set aside.

    A finding whose numbers have changed since then is not set aside, and the report says so first.
    """
    findings, entries = ordered(report.found), baseline.findings
    now = [(each.fingerprint, tuple(numbers_of(report, each))) for each in findings]
    matched = match(known([(each.reference, each.numbers) for each in entries]), known(now))
    aside: list[SetAside] = []
    reopened: list[Words] = []
    for at, was in matched.items():
        entry = entries[was]
        if said := changes(entry.numbers, now[at][1]):
            reopened.append(_reopened(report, findings[at], entry, said))
        else:
            aside.append(SetAside(findings[at], Aside.BASELINE, entry.by))
    by_name = {each.reference: each for each in entries}
    aside += [
        SetAside(each, Aside.BASELINE, by_name[each.fingerprint].by)
        for each in report.references
        if each.fingerprint in by_name
    ]
    return replace(report.without(aside), reopened=(*report.reopened, *reopened))


def _reopened(report: Report, finding: Finding, entry: Entry, said: Sequence[Words]) -> Words:
    return phrase(
        "“{label}” was set aside ({by}) and counts again, since its numbers have changed: {changes}",
        label=short(about(report.document, finding)[0], 60),
        by=entry.by,
        changes=listed(said),
    )


def _named(report: ReportRecord, reference: str) -> FindingRecord | ReferenceRecord:
    aside = (each.finding or each.reference for each in report.set_aside)
    found = {
        each.fingerprint: each for each in (*report.findings, *report.references, *aside) if each is not None
    }
    return found[_one(list(found), reference, report.document)]


def _one(names: Sequence[str], reference: str, where: str) -> str:
    """Return the one of some names that is the reference or begins with it."""
    if reference in names:
        return reference
    found = [name for name in names if name.startswith(reference)]
    if len(reference) < _SHORTEST or not found:
        raise InputError(
            f"{reference}: no finding of {where} has this reference; the report shows it below each finding."
        )
    if len(found) > 1:
        raise InputError(f"{reference}: several findings of {where} begin so: {', '.join(found)}.")
    return found[0]


def _entry(
    report: ReportRecord, found: FindingRecord | ReferenceRecord, who: str, at: str, why: str
) -> Entry:
    numbers: tuple[Number, ...] = ()
    kind, label = "reference", ""
    if isinstance(found, ReferenceRecord):
        label = short(found.words, 160)
    else:
        kind, numbers = found.kind, numbers_in(report, found)
        label = path_words(report.mentions[found.mention].row_path[-1:])
    return Entry(
        reference=found.fingerprint, kind=kind, label=label, numbers=numbers, who=who, at=at, why=why
    )
