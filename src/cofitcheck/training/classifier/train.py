"""A training run of stage 2, from its configuration to the files that it writes.

The card of a trained classifier says on what, how and how long it was trained, and how good it is on dev.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import msgspec
import torch

from cofitcheck import __version__
from cofitcheck.classification.causal import CausalClassifier
from cofitcheck.classification.description import ClassifierDescription
from cofitcheck.classification.questions import QuestionLayout
from cofitcheck.encoding.passes import Pieces
from cofitcheck.encoding.transformers import check_sizes
from cofitcheck.errors import InputError
from cofitcheck.training.classifier.config import ChoiceConfig, ClassifierConfig
from cofitcheck.training.classifier.trainer import AnswerModel, ClassifierTrainer, DocumentQuestions, lay_out
from cofitcheck.training.dataset import TrainingDocument, load, taught_and_watched
from cofitcheck.training.loop.checkpoints import add_adapters, copy_tokenizer, find_resumed, merge_adapters
from cofitcheck.training.loop.processes import make_accelerator
from cofitcheck.training.loop.trainer import BEST, set_up, train

_CARD = """# {model}, trained to tell whether two numbers state one fact

Made by cofitcheck {version} with torch {torch}. Prompt {prompt}, contexts shared by {sharing}, {limit:,}
tokens a prompt at most.

## Training

`cofitcheck train classifier --config config.yaml` (the file is in this folder), seed {seed}: {steps} steps of
{documents} documents and {tokens:,} tokens a process, {minutes:.0f} minutes of steps. Data: {train}.
Candidates of {candidates} with a score of at least {above}; at most {negatives:g} pairs of two facts for
each of one, and {easy:g} of those with a lower score.
Dev: {dev}.

The weights are those of step {best}, the best by F1.

## Dev

| step | minutes | loss | F1 | precision | recall | threshold | log-loss | AUC |
|---|---|---|---|---|---|---|---|---|
{rows}

Figures are end to end against clear gold: pairs that were never asked count as missed.
"""


def write_card(
    config: ClassifierConfig, train: Sequence[DocumentQuestions], dev: Sequence[DocumentQuestions]
) -> None:
    """Write `CARD.md` from the configuration, the data and `log.jsonl`."""
    log = [json.loads(line) for line in (config.output / "log.jsonl").read_text().splitlines()]
    best = max(log, key=lambda row: float(row["dev"]["f1"]))
    card = _CARD.format(
        model=config.model.name,
        version=__version__,
        torch=torch.__version__,
        prompt=config.questions.prompt,
        sharing=config.questions.sharing,
        limit=config.questions.limit,
        seed=config.seed,
        steps=log[-1]["step"],
        documents=config.batch.documents,
        tokens=config.batch.tokens,
        minutes=log[-1]["minutes"],
        train=said(train),
        candidates=config.candidates.name,
        above=config.choice.above,
        negatives=config.choice.negatives,
        easy=config.choice.easy,
        dev=said(dev),
        best=best["step"],
        rows="\n".join(_row(row) for row in log),
    )
    (config.output / "CARD.md").write_text(card)


def said(examples: Sequence[DocumentQuestions]) -> str:
    """Return in words how many documents, companies, pairs and tokens there are."""
    companies = len({example.company for example in examples})
    pairs = sum(len(example.same) for example in examples)
    same = sum(int(example.same.sum()) for example in examples)
    tokens = sum(len(each) for example in examples for each in example.passes)
    return (
        f"{len(examples)} documents of {companies} companies, {pairs:,} pairs ({same:,} of one fact), "
        f"{tokens:,} tokens"
    )


def _row(row: dict[str, object]) -> str:
    dev = row["dev"]
    assert isinstance(dev, dict)
    figures = [
        row["answer"],
        *(dev[name] for name in ("f1", "precision", "recall", "threshold", "loss", "auc")),
    ]
    return f"| {row['step']} | {row['minutes']} | " + " | ".join(f"{each:.3f}" for each in figures) + " |"


def train_classifier(config: ClassifierConfig, *, resume: bool = False, restart: bool = False) -> None:
    """Train, watch the dev split, and write the classifier with its card to `config.output`.

    Raises `InputError` where there is nothing to train on, a checkpoint is in the way, or the processes that
    were started cannot train together; `ModelError` where the model cannot be used;
    `MissingDependencyError` without DeepSpeed where it was asked for.
    """
    resumed = find_resumed(config, resume=resume, restart=restart)
    set_up(config)
    description = ClassifierDescription(
        config.questions.prompt, config.questions.limit, config.questions.sharing, config.questions.chat
    )
    layout = description.make_layout(config.model / "tokenizer.json")
    accelerator = make_accelerator(config, config.batch.documents)
    model = _answer_model(config)
    taught, watched = _examples(config, layout)
    accelerator.print(f"{said(taught)} to learn from, {said(watched)} to watch")
    trainer = ClassifierTrainer(model, config, accelerator, layout.answers(), taught, watched)
    train(trainer, resumed)
    if accelerator.is_main_process:
        best = max((look["dev"] for look in trainer.progress.looks), key=lambda found: float(found["f1"]))
        _finish(config, msgspec.structs.replace(description, threshold=best["threshold"]))
        write_card(config, taught, watched)


def _answer_model(config: ClassifierConfig) -> AnswerModel:
    """Return the model that is trained. Raises `ModelError`."""
    classifier = CausalClassifier.load(config.model)
    pieces = Pieces.load(config.model / "tokenizer.json")
    check_sizes(config.model, classifier.body.config, pieces, config.questions.limit)
    if config.gradient_checkpointing:
        classifier.body.activation_checkpointing_enable()
    if config.lora:
        classifier.replace_body(add_adapters(classifier.body, config.lora))
    return AnswerModel(classifier, half=config.precision == "bf16")


def _finish(config: ClassifierConfig, description: ClassifierDescription) -> None:
    """Write the best classifier for inference."""
    # The trained model may be sharded over processes, or on a device. The weights go into one that is not.
    model = _answer_model(config)
    model.load_state_dict(torch.load(config.output / BEST, map_location="cpu", weights_only=True))
    model.classifier.replace_body(merge_adapters(model.classifier.body))
    model.classifier.model.save_pretrained(config.output)
    copy_tokenizer(config.model, config.output)
    description.write(config.output)


def _examples(
    config: ClassifierConfig, layout: QuestionLayout
) -> tuple[list[DocumentQuestions], list[DocumentQuestions]]:
    """Return the questions that teach, and those that are watched.

    Watched is every pair that the first trees let through."""
    documents = load(config.data, ("train", "dev"))
    taught, watched = taught_and_watched(documents, config.held_out, config.watch.per_company)
    if not taught:
        raise InputError(
            f"{config.data} holds no training documents; make them with python -m cofitcheck.training.dataset"
        )
    learnt = _laid_out(taught[: config.documents or None], config, layout, config.choice)
    every = ChoiceConfig(config.choice.above, negatives=0)
    return learnt, _laid_out(watched, config, layout, every)


def _laid_out(
    documents: Sequence[TrainingDocument],
    config: ClassifierConfig,
    layout: QuestionLayout,
    choice: ChoiceConfig,
) -> list[DocumentQuestions]:
    made = lay_out(documents, config.candidates, layout, choice, config.seed, config.batch.pass_tokens)
    if not any(example.same.any() for example in made):
        raise InputError(
            f"{config.candidates} holds no pair of one fact that the first trees score at least "
            f"{choice.above}, for {len(documents)} documents of {config.data}: ask above less, or make both "
            "with more filings"
        )
    return made
