"""Made-up tables with all their cells, and a tokenizer of single bytes: token ids read back as the text."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from cofitcheck.document import Cell, Document, Mention, Place, Table, TableStructure
from cofitcheck.encoding.passes import PackedPass, Pieces
from cofitcheck.numbers import Kind, Measure, Number

PLACE = Place("birch.htm", 0)


def tokenizer(start: str = "") -> Any:
    """Return a tokenizer whose tokens are bytes; it puts `start`, if any, before a text."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    made = Tokenizer(models.BPE({letter: number for number, letter in enumerate(alphabet)}, []))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    if start:
        made.add_special_tokens([start])
        made.post_processor = processors.TemplateProcessing(
            single=f"{start} $A", special_tokens=[(start, made.token_to_id(start))]
        )
    return made


def pieces() -> Pieces:
    return Pieces(tokenizer())


def text_of(tokens: Any) -> str:
    """Return the text of token ids."""
    decoded: str = tokenizer().decode([int(token) for token in tokens])
    return decoded


def context_text(one: PackedPass) -> str:
    """Return the text of a pass before its first mention's own tokens."""
    return text_of(one.tokens[: one.context()])


def own_texts(one: PackedPass) -> list[str]:
    """Return the own text of each mention of a pass."""
    return [text_of(one.tokens[one.unit == number]) for number in one.unit[one.queries]]


def cell(row: int, column: int, text: str, rows: int = 1, columns: int = 1) -> Cell:
    return Cell(row=row, column=column, text=text, places=(PLACE,), rows=rows, columns=columns)


def mention(index: int, row: int, column: int, text: str, **changes: Any) -> Mention:
    given: dict[str, Any] = {
        "table": 0,
        "row_path": (),
        "column_path": (),
        "measure": Measure.MONEY,
    } | changes
    number = Number(Kind.VALUE, Decimal(1), Decimal(1), measure=given.pop("measure"))
    return Mention(index=index, row=row, column=column, text=text, number=number, place=PLACE, **given)


def table(cells: Sequence[Cell], index: int = 0, title: str = "Birch Mills: debt", **lines: Any) -> Table:
    """Return a table of cells; `lines` say which rows are headers and sections."""
    structure = TableStructure.of(
        max((each.row + each.rows for each in cells), default=1),
        max((each.column + each.columns for each in cells), default=1),
        **lines,
    )
    given: dict[str, Any] = {
        "title": title,
        "caption": "in millions",
        "text_before": "At year end 2021 we owed $4,310 million.",
        "text_after": "Rates rose by 75 basis points.",
    }
    return Table(index=index, cells=tuple(cells), structure=structure, place=PLACE, **given)


def debt() -> Document:
    """Return a table with a two-row header, a section, a spanning label, a bar in a label and a dash."""
    cells = [
        cell(0, 1, "December 31", columns=2),
        cell(1, 1, "2021"),
        cell(1, 2, "2020"),
        cell(2, 0, "Current debt:", columns=3),
        cell(3, 0, "Notes | due 2027"),
        cell(3, 1, "$ 4,310"),
        cell(3, 2, "—"),
        cell(4, 0, "Bank\nloans", rows=2),
        cell(4, 1, "0"),
        cell(4, 2, "nil"),
        cell(5, 1, "12.5%"),
        cell(5, 2, "see Note 4"),
    ]
    current = "Current debt:"
    dates = {1: ("December 31", "2021"), 2: ("December 31", "2020")}
    notes, loans = (current, "Notes | due 2027"), (current, "Bank\nloans")
    mentions = (
        mention(0, 3, 1, "$ 4,310", row_path=notes, column_path=dates[1]),
        mention(1, 3, 2, "—", row_path=notes, column_path=dates[2]),
        mention(2, 4, 1, "0", row_path=loans, column_path=dates[1]),
        mention(3, 4, 2, "nil", row_path=loans, column_path=dates[2]),
        mention(4, 5, 1, "12.5%", row_path=loans, column_path=dates[1], measure=Measure.PERCENT),
    )
    made = table(cells, header_rows=2, section_rows=frozenset({2}))
    return Document("birch", (made,), mentions)


def long_table(rows: int, columns: int = 2, label: str = "Loan", words: str = "") -> Document:
    """Return a table of `rows` loans with a mention in each of `columns`, under a section and a header."""
    header = [cell(0, column, f"Year {2000 + column}") for column in range(1, columns + 1)]
    cells = [cell(0, 0, "Loans"), *header, cell(1, 0, "Secured:")]
    mentions: list[Mention] = []
    for row in range(2, rows + 2):
        name = f"{label} {row}"
        cells.append(cell(row, 0, name))
        for column in range(1, columns + 1):
            cells.append(cell(row, column, f"{row},{column:03}"))
            paths = {"row_path": ("Secured:", name), "column_path": (f"Year {2000 + column}",)}
            mentions.append(mention(len(mentions), row, column, f"{row},{column:03}", **paths))
        if words:
            cells.append(cell(row, columns + 1, words))
    return Document("birch", (table(cells, section_rows=frozenset({1})),), tuple(mentions))
