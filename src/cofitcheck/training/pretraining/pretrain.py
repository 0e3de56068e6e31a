"""A pretraining run, from its configuration to the folder of a model.

A causal model learns to predict the next token of table sequences. On the dev split its perplexity is
watched.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from accelerate import Accelerator
from torch import Tensor, nn
from transformers import AutoConfig, AutoModelForCausalLM

from cofitcheck import __version__
from cofitcheck.document import Document
from cofitcheck.encoding.causal import load_language_model
from cofitcheck.encoding.passes import Pieces
from cofitcheck.errors import InputError, ModelError
from cofitcheck.training.dataset import load, taught_and_watched
from cofitcheck.training.loop import steps_of
from cofitcheck.training.loop.checkpoints import add_adapters, copy_tokenizer, find_resumed, merge_adapters
from cofitcheck.training.loop.processes import make_accelerator
from cofitcheck.training.loop.trainer import BEST, Look, Trainer, set_up, train
from cofitcheck.training.pretraining.config import Architecture, PretrainConfig
from cofitcheck.training.pretraining.documents import is_among, load_untagged, sequences, table_order

IGNORED = -100
"""The target that torch and transformers do not predict."""

TokenArray = npt.NDArray[np.int32]

_CARD = """# {name}, pretrained on tables with their numbers

Made by cofitcheck {version} with torch {torch}: `cofitcheck pretrain --config config.yaml` (the file is in
this folder), seed {seed}, tables in the order {order}. {documents} documents, {sequences:,} sequences,
{tokens:,} tokens an epoch; {steps} steps of {batch} sequences a process, {minutes:.1f} minutes of steps.

| step | minutes | train loss | dev perplexity |
|---|---|---|---|
{rows}

The weights are those of the best step on dev ({dev} sequences).
"""


class NextToken(nn.Module):
    """A causal language model that is called once in each step, on several sequences.

    With `half` it computes in bfloat16 under autocast, because not every wrapper does so by itself.
    """

    def __init__(self, model: Any, *, half: bool) -> None:
        super().__init__()
        self.model, self.half = model, half
        # accelerate finds here the names of the layers that are sharded one by one.
        self._no_split_modules = getattr(model, "_no_split_modules", None)

    def forward(self, tokens: Tensor, targets: Tensor) -> Tensor:
        """Return the mean cross-entropy of the next tokens, in nats.

        `tokens` int64 (B, L) are padded at the end. `targets` are the same, with -100 where padded. No real
        token attends to a later one, so padding needs no mask.
        """
        with torch.autocast(tokens.device.type, torch.bfloat16, enabled=self.half):
            loss: Tensor = self.model(input_ids=tokens, labels=targets, use_cache=False).loss
        return loss.float()


def padded(sequences: Sequence[npt.NDArray[np.int32]], device: torch.device) -> tuple[Tensor, Tensor]:
    """Return the tokens and targets int64 (B, L) of `NextToken` for sequences of up to L tokens."""
    longest = max(map(len, sequences))
    targets = np.full((len(sequences), longest), IGNORED, np.int64)
    for row, each in zip(targets, sequences, strict=True):
        row[: len(each)] = each
    found = torch.from_numpy(targets).to(device)
    return found.clamp(min=0), found


def load_model(config: PretrainConfig, pieces: Pieces) -> Any:
    """Return the causal model that the configuration names, or a new one.

    Raises `ModelError` where its folder cannot be used, or knows fewer tokens than the tokenizer.
    """
    if config.architecture:
        model = _new_model(config.architecture, pieces.size())
    else:
        assert config.model is not None
        model = load_language_model(config.model, one_pass=False)
    known, reach = model.config.vocab_size, getattr(model.config, "max_position_embeddings", config.context)
    if pieces.size() > known:
        raise ModelError(
            f"{config.tokenizer_folder / 'tokenizer.json'} has {pieces.size()} tokens and the model "
            f"{config.model} knows {known}: take the tokenizer that belongs to it."
        )
    if config.context > reach:
        raise ModelError(
            f"The model {config.model or 'of this architecture'} has {reach} positions: lower the context of "
            f"{config.context} tokens."
        )
    if config.gradient_checkpointing:
        model.gradient_checkpointing_enable()
    if config.lora:
        model.enable_input_require_grads()
        model = add_adapters(model, config.lora)
    return model


def _new_model(sizes: Architecture, vocabulary: int) -> Any:
    made = AutoConfig.for_model(
        sizes.kind,
        vocab_size=vocabulary,
        hidden_size=sizes.width,
        intermediate_size=sizes.inner,
        num_hidden_layers=sizes.layers,
        num_attention_heads=sizes.heads,
        num_key_value_heads=sizes.heads,
        max_position_embeddings=sizes.positions,
        tie_word_embeddings=True,
        bos_token_id=None,
        eos_token_id=None,
        pad_token_id=None,
    )
    return AutoModelForCausalLM.from_config(made, attn_implementation="sdpa")


class Pretrainer(Trainer):
    """Learns to predict the next token of table sequences, and watches the perplexity on those of dev."""

    def __init__(
        self,
        model: NextToken,
        config: PretrainConfig,
        accelerator: Accelerator,
        train: Sequence[TokenArray],
        dev: Sequence[TokenArray],
    ) -> None:
        trained = [each for each in model.parameters() if each.requires_grad]
        steps = steps_of(config, len(train), config.batch, accelerator.num_processes)
        super().__init__(model, [{"params": trained, "lr": config.body_rate}], config, accelerator, steps)
        self.config, self.train, self.dev = config, train, dev

    def terms(self, rng: np.random.Generator) -> dict[str, Tensor]:
        """See `Trainer.terms`. The term is the mean over the tokens of this process's sequences."""
        return {"next": self._loss(self.share(self.train, self.config.batch))}

    def _loss(self, sequences: Sequence[TokenArray]) -> Tensor:
        loss: Tensor = self.model(*padded(sequences, self.accelerator.device))
        return loss

    def look(self) -> Look:
        """See `Trainer.look`. The score is the mean log likelihood of a token."""
        predicted = np.array([len(each) - 1 for each in self.dev])
        losses = np.array(self.all_of(self.dev, lambda each: float(self._loss([each]))))
        loss = float((losses * predicted).sum() / predicted.sum())
        figures = {"loss": loss, "perplexity": exp(loss)}
        return Look(-loss, figures, f"dev perplexity {exp(loss):.2f} of a token ({loss:.3f} nats)")


def evenly(sequences: Sequence[TokenArray], most: int) -> list[TokenArray]:
    """Return at most `most` of the sequences, at equal distances."""
    places = np.linspace(0, len(sequences), min(most, len(sequences)), endpoint=False).astype(int)
    return [sequences[place] for place in places]


def pretrain(config: PretrainConfig, *, resume: bool = False, restart: bool = False) -> None:
    """Pretrain, watch the dev split, and write the model with its tokenizer and card to `config.output`.

    Raises `InputError` where there is nothing to learn or to watch, or a checkpoint is in the way. Raises the
    errors of `load_model` and `make_accelerator` too.
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
    """Return the documents that teach, and those that are watched: one of each company."""
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
    """Return the sequences of all documents. A document's path depends on the seed and its place."""
    made: list[TokenArray] = []
    for number, document in enumerate(documents):
        rng = np.random.default_rng((config.seed, 2, number))
        path = table_order(document, config.order, config.digits, rng)
        made += sequences(document, path, pieces, config.context)
    return made


def _finish(config: PretrainConfig, pieces: Pieces) -> None:
    """Write the best model, adapters merged, and its tokenizer."""
    # The trained model may be sharded over processes, or on a device. The weights go into one that is not.
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
