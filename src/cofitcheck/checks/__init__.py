"""Turn fact sets into findings: which facts are stated with different values, and which mention stands
alone."""

from cofitcheck.checks.evidence.difference import DifferenceKind, DifferenceModel, explain_difference
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.model import Finding, Gap, Judged, LeftOpen, NotChecked, Severity
from cofitcheck.checks.repeats.check import compare_pairs
from cofitcheck.checks.repeats.compare import Checked, find_contradictions
from cofitcheck.checks.settings import CheckSettings

__all__ = [
    "CheckSettings",
    "Checked",
    "DifferenceKind",
    "DifferenceModel",
    "Finding",
    "Gap",
    "Grid",
    "Judged",
    "LeftOpen",
    "NotChecked",
    "Severity",
    "compare_pairs",
    "explain_difference",
    "find_contradictions",
]
