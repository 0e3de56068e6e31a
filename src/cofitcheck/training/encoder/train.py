"""A training run of stage 1 from its configuration to the files it leaves."""

from __future__ import annotations

from pathlib import Path

import torch

from cofitcheck.encoding.causal_body import require_model
from cofitcheck.errors import InputError
from cofitcheck.evaluation.gold.labels import pairs_across
from cofitcheck.training.data import TrainingDocument, load
from cofitcheck.training.encoder.backbones import Backbone, load_backbone
from cofitcheck.training.encoder.calibration import calibrate_encoder, tables_of
from cofitcheck.training.encoder.card import write_card
from cofitcheck.training.encoder.config import MINILM, EncoderConfig
from cofitcheck.training.encoder.examples import lay_out, shared_concepts
from cofitcheck.training.encoder.step_model import ConceptClassifier, StepModel
from cofitcheck.training.encoder.trainer import EncoderTrainer
from cofitcheck.training.loop.checkpoints import find_resumed
from cofitcheck.training.loop.processes import make_accelerator
from cofitcheck.training.loop.run import BEST, set_up, train
from cofitcheck.training.split import UNTAGGED, swapped, taught_and_watched


def train_encoder(config: EncoderConfig, *, resume: bool = False, restart: bool = False) -> None:
    """Train, watch the dev split, and leave the encoder with its card in `config.output`.

    Raises `InputError` where there is nothing to train on, a checkpoint is in the way, or the processes that
    were started cannot train together; `ModelError` where the backbone cannot be used;
    `MissingDependencyError` without DeepSpeed where it was asked for.
    """
    resumed = find_resumed(config, resume=resume, restart=restart)
    set_up(config)
    if config.model != MINILM:
        require_model(Path(config.model))
    train_documents, dev_documents = _documents(config)
    accelerator = make_accelerator(config, config.batch.documents)
    backbone = load_backbone(config)
    concepts = shared_concepts(train_documents) if config.facets.indicator else {}
    taught = lay_out(train_documents, backbone.layout, concepts)
    watched = lay_out(dev_documents, backbone.layout, concepts)
    accelerator.print(f"{len(taught)} documents, {len(concepts)} concepts, {len(watched)} dev documents")
    model = _step_model(backbone, config, len(concepts))
    padding, blank = backbone.layout.padding, backbone.blank
    train(EncoderTrainer(model, config, accelerator, padding, blank, taught, watched), resumed)
    if accelerator.is_main_process:
        encoder = _finish(config, len(concepts))
        threshold = calibrate_encoder(encoder, dev_documents, config.watch.recall)
        print(f"{encoder}: candidates are pairs with a cosine above {threshold}")
        write_card(config, config.output, taught, watched, threshold)


def _step_model(backbone: Backbone, config: EncoderConfig, concepts: int) -> StepModel:
    """Return what is trained."""
    facets = config.facets
    weights = {
        "indicator": facets.indicator if concepts else 0.0,
        "breakdown": facets.breakdown,
        "period": facets.period,
    }
    # Processes wait for each other's gradients, and a head that no loss teaches never has any.
    untaught = tuple(
        f"{part}{name}." for name in weights for part in ("", "projections.") if not weights[name]
    )
    for name, parameter in backbone.encoder.named_parameters():
        if name.startswith(untaught):
            parameter.requires_grad = False
    classifier = (
        ConceptClassifier(backbone.widths["indicator"], concepts, facets.temperature) if concepts else None
    )
    return StepModel(backbone.encoder, tuple(backbone.widths), classifier, half=config.precision == "bf16")


def _finish(config: EncoderConfig, concepts: int) -> Path:
    """Write the best encoder for inference, and return what `load_encoder` takes."""
    # The trained one may be sharded over processes, or on a device: the weights go into one that is not.
    backbone = load_backbone(config)
    model = _step_model(backbone, config, concepts)
    best = torch.load(config.output / BEST, map_location="cpu", weights_only=True)
    model.load_state_dict(best)
    return backbone.save(config.output)


def _documents(config: EncoderConfig) -> tuple[list[TrainingDocument], list[TrainingDocument]]:
    """Return what teaches, and what is watched: dev, and the train companies kept from the encoder; or the
    other way round."""
    everything = load(config.data, ("train", "dev", UNTAGGED))
    if config.swapped:
        taught, watched = swapped(everything, config.watch.per_company)
    else:
        taught, watched = taught_and_watched(everything, config.held_out, config.watch.per_company)
    if not taught:
        raise InputError(
            f"{config.data} holds no training documents; make them with python -m cofitcheck.training.dataset"
        )
    if not any(len(pairs_across(each.fact, tables_of(each))) for each in watched):
        raise InputError(
            f"{config.data} holds no dev document with two equal facts in different tables, so no step is "
            "better than another; add some with python -m cofitcheck.training.dataset --split dev"
        )
    return taught[: config.documents or None], watched
