"""Renders saved figures as Markdown tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cofitcheck.evaluation import paper_figures
from cofitcheck.evaluation.figures import share

Figures = Mapping[str, Any]

_FEWEST = 3
"""The least documents of a part of a breakdown."""


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table; the first column is aligned left, the others right."""
    rule = ["---", *["---:"] * (len(heads) - 1)]
    return "\n".join(f"| {' | '.join(_escaped(cell) for cell in row)} |" for row in (heads, rule, *rows))


def matching_table(results: Sequence[Figures]) -> str:
    """Return a row for each method: set-level figures against each gold, and the cost. The ceiling is last.

    The model of the first row is that of the page. A row that was measured with another model names it.
    """
    heads = (
        "method",
        "documents",
        "strict P",
        "R",
        "F1",
        "clear P",
        "R",
        "F1",
        "merged P",
        "R",
        "F1",
        "same table F1",
        "stage 1 recall",
        "candidates a document",
        "seconds a document",
    )
    model = results[0]["model"]
    rows = [_dated(_matching_row(result), result, model) for result in results if not result["ceiling"]]
    ceilings = [_dated(_ceiling_row(result), result, model) for result in results if result["ceiling"]]
    return table(heads, [*rows, *ceilings])


def _dated(row: tuple[str, ...], result: Figures, model: str) -> tuple[str, ...]:
    name, *figures = row
    return (name if result["model"] == model else f"{name} (measured with {result['model']})", *figures)


def paper_table() -> str:
    """Return the figures that the paper reports, of its own data."""
    heads = ("method", *(f"{kind} {rate}" for kind in paper_figures.KINDS for rate in ("P", "R", "F1")))
    rows = [
        (name, *(figure for kind in kinds for figure in ([f"{rate:.1f}" for rate in kind] or ["–"] * 3)))
        for name, kinds in paper_figures.MATCHING.items()
    ]
    return table(heads, rows)


def worst_table(result: Figures) -> str:
    """Return the documents with the lowest F1 against clear gold, of those that have gold pairs."""
    by_name = {row["document"]: row for row in result["per_document"]}
    worst = [by_name[name] for name in result["worst"]]
    heads = ("document", "gold pairs", "clear P", "R", "F1", "strict F1", "stage 1 recall")
    rows = [
        (
            row["document"],
            str(row["clear"]["pairs"]),
            *_rates(row["clear"]),
            _rate(row["strict"]["f1"]),
            _rate(row["stage1_recall"]),
        )
        for row in worst
    ]
    return table(heads, rows)


def errors_table(results: Sequence[Figures]) -> str:
    """Return a row for each result: errors found by kind, and the findings on clean documents."""
    kinds = list(results[0]["recall_by_kind"])
    heads = (
        "documents",
        "planted",
        "found",
        "recall",
        "slips",
        *kinds,
        "false findings a clean document: mean",
        "median",
        "p90",
        "document precision",
    )
    rows = [
        (
            str(result["documents"]),
            str(result["injected"]),
            str(result["found"]),
            _rate(result["recall"]),
            _rate(result["recall_slips"]),
            *(_rate(result["recall_by_kind"][kind]) for kind in kinds),
            *(
                _number(result["false_findings_per_clean_document"][name])
                for name in ("mean", "median", "p90")
            ),
            _rate(result["precision_at_document_level"]),
        )
        for result in results
    ]
    return table(heads, rows)


def thresholds_table(result: Figures) -> str:
    """Return a row for every second threshold: the errors found, and the findings on clean documents."""
    heads = ("threshold", "found", "slips", "false findings a clean document: mean", "document precision")
    rows = [
        (
            f"{at['threshold']:.2f}",
            _rate(at["recall"]),
            _rate(at["recall_slips"]),
            _number(at["false_findings_per_clean_document"]["mean"]),
            _rate(at["precision_at_document_level"]),
        )
        for at in result["thresholds"][::2]
    ]
    return table(heads, rows)


def matching_breakdown_table(result: Figures) -> str:
    """Return a row a part of the documents: by form, number of mentions, and industry."""
    heads = ("", "documents", "gold pairs", "clear P", "R", "F1", "strict F1", "merged F1")
    rows = [
        (
            name,
            str(part["documents"]),
            str(part["clear"]["pairs"]),
            *_rates(part["clear"]),
            _rate(part["strict"]["f1"]),
            _rate(part["merged"]["f1"]),
        )
        for name, part in _parts(result)
    ]
    return table(heads, rows)


def errors_breakdown_table(result: Figures) -> str:
    """Return a row a part of the documents: by form, number of mentions, and industry."""
    heads = ("", "documents", "planted", "recall", "slips", "false findings a clean document: mean")
    rows = [
        (
            name,
            str(part["documents"]),
            str(part["injected"]),
            _rate(part["recall"]),
            _rate(part["recall_slips"]),
            _number(part["false_findings_per_clean_document"]["mean"]),
        )
        for name, part in _parts(result)
    ]
    return table(heads, rows)


def calibration_table(results: Mapping[str, Figures]) -> str:
    """Return a row for each kind of probability, by its name: how far it is from what came true."""
    heads = ("probability", "cases", "base rate", "expected calibration error", "the same from .1 on")
    rows = [
        (
            name,
            f"{calibration['cases']:,}",
            _rate(calibration["base_rate"]),
            _rate(calibration["expected_calibration_error"]),
            _rate(calibration["expected_calibration_error_from_0.1"]),
        )
        for name, calibration in results.items()
    ]
    return table(heads, rows)


def statistics_table(result: Figures) -> str:
    """Return the paper's Table 1 for these documents, by form and by split where these are known."""
    heads = (
        "documents",
        "number",
        "mentions a document",
        "positive pairs a document",
        "positive to negative",
        "facts stated more than once",
        "largest set",
    )
    return table(heads, [_statistics_row(name, group) for name, group in _groups(result).items()])


def periods_table(result: Figures) -> str:
    """Return the outcomes of the periods of tagged numbers, as shares, by form and by split."""
    groups = {name: group["periods"] for name, group in _groups(result).items()}
    rows = [
        (outcome, *(_rate(share(counts.get(outcome, 0), sum(counts.values()))) for counts in groups.values()))
        for outcome in result["periods"]
    ]
    return table(("periods against tags", *groups), rows)


def _groups(result: Figures) -> Figures:
    return {**result["by_form"], **result["by_split"], "all": result}


def paper_statistics_table() -> str:
    """Return the paper's own Table 1."""
    heads = (
        "documents",
        "number",
        "mentions a document",
        "positive pairs a document",
        "positive to negative",
    )
    rows = [
        (kind, str(documents), f"{mentions:,}", f"{positive:,}", f"1 : {negative:,}")
        for kind, (documents, mentions, positive, negative) in paper_figures.STATISTICS.items()
    ]
    return table(heads, rows)


def adjudicated_table(result: Figures) -> str:
    """Return a row for each estimate: with "equal by construction" counted as two facts, and as one."""
    groups = ("same", "same_or_equal_by_construction")
    rows = [
        (name.replace("_", " "), *(_estimate(result[group][name]) for group in groups))
        for name in result["same"]
    ]
    return table(("", "one fact", "one fact or equal by construction"), rows)


def rulings_table(result: Figures) -> str:
    """Return a row for each stratum: how often each verdict was given."""
    rulings = sorted({ruling for counts in result["verdicts"].values() for ruling in counts}, reverse=True)
    rows = [
        (stratum, *(str(counts.get(ruling, 0)) for ruling in rulings))
        for stratum, counts in result["verdicts"].items()
    ]
    return table(("tags, predictions", *rulings), rows)


def _estimate(estimate: Figures) -> str:
    return f"{_rate(estimate['value'])} ({_rate(estimate['low'])} to {_rate(estimate['high'])})"


def _parts(result: Figures) -> list[tuple[str, Figures]]:
    """Return the parts of a breakdown in order, each with its name. Very small ones are left out."""
    return [
        (f"{kind}: {group}", part)
        for kind, parts in result["breakdown"].items()
        for group, part in parts.items()
        if part["documents"] >= _FEWEST
    ]


def _matching_row(result: Figures) -> tuple[str, ...]:
    seconds = _number(result["seconds_per_document"])
    return (
        f"{result['method']}: {result['what']}",
        str(result["documents"]),
        *_rates(result["strict"]),
        *_rates(result["clear"]),
        *_rates(result["merged"]),
        _rate(result["same_table"]["f1"]),
        _rate(result["stage1_recall"]),
        _number(result["candidates_per_document"], 0),
        f"{seconds} (estimated)" if result["seconds_are_estimated"] else seconds,
    )


def _ceiling_row(result: Figures) -> tuple[str, ...]:
    ceiling = result["ceiling"]
    rates = (rate for gold in ("strict", "clear", "merged") for rate in _rates(ceiling[gold]))
    return (
        f"the ceiling: {ceiling['what']}",
        str(result["documents"]),
        *rates,
        "–",
        "–",
        "–",
        "–",
    )


def _statistics_row(name: str, group: Figures) -> tuple[str, ...]:
    return (
        name,
        str(group["documents"]),
        _number(group["mentions_per_document"], 0),
        _number(group["positive_pairs_per_document"], 0),
        _ratio(group["negatives_per_positive"]),
        _rate(group["facts_stated_more_than_once"]),
        max(group["set_sizes"], key=int, default="–"),
    )


def _rates(figures: Figures) -> tuple[str, str, str]:
    return _rate(figures["precision"]), _rate(figures["recall"]), _rate(figures["f1"])


def _rate(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _ratio(negatives: float | None) -> str:
    return "–" if negatives is None else f"1 : {_number(negatives, 0)}"


def _number(value: float | None, digits: int = 2) -> str:
    return "–" if value is None else f"{value:,.{digits}f}"


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|")
