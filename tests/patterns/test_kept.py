"""What Python makes of a pattern is kept from one process to the next, and never stands in its way."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cofitcheck import patterns

PATTERNS = [
    (r"(?P<sign>[-−])?(?P<digits>\d{1,3}(?:,\d{3})*)(?P<cents>\.\d+)?", 0),
    (r"(?<!un)audited|geprüft|[㐀-鿿]+", re.IGNORECASE),
    (r"(?x) (a) # one \n (?:b|(c))", re.DOTALL),
    (r"(?i:note)\s+(\d+)\1?", re.MULTILINE),
]
TEXTS = ["−1,234.50 and 7", "Unaudited, AUDITED, geprüft 資產負債表", "ab ac", "NOTE 12 12"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    _as_a_new_process()
    yield tmp_path / "cache"
    _as_a_new_process()


def _as_a_new_process() -> None:
    patterns._new.clear()
    patterns._known.cache_clear()


def _kept(folder: Path) -> list[Path]:
    return [each for each in folder.rglob("patterns-*") if each.is_file()]


def _use_all() -> None:
    for source, flags in PATTERNS:
        ours, own = patterns.compile(source, flags), re.compile(source, flags)
        for text in TEXTS:
            assert [each.groups() for each in ours.finditer(text)] == [
                each.groups() for each in own.finditer(text)
            ]
        assert (ours.flags, ours.groups, dict(ours.groupindex)) == (
            own.flags,
            own.groups,
            dict(own.groupindex),
        )


def test_patterns_that_were_kept_find_what_others_find(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _use_all()
    patterns.keep()
    assert len(_kept(folder)) == 1
    _as_a_new_process()
    monkeypatch.setattr(patterns, "_parts", None)  # none is compiled again
    _use_all()


@pytest.mark.parametrize("length", [0, 1, 100])
def test_what_is_cut_short_is_compiled_anew(folder: Path, length: int) -> None:
    _use_all()
    patterns.keep()
    (kept,) = _kept(folder)
    kept.write_bytes(kept.read_bytes()[:length])
    _as_a_new_process()
    _use_all()
    patterns.keep()
    assert len(kept.read_bytes()) > length


def test_steps_that_are_none_of_a_pattern_are_not_taken(folder: Path) -> None:
    source, flags = PATTERNS[0]
    patterns._known()[f"{flags} {source}"] = (flags, b"\x00\x00\xff\xff", 2, {"sign": 1})
    _use_all()


def test_a_pattern_with_a_fault_says_so(folder: Path) -> None:
    with pytest.raises(re.error, match="unterminated"):
        patterns.compile("(a").match("a")


def test_nothing_is_kept_where_python_keeps_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    _use_all()
    patterns.keep()
    assert not _kept(folder)


def test_a_pattern_that_cannot_be_written_keeps_no_other_from_being_kept(folder: Path) -> None:
    halves = patterns.compile("[\ud800-\udfff]+")
    assert halves.search("a\ud83d")
    _use_all()
    patterns.keep()
    assert len(_kept(folder)) == 1
    assert halves.search("a\ud83d")
