"""Figures are stored with what they came from: the command, the commit, the model, the seed and the date."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

NOT_RECORDED = "not recorded"
FIELDS = ("command", "commit", "model", "seed", "date")


def provenance(model: str, seed: int | Sequence[int] | None) -> dict[str, object]:
    """Return where figures that are being measured come from; `seed` is None where nothing is drawn."""
    return {
        "command": command(sys.orig_argv),
        "commit": commit(Path(__file__).parent),
        "model": model,
        "seed": "nothing is drawn" if seed is None else seed,
        "date": datetime.now(UTC).date().isoformat(),
    }


def write_figures(path: Path, figures: object, model: str, seed: int | Sequence[int] | None = None) -> None:
    """Write figures as JSON, as `as_json` has them."""
    path.write_bytes(as_json(figures, model, seed))


def as_json(figures: object, model: str, seed: int | Sequence[int] | None = None) -> bytes:
    """Return figures as JSON, what they came from first; a list stands as `rows`."""
    held = figures if isinstance(figures, Mapping) else {"rows": figures}
    value = {"provenance": provenance(model, seed), **held}
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def command(arguments: Sequence[str]) -> str:
    """Return what the interpreter was started with (`sys.orig_argv`) as a reader would type it.

    Paths are relative, and names where they lie elsewhere.
    """
    _, program, *rest = arguments
    script = Path(program)
    typed = ["python", _short(program)] if program == "-m" or script.suffix == ".py" else [script.name]
    return shlex.join([*typed, *map(_short, rest)])


def _short(argument: str) -> str:
    path = Path(argument)
    if not path.is_absolute() and ".." not in path.parts:
        return argument
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else path.name


def commit(folder: Path) -> str:
    """Return the commit that runs, `-dirty` with changes beside it; not recorded outside a checkout."""
    ask = ["git", "-C", str(folder), "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    try:
        return subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return NOT_RECORDED
