"""`cofitcheck batch --pairs`: each pair has its line, its differences are findings, a run goes on."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cofitcheck.cli import main
from tests.batch.batch_runs import rows
from tests.comparing.conftest import Changes, page

SALES: Changes = {("Consolidated statements of income", "Net sales", 2023): "222,496"}


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    for name, year, changes in (("new.htm", 2024, SALES), ("old.htm", 2023, {}), ("older.htm", 2022, {})):
        (tmp_path / name).write_text(page(year, changes, ""))
    path = tmp_path / "pairs.tsv"
    path.write_text(
        "this\tother\tas\nnew.htm\told.htm\t\nold.htm\tolder.htm\tlast-year\nold.htm\tnew.htm\t\n"
    )
    return path


def run(pairs: Path, *options: str) -> Result:
    given = [
        "batch",
        "--pairs",
        str(pairs),
        "--output",
        str(pairs.parent / "out"),
        "--workers",
        "1",
        *options,
    ]
    return CliRunner().invoke(main, given)


def named(output: Path, table: str) -> dict[tuple[str, str], dict[str, object]]:
    found = rows(output, table)
    return {
        tuple(Path(part).name for part in row["document"].split("\t")[:2]): row  # type: ignore[misc]
        for row in found
    }


def test_kinds_that_are_not_chosen_are_not_compared(pairs: Path) -> None:
    run(pairs, "--checks", "text")
    documents = named(pairs.parent / "out", "documents")
    assert documents["new.htm", "old.htm"]["findings"] == 0


def test_each_pair_has_its_line_and_its_differences_are_findings(pairs: Path) -> None:
    done = run(pairs)
    assert done.exit_code == 2, done.output
    out = pairs.parent / "out"
    documents = named(out, "documents")
    assert documents["new.htm", "old.htm"]["findings"] == 1
    assert documents["old.htm", "new.htm"]["status"] == "not checked"
    assert "name the later report first" in str(documents["old.htm", "new.htm"]["reason"])
    summary = named(out, "comparisons")
    assert len(summary) == 2
    first = summary["new.htm", "old.htm"]
    assert (first["relation"], first["agree"], first["differ"]) == ("last-year", 12, 1)
    assert summary["old.htm", "older.htm"]["differ"] == 0
    (finding,) = rows(out, "findings")
    texts = {
        row["mention"]: (row["text"], row["file"])
        for row in rows(out, "mentions")
        if row["document"] == finding["document"]
    }
    assert texts[finding["mention"]] == ("222,496", "new.htm")
    assert texts[finding["counterpart"]] == ("222,946", "old.htm")


def test_a_second_run_goes_on_and_compares_nothing_twice(pairs: Path) -> None:
    run(pairs)
    with pairs.open("a") as file:
        file.write("new.htm\told.htm\tlast-year\n")
    shutil.rmtree(pairs.parent / "out" / "reports")
    again = run(pairs)
    assert again.exit_code == 2, again.output
    out = pairs.parent / "out"
    assert len(rows(out, "comparisons")) == 3
    assert {row["relation"] for row in rows(out, "comparisons")} == {"last-year"}
    assert len(list((out / "documents").glob("*.parquet"))) == 2


def test_reports_of_pairs_have_both_marked_copies(pairs: Path) -> None:
    pairs.write_text("this\tother\nnew.htm\told.htm\n")
    assert run(pairs, "--reports").exit_code == 1
    endings = {path.name.partition(".")[2] for path in (pairs.parent / "out" / "reports").iterdir()}
    assert endings == {
        "compared.report.html",
        "compared.report.json",
        "compared.marked.html",
        "compared.1-old.marked.html",
    }


def test_documents_or_pairs_but_not_both_and_only_known_relations(pairs: Path) -> None:
    both = CliRunner().invoke(main, ["batch", "a.htm", "--pairs", str(pairs), "--output", "out"])
    assert both.exit_code == 2
    assert "and not both" in both.output
    pairs.write_text("this\tother\tas\nnew.htm\told.htm\tsister\n")
    wrong = run(pairs)
    assert wrong.exit_code == 2
    assert "as is one of last-year, draft" in wrong.output


def test_a_folder_of_checks_takes_no_pairs(pairs: Path) -> None:
    out = pairs.parent / "out"
    CliRunner().invoke(main, ["batch", str(pairs.parent / "old.htm"), "--output", str(out), "--workers", "1"])
    assert "begun with documents checked, not compared in pairs" in run(pairs).output
