"""A pretraining run from its configuration to the folder of a model."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from cofitcheck import __version__
from cofitcheck.document.model import Document
from cofitcheck.encoding.pieces import Pieces
from cofitcheck.errors import InputError
from cofitcheck.training.data import load
from cofitcheck.training.loop.adapters import merge_adapters
from cofitcheck.training.loop.checkpoints import find_resumed
from cofitcheck.training.loop.processes import make_accelerator
from cofitcheck.training.loop.run import BEST, set_up, train
from cofitcheck.training.loop.tokenizers import copy_tokenizer
from cofitcheck.training.pretraining.companies import is_among
from cofitcheck.training.pretraining.config import PretrainConfig
from cofitcheck.training.pretraining.model import NextToken, load_model
from cofitcheck.training.pretraining.sequences import sequences, table_order
from cofitcheck.training.pretraining.trainer import Pretrainer, TokenArray, evenly
from cofitcheck.training.pretraining.untagged import load_untagged
from cofitcheck.training.split import taught_and_watched

_CARD = """# {name}, pretrained on tables with their numbers

Made by cofitcheck {version} with torch {torch}: `cofitcheck pretrain --config config.yaml` (the file is in
this folder), seed {seed}, tables in the order {order}. {documents} documents, {sequences:,} sequences,
{tokens:,} tokens an epoch; {steps} steps of {batch} sequences a process, {minutes:.1f} minutes of steps.

| step | minutes | train loss | dev perplexity |
|---|---|---|---|
{rows}

The weights are those of the best step on dev ({dev} sequences).
"""


def pretrain(config: PretrainConfig, *, resume: bool = False, restart: bool = False) -> None:
    """Pretrain, watch the dev split, and leave the model with its tokenizer and card in `config.output`.

    Raises `InputError` where there is nothing to learn or to watch, or a checkpoint is in the way; and what
    `load_model` and `make_accelerator` raise.
    """
    resumed = find_resumed(config, resume=resume, restart=restart)
    set_up(config)
    pieces = Pieces.load(config.tokenizer_folder / "tokenizer.json")
    model = NextToken(load_model(config, pieces), half=config.precision == "bf16")
    documents, watched = _documents(config)
    learnt = _sequences(documents, config, pieces)
    dev = evenly(_sequences(watched, config, pieces), config.watch.sequences)
    accelerator = make_accelerator(config, config.batch)
    tokens = sum(map(len, learnt))
    accelerator.print(
        f"{len(documents)} documents, {len(learnt):,} sequences, {tokens:,} tokens; {len(dev)} dev sequences"
    )
    train(Pretrainer(model, config, accelerator, learnt, dev), resumed)
    if accelerator.is_main_process:
        _finish(config, pieces)
        _write_card(config, len(documents), learnt, len(dev))
        print(config.output)


def _documents(config: PretrainConfig) -> tuple[list[Document], list[Document]]:
    """Return what teaches, and one document of each company that is watched."""
    taught, watched = taught_and_watched(load(config.data, ("train", "dev")), config.held_out, 1)
    for found, split in ((taught, "train"), (watched, "dev")):
        if not found:
            raise InputError(
                f"{config.data} holds no {split} documents; make them with python -m "
                f"cofitcheck.training.dataset --split {split}"
            )
    documents = [each.document for each in taught]
    if config.untagged:
        others = {each.company for each in watched}
        untagged = load_untagged(config.untagged)
        documents += [each.document for each in untagged if not is_among(each.company, others)]
    return documents, [each.document for each in watched]


def _sequences(documents: Sequence[Document], config: PretrainConfig, pieces: Pieces) -> list[TokenArray]:
    """Return the sequences of all documents; a document's path follows from the seed and its place."""
    made: list[TokenArray] = []
    for number, document in enumerate(documents):
        rng = np.random.default_rng((config.seed, 2, number))
        path = table_order(document, config.order, config.digits, rng)
        made += sequences(document, path, pieces, config.context)
    return made


def _finish(config: PretrainConfig, pieces: Pieces) -> None:
    """Write the best model, adapters merged, and its tokenizer."""
    # The trained one may be sharded over processes, or on a device: the weights go into one that is not.
    made = NextToken(load_model(config, pieces), half=False)
    made.load_state_dict(torch.load(config.output / BEST, map_location="cpu", weights_only=True))
    merge_adapters(made.model).save_pretrained(config.output)
    copy_tokenizer(config.tokenizer_folder, config.output)


def _write_card(config: PretrainConfig, documents: int, learnt: Sequence[TokenArray], dev: int) -> None:
    log = [json.loads(line) for line in (config.output / "log.jsonl").read_text().splitlines()]
    rows = (
        f"| {row['step']} | {row['minutes']} | {row['next']:.3f} | {row['dev']['perplexity']:.2f} |"
        for row in log
    )
    card = _CARD.format(
        name=Path(config.model).name if config.model else "A small model",
        version=__version__,
        torch=torch.__version__,
        seed=config.seed,
        order="of equal numbers (CNAP)" if config.order == "cnap" else "of reading (ROPT)",
        documents=documents,
        sequences=len(learnt),
        tokens=sum(map(len, learnt)),
        steps=log[-1]["step"],
        batch=config.batch,
        minutes=log[-1]["minutes"],
        rows="\n".join(rows),
        dev=dev,
    )
    (config.output / "CARD.md").write_text(card)
