"""Headers that stand above their table, laid out as another one: "Notes | 2023 | 2022", "| £ | £".

British accounts print each row, or each block of rows, as a table of its own, and so its headers too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cofitcheck import patterns as re
from cofitcheck.language.table_words import HEADERS, any_of
from cofitcheck.numbers import is_reference, is_side_text, read_unit_caption
from cofitcheck.periods.text import read_period

Row = Sequence[tuple[int, str]]
"""The cells of a row of words: the first column of each, and its text."""
_MOST = 8
"""How many rows of headers are looked at."""
_LONGEST = 40
"""The most characters of a header of several columns beside each other."""
_LONGEST_TITLE = 80
"""What is longer is a sentence."""
_TITLES = 3
"""How many titles of rows may stand between headers and what they head."""
_DATE = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2}(?:\d\d)?")
_ASIDE = re.compile(any_of(HEADERS.beside), re.IGNORECASE)


class HeadsAbove:
    """The rows of words above a table that head columns and that no table above it had, from the top down.

    `length` counts the characters since the last table of numbers.
    """

    def __init__(self) -> None:
        self._rows: list[Row] = []
        self.length = 0

    def add(self, row: Row) -> None:
        """Take in a row of words; a paragraph is one of a single cell."""
        self._rows = [*self._rows, row][-_MOST:]
        self.length += sum(len(text) for _, text in row)

    def pass_table(self, *, headed: bool) -> None:
        """Go on below a table of numbers; `headed` tells that it has headers, these or its own."""
        self._rows = [] if headed else self._rows
        self.length = 0

    @property
    def columns(self) -> int:
        """How many columns of amounts the periods and units are of, 0 where there are none."""
        rows = [texts for row in self._headers() if (texts := _of_amounts(row))]
        counts = [len(row) for row in rows if all(_is_head(text) for _, text in row)]
        return min((count for count in counts if count > 1), default=min(counts, default=0))

    @property
    def name_notes(self) -> bool:
        """Tell whether one of the headers is that of a column of notes."""
        return any(is_reference(text) for row in self._headers() for _, text in row)

    def over(self, columns: Sequence[int], rows: Iterable[frozenset[int]]) -> dict[int, tuple[str, ...]]:
        """Return the headers of columns of numbers; nothing where they do not tell apart the columns that
        each of the table's `rows` has a number in.

        Headers go to the columns in their order, each to one or all to equally many.
        """
        paths: dict[int, list[str]] = {column: [] for column in columns}
        sure = False
        rows = [row for row in rows if len(row) > 1]
        for row in reversed(self._headers()):
            texts = _spread(row, len(columns))
            sure |= bool(texts) and all(map(_is_head, texts))
            for column, text in zip(columns, texts, strict=False):
                if text not in paths[column]:
                    paths[column].insert(0, text)
        told = {column: tuple(texts) for column, texts in paths.items()}
        apart = all(len({told[column] for column in row}) == len(row) for row in rows)
        return told if sure and rows and apart else {}

    def _headers(self) -> list[Row]:
        """Return the rows at the end that head columns; titles of the rows below may stand under them."""
        headers: list[Row] = []
        titles = 0
        for row in reversed(self._rows):
            texts = [text for _, text in _of_amounts(row)]
            if all(map(_is_head, texts)) or (len(texts) > 1 and all(map(_may_head, texts))):
                headers.insert(0, row)
            elif len(row) == 1 and not headers and titles < _TITLES and _may_be_title(row[0][1]):
                titles += 1
            else:
                break
        return headers


def _is_head(text: str) -> bool:
    """Tell whether a text is a period, a unit, or another word that only headers are."""
    if len(text) > _LONGEST:
        return False
    stated = _DATE.fullmatch(text) is not None or bool(read_period(text))
    unit = is_side_text(text) or read_unit_caption(text) is not None
    return stated or unit or _ASIDE.fullmatch(text) is not None


def _may_head(text: str) -> bool:
    return _is_head(text) or _is_words(text)


def _is_words(text: str) -> bool:
    return len(text) <= _LONGEST and any(map(str.isalpha, text)) and not any(map(str.isdigit, text))


def _may_be_title(text: str) -> bool:
    return len(text) <= _LONGEST_TITLE and not text.endswith(".")


def _of_amounts(row: Row) -> list[tuple[int, str]]:
    return [(column, text) for column, text in row if not is_reference(text)]


def _spread(row: Row, columns: int) -> list[str]:
    """Return one text a column, of each that heads several the same; nothing where they do not go up. The
    first of one more than there are columns stands over the labels."""
    cells = _of_amounts(row)
    corner = len(cells) == columns + 1 and cells[0][0] == 0
    texts = [text for _, text in cells[corner:]]
    if len(set(texts)) == 1 and len(texts) > 1:
        return [texts[0]] * columns
    if len(texts) < 2 or columns % len(texts):
        return []
    return [text for text in texts for _ in range(columns // len(texts))]
