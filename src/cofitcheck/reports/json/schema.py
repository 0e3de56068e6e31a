"""The published form of a report as JSON: what `to_json` writes and `docs/report-schema.json` describes."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from cofitcheck.reports.json.text_records import DecimalText, TextRecord, ToldRecord

SCHEMA_VERSION = 8
"""Raised by one whenever a reader of the older form would misread the new one."""

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


class AddendRecord(Struct, frozen=True):
    """A number that a calculation adds up, by its index, with its sign (1 or -1)."""

    mention: int
    sign: int


class CalculationRecord(Struct, frozen=True, kw_only=True):
    """A calculation that does not come out as stated.

    `total` is the mention that states it, `addends` are added up. `stated`, `computed` and `tolerance` (what
    rounding allows) are in base units. `across` tells that it runs along a row. `kept` other columns (or
    rows) keep the same calculation, `broken` do not, this one among them. `way` is "sum"; or "change" (the
    first addend less the second, in per cent of the second), "share" or "ratio" (the first over the second).
    """

    total: int
    addends: tuple[AddendRecord, ...]
    stated: DecimalText
    computed: DecimalText
    tolerance: DecimalText
    across: bool
    kept: int
    broken: int
    way: str


class ReasonRecord(Struct, frozen=True):
    """A reason for or against a finding.

    It has its code, the values that its sentence names, whether it speaks against the finding, and the
    sentence in English. In sentences A is `mention` and B is `counterpart`.
    """

    code: str
    values: dict[str, str]
    against: bool
    sentence: str


class FindingRecord(Struct, frozen=True, kw_only=True):
    """A contradiction: a fact stated with different values, or numbers that do not come to what is stated.

    `kind` is "repeat", "sum", "roll_forward", "identity", "derived" or "text". Of a repeated fact `mention`
    stands against the others, `counterpart` is the best witness against it, and `mentions` is the whole fact
    set; all are indices.
    `difference` is mention minus counterpart in base units, null where they cannot be subtracted. Where the
    tables only show the sign differently, it is the difference of the amounts. `stated` is the number in
    question as it is printed in its cell or its sentence, and `compared_with` what it is compared with, as it
    would be printed there. `same_fact` is judged in the light of the whole document, `by_words` without it.
    `judged` says from what: "without values", "with sums", "by caption" where label, period and unit are the
    same, or "over a third" cell of the fact. `facets` has an agreement for each facet.
    `right` is the index of the one of the two that sums speak for. `explanation` says which other figure of
    their rows or columns one of the two equals; it is null where there is none. `reasons` speak for and
    against the finding; `details` are the model's figures.
    Of a `calculation`, `mention` is the cell most likely wrong, and `counterpart` is its total or, where the
    total is wrong, its last part. `mended` is what the cell would have to state, in base units. `fact`,
    `same_fact` and `judged` are null. A repeated fact has a calculation where one of its two numbers breaks a
    sum too.
    Of a sentence `told` has the number. `mention` and `counterpart` are the first and the last cell with
    which it is compared, and `difference` is its difference from what these come to.
    """

    fingerprint: str
    kind: str
    severity: str
    probability: Probability
    same_fact: Probability | None
    judged: str | None
    by_words: Probability | None
    facets: dict[str, Probability]
    relation: str
    slip: str
    difference: DecimalText | None
    stated: str
    compared_with: str
    fact: int | None
    mention: int
    counterpart: int
    mentions: tuple[int, ...]
    right: int | None
    explanation: ReasonRecord | None
    calculation: CalculationRecord | None
    told: ToldRecord | None
    mended: DecimalText | None
    reasons: tuple[ReasonRecord, ...]
    details: tuple[ReasonRecord, ...]


class LeftOpenRecord(Struct, frozen=True, kw_only=True):
    """An item left open: its numbers do not agree, but this is probably no error. It is no finding.

    It is a fact that is likelier two facts than one stated wrongly, a calculation that is likelier no sum
    than a wrong one, or a number in running text (`told`) that is likelier of something else than wrong.

    `probability` that it is an error is below the threshold, or `two_facts` is true: both numbers fit where
    they stand, and no threshold makes a finding of it. `rule` then names the rule that says so, and is ""
    elsewhere; `line` is the mention of another line that is the difference, if one is. `worth_a_look` is true
    where no rule speaks, the probability is .05 or more, and the numbers are of one kind and size. The other
    fields are as in a finding.
    """

    kind: str
    fact: int | None
    mention: int
    counterpart: int
    relation: str
    difference: DecimalText | None
    same_fact: Probability | None
    probability: Probability
    two_facts: bool
    rule: str
    line: int | None
    worth_a_look: bool
    calculation: CalculationRecord | None
    told: ToldRecord | None = None


class NotCheckedRecord(Struct, frozen=True, kw_only=True):
    """Something that was not checked, and why.

    `reason` is a clause in English; `code` names its cause, the first where there are several.
    `gap` is "not read", "not compared", "left open" or "no check". `count` counts numbers where `numbers`
    is true, other things elsewhere; of a table `among` is how many numbers it has, 0 where that is not known.
    `page` counts from 1, 0 where there are no pages; `label` is what the format calls the place.
    """

    what: str
    reason: str
    code: str
    count: int
    element: int | None
    gap: str
    numbers: bool
    among: int
    page: int
    label: str


class SummaryRecord(Struct, frozen=True, kw_only=True):
    """The counts, which add up.

    `mentions` are numbers of tables: `checked` ones, which some check confirms or contradicts (see `ledger`),
    and `unchecked` ones; of the latter `unreached` are in no check at all, the others left open. `facts` are
    those that `passed`, those `contradicted` by a finding, and `undecided` ones: those `left_open` and those
    `not_comparable`. `not_checked` is `unreached`, `missed` (numbers, tables, pages and facts that could not
    be read or compared) and `left_open` together.
    """

    tables: int
    mentions: int
    compared_mentions: int
    facts: int
    passed: int
    undecided: int
    contradicted: int
    not_comparable: int
    findings: int
    high: int
    medium: int
    notice: int
    not_checked: int
    checked: int
    unchecked: int
    unreached: int
    missed: int
    left_open: int


class CheckRecord(Struct, frozen=True):
    """One check of a number: `kind` is "repeat", "sum", "cross_sum", "roll_forward", "derived" or "text",
    `outcome` "agrees", "contradicted" or "left open", `others` the ids of the others that take part."""

    kind: str
    outcome: str
    others: tuple[int, ...]


class CheckedRecord(Struct, frozen=True, kw_only=True):
    """A number by its id (the `index` of its mention), and what checked it."""

    id: int
    checks: tuple[CheckRecord, ...]


class LedgerRecord(Struct, frozen=True, kw_only=True):
    """What checked the numbers of the tables: of `numbers`, `checked` are confirmed or contradicted.

    `by_kind` counts them by kind of check; a number may be under several. `mentions` has every number that
    some check reaches.
    """

    numbers: int
    checked: int
    unchecked: int
    by_kind: dict[str, int]
    mentions: tuple[CheckedRecord, ...]


class ReferenceRecord(Struct, frozen=True, kw_only=True):
    """Words that name another note (`kind` "note") or another item ("item") than they mean, or other years
    than the columns below them ("years"); a label that one word turns into its opposite ("sense"), or a wrong
    unit or currency over a table ("unit").

    `table` is the table that they are in or lead to, null where there is none; `element`, `page`, `box`,
    `file` and `label` say where the words stand, as of a number in a table.
    """

    fingerprint: str
    kind: str
    words: str
    reason: ReasonRecord
    table: int | None
    element: int
    page: int
    box: tuple[float, float, float, float] | None
    file: str
    label: str


class SetAsideRecord(Struct, frozen=True, kw_only=True):
    """A finding or a wrong reference that the user chose not to be told; the other of the two is null.

    `why` is "not selected", "baseline" or "immaterial". `by` says in English who set it aside, when and for
    which reason, or what is material.
    """

    why: str
    by: str
    finding: FindingRecord | None
    reference: ReferenceRecord | None


class ReportRecord(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The report on one document. It has no date and no duration, so that the same version gives the same
    bytes for the same document.

    `mentions` has every number of the tables once, `text.mentions` every number in running text. All else
    names them by their `index` and `id`.

    `set_aside` has the findings that the user chose not to be told; it is absent where there is none.

    `method` names the whole system: "default", "words" (each pair alone), "cascade" (trees, then a language
    model) or "paper". `model` names its trained parts.
    """

    schema_version: int
    cofitcheck: str
    document: str
    model: str
    method: str
    threshold: Probability
    summary: SummaryRecord
    mentions: tuple[MentionRecord, ...]
    ledger: LedgerRecord
    text: TextRecord
    findings: tuple[FindingRecord, ...]
    references: tuple[ReferenceRecord, ...]
    left_open: tuple[LeftOpenRecord, ...]
    facts: tuple[FactRecord, ...]
    not_checked: tuple[NotCheckedRecord, ...]
    warnings: tuple[str, ...]
    remarks: tuple[str, ...]
    set_aside: tuple[SetAsideRecord, ...] = ()


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) that every report written by `to_json` keeps."""
    schema = msgspec.json.schema(ReportRecord)
    draft = "https://json-schema.org/draft/2020-12/schema"
    whole = {"$schema": draft, "title": "cofitcheck report", "version": SCHEMA_VERSION, **schema}
    return msgspec.json.decode(msgspec.json.encode(whole), type=dict[str, Any])
