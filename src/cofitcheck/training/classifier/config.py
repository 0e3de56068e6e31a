"""The settings of a training run of stage 2, which one YAML file holds."""

from __future__ import annotations

from pathlib import Path

import msgspec

from cofitcheck.classification.questions import PROMPTS
from cofitcheck.classification.questions.layout import Sharing
from cofitcheck.encoding.layouts.context import LIMIT
from cofitcheck.training.loop import NotNegative, Positive, RunConfig, Share, Watch, Weight


class QuestionConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How candidate pairs are asked about.

    It has the prompt's version, the most tokens of one prompt, and what shares a context
    (`classification.questions`). `chat` puts a question into the model's chat template."""

    prompt: str = PROMPTS[0]
    limit: Positive = LIMIT
    sharing: Sharing = "pair"
    chat: bool = False


class ChoiceConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which candidate pairs teach: those that the first trees score at least `above`.

    Of an encoder's own candidates, which no trees score, all teach. In each document at most `negatives`
    times as many pairs of different facts as of one fact are drawn, and at least one (0: all of them). To
    these are added `easy` times as many that the trees score less. They are never asked about later, but a
    small model does not learn from pairs alone whose words all look alike. With all pairs of different facts
    (`negatives` 0) none are added.
    """

    above: Share = 0.1
    negatives: Weight = 4.0
    easy: Weight = 0.0


class AnswerBatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one process sees in one step: passes of `documents` documents, about `tokens` tokens in all.

    `pass_tokens` is the most tokens of one padded forward pass.
    """

    documents: Positive = 1
    tokens: Positive = 8192
    pass_tokens: Positive = 4096


class AnswerWatch(Watch, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """When to look at the dev split, and at how many documents of each of its companies."""

    per_company: Positive = 1


class ClassifierConfig(RunConfig, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A training run of stage 2 (paper III-B).

    `data` is a folder written by `python -m cofitcheck.training.dataset`, `candidates` one written by
    `python -m cofitcheck.training.candidates`, `model` that of a causal language model. With `held_out` the
    model does not learn from the train companies that `training.dataset` holds out.
    """

    data: Path
    candidates: Path
    model: Path
    questions: QuestionConfig = QuestionConfig()
    choice: ChoiceConfig = ChoiceConfig()
    batch: AnswerBatch = AnswerBatch()
    watch: AnswerWatch = AnswerWatch()
    held_out: bool = True
    documents: NotNegative = 0
    """How many training documents are used, the first ones; 0 for all."""
