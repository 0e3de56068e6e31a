"""`cofitcheck serve`: a process that keeps the models, so that `cofitcheck check` starts at once."""

from __future__ import annotations

import signal
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cofitcheck.cli.common import EXIT_INCOMPLETE, OneSentence, cores, interrupt

if TYPE_CHECKING:
    from cofitcheck.engines.service import Warm

_FIRST = b"""<html><body><p>Revenue was 1,234 in 2024.</p><table><tr><td></td><td>2024</td><td>2023</td></tr>
<tr><td>Revenue</td><td>1,234</td><td>1,100</td></tr><tr><td>Total</td><td>1,234</td><td>1,100</td></tr></table>
</body></html>"""
"""Checking it once compiles the templates of the reports and imports what is imported late."""
_ONLY_LINUX = "Error: a service that keeps the models needs Linux; cofitcheck check works without one."


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


def warm() -> Warm:
    """Import what a check needs, load its models and check a first document, so that forks of this process
    find all of it; return that."""
    from cofitcheck.cli import commands, main
    from cofitcheck.config import CheckConfig
    from cofitcheck.engines.jobs import Job
    from cofitcheck.engines.reporting import check_and_save
    from cofitcheck.engines.service import Warm
    from cofitcheck.engines.worker import keep_checker, load_checker

    commands()
    for name in ("files", "index", "inputs"):
        import_module(f"cofitcheck.engines.{name}")
    config = CheckConfig(threads=cores())
    vectors = keep_checker(config)
    with tempfile.TemporaryDirectory() as folder:
        job = Job("first", _FIRST, Path(folder), "first")
        check_and_save(load_checker(config), job, lambda _: None)

    def run(words: list[str]) -> None:
        main.main(words, prog_name="cofitcheck")

    return Warm(run, vectors)
