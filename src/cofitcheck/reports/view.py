"""What the HTML report shows, as plain data: the template only lays it out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote

from cofitcheck import __version__
from cofitcheck.checks import Grid
from cofitcheck.checks.model import Finding, Report
from cofitcheck.document import Mention
from cofitcheck.facts import FactSet
from cofitcheck.numbers import Relation, compare
from cofitcheck.reports import telling, wording
from cofitcheck.reports.by_table import TableAccount, by_table
from cofitcheck.reports.copies import anchor
from cofitcheck.reports.coverage import AGREEING, Coverage, agrees, coverage, ordered, without_finding
from cofitcheck.reports.gaps import GapGroup, gap_groups
from cofitcheck.reports.grid import Mark, ShownTable, show_table
from cofitcheck.reports.left_open import SHOWN, OpenFacts, open_facts
from cofitcheck.reports.tape import Tape, tape_of

STACKED_COLUMNS = 4
"""Two tables stand side by side on a screen where neither shows more value columns than this."""
PAPER_COLUMNS = 3
"""The same on paper."""


@dataclass(frozen=True, slots=True)
class StatementView:
    """One mention of a fact set in words."""

    mention: int
    letter: str
    role: str
    table: int
    title: str
    titled: bool
    place: str
    row: str
    column: str
    text: str
    read_as: str
    relation: str
    agrees: bool
    link: str


@dataclass(frozen=True, slots=True)
class PanelView:
    """One table of a finding with its marked cells, and the statements of the two cells it is shown for."""

    table: int
    chapter: str
    title: str
    caption: str
    grid: ShownTable
    statements: tuple[StatementView, ...]


@dataclass(frozen=True, slots=True)
class FindingView:
    """One finding in words, with the tables it stands in."""

    number: int
    anchor: str
    severity: str
    severity_words: str
    label: str
    period: str
    mention: StatementView
    counterpart: StatementView
    relation: str
    slip: str
    difference: str
    share: str
    same_fact: str
    same_fact_words: str
    probability: str
    probability_words: str
    reasons: tuple[str, ...]
    panels: tuple[PanelView, ...]
    statements: tuple[StatementView, ...]
    stacked: bool
    tight: bool
    spelled_out: bool
    fingerprint: str
    # The views of earlier drafts were stored without these.
    details: tuple[str, ...] = ()
    right: str = ""
    probability_of: str = "That this is an error"
    kind: str = "repeat"
    tape: Tape | None = None


@dataclass(frozen=True, slots=True)
class TableView:
    """How the numbers of a table fared, with what it is called and where it stands."""

    account: TableAccount
    title: str
    place: str
    link: str


@dataclass(frozen=True, slots=True)
class FactView:
    """A fact without finding, on one line."""

    label: str
    period: str
    text: str
    tables: str
    result: str


class ReportView:
    """A report for the template; everything in words is computed as it is asked for."""

    def __init__(self, report: Report, marked_name: str | None) -> None:
        self.report = report
        self.marked_name = marked_name
        self.name = wording.short(report.document.name, 200)
        self.model = report.model or "not named"
        self.threshold = wording.percent(report.threshold)
        self.version = __version__
        self._by_table: dict[int, list[Mention]] = defaultdict(list)
        for mention in report.document.mentions:
            self._by_table[mention.table].append(mention)

    @cached_property
    def coverage(self) -> Coverage:
        """The counts of the report."""
        return coverage(self.report)

    @cached_property
    def _grid(self) -> Grid:
        return Grid(self.report.document)

    @property
    def ledger(self) -> str:
        """How many numbers were checked, and by what, in a sentence without its stop."""
        words = telling.ledger_words(self.report.ledger)
        return words[:1].upper() + words[1:]

    @property
    def checks_by_kind(self) -> list[tuple[str, int]]:
        """How many numbers each kind of check reached, in words."""
        return telling.by_kind(self.report.ledger)

    @cached_property
    def tables(self) -> list[TableView]:
        """How the numbers of each table fared."""
        document = self.report.document
        return [
            TableView(
                account,
                wording.table_title(document, account.table),
                document.tables[account.table].place.words,
                self._link(document.mentions[account.anchor]) if account.anchor is not None else "",
            )
            for account in by_table(self.report)
            if account.numbers
        ]

    @property
    def severity_rule(self) -> dict[str, str]:
        """When a finding is of which severity."""
        return telling.severity_rule(self.report.high, self.report.tiny)

    @property
    def severities(self) -> str:
        """How many findings are of which severity."""
        return wording.severities(self.coverage.severities)

    @cached_property
    def findings(self) -> list[FindingView]:
        """The findings in order of importance."""
        return [self._finding(number, found) for number, found in enumerate(ordered(self.report.findings), 1)]

    @cached_property
    def left_open(self) -> OpenFacts:
        """The facts left open, as many as a person reads."""
        return open_facts(self.report, self._link, SHOWN)

    @cached_property
    def not_checked(self) -> list[GapGroup]:
        """What was not checked, by reason."""
        return gap_groups(self.coverage.not_checked)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What else there is to say of reading and checking, less what is listed as not checked."""
        listed = {item.reason for item in self.coverage.not_checked}
        warnings = (warning for warning in self.report.document.warnings if warning not in listed)
        return (*warnings, *self.report.remarks)

    @property
    def facts(self) -> Iterator[FactView]:
        """The facts that brought no finding."""
        return (self._fact(fact) for fact in without_finding(self.report))

    def _finding(self, number: int, finding: Finding) -> FindingView:
        mentions = self.report.document.mentions
        mention, counterpart = mentions[finding.mention], mentions[finding.counterpart]
        statements = self._statements(finding)
        panels = self._panels(finding, statements)
        label, period = telling.about(self.report.document, finding)
        same_fact = finding.same_fact or 0.0
        share = wording.share_of(finding.difference, (counterpart if finding.fact else mention).number)
        return FindingView(
            number=number,
            anchor=f"f{number}",
            severity=finding.severity.value,
            severity_words=telling.what_to_do(finding, self.report.high),
            label=label,
            period=period,
            mention=statements[0],
            counterpart=statements[1],
            relation=telling.difference_kind(finding),
            slip=telling.happened(finding),
            difference=wording.difference(finding.difference, (mention.number, counterpart.number)),
            share=share,
            same_fact=wording.percent(same_fact) if finding.fact else "",
            same_fact_words=f"{wording.certainty(same_fact)}, {telling.judged(finding)}",
            probability=wording.percent(finding.probability),
            probability_words=wording.certainty(finding.probability),
            reasons=finding.reasons,
            panels=panels,
            statements=statements,
            stacked=any(panel.grid.value_columns > STACKED_COLUMNS for panel in panels),
            tight=any(panel.grid.value_columns > PAPER_COLUMNS for panel in panels),
            # "1,842" beside "1,842", or 185,144.80 beside 18.52, says nothing until the units are said.
            spelled_out=mention.number.scale != counterpart.number.scale
            or finding.relation is Relation.SCALE_DIFFERS
            or mention.text == counterpart.text,
            fingerprint=finding.fingerprint,
            details=finding.details,
            right="" if finding.right is None else "AB"[finding.right == finding.counterpart],
            probability_of=telling.probability_of(finding),
            kind=finding.kind.value,
            tape=tape_of(self.report.document, finding),
        )

    def _statements(self, finding: Finding) -> tuple[StatementView, ...]:
        """Return the fact set in words: the mention in question, its counterpart, then the others."""
        first = (finding.mention, finding.counterpart)
        others = tuple(index for index in finding.mentions if index not in first)
        return tuple(
            self._statement(finding, position, index) for position, index in enumerate((*first, *others))
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
            letter=wording.letters(position) if finding.fact else _sign(finding, index),
            role=("finding", "witness")[position] if position < 2 else "other",
            table=mention.table + 1,
            title=wording.table_title(document, mention.table),
            titled=bool(wording.whole_title(document, mention.table).strip()),
            place=wording.place(document, mention.place),
            row=wording.path_words(mention.row_path),
            column=wording.path_words(mention.column_path),
            text=wording.short(mention.text, 60),
            read_as=wording.read_as(mention.number),
            relation="the value compared with" if is_counterpart else wording.RELATION_WORDS[relation],
            agrees=is_counterpart or relation in AGREEING,
            link=self._link(mention),
        )

    def _link(self, mention: Mention) -> str:
        return f"{quote(self.marked_name)}{anchor(mention)}" if self.marked_name else ""

    def _panels(self, finding: Finding, statements: tuple[StatementView, ...]) -> tuple[PanelView, ...]:
        document = self.report.document
        order = _order(finding)
        marks = {index: Mark(said.letter, said.role) for index, said in zip(order, statements, strict=True)}
        tables = dict.fromkeys(document.mentions[index].table for index in order[:2])
        return tuple(
            PanelView(
                table=table + 1,
                chapter=wording.split_title(wording.whole_title(document, table))[0],
                title=wording.split_title(wording.whole_title(document, table))[1],
                caption=wording.short(document.tables[table].caption, 200),
                grid=show_table(document.tables[table], self._by_table[table], marks),
                statements=tuple(said for said in statements[:2] if said.table == table + 1),
            )
            for table in tables
        )

    def _fact(self, fact: FactSet) -> FactView:
        document = self.report.document
        first = document.mentions[fact.mentions[0]]
        label, period = telling.naming(document, fact.mentions)
        tables = sorted({document.mentions[index].table + 1 for index in fact.mentions})
        return FactView(
            label=label,
            period=period,
            text=wording.short(first.text, 40),
            tables=wording.short(", ".join(map(str, tables)), 80),
            result=self._result(fact),
        )

    def _result(self, fact: FactSet) -> str:
        if fact.index in self._left_open:
            return "differ: left open"
        return f"{len(fact.mentions)} agree" if agrees(self._grid, fact) else "cannot be compared"

    @cached_property
    def _left_open(self) -> set[int]:
        return {left.fact.index for left in self.report.left_open}


def _sign(finding: Finding, index: int) -> str:
    """Return the mark of a cell of a calculation: A for the one most likely wrong, their sign for others."""
    assert finding.calculation is not None
    if index == finding.mention:
        return "A"
    signs = dict(finding.calculation.addends)
    return "=" if index not in signs else "+" if signs[index] > 0 else "−"


def _order(finding: Finding) -> tuple[int, ...]:
    """Return the mentions of a finding's fact in the order of their letters."""
    first = (finding.mention, finding.counterpart)
    return (*first, *(index for index in finding.mentions if index not in first))
