"""Finds the numbers in a disclosure document that contradict each other.

    report = cofitcheck.check("annual-report.htm")
    for finding in report.findings:
        print(finding.severity, finding.mention.text, finding.counterpart.text)
    report.save("reports")

The names below load on first use, so that importing the package costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cofitcheck import errors
    from cofitcheck.api import ComparisonReport, check, compare, read
    from cofitcheck.checker import Checker
    from cofitcheck.config import CheckConfig
    from cofitcheck.document import Document
    from cofitcheck.filtering import CandidatePairs
    from cofitcheck.reports.model.entries import FindingEntry, LeftOpenEntry
    from cofitcheck.reports.model.report import Report

__version__ = "0.1.0"

__all__ = [
    "CandidatePairs",
    "CheckConfig",
    "Checker",
    "ComparisonReport",
    "Document",
    "FindingEntry",
    "LeftOpenEntry",
    "Report",
    "__version__",
    "check",
    "compare",
    "errors",
    "read",
]

_HOMES = {
    "CandidatePairs": "cofitcheck.filtering",
    "CheckConfig": "cofitcheck.config",
    "Checker": "cofitcheck.checker",
    "ComparisonReport": "cofitcheck.api",
    "Document": "cofitcheck.document",
    "FindingEntry": "cofitcheck.reports.model.entries",
    "LeftOpenEntry": "cofitcheck.reports.model.entries",
    "Report": "cofitcheck.reports.model.report",
    "check": "cofitcheck.api",
    "compare": "cofitcheck.api",
    "read": "cofitcheck.api",
}


def __getattr__(name: str) -> object:
    """Load a public name when it is first asked for."""
    if name == "errors":
        return import_module("cofitcheck.errors")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted(__all__)
