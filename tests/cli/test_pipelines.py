"""The pipelines: what they call exists, and the hook takes documents and no reports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from benchmarks.pages import ROOT
from cofitcheck.cli import commands
from cofitcheck.cli.configuration import options_of, variable_of
from cofitcheck.readers import SUFFIXES
from tests.cli.cli_fakes import Check, Write
from tests.test_docs import unknown_in

HOOKS = ROOT / ".pre-commit-hooks.yaml"
PIPELINES = [HOOKS, *sorted((ROOT / "examples" / "pipelines").glob("*.yaml"))]


def loaded(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def texts(node: Any) -> Iterator[str]:
    """Yield every text of a file."""
    if isinstance(node, dict):
        node = [*node, *node.values()]
    if isinstance(node, list):
        for each in node:
            yield from texts(each)
    elif isinstance(node, str):
        yield node


@pytest.mark.parametrize("path", PIPELINES, ids=lambda path: path.name)
def test_every_command_option_and_variable_is_known(path: Path) -> None:
    said = list(texts(loaded(path)))
    assert [problem for text in said if (problem := unknown_in(text))] == []
    variables = {variable_of(option) for option in options_of(commands()["check"])}
    assert {text for text in said if text.startswith("COFITCHECK_")} <= variables


def test_the_hook_takes_what_can_be_read_and_no_report() -> None:
    (hook,) = loaded(HOOKS)
    taken, passed_by = re.compile(hook["files"]), re.compile(hook["exclude"])
    assert all(taken.search(f"a{suffix}") for suffix in SUFFIXES)
    assert all(
        passed_by.search(name)
        for name in ("a.report.html", "a.marked.pdf", "a.commented.docx", "a.report.json")
    )
    assert not passed_by.search("annual-report.html")


def test_the_hook_with_the_arguments_of_the_example_stops_a_commit(
    check: Check, write: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (hook,) = loaded(HOOKS)
    (repo,) = loaded(ROOT / "examples" / "pipelines" / "pre-commit-config.yaml")["repos"]
    (used,) = repo["hooks"]
    assert used["id"] == hook["id"]
    words = [*hook["entry"].removeprefix("cofitcheck check ").split(), *used["args"]]
    assert check(*words, write("a.htm", "FINDING")).exit_code == 1
    assert (tmp_path / "build" / "cofitcheck" / "a.report.html").is_file()
    assert check(*words, write("b.htm", "FINDING NOTICE")).exit_code == 0
