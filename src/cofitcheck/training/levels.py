"""Fits how probably a finding is real, on findings that people judged and on planted errors.

Run: `python -m cofitcheck.training.levels --read older.tsv benchmarks/real/older older --filings filings.tsv
--known known.json --output runs/model --json figures.json`

A finding is right where it is real or worth a letter. Published filings have been read by many people, so
they have few errors. The errors of a draft are planted, so that large companies have findings too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from random import Random

import msgspec
import numpy as np

from cofitcheck.checker import Checker
from cofitcheck.checks import CheckSettings, Severity
from cofitcheck.checks.model import Finding, FindingKind
from cofitcheck.checks.severity import Evidence, Levels, evidence, magnitude_of
from cofitcheck.checks.text.ties import TieModel
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document
from cofitcheck.evaluation.corpus import Filing, read_list, read_rows
from cofitcheck.evaluation.figures import Json, share, write_figures
from cofitcheck.evaluation.real import Judgement, Opinion, read_verdicts
from cofitcheck.evaluation.real.claims import Listed, claims_of
from cofitcheck.evaluation.real.judged_claims import verdict_on
from cofitcheck.readers import read
from cofitcheck.reports.json import to_record
from cofitcheck.reports.model.coverage import ordered
from cofitcheck.reports.model.report import Report
from cofitcheck.stages import Stages
from cofitcheck.training.difference import planted_in
from cofitcheck.training.known_differences import Floats, gathering_parser, one_of_each
from cofitcheck.training.real_differences import least_loss
from cofitcheck.weights import bundled

PARTS = 5
"""The number of parts of the companies. Each is judged by weights that have not seen it."""
PLANTED = 20.0
"""The weight of all planted findings of tables together, and of all those of sentences; one that people read
weighs 1."""
_DRAWN_BACK = 1.0
_FREE = 0.01
"""The penalties: `_DRAWN_BACK` draws the weights to zero, `_FREE` the bias, very little."""
_SENTENCES, _EVERY, _SEED = 24, 8, 0
_COLUMNS: tuple[Evidence | FindingKind, ...] = (*Evidence, *FindingKind)


@dataclass(frozen=True)
class Weighed:
    """A finding of a filing, the evidence for and against it, and whether it is right.

    `list_name` is the list that has its document. A finding that is a `letter` is worth a question, and
    counts as right."""

    company: str
    list_name: str
    kind: FindingKind
    severity: Severity
    probability: float
    evidence: dict[Evidence, float]
    right: bool
    letter: bool = False
    planted: bool = False

    @property
    def is_large(self) -> bool:
        """Whether its document is that of a large company."""
        return self.evidence[Evidence.MAGNITUDE] == 1.0


def weighed_of(
    document: Document, found: Finding, company: str, list_name: str, judged: Judgement | None
) -> Weighed:
    """Return a finding of a document, made with neutral `Levels`, as a case.

    A finding without a judgement was planted."""
    return Weighed(
        company=company,
        list_name=list_name,
        kind=found.kind,
        severity=found.severity,
        probability=found.probability,
        evidence={name: float(each) for name, each in evidence(found, magnitude_of(document) or 0.0).items()},
        right=judged is not Judgement.FALSE,
        letter=judged is Judgement.LETTER,
        planted=judged is None,
    )


def is_weighed(found: Finding) -> bool:
    """Tell whether the weights decide on a finding. They do where it is neither proven nor a remark."""
    return found.certain is None and found.remark is None


def judged_in(
    report: Report, filing: Listed, company: str, list_name: str, verdicts: Sequence[Opinion]
) -> Iterator[Weighed]:
    """Yield the findings of a report that people read."""
    claims = claims_of(filing, to_record(report)).claims
    for found, claim in zip(ordered(report.found), claims, strict=False):
        verdict = verdict_on(claim, verdicts)
        if verdict and is_weighed(found):
            yield weighed_of(report.document, found, company, list_name, verdict.judged)


def planted_by(filing: Filing, checker: Checker) -> Iterator[Weighed]:
    """Yield the findings on errors planted in a filing: one at a time in tables, all at once in sentences."""
    from cofitcheck.training.text import Teacher

    document = read(filing.path)
    for _, mention, wrong in planted_in(filing, document, _SEED):
        for found in checker.check(wrong).found:
            if mention in found.mentions and found.told is None and is_weighed(found):
                yield weighed_of(wrong, found, filing.company, filing.split, None)
    made = Teacher(document, TieModel.load(bundled().folder)).misstatements(
        _SENTENCES, Random(f"{_SEED} {filing.name}")
    )
    passages = {each.passage: each for _, each in made}
    for each in passages.values():
        document = each.in_document(document)
    for found in checker.check(document).found:
        if found.told and found.told.said.passage in passages and is_weighed(found):
            yield weighed_of(document, found, filing.company, filing.split, None)


def fit(cases: Sequence[Weighed]) -> Levels:
    """Return the weights of a logistic model. Each finding that people read has the weight 1."""
    planted = Counter(each.kind is FindingKind.TEXT for each in cases if each.planted)
    rows = np.array([_row(each) for each in cases])
    right = np.array([float(each.right) for each in cases])
    weight = np.array(
        [PLANTED / planted[each.kind is FindingKind.TEXT] if each.planted else 1.0 for each in cases]
    )
    penalty = np.array([_FREE] + [_DRAWN_BACK] * len(_COLUMNS))
    bias, *found = least_loss(rows, right, weight, np.zeros(len(penalty)), penalty)
    rounded = {name: round(float(each), 3) for name, each in zip(_COLUMNS, found, strict=True)}
    return Levels(
        bias=round(float(bias), 3),
        weights={name: rounded[name] for name in Evidence},
        kinds={kind: rounded[kind] for kind in FindingKind},
    )


def _row(case: Weighed) -> Floats:
    kinds = (float(case.kind is kind) for kind in FindingKind)
    return np.array([1.0, *(case.evidence[name] for name in Evidence), *kinds])


def out_of_fold(cases: Sequence[Weighed]) -> list[float]:
    """Return the probability of each case by weights that were fitted without its company."""
    part = [int(sha256(each.company.encode()).hexdigest(), 16) % PARTS for each in cases]
    levels = [
        fit([each for each, own in zip(cases, part, strict=True) if own != number]) for number in range(PARTS)
    ]
    return [levels[own].weigh(each.kind, each.evidence) for each, own in zip(cases, part, strict=True)]


def figures(cases: Sequence[Weighed]) -> Json:
    """Return how many findings are right at each level, before and after the fit.

    The weights after the fit are those fitted without the company of a finding."""
    settings, said = CheckSettings(), out_of_fold(cases)
    after = ["high" if p >= settings.high else "medium" if p >= settings.threshold else "open" for p in said]
    read_ones = [at for at, each in enumerate(cases) if not each.planted]
    groups = {
        **{name: [at for at in read_ones if cases[at].list_name == name] for name in _lists(cases)},
        "large": [at for at in read_ones if cases[at].is_large],
        "not large": [at for at in read_ones if not cases[at].is_large],
        **{kind.value: [at for at in read_ones if cases[at].kind is kind] for kind in FindingKind},
    }
    before = [each.severity.value for each in cases]
    planted = [at for at, each in enumerate(cases) if each.planted]
    return {
        "read": len(read_ones),
        "by_group": {
            name: {"before": _worth(cases, before, among), "after": _worth(cases, after, among)}
            for name, among in {"all": read_ones, **groups}.items()
        },
        "planted": {
            kind.value: {
                "told_before": len(of := [at for at in planted if cases[at].kind is kind]),
                "told_after": sum(after[at] != "open" for at in of),
            }
            for kind in FindingKind
        },
    }


def _lists(cases: Sequence[Weighed]) -> list[str]:
    return sorted({each.list_name for each in cases if not each.planted})


def _worth(cases: Sequence[Weighed], levels: Sequence[str], among: Sequence[int]) -> Json:
    def of(level: str) -> Json:
        own = [cases[at] for at in among if levels[at] == level]
        right = sum(each.right for each in own)
        real = right - sum(each.right and each.letter for each in own)
        return {"told": len(own), "real": real, "right": right, "share": share(right, len(own))}

    return {level: of(level) for level in ("high", "medium", "open")}


def gather(read_lists: Sequence[tuple[Path, Path, Path]], filings: Path) -> list[Weighed]:
    """Return the findings that people read, and those on errors planted in train filings.

    Each of `read_lists` is a list of documents, the folder of their verdicts, and the folder of the
    documents. Errors are planted in the first filing of every eighth company."""
    config = CheckConfig()
    checker = Checker(config, replace(Stages.load(config), levels=Levels()))
    cases: list[Weighed] = []
    for listed, verdicts, folder in read_lists:
        said = read_verdicts(verdicts)
        for row in read_rows(listed, ("file", "sha256")):
            own = [each for each in said if each.document == row["sha256"]]
            if own:
                listing = Listed(folder / row["file"], sha256=row["sha256"])
                company = row.get("cik") or row.get("company") or row["sha256"]
                report = checker.check(read(listing.path))
                cases += judged_in(report, listing, company, listed.stem, own)
    for filing in one_of_each(read_list(filings, ["train"]))[::_EVERY]:
        cases += planted_by(filing, checker)
    return cases


def main(arguments: Sequence[str] | None = None) -> None:
    """Gather, fit and write `levels.json` and figures from the command line."""
    parser = gathering_parser("Fit how probably a finding is real.")
    options = parser.parse_args(arguments)
    if not options.known.exists():
        options.known.write_bytes(msgspec.json.encode(gather(options.read, options.filings)))
    cases = msgspec.json.decode(options.known.read_bytes(), type=list[Weighed])
    fit(cases).save(options.output / "levels.json")
    write_figures(options.json, figures(cases), bundled().name, _SEED)


if __name__ == "__main__":
    main()
