"""What is on disk at any moment makes up each document once."""

import json
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from cofitcheck.batch import DocumentWork, run_batch
from cofitcheck.batch import results as module
from cofitcheck.batch.results import Journal, Results, open_results
from cofitcheck.batch.schema import TABLES, checked_rows, pack, unchecked_rows, unpack
from cofitcheck.batch.stores import digest
from cofitcheck.batch.work import BatchJob, BatchOutcome, Unreachable
from cofitcheck.checks.model import Gap, LeftOpen, NotChecked
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.document import UncheckedCode, UncheckedReason
from cofitcheck.errors import InputError
from cofitcheck.numbers import Relation
from cofitcheck.readers import read
from cofitcheck.reports.json import to_json
from cofitcheck.reports.model.report import Report
from tests.batch.batch_runs import documents
from tests.batch.engines import Scripted, Silent
from tests.cli.cli_fakes import FACT, finding
from tests.cli.conftest import PAGE, ROWS

ROOT = Path(__file__).parents[2]


def add(results: Results, name: str) -> None:
    results.add(pack(unchecked_rows(name, "a reason")), {})


def test_parts_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PART_DOCUMENTS", 2)
    with open_results(tmp_path, {}) as results:
        for name in "abcde":
            add(results, name)
        assert sorted(documents(tmp_path)) == ["a", "b", "c", "d"]
        results.write_part()
    assert [path.name for path in sorted((tmp_path / "documents").iterdir())] == [
        f"part-{number:06d}.parquet" for number in (1, 2, 3)
    ]
    assert sorted(documents(tmp_path)) == list("abcde")


def test_a_run_killed_between_part_and_journal_counts_nothing_twice(tmp_path: Path) -> None:
    with open_results(tmp_path, {}) as results:
        add(results, "a")
        journal = (tmp_path / ".unfinished-part").read_bytes()
        results.write_part()
    (tmp_path / ".unfinished-part").write_bytes(journal)
    with open_results(tmp_path, {}) as results:
        assert results.done == {digest("a")}
        assert results.tally.unchecked == 1
        results.write_part()
    assert sorted(documents(tmp_path)) == ["a"]


def test_a_run_killed_before_its_part_was_whole_writes_it_again(tmp_path: Path) -> None:
    with open_results(tmp_path, {}) as results:
        add(results, "a")
        journal = (tmp_path / ".unfinished-part").read_bytes()
        results.write_part()
    (tmp_path / ".unfinished-part").write_bytes(journal)
    (tmp_path / "documents" / "part-000001.parquet").unlink()
    with open_results(tmp_path, {}) as results:
        add(results, "b")
        results.write_part()
    assert sorted(documents(tmp_path)) == ["a", "b"]


@pytest.mark.parametrize("cleared", [True, False])
def test_an_interrupt_beside_clearing_the_journal_spoils_no_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cleared: bool
) -> None:
    clear = Journal.clear

    def interrupted(journal: Journal) -> None:
        monkeypatch.setattr(Journal, "clear", clear)
        if cleared:
            clear(journal)
        raise KeyboardInterrupt

    with open_results(tmp_path, {}) as results:
        add(results, "a")
        monkeypatch.setattr(Journal, "clear", interrupted)
        with pytest.raises(KeyboardInterrupt):
            results.write_part()
        results.write_part()
    assert sorted(documents(tmp_path)) == ["a"]
    with open_results(tmp_path, {}) as results:
        assert results.tally.unchecked == 1
        add(results, "b")
        results.write_part()
    assert sorted(documents(tmp_path)) == ["a", "b"]


def test_names_of_any_bytes_stay_apart(tmp_path: Path) -> None:
    names = ["a\nb", "a\udcff", "a\udcfe", "年度"]
    with open_results(tmp_path, {}) as results:
        for name in names:
            add(results, name)
        results.write_part()
    with open_results(tmp_path, {}) as results:
        assert results.done == set(map(digest, names))
        assert len(results.done) == 4


def cut_short(content: bytes) -> bytes:
    return content[:-5]


def without_its_metadata(content: bytes) -> bytes:
    end = len(content) - 8
    length = int.from_bytes(content[end : end + 4], "little")
    return content[: end - length] + b"\xff" * length + content[end:]


@pytest.mark.parametrize("damage", [cut_short, without_its_metadata])
def test_a_damaged_part_is_named(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    with open_results(tmp_path, {}) as results:
        add(results, "a")
        results.write_part()
    part = tmp_path / "documents" / "part-000001.parquet"
    part.write_bytes(damage(part.read_bytes()))
    with pytest.raises(InputError, match=r"part-000001.parquet: is damaged"), open_results(tmp_path, {}):
        pass


def test_a_store_that_goes_away_stops_the_run_and_not_the_documents(tmp_path: Path) -> None:
    names = [str(tmp_path / name) for name in "abc"]
    for name in names:
        Path(name).touch()
    away = Unreachable(names[1], "s3://there/b: the store cannot be reached (timed out); check its address.")
    engine = Scripted[BatchJob, BatchOutcome]({names[1]: (away,)})
    out = tmp_path / "out"
    with (
        open_results(out, {}) as results,
        pytest.raises(InputError, match=r"cannot be reached .* run the same command again"),
    ):
        run_batch(names, DocumentWork(), engine, 1, results, Silent())
    assert sorted(documents(out)) == ["a"]
    with open_results(out, {}) as results:
        assert (
            run_batch(names, DocumentWork(), Scripted[BatchJob, BatchOutcome]({}), 1, results, Silent()) == 0
        )
    assert sorted(documents(out)) == ["a", "b", "c"]


def test_a_finding_says_how_it_was_judged() -> None:
    tables = read(PAGE.format(words="", rows=ROWS).encode(), "filing.htm")
    found = replace(finding(), by_words=0.7, facets={"indicator": 0.9, "period": 0.6})
    packed = pack(checked_rows("a", Report(tables, (FACT,), (found, finding()), 0), {}, []))
    known, unknown = unpack("findings", [packed]).to_pylist()
    assert known["by_words"] == 0.7
    assert dict(known["facets"]) == {"indicator": 0.9, "period": 0.6}
    assert (unknown["by_words"], unknown["facets"]) == (None, [])


ELSEWHERE = Reason.of(ReasonCode.PERIOD_IN_ROW, number="12", period="2023", beside="13")
SCORE = Reason.of(ReasonCode.SCORE_WITHOUT_VALUES, score="90%")


def as_json(name: str, value: Any) -> Any:
    """What a column holds, its maps as JSON has them."""
    if name in {"facets", "values"}:
        return dict(value)
    if isinstance(value, list):
        return [as_json("", each) for each in value]
    return {key: as_json(key, each) for key, each in value.items()} if isinstance(value, dict) else value


def test_the_tables_say_what_the_json_report_says() -> None:
    tables = read(PAGE.format(words="", rows=ROWS).encode(), "filing.htm")
    found = replace(finding(), right=1, explanation=ELSEWHERE, details=(SCORE,))
    left = LeftOpen(FACT, 2, 3, Relation.INCONSISTENT, Decimal("1.50"), 0.7, 0.2, rule="")
    gap = NotChecked(
        "A list",
        UncheckedReason(UncheckedCode.COLUMNS_WITHOUT_HEADER),
        3,
        gap=Gap.NOT_READ,
        numbers=True,
        among=9,
        page=2,
        where="p. 2",
    )
    report = Report(tables, (FACT,), (found,), 0, (gap,), kept_open=(left,))
    record = json.loads(to_json(report))
    packed = [pack(checked_rows("a", report, {}, []))]
    for name in ("findings", "left_open", "not_checked"):
        (row,) = unpack(name, packed).to_pylist()
        assert row.pop("document") == "a"
        (said,) = record[name]
        assert {key: as_json(key, value) for key, value in row.items()} == said
    (document,) = unpack("documents", packed).to_pylist()
    assert record["summary"] == {name: document[name] for name in record["summary"]}
    assert (document["left_open"], document["missed"]) == (1, 3)


@pytest.mark.parametrize("table", TABLES)
def test_every_column_is_documented(table: str) -> None:
    text = (ROOT / "docs" / "batch.md").read_text(encoding="utf-8")
    section = text.partition(f"\n### {table}\n")[2].partition("\n### ")[0]
    described = [
        name
        for line in section.splitlines()
        if line.startswith("| `")
        for name in line.split("|")[1].split("`")[1::2]
    ]
    assert described == TABLES[table].names
