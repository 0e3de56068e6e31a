"""`cofitcheck watch`: a draft is checked on every save."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from cofitcheck.cli.common import EXIT_CLEAN, EXIT_FINDINGS, EXIT_INCOMPLETE, OneSentence

_LOOK = 0.25
"""Seconds between two looks at the file."""

_CHECKED = (EXIT_CLEAN, EXIT_FINDINGS)

State = tuple[int, int, int]
"""What tells one state of a file from another: its number, its size, when it was written."""


@click.command(cls=OneSentence, context_settings={"ignore_unknown_options": True})
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[OPTIONS OF CHECK]...")
def watch(file: Path, options: tuple[str, ...]) -> None:
    """Check FILE now and again on every save, until Ctrl-C.

    The models stay loaded. The reports of the last save stand where `cofitcheck check` puts them; reload the
    page to see them, and the findings that are new or gone since the save before are said. Takes the options
    of `cofitcheck check`; with --since all saves are held against that draft.
    """
    if not file.is_file():
        click.echo(f"Error: {file}: there is no such file; name the draft to watch.", err=True)
        sys.exit(EXIT_INCOMPLETE)
    with tempfile.TemporaryDirectory() as folder:
        check = checks(["check", str(file), "--last", str(Path(folder) / "last.json"), *options])
        try:
            for _ in saves(file):
                started = time.perf_counter()
                checked = check() in _CHECKED
                seconds = time.perf_counter() - started
                done = f"checked in {seconds:.1f} s" if checked else "could not be checked to its end"
                at = time.strftime("%H:%M:%S")
                click.echo(f"[{at}] {file.name} {done}; waiting for the next save.")
        except KeyboardInterrupt:
            click.echo("Ended.", err=True)


def checks(words: list[str]) -> Callable[[], int]:
    """Return what runs a command anew each time, in a process that has the models where that can be, and
    returns its exit status."""
    if sys.platform != "linux":
        return lambda: subprocess.run([sys.executable, "-m", "cofitcheck", *words], check=False).returncode
    from cofitcheck.cli.serve import warm
    from cofitcheck.engines.calling import Call
    from cofitcheck.engines.service import forked

    loaded, here = warm(), Call.of_this_process(words)
    return lambda: forked(here, (0, 1, 2), loaded).wait()


def saves(file: Path) -> Iterator[State]:
    """Yield once at the start, and each time the file has changed and is written whole."""
    known: State | None = None
    last: State | None = None
    while True:
        now = _state(file)
        # Two looks that agree: a program that saves may be at it still, or have moved the file away.
        if now is not None and now == last and now != known:
            known = now
            yield now
        last = now
        time.sleep(_LOOK)


def _state(file: Path) -> State | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return (found.st_ino, found.st_size, found.st_mtime_ns) if found.st_size else None
