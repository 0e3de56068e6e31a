"""The texts that the encoder may read: the words around a mention, with every value hidden.

Numbers in text are hidden, so that no value can decide whether two mentions state the same fact. Numbers that
name a period or a place stay: years, dates, and plain numbers of one or two digits ("31", "Level 3", "Note
12").

Encoder and trees have learnt English labels, so labels of other languages are translated. The glossaries in
`language/glossary` name the items that most statements have. In Chinese and Japanese they are found within a
label. In languages that set words apart by blanks only a whole label is translated, since a part of it may be
a word of another language.

A table is laid out in Markdown: one header line, one line for each body row, no merged cells.
"""

from __future__ import annotations

import calendar
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.document import Cell, Document, Mention, Table
from cofitcheck.language.lexicon import SIMPLIFIED
from cofitcheck.language.meanings import glossary
from cofitcheck.numbers import Measure
from cofitcheck.periods import Period
from cofitcheck.periods.dating import stated_periods
from cofitcheck.periods.east_asian import speaks_east_asian, spelled

PLACEHOLDER = "#"

_NUMBER = re.compile(
    r"""
    (?P<date>
        (?<![\d.,])
        (?: \d{1,2}(?P<mark>[./-])\d{1,2}(?P=mark)(?:\d{4}|\d{2})   # 12/31/2020, 31.12.20
          | \d{4}(?P<iso>[./-])\d{1,2}(?P=iso)\d{1,2}               # 2020-12-31
          | \d{1,2},(?:19|20)\d{2}                                  # December 31,2020 (the space is lost)
        )
        (?!\d|[.,]\d)
    )
    | (?P<currency>[$€£¥₩]\s?)? (?P<digits>\d+(?:[.,'’]\d+)*) (?P<percent>\s?[%％])?
    """,
    re.VERBOSE,
)
_MASKED_YEAR = re.compile(r"(?:19|20)\d{2}|2100")

BETWEEN_HEADERS = " / "
"""Stands between the rows of a column's header, as a Markdown table has only one header line."""

LEVELS = 6
"""The most header texts, and the most section rows, kept for one mention: the innermost ones."""

_BEFORE = 300
_BALANCE = re.compile(
    r"(?:(?:beginning|ending|opening|closing)\s+)?balances?\b.*\b(?:19|20)\d{2}\b", re.IGNORECASE
)
_YEAR = re.compile(r"\b(?:19|20)\d{2}\b")
_WORDS = re.compile(r"[^\W\d_]{2}|\b(?:19|20)\d{2}\b")

MEASURE_WORDS = {Measure.PER_SHARE: "per", Measure.SHARES: "shares", Measure.PERCENT: "%"}
"""The word, of one wordpiece, that stands for a mention of a measure. The other measures have the mask token.

Money has no word, because its sign often stands only in the first and the last row of a table.
"""


def mask_numbers(text: str) -> str:
    """Return `text` with every number that may be a value replaced by "#".

    A value is a number with three digits or more, a separator, a decimal part, a currency or a per cent sign.
    """
    return _NUMBER.sub(_replace, text)


def _replace(match: re.Match[str]) -> str:
    digits: str | None = match["digits"]
    if digits is None:
        return match[0]
    currency, percent = match["currency"] or "", match["percent"] or ""
    plain = not currency and not percent
    if plain and (len(digits) <= 2 or _MASKED_YEAR.fullmatch(digits)):
        return match[0]
    return f"{currency}{PLACEHOLDER}{percent}"


@dataclass(frozen=True, slots=True)
class MentionTexts:
    """The texts of its table that a mention may see besides the prefix.

    `index` is its place in `Document.mentions`. `notes` is the other text of its row. `sections` and
    `headers` run from the outermost in. `period` is its period in words, always in one form.
    """

    index: int
    row: int
    headers: tuple[str, ...]
    sections: tuple[str, ...]
    label: str
    notes: str
    measure: str
    period: str

    def parts(self) -> tuple[str, ...]:
        """Return every text that will be tokenised."""
        return (*self.headers, *self.sections, self.label, self.notes, self.measure, self.period)

    def section_paths(self) -> Iterator[tuple[str, ...]]:
        """Yield the path of each section, outermost first.

        Two sections of one name under two parents have different paths."""
        return (self.sections[: depth + 1] for depth in range(len(self.sections)))


def prefix_texts(table: Table) -> tuple[str, str, str]:
    """Return the masked title, caption, and end of the text before a table."""
    return _shown(table.title), _shown(table.caption), _shown(table.text_before)[-_BEFORE:]


def period_texts(document: Document) -> list[str]:
    """Return the period of each mention in words: "12 months december 2023", "balance june 2024", "2022"."""
    return [_period_text(period) for period in stated_periods(document)]


def _period_text(period: Period) -> str:
    length = "balance" if period.is_instant else f"{period.months} months" if period.months else ""
    month = calendar.month_name[period.month].lower()
    return " ".join(filter(None, (length, month, str(period.year or ""))))


def table_texts(table: Table, mentions: Sequence[Mention], periods: Sequence[str]) -> list[MentionTexts]:
    """Return the masked texts of each of a table's mentions, in their order.

    `periods` has the period of every mention of the document.
    """
    notes = _row_notes(table, mentions)
    balances = _balances_above(mentions)
    return [
        _mention_texts(each, notes[each.row], balances[each.row], periods[each.index]) for each in mentions
    ]


def _shown(text: str) -> str:
    """Return a text as the encoder may read it: in English where that is known, with its numbers hidden."""
    return mask_numbers(translated(text))


def _mention_texts(mention: Mention, notes: str, balance: str, period: str) -> MentionTexts:
    path = [_shown(text) for text in mention.row_path if text]
    sections, label = path[:-1], path[-1] if path else ""
    if balance and not _YEAR.search(" ".join(path)):
        sections = [balance, *sections]
    headers = [_shown(text) for text in mention.column_path if text]
    return MentionTexts(
        index=mention.index,
        row=mention.row,
        headers=tuple(dict.fromkeys(headers))[-LEVELS:],
        sections=tuple(sections)[-LEVELS:],
        label=label,
        notes=notes,
        measure=MEASURE_WORDS.get(mention.number.measure, ""),
        period=period,
    )


def _row_notes(table: Table, mentions: Sequence[Mention]) -> dict[int, str]:
    """Return the words of each row that are neither in a path nor a mention.

    In the row "Senior notes | April 2027 | 950" these are "April 2027"."""
    numbers = {(mention.row, mention.column) for mention in mentions}
    known = {text for mention in mentions for text in (*mention.row_path, *mention.column_path)}
    rows = {mention.row for mention in mentions}
    notes: dict[int, list[str]] = defaultdict(list)
    for cell in table.cells:
        if cell.row in rows and (cell.row, cell.column) not in numbers and cell.text not in known:
            masked = _shown(cell.text)
            if _WORDS.search(masked):
                notes[cell.row].append(masked)
    return defaultdict(str, {row: " ".join(texts) for row, texts in notes.items()})


def _balances_above(mentions: Sequence[Mention]) -> dict[int, str]:
    """Return for each row the last "Balance at December 31, 2019" above it.

    In a roll-forward the year of a movement stands only in the balance rows around its row.
    """
    labels = {mention.row: mention.row_path[-1] for mention in mentions if mention.row_path}
    above: dict[int, str] = defaultdict(str)
    last = ""
    for row in sorted(labels):
        above[row] = last
        if _BALANCE.match(labels[row]):
            last = _shown(labels[row])
    return above


@cached(65536)
def translated(text: str) -> str:
    """Return a label with its known items in English, and any other text as it is."""
    if not speaks_east_asian(text):
        return _labels().get(_plain(text), text)
    items, known = _items()
    simplified = spelled(text).translate(SIMPLIFIED)
    return " ".join(known.sub(lambda found: f" {items[found[0]]} ", simplified).split())


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").split()).rstrip(" :")


@cache
def _labels() -> dict[str, str]:
    """Return the items of languages that set words apart by blanks, by their names."""
    return {_plain(name): english for name, english in glossary().items() if not speaks_east_asian(name)}


@cache
def _items() -> tuple[dict[str, str], re.Pattern[str]]:
    """Return the Chinese and Japanese items by their names in one script, and a pattern of these names.

    The pattern finds the longest names first."""
    items = {
        name.translate(SIMPLIFIED): english for name, english in glossary().items() if speaks_east_asian(name)
    }
    return items, re.compile("|".join(sorted(map(re.escape, items), key=len, reverse=True)))


@dataclass(frozen=True)
class MarkdownTable:
    """The texts of a table's grid, ready to stand between bars.

    `columns` are the grid columns that hold any text; `header` has the joined header of each, `body` the
    texts of each body row by column, in the order of the rows. `stubs` are the columns of row labels. An
    empty cell is missing.
    """

    columns: tuple[int, ...]
    stubs: tuple[int, ...]
    header: dict[int, str]
    body: dict[int, dict[int, str]]
    inner_headers: frozenset[int]

    def label(self, row: int) -> str:
        """Return the first text of a body row, "" where it has none."""
        return next(iter(self.body.get(row, {}).values()), "")


# Labels recur in every mention of their row and column, so the results are kept.
@cached(1 << 16)
def shown(text: str, masked: bool) -> str:
    """Return a text on one line, with its values hidden where `masked`."""
    line = " ".join(text.split())
    return mask_numbers(line) if masked else line


def markdown_table(table: Table, mentions: Sequence[Mention], masked: bool) -> MarkdownTable:
    """Lay out a table. Where `masked`, every cell with a mention has the same placeholder.

    A text that spans several cells is repeated: a header over its columns, a row label over its rows. A
    mention stands once, at its own place.
    """
    places = {(mention.row, mention.column) for mention in mentions}
    first_body_row = min([table.header_rows, *(row for row, _ in places)])
    header: dict[int, list[str]] = defaultdict(list)
    body: dict[int, dict[int, str]] = defaultdict(dict)
    for cell in sorted(table.cells, key=lambda cell: (cell.row, cell.column)):
        mention = (cell.row, cell.column) in places
        text = escape(shown(cell.text, masked))
        if mention and (masked or not text):
            text = PLACEHOLDER
        if cell.row < first_body_row:
            _add_header(header, cell, text)
        elif text:
            last = cell.row + (1 if mention else cell.rows)
            for row in range(cell.row, last):
                body[row][cell.column] = text
    columns = tuple(sorted({*header, *(column for texts in body.values() for column in texts)}))
    numbers = {column for _, column in places}
    return MarkdownTable(
        columns=columns,
        stubs=tuple(each for each in columns if each < table.stub_columns and each not in numbers),
        header={column: BETWEEN_HEADERS.join(texts) for column, texts in header.items()},
        body={row: dict(sorted(body[row].items())) for row in sorted(body)},
        inner_headers=table.inner_headers,
    )


def escape(text: str) -> str:
    """Return a text with its bars escaped, so that it does not end its cell."""
    return text.replace("\\", "\\\\").replace("|", "\\|")


def _add_header(header: dict[int, list[str]], cell: Cell, text: str) -> None:
    for column in range(cell.column, cell.column + cell.columns):
        if text and text not in header[column]:
            header[column].append(text)
