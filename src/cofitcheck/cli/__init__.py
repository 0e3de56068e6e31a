"""The command line: words into calls. What is heavy is imported by the command, so that --help is instant."""

from __future__ import annotations

import signal

import click

from cofitcheck import __version__
from cofitcheck.cli.accounts import accounts
from cofitcheck.cli.baseline import baseline
from cofitcheck.cli.batch import batch
from cofitcheck.cli.check import check
from cofitcheck.cli.common import OneSentenceGroup
from cofitcheck.cli.compare import compare
from cofitcheck.cli.configuration import config
from cofitcheck.cli.data import data
from cofitcheck.cli.evaluate import evaluate
from cofitcheck.cli.explain import explain
from cofitcheck.cli.inspect import inspect
from cofitcheck.cli.pretrain import pretrain
from cofitcheck.cli.review import review
from cofitcheck.cli.serve import serve
from cofitcheck.cli.tie import tie
from cofitcheck.cli.train import train
from cofitcheck.cli.watch import watch


@click.group(cls=OneSentenceGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="cofitcheck")
def main() -> None:
    """Find the numbers in a disclosure document that contradict each other."""
    # From here on an interrupt is the command's to deal with; before, it was the entry's.
    signal.signal(signal.SIGINT, signal.default_int_handler)


for command in (
    check,
    compare,
    tie,
    config,
    baseline,
    explain,
    inspect,
    watch,
    serve,
    batch,
    review,
    accounts,
    evaluate,
    data,
    train,
    pretrain,
):
    main.add_command(command)
