"""The rows of a document by what sentences call them: a line of a statement, or all words of a label."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.statement_lines import AMOUNTS, NAMED, label_of
from cofitcheck.checks.evidence.words import Words, words_of
from cofitcheck.checks.text.words import BRACKETED, Row
from cofitcheck.document import Mention
from cofitcheck.language.lexicon import MONTHS
from cofitcheck.language.phrases import AROUND_RATIOS, CALLED, OF_GROUP, WITHOUT
from cofitcheck.numbers import Measure
from cofitcheck.prose import ProseMention
from cofitcheck.prose.operations import marks_of

_WITHOUT = re.compile(WITHOUT, re.IGNORECASE)
_OWNER = re.compile(r"([A-Z][\w&.,-]*(?: [A-Z&][\w&.,-]*){0,4})['’](?:s\b)?\s")
"""Whose a number is: "Sample Works' revenue"."""
_AROUND = re.compile(AROUND_RATIOS)
_CALLED: Mapping[str, re.Pattern[str]] = {line: re.compile(words) for line, words in CALLED.items()}
_LINES = (
    "revenue cost gross_profit expenses operating_income pretax tax net_income assets liabilities equity"
    " current_assets current_liabilities operating investing financing cash"
).split()
VERBS = frozenset({"rose", "fell", "up", "down"})
_PER_SHARE = ("diluted_per_share", "basic_per_share")
"""Lines of amounts for a share, by `RatioWords.called` alone."""
_FURTHER = sorted(_CALLED.keys() - {*_LINES, *_PER_SHARE})
"""Further lines that statements may have, which do not show that a table is a statement: what was invested,
paid in shares."""
SHARED_NAMES = frozenset(
    "inventories receivables securities long_term_debt interest depreciation dividends buybacks research"
    " goodwill".split()
)
"""Lines of which notes and segments have parts by the same name: in the report itself no sentence about one
is surely about the whole."""
_OF_CHANGE = frozenset({"rose", "fell", "up", "down", "before", "after", "compared", "average", "better"})
TOTAL = frozenset({"total"})
_STATEMENTS = ({"net_income"}, {"operating_income"}, {"assets"}, {"operating", "investing"})
"""A statement has all lines of one of these sets, and `_FEWEST_LINES` in all: a note has fewer."""
_FEWEST_LINES = 3
_SHARED = frozenset({"net_income", "equity"})
"""Lines of which the shareholders may have a part."""
_NEAR = Decimal("0.02")
"""By what part a number of a summary in billions may differ from that of its statement."""
_MORE = ("expense", "net")
"""Words of which a sentence or a label may have one beside the name: "research and development expenses"."""


@dataclass(frozen=True, slots=True)
class Line:
    """What a sentence calls a line: a field of `Statements`, "" where it is none, and its words."""

    field: str
    words: Words
    """Without plurals: "inventory"."""


def clause_of(text: str, kinds: frozenset[str] = _OF_CHANGE) -> str:
    """Return the words of a clause without those of change, and without what stands in brackets."""
    for mark in reversed(marks_of(text)):
        if mark.kind in kinds:
            text = f"{text[: mark.start]} {text[mark.end :]}"
    return " ".join(BRACKETED.sub(" ", text).split()).strip(" ,")


def plain_name(text: str) -> str:
    """Return a name without the words around it that name nothing."""
    words = text.replace(",", " ").split()
    named = [at for at, word in enumerate(words) if not _AROUND.fullmatch(word)]
    return " ".join(words[named[0] : named[-1] + 1]) if named else ""


@cached(4096)
def line_called(text: str) -> Line | None:
    """Return the line that words in lower case name, None where they name none."""
    name = plain_name(text)
    field = next((line for line in (*_LINES, *_CALLED) if _is_called(name, line)), "")
    words = _singular(words_of(name)) - TOTAL
    return Line(field, words) if words else None


def _singular(words: Words) -> Words:
    return frozenset(f"{word[:-2]}y" if word.endswith("ie") else word for word in words)


@cached(16_384)
def _is_called(name: str, line: str) -> bool:
    if line in _CALLED and _CALLED[line].fullmatch(name):
        return True
    labels = NAMED.get(line)
    return bool(labels and (labels.fullmatch(name) or labels.fullmatch(f"total {name}")))


@cached(16_384)
def _says_more(label: str, line: str) -> bool:
    """Tell whether a label begins or ends with the name of a line: "net income attributable to"."""
    words = label.split()
    ends = (" ".join(words[at:]) for at in range(1, len(words)))
    return NAMED[line].match(label) is not None or any(NAMED[line].fullmatch(f"total {end}") for end in ends)


def leaves_out(said: ProseMention) -> bool:
    """Tell whether the sentence of a number leaves something out: "excluding discrete items"."""
    return _WITHOUT.search(said.words) is not None


def narrows(heading: str, words: Words) -> bool:
    """Tell whether the last title of a heading is of something other than the company and what these words
    name."""
    title = words_of(heading.rpartition(" — ")[2])
    return bool(title - OF_GROUP - words - frozenset(MONTHS))


def is_amount(mention: Mention) -> bool:
    """Tell whether a mention states an amount that is not nought."""
    return bool(mention.number.value) and mention.number.measure in AMOUNTS


def is_per_share(mention: Mention) -> bool:
    """Tell whether a mention states an amount for a share."""
    return bool(mention.number.value) and mention.number.measure is Measure.PER_SHARE


class NamedRows:
    """The rows of amounts of a document by what they are called."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._by_field: dict[str, list[Row]] = defaultdict(list)
        self._by_words: dict[Words, list[Row]] = defaultdict(list)
        self._parts: dict[str, list[Row]] = defaultdict(list)
        self._per_share: dict[Row, str] = {}
        self._fields: dict[int, set[str]] = defaultdict(set)
        labels: dict[Row, str] = {}
        for mention in grid.document.mentions:
            if is_amount(mention):
                labels.setdefault((mention.table, mention.row), label_of(mention))
        for mention in filter(is_per_share, grid.document.mentions):
            row = mention.table, mention.row
            self._per_share |= {row: label_of(mention)} if row not in labels else {}
        for row, label in self._per_share.items():
            for field in _PER_SHARE:
                if _is_called(label, field):
                    self._by_field[field].append(row)
        for row, label in labels.items():
            self._by_words[_singular(words_of(BRACKETED.sub(" ", label))) - TOTAL].append(row)
            for field in _FURTHER:
                if _is_called(label, field):
                    self._by_field[field].append(row)
            for field in _LINES:
                if _is_called(label, field):
                    self._by_field[field].append(row)
                    self._fields[row[0]].add(field)
                elif field in _SHARED and _says_more(label, field):
                    self._parts[field].append(row)

    @cached_property
    def _vocabulary(self) -> Words:
        """The words of the labels and headers of tables that have a line of a statement."""
        mentions = (each for table in self._fields for each in self._grid.table(table))
        paths = {path for each in mentions for path in (each.row_path, each.column_path)}
        return frozenset(word for path in paths for word in words_of(" ".join(path)))

    def without_company(self, text: str) -> str:
        """Return what a number is of, without the company's name before it. A name is the company's where no
        table has a word of it; tables have words of a segment or a country."""
        owner = _OWNER.match(text)
        return text[owner.end() :] if owner and not words_of(owner[1]) & self._vocabulary else text

    def exactly(self, rows: Sequence[Row], line: Line) -> list[Row]:
        """Return the rows that have all words of a name and no more, or all of `rows` where none has."""
        words = self._by_words.get(line.words, ())
        return [row for row in rows if row in words] or list(rows)

    def of_field(self, field: str) -> Sequence[Row]:
        """Return the rows whose label is that of a line of the statements."""
        return self._by_field[field] if field else ()

    def of(self, line: Line) -> list[Row]:
        """Return the rows that have the name of a line, or all of its words and no more."""
        by_words = self._by_words.get(line.words, []) if line.words else []
        return list(dict.fromkeys((*self.of_field(line.field), *by_words)))

    def is_another(self, row: Row, line: Line) -> bool:
        """Tell whether a row has the name of another line of the statements."""
        return bool(line.field) and any(
            row in rows for field, rows in self._by_field.items() if field != line.field
        )

    def parts_of(self, field: str) -> Sequence[Row]:
        """Return the rows that may be a share of a line by their label: "net income attributable to"."""
        return self._parts[field] if field else ()

    def nearly(self, line: Line) -> list[Row]:
        """Return the rows whose name differs from that of a line by one word of `_MORE`, which does not
        matter."""
        words = [] if line.field else [line.words ^ {more} for more in _MORE]
        return [row for each in words if each for row in self._by_words.get(each, ())]

    def main(self, rows: Sequence[Row]) -> list[Row]:
        """Return the rows that stand in the main statement: the first of the tables with the most lines.
        Statements of associates, of the parent alone or of segments have fewer lines, or stand behind it.
        Return none where a row of a statement before it, or of a balance sheet that may be cut in two, has
        none of its numbers."""
        held = [row for row in rows if self.in_statement(row)]
        first = min((row[0] for row in held), key=lambda table: (-len(self._fields[table]), table), default=0)
        main = [row for row in held if row[0] == first]
        own = [value for row in main for value in self._values(row)]
        before = (
            self._values(row) for row in rows if row[0] < first and (row in held or self.is_balance(row))
        )
        near = (any(abs(one - two) <= _NEAR * one for one in own for two in its) for its in before)
        return main if all(near) else []

    def is_balance(self, row: Row) -> bool:
        """Tell whether all numbers of a row are of a day."""
        return all(self._grid.periods[each.index].is_instant for each in self._grid.line(*row))

    def _values(self, row: Row) -> list[Decimal]:
        return [abs(each.number.value or Decimal(0)) for each in self._grid.line(*row)]

    def in_statement(self, row: Row) -> bool:
        """Tell whether a row stands in a statement, which is of the whole company."""
        fields = self._fields[row[0]]
        return len(fields) >= _FEWEST_LINES and any(each <= fields for each in _STATEMENTS)
