"""The words for a finding, and for the rules that leave numbers open.

Of a finding: how its numbers differ, its likely cause, how grave and how likely it is. Of a rule: why two
numbers state two facts, or one fact that is rightly stated in two ways.
"""

from __future__ import annotations

from cofitcheck.checks.ledger import CheckKind
from cofitcheck.checks.model import Aside, FindingKind, Judged, Remark, Severity
from cofitcheck.numbers import Relation, Slip
from cofitcheck.reports.words.languages import Phrase, Words, phrase

RELATIONS = {
    Relation.EQUAL: phrase("equal"),
    Relation.CONSISTENT: phrase("equal after rounding"),
    Relation.SCALE_DIFFERS: phrase("same digits, different scale"),
    Relation.SIGN_DIFFERS: phrase("same amount, opposite sign"),
    Relation.INCONSISTENT: phrase("different amounts"),
    Relation.NOT_COMPARABLE: phrase("cannot be compared"),
}

SLIPS = {
    Slip.NONE: phrase("none"),
    Slip.SIGN: phrase("sign or parentheses missing or added"),
    Slip.SCALE: phrase("wrong unit or scale"),
    Slip.DIGIT: phrase("one digit wrong"),
    Slip.TRANSPOSITION: phrase("two digits transposed"),
    Slip.DROPPED_DIGIT: phrase("a digit dropped or added"),
    Slip.ROUNDING: phrase("rounding"),
    Slip.OTHER: phrase("no typing slip explains it"),
}

SEVERITIES = {
    Severity.HIGH: phrase("high"),
    Severity.MEDIUM: phrase("medium"),
    Severity.NOTICE: phrase("notice"),
}

REMARKS = {
    Remark.ROUNDING: phrase("rounding"),
    Remark.UNIT: phrase("the same digits in two units"),
    Remark.EXPLAINED: phrase("the document explains it"),
    Remark.DOUBTFUL_SENTENCE: phrase("less certain"),
}
"""Why a finding is a notice."""

ASIDE = {
    Aside.NOT_SELECTED: phrase("not of a selected kind"),
    Aside.BASELINE: phrase("in the baseline"),
    Aside.IMMATERIAL: phrase("below materiality"),
}
"""Why a finding is set aside."""

KINDS = {
    FindingKind.REPEAT: phrase("a number stated twice"),
    FindingKind.SUM: phrase("a sum"),
    FindingKind.ROLL_FORWARD: phrase("a roll-forward"),
    FindingKind.IDENTITY: phrase("a relation between the statements’ totals"),
    FindingKind.DERIVED: phrase("a computed change, share or ratio"),
    FindingKind.TEXT: phrase("a sentence against a table"),
}

RULES = {
    FindingKind.REPEAT: phrase("The document states one item with different values."),
    FindingKind.SUM: phrase("The parts of a table do not add up to the total that it states."),
    FindingKind.ROLL_FORWARD: phrase(
        "An opening balance and its movements do not come to the closing balance."
    ),
    FindingKind.IDENTITY: phrase(
        "Totals that have to be equal, such as assets and liabilities with equity, differ."
    ),
    FindingKind.DERIVED: phrase("A stated change, share or ratio is not what the numbers beside it come to."),
    FindingKind.TEXT: phrase("A sentence states a number that no table bears out."),
}
"""What each kind of finding says, in a sentence."""

WRONG_REFERENCE = phrase("a reference or a title")
WRONG_FORMULA = phrase("a formula of a workbook")
FORMULA_RULE = phrase(
    "A formula is unlike those beside it, leaves a number out, or does not come to the value stored with it."
)
REFERENCE_RULE = phrase(
    "Words refer to a note on another subject, or name other years than the table that they lead to."
)

DOES_NOT_FOOT = {
    FindingKind.SUM: phrase("the sum does not foot"),
    FindingKind.ROLL_FORWARD: phrase("the roll-forward does not foot"),
    FindingKind.IDENTITY: phrase("the totals do not agree"),
    FindingKind.DERIVED: phrase("recalculating gives another number"),
}

CHECKED_BY = {
    CheckKind.REPEAT: phrase("tied to another statement"),
    CheckKind.SUM: phrase("footed"),
    CheckKind.CROSS_SUM: phrase("cross-footed"),
    CheckKind.ROLL_FORWARD: phrase("rolled forward"),
    CheckKind.DERIVED: phrase("recalculated"),
    CheckKind.TEXT: phrase("agreed to a sentence"),
}
"""What a tick mark of each kind stands for."""

JUDGED = {
    Judged.WITHOUT_VALUES: phrase("judged without looking at the two values"),
    Judged.WITH_SUMS: phrase("judged from the labels and from the sums that hold the numbers"),
    Judged.BY_CAPTION: phrase("label, period and unit are the same"),
    Judged.OVER_A_THIRD: phrase("judged from how each of the two matches a third number"),
}

WAYS = {
    "sum": phrase("comes to"),
    "change": phrase("the change in per cent from the second to the first"),
    "share": phrase("the first in per cent of the second"),
    "ratio": phrase("the first divided by the second"),
}

WORKED_OUT = {
    "change": phrase("the change from {second} to {first} is {computed}, {stated} is stated"),
    "share": phrase("{first} in per cent of {second} is {computed}, {stated} is stated"),
    "ratio": phrase("{first} over {second} is {computed}, {stated} is stated"),
}
"""A calculation that is no sum and does not come out, in one line."""

_CERTAINTY = (
    (0.95, phrase("almost certain")),
    (0.8, phrase("very likely")),
    (0.6, phrase("likely")),
    (0.4, phrase("about even")),
)
_DOUBTFUL = phrase("doubtful")

LIKELY_ERROR = phrase("Likely error")
SAME_ITEM_ROUNDED = phrase("Same item, rounded in two ways")
UNIT_WRONG = phrase("A unit is wrong, or was misread")

KEPT_OPEN = {
    "both are rounded": phrase("both numbers are rounded"),
    "one table states both": phrase("one table states both numbers"),
    "another line is the difference": phrase("another line is the difference"),
    "its match stands beside": phrase("an equal number stands beside the other one"),
    "fiscal years": phrase("they are of different fiscal years"),
    "basic and diluted earnings": phrase("one is basic, the other diluted earnings"),
    "basic and diluted shares": phrase("one counts basic, the other diluted shares"),
    "percentages of other things": phrase("they are percentages of different things"),
    "plan assets and obligations": phrase("one is of plan assets, the other of obligations"),
    "gross and net": phrase("one is gross, the other net"),
    "fair value and amount": phrase("only one is a fair value"),
    "pro forma": phrase("only one is pro forma"),
    "adjusted": phrase("only one is adjusted"),
    "related parties": phrase("only one is of related parties alone"),
    "plan assets and others": phrase("only one is of plan assets"),
    "change and amount": phrase("one is a change, the other an amount"),
    "adjustment and amount": phrase("one is an adjustment, the other an amount"),
    "count and amount": phrase("one is a count, the other an amount"),
    "basic and diluted": phrase("one is basic, the other diluted"),
    "inflow and outflow": phrase("one is an inflow, the other an outflow"),
    "before and after tax": phrase("one is before tax, the other after tax"),
    "paid and charged": phrase("one was paid, the other charged"),
    "maturities": phrase("one is due within a year, the other later"),
    "gain and loss in a list": phrase("one is a gain, the other a loss, in a list of both"),
    "assets and liabilities": phrase("one is of assets, the other of liabilities"),
    "balance and movement": phrase("one is a balance, the other a movement"),
    "item and part of it": phrase("one is a part of the other"),
    "classes of shares": phrase("they are of different classes of shares"),
    "changes of other years": phrase("they are changes of different years"),
    "rests of two lists": phrase("each is what another list leaves over"),
    "both tables state both": phrase("both tables state both numbers"),
    "kept apart": phrase("their labels or headers differ"),
    "counterpart taken": phrase("the other number agrees with a third one"),
    "index numbers": phrase("index numbers count from different days"),
    "may be unread": phrase("it may stand in a table that was not read"),
}
"""The reason that each rule gives, by the name of the rule in checks, JSON and tests."""


def certainty(probability: float) -> Phrase:
    """Return a probability (0 to 1) in words."""
    return next((words for least, words in _CERTAINTY if probability >= least), _DOUBTFUL)


def reason_of(rule: str) -> Words:
    """Return why a rule keeps two numbers apart, as a clause. It is the rule's name where none is written."""
    return KEPT_OPEN.get(rule, rule)
