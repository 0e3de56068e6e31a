"""What a report shows of a finding besides its tables: its sentence, and its calculation as a tape.

A tape, as auditors use it, has each part with its sign, the running total, and the stated total.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from cofitcheck.checks.model import Calculation, Finding, Told
from cofitcheck.document import Document, Mention, Place
from cofitcheck.numbers import Kind
from cofitcheck.numbers.relations import EXACT
from cofitcheck.prose import ProseMention
from cofitcheck.reports.model import wording
from cofitcheck.reports.model.wording import as_printed, in_place_of, look_of, path_words, short
from cofitcheck.reports.words import Words, listed, phrase
from cofitcheck.reports.words.findings import WAYS

_AROUND = 420
"""How many characters of the sentence are shown before its number, and how many after it."""


@dataclass(frozen=True, slots=True)
class SentenceView:
    """A sentence cut at its number, its place, and what the tables come to, in the words of the sentence.

    `calculation` says how that is worked out; of a change `earlier` and `later` are the cells that it is
    worked out from. `stated` is the number with its direction, where the direction is what is wrong.
    """

    before: str
    number: str
    after: str
    heading: str
    place: Words
    link: str
    computed: Words
    calculation: Words = ""
    # Views that were stored for earlier drafts lack these.
    stated: Words = ""
    earlier: str = ""
    later: str = ""


def sentence_of(document: Document, finding: Finding, link: str = "") -> SentenceView | None:
    """Return the sentence of a finding in running text, None of any other."""
    told = finding.told
    if told is None:
        return None
    said, passage = told.said, document.passages[told.said.passage]
    start = said.start - said.sentence.start
    words = said.words
    before, after = words[:start], words[start + said.end - said.start :]
    later, earlier = _cells(document, told) or ("", "")
    return SentenceView(
        before=before if len(before) <= _AROUND else "…" + before[-_AROUND:],
        number=said.text,
        after=after if len(after) <= _AROUND else after[:_AROUND] + "…",
        heading=wording.short(passage.heading, 160),
        place=wording.place(document, passage.place),
        link=link,
        computed=held_against(document, told) if told.way == "beside" else come_to(told),
        calculation="" if told.way == "beside" else _calculation(document, told, ("{} (B)", "{} (C)")),
        stated=stated_as(told),
        earlier=earlier,
        later=later,
    )


def stated_as(told: Told) -> Words:
    """Return the number of a sentence as printed, with its direction where the direction is wrong."""
    if told.slip != "direction" or told.said.number.value is None:
        return told.said.text
    if told.rose > 0:
        return phrase("a decrease of {number}", number=told.said.text)
    return phrase("an increase of {number}", number=told.said.text)


def come_to(told: Told) -> Words:
    """Return what the cells come to, as the sentence would say it: "$1,314 million"."""
    said = told.said
    if told.slip == "direction":
        return phrase("an increase") if told.rose > 0 else phrase("a decrease")
    worded = not any(map(str.isdigit, said.text))
    if worded and told.way == "ratio":  # "twice"
        return phrase("{number} times", number=wording.plain_decimal(told.computed))
    if worded and told.way == "share":  # "a third"
        return f"{wording.plain_decimal(told.computed)}%"
    if worded and told.way == "change in percent":  # "doubled"
        shown = f"{wording.plain_decimal(told.computed)}%"
        rose = told.rose > 0
        return (
            phrase("an increase of {number}", number=shown)
            if rose
            else phrase("a decrease of {number}", number=shown)
        )
    return in_place_of(said.text, told.computed, said.number)


def ratio_words(told: Told, part: Words, whole: Words) -> Words:
    """Return in words how a ratio is worked out from its part and its whole."""
    if told.way == "rest":
        return phrase("({whole} less {part}) over {whole}", part=part, whole=whole)
    return phrase("{part} over {whole}", part=part, whole=whole)


def held_against(document: Document, told: Told) -> Words:
    """Return what the cells come to, with the calculation where no cell states it."""
    calculation = _calculation(document, told)
    if told.way == "beside":
        return calculation
    if not calculation:
        return come_to(told)
    return phrase("{number} (worked out: {calculation})", number=come_to(told), calculation=calculation)


def _calculation(document: Document, told: Told, marks: tuple[str, str] = ("{}", "{}")) -> Words:
    if told.is_ratio:
        texts = [wording.short(document.mentions[cell].text, 40) for cell in told.cells]
        if len(texts) > len(marks):
            later, earlier = ratio_words(told, *texts[:2]), ratio_words(told, *texts[2:])
            return phrase("{later} less {earlier}", later=later, earlier=earlier)
        return ratio_words(told, *(mark.format(cell) for mark, cell in zip(marks, texts, strict=True)))
    if told.way == "beside":
        number, other = (wording.short(document.mentions[cell].text, 40) for cell in told.cells)
        return phrase("{number} against {other}", number=number, other=other)
    if told.way == "average":
        texts = [wording.short(document.mentions[cell].text, 40) for cell in told.cells]
        return phrase("the average of {numbers}", numbers=listed(texts))
    cells = _cells(document, told)
    if cells is None:
        return ""
    later, earlier = (mark.format(cell) for mark, cell in zip(marks, cells, strict=True))
    if told.way == "change":
        return phrase("{later} less {earlier}", later=later, earlier=earlier)
    return phrase("from {earlier} to {later}", later=later, earlier=earlier)


def _cells(document: Document, told: Told) -> tuple[str, str] | None:
    """Return the later and the earlier cell of a change as printed, None where it is no change."""
    if told.way in ("stated", "average", "beside") or told.is_ratio:
        return None
    later, earlier = (wording.short(document.mentions[cell].text, 40) for cell in told.cells)
    return later, earlier


def place_of(document: Document, said: ProseMention) -> Place:
    """Return the place of the part of a passage that holds a number."""
    return document.passages[said.passage].piece_at(said.start).place


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
    """Tell whether numbers share neither one column nor one row of a table, so that their names need both."""
    columns = {(each.table, each.column) for each in mentions}
    rows = {(each.table, each.row) for each in mentions}
    return len(columns) > 1 and len(rows) > 1


def _label(document: Document, index: int, calculation: Calculation, *, scattered: bool) -> Words:
    mention = document.mentions[index]
    path = mention.column_path if calculation.across else mention.row_path[-1:]
    if scattered or calculation.way != "sum":
        path = (*mention.row_path[-1:], *mention.column_path[-1:])
    return path_words(path) or phrase("no label")
