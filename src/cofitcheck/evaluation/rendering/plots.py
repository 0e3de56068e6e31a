"""Saved figures as plots, with matplotlib (the extra `evaluate`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cofitcheck.errors import MissingDependencyError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

Figures = Mapping[str, Any]

TITLES = {
    "candidates": "Recall against candidates",
    "precision": "Precision against recall",
    "documents": "F1 of each document",
    "errors": "Errors found against false findings",
    "reliability": "What probabilities are worth",
}

FEW = 10
"""Bins with fewer cases are not drawn: their share says little."""


def draw(matching: Sequence[Figures], errors: Sequence[Figures], folder: Path) -> dict[str, Path]:
    """Draw what the figures allow into `folder`, the same bytes for the same figures; return the files.

    Raises `MissingDependencyError` without matplotlib.
    """
    drawn = {}
    for name, lines in _plots(matching, errors).items():
        drawn[name] = folder / f"{name}.svg"
        with plot(drawn[name], TITLES[name]) as axes:
            lines(axes)
    return drawn


@contextmanager
def plot(path: Path, title: str) -> Iterator[Axes]:
    """Give axes to draw on, and write them as an SVG: the same bytes for the same lines.

    Raises `MissingDependencyError` without matplotlib.
    """
    try:
        import matplotlib
    except ImportError as error:
        raise MissingDependencyError(
            "Plots need matplotlib; install it with: pip install 'cofitcheck[evaluate]'"
        ) from error
    from matplotlib.figure import Figure

    with matplotlib.rc_context({"svg.hashsalt": "cofitcheck", "svg.fonttype": "none"}):
        figure = Figure(figsize=(6.4, 4.4), layout="constrained")
        axes = figure.add_subplot()
        axes.set_title(title)
        axes.grid(alpha=0.3)
        yield axes
        figure.savefig(path, metadata={"Date": None})


def calibrations(matching: Sequence[Figures], errors: Sequence[Figures]) -> dict[str, Figures]:
    """Return by name how well the probabilities of the first method and of the first findings are calibrated,
    where any were measured."""
    named = {
        **{f"{result['method']}: the pair is one fact": result for result in matching[:1]},
        **{f"{result['model']}: the finding is an error": result for result in errors[:1]},
    }
    return {name: result["calibration"] for name, result in named.items() if result["calibration"]["cases"]}


def _plots(matching: Sequence[Figures], errors: Sequence[Figures]) -> dict[str, Callable[[Axes], None]]:
    """Return by name a function that draws each plot for which there are figures."""
    claimed = [result for result in matching if result["per_document"] and result["strict"]["f1"] is not None]
    plots: dict[str, Callable[[Axes], None]] = {}
    if claimed:
        plots["candidates"] = lambda axes: _candidates(axes, claimed)
        plots["precision"] = lambda axes: _precision(axes, claimed)
        plots["documents"] = lambda axes: _documents(axes, claimed)
    if found := [result for result in errors if result["injected"]]:
        plots["errors"] = lambda axes: _errors(axes, found)
    if measured := calibrations(matching, errors):
        plots["reliability"] = lambda axes: _reliability(axes, measured)
    return plots


def _candidates(axes: Axes, results: Sequence[Figures]) -> None:
    for result in results:
        points = [(budget["candidates_per_document"], budget["recall"]) for budget in result["budgets"]]
        _line(axes, points, result["method"])
    axes.set_xscale("log")
    axes.set(xlabel="candidate pairs a document", ylabel="share of gold pairs among them")
    axes.legend()


def _precision(axes: Axes, results: Sequence[Figures]) -> None:
    for result in results:
        points = [(at["clear"]["recall"], at["clear"]["precision"]) for at in result["thresholds"]]
        line = _line(axes, sorted(set(points)), result["method"])
        here = result["clear"]["recall"], result["clear"]["precision"]
        axes.plot(*here, "*", color=line.get_color(), markersize=11, markeredgecolor="black")
    axes.set(
        xlabel="recall", ylabel="precision (clear gold; a star: as predicted)", xlim=(0, 1.02), ylim=(0, 1.02)
    )
    axes.legend()


def _documents(axes: Axes, results: Sequence[Figures]) -> None:
    from matplotlib.ticker import MaxNLocator

    for result in results:
        scores = [row["clear"]["f1"] for row in result["per_document"] if row["clear"]["pairs"]]
        _line(axes, list(enumerate(sorted(scores), start=1)), result["method"])
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set(xlabel="documents, the worst first", ylabel="F1 against clear gold", ylim=(0, 1.02))
    axes.legend()


def _errors(axes: Axes, results: Sequence[Figures]) -> None:
    for result in results:
        label = f"{result['model']}, {result['documents']} documents"
        for name, kinds in (("recall", "all kinds but rounding"), ("recall_slips", "slips")):
            points = [
                (at["false_findings_per_clean_document"]["mean"], at[name]) for at in result["thresholds"]
            ]
            _line(axes, points, f"{label}: {kinds}")
    axes.set(
        xlabel="false findings a clean document (mean)",
        ylabel="share of planted errors found",
        ylim=(0, 1.02),
    )
    axes.legend()


def _reliability(axes: Axes, calibrations: Mapping[str, Figures]) -> None:
    axes.plot([0, 1], [0, 1], color="grey", linestyle="--", label="as said")
    for name, calibration in calibrations.items():
        bins = [each for each in calibration["bins"] if each["cases"] >= FEW]
        _line(axes, [(each["said"], each["true"]) for each in bins], name)
    axes.set(xlabel="probability said (mean of a bin)", ylabel="share that came true", ylim=(0, 1.02))
    axes.legend()


def _line(axes: Axes, points: Sequence[tuple[float, float]], label: str) -> Line2D:
    (line,) = axes.plot([x for x, _ in points], [y for _, y in points], marker="o", markersize=3, label=label)
    return line
