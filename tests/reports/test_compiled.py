"""Compiled templates are kept where Python keeps its own, and never stand in the way of a report."""

import sys
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from cofitcheck.reports.html.compiled import CompiledTemplates


def _page(text: str) -> str:
    environment = Environment(
        loader=DictLoader({"page": text}), autoescape=True, bytecode_cache=CompiledTemplates()
    )
    return environment.get_template("page").render(name="<Acme>")


def _kept(folder: Path) -> list[Path]:
    return sorted(each for each in folder.rglob("template-*") if each.is_file())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path / "cache"


def test_a_template_is_kept_and_read_again(folder: Path) -> None:
    assert _page("Hello {{ name }}") == "Hello &lt;Acme&gt;"
    (kept,) = _kept(folder)
    written = kept.stat().st_mtime_ns
    assert _page("Hello {{ name }}") == "Hello &lt;Acme&gt;"
    assert _kept(folder) == [kept]
    assert kept.stat().st_mtime_ns == written


def test_a_template_that_was_changed_is_compiled_anew(folder: Path) -> None:
    _page("Hello {{ name }}")
    assert _page("Good day {{ name }}") == "Good day &lt;Acme&gt;"
    assert len(_kept(folder)) == 1


@pytest.mark.parametrize("length", [0, 5, 60])
def test_one_that_is_cut_short_is_compiled_anew(folder: Path, length: int) -> None:
    _page("Hello {{ name }}")
    (kept,) = _kept(folder)
    kept.write_bytes(kept.read_bytes()[:length])
    assert _page("Hello {{ name }}") == "Hello &lt;Acme&gt;"
    assert len(kept.read_bytes()) > length


def test_nothing_is_kept_where_python_keeps_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert _page("Hello {{ name }}") == "Hello &lt;Acme&gt;"
    assert not folder.exists()


def test_a_folder_that_cannot_be_written_is_no_error(folder: Path) -> None:
    folder.write_text("a file where the folder should be")
    assert _page("Hello {{ name }}") == "Hello &lt;Acme&gt;"
