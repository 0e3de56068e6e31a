"""Saved figures as a page: tables always, plots where matplotlib is."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cofitcheck.cli import main


def rates(precision: float, recall: float, f1: float) -> dict[str, Any]:
    return {"precision": precision, "recall": recall, "f1": f1, "pairs": 20, "predicted": 18, "hits": 16}


def row(name: str, f1: float) -> dict[str, Any]:
    figures = {gold: rates(f1, f1, f1) for gold in ("strict", "clear", "merged")}
    return {"document": name, "sha256": f"of {name}", "stage1_recall": 0.9, **figures}


def calibration(*bins: tuple[float, float]) -> dict[str, Any]:
    return {
        "cases": 100 * len(bins),
        "base_rate": 0.25,
        "expected_calibration_error": 0.012,
        "expected_calibration_error_from_0.1": 0.034,
        "bins": [{"from": said, "to": 1, "cases": 100, "said": said, "true": true} for said, true in bins],
    }


MATCHING = {
    "benchmark": "matching",
    "version": "9.9",
    "model": "made-up",
    "method": "default",
    "what": "a|b",
    "documents": 6,
    "splits": ["dev"],
    "unread": [{"document": "lost.htm", "reason": "gone"}],
    "strict": rates(0.701, 0.702, 0.703),
    "clear": rates(0.801, 0.802, 0.803),
    "merged": rates(0.811, 0.812, 0.813),
    "same_table": rates(0.1, 0.2, 0.133),
    "ceiling": None,
    "stage1_recall": 0.987,
    "candidates_per_document": 12_345.6,
    "seconds_per_document": 1.5,
    "seconds_are_estimated": False,
    "thresholds": [{"threshold": 0.5, "clear": rates(0.8, 0.7, 0.747), "strict": rates(0.7, 0.7, 0.7)}],
    "budgets": [
        {"candidates_per_document": 50, "recall": 0.4},
        {"candidates_per_document": 900, "recall": 0.9},
    ],
    "calibration": calibration((0.1, 0.2), (0.9, 0.8)),
    "breakdown": {
        "form": {"10-K": {"documents": 4, **row("", 0.55)}},
        "mentions": {"few (561 to 1,093)": {"documents": 3, **row("", 0.66)}},
        "industry": {"chips": {"documents": 2, **row("", 0.77)}},
    },
    "worst": [f"document-{number}.htm" for number in (1, 2, 3, 4, 5)],
    "per_document": [row(f"document-{number}.htm", number / 10) for number in (6, 3, 5, 1, 2, 4)],
}
CEILING = MATCHING | {
    "method": "own-value",
    "ceiling": {
        "strict": rates(0.9, 0.9, 0.9),
        "clear": rates(0.95, 0.95, 0.951),
        "merged": rates(1, 1, 1),
        "what": "values seen",
    },
}
AT = {
    "injected": 8,
    "found": 6,
    "recall": 0.75,
    "recall_slips": 0.834,
    "false_findings_per_clean_document": {"mean": 1.25, "median": 1.0, "p90": 2.5},
    "precision_at_document_level": 0.6,
}
ERRORS = {
    "benchmark": "errors",
    "version": "9.9",
    "model": "made-up",
    "documents": 6,
    "splits": [],
    "unread": [],
    **AT,
    "recall_by_kind": {"digit": 1.0, "scale": None},
    "definitions": {"found": "named"},
    "thresholds": [{"threshold": 0.4, **AT}],
    "calibration": calibration(),
    "breakdown": {"form": {}, "mentions": {}, "industry": {"retail": {"documents": 3, **AT}}},
}


def render(folder: Path, *results: object) -> Result:
    paths = []
    for number, result in enumerate(results):
        path = folder / f"{number}.json"
        path.write_text(result if isinstance(result, str) else json.dumps(result))
        paths.append(str(path))
    return CliRunner().invoke(main, ["evaluate", "render", *paths, "--output", str(folder / "out")])


def test_what_was_measured_with_another_model_says_so(tmp_path: Path) -> None:
    older = [each | {"model": "older"} for each in (MATCHING | {"method": "value"}, CEILING)]
    assert render(tmp_path, MATCHING, *older).exit_code == 0
    lines = (tmp_path / "out" / "benchmark.md").read_text().splitlines()
    marked = [line.partition(" | ")[0] for line in lines if "(measured with older)" in line]
    assert marked == [
        "| value: a\\|b (measured with older)",
        "| the ceiling: values seen (measured with older)",
    ]


def test_tables_hold_the_figures(tmp_path: Path) -> None:
    assert render(tmp_path, MATCHING, CEILING, ERRORS).exit_code == 0
    lines = (tmp_path / "out" / "benchmark.md").read_text().splitlines()
    ours = ["0.701", "0.702", "0.703", "0.801", "0.802", "0.803", "0.811", "0.812", "0.813"]
    assert f"| default: a\\|b | 6 | {' | '.join(ours)} | 0.133 | 0.987 | 12,346 | 1.50 |" in lines
    assert any(line.startswith("| the ceiling: values seen | 6 | 0.900 |") for line in lines)
    assert "| 6 | 8 | 6 | 0.750 | 0.834 | 1.000 | – | 1.25 | 1.00 | 2.50 | 0.600 |" in lines
    assert "cofitcheck 9.9, made-up, 6 documents (dev); 1 could not be read." in lines


def test_the_worst_five_documents_are_named_the_worst_first(tmp_path: Path) -> None:
    render(tmp_path, MATCHING)
    lines = (tmp_path / "out" / "benchmark.md").read_text().splitlines()
    named = [line.split()[1] for line in lines if line.startswith("| document-")]
    assert named == [f"document-{number}.htm" for number in (1, 2, 3, 4, 5)]


def test_parts_of_the_documents_have_their_own_figures(tmp_path: Path) -> None:
    render(tmp_path, MATCHING, ERRORS)
    lines = (tmp_path / "out" / "benchmark.md").read_text().splitlines()
    assert "| form: 10-K | 4 | 20 | 0.550 | 0.550 | 0.550 | 0.550 | 0.550 |" in lines
    assert any(line.startswith("| mentions: few (561 to 1,093) | 3 |") for line in lines)
    assert not any(line.startswith("| industry: chips") for line in lines)
    assert "| industry: retail | 3 | 8 | 0.750 | 0.834 | 1.25 |" in lines


def test_slips_on_untagged_parts_stand_by_threshold(tmp_path: Path) -> None:
    render(tmp_path, ERRORS | {"benchmark": "untagged"})
    text = (tmp_path / "out" / "benchmark.md").read_text()
    assert "## Slips on untagged parts" in text
    assert "## Planted errors" not in text
    assert "| 0.40 | 0.750 | 0.834 | 1.25 | 0.600 |" in text.splitlines()


def test_calibration_is_told_where_it_was_measured(tmp_path: Path) -> None:
    render(tmp_path, ERRORS)
    assert "## Calibration" not in (tmp_path / "out" / "benchmark.md").read_text()
    render(tmp_path, MATCHING)
    lines = (tmp_path / "out" / "benchmark.md").read_text().splitlines()
    assert "| default: the pair is one fact | 200 | 0.250 | 0.012 | 0.034 |" in lines


def test_the_papers_figures_stand_beside_ours_marked_as_of_other_data(tmp_path: Path) -> None:
    render(tmp_path, MATCHING)
    text = (tmp_path / "out" / "benchmark.md").read_text()
    assert "of other data" in text
    assert "| AutoCheck | 74.8 | 76.0 | 75.4 | 84.6 | 78.3 | 81.3 | – | – | – |" in text


def test_what_people_said_stands_with_its_interval(tmp_path: Path) -> None:
    estimates = {"precision": {"value": 0.9, "low": 0.8, "high": 0.95}}
    adjudicated = {
        "benchmark": "adjudicated",
        "model": "made-up",
        "documents": 2,
        "pairs": 9,
        "verdicts": {"ambiguous, predicted": {"same": 6, "different": 3}},
        "same": estimates,
        "same_or_equal_by_construction": estimates,
    }
    assert render(tmp_path, adjudicated).exit_code == 0
    lines = (tmp_path / "out" / "benchmark.md").read_text().splitlines()
    assert "| precision | 0.900 (0.800 to 0.950) | 0.900 (0.800 to 0.950) |" in lines
    assert "| ambiguous, predicted | 6 | 3 |" in lines


def test_notes_end_the_page(tmp_path: Path) -> None:
    (tmp_path / "0.json").write_text(json.dumps(ERRORS))
    (tmp_path / "notes.md").write_text("## Notes\n\nSaid by a person.\n")
    options = ["--output", str(tmp_path / "out"), "--notes", str(tmp_path / "notes.md")]
    assert CliRunner().invoke(main, ["evaluate", "render", str(tmp_path / "0.json"), *options]).exit_code == 0
    assert (tmp_path / "out" / "benchmark.md").read_text().endswith("\n\n## Notes\n\nSaid by a person.\n")


def test_plots_are_drawn_and_shown(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    render(tmp_path, MATCHING, ERRORS)
    text = (tmp_path / "out" / "benchmark.md").read_text()
    for name in ("candidates", "precision", "documents", "errors", "reliability"):
        assert f"({name}.svg)" in text
        assert (tmp_path / "out" / f"{name}.svg").read_text().rstrip().endswith("</svg>")


def test_other_documents_are_told_apart(tmp_path: Path) -> None:
    warning = "Not all rows were measured on the same documents"
    render(tmp_path, MATCHING, MATCHING | {"method": "value"})
    assert warning not in (tmp_path / "out" / "benchmark.md").read_text()
    other = MATCHING | {"method": "value", "per_document": [row("other.htm", 0.5)]}
    render(tmp_path, MATCHING, other)
    assert warning in (tmp_path / "out" / "benchmark.md").read_text()


def test_the_star_of_a_method_has_its_colour(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    render(tmp_path, MATCHING, MATCHING | {"method": "value", "thresholds": []})
    drawn = (tmp_path / "out" / "precision.svg").read_text()
    starred = set(re.findall(r"fill: (#\w{6}); stroke: #000000", drawn))
    assert {"#1f77b4", "#ff7f0e"} <= starred


def test_documents_are_counted_in_whole_numbers(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    render(tmp_path, MATCHING | {"per_document": [row("a", 0.3), row("b", 0.4)]})
    axis = (tmp_path / "out" / "documents.svg").read_text().split('id="matplotlib.axis_2"')[0]
    assert not re.search(r">\d\.\d</text>", axis)


def test_figures_of_another_kind_of_run_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    result = render(tmp_path, '{"benchmark": "matching"}')
    assert result.exit_code == 2
    assert result.output == (
        f"Error: {tmp_path / '0.json'}: 'per_document' is missing from the figures; measure them again.\n"
    )


def test_an_estimate_is_in_the_table_and_in_no_plot(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    nothing = {"precision": None, "recall": None, "f1": None, "pairs": 20}
    estimate = {key: nothing for key in ("strict", "clear", "merged", "same_table")} | {
        "seconds_are_estimated": True,
        "calibration": calibration(),
    }
    assert render(tmp_path, MATCHING | estimate).exit_code == 0
    assert "1.50 (estimated)" in (tmp_path / "out" / "benchmark.md").read_text()
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["benchmark.md"]


def test_without_matplotlib_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = render(tmp_path, MATCHING)
    assert result.exit_code == 2
    assert "pip install 'cofitcheck[evaluate]'" in result.output


@pytest.mark.parametrize(
    ("content", "sentence"),
    [("{", "is no JSON"), ('{"a": 1}', "holds no figures"), ("[]", "holds no figures")],
)
def test_what_is_no_saved_result_is_refused(tmp_path: Path, content: str, sentence: str) -> None:
    result = render(tmp_path, content)
    assert result.exit_code == 2
    assert f"{tmp_path / '0.json'}: {sentence}" in result.output
