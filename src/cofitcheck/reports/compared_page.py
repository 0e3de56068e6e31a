"""The report of a comparison as one self-contained HTML file."""

from __future__ import annotations

from collections.abc import Sequence

from cofitcheck.checks.comparatives.model import Comparisons
from cofitcheck.reports.compared_view import ComparisonsView
from cofitcheck.reports.page import template


def render_comparisons(comparisons: Comparisons, copies: Sequence[str] = ()) -> str:
    """Return the report as one HTML file that loads nothing and runs nothing; every text from a document is
    escaped, and no date stands in it.

    `copies` are the file names of the marked copies that it links into: of this document, then of each other;
    "" stands for one that is not there.
    """
    return template("compared.html.j2").render(view=ComparisonsView(comparisons, copies))
