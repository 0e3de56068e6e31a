"""Tables I to III on two made-up filings, with the bundled model."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from benchmarks.paper import sample, table_1, table_2, table_3
from tests.paper.conftest import Run


def test_table_1_counts_the_filings(run: Run, filings: Path) -> None:
    found = run(table_1.main, filings, "--split", "test")
    assert found["all"]["documents"] == 2
    assert found["all"]["mentions_per_document"] == 56  # 28 rows of two years
    assert found["paper"]["annual reports"][0] == 200
    assert (found["pieces"], found["left"]) == (2, 0)


def test_table_2_goes_on_where_it_was(run: Run, filings: Path) -> None:
    words = (table_2.main, filings, "--split", "test", "--method", "value", "--method", "words")
    cut = run(*words, "--run-minutes", "0")
    assert (cut["left"], cut["systems"]) == (4, {})
    found = run(*words)
    value, words_alone = found["systems"]["value"], found["systems"]["words"]
    assert value["all"]["clear"]["recall"] > 0.95
    assert value["clear_f1_above_the_first"]["value"] == 0
    assert words_alone["all"]["documents"] == 2
    assert words_alone["clear_f1_above_the_first"]["value"] < 0


def test_table_3_measures_a_sample_and_leaves_out_what_is_gone(
    run: Run, filings: Path, tmp_path: Path
) -> None:
    drawn = tmp_path / "sample.jsonl"
    typed = [str(filings), "--split", "test", "--size", "20", "--positives", ".5", "--output", str(drawn)]
    assert CliRunner().invoke(sample.main, typed).exit_code == 0
    first, *others = drawn.read_text().splitlines(keepends=True)
    moved = first.replace('"row":', '"row":9')
    drawn.write_text("".join([moved, *others]))
    found = run(table_3.main, filings, drawn, "--method", "value")
    assert (found["pairs"], found["gone"], found["left"]) == (19, 1, 0)
    assert found["accuracy"] == 1
