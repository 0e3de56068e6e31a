"""What the pipeline decides about made-up documents of every format and language, held against what is kept.

A change that is meant changes what is kept: `pytest tests/golden --regenerate` writes it anew, and the
difference of the files is read before it is committed.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from benchmarks.snapshot import lines
from benchmarks.snapshots.difference import differences
from benchmarks.snapshots.record import Recorder
from cofitcheck.readers import read
from tests.golden.counts import require_one_account, require_one_difference
from tests.golden.statements import DOCUMENTS

KEPT = Path(__file__).with_name("snapshots")
SCORE = 0.05
"""How far a score may be from the kept one: the bundled encoder is quantised, and another processor rounds
its sums in another order. What is decided, and all that is read, is the same everywhere."""


@cache
def recorder() -> Recorder:
    return Recorder()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_is_decided_is_what_is_kept(name: str, request: pytest.FixtureRequest) -> None:
    now = lines(name, recorder().records(read(DOCUMENTS[name](), name), exact=False))
    path = KEPT / f"{name}.jsonl"
    if request.config.getoption("--regenerate"):
        path.write_text("".join(f"{line}\n" for line in now), encoding="utf-8")
    kept = path.read_text(encoding="utf-8").splitlines()
    assert "\n".join(differences(kept, settled(now, kept))) == ""
    report = recorder().report
    assert report is not None
    require_one_account(report)
    require_one_difference(report)


def settled(now: list[str], kept: list[str]) -> list[str]:
    """Return records with the kept scores in place of those that are near to them."""
    before = {named(record): record for record in map(json.loads, kept)}
    records = (_settled(record, before.get(named(record))) for record in map(json.loads, now))
    return [json.dumps(record, ensure_ascii=False, sort_keys=True) for record in records]


def named(record: dict[str, Any]) -> tuple[str, str]:
    return record["record"], record["key"]


def _settled(now: Any, kept: Any) -> Any:
    match now, kept:
        case float(), float() | int():
            return kept if abs(now - kept) <= SCORE else now
        case dict(), dict():
            return {name: _settled(value, kept.get(name)) for name, value in now.items()}
        case list(), list() if len(now) == len(kept):
            return [_settled(*both) for both in zip(now, kept, strict=True)]
        case _:
            return now


def test_nothing_is_kept_of_a_document_that_is_gone() -> None:
    assert {path.name.removesuffix(".jsonl") for path in KEPT.iterdir()} == {*DOCUMENTS}


def test_a_difference_names_what_changed_how_often_and_where() -> None:
    def record(key: str, scale: int) -> str:
        stated = {"document": "a.htm", "record": "mention", "key": key, "text": "1.2"}
        return json.dumps({**stated, "row path": ["Sales"], "scale": scale})

    before, after = [record("#1", 3), record("#2", 3), record("#3", 3)], [record("#1", 6), record("#2", 6)]
    told = list(differences([*before, *after[2:]], after, examples=1))
    assert told[0] == "mention: 3 in 1 documents (scale 2, gone 1)"
    assert told[1:3] == ["  a.htm | #1 | 1.2 | Sales", "    scale: 3 -> 6"]
    assert told[3] == "  a.htm | #3 | 1.2 | Sales"
    assert list(differences(before, reversed(before))) == []


def test_what_holds_several_values_is_kept_by_their_names() -> None:
    from benchmarks.snapshots.record import plain
    from cofitcheck.document import Place

    assert plain((Place("a.htm", 3, box=(1.0, 2.0, 3.0, 4.0)),)) == [
        {"file": "a.htm", "element": 3, "page": 0, "box": [1.0, 2.0, 3.0, 4.0], "label": ""}
    ]
