"""A finding in words: what it is about, what may have happened, and how grave and how certain it is."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.checks.ledger import CheckKind, Ledger
from cofitcheck.checks.model import Finding, Remark, Severity, Told
from cofitcheck.document import Document, Mention
from cofitcheck.language.lexicon import TOTAL_SIGNS, TOTAL_WORDS
from cofitcheck.language.meanings import NAMELESS_SIGNS, NAMELESS_WORDS
from cofitcheck.numbers import Relation, Slip
from cofitcheck.reports.model.excerpts import come_to, held_against, ratio_words, stated_as, tape_of
from cofitcheck.reports.model.wording import (
    Look,
    difference,
    label,
    look_of,
    path_words,
    percent,
    period,
    place,
    plain_decimal,
    share_of,
    short,
    table_title,
)
from cofitcheck.reports.words import Words, counted, listed, phrase
from cofitcheck.reports.words.findings import (
    CHECKED_BY,
    DOES_NOT_FOOT,
    KINDS,
    LIKELY_ERROR,
    RELATIONS,
    REMARKS,
    SAME_ITEM_ROUNDED,
    SLIPS,
    UNIT_WRONG,
    WORKED_OUT,
)
from cofitcheck.reports.words.reasons import render_reason

# Words that say nothing about a fact: nothing is left of "Total (Balance at December 31, 2025)" without them.
_FILLERS = re.compile(
    rf"\b(?:{TOTAL_WORDS}s?|{NAMELESS_WORDS})\b|{TOTAL_SIGNS}|{NAMELESS_SIGNS}", re.IGNORECASE
)
_WORD = re.compile(r"\w")
_TOLD = {
    "direction": phrase("the direction of the change"),
    "other period": phrase("the number of another period"),
}
"""How a sentence differs from the tables where no digits are wrong (see `Told.slip`)."""


def naming(document: Document, mentions: Iterable[int]) -> tuple[Words, str]:
    """Return a name for the fact that `mentions` state, and its period.

    The name is the label of the first mention whose label says more than "total" or "balance". Where there is
    none, it is the label of the first mention after the section or the table title over it.
    """
    stated = [document.mentions[index] for index in mentions]
    for mention in stated:
        name = label(mention)
        if not _says_little(str(name)):
            return name, period(mention)
    first = stated[0]
    sections = [step for step in first.row_path[:-1] if not _says_little(step)]
    over = path_words(tuple(sections[-1:])) or table_title(document, first.table)
    return phrase("{section}: {label}", section=over, label=label(first)), period(first)


def _says_little(name: str) -> bool:
    return _WORD.search(_FILLERS.sub("", name)) is None


def about(document: Document, finding: Finding) -> tuple[Words, str]:
    """Return a name for the fact of a finding, and its period."""
    if finding.told is not None and finding.told.is_ratio:
        (part, period), (whole, _) = (naming(document, (cell,)) for cell in finding.told.cells[:2])
        return ratio_words(finding.told, part, whole), period
    return naming(document, (finding.mention, finding.counterpart, *finding.mentions))


def mention_name(document: Document, index: int) -> Words:
    """Return a mention as it is named at another one: its text, its table, its row and its place."""
    mention = document.mentions[index]
    text, title = short(mention.text, 40), short(table_title(document, mention.table), 80)
    row = path_words(mention.row_path) or phrase("a row without a label")
    where = place(document, mention.place)
    if where:
        return phrase(
            "{number} in “{table}”, {row} ({place})", number=text, table=title, row=row, place=where
        )
    return phrase("{number} in “{table}”, {row}", number=text, table=title, row=row)


def ledger_words(ledger: Ledger) -> Words:
    """Return in a sentence how many numbers were checked, and by what."""
    kinds = listed(phrase("{n} {kind}", n=count, kind=words) for words, count in by_kind(ledger))
    counts = {"all": ledger.mentions, "checked": ledger.checked}
    if not kinds:
        return phrase("{checked} of {all} numbers are checked", **counts)
    return phrase("{checked} of {all} numbers are checked: {kinds}", **counts, kinds=kinds)


def by_kind(ledger: Ledger) -> list[tuple[Words, int]]:
    """Return for each kind of check that reached numbers, in words, how many it reached."""
    kinds = ledger.by_kind
    return [(CHECKED_BY[kind], kinds[kind]) for kind in CheckKind if kinds[kind]]


def likely_cause(finding: Finding) -> Words:
    """Return what may have happened: a slip, or another figure in the place of the number; "" if unknown."""
    slip: Words = "" if finding.slip is Slip.NONE else SLIPS[finding.slip]
    if finding.told is not None and finding.told.slip in _TOLD:
        return _TOLD[finding.told.slip]
    if finding.fact is None:
        return "" if finding.slip is Slip.OTHER else slip
    if finding.explanation is None:
        return slip
    other = render_reason(finding.explanation)
    if finding.slip in {Slip.NONE, Slip.OTHER}:
        return other
    return phrase("{first}; or {second}", first=other, second=slip)


def difference_kind(finding: Finding) -> Words:
    """Return how the two numbers differ, "" where nothing can be said but that they do."""
    if finding.fact is None:
        return KINDS[finding.kind]
    return "" if finding.relation is Relation.INCONSISTENT else RELATIONS[finding.relation]


def in_short(finding: Finding) -> Words:
    """Return in a few words what is wrong, for a note at a cell."""
    if finding.told is not None:
        return phrase("a sentence says {number}", number=finding.told.said.text)
    if finding.fact is None:
        return DOES_NOT_FOOT[finding.kind]
    return likely_cause(finding) or RELATIONS[finding.relation]


def summed_table(document: Document, finding: Finding) -> int:
    """Return the table that adds up only with the number that is `right`, and states the other number."""
    other = finding.counterpart if finding.right == finding.mention else finding.mention
    return document.mentions[other].table


def adds_up_with(document: Document, finding: Finding) -> Words:
    """Return in words with which of the two numbers a table adds up, "" where no sum decides."""
    if finding.right is None:
        return ""
    title = short(table_title(document, summed_table(document, finding)), 80)
    number = document.mentions[finding.right].text
    return phrase("“{table}” adds up only with {number}.", table=title, number=number)


def off_by(document: Document, finding: Finding) -> Words:
    """Return by how much the two numbers of a finding are apart, in words."""
    if finding.told is None:
        one, other = (document.mentions[each].number for each in (finding.mention, finding.counterpart))
        return difference(finding.difference, (one, other), look_of(document, finding.mentions))
    if finding.difference is None:
        return _TOLD[finding.told.slip]
    said = finding.told.said
    return difference(finding.difference, (said.number, said.number), Look.of([(said.text, said.number)]))


def sides(document: Document, finding: Finding) -> tuple[Words, Words]:
    """Return the number that a finding questions and what it is compared with, as the document prints them.

    That is another statement of the fact, what a calculation comes to, the number with which it would come
    out, or what the cells come to with which a sentence is compared.
    """
    if finding.told is not None:
        return stated_as(finding.told), come_to(finding.told)
    mention, counterpart = document.mentions[finding.mention], document.mentions[finding.counterpart]
    tape = tape_of(document, finding)
    if finding.fact is not None or tape is None:
        return mention.text, counterpart.text
    if tape.mended and not tape.total_wrong:
        return mention.text, tape.mended
    return tape.stated, tape.computed


def share(document: Document, finding: Finding) -> Words:
    """Return the difference of a finding as a share of the larger of its two numbers.

    Returns "" where a share says nothing.
    """
    told = finding.told
    number = document.mentions[finding.mention].number if told is None else told.said.number
    return share_of(finding.share, number)


def assessment(finding: Finding, high: float) -> Words:
    """Return in words how likely a finding is an error, and why it is of no higher severity.

    `high` is the least probability of high severity.
    """
    if finding.remark is not None:
        return phrase("for information: {remark}", remark=REMARKS[finding.remark])
    if finding.severity is Severity.HIGH:
        return phrase("likely an error")
    if finding.probability >= high:
        return phrase("likely an error, but the difference is small")
    return phrase("perhaps an error: less certain")


def probability_of(finding: Finding) -> Words:
    """Return in words what the probability of a finding stands for."""
    if finding.remark is Remark.ROUNDING and finding.fact is not None:
        return SAME_ITEM_ROUNDED
    return UNIT_WRONG if finding.remark is Remark.UNIT else LIKELY_ERROR


def severity_rule(high: float, tiny: Decimal) -> dict[str, Words]:
    """Return for each severity when a finding has it; `high` and `tiny` are as in `CheckSettings`."""
    small = f"{plain_decimal((tiny * 100).normalize())}%"
    return {
        Severity.HIGH.value: phrase(
            "likely an error ({probability} or more), and the difference is {share} or more",
            probability=percent(high),
            share=small,
        ),
        Severity.MEDIUM.value: phrase("less likely an error, or a smaller difference"),
        Severity.NOTICE.value: phrase(
            "a difference of one in the last digit (rounding), the same digits in two units, one that the "
            "document explains, or a less certain one in a Chinese or Japanese sentence"
        ),
    }


def what(document: Document, finding: Finding) -> Words:
    """Return which number stands where, and what it is compared with."""
    mention, witness = document.mentions[finding.mention], document.mentions[finding.counterpart]
    if finding.told is not None:
        return _told(document, finding.told, mention)
    here = phrase("{number} in {place}", number=short(mention.text, 30), place=_place(document, mention))
    if finding.fact is None:
        return phrase("{number}; {sum}", number=here, sum=_miscalculated(document, finding))
    there = phrase("{number} in {place}", number=short(witness.text, 30), place=_place(document, witness))
    if finding.right is None:
        return phrase("{one}, compared with {other}", one=here, other=there)
    right = short(document.mentions[finding.right].text, 30)
    return phrase(
        "{one}, compared with {other}; “{table}” adds up only with {number}",
        one=here,
        other=there,
        table=short(table_title(document, summed_table(document, finding)), 50),
        number=right,
    )


def _told(document: Document, told: Told, mention: Mention) -> Words:
    heading = document.passages[told.said.passage].heading.rpartition(" — ")[2]
    values = {
        "number": stated_as(told),
        "computed": held_against(document, told),
        "place": _place(document, mention),
    }
    if not heading:
        return phrase("{number} in the text; {computed} in {place}").of(values)
    return phrase("{number} in the text under {heading}; {computed} in {place}").of(
        {**values, "heading": short(heading, 50)}
    )


def _miscalculated(document: Document, finding: Finding) -> Words:
    tape, calculation = tape_of(document, finding), finding.calculation
    assert tape is not None
    assert calculation is not None
    if calculation.way in WORKED_OUT:
        first, second = (short(document.mentions[each].text, 30) for each, _ in calculation.addends)
        return WORKED_OUT[calculation.way].of(
            {"first": first, "second": second, "computed": tape.computed, "stated": tape.stated}
        )
    said = counted(
        "{n} number comes to {computed}, {stated} is stated",
        "{n} numbers come to {computed}, {stated} is stated",
        len(tape.lines),
        computed=tape.computed,
        stated=tape.stated,
    )
    if tape.total_wrong or not tape.mended:
        return said
    return phrase("{sum}; {number} would foot", sum=said, number=tape.mended)


def _place(document: Document, mention: Mention) -> Words:
    title = short(table_title(document, mention.table), 50)
    where = place(document, mention.place)
    return phrase("{table} ({place})", table=title, place=where) if where else title
