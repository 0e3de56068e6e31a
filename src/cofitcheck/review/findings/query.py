"""Which findings and facts of a draft a page lists, and in which order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any
from urllib.parse import urlencode

from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlalchemy.orm import Session

from cofitcheck.review.database.models import DocumentRow, DraftRow, FactRow, FindingRow
from cofitcheck.review.decisions import UNDECIDED

LEFT_OPEN, PROMOTED = "left open", "promoted"


@dataclass(frozen=True, slots=True)
class Filter:
    """What a list of findings is narrowed to; "" and 0 narrow nothing.

    `status` is a verdict, "decided", or how a finding relates to the draft before. `least` is the least
    probability of an error in percent. `table` is the number of a table from 1, `pair` has two of them as
    "3-17". `check` is the kind of check that made the finding, `rule` the rule that sets it apart. `standing`
    is "open" for items left open, "worth" for those that are worth a look, "apart" for those that a rule sets
    apart. `sort` is "amount" for the largest differences first. `amount` is "material" for differences that
    are not below the materiality of the document.
    """

    severity: str = ""
    kind: str = ""
    status: str = ""
    table: int = 0
    least: int = 0
    assignee: str = ""
    pair: str = ""
    search: str = ""
    standing: str = ""
    sort: str = ""
    amount: str = ""
    check: str = ""
    rule: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Filter:
        """Return the filter that a page's address names; values that mean nothing are left out."""
        values: dict[str, Any] = {}
        for field in fields(cls):
            value = query.get(field.name, "").replace("\0", "").strip()[:200]
            if field.name in {"table", "least"}:
                values[field.name] = int(value) if value.isdecimal() and len(value) < 7 else 0
            else:
                values[field.name] = value
        return cls(**values)

    @property
    def address(self) -> str:
        """The filter as the query of an address, "" where it narrows nothing."""
        named = {field.name: getattr(self, field.name) for field in fields(self)}
        return urlencode({name: value for name, value in named.items() if value})

    def conditions(self, draft_id: int) -> list[ColumnElement[bool]]:
        """Return the conditions that a finding must fulfil."""
        row = FindingRow
        left_open = row.standing == LEFT_OPEN
        tests = [row.draft_id == draft_id, left_open if self.standing else ~left_open]
        if self.standing in {"worth", "apart"}:
            tests.append(row.probability > 0 if self.standing == "worth" else row.probability == 0)
        if self.check:
            tests.append(row.kind == self.check)
        if self.rule:
            tests.append(row.rule == self.rule)
        if self.amount == "material":
            tests.append(or_(row.amount.is_(None), row.amount >= _materiality(draft_id)))
        if self.severity:
            tests.append(row.severity == self.severity)
        if self.kind:
            tests.append(row.relation == self.kind)
        if self.status in {"new", "unchanged", "reopened"}:
            tests.append(row.carried == self.status)
        elif self.status:
            decided = row.verdict.not_in(UNDECIDED)
            tests.append(decided if self.status == "decided" else row.verdict == self.status)
        if self.table:
            tests.append(or_(row.first_table == self.table, row.second_table == self.table))
        if self.least:
            tests.append(row.probability >= self.least / 100)
        if self.assignee:
            tests.append(row.assignee == self.assignee)
        tests.extend(_pair(self.pair))
        tests.extend(row.words.contains(word, autoescape=True) for word in self.search.casefold().split())
        return tests


def _pair(pair: str) -> list[ColumnElement[bool]]:
    first, _, second = pair.partition("-")
    if not (first.isdecimal() and second.isdecimal()) or len(pair) > 15:
        return []
    row, one, other = FindingRow, int(first), int(second)
    straight = (row.first_table == one) & (row.second_table == other)
    return [straight | ((row.first_table == other) & (row.second_table == one))]


def findings(session: Session, draft_id: int, wanted: Filter) -> Sequence[FindingRow]:
    """Return the findings that a filter lets through, in order of importance."""
    largest = (FindingRow.amount.desc().nulls_last(),) if wanted.sort == "amount" else ()
    query = select(FindingRow).where(*wanted.conditions(draft_id)).order_by(*largest, FindingRow.number)
    return session.scalars(query).all()


def _materiality(draft_id: int) -> ColumnElement[float]:
    """Return the amount below which the differences of a draft are immaterial, 0 where nobody has set it."""
    own = select(func.coalesce(DocumentRow.materiality, 0.0)).join(
        DraftRow, DraftRow.document_id == DocumentRow.id
    )
    return own.where(DraftRow.id == draft_id).scalar_subquery()


def counts(session: Session, draft_id: int, wanted: Filter) -> dict[str, dict[str, int]]:
    """Return how many findings each choice of severity, relation, verdict, kind of check and rule shows.

    The other choices stay as they are.
    """
    choices = (
        ("severity", FindingRow.severity, replace(wanted, severity="")),
        ("kind", FindingRow.relation, replace(wanted, kind="")),
        ("status", FindingRow.verdict, replace(wanted, status="")),
        ("check", FindingRow.kind, replace(wanted, check="")),
        ("rule", FindingRow.rule, replace(wanted, rule="")),
    )
    found = {}
    for name, column, others in choices:
        tests = others.conditions(draft_id)
        grouped = session.execute(select(column, func.count()).where(*tests).group_by(column))
        found[name] = {value: count for value, count in grouped}
    return found


def neighbours(
    session: Session, finding: FindingRow, wanted: Filter
) -> tuple[int | None, int | None, int, int]:
    """Return the numbers of the finding before and after, its place in the filtered list and its length."""
    tests = wanted.conditions(finding.draft_id)
    number = FindingRow.number
    before = session.scalar(select(func.max(number)).where(*tests, number < finding.number))
    after = session.scalar(select(func.min(number)).where(*tests, number > finding.number))
    place = session.scalar(select(func.count()).where(*tests, number <= finding.number)) or 0
    return before, after, place, session.scalar(select(func.count()).where(*tests)) or 0


def next_open(session: Session, finding: FindingRow, wanted: Filter) -> int | None:
    """Return the number of the next finding without a verdict; after the last one the first ones follow."""
    tests = [*wanted.conditions(finding.draft_id), FindingRow.verdict == "open"]
    number = FindingRow.number
    after = session.scalar(select(func.min(number)).where(*tests, number > finding.number))
    return after or session.scalar(select(func.min(number)).where(*tests, number < finding.number))


def standing_of(row: FindingRow) -> str:
    """Return the `standing` of the list that a finding is in."""
    if row.standing != LEFT_OPEN:
        return ""
    return "worth" if row.probability else "apart"


def progress(session: Session, draft_id: int) -> dict[str, int]:
    """Return how many findings of a draft have which verdict."""
    reported = (FindingRow.draft_id == draft_id, FindingRow.standing != LEFT_OPEN)
    query = select(FindingRow.verdict, func.count()).where(*reported)
    return {verdict: count for verdict, count in session.execute(query.group_by(FindingRow.verdict))}


def facts(draft_id: int, outcome: str, search: str, table: int) -> Select[Any]:
    """Return the query for the facts of a draft, in document order."""
    query = select(FactRow).where(FactRow.draft_id == draft_id).order_by(FactRow.number)
    if outcome in {"passed", "finding", "undecided"}:
        query = query.where(FactRow.outcome == outcome)
    elif outcome == "ticked":
        query = query.where(FactRow.ticked_by != "")
    elif outcome == "unticked":
        query = query.where(FactRow.ticked_by == "", FactRow.outcome == "passed")
    if table:
        # `tables` is a list as text, as "3, 17, 40".
        listed = ", " + FactRow.tables + ","
        query = query.where(listed.contains(f", {table},"))
    for word in search.casefold().split():
        query = query.where(FactRow.words.contains(word, autoescape=True))
    return query
