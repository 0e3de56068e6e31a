"""A training run of stage 1 from its configuration to the files it leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import torch
from accelerate import Accelerator

from cofitcheck.errors import InputError
from cofitcheck.training.data import TrainingDocument, load
from cofitcheck.training.encoder.backbones import load_backbone
from cofitcheck.training.encoder.card import write_card
from cofitcheck.training.encoder.config import EncoderConfig, save_config
from cofitcheck.training.encoder.examples import lay_out, shared_concepts
from cofitcheck.training.encoder.step_model import ConceptClassifier, StepModel
from cofitcheck.training.encoder.trainer import Trainer, run
from cofitcheck.training.split import held_out


def train_encoder(config: EncoderConfig, *, resume: bool = False, restart: bool = False) -> None:
    """Train, watch the dev split, and leave the encoder with its card in `config.output`.

    Raises `InputError` where there is nothing to train on, or a checkpoint is in the way; `ModelError` where
    the backbone cannot be used.
    """
    checkpoint = config.output / "checkpoint"
    if checkpoint.exists() and not (resume or restart):
        raise InputError(
            f"{config.output} holds a run that was begun: go on with --resume, begin anew with --restart, or "
            "name another output"
        )
    if config.threads:
        torch.set_num_threads(config.threads)
    torch.manual_seed(config.seed)
    taught, watched = _documents(config)
    backbone = load_backbone(config)
    config.output.mkdir(parents=True, exist_ok=True)
    accelerator = Accelerator(
        mixed_precision=config.precision, log_with="tensorboard", project_dir=str(config.output)
    )
    concepts = shared_concepts(taught) if config.facets.indicator else {}
    train = lay_out(taught, backbone.layout, concepts)
    dev = lay_out(watched, backbone.layout, concepts)
    accelerator.print(f"{len(train)} documents, {len(concepts)} concepts, {len(dev)} dev documents")
    classifier = (
        ConceptClassifier(backbone.widths["indicator"], len(concepts), config.facets.temperature)
        if concepts
        else None
    )
    model = StepModel(backbone.encoder, tuple(backbone.widths), classifier)
    trainer = Trainer(model, config, accelerator, backbone.layout.padding, backbone.blank)
    save_config(config, config.output / "config.yaml")
    accelerator.init_trackers("tensorboard")
    if resume and checkpoint.exists():
        trainer.resume(checkpoint)
    run(trainer, train, dev, config.output)
    accelerator.end_training()
    if accelerator.is_main_process:
        model.load_state_dict(torch.load(config.output / "best.pt", weights_only=True))
        accelerator.print(backbone.save(config.output))
        write_card(config, config.output, train, dev)


def _documents(config: EncoderConfig) -> tuple[list[TrainingDocument], list[TrainingDocument]]:
    """Return what teaches, and what is watched: dev, and the train companies kept from the encoder."""
    everything = load(config.data, ("train", "dev"))
    train = [each for each in everything if each.split == "train"]
    kept = [each for each in train if config.held_out and held_out(each.company)]
    taught = [each for each in train if not (config.held_out and held_out(each.company))]
    if not taught:
        raise InputError(
            f"{config.data} holds no training documents; make them with python -m cofitcheck.training.dataset"
        )
    dev = [each for each in everything if each.split == "dev"]
    watched = _few([*dev, *kept], config.watch.per_company)
    return taught[: config.documents or None], watched


def _few(documents: Iterable[TrainingDocument], per_company: int) -> list[TrainingDocument]:
    """Return the first documents of each company: two companies have most of the dev filings."""
    seen: Counter[str] = Counter()
    chosen = []
    for document in documents:
        seen[document.company] += 1
        if seen[document.company] <= per_company:
            chosen.append(document)
    return chosen
