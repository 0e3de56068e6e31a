"""Fits the model of differences anew, on errors that people found in published filings and on planted ones.

Run: `python -m cofitcheck.training.real_differences --read small.tsv benchmarks/real small
--read benchmarks/real/kinds/drawn.tsv benchmarks/real/kinds documents --filings filings.tsv
--planted planted.json --known known.json --output runs/model --json figures.json`

Real errors are few. So the weights start from those that planted errors gave (`training.difference`), and are
drawn back to them. Weights that only real errors teach start from zero. At the end all log odds are raised,
so that as many planted errors are found in dev filings as before. Each company whose filings were read is
judged by weights that have not seen it.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from math import log1p
from pathlib import Path

import msgspec
import numpy as np

from cofitcheck.checker import Checker
from cofitcheck.checks import DifferenceKind, DifferenceModel
from cofitcheck.checks.evidence.difference import USUAL_DIGITS, Evidence, log_odds
from cofitcheck.checks.evidence.footing import Footing
from cofitcheck.config import CheckConfig
from cofitcheck.evaluation.corpus import read_list, read_rows
from cofitcheck.evaluation.figures import Json, write_figures
from cofitcheck.evaluation.real import read_verdicts
from cofitcheck.training.known_differences import (
    Floats,
    Judged,
    Known,
    ShownDifferences,
    found_by,
    gathering_parser,
    is_weighed,
    judged_in,
    likeliest,
    one_of_each,
    planted_found,
    shown_by,
    worth_of,
)
from cofitcheck.weights import bundled

PARTS = 5
"""The number of parts of the companies. Each is judged by weights that have not seen it."""
PLANTED_WEIGHT = 25.0
"""The weight of all planted differences together, and of all those of filings as filed."""
_UNREAD = 0.25
"""The weight of a difference that nobody read, as it was unlikely; one that was read has 1."""
_DRAWN_BACK = 8.0
_NEW = {"digits": 25.0, "rounded_apart": 0.5}
"""The penalties on a weight for its distance from its start. A digit more is a small step, another precision
a whole one. Of 64 settings only these find as many planted errors of dev as before, with no more findings on
dev filings as filed."""
SEED = 1
_NO_STEP = 1e-9
_JUST_FOUND = 1e-3
"""The log odds of a difference that is just found. They are above 0, because weights are rounded."""
_EVERY = 4
"""Every fourth train company gives one filing. That is enough, as each has eight planted errors."""

_KINDS, _SUMS = list(DifferenceKind), list(Footing)


def features(evidence: Evidence) -> list[float]:
    """Return the features that the weights multiply, in the order of `weights_of`."""
    return [
        1.0,
        log_odds(evidence.corroborated),
        *(float(evidence.kind is each) for each in _KINDS),
        *(float(evidence.footing is each) for each in _SUMS),
        log1p(evidence.agreeing),
        log1p(evidence.differing),
        float(evidence.digits - USUAL_DIGITS),
        float(evidence.rounded_apart),
    ]


def weights_of(model: DifferenceModel) -> Floats:
    """Return the weights of a model, (features,)."""
    kinds = (model.log_likelihood_ratio[each] for each in _KINDS)
    sums = (model.footing[each] for each in _SUMS)
    rest = model.agreeing, model.differing, model.digits, model.rounded_apart
    return np.array([model.bias, model.weight, *kinds, *sums, *rest])


def model_of(weights: Floats, more: float = 0.0) -> DifferenceModel:
    """Return the model of weights, (features,), with `more` added to the log odds."""
    bias, weight, *rest = (round(float(each), 3) for each in weights)
    kinds, sums = rest[: len(_KINDS)], rest[len(_KINDS) : -len((*_NEW, "agreeing", "differing"))]
    agreeing, differing, digits, rounded_apart = rest[-4:]
    return DifferenceModel(
        bias=round(bias + more, 3),
        weight=weight,
        log_likelihood_ratio=dict(zip(_KINDS, kinds, strict=True)),
        footing=dict(zip(_SUMS, sums, strict=True)),
        agreeing=agreeing,
        differing=differing,
        digits=digits,
        rounded_apart=rounded_apart,
    )


def fit(judged: Sequence[Judged], shown: Sequence[ShownDifferences], start: DifferenceModel) -> Floats:
    """Return the weights of a logistic model, (features,), that are drawn back to those of `start`."""
    planted = [each for one in shown if one.kind for each in one.differences if is_weighed(each)]
    clean = [each for one in shown if not one.kind for each in one.differences if is_weighed(each)]
    cases = [
        *((each.evidence, float(each.real), 1.0 if each.read else _UNREAD) for each in judged),
        *((each, 1.0, PLANTED_WEIGHT / len(planted)) for each in planted),
        *((each, 0.0, PLANTED_WEIGHT / len(clean)) for each in clean),
    ]
    rows = np.array([features(evidence) for evidence, _, _ in cases])
    true, weight = (np.array(each) for each in zip(*((case[1], case[2]) for case in cases), strict=True))
    first = weights_of(start)
    penalty = np.array([_DRAWN_BACK] * (len(first) - len(_NEW)) + list(_NEW.values()))
    return least_loss(rows, true, weight, first, penalty)


def least_loss(rows: Floats, true: Floats, weight: Floats, first: Floats, penalty: Floats) -> Floats:
    """Return the weights with the least loss, each drawn to `first` as strongly as `penalty` says.

    They are found by Newton's method. A step is halved until it lowers the loss."""

    def loss(weights: Floats) -> float:
        odds = rows @ weights
        away = weights - first
        return float(weight @ (np.logaddexp(0.0, odds) - true * odds) + penalty @ (away * away) / 2)

    found = first.copy()
    for _ in range(100):
        said = 1.0 / (1.0 + np.exp(-rows @ found))
        slope = rows.T @ (weight * (said - true)) + penalty * (found - first)
        bend = (rows.T * (weight * said * (1.0 - said))) @ rows + np.diag(penalty)
        step = np.linalg.solve(bend, slope)
        while loss(found - step) > loss(found) and np.abs(step).max() > _NO_STEP:
            step = step / 2
        found = found - step
        if np.abs(step).max() < _NO_STEP:
            break
    return found


def log_odds_shift(weights: Floats, shown: Sequence[ShownDifferences], before: DifferenceModel) -> float:
    """Return what must be added to the log odds to find as many planted errors as `before` does."""
    as_many = found_by(before.judge, shown)
    after = model_of(weights)
    ranked = sorted((likeliest(after.judge, each) for each in shown if each.kind), reverse=True)
    last = ranked[as_many - 1]
    return max(0.0, _JUST_FOUND - log_odds(last))


def out_of_fold(known: Known, start: DifferenceModel, dev: Sequence[ShownDifferences]) -> Floats:
    """Return the probability of each judged difference by a model without its company, (judged,)."""
    part = [int(sha256(each.company.encode()).hexdigest(), 16) % PARTS for each in known.judged]
    taught = [each for each in known.shown if each.split == "train"]
    said = np.zeros(len(part))
    for number in range(PARTS):
        seen = [each for each, own in zip(known.judged, part, strict=True) if own != number]
        weights = fit(seen, taught, start)
        model = model_of(weights, log_odds_shift(weights, dev, start))
        for at, own in enumerate(part):
            if own == number:
                said[at] = model.judge(known.judged[at].evidence)
    return said


def figures(known: Known, start: DifferenceModel) -> tuple[DifferenceModel, Json]:
    """Return the model that ships, and its figures: on real errors out of fold, on planted ones of dev."""
    dev = [each for each in known.shown if each.split == "dev"]
    weights = fit(known.judged, [each for each in known.shown if each.split == "train"], start)
    model = model_of(weights, log_odds_shift(weights, dev, start))
    read = np.array([each.read for each in known.judged])
    true = np.array([each.real for each in known.judged])[read]
    before, inside, outside = (
        np.array([start.judge(each.evidence) for each in known.judged]),
        np.array([model.judge(each.evidence) for each in known.judged]),
        out_of_fold(known, start, dev),
    )
    return model, {
        "judged": len(true),
        "real": int(true.sum()),
        "unread": int((~read).sum()),
        "companies": len({each.company for each in known.judged}),
        "taught": {
            "planted": sum(bool(each.kind) for each in known.shown if each.split == "train"),
            "filings": sum(not each.kind for each in known.shown if each.split == "train"),
        },
        "before": {
            "judged": worth_of(before[read], true),
            "unread_told": int((before[~read] >= 0.5).sum()),
            "dev": planted_found(start, dev),
        },
        "after": {
            "judged_out_of_fold": worth_of(outside[read], true),
            "unread_told_out_of_fold": int((outside[~read] >= 0.5).sum()),
            "judged_in_sample": worth_of(inside[read], true),
            "dev": planted_found(model, dev),
        },
    }


def gather(read: Sequence[tuple[Path, Path, Path]], filings: Path, checker: Checker) -> Known:
    """Return the known differences in published filings and in those with planted errors.

    Each of `read` is a list of documents, the folder of its verdicts, and the folder of its documents.
    """
    judged: list[Judged] = []
    for listed, verdicts, folder in read:
        said = [each for each in read_verdicts(verdicts) if each.kind in ("repeat", "left open")]
        for row in read_rows(listed, ("file", "sha256")):
            own = [each for each in said if each.document == row["sha256"]]
            if own:
                company = row.get("cik") or row["sha256"]
                judged += judged_in(folder / row["file"], company, own, checker)
    chosen = [*one_of_each(read_list(filings, ["train"]))[::_EVERY], *read_list(filings, ["dev"])]
    shown = tuple(each for filing in chosen for each in shown_by(filing, checker, SEED))
    return Known(tuple(judged), shown)


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit and write `difference.json` and figures from the command line."""
    parser = gathering_parser("Fit what a difference says on real errors too.")
    parser.add_argument("--planted", type=Path, required=True, help="difference.json of planted errors only")
    options = parser.parse_args(arguments)
    if not options.known.exists():
        checker = Checker(CheckConfig())
        known = gather(options.read, options.filings, checker)
        options.known.write_bytes(msgspec.json.encode(known))
    known = msgspec.json.decode(options.known.read_bytes(), type=Known)
    model, worth = figures(known, DifferenceModel.load(options.planted))
    model.save(options.output / "difference.json")
    write_figures(options.json, worth, bundled().name, SEED)


if __name__ == "__main__":
    main()
