"""Comments in Office files, at the addresses that their readers give the cells."""

from collections.abc import Mapping
from typing import Protocol

from cofitcheck.reports.office.excel import ExcelCommenter
from cofitcheck.reports.office.word import WordCommenter


class Commenter(Protocol):
    """Writes comments into a file of one format."""

    def takes(self, original: bytes) -> bool:
        """Tell whether a file is in this format."""
        ...

    def comment(self, original: bytes, comments: Mapping[str, str], author: str) -> bytes:
        """Return a copy of the file with a comment at each of the addresses."""
        ...


COMMENTERS: Mapping[str, Commenter] = {
    ".commented.docx": WordCommenter(),
    ".commented.xlsx": ExcelCommenter(),
}
"""By what the name of the copy ends in."""

__all__ = ["COMMENTERS", "Commenter"]
