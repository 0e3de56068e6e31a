"""Every link, path, command, option and public name that the pages name exists."""

from __future__ import annotations

import importlib
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from benchmarks.pages import ROOT, pages
from cofitcheck.cli import main

PAGES = [*pages(), ROOT / "CONTRIBUTING.md"]
SOURCE = ROOT / "src" / "cofitcheck"
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
FENCE = re.compile(r"^```[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
MARKS = re.compile(r"<!--.*?-->", re.DOTALL)
PATH = re.compile(r"\.?[\w-]+(?:/[\w.-]+)*/[\w.-]*")
MODULE = re.compile(r"python3? (?:-m )?benchmarks[./]([\w./]+)")
PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b(?!\.md)")
"""What a reader puts a name in the place of."""
NAME = re.compile(r"(?<![\w/-])cofitcheck((?:\.(?!json|toml|yaml)[a-zA-Z_]\w*)+)")
ROOTS = (ROOT, SOURCE, ROOT / "docs", SOURCE / "encoding" / "layouts")
"""Where a path that a page names may begin."""
MADE = {
    line.strip("/")
    for line in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    if line.startswith("/")
}
"""Folders that commands make, as `build`: what stands in them is no part of the repository."""


def text_of(page: Path) -> str:
    return MARKS.sub("", page.read_text(encoding="utf-8"))


def inline(page: Path) -> Iterator[str]:
    """Yield what stands between backticks outside of blocks."""
    yield from CODE.findall(FENCE.sub("", text_of(page)))


def lines(page: Path) -> Iterator[str]:
    """Yield every line of code: of blocks, those that go on joined, and between backticks."""
    for block in FENCE.findall(text_of(page)):
        yield from block.replace("\\\n", " ").splitlines()
    yield from inline(page)


@cache
def anchors(page: Path) -> frozenset[str]:
    """Return what the headings of a page can be linked by."""
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return frozenset(re.sub(r"[^\w -]", "", head.lower()).strip().replace(" ", "-") for head in heads)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    wrong = []
    for target in LINK.findall(text_of(page)):
        name, _, anchor = target.partition("#")
        path = page.parent / name if name else page
        if "://" in target:
            continue
        if not path.exists() or (anchor and path.suffix == ".md" and anchor not in anchors(path)):
            wrong.append(target)
    assert wrong == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_path_is_there(page: Path) -> None:
    named = {path for said in inline(page) for path in [said.partition(":")[0]] if PATH.fullmatch(path)}
    ours = [path for path in sorted(named) if is_ours(path) and not PLACEHOLDER.search(path)]
    assert [path for path in ours if not is_there(path)] == []


def is_ours(path: str) -> bool:
    """Tell whether a path begins in the repository, whatever commands have made there."""
    first = path.partition("/")[0]
    return first not in MADE and is_there(first)


def is_there(path: str) -> bool:
    return any((root / path).exists() for root in ROOTS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_and_option_is_known(page: Path) -> None:
    assert [problem for line in lines(page) if (problem := unknown_in(line))] == []


def unknown_in(line: str) -> str:
    """Return what a line that calls cofitcheck names and the program does not know, "" where it knows all."""
    called = re.search(r"(?:^|/|\| )cofitcheck ((?:[a-z]+)\b.*)", line.partition(" #")[0])
    if called is None or "…" in line or "..." in line:
        return ""
    try:
        words = shlex.split(called[1])
    except ValueError:
        return ""
    command: click.Command = main
    while isinstance(command, click.Group) and words:
        name = words.pop(0)
        choices, context = name.split("|"), click.Context(command)
        found = [each for choice in choices if (each := command.get_command(context, choice))]
        if len(found) < len(choices):
            return f"{name} in: {line}"
        command = found[0]
    known = {
        option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)
    }
    unknown = [
        word for word in words if word.startswith("--") and word.split("=")[0] not in known | {"--help"}
    ]
    return f"{unknown[0]} in: {line}" if unknown else ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_script_and_target_is_there(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    wrong = []
    for line in lines(page):
        for name in MODULE.findall(line):
            path = ROOT / "benchmarks" / name.removesuffix(".py").replace(".", "/")
            if not (path.with_suffix(".py").exists() or path.is_dir() or PLACEHOLDER.search(name)):
                wrong.append(name)
        made = re.match(r"make ([a-z]+)\b", line)
        if made and made[1] not in targets:
            wrong.append(made[0])
    assert wrong == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_public_name_is_there(page: Path) -> None:
    names = {name for line in lines(page) for name in NAME.findall(line) if "/" not in line}
    assert [name for name in sorted(names) if not exists(name)] == []


def exists(name: str) -> bool:
    """Tell whether a dotted name below the package is a module, or an attribute of one."""
    module = "cofitcheck"
    found: object = importlib.import_module(module)
    for part in name.strip(".").split("."):
        module = f"{module}.{part}"
        if not hasattr(found, part):
            try:
                importlib.import_module(module)
            except ModuleNotFoundError as error:
                # What an extra would bring may be missing here; what we would bring may not.
                return error.name is not None and not error.name.startswith("cofitcheck")
        found = getattr(found, part)
    return True


def test_what_stands_in_folders_that_commands_make_is_not_looked_for() -> None:
    assert {"build", "dist", "runs", ".venv", ".venv-test", ".venv-train"} <= MADE
    assert not any(is_ours(f"{folder}/fuzz") for folder in MADE)
    assert is_ours("readers/no-such-reader.py")


def test_a_page_that_names_nothing_real_is_noticed() -> None:
    assert unknown_in("cofitcheck chekc a.htm")
    assert unknown_in("cofitcheck check a.htm --outptu b")
    assert unknown_in("cofitcheck evaluate matching a.tsv --split dev --json b.json") == ""
    assert not is_there("readers/no-such-reader.py")
    assert is_there("readers/tables")
    assert not exists(".no_such_name")
    assert exists(".Checker")


def test_the_page_on_formats_stays_short() -> None:
    assert len((ROOT / "docs" / "formats.md").read_text(encoding="utf-8").split()) < 1500


def test_the_index_names_every_page() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    named = {target.partition("#")[0] for target in LINK.findall(index)}
    there = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}
    assert there - named == {"index.md"}
