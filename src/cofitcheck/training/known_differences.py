"""Differences of which it is known whether they are errors: people read them, or they were planted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cofitcheck.checker import Checker
from cofitcheck.checks import CheckSettings, DifferenceKind, Grid
from cofitcheck.checks.evidence.difference import Evidence
from cofitcheck.checks.repeats.compare import Contradiction, compare_facts
from cofitcheck.checks.repeats.repeated_lines import with_repeated_lines
from cofitcheck.document import Document, Mention
from cofitcheck.encoding import Encoded
from cofitcheck.evaluation.corpus import Filing
from cofitcheck.evaluation.real.claims import Claim
from cofitcheck.evaluation.real.judged import verdict_on
from cofitcheck.evaluation.real.places import place_of
from cofitcheck.evaluation.real.verdicts import Judgement, Opinion
from cofitcheck.readers import read
from cofitcheck.training.difference import planted_in


@dataclass(frozen=True)
class Judged:
    """A difference in a published filing, and whether people hold it for an error.

    What was so unlikely an error that nobody read it (not `read`) counts as none.
    """

    company: str
    evidence: Evidence
    real: bool
    read: bool = True


@dataclass(frozen=True)
class Shown:
    """The differences that a filing shows: all of them as it was filed (`kind` is ""), or those that name an
    error of this kind that was planted in it."""

    split: str
    company: str
    kind: str
    differences: tuple[Evidence, ...]


@dataclass(frozen=True)
class Known:
    """All that is known: `judged` by people, `shown` by filings with planted errors and without."""

    judged: tuple[Judged, ...]
    shown: tuple[Shown, ...]


def is_weighed(evidence: Evidence) -> bool:
    """Tell whether the weights decide on a difference: no rule does, and it is no rounding."""
    return not evidence.rule and evidence.kind is not DifferenceKind.ROUNDING


def judged_in(path: Path, company: str, verdicts: Sequence[Opinion], checker: Checker) -> Iterator[Judged]:
    """Yield the differences of a published filing of which people read the likely ones, letters left out."""
    document = read(path)
    for each in _contradictions(document, checker.stages.encoder.encode(document), checker):
        verdict = verdict_on(_as_claim(document.mentions, each), verdicts)
        if is_weighed(each.evidence) and (verdict is None or verdict.judged is not Judgement.LETTER):
            real = verdict is not None and verdict.judged is Judgement.REAL
            yield Judged(company, each.evidence, real, verdict is not None)


def shown_by(filing: Filing, checker: Checker, seed: int) -> Iterator[Shown]:
    """Yield what a tagged filing shows as it was filed, and with an error of each kind planted in it.

    The vectors are those of the clean filing: numbers are masked in the encoder's input.
    """
    document = read(filing.path)
    encoded = checker.stages.encoder.encode(document)
    yield Shown(filing.split, filing.company, "", _evidence(_contradictions(document, encoded, checker)))
    for kind, mention, wrong in planted_in(filing, document, seed):
        found = _contradictions(wrong, encoded, checker)
        told = [each for each in found if mention in (each.mention, each.counterpart)]
        yield Shown(filing.split, filing.company, kind.value, _evidence(told))


def one_of_each(filings: Sequence[Filing]) -> list[Filing]:
    """Return the first filing of each company: the habits of one must not outweigh the others."""
    first: Mapping[str, Filing] = {each.company: each for each in reversed(filings)}
    return [each for each in filings if first[each.company] is each]


def _contradictions(document: Document, encoded: Encoded, checker: Checker) -> Sequence[Contradiction]:
    """Return every difference that a check compares, however unlikely an error."""
    stages = checker.stages
    candidates = stages.candidates(document, encoded, checker.config.filtering)
    scored = stages.classifier.classify(document, encoded, candidates)
    grid, facts = Grid(document), checker.tied_facts(document, encoded, scored)
    if stages.lines:
        facts = with_repeated_lines(grid, facts, stages.lines.likely(document, encoded))
    settings = CheckSettings(threshold=0.0, difference=stages.difference)
    return compare_facts(grid, facts, settings).contradictions


def _evidence(contradictions: Sequence[Contradiction]) -> tuple[Evidence, ...]:
    return tuple(each.evidence for each in contradictions)


def _as_claim(mentions: Sequence[Mention], contradiction: Contradiction) -> Claim:
    pair = mentions[contradiction.mention], mentions[contradiction.counterpart]
    cells = tuple(map(place_of, pair))
    return Claim("repeat", "", 0.0, cells, pair[0].text, pair[1].text, "", cells)
