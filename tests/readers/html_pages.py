"""Small HTML pages of our own making, and short ways to look at what the reader made of them."""

from collections.abc import Sequence

from cofitcheck.document import Document, Mention
from cofitcheck.readers import read

YEARS = ("", "2023", "2022")


def row(*cells: str, tag: str = "td") -> str:
    """Return a table row; a cell that is markup for a cell already stays as it is."""
    return "<tr>" + "".join(c if c.startswith("<t") else f"<{tag}>{c}</{tag}>" for c in cells) + "</tr>"


def table(*rows: Sequence[str] | str) -> str:
    inner = "".join(cells if isinstance(cells, str) else row(*cells) for cells in rows)
    return f"<table>{inner}</table>"


def page(*body: str) -> bytes:
    return f"<html><body>{''.join(body)}</body></html>".encode()


def read_page(*body: str) -> Document:
    return read(page(*body), "page.htm")


def texts(document: Document) -> list[str]:
    return [mention.text for mention in document.mentions]


def mention(document: Document, text: str) -> Mention:
    """Return the only mention with this text."""
    (found,) = [mention for mention in document.mentions if mention.text == text]
    return found


def row_path(document: Document, text: str) -> tuple[str, ...]:
    return mention(document, text).row_path


def column_path(document: Document, text: str) -> tuple[str, ...]:
    return mention(document, text).column_path
