"""Label the mentions that have no tag, for the encoder: numbers that are equal, and look like one fact.

Run: `python -m cofitcheck.training.silver --data runs/data --untagged runs/untagged --output runs/silver`

A value may not decide what a checker takes for one fact, but it may teach: among candidates of equal value
the trees that see the values (`evaluation.methods.own_value`) are right in 99 of 100. The bundled model makes
the candidates. Held-out and dev documents are copied as they are; documents of companies that the encoder
must not see are left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from cofitcheck.document import Document
from cofitcheck.evaluation.methods.model import MethodOptions
from cofitcheck.evaluation.methods.own_value import OwnValue, load, own_value_features
from cofitcheck.facts import ScoredPairs
from cofitcheck.training.data import TrainingDocument, save
from cofitcheck.training.data import load as load_labelled
from cofitcheck.training.pretraining.companies import is_among
from cofitcheck.training.pretraining.untagged import UntaggedDocument, load_untagged
from cofitcheck.training.split import UNTAGGED, held_out

ONE_FACT = 0.7
"""Equal numbers are one fact from this probability on (dev: .992 of those that tags can judge) ..."""
UNSURE = 0.02
"""... and neither one fact nor two from this on (below it one of 400 was one fact)."""
DIGITS = 2
"""Numbers of fewer significant digits are equal by chance, and get no label."""


UNKNOWN, ALONE = -1, -2
Label = TypeVar("Label")


def untagged_example(made: UntaggedDocument) -> TrainingDocument:
    """Return a document without tags as a labelled one that knows nothing yet."""
    nothing = (None,) * len(made.document.mentions)
    return TrainingDocument(
        document=made.document,
        fact=np.full(len(nothing), -1, np.int32),
        ambiguous=np.zeros((0, 2), np.int32),
        concept=nothing,
        members=nothing,
        period=nothing,
        split=UNTAGGED,
        company=made.company,
    )


def with_silver(example: TrainingDocument, scored: ScoredPairs) -> TrainingDocument:
    """Return the document with labels for what tags leave open; what tags say stays.

    Mentions without a tag join those of equal value that look like one fact, and take over what the tags say
    of these, unless the tags know them for several facts. Any other has no equal: its value is its own.
    """
    equal, enough = _equal(example.document, scored)
    judged = (example.fact[scored.left] >= 0) & (example.fact[scored.right] >= 0)
    one = equal & ~judged & (scored.probability >= ONE_FACT)
    unsure = equal & ~judged & ~one & (scored.probability >= UNSURE)
    group = _connected(scored.left[one], scored.right[one], len(example.fact))
    source = _sources(group, example.fact, enough)
    pairs = np.stack([scored.left[unsure], scored.right[unsure]], axis=1)
    return replace(
        example,
        fact=_facts(source, group, example.fact),
        ambiguous=np.concatenate([example.ambiguous.reshape(-1, 2), pairs]).astype(np.int32),
        concept=_taken(example.concept, source),
        members=_taken(example.members, source),
        period=_taken(example.period, source),
    )


def _equal(document: Document, scored: ScoredPairs) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Return which pairs have equal numbers, their sign aside, and which mentions have digits enough."""
    own = own_value_features(document, scored.left, scored.right)
    enough = np.array(
        [each.number.value is not None and each.number.digits >= DIGITS for each in document.mentions], bool
    )
    return (own["own_equal"] == 1) & enough[scored.left] & enough[scored.right], enough


def _connected(
    left: npt.NDArray[np.int32], right: npt.NDArray[np.int32], count: int
) -> npt.NDArray[np.int32]:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    links = coo_array((np.ones(len(left)), (left, right)), shape=(count, count))
    group: npt.NDArray[np.int32] = connected_components(links, directed=False)[1]
    return group


def _sources(
    group: npt.NDArray[np.int32], fact: npt.NDArray[np.int32], enough: npt.NDArray[np.bool_]
) -> npt.NDArray[np.int64]:
    """Return for each mention the tagged one whose labels it has: itself, or one of its group.

    `ALONE` where its group has no tag, `UNKNOWN` where the tags of its group are of several facts, or the
    number has too few digits.
    """
    tagged = np.flatnonzero(fact >= 0)
    first: dict[int, int] = {}
    several: set[int] = set()
    for mention in tagged.tolist():
        known = first.setdefault(int(group[mention]), mention)
        if fact[known] != fact[mention]:
            several.add(int(group[mention]))
    source = np.array([UNKNOWN if each in several else first.get(each, ALONE) for each in group.tolist()])
    source[~enough] = UNKNOWN
    source[tagged] = tagged
    return source.astype(np.int64)


def _facts(
    source: npt.NDArray[np.int64], group: npt.NDArray[np.int32], fact: npt.NDArray[np.int32]
) -> npt.NDArray[np.int32]:
    """Return the facts: those of the tags, and new numbers for groups without a tag."""
    new = int(fact.max(initial=-1)) + 1 + group
    made: npt.NDArray[np.int32] = np.where(
        source >= 0, fact[np.maximum(source, 0)], np.where(source == ALONE, new, -1)
    ).astype(np.int32)
    return made


def _taken(labels: Sequence[Label | None], source: npt.NDArray[np.int64]) -> tuple[Label | None, ...]:
    return tuple(labels[each] if each >= 0 else None for each in source.tolist())


@lru_cache(maxsize=1)
def _trees() -> OwnValue:
    return load(MethodOptions(threads=1))


def label_and_save(example: TrainingDocument, folder: Path) -> str:
    """Label one document into the output folder, and say in a line what came of it."""
    made = with_silver(example, _trees().score(example.document))
    path = save(made, folder)
    before, after = (int((each.fact >= 0).sum()) for each in (example, made))
    return f"{path.name}: {len(made.fact)} mentions, {before} with a tag, {after} with a label"


def to_label(
    labelled: Iterable[TrainingDocument], untagged: Iterable[UntaggedDocument]
) -> tuple[list[TrainingDocument], list[TrainingDocument]]:
    """Return the documents that get labels, and those that stay as they are: dev and held-out companies."""
    labelled = list(labelled)
    kept = [each for each in labelled if each.split != "train" or held_out(each.company)]
    unseen = {each.company for each in kept}
    taught = [each for each in labelled if each.split == "train" and not held_out(each.company)]
    more = [untagged_example(each) for each in untagged if not is_among(each.company, unseen)]
    return taught + more, kept


def main(arguments: Sequence[str] | None = None) -> None:
    """Label the documents of two caches, from the command line."""
    parser = argparse.ArgumentParser(description="Label mentions without tags.")
    parser.add_argument("--data", type=Path, required=True, help="cache made by cofitcheck.training.dataset")
    parser.add_argument(
        "--untagged", type=Path, required=True, help="cache made by cofitcheck.training.pretraining.documents"
    )
    parser.add_argument("--output", type=Path, required=True, help="folder for the cache with more labels")
    parser.add_argument("--workers", type=int, default=2, help="processes at a time")
    options = parser.parse_args(arguments)
    new, kept = to_label(load_labelled(options.data, ("train", "dev")), load_untagged(options.untagged))
    for each in kept:
        save(each, options.output)
    with ProcessPoolExecutor(options.workers) as pool:
        for line in pool.map(partial(label_and_save, folder=options.output), new):
            print(line, flush=True)


if __name__ == "__main__":
    main()
