"""`evaluate render`: makes one page of tables, and plots, from saved figures.

Plots need matplotlib (the extra `evaluate`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from cofitcheck.errors import InputError, MissingDependencyError
from cofitcheck.evaluation import rendered_tables

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
"""The least cases of a bin that is drawn. With fewer its share means little."""

KINDS = ("matching", "errors", "untagged", "statistics", "adjudicated")


def draw(matching: Sequence[Figures], errors: Sequence[Figures], folder: Path) -> dict[str, Path]:
    """Draw the plots that the figures allow into `folder`, and return the files. Equal figures, equal bytes.

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
    """Give axes to draw on, and write them as an SVG. Equal lines give equal bytes.

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
    """Return by name how well probabilities are calibrated: those of the first method and the first findings.

    Only those that were measured are there."""
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


def render_results(paths: Sequence[Path], folder: Path, notes: Path | None = None) -> list[Path]:
    """Write `benchmark.md` and the plots (SVG) into `folder`; return the files.

    `notes` is Markdown for the end of the page, in which a person comments on the figures.

    Raises `InputError` where a file holds no saved figures, or lacks some, and `MissingDependencyError`
    without matplotlib.
    """
    results = [_read(path) for path in paths]
    end = f"\n{_notes(notes)}" if notes else ""
    by_kind = {kind: [each for each in results if each["benchmark"] == kind] for kind in KINDS}
    folder.mkdir(parents=True, exist_ok=True)
    try:
        drawn = draw(by_kind["matching"], by_kind["errors"], folder)
        text = _page(by_kind, drawn)
    except KeyError as error:
        names = ", ".join(map(str, paths))
        raise InputError(f"{names}: {error} is missing from the figures; measure them again.") from error
    page = folder / "benchmark.md"
    page.write_text(text + end, encoding="utf-8")
    return [page, *drawn.values()]


def _notes(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: cannot be opened ({error.strerror}); check the path.") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8 text; save the notes as UTF-8.") from error


def _read(path: Path) -> Figures:
    try:
        result = msgspec.json.decode(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path}: cannot be opened ({error.strerror}); check the path.") from error
    except msgspec.DecodeError as error:
        raise InputError(f"{path}: is no JSON ({error}); give what `cofitcheck evaluate` wrote.") from error
    if not isinstance(result, dict) or result.get("benchmark") not in KINDS:
        raise InputError(f"{path}: holds no figures of `cofitcheck evaluate`; run it with --json first.")
    return result


def _page(by_kind: Mapping[str, Sequence[Figures]], drawn: Mapping[str, Path]) -> str:
    parts = ["# Benchmark"]
    if matching := by_kind["matching"]:
        parts += _matching(matching, drawn)
    if errors := by_kind["errors"]:
        parts += ["## Planted errors", _of(errors[0]), rendered_tables.errors_table(errors)]
        parts += [f"{name}: {text}." for name, text in errors[0]["definitions"].items()]
        parts += _pictures(drawn, ("errors",))
        parts += ["### By form, size and industry", rendered_tables.errors_breakdown_table(errors[0])]
    for result in by_kind["untagged"]:
        parts += _untagged(result)
    parts += _calibration(by_kind, drawn)
    for result in by_kind["adjudicated"]:
        parts += _adjudicated(result)
    for result in by_kind["statistics"]:
        parts += ["## Documents", _of(result), rendered_tables.statistics_table(result)]
        parts += ["The paper's own, of other data:", rendered_tables.paper_statistics_table()]
    return "\n\n".join(parts) + "\n"


def _matching(results: Sequence[Figures], drawn: Mapping[str, Path]) -> list[str]:
    parts = ["## Matching", _of(results[0]), rendered_tables.matching_table(results)]
    if len({frozenset(row["sha256"] for row in result["per_document"]) for result in results}) > 1:
        parts += ["**Not all rows were measured on the same documents: those do not compare.**"]
    parts += ["The paper's own figures, in percent, of other data (Chinese, annotated by hand, private):"]
    parts += [rendered_tables.paper_table()]
    parts += _pictures(drawn, ("candidates", "precision", "documents"))
    claimed = [result for result in results if result["strict"]["f1"] is not None]
    for result in claimed[:1]:
        parts += [f"### The worst documents: {result['method']}", rendered_tables.worst_table(result)]
        parts += [f"### By form, size and industry: {result['method']}"]
        parts += [rendered_tables.matching_breakdown_table(result)]
    return parts


def _untagged(result: Figures) -> list[str]:
    return [
        "## Slips on untagged parts",
        f"{_of(result)} Planted in cells of tables without tags, where people say that another table states "
        "the same.",
        rendered_tables.errors_table([result]),
        rendered_tables.thresholds_table(result),
    ]


def _calibration(by_kind: Mapping[str, Sequence[Figures]], drawn: Mapping[str, Path]) -> list[str]:
    curves = calibrations(by_kind["matching"], by_kind["errors"])
    if not curves:
        return []
    table = rendered_tables.calibration_table(curves)
    return ["## Calibration", table, *_pictures(drawn, ("reliability",))]


def _adjudicated(result: Figures) -> list[str]:
    return [
        "## Adjudicated pairs",
        f"{result['pairs']} pairs of {result['documents']} documents, drawn where tags and predictions "
        "disagree, and judged by reading both tables without knowing what either says. "
        f"Predictions: {result['model']}. In brackets the 95% interval over documents.",
        rendered_tables.adjudicated_table(result),
        rendered_tables.rulings_table(result),
    ]


def _of(result: Figures) -> str:
    splits = f" ({', '.join(result['splits'])})" if result["splits"] else ""
    model = f", {result['model']}" if "model" in result else ""
    unread = f"; {len(result['unread'])} could not be read" if result["unread"] else ""
    return f"cofitcheck {result['version']}{model}, {result['documents']} documents{splits}{unread}."


def _pictures(drawn: Mapping[str, Path], names: Sequence[str]) -> list[str]:
    return [f"![{TITLES[name]}]({drawn[name].name})" for name in names if name in drawn]
