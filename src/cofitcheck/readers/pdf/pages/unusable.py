"""Pages that cannot be read, or were read from their picture, and what is said of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cofitcheck.document import UncheckedCode, UncheckedReason
from cofitcheck.readers.pdf.pages.page import Page

_UNREADABLE = 0.25
"""The share of characters without a meaning from which a page's text is no text."""
_READ_PICTURES = "--ocr, with the extra cofitcheck[ocr],"


@dataclass(frozen=True, slots=True)
class Unusable:
    """The pages that cannot be read, or not as a whole, by why; `ocr` tells whether it was tried."""

    pictures: list[int]
    unreadable: list[int]
    askew: list[int]
    ocr: bool

    @classmethod
    def of(cls, pages: Sequence[Page], *, ocr: bool) -> Unusable:
        """Return those of a document."""
        pictures = [page.number for page in pages if page.is_picture]
        unreadable = [
            page.number
            for page in pages
            if page.characters and page.unreadable > _UNREADABLE * page.characters
        ]
        askew = [page.number for page in pages if page.askew]
        return cls(pictures, [number for number in unreadable if number not in pictures], askew, ocr)

    def all(self) -> set[int]:
        """Return the pages of which nothing can be read."""
        return {*self.pictures, *self.unreadable}

    def warnings(self) -> tuple[UncheckedReason, ...]:
        """Say which pages were not read."""
        said = []
        if self.pictures:
            cause = UncheckedCode.PAGES_WITHOUT_TEXT_FOUND if self.ocr else UncheckedCode.PAGES_ARE_PICTURES
            said.append(_of_pages(cause, self.pictures))
        if self.unreadable:
            said.append(_of_pages(UncheckedCode.PAGES_WITHOUT_CHARACTERS, self.unreadable))
        if self.askew:
            said.append(_of_pages(UncheckedCode.PAGES_ASKEW, self.askew))
        return tuple(said)

    @property
    def nothing_to_read(self) -> str:
        """Say why a document without a page that can be read has none, and the way out."""
        if self.unreadable:
            return (
                "the fonts of this PDF do not say which characters they show, so its text cannot be read; "
                "save it anew from the program that made it."
            )
        count = len(self.pictures)
        if not count:
            return "its pages are blank; get the document again."
        way_out = "OCR found no text on them" if self.ocr else f"{_READ_PICTURES} reads such pages"
        return f"image only, {count:,} page{'s' * (count != 1)}; {way_out}."


def read_by_ocr(pages: Sequence[Page]) -> list[UncheckedReason]:
    """Say which pages were read by OCR, if any."""
    read = [page.number for page in pages if page.by_ocr and page.words]
    return [_of_pages(UncheckedCode.PAGES_BY_OCR, read)] if read else []


def _of_pages(cause: UncheckedCode, numbers: Sequence[int]) -> UncheckedReason:
    """Return what keeps pages from being checked, and which: "3–5, 9"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    said = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
    return UncheckedReason.of(cause, pages=said, n=len(numbers))
