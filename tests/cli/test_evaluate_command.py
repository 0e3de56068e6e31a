"""`cofitcheck evaluate`: the figures of made-up tagged documents, in the form that stays stable."""

import gzip
import hashlib
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cofitcheck.cli import main
from cofitcheck.evaluation.corpus import Filing
from cofitcheck.evaluation.matching import measure
from cofitcheck.evaluation.methods import Method, MethodOptions, load_method
from cofitcheck.readers import read
from tests.evaluation.tagged_documents import BALANCE, NOTE, at, page, plain_page, table

Evaluate = Callable[..., Result]


@pytest.fixture
def company(tmp_path: Path) -> Path:
    """Return a document with 4 gold pairs, all of equal value, and one equal pair that tags cannot judge."""
    path = tmp_path / "company.htm"
    path.write_bytes(page(BALANCE, NOTE))
    return path


@pytest.fixture
def filings(tmp_path: Path) -> Path:
    """Return a list of two documents in two splits."""
    folder = tmp_path / "filings"
    folder.mkdir()
    for name in ("a.htm.gz", "b.htm.gz"):
        (folder / name).write_bytes(gzip.compress(page(BALANCE, NOTE)))
    path = tmp_path / "filings.tsv"
    path.write_text("file\tsplit\tcompany\tform\na.htm.gz\tdev\tAcme\t10-K\nb.htm.gz\ttest\tBolt\t10-Q\n")
    return path


def evaluate(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["evaluate", *map(str, arguments), "--workers", "1"])


def measured(command: str, *arguments: str | Path) -> dict[str, Any]:
    output = Path(str(arguments[0])).parent / f"{command}.json"
    result = evaluate(command, *arguments, "--json", output)
    assert result.exit_code == 0, result.output
    figures: dict[str, Any] = json.loads(output.read_text())
    return figures


def test_a_report_of_several_files_is_one_document(tmp_path: Path) -> None:
    for name in ("first", "second"):
        folder = tmp_path / "reports" / name / "Attachment"
        folder.mkdir(parents=True)
        (folder / "0101-ixbrl.htm").write_bytes(page(BALANCE))
        (folder / "0102-ixbrl.htm").write_bytes(page(NOTE))
    figures = measured("matching", tmp_path / "reports", "--method", "value")
    assert figures["documents"] == 2
    assert figures["strict"]["pairs"] == 2 * 4
    documents = figures["per_document"]
    assert len({row["document"] for row in documents}) == 2
    assert documents[0]["sha256"] == documents[1]["sha256"]


def test_matching_scores_a_method_against_both_golds(company: Path) -> None:
    figures = measured("matching", company, "--method", "value")
    assert figures["documents"] == 1
    strict = {"precision": 0.8, "recall": 1.0, "f1": 0.8889, "pairs": 4, "predicted": 5, "hits": 4}
    clear = {"precision": 1.0, "recall": 1.0, "f1": 1.0, "pairs": 4, "predicted": 4, "hits": 4}
    assert (figures["strict"], figures["clear"]) == (strict, clear)
    assert (figures["stage1_recall"], figures["candidates_per_document"]) == (1.0, 5.0)
    assert figures["same_table"]["pairs"] == 0
    assert figures["seconds_per_document"] > 0
    (row,) = figures["per_document"]
    assert (row["document"], row["mentions"], row["tagged"], row["strict"]) == ("company.htm", 15, 12, strict)


def test_the_seconds_of_a_document_leave_out_loading(company: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(method: str, options: MethodOptions) -> Method:
        time.sleep(1)
        return load_method(method, options)

    monkeypatch.setattr("cofitcheck.evaluation.matching.load_method", slowly)
    options = MethodOptions(threads=1, models=company.parent)  # seen by no other test, so loaded here
    assert sum(measure(Filing(company), "value", options).seconds.values()) < 1


def test_the_ceiling_is_the_best_that_can_be_had_with_the_values_known(company: Path) -> None:
    figures = measured("matching", company, "--method", "own-value")
    ceiling = figures["ceiling"]
    assert ceiling["clear"]["f1"] == max(at["clear"]["f1"] for at in figures["thresholds"])
    assert ceiling["clear"]["pairs"] == 4
    assert measured("matching", company, "--method", "value")["ceiling"] is None


def test_the_default_method_reports_its_curves(company: Path) -> None:
    figures = measured("matching", company)
    assert figures["method"] == "default"
    recalls = [at["strict"]["recall"] for at in figures["thresholds"]]
    assert len(recalls) == 19
    assert recalls == sorted(recalls, reverse=True)
    assert figures["budgets"][-1] == {
        "candidates_per_document": figures["candidates_per_document"],
        "recall": figures["stage1_recall"],
    }
    assert set(figures["seconds_by_stage"]) == {"read", "filter", "classify"}


def test_an_estimate_claims_no_rates(company: Path) -> None:
    figures = measured("matching", company, "--method", "all-pairs")
    assert figures["strict"] == {"precision": None, "recall": None, "f1": None, "pairs": 4}
    # Seven numbers in one table, eight in the other.
    assert figures["candidates_per_document"] == 7 * 8
    assert figures["stage1_recall"] == 1.0
    assert figures["seconds_are_estimated"] is True


def test_pairs_are_written_with_places_tags_and_verdicts(company: Path) -> None:
    path = company.with_name("pairs.jsonl")
    measured("matching", company, "--method", "value", "--pairs", path)
    pairs = [json.loads(line) for line in path.read_text().splitlines()]
    assert sorted(pair["verdict"] for pair in pairs) == ["ambiguous", "hit", "hit", "hit", "hit"]
    (unsure,) = [pair for pair in pairs if pair["verdict"] == "ambiguous"]
    left, right = unsure["left"], unsure["right"]
    assert (left["text"], left["row_path"], left["column_path"]) == ("5,678", ["Debt"], ["2023"])
    assert (left["table"], right["table"], unsure["same_table"]) == (0, 1, False)
    assert (left["tag"]["concept"], right["tag"]["concept"]) == ("a:Debt", "a:Borrowings")
    assert (left["tag"]["end"], left["tag"]["unit"]) == ("2023-12-31", "USD")
    assert unsure["probability"] == 1.0
    assert {"row", "column", "element", "title"} <= set(left)


def test_errors_are_planted_and_the_clean_document_is_judged(company: Path) -> None:
    findings = company.with_name("findings.md")
    figures = measured("errors", company, "--seed", "1", "--findings", findings)
    slips = ["digit", "transposition", "dropped digit", "added digit", "scale", "sign"]
    kinds = [*slips, "stale", "wrong row"]
    by_kind = figures["by_kind"]
    assert set(figures["recall_by_kind"]) == {*kinds, "rounding"}
    assert figures["injected"] == sum(by_kind[kind]["injected"] for kind in kinds) == 8
    assert figures["found"] == sum(by_kind[kind]["found"] for kind in kinds)
    assert figures["recall"] == figures["found"] / 8
    assert figures["recall_slips"] == pytest.approx(
        sum(by_kind[kind]["found"] for kind in slips) / 6, abs=1e-4
    )
    told = findings.read_text().count("\n## ")
    assert findings.read_text().startswith("# Findings on clean documents\n")
    assert figures["false_findings_per_clean_document"] == dict.fromkeys(("mean", "median", "p90"), told)
    assert figures["clean_findings"]["findings"] == told


@pytest.fixture
def judged(tmp_path: Path) -> Callable[[bytes, str], Path]:
    """Return what writes a verdict on the debt of the discussion and of the balance sheet."""

    def write(source: bytes, ruling: str) -> Path:
        document = read(source, name="company.htm")
        cells = [document.mentions[at(document, which, "Debt", "5,678")] for which in (1, 0)]
        left, right = ({"element": cell.place.element, "text": cell.text} for cell in cells)
        sha256 = hashlib.sha256(source).hexdigest()
        verdict = {
            "document": sha256,
            "left": left,
            "right": right,
            "stratum": "no tag, equal value",
            "population": 4,
            "drawn": 1,
            "verdict": ruling,
            "reason": "debt of the group",
        }
        folder = tmp_path / "verdicts"
        folder.mkdir(exist_ok=True)
        (folder / f"{sha256}.jsonl").write_text(json.dumps(verdict) + "\n")
        return folder

    return write


DISCUSSION = table("Discussion", [("Cash", "1,234", "1,101"), ("Debt", "5,678", "5,210")])


def test_slips_are_planted_where_people_say_the_same_is_stated(
    company: Path, judged: Callable[[bytes, str], Path]
) -> None:
    source = page(BALANCE, DISCUSSION)
    company.write_bytes(source)
    unjudged = company.with_name("unjudged.htm")
    unjudged.write_bytes(page(BALANCE, NOTE))
    figures = measured("untagged", company, unjudged, "--verdicts", judged(source, "same"))
    slips = ["digit", "transposition", "dropped digit", "added digit", "scale", "sign"]
    assert (figures["benchmark"], figures["documents"], figures["injected"]) == ("untagged", 1, 6)
    assert list(figures["recall_by_kind"]) == slips
    assert figures["found"] == sum(figures["by_kind"][kind]["found"] for kind in slips) > 0
    (row,) = figures["per_document"]
    places = {(trial["table"], trial["row"], trial["column"]) for trial in row["trials"]}
    assert len(places) == 1
    lowest = figures["at_half_a_false_finding"]
    assert lowest["false_findings_per_clean_document"]["mean"] <= 0.5


def test_nothing_is_planted_in_cells_that_are_two_facts(
    company: Path, judged: Callable[[bytes, str], Path]
) -> None:
    company.write_bytes(source := page(BALANCE, DISCUSSION))
    figures = measured("untagged", company, "--verdicts", judged(source, "different"))
    assert (figures["documents"], figures["injected"], figures["recall"]) == (1, 0, None)


def test_a_folder_without_verdicts_is_named(company: Path, tmp_path: Path) -> None:
    output = company.with_name("out.json")
    result = evaluate("untagged", company, "--verdicts", tmp_path / "none", "--json", output)
    assert result.exit_code == 2
    assert f"Error: {tmp_path / 'none'}: holds no verdicts on these documents" in result.output
    assert not output.exists()


def test_figures_are_broken_down_by_form_and_industry(filings: Path) -> None:
    industries = filings.with_name("industries.tsv")
    industries.write_text("company\tindustry\nBolt\tretail\nOther\tmining\n")
    figures = measured("matching", filings, "--method", "value", "--industries", industries)
    parts = figures["breakdown"]
    assert set(parts["form"]) == {"10-K", "10-Q"}
    assert {name: part["documents"] for name, part in parts["industry"].items()} == {"retail": 1}
    assert parts["form"]["10-Q"]["clear"] == parts["industry"]["retail"]["clear"]
    assert sum(part["clear"]["pairs"] for part in parts["mentions"].values()) == figures["clear"]["pairs"]
    assert figures["worst"] == ["a.htm.gz", "b.htm.gz"]


def test_probabilities_are_held_against_clear_gold(company: Path) -> None:
    # Five pairs of equal value, four of them gold, and one that tags cannot judge.
    calibration = measured("matching", company, "--method", "value")["calibration"]
    assert (calibration["cases"], calibration["base_rate"]) == (4, 1.0)
    assert calibration["bins"] == [{"from": 0.9, "to": 1.0, "cases": 4, "said": 1.0, "true": 1.0}]
    errors = measured("errors", company)
    assert errors["calibration"]["cases"] > 0
    estimate = measured("matching", company, "--method", "all-pairs")
    assert estimate["calibration"]["cases"] == 0


def test_the_same_seed_gives_the_same_errors(company: Path) -> None:
    first, second = (measured("errors", company, "--seed", "3") for _ in range(2))
    assert first == second
    other = measured("errors", company, "--seed", "4")
    assert other["per_document"][0]["trials"] != first["per_document"][0]["trials"]


def test_figures_say_what_they_came_from(company: Path) -> None:
    said = measured("errors", company, "--seed", "3")["provenance"]
    assert (said["model"], said["seed"]) == ("cofitcheck-base-6", 3)
    assert list(said) == ["command", "commit", "model", "seed", "date"]


def test_statistics_are_those_of_table_1(filings: Path) -> None:
    figures = measured("statistics", filings)
    assert (figures["documents"], figures["mentions_per_document"]) == (2, 15.0)
    assert figures["positive_pairs_per_document"] == 4.0
    # 15 mentions make 105 pairs, 4 of them positive.
    assert figures["negatives_per_positive"] == 101 / 4
    assert figures["set_sizes"] == {"1": 8, "2": 8}
    assert figures["facts_stated_more_than_once"] == 0.5
    assert set(figures["by_form"]) == {"10-K", "10-Q"}
    assert figures["by_split"]["dev"]["documents"] == 1


def test_statistics_hold_periods_against_tags(filings: Path) -> None:
    figures = measured("statistics", filings)
    # Nothing in these documents says on which day their years end.
    assert (figures["periods"], figures["periods_right"]) == ({"no month": 24}, 0.0)
    assert [row["periods_right"] for row in figures["per_document"]] == [0.0, 0.0]
    result = evaluate("statistics", filings)
    assert "| periods against tags | 10-K | 10-Q | dev | test | all |" in result.output
    assert "| no month | 1.000 | 1.000 | 1.000 | 1.000 | 1.000 |" in result.output


def test_a_list_is_read_by_split_and_several_processes_agree_with_one(filings: Path) -> None:
    figures = measured("matching", filings, "--split", "dev", "--method", "value")
    assert ([row["document"] for row in figures["per_document"]], figures["splits"]) == (
        ["a.htm.gz"],
        ["dev"],
    )
    output = filings.with_name("two.json")
    arguments = ["evaluate", "statistics", str(filings), "--workers", "2", "--json", str(output)]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    assert json.loads(output.read_text()) == measured("statistics", filings)


def test_a_folder_is_searched(filings: Path) -> None:
    folder = filings.with_suffix("")
    assert measured("statistics", folder)["documents"] == 2


def test_a_document_that_cannot_be_read_is_listed_and_the_rest_goes_on(company: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.htm.gz"
    broken.write_bytes(b"\x1f\x8b broken")
    output = tmp_path / "out.json"
    result = evaluate("matching", broken, company, "--method", "value", "--json", output)
    assert result.exit_code == 2
    figures = json.loads(output.read_text())
    assert (figures["documents"], figures["strict"]["hits"]) == (1, 4)
    (unread,) = figures["unread"]
    assert unread["document"] == "broken.htm.gz"
    assert "gzip" in unread["reason"]
    assert "broken.htm.gz: left out: the gzip data" in result.output


def test_nothing_that_can_be_read_gives_no_rates(tmp_path: Path) -> None:
    output = tmp_path / "out.json"
    for command in (["matching", "--method", "value"], ["errors"], ["statistics"]):
        assert evaluate(*command, tmp_path / "none.htm", "--json", output).exit_code == 2
        figures = json.loads(output.read_text())
        assert figures["documents"] == 0
        assert figures.get("recall") is None
        for gold in ("strict", "clear", "merged", "same_table"):
            assert figures.get(gold, {}).get("f1") is None


def test_a_document_without_tags_is_left_out(company: Path) -> None:
    plain = company.with_name("plain.htm")
    plain.write_bytes(plain_page(table("Debt", [("Debt", "5,678", "4,321")])))
    output = company.with_name("out.json")
    for command in (["matching", "--method", "value"], ["statistics"]):
        result = evaluate(*command, plain, company, "--json", output)
        assert result.exit_code == 2
        assert "plain.htm: left out: no number in it has an inline XBRL tag" in result.output
        assert json.loads(output.read_text())["documents"] == 1


def test_faulty_tags_are_listed_with_the_document(company: Path) -> None:
    company.write_bytes(plain_page(BALANCE, NOTE))
    faults = company.with_name("faults.jsonl")
    figures = measured("statistics", company, "--faults", faults)
    (row,) = figures["per_document"]
    undeclared = figures["problems_with_tags"]["tag with an undeclared context"]
    assert row["problems_with_tags"] == figures["problems_with_tags"]
    listed = [json.loads(line) for line in faults.read_text().splitlines()]
    assert sum(fault["what"] == "tag with an undeclared context" for fault in listed) == undeclared > 0
    assert {"document", "what", "name", "file", "element"} == set(listed[0])


def test_the_figures_go_to_standard_output(company: Path) -> None:
    for command in (["matching", "--method", "value"], ["statistics"]):
        result = evaluate(*command, company, "--json", "-")
        assert result.exit_code == 0
        assert json.loads(result.stdout)["documents"] == 1


@pytest.mark.parametrize("option", ["--json", "--pairs"])
def test_what_cannot_be_written_is_said_before_the_work(company: Path, option: str) -> None:
    good = company.with_name("good.json")
    outputs = {"--json": good, "--pairs": good.with_suffix(".jsonl"), option: company / "in-a-file.json"}
    chosen = [part for name, path in outputs.items() for part in (name, path)]
    result = evaluate("matching", company, "--method", "value", *chosen)
    assert result.exit_code == 2
    assert "cannot be written (" in result.output
    assert result.output.count("\n") == 1
    assert not good.exists()


def test_nothing_that_is_read_is_written_over(filings: Path, company: Path) -> None:
    document = filings.with_suffix("") / "a.htm.gz"
    for path, output in ((filings, filings), (filings, document), (company, company)):
        before = output.read_bytes()
        result = evaluate("statistics", path, "--json", output)
        assert result.exit_code == 2
        assert f"{output}: is a document, a list or another output here" in result.output
        assert output.read_bytes() == before
    one = company.with_name("one.json")
    result = evaluate("matching", company, "--method", "value", "--json", one, "--pairs", one)
    assert result.exit_code == 2
    assert not one.exists()


def test_a_folder_without_documents_is_named(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    result = evaluate("statistics", empty)
    assert result.exit_code == 2
    assert result.output == (
        f"Error: {empty}: holds no .htm or .html file (gzip'd or not); name a folder that does.\n"
    )


def test_the_missing_folder_of_a_list_is_named(filings: Path) -> None:
    moved = filings.rename(filings.with_name("moved.tsv"))
    result = evaluate("statistics", moved)
    assert result.exit_code == 2
    assert f"Error: {moved}: the folder {filings.with_name('moved')} is missing; put" in result.output


def test_missing_weights_are_said_once(filings: Path) -> None:
    output = filings.with_name("out.json")
    arguments = ("--method", "lexical", "--models", filings.parent, "--json", output)
    result = evaluate("matching", filings, *arguments)
    assert result.exit_code == 2
    assert "lexical.json: this trained baseline is missing" in result.output
    assert result.output.count("\n") == 1
    assert not output.exists()


def test_an_interrupt_is_told_by_the_status(company: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(filing: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cofitcheck.evaluation.statistics.count", interrupt)
    result = evaluate("statistics", company, "--json", company.with_name("out.json"))
    assert result.exit_code == 130
    assert result.output == "Interrupted; run the same command again.\n"
    assert not company.with_name("out.json").exists()


@pytest.mark.parametrize(
    ("lines", "arguments", "sentence"),
    [
        ("a.htm.gz\tdev\tAcme\na.htm.gz\ttest\tAcme", (), "a.htm.gz is in two splits, dev and test"),
        ("a.htm.gz\tdev\tAcme\nb.htm.gz\ttest\tAcme", (), "the company Acme is in two splits"),
        ("a.htm.gz\tdev\tAcme", ("--split", "test"), "no document of the split test"),
    ],
)
def test_a_list_that_would_cheat_is_refused(
    filings: Path, lines: str, arguments: tuple[str, ...], sentence: str
) -> None:
    filings.write_text(f"file\tsplit\tcompany\n{lines}\n")
    result = evaluate("statistics", filings, *arguments)
    assert result.exit_code == 2
    assert sentence in result.output
    assert result.output.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--method", "guess"), "There is no method guess; name one of default, ties, words, value,"),
        (("--method", "value", "--split", "dev"), "--split chooses from a list"),
    ],
)
def test_what_cannot_be_asked_is_said(company: Path, arguments: tuple[str, ...], sentence: str) -> None:
    result = evaluate("matching", company, *arguments, "--json", company.with_name("out.json"))
    assert result.exit_code == 2
    assert result.output.startswith("Error: ")
    assert sentence in result.output
    assert not company.with_name("out.json").exists()
