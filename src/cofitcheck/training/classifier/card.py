"""The card of a trained classifier: what it was trained on, how, for how long, and how good it is on dev."""

from __future__ import annotations

import json
from collections.abc import Sequence

import torch

from cofitcheck import __version__
from cofitcheck.training.classifier.config import ClassifierConfig
from cofitcheck.training.classifier.examples import DocumentQuestions

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
    """Return how much there is of examples, in words."""
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
