"""A tiny causal model to pretrain, its tokenizer, and documents without tags."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from cofitcheck.training.pretraining.documents import UntaggedDocument, save_untagged
from cofitcheck.training.pretraining.tokenizer import train_tokenizer
from tests.readers.html_pages import read_page, table
from tests.training.training_models import dataset

ROWS = (("Sales", "1,234", "1,111"), ("Costs", "567", "555"), ("Cash", "890", "808"))


def tables_document() -> Any:
    """Return a document of four tables: the first and the last share all numbers, the others none."""
    others = [
        table(("", "2020", "2021"), ("Debt", f"{n}43", f"{n}99"), ("Taxes", "12", "31")) for n in (3, 7)
    ]
    same = table(("", "2020", "2021"), *ROWS)
    return read_page("<p>Next:</p>".join([same, *others, same]))


def small_tokenizer(folder: Path) -> Path:
    """Write a byte-level tokenizer of a few hundred pieces."""
    from cofitcheck.classification.questions.prompts import Prompt

    folder.mkdir(parents=True, exist_ok=True)
    words = ["Sales and costs, cash and taxes: number, row and column of the table", "Next | 2020 | 2021 |\n"]
    train_tokenizer(words, Prompt.named("english-1"), 400).save(str(folder / "tokenizer.json"))
    return folder


def run_file(folder: Path, name: str = "run", **more: Any) -> Path:
    """Write a run on a model of two small layers, and what it reads."""
    if not (folder / "tokenizer").exists():
        small_tokenizer(folder / "tokenizer")
        dataset(folder / "data")
        for company in ("Company 9", "Another"):
            made = replace(tables_document(), name=f"{company}.htm")
            save_untagged(UntaggedDocument(made, company), folder / "untagged")
    settings = {
        "data": folder / "data",
        "untagged": folder / "untagged",
        "output": folder / name,
        "tokenizer": folder / "tokenizer",
        "architecture": "{layers: 2, width: 32, heads: 2, inner: 64}",
        "context": 128,
        "batch": 2,
        "watch": "{every: 2, sequences: 2}",
        "steps": 4,
        "warmup": 0,
        "body_rate": 1e-2,
        "precision": '"no"',
        "held_out": "false",
        "threads": 1,
        **more,
    }
    path = folder / f"{name}.yaml"
    lines = (f"{key}: {value}\n" for key, value in settings.items() if value is not None)
    path.write_text("".join(lines))
    return path
