"""The sheets of the workbook after its summary, with their columns and rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from urllib.parse import quote

from cofitcheck.numbers import Relation
from cofitcheck.reports.formats import file_stem
from cofitcheck.reports.marked import MARKED
from cofitcheck.reports.model.finding_view import FindingView
from cofitcheck.reports.tied import TieView
from cofitcheck.reports.words import Words, phrase, render_unchecked
from cofitcheck.reports.words.findings import RELATIONS, SEVERITIES
from cofitcheck.review.database.models import DraftRow, EventRow, FindingRow
from cofitcheck.review.decisions import VERDICT_WORDS, Verdict, act, note_of, stored
from cofitcheck.review.decisions.carry_over import GONE_WORDS
from cofitcheck.review.findings.prepare import not_checked_of, view_of
from cofitcheck.review.handover.ledger import Amount, books_rows, calculation_rows, unchecked_rows
from cofitcheck.review.handover.reviewed import Reviewed
from cofitcheck.review.own.acts import cells_of
from cofitcheck.review.own.recompute import KIND_WORDS, OUTCOME_WORDS, OwnKind, OwnOutcome

_SIDES: tuple[tuple[Words, int], ...] = (
    (phrase("A questioned"), 14), (phrase("A: amount"), 18), (phrase("A: table"), 28), (phrase("A: row"), 34),
    (phrase("A: column"), 26), (phrase("B compared with"), 14), (phrase("B: amount"), 18),
    (phrase("B: table"), 28), (phrase("B: row"), 34), (phrase("B: column"), 26),
)  # fmt: skip
_DECISION: tuple[tuple[Words, int], ...] = (
    (phrase("Verdict"), 20), (phrase("Reason"), 34), (phrase("Decided by"), 16),
    (phrase("Decided (UTC)"), 18), (phrase("Assigned to"), 16), (phrase("Notes"), 40),
)  # fmt: skip
_FINDINGS: tuple[tuple[Words, int], ...] = (
    (phrase("No."), 6), (phrase("Severity"), 10), (phrase("Item"), 34), (phrase("Period"), 26), *_SIDES,
    (phrase("What differs"), 20), (phrase("Difference"), 18), (phrase("Likely cause"), 26),
    (phrase("Likely error"), 10), (phrase("Same item"), 10), (phrase("Points for"), 50),
    (phrase("Points against"), 40), *_DECISION, (phrase("Since the last draft"), 30),
    (phrase("On the page"), 14), (phrase("In the marked copy"), 18), (phrase("Reference"), 20),
)  # fmt: skip
_LEFT_OPEN: tuple[tuple[Words, int], ...] = (
    (phrase("No."), 6), (phrase("Why look"), 34), (phrase("Item"), 34), (phrase("Period"), 26), *_SIDES,
    (phrase("Difference"), 18), (phrase("Likely error"), 10), (phrase("Same item"), 10), *_DECISION,
    (phrase("On the page"), 14),
)  # fmt: skip
_TIES: tuple[tuple[Words, int], ...] = (
    (phrase("No."), 6), (phrase("Result"), 18), (phrase("Item"), 40), (phrase("Period"), 30),
    (phrase("Amount"), 18), (phrase("Stated as"), 14), (phrase("Times"), 8), (phrase("Where"), 90),
    (phrase("Ticked by"), 16), (phrase("Ticked (UTC)"), 18),
)  # fmt: skip
_OWN: tuple[tuple[Words, int], ...] = (
    (phrase("No."), 6), (phrase("Kind"), 16), (phrase("Result"), 16), (phrase("Item"), 34),
    (phrase("What it comes to"), 44), (phrase("Numbers"), 90), (phrase("Amount"), 18), (phrase("Note"), 34),
    (phrase("By"), 16), (phrase("Made (UTC)"), 18), (phrase("Verdict"), 20), (phrase("Reason"), 34),
    (phrase("Reference"), 20),
)  # fmt: skip
_SUMS: tuple[tuple[Words, int], ...] = (
    (phrase("Table"), 34), (phrase("Row"), 40), (phrase("Column"), 30), (phrase("Stated as"), 14),
    (phrase("Amount"), 18), (phrase("Tick"), 8), (phrase("Check"), 24), (phrase("Result"), 16),
    (phrase("With"), 70),
)  # fmt: skip
_BOOKS: tuple[tuple[Words, int], ...] = (
    (phrase("Statement"), 22), (phrase("Line"), 44), (phrase("Stated as"), 14), (phrase("Difference"), 18),
    (phrase("Result"), 16), (phrase("Account"), 44), (phrase("This year"), 18), (phrase("Last year"), 18),
    (phrase("How it was mapped"), 28),
)  # fmt: skip
_UNCHECKED: tuple[tuple[Words, int], ...] = (
    (phrase("Table"), 34), (phrase("Row"), 40), (phrase("Column"), 30), (phrase("Stated as"), 14),
    (phrase("Amount"), 18), (phrase("Where"), 24),
)  # fmt: skip
_NOT_CHECKED: tuple[tuple[Words, int], ...] = (
    (phrase("What"), 60), (phrase("Why"), 70), (phrase("How many"), 10),
)  # fmt: skip
_EVENTS: tuple[tuple[Words, int], ...] = (
    (phrase("When (UTC)"), 18), (phrase("Draft"), 8), (phrase("Who"), 16), (phrase("What"), 44),
    (phrase("Act"), 12), (phrase("About"), 40), (phrase("Seen"), 80), (phrase("Model"), 24),
    (phrase("Reported from a probability of"), 14), (phrase("Reference"), 20),
)  # fmt: skip
_GONE: tuple[tuple[Words, int], ...] = (
    (phrase("Item"), 40), (phrase("Period"), 30), (phrase("Questioned"), 14), (phrase("Compared with"), 14),
    (phrase("Severity"), 10), (phrase("Verdict"), 20), (phrase("Reason"), 40), (phrase("Now"), 50),
)  # fmt: skip


@dataclass(frozen=True)
class Link:
    """A text that is a link."""

    text: Words
    address: str


@dataclass(frozen=True)
class Share:
    """A probability from 0 to 1, None where there is none."""

    share: float | None


@dataclass(frozen=True)
class Sheet:
    """A sheet: its name, its heads with their widths, and its rows.

    The first `kept` columns stay in sight when the sheet scrolls, and are printed on each page.
    """

    name: Words
    columns: tuple[tuple[Words, int], ...]
    rows: Iterable[Sequence[Any]]
    kept: int = 0


def sheets_of(
    reviewed: Reviewed, report: bytes, address: str, books: TieView | None = None
) -> Iterator[Sheet]:
    """Yield the sheets of a review; `report` is the draft's report as JSON, `address` that of the draft."""
    yield Sheet(phrase("Findings"), _FINDINGS, _findings(reviewed, reviewed.findings, address), 3)
    yield Sheet(phrase("Left open"), _LEFT_OPEN, _left_open(reviewed, address), 3)
    yield Sheet(phrase("Ties"), _TIES, _ties(reviewed))
    yield Sheet(phrase("Sums"), _SUMS, _with_amounts(calculation_rows(report), (4,)))
    if reviewed.own:
        yield Sheet(phrase("Own checks"), _OWN, _own(reviewed))
    if books:
        yield Sheet(phrase("Books"), _BOOKS, _with_amounts(books_rows(books), (3, 6, 7)))
    yield Sheet(phrase("Numbers in no check"), _UNCHECKED, _with_amounts(unchecked_rows(report), (4,)))
    yield Sheet(phrase("Not read or compared"), _NOT_CHECKED, _not_checked(reviewed.draft))
    yield Sheet(phrase("Audit trail"), _EVENTS, _trail(reviewed))
    if reviewed.draft.number > 1:
        yield Sheet(phrase("Gone since last draft"), _GONE, _gone(reviewed.draft))


def _sides(row: FindingRow, view: FindingView) -> Iterator[Any]:
    """Yield both numbers of a finding, as printed and as amounts, and where they stand.

    The number of a sentence, and what a calculation comes to, have no amount, as they are in no cell.
    """
    first, *others = row.members
    if view.sentence:
        said = view.sentence
        words = f"{said.before}{said.number}{said.after}"
        yield from (said.number, Amount(None), phrase("In the text"), words, said.heading)
    else:
        yield from _cell(first)
    if view.sentence or view.is_calculation or view.is_reference:
        _, _, *where = _cell(first)
        yield from (str(view.numbers[1]), Amount(None), *where)
    else:
        yield from _cell(others[0] if others else first)


def _cell(said: dict[str, Any]) -> tuple[Any, ...]:
    table = f"{said['title']} ({said['table']})"
    return said["text"], Amount.of(said["value"]), table, said["row"], said["column"]


def _decision(reviewed: Reviewed, row: FindingRow) -> Iterator[Any]:
    yield VERDICT_WORDS[Verdict(row.verdict)]
    yield row.reason
    yield row.decided_by
    yield row.decided
    yield row.assignee
    yield "\n".join(f"{note.last.who}: {note.last.text}" for note in reviewed.notes[row.id])


def _findings(reviewed: Reviewed, rows: Sequence[FindingRow], address: str) -> Iterator[Sequence[Any]]:
    draft = reviewed.draft
    copy = draft.copy and file_stem(draft.file_name) + MARKED + draft.copy
    for row in rows:
        view = view_of(row)
        anchor = view.place.partition("#")[2]
        yield (
            row.number, SEVERITIES[_severity(row.severity)], row.label, row.period, *_sides(row, view),
            RELATIONS[Relation(row.relation)], _difference(row),
            view.slip or phrase("no typing slip explains it"), Share(row.probability),
            Share(row.same_fact), "\n".join(map(str, view.reasons)), "\n".join(map(str, view.against)),
            *_decision(reviewed, row), _since(draft, row),
            Link(phrase("Finding {number}", number=row.number), f"{address}/findings/{row.number}"),
            Link(phrase("Cell A"), f"{quote(copy)}#{anchor}") if copy else "", row.fingerprint,
        )  # fmt: skip


def _left_open(reviewed: Reviewed, address: str) -> Iterator[Sequence[Any]]:
    for row in reviewed.left_open:
        yield (
            row.number, "; ".join(str(stored(sign)) for sign in row.signs), row.label, row.period,
            *_sides(row, view_of(row)),
            _difference(row), Share(row.probability), Share(row.same_fact), *_decision(reviewed, row),
            Link(phrase("Item {number}", number=row.number), f"{address}/findings/{row.number}"),
        )  # fmt: skip


def _difference(row: FindingRow) -> Amount:
    return Amount(None if row.amount is None else Decimal(str(row.amount)))


def _severity(name: str) -> Any:
    return next(severity for severity in SEVERITIES if severity.value == name)


def _since(draft: DraftRow, row: FindingRow) -> Words:
    if draft.number == 1:
        return ""
    words = {"new": phrase("new"), "unchanged": phrase("Unchanged"), "reopened": phrase("changed")}[
        row.carried
    ]
    note = note_of(row)
    return phrase("{verdict}: {reason}", verdict=words, reason=note) if note else words


def _ties(reviewed: Reviewed) -> Iterator[Sequence[Any]]:
    results: dict[str, Words] = {
        "passed": phrase("agrees"),
        "finding": phrase("with a finding"),
        "undecided": phrase("left open or not compared"),
    }
    for row in reviewed.facts:
        where = "\n".join(
            f"{said['text']} · {said['title']} ({said['table']}), {said['row']}" for said in row.members
        )
        yield (
            row.number, results[row.outcome], row.label, row.period, Amount.of(row.members[0]["value"]),
            row.text, row.statements, where, row.ticked_by, row.ticked,
        )  # fmt: skip


def _own(reviewed: Reviewed) -> Iterator[Sequence[Any]]:
    for row in reviewed.own:
        cells = cells_of(row)
        signs = [
            "=" if row.kind == OwnKind.SUM else "",
            *("+" if cell.sign > 0 else "−" for cell in cells[1:]),
        ]
        named = [
            f"{sign} {cell.text} · {cell.title} ({cell.table}), {cell.row}, {cell.column}".strip()
            for sign, cell in zip(signs if row.kind == OwnKind.SUM else [""] * len(cells), cells, strict=True)
        ]
        verdict = "" if row.outcome == OwnOutcome.HOLDS else VERDICT_WORDS[Verdict(row.verdict)]
        yield (
            row.number, KIND_WORDS[OwnKind(row.kind)], OUTCOME_WORDS[OwnOutcome(row.outcome)], row.label,
            stored(row.said), "\n".join(named), Amount.of(cells[0].value), row.note, row.who, row.made,
            verdict, row.reason, row.fingerprint,
        )  # fmt: skip


def _with_amounts(rows: Iterable[Sequence[Any]], columns: Sequence[int]) -> Iterator[Sequence[Any]]:
    """Yield rows with their decimal texts in some columns as amounts."""
    for row in rows:
        yield [Amount.of(value) if at in columns else value for at, value in enumerate(row)]


def _not_checked(draft: DraftRow) -> Iterator[Sequence[Any]]:
    return ((item.what, str(render_unchecked(item.reason)), item.count) for item in not_checked_of(draft))


def _trail(reviewed: Reviewed) -> Iterator[Sequence[Any]]:
    """Yield the lines of the trail of all drafts."""
    numbers = {draft.id: draft.number for draft in reviewed.draft.document.drafts}
    return (_event(event, numbers[event.draft_id]) for event in reviewed.trail)


def _event(event: EventRow, draft: int) -> Sequence[Any]:
    seen = "\n".join(
        f"{said['text']} · {said['title']} ({said['table']}), {said['row']}, {said['column']}"
        for said in event.seen.get("statements", ())
    )
    return (
        event.at, draft, event.who, act(event), event.kind, _about(event), seen, event.model,
        Share(event.settings.get("threshold")), event.fingerprint,
    )  # fmt: skip


def _about(event: EventRow) -> Words:
    label = str(event.seen.get("label", ""))
    if "finding" in event.seen:
        number = phrase("Finding {number}", number=event.seen["finding"])
    elif "own" in event.seen:
        number = phrase("Own check {number}", number=event.seen["own"])
    elif "fact" in event.seen:
        number = phrase("Item {number}", number=event.seen["fact"])
    else:
        return label
    return phrase("{section}: {label}", section=number, label=label)


def _gone(draft: DraftRow) -> Iterator[Sequence[Any]]:
    for gone in draft.gone:
        yield (
            gone["label"], gone["period"], gone["first_text"], gone["second_text"],
            SEVERITIES[_severity(gone["severity"])], VERDICT_WORDS[Verdict(gone["verdict"])], gone["reason"],
            GONE_WORDS[gone["outcome"]],
        )  # fmt: skip
