"""What is said is what is stored: pages hold the figures of results, and results say where they come from."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from benchmarks.pages import MEASURED, RESULTS, ROOT, by_hand, filled, measured, pages
from cofitcheck.evaluation.figures import FIELDS, command, write_figures
from cofitcheck.evaluation.rendered_page import render_results

FIGURE = re.compile(r"\.\d\d|\d,\d\d\d")
SHARE = re.compile(r"(?<![\w.,])\.\d{3}\b")
"""As figures stand in sentences: .822."""

FILLED = (
    "README",
    "batch",
    "compare",
    "measurements/benchmark-notes",
    "measurements/formats",
    "measurements/rules",
    "measurements/scale",
    "measurements/stage-1",
    "data",
    "scale",
    "servers",
    "stage-1",
    "stage-2",
    "sums",
    "vllm",
)
"""Pages of which every table of figures is filled."""


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_a_page_says_what_is_stored(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text == filled(text), f"{page.name} and benchmarks/results differ: python -m benchmarks.pages"


def test_the_benchmark_is_rendered_from_what_is_stored(tmp_path: Path) -> None:
    made = (ROOT / "Makefile").read_text().partition("\nMETHODS := ")[2].partition("\n")[0].split()
    others = ("errors", "untagged", "adjudicated", "statistics")
    results = [RESULTS / f"{name}.json" for name in (*(f"matching-{each}" for each in made), *others)]
    page, *_ = render_results(results, tmp_path)
    assert (ROOT / "docs" / "measurements" / "benchmark.md").read_text() == page.read_text(), "make figures"


@pytest.mark.parametrize("page", FILLED)
def test_no_table_of_figures_is_written_by_hand(page: str) -> None:
    path = ROOT / ("" if page == "README" else "docs") / f"{page}.md"
    rows = [line for line in by_hand(path.read_text()).splitlines() if line.startswith("|")]
    assert not [row for row in rows if FIGURE.search(row)]


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_no_share_in_prose_is_written_by_hand(page: Path) -> None:
    if page.stem in ("benchmark", "losses"):
        return  # the one is written whole from the results (see above), the other reckons
    prose = by_hand(page.read_text(encoding="utf-8"))
    assert not [line for line in prose.splitlines() if SHARE.search(line)]


@pytest.mark.parametrize("path", sorted(RESULTS.glob("*.json")), ids=lambda path: path.stem)
def test_a_result_says_where_it_comes_from(path: Path) -> None:
    said = json.loads(path.read_bytes())["provenance"]
    assert tuple(said) == FIELDS
    assert all(value not in ("", None) for value in said.values())
    assert not any(part.startswith("/") for part in shlex.split(said["command"]))


def test_figures_that_were_changed_by_hand_are_filled_again(tmp_path: Path) -> None:
    (tmp_path / "made-up.json").write_text('{"clear": {"f1": 0.8215}, "pairs": 12345}')
    (tmp_path / "page.md").write_text(
        '{% block f1 %}\nF1 {{ result("made-up").clear.f1 | bare }}\n{% endblock %}\n'
    )
    block = "<!-- figures page/f1 -->\n{}<!-- end -->\n"
    single = '<!--= result("made-up").pairs | count -->{}<!--/--> pairs\n'
    page = block.replace("{}", "F1 .900\n") + single.replace("{}", "99")
    assert filled(page, tmp_path, tmp_path) == block.replace("{}", "F1 .822\n") + single.replace(
        "{}", "12,345"
    )


def test_a_figure_that_is_not_stored_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "made-up.json").write_text("{}")
    with pytest.raises(UndefinedError):
        filled('<!--= result("made-up").clear.f1 -->.9<!--/-->', tmp_path)
    with pytest.raises(ValueError, match="a mark does not end"):
        filled('<!--= result("made-up").clear -->.9', tmp_path)


def test_empty_lines_that_templates_leave_between_rows_are_taken_out(tmp_path: Path) -> None:
    rows = "| a |\n|---|\n{% for n in (1, 2) %}\n| {{ n }} |\n\n{% endfor %}\nEnd "
    (tmp_path / "page.md").write_text(f"{{% block rows %}}\n{rows}\n{{% endblock %}}\n")
    page = "<!-- figures page/rows -->\n<!-- end -->"
    assert (
        filled(page, tmp_path, tmp_path).partition("-->\n")[2]
        == "| a |\n|---|\n| 1 |\n| 2 |\n\nEnd\n<!-- end -->"
    )


def test_figures_are_written_with_what_they_came_from(tmp_path: Path) -> None:
    write_figures(tmp_path / "out.json", [{"f1": 0.5}], "made-up", seed=3)
    held = json.loads((tmp_path / "out.json").read_bytes())
    assert held["rows"] == [{"f1": 0.5}]
    assert (held["provenance"]["model"], held["provenance"]["seed"]) == ("made-up", 3)


@pytest.mark.parametrize(
    ("arguments", "typed"),
    [
        (["/usr/bin/python3", "-m", "benchmarks.speed", "a.htm"], "python -m benchmarks.speed a.htm"),
        (
            ["/opt/v/bin/python", "/opt/v/bin/cofitcheck", "check", "/data/a b.htm"],
            "cofitcheck check 'a b.htm'",
        ),
        (["python", "benchmarks/search.py", "../shared/list.tsv"], "python benchmarks/search.py list.tsv"),
    ],
)
def test_a_command_is_told_as_it_is_typed(arguments: list[str], typed: str) -> None:
    assert command(arguments) == typed


def test_all_mentions_in_one_pass_have_the_vectors_of_each_alone() -> None:
    ways = json.loads((RESULTS / "encoding.json").read_bytes())["summary"]
    assert set(ways) == {"one-pass", "prefill", "one-mention-per-pass"}
    assert max(each["furthest_from_first_way"] for each in ways.values()) < 1e-5
    assert ways["one-pass"]["times_less_work_than_alone"] > 1


def test_no_benchmark_writes_figures_without_what_they_came_from() -> None:
    scripts = {path: path.read_text() for path in (ROOT / "benchmarks").rglob("*.py")}
    asked = {path.name for path, text in scripts.items() if re.search(r'"--json"|@stepped', text)}
    tells = {
        path.name for path, text in scripts.items() if re.search(r"write_figures\(|\brun\(\s*Steps", text)
    }
    assert len(asked) > 20
    assert asked - tells == set()
    assert not [path.name for path, text in scripts.items() if "write_text(json.dumps(" in text]


def test_a_report_prints_what_is_stored() -> None:
    assert MEASURED.read_text() == measured(), "python -m benchmarks.pages"
