"""The audit trail, and what changed since the last draft, in the words of whoever reads them."""

from __future__ import annotations

import msgspec

from cofitcheck.reports.words import Phrase, Words, phrase
from cofitcheck.review.database.models import EventRow, FindingRow
from cofitcheck.review.decisions.verdicts import VERDICT_WORDS, Verdict


def act(event: EventRow) -> Words:
    """Return what a line of the audit trail says was done."""
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
    """Return words as the database keeps them: a phrase can be said in any language when it is read."""
    return words if isinstance(words, str) else msgspec.json.encode(words).decode()


def stored(text: str) -> Words:
    """Return words that the database keeps."""
    if text.startswith('{"text":'):
        try:
            return msgspec.json.decode(text, type=Phrase)
        except msgspec.DecodeError:
            pass
    return text
