"""What is remembered of a document is forgotten with it: a worker does not grow with each filing."""

from __future__ import annotations

import gc
import re
from pathlib import Path
from typing import Any

import pytest

from cofitcheck import Checker, caching, mentions
from cofitcheck.document import Document
from cofitcheck.encoding.load import load_encoder
from cofitcheck.encoding.onnx import OnnxEncoder
from cofitcheck.readers import read
from cofitcheck.weights import bundled

SOURCES = Path(caching.__file__).parent
SAMPLE = Path(__file__).parents[1] / "examples" / "annual-report.htm"
PAGE = "<html><table><tr><td></td><td>2024</td></tr><tr><td>{label}</td><td>1,234</td></tr></table></html>"


def _page(label: str) -> bytes:
    return PAGE.format(label=label).encode()


def _held(word: str) -> int:
    """Return how many of the texts that tables remember hold a word."""
    gc.collect()
    return sum(word in key for table in caching._tables.values() for key in table)


def test_a_tokenizer_forgets_the_texts_of_the_document_before() -> None:
    encoder = load_encoder(bundled().folder, threads=1)
    assert isinstance(encoder, OnnxEncoder)
    document = read(_page("Zephyr levies"), "first.htm")
    first = encoder.encode(document)
    assert _held("Zephyr") > 0
    read(_page("Other levies"), "second.htm")
    assert _held("Zephyr") == 0
    assert (encoder.encode(document).fact == first.fact).all()


def test_a_function_forgets_too() -> None:
    calls = []

    @caching.cached(10)
    def double(text: str) -> str:
        calls.append(text)
        return text * 2

    assert [double("a"), double("a")] == ["aa", "aa"]
    read(_page("Levies"), "second.htm")
    assert double("a") == "aa"
    assert calls == ["a", "a"]


def test_what_is_worked_out_of_a_document_is_worked_out_once_and_goes_with_it() -> None:
    calls = []

    @caching.once_a_document
    def count(document: Document, *, tables: bool = False) -> int:
        calls.append(document.name)
        return len(document.tables if tables else document.mentions)

    document = read(_page("Levies"), "first.htm")
    assert [count(document), count(document), count(document, tables=True)] == [1, 1, 1]
    assert calls == ["first.htm"] * 2
    document = read(_page("Levies"), "second.htm")
    assert count(document) == 1
    assert calls[2:] == ["second.htm"]
    caching.forget()
    assert count(document) == 1
    assert calls[3:] == ["second.htm"]


def test_a_check_builds_the_arrays_of_its_mentions_once(monkeypatch: pytest.MonkeyPatch) -> None:
    built, make = [], mentions.MentionArrays

    def counted(**fields: Any) -> mentions.MentionArrays:
        built.append(len(fields["table"]))
        return make(**fields)

    monkeypatch.setattr(mentions, "MentionArrays", counted)
    report = Checker().check(read(SAMPLE))
    assert built == [len(report.document.mentions)]


def test_no_module_remembers_texts_for_the_life_of_the_process() -> None:
    """What a stage of a check works out of a text is remembered through `caching` alone."""
    stages = (
        "numbers",
        "document",
        "readers",
        "prose",
        "encoding",
        "mentions",
        "filtering",
        "classification",
        "facts",
        "checks",
        "reports",
    )
    own = [
        str(path.relative_to(SOURCES))
        for stage in stages
        for path in sorted((SOURCES / stage).rglob("*.py"))
        if re.search(r"^\s*@(?:functools\.)?lru_cache", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert own == []
