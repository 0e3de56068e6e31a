"""Findings as SARIF 2.1.0 (OASIS), the format in which services take findings for pull requests."""

from cofitcheck.reports.sarif.log import report_sarif, sarif_log
from cofitcheck.reports.sarif.results import results, uri_of

__all__ = ["report_sarif", "results", "sarif_log", "uri_of"]
