"""Tables with numbers that are no data: contents, exhibit indexes, the feet of pages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cofitcheck.readers.tables.columns import JoinedCell, LogicalGrid
from cofitcheck.readers.tables.layout import find_layout, is_value

_CONTENTS = re.compile(
    r"\b(?:item\s+\d|part\s+i|signatures|exhibits?)\b|^(?:item|note)\s*\d|\breports? of independent\b"
    r"|\bconsolidated (?:balance sheets?|statements? of|financial statements)\b",
    re.IGNORECASE,
)
_PAGE_HEADER = re.compile(r"^pages?(?: no\.?| number)?$", re.IGNORECASE)
_PAGE_NUMBER = re.compile(r"\d{1,3}")
_EXHIBIT = re.compile(
    r"[*#†+‡^]*\(?\d{1,3}(?:\.\d{1,3})*(?:\.[A-Z]{3})?(?:\(?[a-z]{1,2}\)?)?"
    r"(?: ?[*#†+‡^]| ?\([a-z\d*#†+‡^]+\))*\)?"
)
_FILED = re.compile(
    r"\bexhibits?\b|\bincorporated (?:herein )?by reference\b|\b(?:filed|furnished) herewith\b|\bxbrl\b"
    r"|\bsarbanes\b|\bindenture\b|\bby-?laws\b|^(?:form )?(?:8-k|10-[kq]|s-\d)\b",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_WORDS = re.compile(r"[^\W\d_]{2,}.*?[^\W\d_]{2,}")


def is_no_data(grid: LogicalGrid) -> bool:
    """Tell whether the numbers of a table only number pages or exhibits."""
    return _is_contents(grid) or _is_page_foot(grid) or _is_exhibit_index(grid)


def _is_contents(grid: LogicalGrid) -> bool:
    """Tell whether this is a table of contents: rows end in rising page numbers under "Page" or beside such
    words."""
    body = [row for row in grid.rows[find_layout(grid).header_rows :] if len(row) > 1]
    pages = [int(row[-1].text) for row in body if _PAGE_NUMBER.fullmatch(row[-1].text)]
    headed = any(_PAGE_HEADER.match(cell.text) for row in grid.rows[:3] for cell in row)
    words = sum(bool(_CONTENTS.search(row[0].text)) for row in body)
    return (
        len(pages) >= 2 and pages == sorted(pages) and 2 * len(pages) > len(body) and (headed or words >= 2)
    )


def _is_page_foot(grid: LogicalGrid) -> bool:
    """Tell whether a table is one row of words and the number of a page."""
    texts = [cell.text for row in grid.rows for cell in row]
    pages = [text for text in texts if _PAGE_NUMBER.fullmatch(text)]
    numbers = [cell for row in grid.rows for cell in row if is_value(cell)]
    return len(grid.rows) == 1 and len(pages) == len(numbers) == 1 < len(texts)


def _is_exhibit_index(grid: LogicalGrid) -> bool:
    """Tell whether a table lists exhibits: nothing but their numbers, each beside words, some of which say
    how exhibits are filed."""
    numbers = [cell.text for row in grid.rows for cell in row if is_value(cell) and _DIGIT.search(cell.text)]
    if not all(_EXHIBIT.fullmatch(number) for number in numbers):
        return False
    numbered = [row for row in grid.rows if any(_numbers_words(row))]
    filed = any(_FILED.search(cell.text) for row in grid.rows for cell in row)
    return filed and 2 * len(numbered) > sum(len(row) > 1 for row in grid.rows)


def _numbers_words(row: Sequence[JoinedCell]) -> list[bool]:
    """Tell of each cell of a row whether it is the number of an exhibit with its name right of it."""
    return [
        bool(_EXHIBIT.fullmatch(cell.text) and any(_WORDS.search(other.text) for other in row[at + 1 :]))
        for at, cell in enumerate(row)
    ]
