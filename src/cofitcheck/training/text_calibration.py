"""Calibrates the probabilities of trees and rules for sentences, on filings whose findings people read.

Run: `python -m cofitcheck.training.text_calibration --read small.tsv benchmarks/real small
--output runs/model`

`text.onnx` and `text.json` must be in the folder already. The calibration is added to `text.json`. A number
in a sentence is used where trees (`_LIKELY`) or a rule hold it for an error. It counts as real where a reader
said so, and else as false. Letters are left out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cofitcheck.checks.text.model import Calibration, TextModel, features, log_odds
from cofitcheck.checks.text.near_misses import near_misses
from cofitcheck.checks.text.rule_based_errors import Plain, plain_by_rules
from cofitcheck.checks.text.ties import TieModel
from cofitcheck.evaluation.corpus import read_rows
from cofitcheck.evaluation.figures import Json, write_figures
from cofitcheck.evaluation.real import Judgement, Opinion, read_verdicts, said_place, share_a_place
from cofitcheck.readers import read
from cofitcheck.training.text import Teacher

PARTS = 5
"""The number of parts of the companies. Each is judged by a calibration on the others."""
_LIKELY = 0.4
"""The least probability of trees for an error. Less likely numbers were never told, so nobody read them."""
_STRENGTH = 10.0
"""The inverse of the penalty on the weights (`C` of scikit-learn): of 1, 10 and 100 the middle one."""
_PLAIN = tuple(each for each in Plain if each is not Plain.NOT)


@dataclass(frozen=True)
class JudgedNumber:
    """A number of a sentence, with the company of its filing.

    `held` has for each cell that it is compared with the probability of the trees and the verdict of the
    rules. `verdict` is the reader's judgement, None where there is none."""

    company: str
    held: tuple[tuple[float, Plain], ...]
    verdict: Judgement | None

    @property
    def is_likely(self) -> bool:
        """Whether trees or a rule hold it for an error."""
        return any(by_trees >= _LIKELY or plain is not Plain.NOT for by_trees, plain in self.held)

    def probability(self, calibration: Calibration) -> float:
        """Return the probability that the number is an error."""
        return max(calibration.probability(*each) for each in self.held)


def judged_numbers(
    path: Path, company: str, verdicts: Sequence[Opinion], folder: Path
) -> Iterator[JudgedNumber]:
    """Yield the numbers in the sentences of a filing that no cell agrees with. `folder` has the models."""
    trees = TextModel.load(folder)
    teacher = Teacher(read(path), TieModel.load(folder))
    links = teacher.links
    for misses in near_misses(links, teacher.ties, links.sentences.values()):
        by_trees = trees.probabilities(features(links, misses, teacher.confirmed, teacher.tied))
        held = [(float(p), plain_by_rules(links, miss, p)) for miss, p in zip(misses, by_trees, strict=True)]
        yield JudgedNumber(company, tuple(held), _verdict(misses[0].said.text, verdicts))


def _verdict(number: str, verdicts: Sequence[Opinion]) -> Judgement | None:
    place = (said_place(number),)
    said = (each.judged for each in verdicts if each.kind == "text" and share_a_place(place, each.cells))
    return next(said, None)


def fit(numbers: Sequence[JudgedNumber]) -> Calibration:
    """Return the calibration that fits the numbers that were read, by logistic regression."""
    from sklearn.linear_model import LogisticRegression

    read_ones = [each for each in numbers if each.is_likely and each.verdict is not Judgement.LETTER]
    rows = np.array([_row(max(each.held, key=_rank)) for each in read_ones])
    real = [each.verdict is Judgement.REAL for each in read_ones]
    fitted = LogisticRegression(C=_STRENGTH).fit(rows, real)
    slope, *offsets = fitted.coef_[0].tolist()
    base = float(fitted.intercept_[0])
    by_kind: dict[Plain, float] = {
        plain: round(base + offset, 3) for plain, offset in zip(_PLAIN, offsets, strict=True)
    }
    return Calibration(round(slope, 3), by_kind | {Plain.NOT: round(base, 3)})


def _rank(held: tuple[float, Plain]) -> tuple[bool, float]:
    """Return a rank of how likely an error is before anything is fitted: plain errors rank highest."""
    return held[1] in (Plain.OWN_NUMBERS, Plain.SLIP), held[0]


def _row(held: tuple[float, Plain]) -> npt.NDArray[np.float64]:
    by_trees, plain = held
    return np.array([log_odds(by_trees, plain), *(plain is each for each in _PLAIN)])


def part_of(company: str) -> int:
    """Return the part that a company belongs to."""
    return int(hashlib.sha256(company.encode()).hexdigest(), 16) % PARTS


def cross_validate(numbers: Sequence[JudgedNumber]) -> dict[str, dict[str, int]]:
    """Return how many numbers have each probability, and the readers' judgements of them.

    The numbers of a company are judged by a calibration that was fitted without it."""
    bins: dict[str, dict[str, int]] = {}
    for part in range(PARTS):
        calibration = fit([each for each in numbers if part_of(each.company) != part])
        for each in numbers:
            if part_of(each.company) == part and each.is_likely:
                tenth = min(int(10 * each.probability(calibration)), 9)
                counts = bins.setdefault(f"{tenth / 10}", {})
                verdict = each.verdict.value if each.verdict else "not told"
                counts[verdict] = counts.get(verdict, 0) + 1
    return dict(sorted(bins.items()))


def stored(calibration: Calibration) -> Json:
    """Return a calibration in the form of `text.json`."""
    return {
        "slope": calibration.slope,
        "offsets": {each.value: offset for each, offset in calibration.offsets.items()},
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Gather, fit and write from the command line."""
    parser = argparse.ArgumentParser(description="Calibrate what is said of sentences.")
    parser.add_argument(
        "--read", type=Path, nargs=3, action="append", required=True, metavar=("LIST", "VERDICTS", "FOLDER"),
        help="filings that were read: their list, the folder of verdicts and that of the documents",
    )  # fmt: skip
    parser.add_argument("--output", type=Path, required=True, help="folder with text.onnx and text.json")
    options = parser.parse_args(arguments)
    numbers: list[JudgedNumber] = []
    for listed, verdicts, folder in options.read:
        said = read_verdicts(verdicts)
        for row in read_rows(listed, ("file", "sha256", "cik")):
            own = [each for each in said if each.document == row["sha256"]]
            numbers += judged_numbers(folder / row["file"], row["cik"], own, options.output)
    calibration, path = fit(numbers), options.output / "text.json"
    described = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(described | {"calibration": stored(calibration)}, indent=1) + "\n")
    figures = {"numbers": len(numbers), "calibration": stored(calibration), "told": cross_validate(numbers)}
    write_figures(options.output / "text-calibration-training.json", figures, "text.onnx")


if __name__ == "__main__":
    main()
