"""Long work in pieces: what is done is kept, and figures are there however a run ends."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmarks.paper.steps import Json, Piece, Steps, run


def counted(done: Mapping[str, Json]) -> Json:
    return {"sum": sum(each["value"] for each in done.values())}


def piece(asked: list[str], name: str, value: int) -> Piece:
    def do(_: Steps) -> Json:
        asked.append(name)
        return {"value": value}

    return do


def test_a_piece_that_is_done_is_not_done_again(tmp_path: Path) -> None:
    asked: list[str] = []
    pieces = {"a/b": piece(asked, "a/b", 1), "c": piece(asked, "c", 2)}
    target = tmp_path / "out.json"
    for _ in range(2):
        found = run(Steps(tmp_path / "work"), pieces, counted, target, "made-up")
        assert found == {"pieces": 2, "left": 0, "sum": 3}
    assert asked == ["a/b", "c"]
    assert json.loads(target.read_bytes())["provenance"]["model"] == "made-up"


def test_figures_are_there_where_the_time_ends(tmp_path: Path) -> None:
    asked: list[str] = []
    target = tmp_path / "out.json"
    pieces = {"a": piece(asked, "a", 1)}
    assert run(Steps(tmp_path, minutes=0), pieces, counted, target, "made-up")["left"] == 1
    assert asked == []
    assert json.loads(target.read_bytes())["sum"] == 0


def test_figures_are_there_where_a_piece_breaks_off(tmp_path: Path) -> None:
    def broken(_: Steps) -> Json:
        raise KeyboardInterrupt

    target = tmp_path / "out.json"
    pieces = {"a": piece([], "a", 5), "b": broken}
    with pytest.raises(KeyboardInterrupt):
        run(Steps(tmp_path), pieces, counted, target, "made-up")
    stored = json.loads(target.read_bytes())
    assert (stored["left"], stored["sum"]) == (1, 5)


def test_a_training_that_takes_longer_is_left_for_the_next_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nsleep 30\n")
    slow.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(slow))
    steps = Steps(tmp_path, minutes=0.3 / 60)
    assert steps.train("train encoder", {"steps": 1}, tmp_path / "encoder") is None
    assert (tmp_path / "encoder.yaml").read_text().splitlines() == [
        "steps: 1",
        f"output: {tmp_path / 'encoder'}",
    ]
