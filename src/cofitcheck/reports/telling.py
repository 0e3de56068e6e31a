"""A finding in words: what it is about, what may have happened, how grave it is and what is to be done."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from cofitcheck.checks.ledger import CheckKind, Ledger
from cofitcheck.checks.model import Finding, FindingKind, Judged, Severity
from cofitcheck.document import Document
from cofitcheck.language.lexicon import TOTAL_SIGNS, TOTAL_WORDS
from cofitcheck.numbers import Relation, Slip
from cofitcheck.reports.wording import (
    RELATION_WORDS,
    SEVERITY_WORDS,
    SLIP_WORDS,
    label,
    path_words,
    percent,
    period,
    place,
    plain_decimal,
    short,
    table_title,
)

# What is left of "Total (Balance at December 31, 2025)" without these says nothing of the fact.
_FILLERS = re.compile(
    rf"\b(?:{TOTAL_WORDS}s?|amounts?|balances?|net|beginning|opening|closing|end(?:ing|ed)?|start|as|at|of|the"
    r"|for|in|and|fiscal|years?|quarters?|months?|periods?|\d+"
    r"|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|(?:nov|dec)(?:ember)?)\b"
    rf"|{TOTAL_SIGNS}|本?[期年][初末]|[本上][期年]|[余餘][额額]|账面|金[额額]|\d+|[年月日]",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w")


def naming(document: Document, mentions: Iterable[int]) -> tuple[str, str]:
    """Return what to call the fact that `mentions` state, and its period: by the first whose label says more
    than a total or a balance; else by the section or the title over the first."""
    stated = [document.mentions[index] for index in mentions]
    for mention in stated:
        name = label(mention)
        if not _says_little(name):
            return name, period(mention)
    first = stated[0]
    sections = [step for step in first.row_path[:-1] if not _says_little(step)]
    over = path_words(tuple(sections[-1:])) or table_title(document, first.table)
    return f"{over}: {label(first)}", period(first)


def _says_little(name: str) -> bool:
    return _WORD.search(_FILLERS.sub("", name)) is None


def about(document: Document, finding: Finding) -> tuple[str, str]:
    """Return what to call the fact of a finding, and its period."""
    return naming(document, (finding.mention, finding.counterpart, *finding.mentions))


def elsewhere(document: Document, index: int) -> str:
    """Return a mention as it is named at another one: its text, its table, its row and its place."""
    mention = document.mentions[index]
    where = place(document, mention.place)
    row = path_words(mention.row_path) or "a row without a label"
    title = short(table_title(document, mention.table), 80)
    return f"{short(mention.text, 40)} in “{title}”, {row}" + (f" ({where})" if where else "")


KIND_WORDS = {
    FindingKind.REPEAT: "a repeated number",
    FindingKind.SUM: "a sum",
    FindingKind.ROLL_FORWARD: "a balance carried forward",
    FindingKind.IDENTITY: "an equation of the statements",
    FindingKind.DERIVED: "a change worked out from two numbers",
}


def ledger_words(ledger: Ledger) -> str:
    """Return in a sentence how many numbers were checked, and by what."""
    said = ", ".join(f"{count:,} {words}" for words, count in by_kind(ledger))
    return f"of {ledger.mentions:,} numbers {ledger.checked:,} are checked" + (f": {said}" if said else "")


def by_kind(ledger: Ledger) -> list[tuple[str, int]]:
    """Return how many numbers each kind of check reached, in words, those that reached some."""
    kinds = ledger.by_kind
    return [(words, kinds[kind]) for kind, words in _LEDGER_WORDS.items() if kinds[kind]]


_LEDGER_WORDS = {
    CheckKind.REPEAT: "stated elsewhere",
    CheckKind.SUM: "in sums down a column",
    CheckKind.CROSS_SUM: "in sums across a row",
    CheckKind.ROLL_FORWARD: "in balances carried forward",
    CheckKind.DERIVED: "worked out anew",
}


def happened(finding: Finding) -> str:
    """Return what may have happened: the figure that stands in the other's place, the slip; "" where nothing
    is known of it."""
    slip = "" if finding.slip is Slip.NONE else SLIP_WORDS[finding.slip]
    if finding.fact is None:
        return "" if finding.slip is Slip.OTHER else slip
    if not finding.explanation:
        return slip
    return (
        finding.explanation
        if finding.slip in {Slip.NONE, Slip.OTHER}
        else f"{finding.explanation}; or {slip}"
    )


def difference_kind(finding: Finding) -> str:
    """Return how the two numbers differ where that says more than that they do, or ""."""
    if finding.fact is None:
        return KIND_WORDS[finding.kind]
    return "" if finding.relation is Relation.INCONSISTENT else RELATION_WORDS[finding.relation]


def in_short(finding: Finding) -> str:
    """Return in a few words what is wrong, for a note at a cell."""
    if finding.fact is None:
        return f"{KIND_WORDS[finding.kind]} does not come out"
    return happened(finding) or RELATION_WORDS[finding.relation]


def what_to_do(finding: Finding, high: float) -> str:
    """Return what is to be done about a finding, and why not more; `high` is the least probability of high
    severity."""
    words = SEVERITY_WORDS[finding.severity]
    match finding.severity:
        case Severity.HIGH:
            return words
        case Severity.MEDIUM:
            return f"{words}: {'a small difference' if finding.probability >= high else 'less sure'}"
        case Severity.NOTICE:
            two_units = finding.slip is Slip.SCALE
            return f"{words}: {'the same digits in two units' if two_units else SLIP_WORDS[finding.slip]}"


def judged(finding: Finding) -> str:
    """Return from what it was judged that the two mentions of a finding state one fact."""
    return {
        Judged.WITHOUT_VALUES: "judged without the values",
        Judged.WITH_SUMS: "judged with what the sums say of the values",
        Judged.OVER_A_THIRD: "judged over another cell of the fact",
    }[finding.judged]


def probability_of(finding: Finding) -> str:
    """Return what the probability of a finding is the probability of."""
    if finding.slip is Slip.ROUNDING:
        return "That this is one fact, rounded in two ways"
    if finding.severity is Severity.NOTICE:
        return "That one unit is wrong, or was misread"
    return "That this is an error"


def severity_rule(high: float, tiny: Decimal) -> dict[str, str]:
    """Return when a finding is of which severity, where the bounds are those (see `CheckSettings`)."""
    probable, small = percent(high), f"{plain_decimal((tiny * 100).normalize())}%"
    return {
        Severity.HIGH.value: f"probably an error ({probable} or more), off by {small} or more",
        Severity.MEDIUM.value: "less probable, or off by less",
        Severity.NOTICE.value: "off by one in the last digit (rounding), or the same digits in two units",
    }
