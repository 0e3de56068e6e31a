"""What is checked of each kind of document, what a severity is worth there, and whether probabilities mean
what they say."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cofitcheck.checks.model import Severity
from cofitcheck.evaluation.calibration import Reliability
from cofitcheck.evaluation.figures import Json, mean, share
from cofitcheck.evaluation.real.claims import Claims
from cofitcheck.evaluation.real.judged import UNREAD, ReadClaim, counts
from cofitcheck.evaluation.real.verdicts import Judgement

_HALVES = {"0 to 7": "01234567", "8 to f": "89abcdef"}
"""Rules are mended on documents whose SHA-256 begins with a digit of the first; the others show what they are
worth elsewhere."""


def by_document_kind(told: Sequence[Claims], findings: Sequence[ReadClaim]) -> Json:
    """Return by the kind of the document, in the order of the list, what is checked of it and what its
    findings are worth, by severity and by half.

    Documents of no kind are left out.
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
    """Hold the probabilities of findings against what reading said; letters are left out."""
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
