"""How much tables share that are read one after another: along CNAP's path, and in reading order.

Run: `python -m benchmarks.neighbours LIST... --every 8 --json benchmarks/results/neighbours.json`
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from statistics import mean

import numpy as np

from cofitcheck import read
from cofitcheck.document import Document
from cofitcheck.evaluation.corpus import read_list
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.mentions import EVIDENCE_DIGITS
from cofitcheck.training.pretraining.documents import (
    RelevanceGraph,
    cnap_path,
    reading_order_path,
    relevance_graph,
    restarts,
)

SEED = 0


def measure(document: Document, rng: np.random.Generator) -> dict[str, dict[str, float]]:
    """Return by order the sum of the relevance of neighbours, the steps, and those that follow no edge."""
    graph = relevance_graph(document, EVIDENCE_DIGITS)
    orders = {"cnap": cnap_path(graph, rng), "reading": reading_order_path(graph)}
    return {name: _steps(graph, path) for name, path in orders.items()}


def _steps(graph: RelevanceGraph, path: list[int]) -> dict[str, float]:
    shared = [float(graph.edges[one].get(other, 0)) for one, other in pairwise(path)]
    return {"steps": len(shared), "relevance": sum(shared), "without_edge": len(restarts(graph, path)[1:])}


def summary(rows: Sequence[dict[str, dict[str, float]]]) -> dict[str, dict[str, float]]:
    """Return by order the mean relevance of two neighbours, over documents, and the share without an edge."""
    found = {}
    for order in rows[0]:
        held = [row[order] for row in rows if row[order]["steps"]]
        found[order] = {
            "relevance": round(mean(row["relevance"] / row["steps"] for row in held), 4),
            "without_edge": round(
                sum(row["without_edge"] for row in held) / sum(row["steps"] for row in held), 4
            ),
        }
    return found


def main() -> None:
    """Measure every so manieth document of the lists."""
    parser = argparse.ArgumentParser(description="Measure what neighbouring tables share.")
    parser.add_argument("lists", type=Path, nargs="+")
    parser.add_argument("--every", type=int, default=1, help="take only every Nth document")
    parser.add_argument("--split", action="append", default=[], help="of lists that have splits")
    parser.add_argument("--json", type=Path, required=True)
    options = parser.parse_args()
    filings = [filing for each in options.lists for filing in read_list(each, options.split)]
    rng = np.random.default_rng(SEED)
    rows = [measure(read(filing.path), rng) for filing in filings[:: options.every]]
    write_figures(options.json, {"documents": len(rows), **summary(rows)}, "none", SEED)


if __name__ == "__main__":
    main()
