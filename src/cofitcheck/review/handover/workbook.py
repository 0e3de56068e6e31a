"""The review as an Excel workbook: for the file, and for people who do not open the page."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from io import BytesIO
from itertools import chain
from typing import Any
from urllib.parse import quote

from openpyxl import Workbook
from openpyxl.cell import Cell, MergedCell
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from cofitcheck.numbers import Relation
from cofitcheck.reports.copies import MARKED
from cofitcheck.reports.files import file_stem
from cofitcheck.reports.wording import RELATION_WORDS
from cofitcheck.review.database.models import DraftRow, EventRow, FindingRow
from cofitcheck.review.decisions.carry import GONE_WORDS
from cofitcheck.review.decisions.verdicts import VERDICT_WORDS, Verdict
from cofitcheck.review.findings.prepare import open_of, view_of
from cofitcheck.review.handover.reviewed import Reviewed

_HEAD = Font(bold=True)
_LINK = Font(color="1C4F8A", underline="single")
_WRAP = Alignment(vertical="top", wrap_text=True)
_LONGEST_CELL = 32_000
"""Excel takes 32,767 characters in a cell."""
# What XML cannot carry, or only as a character reference that Excel takes for damage.
_UNWRITABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True)
class Link:
    """A text that leads somewhere."""

    text: str
    address: str


def workbook(reviewed: Reviewed, base: str) -> bytes:
    """Return the workbook (xlsx): summary, findings, all facts, not checked, and the audit trail.

    Its links lead to the server at the address `base`, and into the marked copy where that lies beside it.
    """
    address = f"{base.rstrip('/')}/drafts/{reviewed.draft.id}"
    book = Workbook()
    first = book.active
    assert isinstance(first, Worksheet)
    first.title = "Summary"
    _fill(first, (30, 60), None, _summary(reviewed, address))
    sheets: tuple[tuple[str, tuple[int, ...], tuple[str, ...], Iterable[Sequence[Any]]], ...] = (
        ("Findings", _FINDING_WIDTHS, _FINDING_HEADS, _findings(reviewed, address)),
        ("Left open", _OPEN_WIDTHS, _OPEN_HEADS, _left_open(reviewed.draft)),
        ("All facts", _FACT_WIDTHS, _FACT_HEADS, _facts(reviewed)),
        ("Not checked", (60, 70, 10), ("What", "Why", "Count"), _not_checked(reviewed.draft)),
        ("Audit trail", _EVENT_WIDTHS, _EVENT_HEADS, map(_event, reviewed.events)),
    )
    for name, widths, heads, rows in sheets:
        _fill(book.create_sheet(name), widths, heads, rows)
    if reviewed.draft.number > 1:
        heads = ("What is stated", "Period", "Stood out", "Against", "Severity", "Verdict", "Reason", "Now")
        _fill(
            book.create_sheet("Gone since last draft"),
            (40, 30, 14, 14, 10, 20, 40, 50),
            heads,
            _gone(reviewed.draft),
        )
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def _fill(
    sheet: Worksheet, widths: Sequence[int], heads: Sequence[str] | None, rows: Iterable[Sequence[Any]]
) -> None:
    for column, width in enumerate(widths, 1):
        sheet.column_dimensions[get_column_letter(column)].width = width
    start = 1
    if heads:
        for column, head in enumerate(heads, 1):
            _write(sheet.cell(1, column), head).font = _HEAD
        sheet.freeze_panes = "A2"
        start = 2
    last = start
    for last, row in enumerate(rows, start):
        for column, value in enumerate(row, 1):
            _write(sheet.cell(last, column), value)
    if heads:
        sheet.auto_filter.ref = f"A1:{get_column_letter(len(heads))}{last}"


def _write(cell: Cell | MergedCell, value: Any) -> Cell:
    """Write a value; text is always text, whatever it begins with, so that no cell of a document computes."""
    assert isinstance(cell, Cell)
    if isinstance(value, Link):
        cell.hyperlink = value.address
        value = value.text
        cell.font = _LINK
    if isinstance(value, datetime.datetime):
        value = f"{value:%Y-%m-%d %H:%M:%S} UTC"
    if isinstance(value, str):
        cell.value = _UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", value)[:_LONGEST_CELL]
        cell.data_type = "s"
    else:
        cell.value = value
    cell.alignment = _WRAP
    return cell


def _summary(reviewed: Reviewed, address: str) -> Iterable[Sequence[Any]]:
    draft, counts = reviewed.draft, reviewed.draft.counts
    yield "Document", draft.document.name
    yield "Draft", draft.number
    yield "File", draft.file_name
    yield "SHA-256 of the file", draft.sha256
    yield "Uploaded", f"{draft.uploaded:%Y-%m-%d %H:%M} UTC by {draft.uploaded_by}"
    yield "Checked", draft.checked
    yield "Model", draft.model
    yield "Reported from a probability of", draft.settings.get("threshold")
    yield "Page", Link(address, address)
    yield ()
    yield "Tables read", counts["tables"]
    yield "Numbers in them", counts["mentions"]
    yield "Numbers compared with another", counts["compared_mentions"]
    yield "Facts stated more than once", counts["facts"]
    yield "of them passed", counts["passed"]
    yield "of them left undecided", counts["undecided"]
    yield "of them left open", counts.get("left_open")
    yield "Items not checked", counts["not_checked"]
    yield "Findings", counts["findings"]
    for verdict in Verdict:
        yield VERDICT_WORDS[verdict], sum(row.verdict == verdict for row in reviewed.findings)
    yield "Facts ticked off", sum(bool(row.ticked_by) for row in reviewed.facts)


_FINDING_HEADS = (
    "No.", "Severity", "What is stated", "Period", "A stands out", "A is read as", "A: table", "A: row",
    "A: column", "B against it", "B is read as", "B: table", "B: row", "B: column", "Relation", "Difference",
    "What may have happened", "Error", "Same fact", "Why one fact", "Verdict", "Reason", "Decided by",
    "Decided", "Assigned to", "Notes", "Since the last draft", "On the page", "In the marked copy",
    "Reference",
)  # fmt: skip
_FINDING_WIDTHS = (
    6, 10, 34, 26, 14, 22, 28, 34, 26, 14, 22, 28, 34, 26, 20, 20, 26, 8, 8, 50, 20, 34, 16, 22, 16, 40, 30,
    14, 18, 20,
)  # fmt: skip


def _findings(reviewed: Reviewed, address: str) -> Iterable[Sequence[Any]]:
    copy = reviewed.draft.copy and file_stem(reviewed.draft.file_name) + MARKED + reviewed.draft.copy
    for row in reviewed.findings:
        view = view_of(row)
        first, second = view.mention, view.counterpart
        yield (
            row.number, row.severity, view.label, view.period, first.text, first.read_as,
            f"{first.title} ({first.table})", first.row, first.column, second.text, second.read_as,
            f"{second.title} ({second.table})", second.row, second.column,
            RELATION_WORDS[Relation(row.relation)], view.difference, view.slip or "no slip was recognised",
            _share(row.probability), _share(row.same_fact), "\n".join(view.reasons),
            VERDICT_WORDS[Verdict(row.verdict)], row.reason, row.decided_by, row.decided, row.assignee,
            "\n".join(f"{note.last.who}: {note.last.text}" for note in reviewed.notes[row.id]),
            _since(reviewed.draft, row),
            Link(f"Finding {row.number}", f"{address}/findings/{row.number}"),
            Link("Cell A", f"{quote(copy)}#{first.link.partition('#')[2]}") if copy else "",
            row.fingerprint,
        )  # fmt: skip


def _since(draft: DraftRow, row: FindingRow) -> str:
    if draft.number == 1:
        return ""
    words = {"new": "new", "unchanged": "unchanged", "reopened": "changed"}[row.carried]
    return f"{words}: {row.carried_note}" if row.carried_note else words


_OPEN_HEADS = (
    "Stated", "Table", "Row", "Column", "Also stated", "Table", "Row", "Column", "Probability of an error",
)  # fmt: skip
_OPEN_WIDTHS = (14, 28, 34, 26, 14, 28, 34, 26, 14)


def _left_open(draft: DraftRow) -> Iterable[Sequence[Any]]:
    kept = open_of(draft)
    for left in kept.facts if kept else ():
        said = (
            (one.text, f"{one.title} ({one.table})", one.row, one.column)
            for one in (left.mention, left.counterpart)
        )
        yield (*chain.from_iterable(said), left.probability)


_FACT_HEADS = (
    "No.",
    "Result",
    "What is stated",
    "Period",
    "Stated as",
    "Times",
    "Where",
    "Ticked by",
    "Ticked",
)
_FACT_WIDTHS = (6, 12, 40, 30, 14, 8, 90, 16, 22)


def _facts(reviewed: Reviewed) -> Iterable[Sequence[Any]]:
    for row in reviewed.facts:
        where = "\n".join(
            f"{said['text']} in {said['title']} ({said['table']}), {said['row']}" for said in row.members
        )
        yield (
            row.number, row.outcome, row.label, row.period, row.text, row.statements, where, row.ticked_by,
            row.ticked,
        )  # fmt: skip


def _not_checked(draft: DraftRow) -> Iterable[Sequence[Any]]:
    return ((item["what"], item["reason"], item["count"]) for item in draft.not_checked)


_EVENT_HEADS = (
    "When",
    "Who",
    "What",
    "Act",
    "Finding or fact",
    "Statements seen",
    "Model",
    "Reported from",
    "Reference",
)
_EVENT_WIDTHS = (22, 16, 44, 12, 40, 80, 24, 14, 20)


def _event(event: EventRow) -> Sequence[Any]:
    seen = "\n".join(
        f"{said['text']} in {said['title']} ({said['table']}), {said['row']}, {said['column']}"
        for said in event.seen.get("statements", ())
    )
    about = (
        f"finding {event.seen['finding']}"
        if "finding" in event.seen
        else f"fact {event.seen.get('fact', '')}"
    )
    return (
        event.at, event.who, event.words, event.kind, f"{about}: {event.seen.get('label', '')}", seen,
        event.model, event.settings.get("threshold"), event.fingerprint,
    )  # fmt: skip


def _gone(draft: DraftRow) -> Iterable[Sequence[Any]]:
    for gone in draft.gone:
        yield (
            gone["label"], gone["period"], gone["first_text"], gone["second_text"], gone["severity"],
            VERDICT_WORDS[Verdict(gone["verdict"])], gone["reason"], GONE_WORDS[gone["outcome"]],
        )  # fmt: skip


def _share(probability: float | None) -> float | str:
    if probability is None:
        return ""
    return float(round(Decimal(probability), 3))
