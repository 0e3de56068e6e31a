"""The card of a trained encoder: what it was trained on, how, for how long, and how good it is on dev."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import torch

from cofitcheck import __version__
from cofitcheck.training.encoder.config import EncoderConfig
from cofitcheck.training.encoder.examples import Example
from cofitcheck.training.encoder.metrics import RECALLS

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
