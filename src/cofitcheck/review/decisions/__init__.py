"""Verdicts on findings, and the lines of the audit trail with their sentences."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, TypeAlias

import msgspec

from cofitcheck.errors import InputError
from cofitcheck.reports.words import Phrase, Words, phrase, say
from cofitcheck.review.database.models import DraftRow, EventRow, FactRow, FindingRow, OwnRow

_LONGEST = 4000
"""The most characters of a text that a person writes."""


Target: TypeAlias = FindingRow | FactRow | OwnRow
"""What a line of the trail is about."""

REASONS = (
    phrase("Rounding, as the basis of preparation says"),
    phrase("Reclassified or restated, as disclosed"),
    phrase("Another scope or consolidation"),
    phrase("Before and after tax, or gross and net"),
    phrase("Another date or period"),
    phrase("Sign convention of the table"),
)
"""The reasons that are offered for an expected difference."""


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
"""The verdicts that decide nothing yet. A draft with such a finding cannot be signed."""

VERDICT_WORDS = {
    Verdict.OPEN: phrase("Open"),
    Verdict.ERROR: phrase("Confirmed error"),
    Verdict.EXPECTED: phrase("Expected difference"),
    Verdict.DIFFERENT: phrase("Not the same item"),
    Verdict.DISCUSS: phrase("To discuss"),
}


def require_verdict(verdict: str) -> Verdict:
    """Return the verdict with a name. Raises `InputError` where there is none."""
    try:
        return Verdict(verdict)
    except ValueError as error:
        raise InputError(f"a verdict is one of {', '.join(Verdict)}, not {verdict[:40]}") from error


def line(draft: DraftRow, target: Target, kind: str, words: str, who: str, batch: str) -> EventRow:
    """Return a line of the audit trail, with what the person saw."""
    return EventRow(
        document_id=draft.document_id,
        draft_id=draft.id,
        finding_id=target.id if isinstance(target, FindingRow) else None,
        fact_id=target.id if isinstance(target, FactRow) else None,
        own_id=target.id if isinstance(target, OwnRow) else None,
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


def _seen(target: Target) -> dict[str, Any]:
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
    if isinstance(target, OwnRow):
        return seen | {"own": target.number, "kind": target.kind, "outcome": target.outcome}
    return seen | {"fact": target.number, "outcome": target.outcome}


def act(event: EventRow) -> Words:
    """Return in words what was done, by a line of the audit trail."""
    match event.kind:
        case "decided":
            return _decided(event)
        case "assigned" if name := event.after.get("assignee"):
            return phrase("Assigned to {person}", person=name)
        case "assigned":
            return phrase("Assigned to nobody")
        case "signed prepared":
            return phrase("Signed as preparer")
        case "signed reviewed":
            return phrase("Signed as reviewer; locked")
        case "reopened":
            return phrase("Signatures taken off")
        case "archived":
            return phrase("Put into the archive")
        case "restored":
            return phrase("Taken out of the archive")
        case "materiality" if (amount := event.after.get("materiality")) is not None:
            return phrase("Materiality set to {amount}", amount=f"{amount:,.0f}")
        case "materiality":
            return phrase("Materiality taken away")
        case "promoted":
            return phrase("Made a finding")
        case "ticked" if event.after.get("ticked_by"):
            return phrase("Ticked off")
        case "ticked":
            return phrase("Tick taken away")
    return stored(event.words)


def _decided(event: EventRow) -> Words:
    verdict = VERDICT_WORDS[Verdict(event.after["verdict"])]
    reason = event.after.get("reason")
    return phrase("{verdict}: {reason}", verdict=verdict, reason=reason) if reason else verdict


def note_of(finding: FindingRow) -> Words:
    """Return what changed in a finding since the last draft, "" where nothing did."""
    return stored(finding.carried_note)


def kept(words: Words) -> str:
    """Return words as the database keeps them. A phrase stays a phrase, to be translated when it is read."""
    return words if isinstance(words, str) else msgspec.json.encode(words).decode()


def stored(text: str) -> Words:
    """Return words that the database has kept."""
    if text.startswith('{"text":'):
        try:
            return msgspec.json.decode(text, type=Phrase)
        except msgspec.DecodeError:
            pass
    return text
