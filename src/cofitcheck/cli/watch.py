"""`cofitcheck watch` checks a draft on every save; `cofitcheck serve` keeps the models loaded."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cofitcheck.cli.common import EXIT_CLEAN, EXIT_FINDINGS, EXIT_INCOMPLETE, OneSentence, cores, interrupt

if TYPE_CHECKING:
    from cofitcheck.engines.service import WarmState

_LOOK = 0.25
"""Seconds between two looks at the file."""

_CHECKED = (EXIT_CLEAN, EXIT_FINDINGS)

State = tuple[int, int, int]
"""The state of a file: its inode number, its size in bytes, when it was written in nanoseconds."""

_FIRST = b"""<html><body><p>Revenue was 1,234 in 2024.</p><table><tr><td></td><td>2024</td><td>2023</td></tr>
<tr><td>Revenue</td><td>1,234</td><td>1,100</td></tr><tr><td>Total</td><td>1,234</td><td>1,100</td></tr></table>
</body></html>"""
"""A document. Checking it once compiles the templates of the reports and imports what is imported late."""
_ONLY_LINUX = "Error: a service that keeps the models needs Linux; cofitcheck check works without one."


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
    """Return a function that runs a command in a new process and returns its exit status.

    On Linux the process is a fork of this one, which has loaded the models.
    """
    if sys.platform != "linux":
        return lambda: subprocess.run([sys.executable, "-m", "cofitcheck", *words], check=False).returncode
    from cofitcheck.engines.calling import Call
    from cofitcheck.engines.service import forked

    loaded, here = warm(), Call.of_this_process(words)
    return lambda: forked(here, (0, 1, 2), loaded).wait()


def saves(file: Path) -> Iterator[State]:
    """Yield the state of the file once at the start, and each time after it was changed and written whole."""
    known: State | None = None
    last: State | None = None
    while True:
        now = _state(file)
        # Two looks must agree: a program may still be saving the file, or have moved it away for a moment.
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


@click.command(cls=OneSentence)
def serve() -> None:
    """Keep everything loaded, and let checks of one document start at once.

    While this runs, `cofitcheck check FILE` of the same user asks it to do the work, in a process of its own
    for each document. It listens on a socket that no other user can open, and on no network. End it with
    Ctrl-C. COFITCHECK_SERVICE names another place for the socket; `off` there leaves the service aside.
    """
    if sys.platform != "linux":
        click.echo(_ONLY_LINUX, err=True)
        sys.exit(EXIT_INCOMPLETE)
    from cofitcheck.engines.calling import VARIABLE, socket_path
    from cofitcheck.engines.service import Service
    from cofitcheck.errors import ConfigError

    path = socket_path()
    if path is None:
        raise ConfigError(f"{VARIABLE} says that there is to be no service; unset it")
    service = Service(path, warm())
    signal.signal(signal.SIGTERM, interrupt)
    click.echo(f"Checks of one document start at once while this runs ({path}). End it with Ctrl-C.")
    try:
        service.serve()
    except KeyboardInterrupt:
        click.echo("Ended.", err=True)
    finally:
        service.close()


def warm() -> WarmState:
    """Import what a check needs, load its models and check a first document; return what forks need of this.

    Forks of this process then have all of it.
    """
    from cofitcheck.cli import commands, main
    from cofitcheck.config import CheckConfig
    from cofitcheck.engines.jobs import Job
    from cofitcheck.engines.service import WarmState
    from cofitcheck.engines.worker import check_and_save, keep_checker, load_checker

    commands()
    import_module("cofitcheck.engines.files")
    config = CheckConfig(threads=cores())
    vectors = keep_checker(config)
    with tempfile.TemporaryDirectory() as folder:
        job = Job("first", _FIRST, Path(folder), "first")
        check_and_save(load_checker(config), job, lambda _: None)

    def run(words: list[str]) -> None:
        main.main(words, prog_name="cofitcheck")

    return WarmState(run, vectors)
