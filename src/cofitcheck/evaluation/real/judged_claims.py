"""Claims with the verdicts of readers on them: how many are right, by severity and kind of document.

For each kind of document the figures say how much was checked, and whether probabilities are reliable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cofitcheck import patterns as re
from cofitcheck.checks.model import FindingKind, Severity
from cofitcheck.evaluation.figures import Json, Reliability, mean, share
from cofitcheck.evaluation.real import Judgement, Opinion, share_a_place
from cofitcheck.evaluation.real.claims import LEFT_OPEN, Claim, Claims

UNREAD = "unread"
_LAYOUT = re.compile(r"[\s$]")

_HALVES = {"0 to 7": "01234567", "8 to f": "89abcdef"}
"""The two halves of documents, by the first digit of their SHA-256. Rules are corrected on the first half.
The second shows how well they do elsewhere."""


@dataclass(frozen=True, slots=True)
class ReadClaim:
    """A claim on a document (its SHA-256, name and kind), and the verdict on the claim.

    The verdict is None where nobody has read the claim."""

    document: str
    name: str
    kind: str
    claim: Claim
    verdict: Opinion | None

    @property
    def judged(self) -> str:
        """The reader's judgement, or `UNREAD`."""
        return self.verdict.judged.value if self.verdict else UNREAD


def read_claims(told: Claims, verdicts: Sequence[Opinion]) -> list[ReadClaim]:
    """Return the claims on a document with their verdicts. `verdicts` are those on this document."""
    return [
        ReadClaim(told.sha256, told.document, told.kind, claim, verdict_on(claim, verdicts))
        for claim in told.claims
    ]


def counts(read: Sequence[ReadClaim]) -> Json:
    """Count claims by verdict, with the shares of read ones that are real, and that are real or letters."""
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
    """Return the verdict on a claim: it has the same kind and numbers, and shares a place with the claim.

    A contradiction of two cells has the same kind whether it is reported or left open.
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


def by_document_kind(told: Sequence[Claims], findings: Sequence[ReadClaim]) -> Json:
    """Return the figures of each kind of document, in the order of the list.

    They say how much is checked, and how many findings are right, by severity and by half. Documents without
    a kind are left out.
    """
    kinds = dict.fromkeys(each.kind for each in told if each.kind)
    return {
        kind: {
            **_reach([each for each in told if each.kind == kind]),
            **_by_severity([each for each in findings if each.kind == kind]),
        }
        for kind in kinds
    }


def _reach(told: Sequence[Claims]) -> Json:
    """Return how many numbers the documents have, and which shares are checked and foot."""
    numbers, checked, footed = (
        sum(getattr(each.reach, name) for each in told) for name in ("numbers", "checked", "footed")
    )
    return {
        "documents": len(told),
        "numbers": numbers,
        "checked": checked,
        "checked_share": share(checked, numbers),
        "footed": footed,
        "footed_share": share(footed, numbers),
        "seconds_a_document": mean([each.reach.seconds for each in told]),
    }


def reliability(findings: Sequence[ReadClaim]) -> Json:
    """Compare the probabilities of findings with the readers' judgements. Letters are left out."""
    judged = [each for each in findings if each.judged not in (UNREAD, Judgement.LETTER)]
    return Reliability.of(
        np.array([each.claim.probability for each in judged]),
        np.array([each.judged == Judgement.REAL for each in judged], dtype=np.bool_),
    ).figures()


def _by_severity(findings: Sequence[ReadClaim]) -> Json:
    serious = [each for each in findings if each.claim.severity != Severity.NOTICE]
    return {
        "by_severity": {
            severity.value: counts([each for each in findings if each.claim.severity == severity])
            for severity in Severity
        },
        "high_and_medium": counts(serious),
        "by_half": {
            half: counts([each for each in serious if each.document[:1].lower() in digits])
            for half, digits in _HALVES.items()
        },
        "by_finding_kind": {
            kind: counts([each for each in serious if each.claim.kind == kind])
            for kind in sorted({each.claim.kind for each in serious})
        },
        "reliability": reliability(findings),
    }
