"""What is told of made-up filings, held against made-up verdicts."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import cofitcheck
from cofitcheck.cli import main
from cofitcheck.evaluation.real import read_sources, read_verdicts

ROWS = (
    ("Net sales", "94,210", "88,127"),
    ("Cost of sales", "61,873", "57,329"),
    ("Gross profit", "32,337", "30,798"),
    ("Administrative expenses", "12,448", "11,906"),
    ("Net income", "19,889", "18,892"),
)
COLUMNS = "document kind cells stated against verdict wrong caption why".split()
WRONG, RIGHT = "Cost of sales=61,783", "Cost of sales=61,873"
SWAPPED = f"{WRONG} | {RIGHT}", "61,783", "61,873"


def table(title: str, rows: tuple[tuple[str, ...], ...]) -> str:
    head = ("", "Year ended December 31, 2024", "Year ended December 31, 2023")
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in (head, *rows))
    return f"<h2>{title}</h2><p>(in thousands of dollars)</p><table>{lines}</table>"


def filing() -> bytes:
    """Return a filing whose discussion has two digits of the cost of sales the wrong way round."""
    wrong = tuple((row[0], row[1].replace("61,873", "61,783"), row[2]) for row in ROWS)
    parts = table("Statements of income", ROWS), table("Results of operations", wrong)
    return f"<html><body>{''.join(parts)}</body></html>".encode()


class Folder:
    """A list of one filing with verdicts on it."""

    def __init__(self, folder: Path) -> None:
        self.list, self.verdicts, self.output = folder / "made.tsv", folder / "verdicts", folder / "real.json"
        self.path = folder / "made" / "alder.htm"
        self.path.parent.mkdir()
        self.path.write_bytes(filing())
        self.document = hashlib.sha256(filing()).hexdigest()
        self.list.write_text(f"file\tform\tsha256\nalder.htm\t10-K\t{self.document}\n")
        self.verdicts.mkdir()
        (self.verdicts / "documents.tsv").write_text(
            "document\tcompany\tform\tfiled\turl\n"
            f"{self.document}\tAlder\t10-K\t2025-03-01\thttps://example.org/alder\n"
        )

    def say(self, name: str, *rows: tuple[str, str, str, str, str, str]) -> None:
        """Write verdicts: kind, cells, stated, against, verdict, wrong."""
        lines = ["\t".join(COLUMNS)]
        lines += ["\t".join((self.document, *row, "Cost of sales", "by reading")) for row in rows]
        (self.verdicts / f"{name}.tsv").write_text("\n".join(lines) + "\n")

    def evaluate(self, *more: str | Path) -> Result:
        arguments = ["evaluate", "real", self.list, "--verdicts", self.verdicts, "--json", self.output, *more]
        return CliRunner().invoke(main, [str(each) for each in arguments])

    def figures(self, *more: str | Path) -> dict[str, Any]:
        result = self.evaluate(*more)
        assert result.exit_code == 0, result.output
        figures: dict[str, Any] = json.loads(self.output.read_bytes())
        return figures


@pytest.fixture
def made(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_a_known_error_is_told_and_the_finding_is_right(made: Folder) -> None:
    made.say("repeats", ("repeat", *SWAPPED, "real", WRONG))
    figures = made.figures()
    assert figures["high_and_medium"]["real"] >= 1
    assert figures["by_kind"]["repeat"]["precision"] == 1.0
    halves = figures["by_half"]
    assert halves["A to M"] == figures["high_and_medium"]
    assert halves["N to Z"]["told"] == 0
    (error,) = figures["errors"]
    assert (error["told"], error["company"], error["url"]) == ("high", "Alder", "https://example.org/alder")
    assert figures["known_errors"]["reported"] == 1.0


def test_a_finding_that_nobody_read_is_listed_and_counts_for_nothing(made: Folder) -> None:
    made.say("repeats", ("repeat", "Net sales=94,210 | Net sales=94,210", "94,210", "94,210", "false", ""))
    figures = made.figures()
    counts = figures["high_and_medium"]
    assert counts["unread"] == counts["told"] > 0
    assert counts["precision"] is None
    assert len(figures["to_read"]) >= counts["unread"]
    assert {each["document"] for each in figures["to_read"]} == {made.document}


def test_a_verdict_holds_whichever_cell_is_named_first_and_whatever_else_the_number_is_held_against(
    made: Folder,
) -> None:
    made.say(
        "repeats", ("left open", "Cost of sales=61,783 | Gross profit=9", "$ 61,873", "61,783", "letter", "")
    )
    figures = made.figures()
    assert figures["by_kind"]["repeat"]["letter"] == 1
    assert figures["by_kind"]["repeat"]["precision_or_letter"] == 1.0
    assert figures["by_kind"]["repeat"]["precision"] == 0.0


def test_a_verdict_holds_where_other_tables_come_before_and_a_label_is_read_longer(made: Folder) -> None:
    made.say(
        "repeats",
        ("repeat", f"Cost of sales (note 4)=61,783 | {RIGHT}", *SWAPPED[1:], "real", ""),
    )
    before = table("Staff", (("Employees", "412", "398"),)).encode()
    made.path.write_bytes(filing().replace(b"<body>", b"<body>" + before))
    assert made.figures()["by_kind"]["repeat"]["real"] == 1


def test_a_verdict_on_other_numbers_is_of_something_else(made: Folder) -> None:
    made.say("repeats", ("repeat", f"{WRONG} | {RIGHT}", "61,783", "61,900", "false", ""))
    assert made.figures()["by_kind"]["repeat"]["false"] == 0


def test_a_known_error_that_nothing_names_is_told_not_at_all(made: Folder) -> None:
    made.say(
        "sums",
        ("sum", "Net sales=88,127", "88,127", "88000", "real", "Net sales=88,127"),
        ("sum", "Net sales=88,127", "88,127", "88001", "real", "Net sales=88,127"),
    )
    known = made.figures()["known_errors"]
    assert (known["errors"], known["not at all"], known["reported"]) == (1, 1, 0.0)


def test_a_finding_judged_false_tells_no_error(made: Folder) -> None:
    made.say("repeats", ("repeat", *SWAPPED, "real", WRONG))
    reported = made.figures()["known_errors"]["reported"]
    told = [each for each in made.figures()["to_read"] if WRONG in each["named"]]
    made.say(
        "repeats",
        ("repeat", *SWAPPED, "false", ""),
        (
            "repeat",
            f"{WRONG} | Gross profit=32,337",
            "61,783",
            "1",
            "real",
            WRONG,
        ),
    )
    made.say(
        "sums",
        *((each["kind"], each["cells"][0], each["stated"], each["against"], "false", "") for each in told),
    )
    assert (reported, made.figures()["known_errors"]["reported"]) == (1.0, 0.0)


def test_an_error_of_a_document_that_was_not_checked_is_listed_and_counts_in_no_share(made: Folder) -> None:
    made.say("repeats", ("repeat", *SWAPPED, "real", WRONG))
    for name in ("repeats", "documents"):
        path = made.verdicts / f"{name}.tsv"
        head, row = path.read_text().splitlines()
        path.write_text("\n".join((head, row, row.replace(made.document, "0" * 64))) + "\n")
    figures = made.figures()
    assert sorted(each["told"] for each in figures["errors"]) == ["high", "not run"]
    assert figures["known_errors"]["errors"] == 1


def test_figures_are_by_the_kind_of_document_that_the_list_says(made: Folder, tmp_path: Path) -> None:
    made.say("repeats", ("repeat", *SWAPPED, "real", WRONG))
    elsewhere = tmp_path / "elsewhere"
    made.path.parent.rename(elsewhere)
    made.list.write_text(f"file\tkind\tsha256\nalder.htm\tsmall filing\t{made.document}\n")
    figures = made.figures("--documents", elsewhere)
    (kind,) = figures["by_document_kind"].values()
    assert list(figures["by_document_kind"]) == ["small filing"]
    assert kind["documents"] == 1
    assert kind["high_and_medium"] == figures["high_and_medium"]
    halves = [each["told"] for each in kind["by_half"].values()]
    assert sorted(halves) == [0, figures["high_and_medium"]["told"]]
    read = [each for each in figures["reliability"]["bins"] if each["cases"]]
    assert sum(each["cases"] for each in read) == figures["findings"]["real"] + figures["findings"]["false"]
    assert kind["reliability"] == figures["reliability"]


def test_documents_of_no_kind_are_in_no_kinds_figures(made: Folder) -> None:
    made.say("repeats", ("repeat", *SWAPPED, "real", WRONG))
    assert made.figures()["by_document_kind"] == {}


@pytest.mark.parametrize("part", [".", "kinds"])
def test_the_verdicts_of_this_repository_name_places_and_sources(part: str) -> None:
    folder = Path(__file__).parents[2] / "benchmarks" / "real" / part
    verdicts, sources = read_verdicts(folder), read_sources(folder)
    assert len({verdict.document for verdict in verdicts}) > 20
    assert {verdict.document for verdict in verdicts} <= sources.keys()
    places = [place for verdict in verdicts for place in (*verdict.cells, *filter(None, [verdict.wrong]))]
    assert [place for place in places if not re.fullmatch(r"[^|]*=.*\d.*", place)] == []


def test_saved_reports_give_the_same_figures(made: Folder, tmp_path: Path) -> None:
    made.say("repeats", ("repeat", *SWAPPED, "real", WRONG))
    checked = made.figures()
    saved = tmp_path / "reports.jsonl"
    report = json.loads(cofitcheck.check(made.path).to_json())
    saved.write_text(json.dumps(report) + "\n")
    reused = made.figures("--reports", saved)
    assert {**reused, "provenance": ""} == {**checked, "provenance": ""}


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("repeats.tsv", None, "holds no verdicts"),
        ("repeats.tsv", "document\tkind\n", "the column 'cells' is missing"),
        ("documents.tsv", "document\n", "the column 'company' is missing"),
    ],
)
def test_what_cannot_be_used_is_said_in_a_sentence(
    made: Folder, name: str, text: str | None, said: str
) -> None:
    made.say("repeats", ("repeat", *SWAPPED, "real", WRONG))
    path = made.verdicts / name
    path.unlink() if text is None else path.write_text(text)
    result = made.evaluate()
    assert result.exit_code == 2
    assert said in result.output


def test_an_unknown_verdict_and_an_unknown_document_are_said(made: Folder) -> None:
    made.say("repeats", ("repeat", *SWAPPED, "perhaps", ""))
    assert "line 2: 'perhaps' is no verdict; write one of real, letter, false" in made.evaluate().output
    made.say("repeats", ("repeat", *SWAPPED, "real", WRONG))
    (made.verdicts / "documents.tsv").write_text("document\tcompany\tform\tfiled\turl\n")
    assert "does not say where it comes from" in made.evaluate().output


def test_a_list_that_names_nothing_or_whose_folder_is_missing_is_said(made: Folder) -> None:
    made.say("repeats", ("repeat", *SWAPPED, "real", WRONG))
    made.list.write_text("file\tsha256\n")
    assert "names no document" in made.evaluate().output
    made.list.write_text("file\tsha256\na.htm\t0\n")
    made.path.unlink()
    made.path.parent.rmdir()
    assert "is missing; put the documents there" in made.evaluate().output


def test_kinds_say_what_is_checked_of_each_and_what_findings_are_worth(made: Folder) -> None:
    made.say("repeats", ("repeat", *SWAPPED, "real", "T1r2c1"))
    made.list.write_text(f"file\tkind\tsha256\nalder.htm\tsmall filing\t{made.document}\n")
    listed, verdicts, output = map(str, (made.list, made.verdicts, made.output))
    run = CliRunner().invoke(main, ["evaluate", "kinds", listed, "--verdicts", verdicts, "--json", output])
    assert run.exit_code == 0, run.output
    figures = json.loads(made.output.read_bytes())
    ((name, kind),) = figures["kinds"].items()
    assert (name, kind["documents"], kind["numbers"]) == ("small filing", 1, 20)
    assert kind["checked_share"] == kind["checked"] / 20 == 1.0
    assert 0 < kind["footed"] < 20
    assert kind["seconds_a_document"] > 0
    high = kind["by_severity"]["high"]
    assert high["real"] == high["told"] >= 1
    assert figures["to_read"] == []
