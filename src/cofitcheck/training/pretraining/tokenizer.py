"""Trains the byte-level tokenizer of a small model of our own on table texts.

Run: `python -m cofitcheck.training.pretraining.tokenizer --data runs/data --untagged runs/pretraining
--output runs/tokenizer`

Digits are split one by one. The text is that of the train split and of the documents without tags, once with
numbers visible and once with numbers hidden. The words of a prompt of stage 2 are added, so that each of its
answers becomes one token.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from cofitcheck.classification.questions.prompts import Prompt
from cofitcheck.document import Document
from cofitcheck.encoding.passes import Characters, characters_text
from cofitcheck.errors import CofitcheckError, InputError
from cofitcheck.training.dataset import load
from cofitcheck.training.pretraining.documents import load_untagged, table_tokens

SIZE = 8192
END_OF_TEXT = "<|endoftext|>"
_ANSWERS = 100_000
"""How often an answer is added to the text, so that its letters are joined before rarer ones."""


def texts_of(documents: Iterable[Document]) -> Iterator[str]:
    """Yield the text of every table, with its numbers and with them hidden."""
    for document in documents:
        for masked in (False, True):
            tokens = table_tokens(document, Characters(), masked=masked)
            yield from map(characters_text, tokens.values())


def train_tokenizer(texts: Iterable[str], prompt: Prompt, size: int = SIZE) -> Any:
    """Return a `tokenizers.Tokenizer` of `size` pieces.

    Raises `InputError` where an answer of the prompt has not become one token.
    """
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=[END_OF_TEXT],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    answers = (prompt.yes, prompt.no)
    tokenizer.train_from_iterator(_with_prompt(texts, prompt, answers), trainer)
    for answer in answers:
        if len(tokenizer.encode(answer).ids) != 1:
            raise InputError(f"{size} pieces are too few for the answer{answer}: take more.")
    return tokenizer


def _with_prompt(texts: Iterable[str], prompt: Prompt, answers: Sequence[str]) -> Iterator[str]:
    yield from texts
    yield from (prompt.task, prompt.first_cell, prompt.second_cell, prompt.ask)
    yield from (answer * 1000 for answer in answers for _ in range(_ANSWERS // 1000))


def main(arguments: Sequence[str] | None = None) -> None:
    """Train the tokenizer from the command line."""
    parser = argparse.ArgumentParser(description="Train a byte-level tokenizer on table texts.")
    parser.add_argument("--data", type=Path, required=True, help="cache of labelled documents")
    parser.add_argument("--untagged", type=Path, help="cache of documents without tags")
    parser.add_argument("--prompt", default="english-1", help="prompt whose answers are one token each")
    parser.add_argument("--size", type=int, default=SIZE, help="pieces, with the special ones")
    parser.add_argument("--output", type=Path, required=True, help="folder for tokenizer.json")
    options = parser.parse_args(arguments)
    documents = [each.document for each in load(options.data, ("train",))]
    if options.untagged:
        documents += [each.document for each in load_untagged(options.untagged)]
    try:
        tokenizer = train_tokenizer(texts_of(documents), Prompt.named(options.prompt), options.size)
    except CofitcheckError as error:
        parser.exit(2, f"Error: {error}\n")
    options.output.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(options.output / "tokenizer.json"))
    print(f"{options.output}: {tokenizer.get_vocab_size()} pieces, from {len(documents)} documents")


if __name__ == "__main__":
    main()
