"""The options of `check` that choose a classifier: what they mean, and what cannot be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from cofitcheck import CheckConfig, Checker, read
from cofitcheck.classification.servers.config import ServerConfig
from cofitcheck.cli import main
from cofitcheck.cli.options import classifier_options, classify_config
from cofitcheck.config import ClassifyConfig
from cofitcheck.errors import ConfigError
from cofitcheck.reports.words import render_unchecked
from cofitcheck.weights import NAME, bundled
from tests.classification.servers.fake_server import Reply, refused, said, serving

pytest.importorskip("openai")

HEAD = "<tr><td></td><td>2024</td><td>2023</td></tr>"
SALES = "<tr><td>Net sales</td><td>4,310</td><td>4,120</td></tr>"
TOWNS = ["Aster", "Birch", "Cedar", "Dale", "Elm", "Fern", "Grove", "Hazel", "Ivy", "Juniper", "Laurel"]
INCOME = "<tr><td>Net income</td><td>310</td><td>290</td></tr>"
TABLE = f"<table>{HEAD}{SALES}{INCOME}</table>"
PAGE = (
    f"<html><body><p>Statements of income (in millions)</p>{TABLE}<p>Selected data (in millions)</p>{TABLE}"
)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "birch.htm"
    path.write_text(PAGE, encoding="utf-8")
    return path


def check(*words: object) -> Result:
    return CliRunner().invoke(main, ["check", *map(str, words)])


def test_a_server_classifies_and_what_it_cost_is_said(page: Path, tmp_path: Path) -> None:
    cache = tmp_path / "answers.db"
    with serving(lambda *_: said("Yes")) as server:
        words = (
            page,
            "--server",
            server.url,
            "--server-model",
            "tiny",
            "--ask-above",
            0,
            "--server-cache",
            cache,
        )
        result = check(*words, "--price-in", 1, "--price-out", 1, "--json", tmp_path / "report.json")
        asked = len(server.asked)
        assert result.exit_code in (0, 1), result.output
        assert f"Server: {asked} questions asked: {100 * asked:,} tokens in, {3 * asked} out" in result.output
        again = check(*words)
        assert len(server.asked) == asked > 0
    assert f"{asked} more were answered before" in again.output
    report = json.loads((tmp_path / "report.json").read_bytes().splitlines()[0])
    assert report["model"] == f"{NAME}, tiny at {server.url}"
    assert any(f"asked about {asked} of" in remark for remark in report["remarks"])


def test_a_server_that_is_down_leaves_the_document_unchecked(page: Path) -> None:
    with serving(lambda *_: said("Yes")) as server:
        gone = server.url
    result = check(page, "--server", gone, "--server-model", "tiny", "--ask-above", 0)
    assert result.exit_code == 2
    assert f"not checked: no pair of numbers could be classified: {gone} cannot be reached" in result.output


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (said("Maybe."), "the model answered neither Yes nor No"),
        (said('{"same', finish="length"), "the answer was cut off"),
    ],
)
def test_a_model_that_never_answers_leaves_the_document_unchecked(
    page: Path, reply: Reply, reason: str
) -> None:
    # More pairs than may go without an answer by accident.
    towns = "".join(
        f"<tr><td>Sales in {town}</td><td>5,{n}1</td><td>5,{n}2</td></tr>" for n, town in enumerate(TOWNS, 11)
    )
    page.write_text(PAGE.replace(SALES, SALES + towns), encoding="utf-8")
    with serving(lambda *_: reply) as server:
        result = check(page, "--server", server.url, "--server-model", "tiny", "--ask-above", 0)
    assert result.exit_code == 2
    assert f"not checked: no pair of numbers could be classified: {reason}" in result.output


def test_pairs_without_an_answer_are_listed_as_not_checked(page: Path) -> None:
    with serving(lambda number, _: refused(400, "no") if number > 2 else said("No")) as server:
        config = CheckConfig(classify=ClassifyConfig(server=ServerConfig(server.url, "tiny"), ask_above=0.0))
        report = Checker(config).check(read(page))
    (left_out,) = [each for each in report.not_checked if each.what == "candidate pairs"]
    assert str(render_unchecked(left_out.reason)) == "the server refused the question (no)"
    # A question that was refused may have been put again in other words.
    assert 0 < left_out.count <= len(server.asked) - 3


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--server", "http://localhost:1/v1"], "give both --server and --server-model"),
        (["--server-model", "tiny"], "give both --server and --server-model"),
        (["--price-in", "1"], "an option for a server is given, but no server"),
        (
            ["--server", "https://api.example.com/v1", "--server-model", "m"],
            "would leave it; allow that with",
        ),
        (["--server", "nowhere", "--server-model", "m"], "'nowhere' is no address of a server"),
    ],
)
def test_what_does_not_fit_is_one_sentence(page: Path, words: list[str], reason: str) -> None:
    result = check(page, *words)
    assert result.exit_code == 2
    assert result.output.startswith("Error: ")
    assert reason in result.output
    assert len(result.output.splitlines()) == 1


def test_a_folder_and_a_server_exclude_each_other(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="name one of them"):
        ClassifyConfig(model=tmp_path, server=ServerConfig("http://localhost:1/v1", "tiny"))


def test_a_trained_model_classifies(page: Path, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from cofitcheck.classification.description import ClassifierDescription
    from tests.encoding.causal_models import save_language_model

    folder = save_language_model(
        tmp_path / "tiny", words=True, description=ClassifierDescription(limit=1000, threshold=0.0)
    )
    result = check(page, "--classifier", folder, "--ask-above", 0, "--json", tmp_path / "report.json")
    assert result.exit_code in (0, 1), result.output
    report = json.loads((tmp_path / "report.json").read_bytes().splitlines()[0])
    assert report["model"] == f"{NAME}, tiny"
    # With the threshold of its description every pair that it is asked about is one fact.
    assert report["facts"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--backend", "vllm"], "--backend runs a trained language model, but none is named"),
        (["--classifier", "{folder}", "--backend", "vllm"], "docs/vllm.md"),
        (["--prompt-language", "zh"], "--prompt-language is for a language model; name one"),
        (["--classifier", "gone"], "gone: there is no such folder of a trained classifier; cofitcheck train"),
        (["--classifier", "."], "it lacks config.json, the language model itself and classifier.json"),
        (["--search", "exact"], "--search is for --method paper"),
    ],
)
def test_a_backend_that_cannot_run_is_one_sentence(page: Path, words: list[str], reason: str) -> None:
    for name in ("config.json", "classifier.json", "tokenizer.json"):
        (page.parent / name).touch()
    result = check(page, *(word.format(folder=page.parent) for word in words))
    assert result.exit_code == 2
    assert reason in result.output
    assert "Traceback" not in result.output


def test_an_unknown_backend_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="backend is one of transformers, vllm, not abacus"):
        ClassifyConfig(model=tmp_path, backend="abacus")  # type: ignore[arg-type]


def test_the_options_of_a_server_reach_its_configuration() -> None:
    @click.command()
    @classifier_options
    def show(**values: Any) -> None:
        server = classify_config(values).server
        assert server is not None
        bounds = (server.timeout, server.retries, server.concurrency, server.minutes, server.budget)
        click.echo(bounds)

    words = "--timeout 5 --retries 0 --concurrency 3 --minutes 1.5 --budget 2 --price-in 1".split()
    asked = ["--server", "http://127.0.0.1:1/v1", "--server-model", "tiny"]
    assert CliRunner().invoke(show, [*asked, *words]).output == "(5.0, 0, 3, 1.5, 2.0)\n"
    assert CliRunner().invoke(show, asked).output == "(60.0, 2, 8, None, None)\n"


def test_the_papers_method_asks_a_server_about_every_near_pair(page: Path, tmp_path: Path) -> None:
    bundled_encoder = bundled().folder
    report_file = tmp_path / "report.json"
    with serving(lambda *_: said("Yes")) as server:
        words = ("--server", server.url, "--server-model", "tiny", "--json", report_file)
        paper = ("--method", "paper", "--encoder", bundled_encoder, "--threshold", 0.9, "--search", "exact")
        result = check(page, *paper, *words)
        asked = len(server.asked)
    assert result.exit_code in (0, 1), result.output
    report = json.loads(report_file.read_bytes().splitlines()[0])
    assert (report["method"], report["model"]) == ("paper", f"weights, tiny at {server.url}")
    assert len(report["facts"]) == asked > 0
    (remark,) = report["remarks"]
    assert f"about all {asked} pairs with a cosine above 0.9 (as asked), found by exact search" in remark
