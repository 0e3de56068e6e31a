"""Comments at the cells and the paragraphs of a Word document."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from lxml import etree

from cofitcheck.readers.docx import PARAGRAPH, cells_of, open_docx, paragraphs_of
from cofitcheck.readers.docx_runs import w
from cofitcheck.readers.formats import is_format
from cofitcheck.reports.office.excel import undated

if TYPE_CHECKING:
    from docx.text.run import Run


class WordCommenter:
    """Anchors each comment at the text of its cell or its paragraph."""

    def takes(self, original: bytes) -> bool:
        """Tell whether a file is a Word document."""
        return is_format(original, "word/document.xml")

    def comment(self, original: bytes, comments: Mapping[str, str], author: str) -> bytes:
        """Return a copy with comments; an address counts the cells or the paragraphs of the body."""
        word = open_docx(original, "document")
        cells, paragraphs = cells_of(word), paragraphs_of(word)
        for address, text in comments.items():
            if address.startswith(PARAGRAPH):
                runs = list(_runs(paragraphs[int(address.removeprefix(PARAGRAPH))], word))
            else:
                cell = cells[int(address)]
                runs = list(_runs(cell, word)) or [_empty_run(cell, word)]
            if not runs:
                continue
            comment = word.add_comment(runs, text, author=author, initials=author[:2])
            # Word shows a comment without a date as it is; with one, no two copies would be the same.
            del comment._element.attrib[w("date")]
        copy = io.BytesIO()
        word.save(copy)
        return undated(copy.getvalue())


def _runs(holder: etree._Element, word: Any) -> Iterator[Run]:
    """Yield the runs with text in a cell or a paragraph, those of tables inside it apart."""
    from docx.text.run import Run

    for run in holder.iter(w("r")):
        if next(run.iterancestors(holder.tag)) is holder and run.find(w("t")) is not None:
            yield Run(cast(Any, run), word)


def _empty_run(cell: etree._Element, word: Any) -> Run:
    from docx.text.paragraph import Paragraph

    return Paragraph(cast(Any, cell.find(w("p"))), word).add_run()
