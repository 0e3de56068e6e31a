"""Train the trees that see a pair's own values: about the most that the labels allow (`evaluate matching`).

Run: `python benchmarks/ceiling.py filings.tsv` with the extra `train`, after a new bundled model.

They are our second ensemble with four features more, and learn from the train companies that the encoder has
not seen, as ours does; neither dev nor test has a part in it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cofitcheck.config import FilterConfig
from cofitcheck.encoding.load import load_encoder
from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import Filing, read_list
from cofitcheck.evaluation.methods.default import TREES, own_value_features
from cofitcheck.training.dataset import TrainingDocument, build, held_out
from cofitcheck.training.trees import Candidates, collect, export, fit_both
from cofitcheck.weights import bundled


def examples(filings: Sequence[Filing]) -> list[TrainingDocument]:
    """Read and label the filings of companies that the encoder has not seen."""
    found = []
    for filing in filings:
        if held_out(filing.company):
            try:
                found.append(build(filing)[0])
            except InputError as error:
                print(f"left out: {error}", flush=True)
    return found


def with_own_values(example: TrainingDocument, candidates: Candidates) -> Candidates:
    """Let the second ensemble see the pair's own values beside those of the neighbours."""
    own = own_value_features(example.document, candidates.a, candidates.b)
    return replace(candidates, neighbours={**candidates.neighbours, **own})


def main() -> None:
    """Train and put the trees into the package."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("list", type=Path)
    parser.add_argument("--output", type=Path, default=TREES)
    options = parser.parse_args()
    model = bundled()
    documents = examples(read_list(options.list, ["train"]))
    seen = collect(documents, load_encoder(model.folder, threads=2), FilterConfig())
    _, second = fit_both([with_own_values(*each) for each in zip(documents, seen, strict=True)])
    export(second, options.output)


if __name__ == "__main__":
    main()
