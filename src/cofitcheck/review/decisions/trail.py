"""Lines of the audit trail, and the words that people put into them."""

from __future__ import annotations

from typing import Any

from cofitcheck.errors import InputError
from cofitcheck.reports.words import Words, say
from cofitcheck.review.database.models import DraftRow, EventRow, FactRow, FindingRow

_LONGEST = 4000


def line(
    draft: DraftRow, target: FindingRow | FactRow, kind: str, words: str, who: str, batch: str
) -> EventRow:
    """Return a line of the audit trail, with what the person had before them."""
    is_finding = isinstance(target, FindingRow)
    return EventRow(
        document_id=draft.document_id,
        draft_id=draft.id,
        finding_id=target.id if is_finding else None,
        fact_id=None if is_finding else target.id,
        fingerprint=target.fingerprint,
        kind=kind,
        words=words,
        who=who,
        seen=_seen(target),
        before={},
        after={},
        model=draft.model,
        settings=draft.settings,
        batch=batch,
    )


def require_text(text: str, what: Words) -> str:
    """Return what somebody wrote, trimmed. Raises `InputError` where it is too long."""
    text = text.replace("\0", "").strip()
    if len(text) > _LONGEST:
        raise InputError(say("{what} is longer than {n} characters; shorten it", what=what, n=_LONGEST))
    return text


def _seen(target: FindingRow | FactRow) -> dict[str, Any]:
    seen: dict[str, Any] = {
        "label": target.label,
        "period": target.period,
        "statements": [
            {key: member[key] for key in ("text", "table", "title", "row", "column")}
            for member in target.members
        ],
    }
    if isinstance(target, FindingRow):
        seen |= {"finding": target.number, "severity": target.severity, "relation": target.relation}
        return seen | {"probability": target.probability, "same_fact": target.same_fact}
    return seen | {"fact": target.number, "outcome": target.outcome}
