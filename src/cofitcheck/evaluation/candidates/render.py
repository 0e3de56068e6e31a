"""Saved figures of candidates as a table, and as the paper's Figure 4 (matplotlib, the extra `evaluate`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cofitcheck.evaluation.rendering.plots import plot
from cofitcheck.evaluation.rendering.tables import table

Figures = Mapping[str, Any]

SHOWN = (0.8, 0.9, 0.95, 0.97, 0.99)
"""The recalls of the table."""


def curves(result: Figures) -> dict[str, Figures]:
    """Return the curves of a summary by label: each encoder alone, the pairs of tagged mentions among its
    candidates (the others may be the same fact or not), and in union with the other candidates."""
    found = {}
    for encoder in result["encoders"]:
        found[encoder["name"]] = encoder["alone"]
        found[f"{encoder['name']}, both tagged"] = encoder["tagged"]
        for source, figures in encoder["unions"].items():
            found[f"{encoder['name']} + {source}"] = figures["with_encoder"]
    return found


def candidates_table(result: Figures) -> str:
    """Return a row a curve: mean candidates a document, and the threshold, at each recall of `SHOWN`."""
    heads = ("candidates", *(f"at recall {recall:.2f}" for recall in SHOWN))
    rows = [(label, *map(_shown, _asked(found["recalls"]))) for label, found in curves(result).items()]
    return table(heads, rows)


def draw(results: Mapping[str, Figures], path: Path) -> None:
    """Draw curves, `Curve.to_json` by the label of their line, as an SVG: the same bytes for the same curves.

    Raises `MissingDependencyError` without matplotlib.
    """
    with plot(path, "Candidates against recall") as axes:
        for label, result in results.items():
            recalls, candidates = _points(result["recalls"])
            axes.plot(recalls, candidates, marker="o", markersize=3, label=label)
        axes.set_yscale("log")
        axes.set(xlabel="recall of strict gold pairs", ylabel="candidate pairs a document (mean)")
        # A long path as a label must not take the room of the axes.
        axes.legend(fontsize="small").set_in_layout(False)


def _asked(recalls: Sequence[Figures]) -> list[Figures]:
    by_recall = {point["asked"]: point for point in recalls}
    return [by_recall[recall] for recall in SHOWN]


def _shown(point: Figures) -> str:
    if point["threshold"] is None:
        return "–"
    return f"{point['candidates_per_document']:,.0f} above {point['threshold']:.4f}"


def _points(recalls: Sequence[Figures]) -> tuple[list[float], list[float]]:
    """Return recalls and candidates of the points that there are, each once."""
    points = {
        (point["recall"], point["candidates_per_document"])
        for point in recalls
        if point["candidates_per_document"]
    }
    ordered = sorted(points)
    return [recall for recall, _ in ordered], [candidates for _, candidates in ordered]
