"""The marks of a marked copy: at findings, at numbers confirmed or left open, and at what was not read.

A number without a mark is in no check: nothing repeats it, and no known calculation has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from cofitcheck.checks.ledger import TICKS, Check, CheckKind, Outcome
from cofitcheck.checks.model import (
    Calculation,
    Finding,
    LeftOpen,
    ReferenceFinding,
    ReferenceKind,
    RightReference,
    Told,
)
from cofitcheck.document import Document, Mention, Place
from cofitcheck.prose import ProseMention
from cofitcheck.reports.model.coverage import facts_agreeing, ordered, without_finding
from cofitcheck.reports.model.excerpts import computed_text, mended_text, place_of
from cofitcheck.reports.model.finding_text import about, in_short, mention_name
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.model.wording import short
from cofitcheck.reports.words import Words, phrase, render_unchecked
from cofitcheck.reports.words.findings import CHECKED_BY
from cofitcheck.reports.words.reasons import render_reason

_FEWEST_DIGITS = 3
_NAMED = 3
"""How many of the numbers that agree with a number its note names."""


class MarkRole(StrEnum):
    """The meaning of a mark, the weightiest first."""

    FINDING = "finding"
    WITNESS = "witness"
    SAME_FACT = "other"
    PART = "part"
    LEFT_OPEN = "open"
    AGREES = "agrees"
    NOT_READ = "unread"


LEGEND: dict[MarkRole, Words] = {
    MarkRole.FINDING: phrase("questioned"),
    MarkRole.WITNESS: phrase("compared with"),
    MarkRole.SAME_FACT: phrase("same item"),
    MarkRole.PART: phrase("part of a sum that does not foot"),
    MarkRole.AGREES: phrase(
        "checked: T tied to another statement, F footed, CF cross-footed, RF rolled forward, R recalculated, "
        "S agreed to a sentence, N reference to the note, item, page or exhibit that it names"
    ),
    MarkRole.LEFT_OPEN: phrase("differs, left open"),
    MarkRole.NOT_READ: phrase("not checked"),
}


@dataclass(frozen=True, slots=True)
class Mark:
    """How a place is marked, and the note that says why.

    `ticks` are an auditor's tick marks. `name` is the id to which links lead. `link` leads to the number with
    which this one is compared, "" where that number is in no other copy.
    """

    role: MarkRole
    note: Words
    ticks: tuple[str, ...] = ()
    link: str = ""
    name: str = ""


def number_marks(report: Report) -> dict[int, Mark]:
    """Return the mark of every number (mention index) that was compared, the weightiest if it has several."""
    document, passed = report.document, facts_agreeing(report)
    marks: dict[int, Mark] = _calculated(report)
    for fact in without_finding(report):
        if fact.index in passed and not all(_says_nothing(document, index) for index in fact.mentions):
            tied = _agreeing(document, fact.mentions)
            marks |= {index: _together(mark, marks.get(index)) for index, mark in tied.items()}
    for left in reversed(report.kept_open):
        marks |= _left_open(report.document, left)
    for number, finding in reversed(list(enumerate(ordered(report.found), 1))):
        marks |= _found(report.document, number, finding)
    return marks


def unread_marks(document: Document) -> list[tuple[Place, Mark]]:
    """Return the places listed as not read: the numbers where they are known, otherwise the table."""
    return [
        (
            place,
            Mark(MarkRole.NOT_READ, phrase("Not checked: {reason}.", reason=render_unchecked(table.reason))),
        )
        for table in document.unread
        for place in table.cells or (table.place,)
    ]


def reference_marks(report: Report) -> list[tuple[Place, Mark]]:
    """Return the places of wrong references and titles, with their marks."""
    return [
        (each.place, Mark(MarkRole.FINDING, reference_text(each), name=reference_name(each.fingerprint)))
        for each in report.references
    ]


def reference_text(finding: ReferenceFinding) -> Words:
    """Return in short which reference or title is wrong, and why."""
    return phrase("{label}: {reason}", label=short(finding.words, 120), reason=render_reason(finding.reason))


def right_marks(references: Sequence[RightReference]) -> list[tuple[Place, Mark]]:
    """Return the places of right references with their marks, for copies in which these are no links."""
    notes: dict[Place, dict[str, Words]] = {}
    for each in references:
        notes.setdefault(each.place, {})[each.name] = right_note(each)
    return [(place, Mark(MarkRole.AGREES, _sentences(list(said.values())))) for place, said in notes.items()]


def right_note(reference: RightReference) -> Words:
    """Return what a right reference names, with its page where pages are known."""
    name, title, page = reference.name, reference.title, reference.to.page
    if reference.kind is ReferenceKind.PAGE:
        return phrase("“{title}” stands on page {page}.", title=title, page=name)
    if page:
        return phrase("{number} is “{title}”, on page {page}.", number=name, title=title, page=page)
    return phrase("{number} is “{title}”.", number=name, title=title)


def _calculated(report: Report) -> dict[int, Mark]:
    """Return the marks of the numbers that calculations confirm.

    The note has a sentence for each kind of calculation, about the first one of that kind.
    """
    marks = {}
    for index, checks in report.ledger.checks.items():
        first = {
            check.kind: check
            for check in reversed(checks)
            if check.outcome is Outcome.AGREES and check.kind is not CheckKind.REPEAT
        }
        kinds = [kind for kind in CheckKind if kind in first]
        if kinds:
            notes = [_calculation(report.document, first[kind]) for kind in kinds]
            marks[index] = Mark(MarkRole.AGREES, _sentences(notes), tuple(TICKS[kind] for kind in kinds))
    return marks


def _calculation(document: Document, check: Check) -> Words:
    """Return the sentence of a calculation at one of its numbers; it names the last of the other numbers."""
    tick, kind = TICKS[check.kind], CHECKED_BY[check.kind]
    if not check.others:
        return phrase("{tick}: {kind}.", tick=tick, kind=kind)
    return phrase(
        "{tick}: {kind}, with {number}.",
        tick=tick,
        kind=kind,
        number=mention_name(document, check.others[-1]),
    )


def _together(mark: Mark, other: Mark | None) -> Mark:
    if other is None:
        return mark
    return Mark(mark.role, _sentences((mark.note, other.note)), (*mark.ticks, *other.ticks))


def _sentences(notes: Sequence[Words]) -> Words:
    """Return sentences joined into one text."""
    first, *others = notes
    for each in others:
        first = phrase("{sentence} {more}", sentence=first, more=each)
    return first


def _says_nothing(document: Document, index: int) -> bool:
    """Tell whether a number is short and has no header, as numbers of notes in their own column are."""
    mention = document.mentions[index]
    return not mention.column_path and mention.number.digits < _FEWEST_DIGITS


def _found(document: Document, number: int, finding: Finding) -> dict[int, Mark]:
    if finding.told is not None:
        return _told(document, number, finding, finding.told)
    if finding.fact is None:
        return _miscalculated(document, number, finding)
    head = finding_head(document, number, finding, in_short(finding))
    there, here = (mention_name(document, index) for index in (finding.counterpart, finding.mention))
    further = Mark(MarkRole.SAME_FACT, phrase("{finding} This number states the same item.", finding=head))
    return dict.fromkeys(finding.mentions, further) | {
        finding.mention: Mark(
            MarkRole.FINDING, phrase("{finding} Compared with {number}.", finding=head, number=there)
        ),
        finding.counterpart: Mark(
            MarkRole.WITNESS, phrase("{finding} Questioned: {number}.", finding=head, number=here)
        ),
    }


def finding_head(document: Document, number: int, finding: Finding, wrong: Words = "") -> Words:
    """Return what the note at each number of a finding begins with; `wrong` says in short what is wrong."""
    label = short(about(document, finding)[0], 120)
    if not wrong:
        return phrase("Finding {n}: {label}.", n=number, label=label)
    return phrase("Finding {n}: {label}, {wrong}.", n=number, label=label, wrong=wrong)


def _told(document: Document, number: int, finding: Finding, told: Told) -> dict[int, Mark]:
    note = phrase(
        "{finding} A sentence says “{number}”: {sentence}",
        finding=finding_head(document, number, finding),
        number=told.said.text,
        sentence=short(told.said.words, 240),
    )
    return dict.fromkeys(finding.mentions, Mark(MarkRole.WITNESS, note))


def _miscalculated(document: Document, number: int, finding: Finding) -> dict[int, Mark]:
    head = finding_head(document, number, finding, in_short(finding))
    assert finding.calculation is not None
    part = Mark(MarkRole.PART, phrase("{finding} This number is part of it.", finding=head))
    total = Mark(MarkRole.WITNESS, phrase("{finding} This number is the total as stated.", finding=head))
    mended = mended_text(document, finding)
    wrong = (
        phrase(
            "{finding} This number is most likely wrong; {number} would foot.", finding=head, number=mended
        )
        if mended
        else part.note
    )
    return (
        dict.fromkeys(finding.mentions, part)
        | {finding.calculation.total: total}
        | {finding.mention: Mark(MarkRole.FINDING, wrong)}
    )


def _left_open(document: Document, left: LeftOpen) -> dict[int, Mark]:
    if left.told is not None:  # The sentence is in question, not the cell.
        return {}
    if left.calculation is not None:
        return dict.fromkeys(left.mentions, _open_sum(document, left.calculation))

    def mark(other: int) -> Mark:
        note = phrase(
            "Left open: it differs from {number}, but the two are probably different items.",
            number=mention_name(document, other),
        )
        return Mark(MarkRole.LEFT_OPEN, note)

    return dict.fromkeys(left.mentions, mark(left.mention)) | {left.mention: mark(left.counterpart)}


def _open_sum(document: Document, calculation: Calculation) -> Mark:
    total = document.mentions[calculation.total]
    note = phrase(
        "Left open: the parts come to {computed} and {stated} is stated, but they are probably no sum.",
        computed=computed_text(document, calculation),
        stated=total.text,
    )
    return Mark(MarkRole.LEFT_OPEN, note)


def _agreeing(document: Document, mentions: Sequence[int]) -> dict[int, Mark]:
    said = {index: mention_name(document, index) for index in mentions[: _NAMED + 1]}
    tick = (TICKS[CheckKind.REPEAT],)
    return {
        index: Mark(MarkRole.AGREES, _agreement(said, index, len(mentions) - 1), tick) for index in mentions
    }


def _agreement(said: dict[int, Words], index: int, others: int) -> Words:
    named = [words for other, words in said.items() if other != index][:_NAMED]
    numbers = agreeing(named)
    if others > len(named):
        return phrase("Agrees with {numbers} and {n} more.", numbers=numbers, n=others - len(named))
    return phrase("Agrees with {numbers}.", numbers=numbers)


def agreeing(numbers: Sequence[Words]) -> Words:
    """Return numbers with their places, joined into one text."""
    first, *others = numbers
    for each in others:
        first = phrase("{number}; {more}", number=first, more=each)
    return first


def reference_name(fingerprint: str) -> str:
    """Return the id of a wrong reference in the marked copy."""
    return f"cofitcheck-{fingerprint}"


def anchor(mention: Mention) -> str:
    """Return what a link adds to the name of the marked copy to lead to a mention."""
    return f"#page={mention.place.page}" if mention.place.page else f"#m{mention.index}"


def text_anchor(report: Report, said: ProseMention) -> str:
    """Return what a link adds to the name of the marked copy to lead to a number in running text."""
    page = place_of(report.document, said).page
    return f"#page={page}" if page else f"#t{said.index}"
