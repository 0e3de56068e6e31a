"""Made-up documents and fact sets for the tests of checks."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from cofitcheck.document import Document, Mention, Place, Table, TableStructure
from cofitcheck.facts import FactSet
from cofitcheck.language.lexicon import names_total
from cofitcheck.numbers import Kind, Measure, Number

Row = tuple[str, Sequence[str]]
YEARS = ("2023", "2022", "2021")


def number(text: str, scale: int = 6) -> Number:
    """Read "1,234", "(1,234)" or "-" as money with the given scale."""
    digits = text.strip("()").replace(",", "")
    if digits == "-":
        return Number(Kind.DASH, None, None, measure=Measure.MONEY)
    displayed = -Decimal(digits) if text.startswith("(") else Decimal(digits)
    exponent = displayed.as_tuple().exponent
    assert isinstance(exponent, int)
    return Number(
        Kind.VALUE, displayed.scaleb(scale), displayed, scale, exponent + scale, Measure.MONEY, "USD"
    )


def document(
    *tables: Sequence[Row], headers: Sequence[str] = YEARS, titles: Sequence[str] = (), scale: int = 6
) -> Document:
    """Each table is its rows; a label "Section|Row" has a section."""
    mentions: list[Mention] = []
    made: list[Table] = []
    for index, rows in enumerate(tables):
        place = Place("made-up.htm", 100 * index)
        title = titles[index] if titles else f"Table {index}"
        structure = TableStructure.of(
            len(rows) + 1,
            len(headers) + 1,
            total_rows=[
                at for at, (label, _) in enumerate(rows, start=1) if names_total(label.split("|")[-1])
            ],
            total_columns=[at for at, header in enumerate(headers, start=1) if names_total(header)],
        )
        made.append(Table(index, (), structure, place, title=title))
        for r, (label, values) in enumerate(rows, start=1):
            for c, (header, text) in enumerate(zip(headers, values, strict=False), start=1):
                at = (index, r, c, text, number(text, scale), tuple(label.split("|")), (header,), place)
                mentions.append(Mention(len(mentions), *at))
    return Document("made-up", tuple(made), tuple(mentions))


def fact(*mentions: int, probability: float = 0.95, index: int = 0) -> FactSet:
    """A fact set in which every two mentions were scored alike."""
    links = tuple((a, b, probability) for k, a in enumerate(mentions) for b in mentions[k + 1 :])
    return FactSet(index, mentions, links)
