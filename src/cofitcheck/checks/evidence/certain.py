"""The classes of certain evidence: errors that arithmetic and structure prove, without a learnt probability.

`docs/measurements/rules.md` says how often each class was false on clean documents. A class that is false
more than once in 200 clean filings is not certain, and its cases go back to the trees.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CertainClass:
    """A kind of evidence that proves an error. Every finding of the class has its `probability`."""

    name: str
    reason: str
    probability: float


KEPT_SUM = CertainClass(
    "sum that other columns keep",
    "In another column a total is the sum of the lines right before it, exactly as printed; here it is not.",
    0.98,
)
KEPT_ROLL_FORWARD = CertainClass(
    "roll-forward that other columns keep",
    "In another column the opening balance and the movements below it come to the closing balance, exactly "
    "as printed; here they do not.",
    0.98,
)
KEPT_CHANGE = CertainClass(
    "change that other rows keep",
    "A row has two amounts and their change, and in all other rows the change is the first less the second, "
    "to the unit; here it is not.",
    0.95,
)
SLIPPED_TOTAL = CertainClass(
    "total but for a slip",
    "A line that is named a total is the sum of all lines since the total before it but for one slip: a "
    "digit, two that changed places, one lost or doubled, a sign, one line left out or added twice.",
    0.95,
)

ONLY_BREAK = CertainClass(
    "the one break of a column",
    "Every line of the only column, or of one beside another that keeps the sum, is part of a sum that comes "
    "out to the unit, but those before one total, in which no sign and no line left out makes it come out; "
    "or of two sums, which one number breaks by the same.",
    0.95,
)
SWAPPED_ROWS = CertainClass(
    "two rows with each other's number",
    "Two rows miss the sum that other rows keep by the same amount, up and down, and both come out where two "
    "numbers of one column change places.",
    0.98,
)
ONE_PART = CertainClass(
    "total of one part",
    "In the rows of a table, or its columns, a total is the sum of the same others; where one of these alone "
    "is stated the total is that number, three times or more, but not here.",
    0.95,
)
MENDED_TRANSPOSITION = CertainClass(
    "two digits that the sums put back",
    "Two statements of five digits or more differ by two digits that changed places, and the one makes the "
    "sums of the other's table come out.",
    0.95,
)
CAPTIONED_LINE = CertainClass(
    "one captioned line",
    "A line of a statement has another number in another statement, or in its note, under the same caption, "
    "for the same period, in the same unit, and agrees there in another period.",
    0.95,
)
SOLE_IDENTITY = CertainClass(
    "identity without a line between",
    "The lines of a statement do not come to what they are by their meaning, no other column breaks that, "
    "and no printed number explains the difference.",
    0.95,
)

CERTAIN = (
    KEPT_SUM,
    KEPT_ROLL_FORWARD,
    KEPT_CHANGE,
    SLIPPED_TOTAL,
    ONLY_BREAK,
    ONE_PART,
    SWAPPED_ROWS,
    MENDED_TRANSPOSITION,
    CAPTIONED_LINE,
    SOLE_IDENTITY,
)
"""All classes."""
