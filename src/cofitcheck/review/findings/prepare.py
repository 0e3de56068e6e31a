"""Turns a report into rows. The worker does this once, so that pages only look rows up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from typing import Any

import msgspec

from cofitcheck import __version__
from cofitcheck.checks import CheckSettings
from cofitcheck.checks.fingerprint import calculation_name, fingerprints, place_name
from cofitcheck.checks.model import Finding, NotChecked, ReferenceFinding, Severity
from cofitcheck.checks.severity import share_of_larger
from cofitcheck.document import Document, Mention, Place, UncheckedReason
from cofitcheck.facts import FactSet
from cofitcheck.numbers import Relation
from cofitcheck.reports.model import finding_text, wording
from cofitcheck.reports.model.coverage import by_table, facts_agreeing, ordered
from cofitcheck.reports.model.finding_view import FindingView
from cofitcheck.reports.model.left_open import OpenFacts, RankedItem, open_facts, ranked
from cofitcheck.reports.model.marks import anchor, reference_name
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.model.view import ReportView
from cofitcheck.reports.words import Words, phrase
from cofitcheck.reports.words.findings import reason_of
from cofitcheck.review.database.models import DraftRow, FactRow, FindingRow, TableRow
from cofitcheck.review.decisions import kept
from cofitcheck.review.findings.changed import Member, members_of, to_rows

_LONGEST_LABEL, _LONGEST_REASON = 400, 500
_LEFT_OPEN = phrase("left open: probably two different items, not an error")
_SUM_LEFT_OPEN = phrase("left open: the parts do not come to the total, but they are probably no sum")
OTHER_LINE, OTHER_KIND = "another line", "another kind"
_OWN_RULES: dict[str, Words] = {
    OTHER_LINE: phrase("another line is the difference"),
    OTHER_KIND: phrase("they are numbers of different kinds or sizes"),
}
MOST_OPEN = 300
"""The most items left open that are kept with both tables; they are those to look at first."""


@dataclass(frozen=True)
class Prepared:
    """What is stored of a report: the columns of its draft, and the rows below it."""

    draft: dict[str, Any]
    findings: list[FindingRow]
    facts: list[FactRow]
    tables: list[TableRow]


def prepare(report: Report, draft_id: int) -> Prepared:
    """Return the rows of a checked draft; the links of its findings lead into the draft's marked copy."""
    view = ReportView(report, f"/drafts/{draft_id}/document")
    found = ordered(report.found)
    findings = [
        _finding(report, shown, finding, draft_id)
        for shown, finding in zip(view.findings, found, strict=True)
    ]
    references = [each for each in report.references if not each.kind.is_of_formula]
    findings += [
        _reference(view, number, each, draft_id) for number, each in enumerate(references, len(findings) + 1)
    ]
    findings += _left_open(report, len(findings), draft_id)
    numbers = {finding.fact.index: number for number, finding in enumerate(found, 1) if finding.fact}
    maker = _FactRows(report, draft_id, numbers)
    names = fingerprints(report.document, report.facts)
    facts = [maker.row(fact, name) for fact, name in zip(report.facts, names, strict=True)]
    return Prepared(_draft(view, draft_id), findings, facts, _tables(report, draft_id))


def view_of(row: FindingRow) -> FindingView:
    """Return a stored finding in words."""
    return msgspec.json.decode(row.view, type=FindingView)


def open_of(draft: DraftRow) -> OpenFacts | None:
    """Return the facts that a checked draft left open, None where it was checked before these were kept."""
    return None if draft.left_open is None else msgspec.json.decode(draft.left_open, type=OpenFacts)


def severity_rule_of(draft: DraftRow) -> dict[str, Words]:
    """Return for each severity when a finding of a checked draft has it."""
    # The oldest drafts were stored without the bounds. They were checked with the bounds of today.
    high = draft.settings.get("high", CheckSettings.high)
    return finding_text.severity_rule(high, Decimal(draft.settings.get("tiny", CheckSettings.tiny)))


def not_checked_of(draft: DraftRow) -> list[NotChecked]:
    """Return what was not checked of a draft. The oldest drafts have only what, why and how many."""
    kept = [item | {"reason": _cause(item["reason"])} for item in draft.not_checked]
    return msgspec.convert(kept, list[NotChecked])


def remarks_of(draft: DraftRow) -> list[Words]:
    """Return the further remarks on a checked draft."""
    return msgspec.convert(draft.remarks, list[Words])


def _cause(reason: Any) -> Any:
    # Drafts that were checked before causes had codes have a clause in English.
    return msgspec.to_builtins(UncheckedReason.told(reason)) if isinstance(reason, str) else reason


def _draft(view: ReportView, draft_id: int) -> dict[str, Any]:
    report, counts = view.report, view.coverage
    left = open_facts(report, partial(_link, draft_id))
    return {
        "model": report.model,
        "settings": {
            "threshold": report.threshold,
            "high": report.high,
            "tiny": str(report.tiny),
            "cofitcheck": __version__,
        },
        "seconds": dict(report.seconds),
        "counts": {**counts.counts, "findings": counts.findings + len(view.references)},
        "worth_a_look": len(left.facts) + left.more,
        "set_aside": left.kept_apart,
        "left_open": _stored(left),
        "not_checked": [_not_checked(item) for item in counts.not_checked],
        "remarks": [_kept(remark) for remark in (*view.report.alarms, *view.remarks)],
    }


def _not_checked(item: NotChecked) -> dict[str, Any]:
    kept: dict[str, Any] = _kept(item)
    words = {name: _text(kept[name], _LONGEST_REASON) for name in ("what", "where")}
    return kept | words


def _kept(shown: Any) -> Any:
    """Return a cause or a sentence as plain data for a JSON column, in a form that every database takes."""
    return msgspec.json.decode(_stored(shown).replace(rb"\u0000", b""))


def _link(draft_id: int, mention: Mention) -> str:
    return _at(draft_id, mention.place, anchor(mention))


def _at(draft_id: int, place: Place, name: str = "") -> str:
    return f"/drafts/{draft_id}/{f'pages/{place.page}' if place.page else f'document{name}'}"


def _finding(report: Report, view: FindingView, finding: Finding, draft_id: int) -> FindingRow:
    first, second = view.mention, view.counterpart
    in_question, beside = view.numbers
    first_title = phrase("In the text") if view.sentence else first.title
    second_title = first.title if view.sentence or view.is_calculation else second.title
    words = (
        view.label,
        view.period,
        first_title,
        second_title,
        in_question,
        beside,
        first.row,
        second.row,
    )
    return FindingRow(
        draft_id=draft_id,
        number=view.number,
        fingerprint=view.fingerprint,
        severity=view.severity,
        relation=finding.relation.value,
        probability=finding.probability,
        same_fact=finding.same_fact,
        kind=finding.kind.value,
        label=_label(view.label),
        period=_label(view.period),
        first_text=_label(in_question)[:80],
        second_text=_label(beside)[:80],
        first_table=first.table,
        second_table=second.table,
        first_title=_label(first_title),
        second_title=_label(second_title),
        words=_words(words),
        view=_stored(view),
        members=to_rows(members_of(report.document, (said.mention for said in view.statements))),
        amount=None if finding.difference is None else abs(float(finding.difference)),
    )


def _reference(view: ReportView, number: int, found: ReferenceFinding, draft_id: int) -> FindingRow:
    """Return a wrong reference or title as a row, which is decided like any other finding."""
    page, element = found.place.page, found.place.element
    shown = view.reference_finding(
        number, found, _at(draft_id, found.place, f"#{reference_name(found.fingerprint)}")
    )
    said = shown.mention
    member = Member(
        mention=-1,
        place=found.fingerprint,
        value="",
        text=_text(found.words, 60),
        table=said.table,
        title=_label(said.title or said.place),
        row=_label(said.row),
        column="",
        element=element,
        page=page,
    )
    return FindingRow(
        draft_id=draft_id,
        number=number,
        fingerprint=shown.fingerprint,
        severity=shown.severity,
        relation=Relation.NOT_COMPARABLE.value,
        probability=1.0,
        same_fact=None,
        kind=shown.kind,
        label=_label(said.row),
        period="",
        first_text="",
        second_text="",
        first_table=said.table,
        second_table=said.table,
        first_title=member.title,
        second_title=_label(said.relation),
        words=_words((said.text, said.title, said.relation)),
        view=_stored(shown),
        members=to_rows([member]),
        amount=None,
    )


def _left_open(report: Report, before: int, draft_id: int) -> list[FindingRow]:
    """Return items left open as rows that are decided like findings, with the numbers after theirs."""
    first = ranked(report)[:MOST_OPEN]
    names = dict(zip(report.facts, fingerprints(report.document, report.facts), strict=True))
    view = ReportView(report, f"/drafts/{draft_id}/document")
    rows = []
    for number, each in enumerate(first, before + 1):
        left = each.left
        fact = names[left.fact] if left.fact else ""
        name = calculation_name(report.document, left.calculation) if left.calculation else fact
        if left.told:
            name = place_name(report.document.mentions[left.mention], left.told.said.words)
        finding = _as_finding(report.document, each, name)
        shown = view.finding(number, finding)
        standing = _SUM_LEFT_OPEN if left.calculation else _LEFT_OPEN
        words = replace(shown, severity_words=standing, against=_against(each, shown))
        row = _finding(report, words, finding, draft_id)
        row.standing, row.signs, row.rule = "left open", [kept(sign) for sign in each.signs], rule_of(each)
        rows.append(row)
    return rows


def rule_of(ranked: RankedItem) -> str:
    """Return the name of the rule that sets an item apart, "" where none does."""
    if not ranked.apart:
        return ""
    return OTHER_LINE if ranked.left.line is not None else ranked.left.rule or OTHER_KIND


def rule_words(rule: str) -> Words:
    """Return why a rule sets an item apart, by the name of the rule."""
    return _OWN_RULES.get(rule) or reason_of(rule)


def _as_finding(document: Document, ranked: RankedItem, fingerprint: str) -> Finding:
    left = ranked.left
    one, other = (document.mentions[each].number.value for each in (left.mention, left.counterpart))
    return Finding(
        fingerprint=fingerprint,
        fact=left.fact,
        mention=left.mention,
        counterpart=left.counterpart,
        relation=left.relation,
        slip=ranked.slip,
        difference=left.difference,
        same_fact=left.same_fact,
        # An item that a rule keeps apart is never reported, at whatever threshold.
        probability=0.0 if ranked.apart else left.probability,
        severity=Severity.MEDIUM,
        reasons=ranked.reasons,
        kind=left.kind,
        calculation=left.calculation,
        told=left.told,
        share=share_of_larger(left.difference, one, other),
    )


def _against(ranked: RankedItem, shown: FindingView) -> tuple[Words, ...]:
    if not ranked.apart:
        return shown.against
    return (*shown.against, phrase("Both numbers can be right: {reason}.", reason=ranked.apart))


@dataclass(frozen=True)
class _FactRows:
    """Makes the rows of facts; `numbers` has the number of the finding for each fact with one."""

    report: Report
    draft_id: int
    numbers: Mapping[int, int]

    def row(self, fact: FactSet, fingerprint: str) -> FactRow:
        document = self.report.document
        first = document.mentions[fact.mentions[0]]
        members = members_of(document, fact.mentions)
        finding = self.numbers.get(fact.index)
        outcome = (
            "finding" if finding else "passed" if fact.index in facts_agreeing(self.report) else "undecided"
        )
        label, period = finding_text.naming(document, fact.mentions)
        return FactRow(
            draft_id=self.draft_id,
            number=fact.index + 1,
            fingerprint=fingerprint,
            outcome=outcome,
            finding=finding,
            label=_label(label),
            period=_label(period),
            text=_label(first.text)[:80],
            tables=wording.short(", ".join(map(str, sorted({member.table for member in members}))), 120),
            statements=len(members),
            words=_words((label, period, *(f"{member.text} {member.title}" for member in members))),
            members=to_rows(members),
        )


def _tables(report: Report, draft_id: int) -> list[TableRow]:
    """Return for each table how many numbers have which outcome, and one number that a check reaches."""
    return [
        TableRow(
            draft_id=draft_id,
            number=account.table + 1,
            title=_label(wording.table_title(report.document, account.table)),
            mention=account.anchor,
            passed=account.agree,
            found=account.found,
            undecided=account.undecided,
            alone=account.unchecked,
        )
        for account in by_table(report)
    ]


def _stored(view: Any) -> bytes:
    return wording.encodable(msgspec.json.encode(view).decode("utf-8", "replace")).encode()


def _label(text: Words) -> str:
    return _text(str(text), _LONGEST_LABEL)


def _text(text: str, limit: int) -> str:
    return wording.encodable(wording.short(text, limit)).replace("\0", "")


def _words(texts: tuple[Words, ...]) -> str:
    """Return the text in which a search looks."""
    return _label(" ".join(map(str, texts))).casefold()
