"""Findings to pages and files: HTML, the marked copy of the document, JSON, SARIF, frames, the terminal."""

from cofitcheck.reports.comments import comment_document
from cofitcheck.reports.coverage import Coverage, coverage
from cofitcheck.reports.files import is_report, save
from cofitcheck.reports.marked import mark_document
from cofitcheck.reports.page import render_html
from cofitcheck.reports.records import to_json
from cofitcheck.reports.schema import json_schema
from cofitcheck.reports.terminal import finding_lines, summary_lines

__all__ = [
    "Coverage",
    "comment_document",
    "coverage",
    "finding_lines",
    "is_report",
    "json_schema",
    "mark_document",
    "render_html",
    "save",
    "summary_lines",
    "to_json",
]
