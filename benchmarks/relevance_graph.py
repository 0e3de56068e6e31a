"""Draw the relevance graph of a document and the path that CNAP takes through it.

Run: python benchmarks/relevance_graph.py examples/annual-report-clean.htm docs/cnap-path.svg
"""

from pathlib import Path
from typing import Any

import click
import matplotlib
import numpy as np

from cofitcheck.readers import read
from cofitcheck.training.pretraining.documents import RelevanceGraph, cnap_path, relevance_graph, restarts

NAME = 44
"""The most characters of a table's name; its middle goes."""

EDGE, STEP, JUMP = "0.75", "tab:blue", "tab:orange"


def draw(graph: RelevanceGraph, path: list[int], names: dict[int, str], axes: Any) -> None:
    """Draw the tables around a circle in reading order, clockwise from the top, edges as wide as heavy."""
    angles = np.pi / 2 - 2 * np.pi * np.arange(len(graph.tables)) / len(graph.tables)
    at = dict(zip(graph.tables, np.stack([np.cos(angles), np.sin(angles)], axis=1), strict=True))
    for first, neighbours in graph.edges.items():
        for second, weight in neighbours.items():
            if first < second:
                ends = np.stack([at[first], at[second]]).T
                axes.plot(*ends, color=EDGE, linewidth=10 * float(weight), zorder=1)
    jumps = set(restarts(graph, path))
    for place in range(1, len(path)):
        colour, line = (JUMP, "dashed") if place in jumps else (STEP, "solid")
        arrow = {"arrowstyle": "-|>", "color": colour, "linestyle": line, "linewidth": 0.8}
        axes.annotate("", at[path[place]], at[path[place - 1]], arrowprops=arrow, zorder=2)
    visited = {table: number for number, table in enumerate(path, start=1)}
    for table, angle in zip(graph.tables, np.degrees(angles), strict=True):
        right = np.cos(np.radians(angle)) >= 0
        words = f"{visited[table]}  {names[table]}" if right else f"{names[table]}  {visited[table]}"
        # Words run outwards, and are never upside down.
        axes.text(
            *(1.02 * at[table]),
            words,
            ha="left" if right else "right",
            va="center",
            rotation=angle if right else angle + 180,
            rotation_mode="anchor",
            fontsize=7,
        )


@click.command()
@click.argument("document", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("picture", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--digits", default=3, show_default=True, help="Significant digits of a number that counts.")
@click.option("--seed", default=0, show_default=True, help="Draws among the tables of minimum degree.")
def main(document: Path, picture: Path, digits: int, seed: int) -> None:
    """Draw the relevance graph of DOCUMENT and its CNAP path into PICTURE."""
    matplotlib.use("svg")
    matplotlib.rcParams |= {"svg.hashsalt": "cofitcheck", "svg.fonttype": "none"}
    from matplotlib import pyplot

    found = read(document)
    graph = relevance_graph(found, digits)
    path = cnap_path(graph, np.random.default_rng(seed))
    names = {table.index: _name(table.title, table.index) for table in found.tables}
    figure, axes = pyplot.subplots(figsize=(10, 10))
    draw(graph, path, names, axes)
    axes.plot([], [], color=EDGE, linewidth=4, label="equal numbers (wider: a larger share)")
    axes.plot([], [], color=STEP, label="step to the heaviest edge")
    axes.plot([], [], color=JUMP, linestyle="dashed", label="restart at minimum degree")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, -0.42), ncols=3, frameon=False, fontsize=8)
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.set(xlim=(-1, 1), ylim=(-1, 1))
    figure.savefig(picture, bbox_inches="tight", metadata={"Date": None})


def _name(title: str, index: int) -> str:
    words = " ".join(title.split()) or f"table {index + 1}"
    return words if len(words) <= NAME else f"{words[: NAME // 2]}…{words[-NAME // 2 :]}"


if __name__ == "__main__":
    main()
