"""Why a rule keeps numbers open: they state two facts, or one that is rightly stated twice."""

from __future__ import annotations

from cofitcheck.reports.words.phrase import Words, phrase

RULES = {
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
"""The reason of each by the name that checks, JSON and tests give it."""


def reason_of(rule: str) -> Words:
    """Return why a rule keeps two numbers apart, as a clause; its own name where it has no other."""
    return RULES.get(rule, rule)
