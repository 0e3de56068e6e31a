"""A report as JSON in its published form (see `schema`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from cofitcheck import __version__
from cofitcheck.checks import Grid
from cofitcheck.checks.ledger import Ledger
from cofitcheck.checks.model import Calculation, Finding, LeftOpen, ReferenceFinding, Severity
from cofitcheck.checks.reasons import Reason
from cofitcheck.document import Document
from cofitcheck.facts import FactSet
from cofitcheck.reports.json.schema import (
    SCHEMA_VERSION,
    AddendRecord,
    CalculationRecord,
    CheckedRecord,
    CheckRecord,
    FactRecord,
    FindingRecord,
    LedgerRecord,
    LeftOpenRecord,
    MentionRecord,
    NotCheckedRecord,
    ReasonRecord,
    ReferenceRecord,
    ReportRecord,
    SetAsideRecord,
    SummaryRecord,
)
from cofitcheck.reports.json.text_records import text_record, told_record
from cofitcheck.reports.model.coverage import Coverage, coverage, facts_agreeing, facts_with_finding, ordered
from cofitcheck.reports.model.finding_text import sides
from cofitcheck.reports.model.left_open import is_worth_a_look
from cofitcheck.reports.model.report import Report, SetAside
from cofitcheck.reports.model.wording import encodable, plain_decimal, whole_title
from cofitcheck.reports.words import ENGLISH, Words, render_unchecked, speaking
from cofitcheck.reports.words.reasons import render_reason


def to_json(report: Report) -> bytes:
    """Return the report as UTF-8 JSON, findings in order of importance; amounts are decimal strings."""
    return msgspec.json.format(msgspec.json.encode(to_record(report)), indent=2)


def write(report: Report, names: Mapping[str, str]) -> bytes:
    """See `formats.Writer`."""
    return to_json(report)


def part(report: Report, shown: str) -> bytes:
    """Return the report on one line; see `formats.RunWriter`."""
    return msgspec.json.format(to_json(report), indent=0)


def line(part: bytes) -> bytes:
    """See `formats.RunWriter`."""
    return part + b"\n"


def whole(parts: Sequence[bytes], unchecked: Sequence[tuple[str, str]], language: str) -> bytes:
    """Return nothing, as `line` has written every document already."""
    return b""


def to_record(report: Report) -> ReportRecord:
    """Return the report in its published form."""
    counts = coverage(report)
    grid = Grid(report.document)
    with_finding = facts_with_finding(report)
    return ReportRecord(
        schema_version=SCHEMA_VERSION,
        cofitcheck=__version__,
        document=encodable(report.document.name),
        model=report.model,
        method=report.method,
        threshold=report.threshold,
        summary=_summary(counts),
        mentions=tuple(mention_record(report.document, each.index) for each in report.document.mentions),
        ledger=_ledger(report.ledger),
        text=text_record(report),
        findings=tuple(_finding(report, finding) for finding in ordered(report.found)),
        references=tuple(map(_reference, report.references)),
        left_open=tuple(_left_open(grid, left) for left in report.kept_open),
        facts=tuple(_fact(report, fact, with_finding) for fact in report.facts),
        not_checked=tuple(
            NotCheckedRecord(
                what=item.what,
                reason=_english(render_unchecked(item.reason)),
                code=item.reason.cause.value,
                count=item.count,
                element=item.element,
                gap=item.gap.value,
                numbers=item.numbers,
                among=item.among,
                page=item.page,
                label=encodable(item.where),
            )
            for item in counts.not_checked
        ),
        warnings=tuple(_english(render_unchecked(each)) for each in report.document.warnings),
        remarks=tuple(map(_english, (*report.alarms, *report.remarks))),
        set_aside=tuple(_set_aside(report, each) for each in report.set_aside),
    )


def _summary(counts: Coverage) -> SummaryRecord:
    return SummaryRecord(
        tables=counts.tables,
        mentions=counts.mentions,
        compared_mentions=counts.compared_mentions,
        facts=counts.facts,
        passed=counts.passed,
        undecided=counts.undecided,
        contradicted=counts.contradicted,
        not_comparable=counts.not_comparable,
        findings=counts.findings,
        high=counts.severities[Severity.HIGH],
        medium=counts.severities[Severity.MEDIUM],
        notice=counts.severities[Severity.NOTICE],
        not_checked=counts.not_checked_count,
        checked=counts.checked,
        unchecked=counts.unchecked,
        unreached=counts.unreached,
        missed=counts.missed,
        left_open=counts.left_open,
    )


def _fact(report: Report, fact: FactSet, with_finding: set[int]) -> FactRecord:
    unfound = "passed" if fact.index in facts_agreeing(report) else "undecided"
    outcome = "finding" if fact.index in with_finding else unfound
    return FactRecord(index=fact.index, outcome=outcome, mentions=fact.mentions)


def _left_open(grid: Grid, left: LeftOpen) -> LeftOpenRecord:
    return LeftOpenRecord(
        kind=left.kind.value,
        fact=left.fact.index if left.fact else None,
        mention=left.mention,
        counterpart=left.counterpart,
        relation=left.relation.value,
        difference=None if left.difference is None else plain_decimal(left.difference),
        same_fact=left.same_fact,
        probability=left.probability,
        two_facts=left.two_facts,
        rule=left.rule,
        line=left.line,
        worth_a_look=is_worth_a_look(grid, left),
        calculation=_calculation(left.calculation),
        told=told_record(left.told),
    )


def _finding(report: Report, finding: Finding) -> FindingRecord:
    one, other = sides(report.document, finding)
    return FindingRecord(
        fingerprint=finding.fingerprint,
        kind=finding.kind.value,
        severity=finding.severity.value,
        probability=finding.probability,
        same_fact=finding.same_fact,
        judged=finding.judged.value if finding.fact else None,
        by_words=finding.by_words,
        facets=dict(finding.facets),
        relation=finding.relation.value,
        slip=finding.slip.value,
        difference=None if finding.difference is None else plain_decimal(finding.difference),
        stated=_english(one),
        compared_with=_english(other),
        fact=finding.fact.index if finding.fact else None,
        mention=finding.mention,
        counterpart=finding.counterpart,
        mentions=tuple(dict.fromkeys((finding.mention, finding.counterpart, *finding.mentions))),
        right=finding.right,
        explanation=None if finding.explanation is None else _reason(finding.explanation),
        calculation=_calculation(finding.calculation),
        told=told_record(finding.told),
        mended=None if finding.mended is None else plain_decimal(finding.mended),
        reasons=tuple(map(_reason, finding.reasons)),
        details=tuple(map(_reason, finding.details)),
    )


def _reference(found: ReferenceFinding) -> ReferenceRecord:
    place = found.place
    return ReferenceRecord(
        fingerprint=found.fingerprint,
        kind=found.kind.value,
        words=encodable(found.words),
        reason=_reason(found.reason),
        table=None if found.table < 0 else found.table,
        element=place.element,
        page=place.page,
        box=place.box,
        file=encodable(place.file),
        label=encodable(place.label),
    )


def _set_aside(report: Report, each: SetAside) -> SetAsideRecord:
    found = each.finding
    return SetAsideRecord(
        why=each.why.value,
        by=_english(each.by),
        finding=_finding(report, found) if isinstance(found, Finding) else None,
        reference=_reference(found) if isinstance(found, ReferenceFinding) else None,
    )


def _reason(reason: Reason) -> ReasonRecord:
    values = {name: encodable(str(value)) for name, value in reason.values.items()}
    return ReasonRecord(reason.why.value, values, reason.against, _english(render_reason(reason)))


def _english(words: Words) -> str:
    """Return a sentence in English, so that the file is the same in whatever language the user reads."""
    with speaking(ENGLISH):
        return encodable(str(words))


def _calculation(calculation: Calculation | None) -> CalculationRecord | None:
    if calculation is None:
        return None
    return CalculationRecord(
        total=calculation.total,
        addends=tuple(AddendRecord(mention, sign) for mention, sign in calculation.addends),
        stated=plain_decimal(calculation.stated),
        computed=plain_decimal(calculation.computed),
        tolerance=plain_decimal(calculation.tolerance),
        across=calculation.across,
        kept=calculation.kept,
        broken=calculation.broken,
        way=calculation.way,
    )


def _ledger(ledger: Ledger) -> LedgerRecord:
    return LedgerRecord(
        numbers=ledger.mentions,
        checked=ledger.checked,
        unchecked=ledger.unchecked,
        by_kind={kind.value: count for kind, count in ledger.by_kind.items()},
        mentions=tuple(
            CheckedRecord(
                id=mention,
                checks=tuple(
                    CheckRecord(each.kind.value, each.outcome.value, each.others) for each in checks
                ),
            )
            for mention, checks in ledger.checks.items()
        ),
    )


def mention_record(document: Document, index: int) -> MentionRecord:
    """Return a mention in its published form."""
    mention = document.mentions[index]
    number = mention.number
    return MentionRecord(
        index=index,
        table=mention.table,
        table_title=whole_title(document, mention.table),
        row=mention.row,
        column=mention.column,
        row_path=mention.row_path,
        column_path=mention.column_path,
        text=mention.text,
        kind=number.kind.value,
        value=None if number.value is None else plain_decimal(number.value),
        precision=number.precision,
        measure=number.measure.value,
        currency=number.currency,
        element=mention.place.element,
        page=mention.place.page,
        box=mention.place.box,
        file=encodable(mention.place.file),
        label=encodable(mention.place.label),
        stored=mention.stored,
    )
