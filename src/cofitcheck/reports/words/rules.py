"""What the rules that keep numbers open are called: two facts of them, or one rightly stated twice."""

from __future__ import annotations

from cofitcheck.reports.words.phrase import Words, phrase

RULES = {
    rule.text: rule
    for rule in (
        phrase("both are rounded"),
        phrase("both add up"),
        phrase("one table states both"),
        phrase("its match stands beside"),
        phrase("fiscal years"),
        phrase("basic and diluted earnings"),
        phrase("basic and diluted shares"),
        phrase("percentages of other things"),
        phrase("plan assets and obligations"),
        phrase("gross and net"),
        phrase("pro forma"),
        phrase("adjusted"),
        phrase("plan assets and others"),
        phrase("change and amount"),
        phrase("count and amount"),
        phrase("basic and diluted"),
        phrase("inflow and outflow"),
        phrase("before and after tax"),
        phrase("paid and charged"),
        phrase("gain and loss in a list"),
        phrase("assets and liabilities"),
        phrase("balance and movement"),
        phrase("item and part of it"),
        phrase("classes of shares"),
        phrase("changes of other years"),
        phrase("both tables state both"),
        phrase("kept apart"),
        phrase("counterpart taken"),
        phrase("index numbers"),
        phrase("may be unread"),
    )
}
"""Each by the name that checks, JSON and tests give it, which is what it is called in English."""


def called(rule: str) -> Words:
    """Return what a rule is called in the reader's language; its own name where it has no other."""
    return RULES.get(rule, rule)
