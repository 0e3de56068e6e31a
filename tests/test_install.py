"""The package installs as the docs say: the wheel of `make dist`, in a fresh environment, with its extras."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXTRAS = set(
    tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
)
HEAVY = {"deepspeed", "dev", "train"}
"""Extras that bring torch, or what torch has to be there for, and the one of who works on the code."""
NAMED = re.compile(r"cofitcheck[^\s\[\]]{0,40}\[([a-z,]+)\]")

LOCKED = re.compile(r"[A-Za-z0-9._-]+==[A-Za-z0-9.]+")
NAME = re.compile(r"[A-Za-z0-9._-]+")


def normalised(name: str) -> str:
    """Return the one form that all ways to write the name of a package have."""
    return re.sub(r"[-_.]+", "-", name).lower()


def named_extras() -> dict[str, set[str]]:
    """Return the extras that a page or a message tells to install, by its file."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "src").rglob("*.py")]
    texts = {page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8") for page in pages}
    found = {
        name: {extra for said in NAMED.findall(text) for extra in said.split(",")}
        for name, text in texts.items()
    }
    return {name: extras for name, extras in found.items() if extras}


def test_every_extra_that_is_named_is_one() -> None:
    named = named_extras()
    assert {name: extras - EXTRAS for name, extras in named.items() if extras - EXTRAS} == {}
    assert "src/cofitcheck/cli/review.py" in named


def test_the_page_on_installing_names_every_extra() -> None:
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[^|]+`) \|", page.partition("| extra |")[2].partition("\n\n")[0], re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`([a-z]+)`", row)} == EXTRAS


def test_the_lock_has_one_version_of_each_dependency_and_no_place_of_one_machine() -> None:
    lines = (ROOT / "configs" / "constraints.txt").read_text(encoding="utf-8").splitlines()[1:]
    assert [line for line in lines if not LOCKED.fullmatch(line)] == []
    names = [normalised(line.partition("==")[0]) for line in lines]
    assert len(names) == len(set(names))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [
        line for extra in EXTRAS - {"deepspeed", "gold"} for line in project["optional-dependencies"][extra]
    ]
    wanted = {normalised(NAME.match(line)[0]) for line in [*project["dependencies"], *extras]}  # type: ignore[index]
    assert wanted - {*names, "cofitcheck", "torch"} == set()


def test_the_two_commands_of_the_readme_are_run_in_its_order_in_one_clone() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    told = re.findall(
        r"^make [a-z]+", readme.partition("## Two commands")[2].partition("## ")[0], re.MULTILINE
    )
    assert told == ["make demo", "make test"]
    assert " && ".join(told) in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_workflow_runs_the_commands_of_the_readme_on_every_python_from_the_oldest() -> None:
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    assert re.findall(r"- run: (.+)", workflow) == ["make demo", "make test"]
    (listed,) = re.findall(r"python: \[(.+)\]", workflow)
    oldest = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "requires-python"
    ]
    assert oldest == f">={listed.split(', ')[0].strip(chr(34))}"


def test_the_image_names_no_registry_and_runs_without_rights() -> None:
    steps = [
        line.split() for line in (ROOT / "Containerfile").read_text(encoding="utf-8").splitlines() if line
    ]
    assert [words[1] for words in steps if words[0] == "FROM"] == ["python:3.12-slim"] * 2
    assert ["USER", "cofitcheck"] in steps
    lets_in = {line for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {name for words in steps if words[0] == "COPY" for name in words[1:-1] if "=" not in name}
    assert copied - {"/wheel"} == {line.removeprefix("!") for line in lets_in}
    assert all((ROOT / name).exists() for name in copied - {"/wheel"})


@pytest.mark.slow
def test_the_wheel_works_where_there_is_nothing_else(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path / "dist"), str(ROOT)], check=True
    )
    (wheel,) = (tmp_path / "dist").glob("cofitcheck-*.whl")
    venv.create(tmp_path / "env", with_pip=True)
    python = str(tmp_path / "env" / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(wheel)], check=True)
    sample = tmp_path / "annual-report.htm"
    sample.write_bytes((ROOT / "examples" / sample.name).read_bytes())
    command = [str(tmp_path / "env" / "bin" / "cofitcheck"), "check", sample.name, "--sarif", "found.sarif"]
    checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert checked.returncode == 1, checked.stderr
    assert (tmp_path / "annual-report.report.html").stat().st_size > 10_000
    planted = json.loads((ROOT / "examples" / "planted.json").read_text(encoding="utf-8"))
    (run,) = json.loads((tmp_path / "found.sarif").read_bytes())["runs"]
    assert len(run["results"]) >= len(planted["errors"] if isinstance(planted, dict) else planted)
    for extra in sorted(EXTRAS - HEAVY):
        # What messages tell to run: the package is there, the index has none of that name.
        wanted = [python, "-m", "pip", "install", "--quiet", "--dry-run", f"cofitcheck[{extra}]"]
        resolved = subprocess.run(wanted, capture_output=True, text=True)
        assert resolved.returncode == 0, (extra, resolved.stderr)
