"""A tiny causal model with random weights, and labelled documents of tables with cells."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from cofitcheck.training.dataset import TrainingDocument, save
from tests.readers.html_pages import read_page, table

WORDS = (
    "sales costs taxes cash 2020 2021 row column body table each number encode fact item period part".split()
)


def tiny_qwen(folder: Path, layers: int = 2) -> Path:
    """Write a small Qwen2 and its tokenizer."""
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import Qwen2Config, Qwen2Model

    vocabulary = {word: place for place, word in enumerate(["[UNK]", "#", "|", ",", ":", "\n", *WORDS])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    torch.manual_seed(0)
    sizes = Qwen2Config(
        vocab_size=len(vocabulary),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=layers,
        num_attention_heads=4,
        num_key_value_heads=2,
    )
    Qwen2Model(sizes).save_pretrained(folder)
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


def labelled(company: str, split: str) -> TrainingDocument:
    """Return a document of two tables that state the same eight facts."""
    rows = [(label, f"{number}1{number}", f"{number}2{number}") for number, label in enumerate(WORDS[:4], 1)]
    document = read_page(
        table(("", "2020", "2021"), *rows), "<p>Again:</p>", table(("", "2020", "2021"), *rows)
    )
    facts = [2 * number + column for _ in range(2) for number in range(4) for column in range(2)]
    assert len(document.mentions) == len(facts)
    return TrainingDocument(
        document=document,
        fact=np.array(facts, np.int32),
        ambiguous=np.zeros((0, 2), np.int32),
        concept=tuple(WORDS[fact // 2] for fact in facts),
        members=((),) * len(facts),
        period=tuple(("", str(2020 + fact % 2)) for fact in facts),
        split=split,
        company=company,
    )


def dataset(folder: Path) -> Path:
    """Write a cache of labelled documents of four train companies and one of dev."""
    for number in range(4):
        made = labelled(f"Company {number}", "train")
        save(replace(made, document=replace(made.document, name=f"{number}.htm")), folder)
    save(labelled("Company 9", "dev"), folder)
    return folder
