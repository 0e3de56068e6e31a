"""Two documents as one, so that what judges the pairs of a document judges pairs across two."""

from __future__ import annotations

from dataclasses import replace

from cofitcheck.document import Document


def joined(this: Document, other: Document) -> Document:
    """Return a document with the tables and mentions of both, those of `other` numbered on.

    Mention i of `other` is mention `len(this.mentions) + i`. The text outside tables is left behind.
    """
    tables, mentions = len(this.tables), len(this.mentions)
    return Document(
        name=this.name,
        tables=(*this.tables, *(replace(each, index=each.index + tables) for each in other.tables)),
        mentions=(
            *this.mentions,
            *(
                replace(each, index=each.index + mentions, table=each.table + tables)
                for each in other.mentions
            ),
        ),
    )
