"""`cofitcheck pretrain`: a causal model from the tables of documents, with no labels."""

from __future__ import annotations

from pathlib import Path

import click

from cofitcheck.cli.train import TrainCommand, require_training, run_options


@click.command(cls=TrainCommand)
@run_options
def pretrain(config: Path, resume: bool, restart: bool) -> None:
    """Pretrain a causal model on tables in the order of equal numbers. Needs the train extra.

    For several processes run it under `accelerate launch --config_file`, with one of configs/accelerate.

    \b
    Exit status: 0 done, 2 nothing could be done, 130 interrupted (go on with --resume).
    """
    require_training()
    from cofitcheck.training.loop.config import load_config
    from cofitcheck.training.pretraining.config import PretrainConfig
    from cofitcheck.training.pretraining.pretrain import pretrain

    pretrain(load_config(config, PretrainConfig), resume=resume, restart=restart)
