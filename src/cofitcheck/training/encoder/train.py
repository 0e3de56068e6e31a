"""A training run of stage 1, from its configuration to the files that it writes.

The run chooses the cosine above which pairs are candidates. The card of the trained encoder says on what, how
and how long it was trained, and how good it is on dev.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from msgspec import structs

from cofitcheck import __version__
from cofitcheck.encoding.causal import require_model
from cofitcheck.encoding.description import EncoderDescription
from cofitcheck.encoding.load import load_encoder
from cofitcheck.errors import InputError
from cofitcheck.evaluation.candidate_curve import Tally, calibrate, total
from cofitcheck.evaluation.gold import pairs_across
from cofitcheck.training.dataset import UNTAGGED, TrainingDocument, load, swapped, taught_and_watched
from cofitcheck.training.encoder.backbones import Backbone, load_backbone
from cofitcheck.training.encoder.config import MINILM, EncoderConfig
from cofitcheck.training.encoder.examples import Example, lay_out, shared_concepts
from cofitcheck.training.encoder.metrics import RECALLS
from cofitcheck.training.encoder.trainer import ConceptClassifier, EncoderTrainer, StepModel
from cofitcheck.training.loop.checkpoints import find_resumed
from cofitcheck.training.loop.processes import make_accelerator
from cofitcheck.training.loop.trainer import BEST, set_up, train

_CARD = """# {model}, trained for numerical semantic matching

Made by cofitcheck {version} with torch {torch}. {layout} layout, numbers {masked}.

## Training

`cofitcheck train encoder --config config.yaml` (the file is in this folder), seed {seed}: {steps} steps of
{batch} a process, {minutes:.0f} minutes of steps. Data: {documents} documents of {companies} companies,
{mentions:,} tagged mentions, {tokens:,} tokens an epoch. Dev: {dev} documents of {dev_companies} companies.

The weights are those of step {best}, the best by recall among the first {candidates:,} pairs a document.

## Dev

| step | minutes | {losses} | recall at {candidates:,} | {recalls} |
|---|---|{rules}
{rows}

The last columns are the pairs a document that reach a recall, the mean over documents. Candidates are pairs
with a cosine above {threshold}, which keeps {recall:.0%} of the gold pairs of these documents.
"""


def calibrate_encoder(path: Path, documents: Sequence[TrainingDocument], recall: float) -> float:
    """Choose the threshold of an encoder, write it into its description, and return it.

    It keeps the share `recall` of the documents' gold pairs. It is measured on the encoder as it will run: in
    int8 where that is shipped. Raises `InputError` where the documents have no gold pair.
    """
    encoder = load_encoder(path)
    tallies = []
    for example in documents:
        tables = tables_of(example)
        vectors = encoder.encode(example.document).fact
        tallies.append(Tally.of_vectors(vectors, tables, pairs_across(example.fact, tables)))
    threshold = calibrate(total(tallies), recall)
    folder = path if path.is_dir() else path.parent
    structs.replace(EncoderDescription.read(folder), threshold=threshold).write(folder)
    return threshold


def tables_of(example: TrainingDocument) -> npt.NDArray[np.int32]:
    """Return the table of each mention, int32 (n,)."""
    return np.array([mention.table for mention in example.document.mentions], np.int32)


def write_card(
    config: EncoderConfig, folder: Path, train: Sequence[Example], dev: Sequence[Example], threshold: float
) -> None:
    """Write `CARD.md` from the configuration, the data and `log.jsonl`."""
    log = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    losses = [name for name in log[-1] if name not in ("step", "minutes", "dev")]
    best = max(log, key=lambda row: float(row["dev"]["recall"]))
    card = _CARD.format(
        model=config.model,
        version=__version__,
        torch=torch.__version__,
        layout=config.layout.kind.capitalize(),
        masked="masked" if config.layout.masked else "visible",
        seed=config.seed,
        steps=log[-1]["step"],
        batch=f"{config.batch.documents} documents, {config.batch.tokens:,} tokens",
        minutes=log[-1]["minutes"],
        documents=len(train),
        companies=len({example.company for example in train}),
        mentions=sum(int((example.fact >= 0).sum()) for example in train),
        tokens=sum(len(each) for example in train for each in example.passes),
        dev=len(dev),
        dev_companies=len({example.company for example in dev}),
        best=best["step"],
        candidates=config.watch.candidates,
        threshold=threshold,
        recall=config.watch.recall,
        losses=" | ".join(losses),
        recalls=" | ".join(f"pairs for {goal}" for goal in RECALLS),
        rules="---|" * (len(losses) + 1 + len(RECALLS)),
        rows="\n".join(_row(row, losses) for row in log),
    )
    (folder / "CARD.md").write_text(card)


def _row(row: dict[str, object], losses: Sequence[str]) -> str:
    dev = row["dev"]
    assert isinstance(dev, dict)
    needed = (f"{count:,.0f}" for count in dev["needed"].values())
    terms = (f"{row[name]:.3f}" for name in losses)
    cells = [str(row["step"]), str(row["minutes"]), *terms, f"{dev['recall']:.3f}", *needed]
    return f"| {' | '.join(cells)} |"


def train_encoder(config: EncoderConfig, *, resume: bool = False, restart: bool = False) -> None:
    """Train, watch the dev split, and write the encoder with its card to `config.output`.

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
    """Return the model that is trained."""
    facets = config.facets
    weights = {
        "indicator": facets.indicator if concepts else 0.0,
        "breakdown": facets.breakdown,
        "period": facets.period,
    }
    # Processes wait for each other's gradients, and a head without a loss never has any.
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
    """Write the best encoder for inference, and return the path for `load_encoder`."""
    # The trained model may be sharded over processes, or on a device. The weights go into one that is not.
    backbone = load_backbone(config)
    model = _step_model(backbone, config, concepts)
    best = torch.load(config.output / BEST, map_location="cpu", weights_only=True)
    model.load_state_dict(best)
    return backbone.save(config.output)


def _documents(config: EncoderConfig) -> tuple[list[TrainingDocument], list[TrainingDocument]]:
    """Return the documents that teach, and those that are watched.

    Watched are dev, and the train companies kept from the encoder. Where `swapped`, it is the other way
    round."""
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
