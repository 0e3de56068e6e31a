"""Cuts a table into parts: the words around it, its header and its rows in Markdown, as tokens."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from cofitcheck.document import Mention, Table
from cofitcheck.encoding.passes import Ids, Pieces
from cofitcheck.encoding.texts import MarkdownTable, escape, shown
from cofitcheck.errors import ConfigError

CHARACTERS = 500
"""The most characters kept of the text before a table, and of the text after it (paper III-A)."""

SMALLEST_ROOM = 256
"""The fewest tokens for a table and its mentions: any row of one column fits in half of them."""

NUMBER = 24
"""The most tokens of a printed number."""

FIRST_BAR, BAR, LAST_BAR, DASHES = "|", " |", " |\n", "---|"
BEFORE, AFTER = "Text before", "Text after"


@dataclass(frozen=True, slots=True)
class Placed:
    """A mention in a part: its body row and column, from 1, and the place of its number's last token."""

    mention: Mention
    row: int
    column: int
    end: int


@dataclass(frozen=True, slots=True)
class TablePart:
    """The tokens of (a part of) a table's context, and its mentions."""

    table: int
    tokens: Ids
    placed: tuple[Placed, ...]


Appended = Callable[[Mention, int, int], Ids]
"""Returns the tokens that a layout appends for a mention in a row and a column: at most half the room."""


def append_nothing(mention: Mention, row: int, column: int) -> Ids:
    """Return no tokens."""
    return ()


@dataclass(frozen=True)
class Space:
    """The room of a part, and how it is made.

    A part has at most `context` tokens. With the tokens `appended` for its mentions it has at most `room`,
    which is no less. Raises `ConfigError` when that is too little for any table.
    """

    pieces: Pieces
    context: int
    room: int
    masked: bool
    appended: Appended = append_nothing

    def __post_init__(self) -> None:
        if self.context < SMALLEST_ROOM:
            raise ConfigError(
                f"The length limit leaves {self.context} tokens for a table; raise it by "
                f"{SMALLEST_ROOM - self.context}, so that {SMALLEST_ROOM} are left."
            )


class TableSlice:
    """Some columns of a table, and the words around it.

    Words and header are cut to the room that the rows leave."""

    def __init__(
        self,
        space: Space,
        table: Table,
        markdown: MarkdownTable,
        mentions: Sequence[Mention],
        columns: tuple[int, ...],
    ) -> None:
        self._space, self._pieces, self._markdown = space, space.pieces, markdown
        self._columns = columns
        self._place = {column: number for number, column in enumerate(columns, start=1)}
        self._mentions: dict[int, list[Mention]] = defaultdict(list)
        for mention in mentions:
            self._mentions[mention.row].append(mention)
        self._table = table.index
        self._surrounding = surrounding(table, space.masked)
        self._fit_header_and_words()

    def _fit_header_and_words(self) -> None:
        """Give the header and the words the room that the rows leave, but at least a quarter each."""
        space, rows = self._space, list(enumerate(self._markdown.body, start=1))
        lines = sum(len(self._line(row, space.context)[0]) for _, row in rows)
        own = sum(self._appended(row, number) for number, row in rows)
        spare = min(space.context, space.room - own) - lines
        words = sum(map(len, self._words(space.context)))
        self._header = self._header_lines(max(space.context // 4, spare - words))
        self._before, self._after = self._words(max(space.context // 4, spare - len(self._header)))
        frame = len(self._before) + len(self._header) + len(self._after)
        self._context, self._room = space.context - frame, space.room - frame

    def fits(self) -> bool:
        """Tell whether every row fits with its mentions when its words and labels are cut away."""
        bars = self._bars()
        return all(
            bars + self._numbers(row) <= self._budget(self._appended(row, number))
            for number, row in enumerate(self._markdown.body, start=1)
        )

    def needed_by_column(self) -> dict[int, int]:
        """Return the most tokens that each column needs in a row, with those appended for its mentions."""
        bar = len(self._pieces.ids(BAR))
        needed = dict.fromkeys(self._columns, bar)
        for number, row in enumerate(self._markdown.body, start=1):
            for mention in self._mentions[row]:
                own = self._space.appended(mention, number, self._place[mention.column])
                least = bar + len(self._number(mention)) + len(own)
                needed[mention.column] = max(needed[mention.column], least)
        return needed

    def parts(self) -> Iterator[TablePart]:
        """Yield parts of as many rows as fit. A part without mentions is left out."""
        rows: list[int] = []
        repeated = lines = own = 0
        for row in self._markdown.body:
            line, appended = self._needed(row, len(rows) + 1)
            if rows and lines + line > self._budget(own + appended):
                yield from self._part(rows, repeated)
                rows = self._rows_to_repeat(row)
                repeated, lines, own = len(rows), self._length(rows), 0
                line, appended = self._needed(row, len(rows) + 1)
            rows.append(row)
            lines, own = lines + line, own + appended
        yield from self._part(rows, repeated)

    def _part(self, rows: Sequence[int], repeated: int) -> Iterator[TablePart]:
        tokens = [*self._before, *self._header]
        placed: list[Placed] = []
        for number, row in enumerate(rows, start=1):
            new = number > repeated
            line, ends = self._line(row, self._budget(self._appended(row, number) if new else 0))
            if new:
                placed += [
                    Placed(each, number, self._place[each.column], len(tokens) + ends[each.column])
                    for each in self._mentions[row]
                ]
            tokens += line
        if placed:
            yield TablePart(self._table, (*tokens, *self._after), tuple(placed))

    def _rows_to_repeat(self, row: int) -> list[int]:
        """Return the rows above `row` that the rows from there on need: its sections and inner headers."""
        above = [each for each in self._markdown.body if each < row]
        following = (each for later in self._markdown.body if later >= row for each in self._mentions[later])
        first = next(following, None)
        wanted = set(first.row_path[:-1]) if first else set()
        labels = {self._markdown.label(each): each for each in above}
        sections = {labels[text] for text in map(self._shown, wanted) if text in labels}
        inner = max((each for each in above if each in self._markdown.inner_headers), default=-1)
        while inner in self._markdown.inner_headers:
            sections.add(inner)
            inner -= 1
        rows = [each for each in above if each in sections]
        line, appended = self._needed(row, len(rows) + 1)
        return rows if self._length(rows) + line <= self._budget(appended) else []

    def _budget(self, own: int) -> int:
        """Return the most tokens of rows where `own` tokens are appended for mentions."""
        return min(self._context, self._room - own)

    def _length(self, rows: Sequence[int]) -> int:
        return sum(len(self._line(row, self._budget(0))[0]) for row in rows)

    def _needed(self, row: int, number: int) -> tuple[int, int]:
        """Return the tokens of a row and those appended for its mentions."""
        own = self._appended(row, number)
        return len(self._line(row, self._budget(own))[0]), own

    def _appended(self, row: int, number: int) -> int:
        held = self._mentions[row]
        return sum(len(self._space.appended(each, number, self._place[each.column])) for each in held)

    def _line(self, row: int, budget: int) -> tuple[list[int], dict[int, int]]:
        """Return the tokens of a body row, and where in them the text of each column ends.

        Where they exceed the budget, words are cut first, then labels. Numbers are never cut.
        """
        texts = self._markdown.body[row]
        cells = {column: self._pieces.ids(f" {texts[column]}") for column in self._columns if column in texts}
        cells |= {mention.column: self._number(mention) for mention in self._mentions[row]}
        numbers = {mention.column for mention in self._mentions[row]}
        labels = set(self._markdown.stubs)
        budget -= self._bars() + self._numbers(row)
        for group in (set(cells) - numbers - labels, set(cells) & labels):
            others = sum(len(cells[column]) for column in cells if column not in numbers | group)
            cut = longest([len(cells[column]) for column in group], budget - others)
            cells |= {column: cells[column][:cut] for column in group}
        return self._joined([cells.get(column, ()) for column in self._columns])

    def _joined(self, cells: Sequence[Ids]) -> tuple[list[int], dict[int, int]]:
        bar, last_bar = self._pieces.ids(BAR), self._pieces.ids(LAST_BAR)
        tokens, ends = [*self._pieces.ids(FIRST_BAR)], {}
        for column, cell in zip(self._columns, cells, strict=True):
            tokens += cell
            ends[column] = len(tokens) - 1
            tokens += last_bar if column == self._columns[-1] else bar
        return tokens, ends

    def _bars(self) -> int:
        return len(self._joined([()] * len(self._columns))[0])

    def _numbers(self, row: int) -> int:
        return sum(len(self._number(mention)) for mention in self._mentions[row])

    def _number(self, mention: Mention) -> Ids:
        return self._pieces.ids(f" {self._markdown.body[mention.row][mention.column]}")[:NUMBER]

    def _header_lines(self, budget: int) -> Ids:
        cells = [
            self._pieces.ids(f" {self._markdown.header.get(each, '')}".rstrip()) for each in self._columns
        ]
        dashes = self._pieces.ids(f"{FIRST_BAR}{DASHES * len(self._columns)}\n")
        cut = longest([len(cell) for cell in cells], budget - self._bars() - len(dashes))
        return (*self._joined([cell[:cut] for cell in cells])[0], *dashes)

    def _words(self, budget: int) -> tuple[Ids, Ids]:
        """Return the lines before and after the table, cut to `budget` tokens, the longest texts first."""
        opening, newline = self._pieces.opening(), self._pieces.ids("\n")
        names = {name: self._pieces.ids(f"{name}:") for name in self._surrounding}
        texts = {name: self._pieces.ids(f" {text}") for name, text in self._surrounding.items()}
        fixed = len(opening) + sum(map(len, names.values())) + (len(texts) + 2) * len(newline)
        cut = longest([len(text) for text in texts.values()], budget - fixed)
        texts = {name: text[-cut:] if name == BEFORE and cut else text[:cut] for name, text in texts.items()}
        lines = {name: (*names[name], *texts[name], *newline) for name in texts}
        after = lines.pop(AFTER, ())
        return (*opening, *chain.from_iterable(lines.values()), *newline), (*newline, *after) if after else ()

    def _shown(self, text: str) -> str:
        return escape(shown(text, self._space.masked))


def longest(lengths: Sequence[int], budget: int) -> int:
    """Return the greatest length such that all `lengths`, cut to it, sum to at most `budget`; at least 0."""
    for done, length in enumerate(sorted(lengths)):
        share = max(budget, 0) // (len(lengths) - done)
        if length > share:
            return share
        budget -= length
    return max(lengths, default=0)


def surrounding(table: Table, masked: bool) -> dict[str, str]:
    """Return the words around a table by their names. Empty ones are left out."""
    # Masked before they are cut, because the end of a long number would look like a short number.
    words = {
        "Company": shown(table.registrant, masked),
        "Title": shown(table.title, masked),
        "Caption": shown(table.caption, masked),
        BEFORE: shown(table.text_before, masked)[-CHARACTERS:],
        AFTER: shown(table.text_after, masked)[:CHARACTERS],
    }
    return {name: text for name, text in words.items() if text}
