"""A calculation as an auditor's tape: each part with its sign, the running total, what is stated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from cofitcheck.checks.model import Calculation, Finding
from cofitcheck.document import Document, Mention
from cofitcheck.numbers import Kind
from cofitcheck.numbers.relations import EXACT
from cofitcheck.reports.model.wording import as_printed, look_of, path_words, short
from cofitcheck.reports.words import Words, phrase
from cofitcheck.reports.words.findings import WAYS


@dataclass(frozen=True, slots=True)
class TapeLine:
    """One line of a tape; `wrong` marks the number most likely wrong, `nil` a dash that counts as nought."""

    sign: str
    label: Words
    text: str
    running: str
    wrong: bool = False
    nil: bool = False


@dataclass(frozen=True, slots=True)
class Tape:
    """A calculation line by line, then what it comes to, what is stated, and the difference."""

    lines: tuple[TapeLine, ...]
    computed: str
    stated: str
    stated_label: Words
    total_wrong: bool
    off: str
    mended: str
    rounding: str
    comes_to: Words = WAYS["sum"]


def tape_of(document: Document, finding: Finding) -> Tape | None:
    """Return the tape of a finding, None where it has no calculation."""
    calculation = finding.calculation
    if calculation is None:
        return None
    mentions, total = document.mentions, document.mentions[calculation.total]
    look = look_of(document, calculation.mentions)
    scattered = _is_scattered([mentions[each] for each in calculation.mentions])
    lines, running = [], Decimal(0)
    for index, sign in calculation.addends:
        mention = mentions[index]
        running = EXACT.add(running, sign * (mention.number.value or Decimal(0)))
        lines.append(
            TapeLine(
                sign=("+" if sign > 0 else "−") if calculation.way == "sum" else "",
                label=_label(document, index, calculation, scattered=scattered),
                text=short(mention.text, 40),
                running=as_printed(running, total.number, look) if calculation.way == "sum" else "",
                wrong=index == finding.mention,
                nil=mention.number.kind is not Kind.VALUE,
            )
        )
    off = EXACT.subtract(calculation.stated, calculation.computed)
    return Tape(
        lines=tuple(lines),
        computed=as_printed(calculation.computed, total.number, look),
        stated=short(total.text, 40),
        stated_label=_label(document, calculation.total, calculation, scattered=scattered),
        total_wrong=finding.mention == calculation.total,
        off=as_printed(off, total.number, look),
        mended=mended_text(document, finding),
        rounding=as_printed(calculation.tolerance, total.number, look),
        comes_to=WAYS[calculation.way],
    )


def computed_text(document: Document, calculation: Calculation) -> str:
    """Return what the parts of a calculation come to, as the cell of its total would print it."""
    look = look_of(document, calculation.mentions)
    return as_printed(calculation.computed, document.mentions[calculation.total].number, look)


def mended_text(document: Document, finding: Finding) -> str:
    """Return the number that would make a calculation come out, as its cell would print it, or ""."""
    if finding.mended is None:
        return ""
    look = look_of(document, finding.mentions)
    return as_printed(finding.mended, document.mentions[finding.mention].number, look)


def _is_scattered(mentions: Sequence[Mention]) -> bool:
    """Tell whether numbers stand in no one column and no one row of a table, so that both name them."""
    columns = {(each.table, each.column) for each in mentions}
    rows = {(each.table, each.row) for each in mentions}
    return len(columns) > 1 and len(rows) > 1


def _label(document: Document, index: int, calculation: Calculation, *, scattered: bool) -> Words:
    mention = document.mentions[index]
    path = mention.column_path if calculation.across else mention.row_path[-1:]
    if scattered or calculation.way != "sum":
        path = (*mention.row_path[-1:], *mention.column_path[-1:])
    return path_words(path) or phrase("no label")
