"""Differences known to be errors or not, because people read them or because they were planted.

They measure how good a model of differences is: on errors that people found, and on planted ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cofitcheck.checker import Checker
from cofitcheck.checks import CheckSettings, DifferenceKind, DifferenceModel, Grid
from cofitcheck.checks.evidence.difference import Evidence
from cofitcheck.checks.repeats.compare import Contradiction, compare_facts
from cofitcheck.checks.repeats.repeated_rows import with_repeated_lines
from cofitcheck.document import Document, Mention
from cofitcheck.encoding import Encoded
from cofitcheck.evaluation.corpus import Filing
from cofitcheck.evaluation.figures import DIGITS, Json, share
from cofitcheck.evaluation.real import Judgement, Opinion, place_of
from cofitcheck.evaluation.real.claims import Claim
from cofitcheck.evaluation.real.judged_claims import verdict_on
from cofitcheck.readers import read
from cofitcheck.training.difference import planted_in

Floats = npt.NDArray[np.float64]
Judge = Callable[[Evidence], float]
_EDGES = (0.0, 0.3, 0.5, 0.75, 0.9, 1.0)


@dataclass(frozen=True)
class Judged:
    """A difference in a published filing, and whether people hold it for an error.

    A difference that nobody read (not `read`), as it was unlikely to be an error, counts as none.
    """

    company: str
    evidence: Evidence
    real: bool
    read: bool = True


@dataclass(frozen=True)
class ShownDifferences:
    """The differences that a filing shows.

    As it was filed (`kind` is "") they are all of them. With an error of this `kind` planted they are those
    that name it."""

    split: str
    company: str
    kind: str
    differences: tuple[Evidence, ...]


@dataclass(frozen=True)
class Known:
    """All known differences: `judged` by people, and `shown` by filings with planted errors and without."""

    judged: tuple[Judged, ...]
    shown: tuple[ShownDifferences, ...]


def is_weighed(evidence: Evidence) -> bool:
    """Tell whether the weights decide on a difference: no rule decides on it, and it is no rounding."""
    return not evidence.rule and evidence.kind is not DifferenceKind.ROUNDING


def judged_in(path: Path, company: str, verdicts: Sequence[Opinion], checker: Checker) -> Iterator[Judged]:
    """Yield the differences of a published filing, of which people read the likely ones; no letters."""
    document = read(path)
    for each in _contradictions(document, checker.stages.encoder.encode(document), checker):
        verdict = verdict_on(_as_claim(document.mentions, each), verdicts)
        if is_weighed(each.evidence) and (verdict is None or verdict.judged is not Judgement.LETTER):
            real = verdict is not None and verdict.judged is Judgement.REAL
            yield Judged(company, each.evidence, real, verdict is not None)


def shown_by(filing: Filing, checker: Checker, seed: int) -> Iterator[ShownDifferences]:
    """Yield the differences of a tagged filing as it was filed, and with an error of each kind planted in it.

    The vectors are those of the clean filing, since numbers are masked in the encoder's input.
    """
    document = read(filing.path)
    encoded = checker.stages.encoder.encode(document)
    yield ShownDifferences(
        filing.split, filing.company, "", _evidence(_contradictions(document, encoded, checker))
    )
    for kind, mention, wrong in planted_in(filing, document, seed):
        found = _contradictions(wrong, encoded, checker)
        told = [each for each in found if mention in (each.mention, each.counterpart)]
        yield ShownDifferences(filing.split, filing.company, kind.value, _evidence(told))


def one_of_each(filings: Sequence[Filing]) -> list[Filing]:
    """Return the first filing of each company, so that the habits of one do not outweigh the others."""
    first: Mapping[str, Filing] = {each.company: each for each in reversed(filings)}
    return [each for each in filings if first[each.company] is each]


def _contradictions(document: Document, encoded: Encoded, checker: Checker) -> Sequence[Contradiction]:
    """Return every difference that a check compares, however unlikely it is an error."""
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


def worth_of(said: Floats, true: npt.NDArray[np.bool_]) -> Json:
    """Compare probabilities, (differences,), with the judgements of people.

    Returned are the mean loss, how often a real error has a higher probability than a difference that is no
    error, and how many of the differences told are real."""
    kept = np.clip(said, 1e-6, 1 - 1e-6)
    lost = -np.log(np.where(true, kept, 1 - kept)).mean()
    higher = (said[true][:, None] > said[~true][None, :]).mean()
    equal = (said[true][:, None] == said[~true][None, :]).mean()

    def told(least: float, below: float = 2.0) -> Json:
        among = (said >= least) & (said < below)
        real, count = int(true[among].sum()), int(among.sum())
        return {
            "told": count,
            "real": real,
            "precision": share(real, count),
            "recall": share(real, int(true.sum())),
        }

    return {
        "log_loss": round(float(lost), DIGITS),
        "ranked_right": round(float(higher + equal / 2), DIGITS),
        "from_0.5": told(0.5),
        "from_0.8": told(0.8),
        "bins": [
            {"from": least, "to": below, **told(least, 2.0 if below == 1.0 else below)}
            for least, below in pairwise(_EDGES)
        ],
    }


def planted_found(model: DifferenceModel, shown: Sequence[ShownDifferences]) -> Json:
    """Count the planted errors that a model finds, and its findings in the filings as they were filed."""
    planted = [each for each in shown if each.kind]
    clean = [each for each in shown if not each.kind]
    told = sum(model.judge(each) >= 0.5 for one in clean for each in one.differences if is_weighed(each))
    return {
        "planted": len(planted),
        "found": found_by(model.judge, planted),
        "filings": len(clean),
        "findings_as_filed": told,
    }


def found_by(judge: Judge, shown: Sequence[ShownDifferences]) -> int:
    """Count the planted errors that some difference names as an error."""
    return sum(likeliest(judge, each) >= 0.5 for each in shown if each.kind)


def likeliest(judge: Judge, shown: ShownDifferences) -> float:
    """Return the highest probability of the differences that no rule decides; 0 where there is none."""
    return max((judge(each) for each in shown.differences if not each.rule), default=0.0)


def gathering_parser(description: str) -> argparse.ArgumentParser:
    """Return the options of a command that gathers what people read and what is planted, and fits to it."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument(
        "--read",
        type=Path,
        nargs=3,
        action="append",
        required=True,
        metavar=("LIST", "VERDICTS", "DOCUMENTS"),
        help="documents that people read: their list, the folder of verdicts and that of the documents",
    )
    parser.add_argument("--filings", type=Path, required=True, help="list of tagged filings, for planting")
    parser.add_argument("--known", type=Path, required=True, help="where what was gathered is kept")
    parser.add_argument("--output", type=Path, required=True, help="folder for the weights, as JSON")
    parser.add_argument("--json", type=Path, required=True, help="where the figures go")
    return parser
