"""Which mentions stand in which table."""

from __future__ import annotations

from collections import defaultdict

from cofitcheck.document.model import Document, Mention, Table
from cofitcheck.errors import InputError


def mentions_by_table(document: Document) -> list[tuple[Table, list[Mention]]]:
    """Return the tables with mentions, each with its own, in the order of their first mentions.

    Raises `InputError` when a mention stands in a table that the document does not have.
    """
    tables = {table.index: table for table in document.tables}
    held: dict[int, list[Mention]] = defaultdict(list)
    for mention in document.mentions:
        if mention.table not in tables:
            raise misplaced(document, mention, "table")
        held[mention.table].append(mention)
    return [(tables[index], mentions) for index, mentions in held.items()]


def misplaced(document: Document, mention: Mention, missing: str) -> InputError:
    """Return the error that says of a mention that its `missing`, a table or a cell, is not there."""
    return InputError(
        f"{document.name}: mention {mention.index} is said to stand in table {mention.table}, row "
        f"{mention.row}, column {mention.column}, but there is no such {missing}: read the document again."
    )
