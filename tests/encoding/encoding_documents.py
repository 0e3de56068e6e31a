"""A made-up document and a made-up tokenizer, both tiny."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from cofitcheck.document import Cell, Document, Mention, Place, Table, TableStructure
from cofitcheck.encoding.passes import Wordpieces
from cofitcheck.numbers import Kind, Measure, Number

WORDS = re.split(
    r"\s",
    "acme balance sheets in millions december 31 2020 2021 at assets current cash inventory total "
    "equity stock retained earnings balance january 1 net income senior notes due april 2027 of the "
    "fiscal year was # , $ per shares % loans debt",
)
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
PLACE = Place("acme.htm", 0)


def tokenizer() -> Any:
    """Return a tokenizer whose vocabulary is the words above."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    vocabulary = {word: number for number, word in enumerate([*SPECIAL, *dict.fromkeys(WORDS)])}
    made = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    made.normalizer = normalizers.Lowercase()
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return made


def wordpieces() -> Wordpieces:
    return Wordpieces(tokenizer())


def words(tokens: Any) -> list[str]:
    """Return the words of token ids."""
    made = tokenizer()
    return [made.id_to_token(int(token)) for token in tokens]


def table(index: int, **changes: Any) -> Table:
    given: dict[str, Any] = {
        "cells": (),
        "structure": TableStructure.of(9, 9),
        "place": PLACE,
        "title": "Acme balance sheets",
        "caption": "in millions",
        "text_before": "Total debt of the fiscal year was $1,234",
    }
    return Table(index=index, **(given | changes))


def mention(index: int, row: int, rows: tuple[str, ...], headers: tuple[str, ...], **changes: Any) -> Mention:
    """Return a mention in column 1 of table 0, unless said otherwise; its value is 1,000 and its index."""
    text = str(changes.pop("text", f"{1000 + index:,}"))
    value = Decimal(re.sub(r"[^\d.]", "", text))
    measure = changes.pop("measure", Measure.UNKNOWN)
    given: dict[str, Any] = {"table": 0, "column": 1} | changes
    number = Number(Kind.VALUE, value, value, measure=measure)
    return Mention(
        index=index,
        row=row,
        text=text,
        number=number,
        row_path=rows,
        column_path=headers,
        place=PLACE,
        **given,
    )


def balance_sheet() -> Document:
    """Two tables: assets under a section at two dates, and a roll-forward of equity."""
    dates = (("December 31", "2021"), ("December 31", "2020"))
    rows = ((2, ("Current assets", "Cash")), (3, ("Current assets", "Inventory")), (4, ("Total assets",)))
    mentions = [
        mention(2 * number + column, row, path, dates[column], column=column + 1)
        for number, (row, path) in enumerate(rows)
        for column in (0, 1)
    ]
    movement = (
        (1, ("Balance at January 1, 2020",)),
        (2, ("Net income",)),
        (3, ("Balance at December 31, 2020",)),
        (4, ("Net income",)),
    )
    mentions += [
        mention(6 + number, row, path, ("Retained earnings",), table=1)
        for number, (row, path) in enumerate(movement)
    ]
    cells = (Cell(row=2, column=3, text="due April 2027", places=(PLACE,)),)
    return Document("acme", (table(0, cells=cells), table(1)), tuple(mentions))
