"""The findings of two drafts compared: which are new, which have other numbers, and which are gone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from cofitcheck.checks.fingerprint import place_name
from cofitcheck.checks.ledger import Outcome
from cofitcheck.checks.model import Finding
from cofitcheck.errors import InputError
from cofitcheck.reports.drafts import Known, changes, match
from cofitcheck.reports.json import mention_record
from cofitcheck.reports.json.schema import SCHEMA_VERSION, FindingRecord, MentionRecord, ReportRecord
from cofitcheck.reports.json.text_records import ProseMentionRecord, prose_record
from cofitcheck.reports.model.coverage import ordered
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.model.wording import encodable, path_words, short
from cofitcheck.reports.terminal import SHOWN_FINDINGS, finding_line, safe
from cofitcheck.reports.words import Words, phrase, say

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

_NEW, _CHANGED, _GONE = phrase("new"), phrase("changed"), phrase("gone")
_AGREES, _NOT_FOUND = phrase("the number agrees now"), phrase("no longer found")


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a finding (see `drafts.Statement`); `row` is the label of its row.

    Of a number in running text `place` is the fingerprint of the finding, and `title` is the sentence.
    """

    place: str
    value: str
    text: str
    title: str
    row: str


@dataclass(frozen=True, slots=True)
class EarlierDraft:
    """The findings of an earlier draft, each with its fingerprint and its numbers.

    `name` is the name of the draft. The first number of a finding is the one that it is about.
    """

    name: str
    findings: tuple[tuple[str, tuple[Number, ...]], ...]


@dataclass(frozen=True, slots=True)
class ChangesSince:
    """What became of the findings of an `earlier` draft.

    `new` are findings that only the later draft has. `changed` are findings whose numbers have changed, with
    what changed in words. `unchanged` counts the others. `gone` has, for each finding that only the earlier
    draft has, its numbers, and whether a check now confirms the first of them.
    """

    earlier: str
    new: tuple[Finding, ...]
    changed: tuple[tuple[Finding, Words], ...]
    unchanged: int
    gone: tuple[tuple[tuple[Number, ...], bool], ...]


def earlier_of(report: Report) -> EarlierDraft:
    """Return the findings of a report, also those set aside, to compare those of a later draft with them."""
    findings = ((each.fingerprint, tuple(numbers_of(report, each))) for each in _all(report))
    return EarlierDraft(encodable(report.document.name), tuple(findings))


def earlier_in(path: Path) -> EarlierDraft:
    """Return the findings of a report that was written as JSON. Raises `InputError` where it is none, or of a
    version that this one cannot read."""
    record = report_in(path)
    findings = (
        (each.fingerprint, numbers_in(record, each))
        for each in (*record.findings, *(aside.finding for aside in record.set_aside))
        if each is not None
    )
    return EarlierDraft(record.document, tuple(findings))


def report_in(path: Path) -> ReportRecord:
    """Return a report that was written as JSON. Raises `InputError` where it is none, or of a version that
    this one cannot read."""
    try:
        record = msgspec.json.decode(path.read_bytes(), type=ReportRecord)
    except (OSError, msgspec.DecodeError) as error:
        raise InputError(
            f"{path}: cannot be read as a report of this version ({error}); check the document again."
        ) from error
    if record.schema_version != SCHEMA_VERSION:
        raise InputError(
            f"{path}: a report of another version (schema {record.schema_version}, not {SCHEMA_VERSION}); "
            "check the document again."
        )
    return record


def numbers_in(record: ReportRecord, finding: FindingRecord) -> tuple[Number, ...]:
    """Return the numbers of a finding of a report that was written as JSON."""
    cells = (_number(record.mentions[index]) for index in finding.mentions)
    told = finding.told
    return (*cells, *([_said(record.text.mentions[told.mention], finding.fingerprint)] if told else []))


def since(report: Report, earlier: EarlierDraft) -> ChangesSince:
    """Return what became of the findings of an earlier draft."""
    found, told = _all(report), {id(each) for each in report.found}
    later = earlier_of(report).findings
    before, now = ([numbers for _, numbers in each] for each in (earlier.findings, later))
    matched = match(known(earlier.findings), known(later))
    said = {at: changes(before[was], now[at]) for at, was in matched.items()}
    agreeing = _agreeing(report)
    return ChangesSince(
        earlier.name,
        tuple(each for at, each in enumerate(found) if at not in matched and id(each) in told),
        tuple((each, said[at][0]) for at, each in enumerate(found) if said.get(at) and id(each) in told),
        sum(not words for words in said.values()),
        tuple(
            (numbers, numbers[0].place in agreeing)
            for at, numbers in enumerate(before)
            if at not in set(matched.values())
        ),
    )


def since_lines(report: Report, changed: ChangesSince) -> RenderableType:
    """Return what is new, changed and gone for a rich console."""
    from rich.console import Group
    from rich.text import Text

    counts = say(
        "Since {name}: {new} new, {changed} with other numbers, {gone} gone, {same} as before",
        name=safe(changed.earlier),
        new=len(changed.new),
        changed=len(changed.changed),
        gone=len(changed.gone),
        same=changed.unchanged,
    )
    return Group(Text(counts, "bold"), *_lines(report, changed))


def _lines(report: Report, changed: ChangesSince) -> Iterator[Text]:
    for finding in changed.new[:SHOWN_FINDINGS]:
        yield _marked(_NEW, "bold red").append_text(finding_line(report, finding))
    for finding, words in changed.changed[:SHOWN_FINDINGS]:
        yield (
            _marked(_CHANGED, "yellow")
            .append_text(finding_line(report, finding))
            .append(f" ({safe(str(words))})")
        )
    for numbers, agrees in changed.gone[:SHOWN_FINDINGS]:
        became = _AGREES if agrees else _NOT_FOUND
        yield _marked(_GONE, "green").append(f" {safe(str(_was(numbers)))}: {became}")


def _marked(what: Words, style: str) -> Text:
    from rich.text import Text

    return Text("  ").append(str(what), style)


def _was(numbers: Sequence[Number]) -> Words:
    """Return which numbers a finding was about."""
    first, last = (
        phrase("{number} in {place}", number=short(each.text, 30), place=short(each.title, 50))
        for each in (numbers[0], numbers[min(1, len(numbers) - 1)])
    )
    both = phrase("{one}, compared with {other}", one=first, other=last) if len(numbers) > 1 else first
    return phrase("{label}: {numbers}", label=short(numbers[0].row, 60), numbers=both)


def numbers_of(report: Report, finding: Finding) -> Iterator[Number]:
    """Yield the numbers of a finding in the order of the JSON report."""
    for mention in dict.fromkeys((finding.mention, finding.counterpart, *finding.mentions)):
        yield _number(mention_record(report.document, mention))
    if finding.told is not None:
        record = prose_record(report.document, finding.told.said, report.text)
        yield _said(record, finding.fingerprint)


def _all(report: Report) -> list[Finding]:
    """Return the findings, told and set aside: what is set aside is neither new nor gone."""
    aside = [each.finding for each in report.set_aside if isinstance(each.finding, Finding)]
    return ordered((*report.found, *aside))


def known(findings: Sequence[tuple[str, tuple[Number, ...]]]) -> list[Known]:
    """Return findings as `drafts.match` takes them, each with its place in the list as its id."""
    return [Known(at, name, numbers) for at, (name, numbers) in enumerate(findings)]


def _said(record: ProseMentionRecord, place: str) -> Number:
    return Number(place, record.value or "", record.text, short(record.sentence, 60), "")


def _number(record: MentionRecord) -> Number:
    return Number(
        place_name(record, record.table_title),
        record.kind if record.value is None else record.value,
        record.text,
        record.table_title.rpartition(" — ")[2],
        path_words(record.row_path[-1:]),
    )


def _agreeing(report: Report) -> set[str]:
    """Return the places of the numbers that some check confirms and none contradicts or leaves open."""
    return {
        _number(mention_record(report.document, mention)).place
        for mention, checks in report.ledger.checks.items()
        if {each.outcome for each in checks} == {Outcome.AGREES}
    }
