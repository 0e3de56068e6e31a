"""Facts of a made-up document, checked: what tests of repeats ask."""

from __future__ import annotations

from cofitcheck.checks import Checked, CheckSettings, Finding, LeftOpen, find_contradictions
from cofitcheck.document import Document
from cofitcheck.facts import FactSet


def check(made: Document, *facts: FactSet, threshold: float = 0.5) -> Checked:
    return find_contradictions(made, facts, CheckSettings(threshold=threshold))


def only(checked: Checked) -> Finding:
    assert len(checked.findings) == 1
    return checked.findings[0]


def left_open(checked: Checked) -> LeftOpen:
    """Return the only fact, which is left open."""
    (left,) = checked.left_open
    assert checked == Checked((), 0, (left,), 0)
    return left
