"""`evaluate render`: one page of tables, and plots, from saved figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from cofitcheck.errors import InputError
from cofitcheck.evaluation.rendering import plots, tables

Figures = Mapping[str, Any]

KINDS = ("matching", "errors", "untagged", "statistics", "adjudicated")


def render_results(paths: Sequence[Path], folder: Path, notes: Path | None = None) -> list[Path]:
    """Write `benchmark.md` and the plots (SVG) into `folder`; return the files.

    `notes` is Markdown for the end of the page: what a person says of the figures.

    Raises `InputError` where a file holds no saved figures, or lacks some, and `MissingDependencyError`
    without matplotlib.
    """
    results = [_read(path) for path in paths]
    end = f"\n{_notes(notes)}" if notes else ""
    by_kind = {kind: [each for each in results if each["benchmark"] == kind] for kind in KINDS}
    folder.mkdir(parents=True, exist_ok=True)
    try:
        drawn = plots.draw(by_kind["matching"], by_kind["errors"], folder)
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
        parts += ["## Planted errors", _of(errors[0]), tables.errors_table(errors)]
        parts += [f"{name}: {text}." for name, text in errors[0]["definitions"].items()]
        parts += _pictures(drawn, ("errors",))
        parts += ["### By form, size and industry", tables.errors_breakdown_table(errors[0])]
    for result in by_kind["untagged"]:
        parts += _untagged(result)
    parts += _calibration(by_kind, drawn)
    for result in by_kind["adjudicated"]:
        parts += _adjudicated(result)
    for result in by_kind["statistics"]:
        parts += ["## Documents", _of(result), tables.statistics_table(result)]
        parts += ["The paper's own, of other data:", tables.paper_statistics_table()]
    return "\n\n".join(parts) + "\n"


def _matching(results: Sequence[Figures], drawn: Mapping[str, Path]) -> list[str]:
    parts = ["## Matching", _of(results[0]), tables.matching_table(results)]
    if len({frozenset(row["sha256"] for row in result["per_document"]) for result in results}) > 1:
        parts += ["**Not all rows were measured on the same documents: those do not compare.**"]
    parts += ["The paper's own figures, in percent, of other data (Chinese, annotated by hand, private):"]
    parts += [tables.paper_table()]
    parts += _pictures(drawn, ("candidates", "precision", "documents"))
    claimed = [result for result in results if result["strict"]["f1"] is not None]
    for result in claimed[:1]:
        parts += [f"### The worst documents: {result['method']}", tables.worst_table(result)]
        parts += [f"### By form, size and industry: {result['method']}"]
        parts += [tables.matching_breakdown_table(result)]
    return parts


def _untagged(result: Figures) -> list[str]:
    return [
        "## Slips on untagged parts",
        f"{_of(result)} Planted in cells of tables without tags, where people say that another table states "
        "the same.",
        tables.errors_table([result]),
        tables.thresholds_table(result),
    ]


def _calibration(by_kind: Mapping[str, Sequence[Figures]], drawn: Mapping[str, Path]) -> list[str]:
    calibrations = plots.calibrations(by_kind["matching"], by_kind["errors"])
    if not calibrations:
        return []
    table = tables.calibration_table(calibrations)
    return ["## Calibration", table, *_pictures(drawn, ("reliability",))]


def _adjudicated(result: Figures) -> list[str]:
    return [
        "## Adjudicated pairs",
        f"{result['pairs']} pairs of {result['documents']} documents, drawn where tags and predictions "
        "disagree, and judged by reading both tables without knowing what either says. "
        f"Predictions: {result['model']}. In brackets the 95% interval over documents.",
        tables.adjudicated_table(result),
        tables.rulings_table(result),
    ]


def _of(result: Figures) -> str:
    splits = f" ({', '.join(result['splits'])})" if result["splits"] else ""
    model = f", {result['model']}" if "model" in result else ""
    unread = f"; {len(result['unread'])} could not be read" if result["unread"] else ""
    return f"cofitcheck {result['version']}{model}, {result['documents']} documents{splits}{unread}."


def _pictures(drawn: Mapping[str, Path], names: Sequence[str]) -> list[str]:
    return [f"![{plots.TITLES[name]}]({drawn[name].name})" for name in names if name in drawn]
