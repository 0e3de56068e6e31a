"""Labels documents without tags for the trees: numbers that are equal and look like one fact have one fact.

Run: `python -m cofitcheck.training.silver --untagged runs/untagged --list filings.tsv --output runs/data`

A value may not decide what a checker takes for one fact, but it may give labels to learn from. Among
candidates of equal value the trees that see the values (`evaluation.methods.default`) are right in 99 of 100.
The bundled model makes the candidates. The companies whose documents are used to measure are left out: dev,
test, and those kept from the encoder.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cofitcheck.document import Document
from cofitcheck.evaluation.corpus import Filing, read_list
from cofitcheck.evaluation.methods import MethodOptions
from cofitcheck.evaluation.methods.default import OwnValue, load_own_value, own_value_features
from cofitcheck.facts import LinkageSettings, ScoredPairs, build_fact_sets
from cofitcheck.training.dataset import UNTAGGED, TrainingDocument, held_out, save
from cofitcheck.training.pretraining.documents import UntaggedDocument, is_among, load_untagged

ONE_FACT = 0.7
"""The least probability of equal numbers that count as one fact (dev: right for .992 of those that tags can
judge)."""
UNSURE = 0.02
"""The least probability of equal numbers that count neither as one fact nor as two. Below it they count as
two (dev: one in 400 of these is one fact)."""
DIGITS = 2
"""The least significant digits of a number that gets a label; shorter ones are equal by chance."""


def silver(made: UntaggedDocument, scored: ScoredPairs) -> TrainingDocument:
    """Return the document with a fact for every number with enough digits, given its scored candidates.

    Numbers of equal value that look like one fact have the same fact; any other number has its own. Equal
    numbers that look neither like one fact nor like two are ambiguous. Concepts, members and periods stay
    unknown.
    """
    document = made.document
    enough = np.array(
        [each.number.value is not None and each.number.digits >= DIGITS for each in document.mentions], bool
    )
    equal = _equal(document, scored) & enough[scored.left] & enough[scored.right]
    one = equal & (scored.probability >= ONE_FACT)
    unsure = equal & ~one & (scored.probability >= UNSURE)
    unknown = (None,) * len(document.mentions)
    return TrainingDocument(
        document=document,
        fact=_facts(ScoredPairs(scored.left[one], scored.right[one], scored.probability[one]), enough),
        ambiguous=np.stack([scored.left[unsure], scored.right[unsure]], axis=1).astype(np.int32),
        concept=unknown,
        members=unknown,
        period=unknown,
        split=UNTAGGED,
        company=made.company,
    )


def _equal(document: Document, scored: ScoredPairs) -> npt.NDArray[np.bool_]:
    equal: npt.NDArray[np.bool_] = own_value_features(document, scored.left, scored.right)["own_equal"] == 1
    return equal


def _facts(one: ScoredPairs, enough: npt.NDArray[np.bool_]) -> npt.NDArray[np.int32]:
    """Return a fact for each mention with enough digits. Mentions that pairs connect have the same one."""
    fact = np.where(enough, np.arange(len(enough)), -1).astype(np.int32)
    for found in build_fact_sets(one, ONE_FACT, len(enough), LinkageSettings(linkage=0.0)):
        fact[list(found.mentions)] = found.mentions[0]
    return fact


def teaching(untagged: Sequence[UntaggedDocument], filings: Sequence[Filing]) -> list[UntaggedDocument]:
    """Return the documents of companies that are not used to measure."""
    measuring = {each.company for each in filings if each.split != "train" or held_out(each.company)}
    return [each for each in untagged if not is_among(each.company, measuring)]


@lru_cache(maxsize=1)
def _trees() -> OwnValue:
    return load_own_value(MethodOptions(threads=1))


def label_and_save(made: UntaggedDocument, folder: Path) -> str:
    """Label one document into the output folder, and return a line about the result."""
    labelled = silver(made, _trees().score(made.document))
    _, sizes = np.unique(labelled.fact[labelled.fact >= 0], return_counts=True)
    repeated = int((sizes > 1).sum())
    return f"{save(labelled, folder).name}: {len(labelled.fact)} mentions, {repeated} facts repeated"


def main(arguments: Sequence[str] | None = None) -> None:
    """Label the documents of a cache, from the command line."""
    parser = argparse.ArgumentParser(description="Label documents without tags.")
    parser.add_argument(
        "--untagged", type=Path, required=True, help="cache made by cofitcheck.training.pretraining.documents"
    )
    parser.add_argument(
        "--list", type=Path, required=True, help="list of labelled documents with split and company"
    )
    parser.add_argument("--output", type=Path, required=True, help="folder for the labelled documents")
    parser.add_argument("--workers", type=int, default=2, help="processes at a time")
    options = parser.parse_args(arguments)
    chosen = teaching(load_untagged(options.untagged), read_list(options.list))
    with ProcessPoolExecutor(options.workers) as pool:
        for line in pool.map(partial(label_and_save, folder=options.output), chosen):
            print(line, flush=True)


if __name__ == "__main__":
    main()
