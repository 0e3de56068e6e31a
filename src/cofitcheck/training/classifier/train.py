"""A training run of stage 2 from its configuration to the files it leaves."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import torch

from cofitcheck.classification.causal import CausalClassifier
from cofitcheck.classification.description import ClassifierDescription
from cofitcheck.classification.questions import QuestionLayout
from cofitcheck.encoding.pieces import Pieces
from cofitcheck.encoding.transformers import check_sizes
from cofitcheck.errors import InputError
from cofitcheck.training.classifier.answer_model import AnswerModel
from cofitcheck.training.classifier.card import said, write_card
from cofitcheck.training.classifier.config import ChoiceConfig, ClassifierConfig
from cofitcheck.training.classifier.examples import DocumentQuestions, lay_out
from cofitcheck.training.classifier.trainer import ClassifierTrainer
from cofitcheck.training.data import TrainingDocument, load
from cofitcheck.training.loop.adapters import add_adapters, merge_adapters
from cofitcheck.training.loop.checkpoints import find_resumed
from cofitcheck.training.loop.processes import make_accelerator
from cofitcheck.training.loop.run import BEST, set_up, train
from cofitcheck.training.loop.tokenizers import copy_tokenizer
from cofitcheck.training.split import taught_and_watched


def train_classifier(config: ClassifierConfig, *, resume: bool = False, restart: bool = False) -> None:
    """Train, watch the dev split, and leave the classifier with its card in `config.output`.

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
    """Return what is trained. Raises `ModelError`."""
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
    # The trained one may be sharded over processes, or on a device: the weights go into one that is not.
    model = _answer_model(config)
    model.load_state_dict(torch.load(config.output / BEST, map_location="cpu", weights_only=True))
    model.classifier.replace_body(merge_adapters(model.classifier.body))
    model.classifier.model.save_pretrained(config.output)
    copy_tokenizer(config.model, config.output)
    description.write(config.output)


def _examples(
    config: ClassifierConfig, layout: QuestionLayout
) -> tuple[list[DocumentQuestions], list[DocumentQuestions]]:
    """Return what teaches, and what is watched: every pair that the first trees let through."""
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
    made = lay_out(documents, config.candidates, layout, choice, config.seed)
    if not any(example.same.any() for example in made):
        raise InputError(
            f"{config.candidates} holds no pair of one fact that the first trees score at least "
            f"{choice.above}, for {len(documents)} documents of {config.data}: ask above less, or make both "
            "with more filings"
        )
    return made
