"""What can be decided about a finding."""

from __future__ import annotations

from enum import StrEnum

from cofitcheck.errors import InputError
from cofitcheck.reports.words import phrase


class Verdict(StrEnum):
    """What a person says of a finding."""

    OPEN = "open"
    """Nothing yet."""
    ERROR = "error"
    """One of the numbers is wrong and has to be mended."""
    EXPECTED = "expected"
    """The numbers rightly differ, for a reason that is named."""
    DIFFERENT = "different"
    """The cells do not state the same fact."""
    DISCUSS = "discuss"
    """To be talked over."""


UNDECIDED = (Verdict.OPEN, Verdict.DISCUSS)
"""What is not decided yet: a draft with such a finding cannot be signed."""

VERDICT_WORDS = {
    Verdict.OPEN: phrase("Open"),
    Verdict.ERROR: phrase("Confirmed error"),
    Verdict.EXPECTED: phrase("Expected difference"),
    Verdict.DIFFERENT: phrase("Not the same item"),
    Verdict.DISCUSS: phrase("To discuss"),
}

REASONS = (
    phrase("Rounding, as the basis of preparation says"),
    phrase("Reclassified or restated, as disclosed"),
    phrase("Another scope or consolidation"),
    phrase("Before and after tax, or gross and net"),
    phrase("Another date or period"),
    phrase("Sign convention of the table"),
)
"""What is offered as the reason of an expected difference."""


def require_verdict(verdict: str) -> Verdict:
    """Return the verdict of a name. Raises `InputError` for any other."""
    try:
        return Verdict(verdict)
    except ValueError as error:
        raise InputError(f"a verdict is one of {', '.join(Verdict)}, not {verdict[:40]}") from error
