"""Packed classification: all candidate pairs of two tables are asked about after the same two contexts.

The paper (III-B) has one prompt for each pair: the task, the contexts of both tables, and where the two
numbers stand. Pairs of the same two tables share all but the last part, and the shared parts are read once.
The question of each pair follows, with the mask and the positions of stage 1: it sees the contexts and
itself, and its positions go on where those of the contexts end. The answers are the same as with one prompt
for each pair. A context shows as much of its table as there is room for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from cofitcheck.classification.questions.prompts import Prompt
from cofitcheck.document import Document, Mention
from cofitcheck.encoding.layouts.context import LIMIT, mentions_by_table, table_parts
from cofitcheck.encoding.layouts.parallel import label_ids
from cofitcheck.encoding.layouts.parts import SMALLEST_ROOM, Placed, Space, TablePart
from cofitcheck.encoding.passes import Ids, PackedPass, Pieces
from cofitcheck.errors import ConfigError
from cofitcheck.filtering.model import CandidatePairs

STEP = 128
"""The room that a short table leaves to a long one is a multiple of these tokens, to make few layouts."""

_FARTHEST = 99_999, 9_999
"""The row and the column with the longest numbers, to work out the room of a question."""

Sharing = Literal["pair", "table", "labels"]
"""What shares a context: the questions of one pair of tables, or all questions on one table. With "labels"
there is no context: a question says how its two numbers are labelled, and no table is shown."""


@dataclass(frozen=True, slots=True)
class AskedTable:
    """A mention, and where its context shows it."""

    part: TablePart
    placed: Placed


class Contexts:
    """The context texts of a document's tables, numbers hidden, each laid out once for each budget.

    A table that its budget does not hold is cut by rows as in stage 1: the rows far from the asked one go,
    its header and its sections stay.
    """

    def __init__(self, document: Document, pieces: Pieces, room: int) -> None:
        """`room` is how many tokens the two contexts of a question have together."""
        self._tables = {table.index: (table, mentions) for table, mentions in mentions_by_table(document)}
        self._pieces, self._room = pieces, room
        self._laid: dict[tuple[int, int], dict[int, AskedTable]] = {}

    def of_pair(self, first: Mention, second: Mention) -> tuple[AskedTable, AskedTable]:
        """Return where the two mentions are shown. The contexts depend only on their two tables.

        A table that needs less than half of the room leaves the rest to the other. Raises `ConfigError` where
        the room is too small for any table.
        """
        half = self._room // 2
        spare = [half - self._needed(each.table, half) for each in (first, second)]
        return (
            self._show(first, half + _rounded(spare[1])),
            self._show(second, half + _rounded(spare[0])),
        )

    def _needed(self, table: int, budget: int) -> int:
        """Return how many tokens a table takes; all of the budget where it takes more than one part."""
        parts = {id(each.part): each.part for each in self._parts(table, budget).values()}
        return len(next(iter(parts.values())).tokens) if len(parts) == 1 else budget

    def _show(self, mention: Mention, budget: int) -> AskedTable:
        return self._parts(mention.table, budget)[mention.index]

    def _parts(self, index: int, budget: int) -> dict[int, AskedTable]:
        """Return where each mention of a table is shown when the table is laid out within this budget."""
        if (index, budget) not in self._laid:
            table, mentions = self._tables[index]
            space = Space(self._pieces, budget, budget, masked=True)
            self._laid[index, budget] = {
                placed.mention.index: AskedTable(part, placed)
                for part in table_parts(table, mentions, space)
                for placed in part.placed
            }
        return self._laid[index, budget]


def _rounded(spare: int) -> int:
    return max(spare, 0) // STEP * STEP


@dataclass(frozen=True, slots=True)
class QuestionSettings:
    """`limit` is the most tokens of one prompt: task, both contexts and one question.

    Contexts are shared by "pair", "table" or "labels". By "pair" the second table sees the first, as in the
    paper. By "table" no table sees another, and each is read once for a document. By "labels" only the task
    is shared.
    """

    limit: int = LIMIT
    sharing: Sharing = "pair"

    def __post_init__(self) -> None:
        if self.sharing not in get_args(Sharing):
            raise ConfigError(f"sharing is one of {', '.join(get_args(Sharing))}, not {self.sharing!r}")

    @property
    def question(self) -> int:
        """The most tokens of one question."""
        return self.limit // 8

    @property
    def together(self) -> int:
        """The most tokens of questions in one pass."""
        return self.limit // 2


@dataclass(frozen=True, slots=True)
class Asked:
    """A candidate pair's place among the candidates, where its two mentions are shown, and its question."""

    place: int
    first: AskedTable
    second: AskedTable
    tokens: Ids

    def contexts(self) -> tuple[TablePart, TablePart]:
        """Return the contexts of the two tables."""
        return self.first.part, self.second.part


class QuestionLayout:
    """Lays out candidate pairs for a language model; training and inference share it."""

    def __init__(self, pieces: Pieces, prompt: Prompt, settings: QuestionSettings | None = None) -> None:
        """Raise `ConfigError` when the length limit is too small for any pair of tables."""
        self.settings = settings or QuestionSettings()
        self.prompt = prompt
        self._pieces = pieces
        self._task = (*pieces.opening(), *pieces.ids(prompt.task))
        either = pieces.ids(prompt.either)
        apart = self.settings.sharing == "table"
        self._headings = (either, either) if apart else (pieces.ids(prompt.first), pieces.ids(prompt.second))
        frame = len(self._task) + sum(map(len, self._headings))
        self._room = self.settings.limit - frame - self.settings.question
        self._check_room()

    def _check_room(self) -> None:
        words = (*self.prompt.places(_FARTHEST, _FARTHEST), self.prompt.ask)
        least = sum(len(self._pieces.ids(each)) for each in words)
        short = max(8 * least - self.settings.limit, 2 * SMALLEST_ROOM - self._room)
        if short > 0:
            raise ConfigError(
                f"The length limit {self.settings.limit} is too small for a pair of tables and a question; "
                f"raise it by at least {short}."
            )

    def answers(self) -> tuple[int, int]:
        """Return the first tokens of "yes" and of "no". They are equal where a model cannot tell them
        apart."""
        yes, no = (self._pieces.ids(each) for each in (self.prompt.yes, self.prompt.no))
        return (yes or (-1,))[0], (no or (-1,))[0]

    def passes(self, document: Document, candidates: CandidatePairs) -> list[PackedPass]:
        """Return the passes. Those of one pair of contexts stand together and have the same `source`.

        Each candidate pair is asked about once, by its place in `candidates`. Raises `InputError` when a
        mention stands where the document has no cell.
        """
        return [
            self._pass(source, chunk)
            for source, asked in enumerate(self.groups(document, candidates))
            for chunk in _chunks(asked, self.settings.together)
        ]

    def groups(self, document: Document, candidates: CandidatePairs) -> list[list[Asked]]:
        """Return the questions in groups that share both contexts, in the order of their tables."""
        contexts = Contexts(document, self._pieces, self._room)
        grouped: dict[tuple[int, ...], list[Asked]] = {}
        pairs = zip(candidates.left.tolist(), candidates.right.tolist(), strict=True)
        for place, (left, right) in enumerate(pairs):
            first, second = contexts.of_pair(document.mentions[left], document.mentions[right])
            asked = Asked(place, first, second, self._question(first, second))
            grouped.setdefault(self._source(asked), []).append(asked)
        return sorted(
            grouped.values(), key=lambda asked: (asked[0].first.part.table, asked[0].second.part.table)
        )

    def _source(self, asked: Asked) -> tuple[int, ...]:
        """Return a key that is equal for questions that follow the same contexts."""
        return () if self.settings.sharing == "labels" else tuple(map(id, asked.contexts()))

    def prefix(self, asked: Asked) -> tuple[Ids, Ids, Ids]:
        """Return the tokens of the task, and of the two contexts with their headings, if they are shown."""
        if self.settings.sharing == "labels":
            return self._task, (), ()
        first, second = (
            (*heading, *_without(self._pieces.opening(), part.tokens))
            for heading, part in zip(self._headings, asked.contexts(), strict=True)
        )
        return self._task, first, second

    def _question(self, first: AskedTable, second: AskedTable) -> Ids:
        """Return the tokens that say where the two mentions stand, and ask; long labels are cut."""
        ids = self._pieces.ids
        shown = first.placed, second.placed
        places = self.prompt.places(*((each.row, each.column) for each in shown))
        heads, ask = [ids(place) for place in places], ids(self.prompt.ask)
        budget = (self.settings.question - len(ask) - sum(map(len, heads))) // 2
        labels = [label_ids(self._pieces, each.mention, budget, masked=True) for each in shown]
        return (*heads[0], *labels[0], *heads[1], *labels[1], *ask)

    def _pass(self, source: int, asked: Sequence[Asked]) -> PackedPass:
        task, first, second = self.prefix(asked[0])
        apart = self.settings.sharing == "table"
        context = [task, first, second] if apart else [(*task, *first, *second)]
        end = len(task) + (max(len(first), len(second)) if apart else len(first) + len(second))
        starts = [0, len(task), len(task)] if apart else [0]
        units = [*context, *(each.tokens for each in asked)]
        lengths = np.array([len(each) for each in units])
        unit = np.repeat(np.arange(len(units), dtype=np.int32), lengths)
        ends = np.cumsum(lengths)
        restart = ends - lengths - np.array([*starts, *[end] * len(asked)])
        sees = np.eye(len(units), dtype=np.bool_)
        sees[:, 0] = True
        sees[len(context) :, : len(context)] = True
        return PackedPass(
            tokens=np.array([token for each in units for token in each], np.int32),
            positions=(np.arange(len(unit)) - restart[unit]).astype(np.int32),
            unit=unit,
            sees=sees,
            queries=(ends[len(context) :] - 1).astype(np.int32),
            asked=np.array([each.place for each in asked], np.int32),
            source=source,
            causal=True,
        )


def _chunks(asked: Sequence[Asked], most: int) -> Iterator[list[Asked]]:
    """Yield the questions in groups of at most `most` tokens, but of at least one question."""
    chunk: list[Asked] = []
    used = 0
    for each in asked:
        if chunk and used + len(each.tokens) > most:
            yield chunk
            chunk, used = [], 0
        chunk.append(each)
        used += len(each.tokens)
    if chunk:
        yield chunk


def _without(opening: Ids, tokens: Ids) -> Ids:
    """Return a context without the special tokens that open a text; the task has them already."""
    return tokens[len(opening) :]
