"""The first sheet of the workbook: what was reviewed, what came of it, and who signed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cofitcheck.reports.words import phrase
from cofitcheck.review.database.models import DraftRow
from cofitcheck.review.decisions.verdicts import VERDICT_WORDS, Verdict
from cofitcheck.review.handover.reviewed import Reviewed
from cofitcheck.review.handover.sheets import Link, Share


def summary(reviewed: Reviewed, address: str) -> Iterator[Sequence[Any]]:
    """Yield the lines of the summary; `address` is that of the draft."""
    draft, counts = reviewed.draft, reviewed.draft.counts
    yield phrase("Document"), draft.document.name
    yield phrase("Draft"), draft.number
    yield phrase("File"), draft.file_name
    yield phrase("SHA-256 of the file"), draft.sha256
    yield phrase("Uploaded (UTC)"), draft.uploaded
    yield phrase("Uploaded by"), draft.uploaded_by
    yield phrase("Checked (UTC)"), draft.checked
    yield phrase("Model"), draft.model
    yield phrase("Reported from a probability of"), Share(draft.settings.get("threshold"))
    yield phrase("Materiality"), draft.document.materiality
    yield phrase("Page"), Link(address, address)
    yield ()
    yield phrase("Tables read"), counts["tables"]
    yield phrase("Numbers read in them"), counts["mentions"]
    yield phrase("Numbers that no check reaches, or that were left open"), counts.get("unchecked")
    yield phrase("Items stated more than once"), counts["facts"]
    yield phrase("of them agree"), counts["passed"]
    yield phrase("left open"), counts.get("left_open")
    yield phrase("Findings"), len(reviewed.findings)
    for verdict in Verdict:
        yield VERDICT_WORDS[verdict], sum(row.verdict == verdict for row in reviewed.findings)
    yield phrase("Items ticked off"), sum(bool(row.ticked_by) for row in reviewed.facts)


def signatures(draft: DraftRow) -> Iterator[Sequence[Any]]:
    """Yield the lines of the sign-off block."""
    yield phrase("Sign-off"), phrase("Name"), phrase("Date (UTC)")
    yield phrase("Preparer"), draft.prepared_by, draft.prepared
    yield phrase("Reviewer"), draft.reviewed_by, draft.reviewed
