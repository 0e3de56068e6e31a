"""What is told of a document, each claim with what a reader said of it, and how many are right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cofitcheck import patterns as re
from cofitcheck.checks.model import FindingKind
from cofitcheck.evaluation.figures import Json, share
from cofitcheck.evaluation.real.claims import LEFT_OPEN, Claim, Claims
from cofitcheck.evaluation.real.places import share_a_place
from cofitcheck.evaluation.real.verdicts import Judgement, Opinion

UNREAD = "unread"
_LAYOUT = re.compile(r"[\s$]")


@dataclass(frozen=True, slots=True)
class ReadClaim:
    """A claim on a document (its SHA-256, name and kind), with the verdict on it, None where nobody has read
    it."""

    document: str
    name: str
    kind: str
    claim: Claim
    verdict: Opinion | None

    @property
    def judged(self) -> str:
        """What the reader said, or `UNREAD`."""
        return self.verdict.judged.value if self.verdict else UNREAD


def read_claims(told: Claims, verdicts: Sequence[Opinion]) -> list[ReadClaim]:
    """Return what is told of a document with the verdicts on it; they are of that document."""
    return [
        ReadClaim(told.sha256, told.document, told.kind, claim, verdict_on(claim, verdicts))
        for claim in told.claims
    ]


def counts(read: Sequence[ReadClaim]) -> Json:
    """Count claims by verdict, with the share of those read that are real, and real or letters."""
    found = Counter(each.judged for each in read)
    judged = len(read) - found[UNREAD]
    right = found[Judgement.REAL.value], found[Judgement.LETTER.value]
    return {
        "told": len(read),
        **{name: found[name] for name in (*(each.value for each in Judgement), UNREAD)},
        "precision": share(right[0], judged),
        "precision_or_letter": share(sum(right), judged),
    }


def verdict_on(claim: Claim, verdicts: Sequence[Opinion]) -> Opinion | None:
    """Return the verdict on a claim: of the same numbers, one of them at a place that it names.

    A contradiction of two cells is the same one whether it is reported or left open.
    """
    for verdict in verdicts:
        same_kind = _family(claim.kind) == _family(verdict.kind)
        same_numbers = _numbers(claim) == _numbers(verdict)
        if same_kind and same_numbers and share_a_place(claim.cells, verdict.cells):
            return verdict
    return None


def _family(kind: str) -> str:
    return FindingKind.REPEAT.value if kind == LEFT_OPEN else kind


def _numbers(held: Claim | Opinion) -> list[str]:
    return sorted(_LAYOUT.sub("", number) for number in (held.stated, held.against))
