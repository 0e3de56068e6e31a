"""The published form of a report as JSON: what `to_json` writes and `docs/report-schema.json` describes."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

SCHEMA_VERSION = 2
"""Raised by one whenever a reader of the older form would misread the new one."""

DecimalText = Annotated[str, Meta(pattern=r"^-?[0-9]+(\.[0-9]+)?$", description="A decimal number, in full")]
Probability = Annotated[float, Meta(ge=0, le=1)]


class MentionRecord(Struct, frozen=True, kw_only=True):
    """A number in a table cell. Rows, columns and tables count from 0.

    `value` is in base units (dollars, not millions), null for the blanks that `kind` names; `precision` is
    the exponent of the last stated digit. `element` counts the elements of the source's HTML tree. In a PDF
    `page` counts from 1 and `box` is left, top, right and bottom of the cell in points from the top left
    corner of the page; elsewhere they are 0 and null. `file` is the file that the cell stands in, of a report
    of several; `label` is what the format calls the cell ("Balance!C7"), `stored` the full value of a cell
    that shows another; both are "" elsewhere.
    """

    index: int
    table: int
    table_title: str
    row: int
    column: int
    row_path: tuple[str, ...]
    column_path: tuple[str, ...]
    text: str
    kind: str
    value: DecimalText | None
    precision: int
    measure: str
    currency: str
    element: int
    page: int
    box: tuple[float, float, float, float] | None
    file: str
    label: str
    stored: str


class FactRecord(Struct, frozen=True, kw_only=True):
    """A fact that the document states more than once, by the indices of its mentions.

    `outcome` is "passed", "finding" or "undecided".
    """

    index: int
    outcome: str
    mentions: tuple[int, ...]


class FindingRecord(Struct, frozen=True, kw_only=True):
    """A fact stated with different values.

    `mention` stands against the others, `counterpart` is the best witness against it.
    `difference` is mention minus counterpart in base units, of the amounts where the tables only show the
    sign differently. `mentions` is the whole fact set. `same_fact` is judged in the light of the whole
    document, `by_words` without; `judged` says from what: "without values", "with sums", or "over a third"
    cell of the fact. `facets` has an agreement for each facet.
    `right` is the index of the one of the two that sums speak for. `explanation` says which other figure of
    their rows or columns one of the two equals. `reasons` call `mention` A and `counterpart` B; `details`
    are the model's figures in words.
    """

    fingerprint: str
    severity: str
    probability: Probability
    same_fact: Probability
    judged: str
    by_words: Probability | None
    facets: dict[str, Probability]
    relation: str
    slip: str
    difference: DecimalText | None
    fact: int
    mention: MentionRecord
    counterpart: MentionRecord
    mentions: tuple[MentionRecord, ...]
    right: int | None
    explanation: str
    reasons: tuple[str, ...]
    details: tuple[str, ...]


class LeftOpenRecord(Struct, frozen=True, kw_only=True):
    """A fact whose numbers differ, and that is likelier two facts than one stated wrongly: no finding.

    `probability` that it is one stated wrongly is below the threshold, or `two_facts` is true: both numbers
    fit where they stand, and no threshold makes a finding of it. The other fields are as in a finding.
    """

    fact: int
    mention: MentionRecord
    counterpart: MentionRecord
    relation: str
    difference: DecimalText | None
    same_fact: Probability
    probability: Probability
    two_facts: bool


class NotCheckedRecord(Struct, frozen=True, kw_only=True):
    """Something that was not checked, and why.

    `gap` is "not read", "not compared", "left open" or "stated once". `count` counts numbers where `numbers`
    is true, other things elsewhere; of a table `among` is how many numbers it has, 0 where that is not known.
    `page` counts from 1, 0 where there are no pages; `label` is what the format calls the place.
    """

    what: str
    reason: str
    count: int
    element: int | None
    gap: str
    numbers: bool
    among: int
    page: int
    label: str


class SummaryRecord(Struct, frozen=True, kw_only=True):
    """The counts; `undecided` facts neither passed nor brought a finding.

    `not_checked` is `stated_once` (numbers with nothing to compare), `missed` (numbers, tables, pages and
    facts that could not be read or compared) and `left_open` (facts, among the undecided) together.
    """

    tables: int
    mentions: int
    compared_mentions: int
    facts: int
    passed: int
    undecided: int
    findings: int
    high: int
    medium: int
    notice: int
    not_checked: int
    stated_once: int
    missed: int
    left_open: int


class ReportRecord(Struct, frozen=True, kw_only=True):
    """What checking one document brought: the same bytes whenever the same version checks the same
    document, so no date and no duration.

    `method` names the whole system: "default", "words" (each pair alone), "cascade" (trees, then a language
    model) or "paper"; `model` its trained parts.
    """

    schema_version: int
    cofitcheck: str
    document: str
    model: str
    method: str
    threshold: Probability
    summary: SummaryRecord
    findings: tuple[FindingRecord, ...]
    left_open: tuple[LeftOpenRecord, ...]
    facts: tuple[FactRecord, ...]
    not_checked: tuple[NotCheckedRecord, ...]
    warnings: tuple[str, ...]
    remarks: tuple[str, ...]


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) that every report written by `to_json` keeps."""
    schema = msgspec.json.schema(ReportRecord)
    draft = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": draft, "title": "cofitcheck report", "version": SCHEMA_VERSION, **schema}
