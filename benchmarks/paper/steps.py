"""Long work in pieces: a run does what its minutes allow, and the next one goes on.

Every piece is kept in a file of the work folder as soon as it is done, and the figures are written after
each, so that a run that is cut off loses the piece it was at and no figures. A training is a piece that may
take several runs: it goes on from its own checkpoints.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

import click
import msgspec

from cofitcheck.evaluation.figures import write_figures

Json = dict[str, Any]
Piece = Callable[["Steps"], Json | None]
"""Does a piece; None where the time ended first."""

Command = TypeVar("Command", bound=Callable[..., Any])
MINUTES = 8.0


@dataclass(frozen=True)
class Steps:
    """The time of one run, and the folder that keeps what is done."""

    work: Path
    minutes: float = MINUTES
    begun: float = field(default_factory=time.monotonic)

    def left(self) -> float:
        """Return the seconds that are left of this run."""
        return max(0.0, self.minutes * 60 - (time.monotonic() - self.begun))

    def kept(self, name: str) -> Json | None:
        """Return a piece that an earlier run has done."""
        path = self._path(name)
        found: Json | None = msgspec.json.decode(path.read_bytes()) if path.is_file() else None
        return found

    def do(self, name: str, piece: Piece) -> Json | None:
        """Do a piece, where there is time, and keep it."""
        done = piece(self) if self.left() else None
        if done is not None:
            path = self._path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            half = path.with_suffix(".part")
            half.write_bytes(msgspec.json.encode(done))
            half.replace(path)
        return done

    def train(self, words: str, config: Mapping[str, Any], output: Path) -> Json | None:
        """Go on with a training (`train encoder`, `pretrain`), and return the last line of its log."""
        output.mkdir(parents=True, exist_ok=True)
        path = output.with_suffix(".yaml")
        path.write_bytes(msgspec.yaml.encode({**config, "output": str(output)}))
        command = [sys.executable, "-m", "cofitcheck", *words.split(), "--config", str(path), "--resume"]
        try:
            subprocess.run(command, check=True, timeout=self.left())
        except subprocess.TimeoutExpired:
            return None
        return logged(output)[-1]

    def _path(self, name: str) -> Path:
        return self.work / "pieces" / f"{quote(name, safe=' ,=')}.json"


def logged(output: Path) -> list[Json]:
    """Return the lines of a training's log."""
    return [msgspec.json.decode(line) for line in (output / "log.jsonl").read_bytes().splitlines()]


def run(
    steps: Steps,
    pieces: Mapping[str, Piece],
    figures: Callable[[Mapping[str, Json]], Json],
    target: Path,
    model: str,
    seed: int | list[int] | None = None,
) -> Json:
    """Do the pieces in their order as far as the time goes; write the figures after each, and return them.

    `figures` sums up the pieces that are done; how many are left stands beside them.
    """
    done = {name: kept for name in pieces if (kept := steps.kept(name)) is not None}

    def write() -> Json:
        found = {"pieces": len(pieces), "left": len(pieces) - len(done), **figures(done)}
        write_figures(target, found, model, seed)
        return found

    written = write()
    for name, piece in pieces.items():
        if name not in done and (new := steps.do(name, piece)) is not None:
            done[name] = new
            click.echo(f"{name}: {len(done)} of {len(pieces)} done", err=True)
            written = write()
    if written["left"]:
        click.echo(f"{written['left']} of {len(pieces)} pieces are left: run it again.", err=True)
    return written


def stepped(command: Command) -> Command:
    """Add what every script takes: where pieces are kept, the minutes of a run, the file of the figures."""
    for add in (
        click.option("--json", "target", required=True, type=click.Path(dir_okay=False, path_type=Path)),
        click.option(
            "--run-minutes",
            "allowed",
            default=MINUTES,
            show_default=True,
            help="Of this run; begin no piece after them.",
        ),
        click.option("--work", required=True, type=click.Path(file_okay=False, path_type=Path)),
    ):
        command = add(command)
    return command


def plotted(command: Command) -> Command:
    """Add the file of the plot."""
    return click.option("--plot", type=click.Path(dir_okay=False, path_type=Path))(command)
