"""The command line.

The module of a command is imported when that command is asked for. The command itself imports what is slow to
load, so that --help is instant.
"""

from __future__ import annotations

import signal
from importlib import import_module
from typing import cast

import click

from cofitcheck import __version__
from cofitcheck.cli.common import OneSentenceGroup

_COMMANDS = (
    "accounts baseline batch check compare config data evaluate explain inspect pretrain review serve tie"
    " train watch"
).split()
"""The names of the commands, in order."""
_MODULES = {
    "accounts": "review",
    "config": "configuration",
    "explain": "inspect",
    "pretrain": "train",
    "serve": "watch",
}
"""The modules of the commands whose module has another name than the command."""


class _Commands(OneSentenceGroup):
    """The commands by their names, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in order."""
        return _COMMANDS

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a name, None where there is none."""
        if cmd_name in _COMMANDS and cmd_name not in self.commands:
            module = import_module(f"{__name__}.{_MODULES.get(cmd_name, cmd_name)}")
            self.add_command(cast(click.Command, getattr(module, cmd_name)))
        return super().get_command(ctx, cmd_name)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="cofitcheck")
def main() -> None:
    """Find the numbers in a disclosure document that contradict each other."""
    # From here on the command deals with an interrupt; until here the entry point did.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def commands() -> dict[str, click.Command]:
    """Return all commands by their names, imported."""
    context = click.Context(main)
    found = {name: main.get_command(context, name) for name in _COMMANDS}
    return {name: each for name, each in found.items() if each is not None}
