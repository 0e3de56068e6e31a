"""Lines of typed text: the pieces of each, where they stand, and what the line is for.

Tables whose cells are set apart by bars or tabs are found here too, however ragged their rows are.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import alternation
from cofitcheck.language.table_words import PAGES, any_of
from cofitcheck.numbers.model import SIGNS

_WIDE = "\0"
"""Stands behind a character as wide as two, so that a place in a line is a place on the page."""
_SIGN = alternation(sign for sign in SIGNS if sign.isascii() or len(sign) == 1)
_THIN, _HELD = "\u202f", "\1"
"""The blank between three digits and the next three of one number, and what holds its place in a piece."""
_ONE = (
    rf"(?:{_SIGN})? ?[-−△▲▼(]{{0,2}} ?(?:{_SIGN})? ?"
    rf"(?:\d{{1,3}}(?:[,.'’{_THIN}]\d{{3}})+|\d+)?(?:[.,]\d+)?(?<=\d) ?\)?(?: ?%)?"
    r"(?:\s?\(\w\)|\*{1,3})?"
)
_AMOUNT = re.compile(
    rf"{_ONE}|(?:{_SIGN})? ?\(?(?:-{{1,5}}|—|–)\)?%?|\*{{1,3}}|{any_of(PAGES.nothing_typed)}|-0-",
    re.IGNORECASE,
)
_AMOUNTS = re.compile(rf"{_ONE}(?: {_ONE})+")
_EACH = re.compile(_ONE)
_OPENS = re.compile(rf"(?:{_SIGN}|\(|{_SIGN}\s?\()")
_CLOSES = re.compile(r"[)%]{1,2}")
_SURE = re.compile(rf"[(,.%{_THIN}]\s?\d|\d\s?[)%]|[^\d\s(-]\s*\d|(?!(?:19|20)\d\d\b)\d{{4,}}")
"""The marks of an amount, which no page, year or note has: a separator, a sign, a bracket, or many digits."""
_YEAR = re.compile(r"(?:19|20)\d\d(?:\s?\(\w\))?\*?")
_POINTED = re.compile(r"\d[,.]\d{3}(?!\d)")
_SPACED = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?![\d.]|,\d{3})")
"""Digits by three, set apart by blanks: one number where no comma or point does so in the text."""
_PIECE = re.compile(r"\S+(?: \S+)*")
_BLANK = re.compile(" ")
_LEADERS = re.compile(r"(?<![\d.])(?<!\.\s)(?:\s?\.){3,}(?=\s|[$(\d]|\Z)|(?<=[A-Za-z)])\.{2,}(?=\s)")
_RULE = re.compile(r"[-=_─═]+")
_PAGE_NUMBER = re.compile(rf"(?:{any_of(PAGES.page)} )?[A-Z]?-? ?\d{{1,3}} ?-?", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_LONGEST_NIL = 5
"""The most dashes of an amount; more of them in the row of a label draw a rule."""
_WIDEST_GAP = 14
"""How far a sign stands from its amount at the most, in characters."""
_FULL = 55
"""The least length of the lines of a paragraph, in characters."""
TAB = 8
"""How many places lie between two stops of a tab."""

_BAR = re.compile(r"(?<!\\)[|│┃]")
_RULE_OF_BARS = re.compile(r"[\s|+:=_─━═┼├┤│┃-]+")
_TABS = re.compile(r"\t+")
_FEWEST = 2
"""The fewest rows with several cells in a table, and the fewest cells of such a row."""

_PAIR = re.compile(
    r"\s{0,8}(?:[-*•]\s{1,3})?(?:\*\*)?(?P<label>[^:：|\t\d][^:：|\t]{1,79}?)\s?(?:\*\*)?\s?[:：](?:\*\*)?"
    r" {0,2}(?P<amount>\S.*?)(?<!\s)\s*+"
)
"""A label, a colon, and an amount: what people type who want no table."""
_FEWEST_PAIRS = 3


class Kind(Enum):
    """What a line is for: `ROW` states amounts, `HEADS` has years and no amount, `WORDS` has neither."""

    BLANK = "blank"
    RULE = "rule"
    ROW = "row"
    HEADS = "heads"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line between gaps, `start` and `end` counted from the left edge of the page."""

    start: int
    end: int
    text: str
    amount: bool = False

    @property
    def middle(self) -> float:
        """Where its middle stands."""
        return (self.start + self.end) / 2


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text with its pieces; of a rule they are the parts of the rule."""

    text: str
    pieces: tuple[Piece, ...]
    kind: Kind

    @property
    def indent(self) -> int:
        """How far it is indented."""
        return self.pieces[0].start if self.pieces else 0

    @property
    def amounts(self) -> list[Piece]:
        """Its amounts."""
        return [piece for piece in self.pieces if piece.amount]

    @property
    def is_full(self) -> bool:
        """Tell whether it is as long as the lines of a paragraph are, and of one piece."""
        return self.kind is Kind.WORDS and len(self.text.strip()) >= _FULL and len(self.pieces) == 1


def lines_of(text: str) -> list[Line]:
    """Return the lines of a text."""
    if not _POINTED.search(text):
        text = _SPACED.sub(lambda number: number[0].replace(" ", _HELD), text)
    found = [_line(each) for each in text.expandtabs(TAB).split("\n")]
    blank = Line("", (), Kind.BLANK)
    around = [blank, *found, blank]
    return [
        blank if _is_page_number(line) and above.kind is below.kind is Kind.BLANK else line
        for above, line, below in zip(around, found, around[2:], strict=False)
    ]


def _is_page_number(line: Line) -> bool:
    return len(line.pieces) == 1 and _PAGE_NUMBER.fullmatch(line.pieces[0].text) is not None


def _line(text: str) -> Line:
    text = _widened(text.rstrip())
    pieces = _pieces(_LEADERS.sub(lambda dots: " " * len(dots[0]), text))
    if not pieces:
        return Line(_plain(text), (), Kind.BLANK)
    if all(_RULE.fullmatch(piece.text) for piece in pieces):
        return Line(_plain(text), tuple(pieces), Kind.RULE)
    if any(_LETTER.search(piece.text) for piece in pieces):
        pieces = [piece for piece in pieces if not _is_rule(piece)]
    return Line(_plain(text), tuple(pieces), _kind(pieces))


def _is_rule(piece: Piece) -> bool:
    return _RULE.fullmatch(piece.text) is not None and len(piece.text) > _LONGEST_NIL


def _kind(pieces: Sequence[Piece]) -> Kind:
    amounts = [piece for piece in pieces if piece.amount]
    if not amounts:
        return Kind.WORDS
    if all(_YEAR.fullmatch(piece.text) for piece in amounts):
        return Kind.HEADS
    return Kind.ROW if pieces[-1].amount and (len(pieces) > 1 or pieces[0].start > TAB) else Kind.WORDS


def _widened(text: str) -> str:
    if text.isascii():
        return text
    return "".join(c + _WIDE if unicodedata.east_asian_width(c) in "WF" else c for c in text)


def _plain(text: str) -> str:
    return text.replace(_WIDE, "").replace(_HELD, _THIN)


def _pieces(text: str) -> list[Piece]:
    found: list[Piece] = []
    for match in _PIECE.finditer(text):
        for piece in _apart(Piece(*match.span(), _plain(match[0]))):
            last = found[-1] if found else None
            near = last is not None and piece.start - last.end <= _WIDEST_GAP
            if last and near and piece.amount and _OPENS.fullmatch(last.text):
                found[-1] = Piece(last.start, piece.end, f"{last.text} {piece.text}", True)
            elif last and near and last.amount and _CLOSES.fullmatch(piece.text):
                found[-1] = replace(last, end=piece.end, text=last.text + piece.text)
            else:
                found.append(piece)
    return found


def _apart(piece: Piece) -> Iterator[Piece]:
    """Yield the amounts of a piece of nothing else, or the piece, told whether it is one."""
    if _AMOUNT.fullmatch(piece.text):
        yield replace(piece, amount=True)
    elif _AMOUNTS.fullmatch(piece.text):
        for each in _EACH.finditer(piece.text):
            if said := each[0].strip():
                start = piece.start + each.start() + len(each[0]) - len(each[0].lstrip())
                yield Piece(start, start + len(said), said, True)
    else:
        yield piece


def is_amount(text: str) -> bool:
    """Tell whether a text is an amount, or stands for none."""
    return _AMOUNT.fullmatch(text.strip()) is not None


def is_sure(text: str) -> bool:
    """Tell whether an amount cannot be the number of a page, a year or a note."""
    return _SURE.search(text) is not None


def split_at(piece: Piece, start: int) -> list[Piece]:
    """Return a piece of words that ends in an amount as the words and the amount. Only one blank stands
    between the two, and the amount stands in a column that begins at `start`."""
    for blank in _BLANK.finditer(piece.text):
        at = piece.start + blank.end()
        said = piece.text[blank.end() :]
        if at >= start - 1 and _AMOUNT.fullmatch(said):
            return [Piece(piece.start, at - 1, piece.text[: blank.start()]), Piece(at, piece.end, said, True)]
    return [piece]


class Row(NamedTuple):
    """The cells of a line, which is counted from the first of its table."""

    line: int
    cells: list[str]


Rows = list[Row]


def parts_of(lines: Sequence[str]) -> Iterator[tuple[range, Rows | None]]:
    """Yield the intervals of lines that are a table of bars, with its rows, and those between, with None."""
    done = at = 0
    while at < len(lines):
        end, rows = _table_at(lines, at)
        if rows is not None:
            if at > done:
                yield range(done, at), None
            yield range(at, end), rows
            done = end
        at = max(end, at + 1)
    if done < len(lines):
        yield range(done, len(lines)), None


def _table_at(lines: Sequence[str], at: int) -> tuple[int, Rows | None]:
    """Return the end of the lines with bars that begin at a place, or of those that are a label, a colon and
    an amount each, and their rows; None where there are too few."""
    end = at
    while end < len(lines) and _has_bars(lines[end]):
        end += 1
    if end > at:
        return end, rows_of(lines[at:end])
    rows = []
    while end < len(lines) and (pair := _PAIR.fullmatch(lines[end])) and is_amount(pair["amount"]):
        rows.append(Row(end - at, [pair["label"], pair["amount"]]))
        end += 1
    return end, rows if len(rows) >= _FEWEST_PAIRS and _is_table(rows) else None


def rows_of(lines: Sequence[str]) -> Rows | None:
    """Return the rows of lines with bars, rules left out, None where they are no table with a number."""
    rows = [Row(at, _cells(line)) for at, line in enumerate(lines) if not _RULE_OF_BARS.fullmatch(line)]
    return rows if _is_table(rows) else None


def tab_rows(lines: Sequence[str]) -> Rows | None:
    """Return the rows of lines with tabs, None where they are no table with a number.

    Any number of tabs may stand between two cells. The cells of a row without a label, as of a header, belong
    to the last columns.
    """
    split = [[cell.strip() for cell in _TABS.split(line.rstrip())] for line in lines]
    width = max(map(len, split), default=0)
    rows = [Row(at, _to_the_right(cells, width)) for at, cells in enumerate(split) if any(cells)]
    return rows if _is_table(rows) else None


def _to_the_right(cells: list[str], width: int) -> list[str]:
    return cells if cells[0] else ["", *[""] * (width - len(cells)), *cells[1:]]


def _has_bars(line: str) -> bool:
    return len(_BAR.findall(line)) >= _FEWEST or (line.startswith("+--") and line.rstrip().endswith("+"))


def _cells(line: str) -> list[str]:
    cells = [cell.strip().replace("\\|", "|") for cell in _BAR.split(line.strip())]
    return cells[not cells[0] : len(cells) - (not cells[-1])]


def _is_table(rows: Rows) -> bool:
    several = [cells for _, cells in rows if len(cells) >= _FEWEST]
    amounts = [cell for cells in several for cell in cells[1:] if is_amount(cell)]
    return len(several) >= _FEWEST and any(map(is_sure, amounts))
