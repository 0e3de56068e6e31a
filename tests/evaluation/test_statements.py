"""Made-up statements: their numbers come out, one is wrong where it is asked for, and readers read them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from cofitcheck import read
from cofitcheck.cli import main
from cofitcheck.evaluation.statements import FORMATS, drawn
from cofitcheck.evaluation.statements.made import HALVES, LANGUAGES, BrokenRelation, statements, wordings


def numbers(seed: int, broken: BrokenRelation | None) -> dict[str, list[dict[str, int]]]:
    """Return the numbers of a document by table, column and line."""
    made = statements(Random(seed), "dev", "English", 2, broken)
    return {
        table.title: [dict(zip(table.rows, column, strict=True)) for column in table.columns]
        for table in made.tables
    }


@pytest.mark.parametrize("seed", range(20))
def test_clean_statements_come_out(seed: int) -> None:
    for title, columns in numbers(seed, None).items():
        for year in columns:
            if title == "balance":
                assert year["cash"] + year["receivables"] + year["inventories"] == year["current_assets"]
                assert year["assets"] == year["current_assets"] + year["other_assets"] == year["funding"]
                assert year["funding"] == year["liabilities"] + year["all_equity"]
            elif title == "income":
                assert year["net_income"] == year["operating_income"] + year["other_income"] - year["tax"]
            elif title == "flows":
                moved = year["operating"] + year["investing"] + year["financing"] + year.get("translation", 0)
                assert moved == year["change"] == year["closing"] - year["opening"]
            elif title == "note":
                assert year["receivables"] == year["domestic"] + year["foreign"] + year["unbilled"]
            else:
                assert year["ended"] == year["begun"] + year["net_income"] + year["dividends"]
        if title == "flows":
            assert columns[0]["opening"] == columns[1]["closing"]


@pytest.mark.parametrize("broken", list(BrokenRelation))
def test_one_number_is_wrong(broken: BrokenRelation) -> None:
    made = statements(Random(7), "test", "Japanese", 3, broken)
    assert made.planted is not None
    table = made.tables[made.planted.table]
    assert table.columns[made.planted.column][table.rows.index(made.planted.row)] == made.planted.number
    assert made == statements(Random(7), "test", "Japanese", 3, broken)


@pytest.mark.parametrize("ending", [".html", ".md", ".docx", ".xlsx"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_readers_read_every_number(language: str, ending: str) -> None:
    made = statements(Random(3), "dev", language, 2, BrokenRelation.NOTE)
    document = read(FORMATS[ending](made), f"made{ending}")
    stated = [number for table in made.tables for column in table.columns for number in column]
    assert sorted(int(each.number.displayed or 0) for each in document.mentions) == sorted(stated)


def test_both_halves_name_every_line_and_differently() -> None:
    for words in wordings().values():
        assert words.keys() == wordings()["English"].keys()
        assert all(len(each) >= len(HALVES) and each[0] != each[1] for each in words.values())


def test_the_other_half_draws_the_words_of_each_document() -> None:
    made = [statements(Random(seed), "other", "English", 2, None) for seed in range(20)]
    drawn = {each.word("net_income") for each in made}
    assert len(drawn) > 1
    assert drawn <= set(wordings()["English"]["net_income"][2:])
    assert all(len(set(each.years)) == 2 for each in made)


def test_kinds_languages_and_halves_take_turns() -> None:
    made = [each.planted.broken for each, _ in drawn(0, "dev", 2, 24) if each.planted]
    assert made == [*BrokenRelation, *BrokenRelation]


def test_the_command_counts_what_is_found(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    run = CliRunner().invoke(
        main, ["evaluate", "statements", "--clean", "2", "--planted", "12", "--json", str(out)]
    )
    assert run.exit_code == 0, run.output
    figures = json.loads(out.read_text())
    assert figures["planted"]["documents"] == 12
    assert figures["planted"]["found"] > 0.5
    assert figures["clean"]["documents"] == 2
    assert figures["clean"]["findings"] == 0
