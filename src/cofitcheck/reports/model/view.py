"""What the HTML report shows, as plain data. The template only lays it out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote

from cofitcheck import __version__
from cofitcheck.checks.model import Finding, ReferenceFinding, Severity
from cofitcheck.document import Mention
from cofitcheck.facts import FactSet
from cofitcheck.numbers import Relation, compare
from cofitcheck.reports.model import finding_text, wording
from cofitcheck.reports.model.coverage import (
    AGREEING,
    Coverage,
    TableAccount,
    by_table,
    coverage,
    facts_agreeing,
    ordered,
    without_finding,
)
from cofitcheck.reports.model.excerpts import sentence_of, tape_of
from cofitcheck.reports.model.finding_text import what
from cofitcheck.reports.model.finding_view import FindingView, PanelView, StatementView
from cofitcheck.reports.model.gaps import GapGroup, gap_groups
from cofitcheck.reports.model.grid import CellMark, show_table
from cofitcheck.reports.model.left_open import OpenFacts, open_facts
from cofitcheck.reports.model.marks import anchor, text_anchor
from cofitcheck.reports.model.measured import Measured, measured_for
from cofitcheck.reports.model.report import REFERENCE, Report
from cofitcheck.reports.model.wording import look_of
from cofitcheck.reports.words import Words, listed, phrase, render_unchecked
from cofitcheck.reports.words.findings import ASIDE, JUDGED, RELATIONS, SEVERITIES, certainty
from cofitcheck.reports.words.reasons import render_reason

STACKED_COLUMNS = 4
"""Two tables stand side by side on a screen where neither shows more value columns than this."""
PAPER_COLUMNS = 3
"""The same as `STACKED_COLUMNS`, on paper."""


@dataclass(frozen=True, slots=True)
class TableView:
    """How many numbers of a table have which outcome, with the title and the place of the table."""

    account: TableAccount
    title: Words
    place: Words
    link: str


@dataclass(frozen=True, slots=True)
class FactView:
    """A fact without a finding, on one line."""

    label: Words
    period: str
    text: str
    tables: str
    result: Words


@dataclass(frozen=True, slots=True)
class SetAsideView:
    """A finding that is set aside: its severity, what it says, and why it is set aside."""

    severity: Words
    said: Words
    why: Words
    fingerprint: str


@dataclass(frozen=True, slots=True)
class ReferenceView:
    """Words that name another note or other years: what they say, where, and what is right."""

    words: str
    where: Words
    reason: Words
    fingerprint: str


class ReportView:
    """A report for the template. Texts are made when the template asks for them."""

    def __init__(self, report: Report, marked_name: str | None) -> None:
        self.report = report
        self.marked_name = marked_name
        self.name = wording.short(report.document.name, 200)
        self.model: Words = report.model or phrase("not named")
        self.threshold = wording.percent(report.threshold)
        self.version = __version__
        self._by_table: dict[int, list[Mention]] = defaultdict(list)
        for mention in report.document.mentions:
            self._by_table[mention.table].append(mention)

    @cached_property
    def coverage(self) -> Coverage:
        """The counts of the report."""
        return coverage(self.report)

    @property
    def ledger(self) -> Words:
        """How many numbers were checked, and by what, in a sentence without a full stop."""
        return finding_text.ledger_words(self.report.ledger)

    @property
    def checks_by_kind(self) -> list[tuple[Words, int]]:
        """How many numbers each kind of check reached, in words."""
        return finding_text.by_kind(self.report.ledger)

    @cached_property
    def tables(self) -> list[TableView]:
        """How many numbers of each table have which outcome."""
        document = self.report.document
        return [
            TableView(
                account,
                wording.table_title(document, account.table),
                wording.place_words(document.tables[account.table].place),
                self._link(document.mentions[account.anchor]) if account.anchor is not None else "",
            )
            for account in by_table(self.report)
            if account.numbers
        ]

    @property
    def severity_rule(self) -> dict[str, Words]:
        """For each severity, when a finding has it."""
        return finding_text.severity_rule(self.report.high, self.report.tiny)

    @property
    def measured(self) -> Measured:
        """What findings on documents of this kind were worth."""
        return measured_for(self.report.document)

    @property
    def severities(self) -> Words:
        """How many findings are of which severity."""
        return wording.severities(self.coverage.severities)

    @cached_property
    def findings(self) -> list[FindingView]:
        """The findings in order of importance."""
        return [self.finding(number, found) for number, found in enumerate(ordered(self.report.found), 1)]

    @property
    def references(self) -> list[ReferenceView]:
        """The notes and years that are named wrongly, in document order."""
        return [self._reference(each) for each in self.report.references if not each.kind.is_of_formula]

    @property
    def formulas(self) -> list[ReferenceView]:
        """The formulas of a workbook that need a look, in document order."""
        return [self._reference(each) for each in self.report.references if each.kind.is_of_formula]

    @property
    def set_aside(self) -> list[SetAsideView]:
        """The findings that the user chose not to be told, the weightiest first, then wrong references."""
        why = {
            id(each.finding): listed(filter(None, (ASIDE[each.why], each.by)))
            for each in self.report.set_aside
        }
        found = [each.finding for each in self.report.set_aside]
        findings = ordered([each for each in found if isinstance(each, Finding)])
        references = [each for each in found if isinstance(each, ReferenceFinding)]
        ranked: tuple[Finding | ReferenceFinding, ...] = (*findings, *references)
        return [self._set_aside(each, why[id(each)]) for each in ranked]

    def _set_aside(self, found: Finding | ReferenceFinding, why: Words) -> SetAsideView:
        if isinstance(found, ReferenceFinding):
            reference = self._reference(found)
            said = phrase("{label}: {reason}", label=reference.words, reason=reference.reason)
            return SetAsideView(SEVERITIES[Severity.MEDIUM], said, why, found.fingerprint)
        label = finding_text.about(self.report.document, found)[0]
        said = phrase("{label}: {reason}", label=label, reason=what(self.report.document, found))
        return SetAsideView(SEVERITIES[found.severity], said, why, found.fingerprint)

    def _reference(self, found: ReferenceFinding) -> ReferenceView:
        document = self.report.document
        where = wording.place(document, found.place)
        title = wording.table_title(document, found.table) if found.table >= 0 else ""
        return ReferenceView(
            words=wording.short(found.words, 300),
            where=listed(filter(None, (title, where))),
            reason=render_reason(found.reason),
            fingerprint=found.fingerprint,
        )

    def reference_finding(self, number: int, found: ReferenceFinding, link: str) -> FindingView:
        """Return a wrong reference or title as a finding under a number, with the link to where it stands."""
        shown = self._reference(found)
        label = wording.short(found.words, 120)
        said = StatementView(
            mention=-1,
            letter="A",
            role="finding",
            table=found.table + 1,
            title=wording.table_title(self.report.document, found.table) if found.table >= 0 else "",
            titled=found.table >= 0,
            place=shown.where,
            row=label,
            column="",
            text=shown.words,
            read_as="",
            relation=shown.reason,
            agrees=False,
            link=link,
        )
        return FindingView(
            number=number,
            anchor=f"f{number}",
            severity=Severity.MEDIUM.value,
            severity_words=SEVERITIES[Severity.MEDIUM],
            label=label,
            period="",
            mention=said,
            counterpart=said,
            relation="",
            slip="",
            difference="",
            share="",
            same_fact="",
            same_fact_words="",
            probability="",
            probability_words="",
            reasons=(shown.reason,),
            panels=(),
            statements=(said,),
            stacked=False,
            tight=False,
            spelled_out=False,
            fingerprint=found.fingerprint,
            kind=REFERENCE,
        )

    @cached_property
    def left_open(self) -> OpenFacts:
        """The items left open, no more than are listed on a page."""
        return open_facts(self.report, self._link)

    @cached_property
    def not_checked(self) -> list[GapGroup]:
        """What was not checked, by reason."""
        return gap_groups(self.coverage.not_checked)

    @property
    def remarks(self) -> tuple[Words, ...]:
        """Further remarks on reading and checking, without those that are listed as not checked."""
        listed = {item.reason for item in self.coverage.not_checked}
        warnings = (
            render_unchecked(warning) for warning in self.report.document.warnings if warning not in listed
        )
        return (*warnings, *self.report.remarks)

    @property
    def facts(self) -> Iterator[FactView]:
        """The facts without a finding."""
        return (self._fact(fact) for fact in without_finding(self.report))

    def finding(self, number: int, finding: Finding) -> FindingView:
        """Return a finding in words, under a number."""
        mentions = self.report.document.mentions
        mention, counterpart = mentions[finding.mention], mentions[finding.counterpart]
        statements = self._statements(finding)
        panels = self._panels(finding, statements)
        label, period = finding_text.about(self.report.document, finding)
        same_fact = finding.same_fact or 0.0
        return FindingView(
            number=number,
            anchor=f"f{number}",
            severity=finding.severity.value,
            severity_words=finding_text.assessment(finding, self.report.high),
            label=label,
            period=period,
            mention=statements[0],
            counterpart=statements[min(1, len(statements) - 1)],
            relation=finding_text.difference_kind(finding),
            slip=finding_text.likely_cause(finding),
            difference=finding_text.off_by(self.report.document, finding),
            share=finding_text.share(self.report.document, finding),
            same_fact=wording.percent(same_fact) if finding.fact else "",
            same_fact_words=listed((certainty(same_fact), JUDGED[finding.judged])),
            probability=wording.percent(finding.probability),
            probability_words=certainty(finding.probability),
            reasons=tuple(render_reason(each) for each in finding.reasons if not each.against),
            against=tuple(render_reason(each) for each in finding.reasons if each.against),
            panels=panels,
            statements=statements,
            stacked=any(panel.grid.value_columns > STACKED_COLUMNS for panel in panels),
            tight=any(panel.grid.value_columns > PAPER_COLUMNS for panel in panels),
            # "1,842" beside "1,842", or 185,144.80 beside 18.52, needs its units to be understood.
            spelled_out=mention.number.scale != counterpart.number.scale
            or finding.relation is Relation.SCALE_DIFFERS
            or mention.text == counterpart.text,
            fingerprint=finding.fingerprint,
            details=tuple(map(render_reason, finding.details)),
            right="" if finding.right is None else "AB"[finding.right == finding.counterpart],
            probability_of=finding_text.probability_of(finding),
            kind=finding.kind.value,
            tape=tape_of(self.report.document, finding),
            sentence=sentence_of(self.report.document, finding, self._text_link(finding)),
        )

    def _statements(self, finding: Finding) -> tuple[StatementView, ...]:
        """Return the fact set in words: the mention in question, its counterpart, then the others."""
        return tuple(
            self._statement(finding, position, index) for position, index in enumerate(_order(finding))
        )

    def _statement(self, finding: Finding, position: int, index: int) -> StatementView:
        document = self.report.document
        mention = document.mentions[index]
        relation = compare(mention.number, document.mentions[finding.counterpart].number).relation
        is_counterpart = index == finding.counterpart
        if index == finding.mention:
            relation = finding.relation
        return StatementView(
            mention=index,
            letter=_letter(finding, position, index),
            role=_role(finding, position),
            table=mention.table + 1,
            title=wording.table_title(document, mention.table),
            titled=bool(wording.whole_title(document, mention.table).strip()),
            place=wording.place(document, mention.place),
            row=wording.path_words(mention.row_path),
            column=wording.path_words(mention.column_path),
            text=wording.short(mention.text, 60),
            read_as=wording.read_as(mention.number, look_of(document, (index, *finding.mentions))),
            relation=phrase("the number compared with") if is_counterpart else RELATIONS[relation],
            agrees=is_counterpart or relation in AGREEING,
            link=self._link(mention),
        )

    def _link(self, mention: Mention) -> str:
        return f"{quote(self.marked_name)}{anchor(mention)}" if self.marked_name else ""

    def _text_link(self, finding: Finding) -> str:
        if finding.told is None or not self.marked_name:
            return ""
        return f"{quote(self.marked_name)}{text_anchor(self.report, finding.told.said)}"

    def _panels(self, finding: Finding, statements: tuple[StatementView, ...]) -> tuple[PanelView, ...]:
        document = self.report.document
        order = _order(finding)
        marks = {
            index: CellMark(each.letter, each.role) for index, each in zip(order, statements, strict=True)
        }
        tables = dict.fromkeys(document.mentions[index].table for index in order[:2])
        return tuple(
            PanelView(
                table=table + 1,
                chapter=wording.split_title(wording.whole_title(document, table))[0],
                title=wording.split_title(wording.whole_title(document, table))[1],
                caption=wording.short(document.tables[table].caption, 200),
                grid=show_table(document.tables[table], self._by_table[table], marks),
                statements=tuple(each for each in statements[:2] if each.table == table + 1),
            )
            for table in tables
        )

    def _fact(self, fact: FactSet) -> FactView:
        document = self.report.document
        first = document.mentions[fact.mentions[0]]
        label, period = finding_text.naming(document, fact.mentions)
        tables = sorted({document.mentions[index].table + 1 for index in fact.mentions})
        return FactView(
            label=label,
            period=period,
            text=wording.short(first.text, 40),
            tables=wording.short(", ".join(map(str, tables)), 80),
            result=self._result(fact),
        )

    def _result(self, fact: FactSet) -> Words:
        if fact.index in self._left_open:
            return phrase("differ: left open")
        if fact.index in facts_agreeing(self.report):
            return phrase("{n} agree", n=len(fact.mentions))
        return phrase("cannot be compared")

    @cached_property
    def _left_open(self) -> set[int]:
        return {left.fact.index for left in self.report.kept_open if left.fact}


def _letter(finding: Finding, position: int, index: int) -> str:
    """Return the mark of a cell of a finding.

    A cell of a fact has the letter of its position. In a calculation the number most likely wrong has A, and
    the others have their sign. Where a sentence is compared with cells, A is the sentence.
    """
    if finding.told is not None:
        return wording.letters(position + 1)
    if finding.calculation is None or finding.fact is not None:
        return wording.letters(position)
    if index == finding.mention:
        return "A"
    signs = dict(finding.calculation.addends)
    return "=" if index not in signs else "+" if signs[index] > 0 else "−"


def _role(finding: Finding, position: int) -> str:
    if finding.told is not None:
        return "witness"
    return ("finding", "witness")[position] if position < 2 else "other"


def _order(finding: Finding) -> tuple[int, ...]:
    """Return the mentions of a finding in the order of their letters."""
    return tuple(dict.fromkeys((finding.mention, finding.counterpart, *finding.mentions)))
