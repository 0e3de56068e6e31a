"""The bundled encoder's layout: every mention sees only what belongs to it (after paper III-B, CIPE).

The sequence is the context (title, caption and text before the table; header texts; section rows; row labels;
periods), followed by one token for each mention. Tokens belong to *units*. A small matrix says which unit
sees which, and the attention mask is made from it. A mention sees the prefix, its own column's headers, its
sections, its row, its period and itself. No other token sees a mention. So with the same context its vector
does not depend on the other mentions of the pass. In its upper layers the encoder lets the whole context see
itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cofitcheck.document import Document
from cofitcheck.encoding.layouts.context import mentions_by_table
from cofitcheck.encoding.passes import Ids, PackedPass, Wordpieces
from cofitcheck.encoding.texts import MentionTexts, period_texts, prefix_texts, table_texts
from cofitcheck.periods.reporting_period import upright

TITLE, CAPTION, BEFORE = 32, 16, 48
HEADER, LABEL, NOTES, PERIOD = 24, 32, 16, 6
"""The most wordpieces kept of a title, a caption, and the text before a table; and of a header, a row label,
a row's other text, and a period."""

HEADER_AT = 1 + TITLE + CAPTION + BEFORE + 3
SECTION_AT = HEADER_AT + HEADER
ROW_AT = SECTION_AT + LABEL
PERIOD_AT = ROW_AT + LABEL + NOTES
MENTION_AT = PERIOD_AT + PERIOD
"""The position at which each kind of unit begins. So positions tell the kinds apart, and never reach 512."""

_CLS, _PREFIX = 0, 1


@dataclass(frozen=True, slots=True)
class PassLimits:
    """The most tokens and mentions of one pass.

    Longer tables are split; each part repeats the prefix and the headers that it needs."""

    tokens: int = 1024
    mentions: int = 256


class StructuredLayout:
    """The layout of the bundled encoder."""

    def __init__(self, wordpieces: Wordpieces, limits: PassLimits | None = None) -> None:
        self.wordpieces = wordpieces
        self.limits = limits or PassLimits()

    @property
    def padding(self) -> int:
        """See `Layout.padding`."""
        return self.wordpieces.pad

    def passes(self, document: Document) -> list[PackedPass]:
        """See `Layout.passes`. Tables are laid out upright; one with many mentions takes several passes.

        Raises `InputError` when a mention stands in a table that is not there.
        """
        document = upright(document)
        by_table = mentions_by_table(document)
        periods = period_texts(document)
        laid = [
            (table.index, prefix_texts(table), table_texts(table, mentions, periods))
            for table, mentions in by_table
        ]
        self.wordpieces.remember(
            text
            for _, prefix, texts in laid
            for text in (*prefix, *(part for each in texts for part in each.parts()))
        )
        return [
            each
            for index, prefix, texts in laid
            for each in _passes(index, prefix, texts, self.wordpieces, self.limits)
        ]


def _passes(
    table: int,
    prefix: tuple[str, str, str],
    texts: Sequence[MentionTexts],
    wordpieces: Wordpieces,
    limits: PassLimits,
) -> list[PackedPass]:
    passes: list[_Pass] = []
    for each in texts:
        if not passes or not passes[-1].has_room_for(each, limits):
            passes.append(_Pass(prefix, wordpieces))
        passes[-1].add(each)
    return [one.finished(table) for one in passes]


class _Pass:
    """Builds one `PackedPass`, mention by mention. A unit that several mentions need is there once."""

    def __init__(self, prefix: tuple[str, str, str], wordpieces: Wordpieces) -> None:
        self._wordpieces = wordpieces
        self._units: dict[object, int] = {}
        self._tokens: list[Ids] = []
        self._starts: list[int] = []
        self._sees: list[set[int]] = []
        self._headers: set[int] = set()
        self._periods: set[int] = set()
        self._mentions: list[tuple[MentionTexts, set[int]]] = []
        self._length = 0
        self._unit("cls", (wordpieces.cls,), 0, set())
        self._unit("prefix", self._prefix_ids(prefix), 1, {_CLS})

    def _prefix_ids(self, prefix: tuple[str, str, str]) -> Ids:
        title, caption, before = (self._wordpieces.ids(text) for text in prefix)
        sep = (self._wordpieces.sep,)
        return title[:TITLE] + sep + caption[:CAPTION] + sep + before[-BEFORE:] + sep

    def _unit(self, key: object, ids: Ids, start: int, sees: set[int]) -> int:
        """Return the number of the unit with this key, made on first use."""
        if key not in self._units:
            number = self._units[key] = len(self._tokens)
            self._tokens.append(ids)
            self._starts.append(start)
            self._sees.append(sees | {number})
            self._length += len(ids)
        return self._units[key]

    def has_room_for(self, mention: MentionTexts, limits: PassLimits) -> bool:
        """Tell whether the mention and the new units that it needs stay within the limits."""
        if len(self._mentions) >= limits.mentions:
            return False
        keys: list[tuple[object, Ids]] = [(("row", mention.row), self._row_ids(mention))]
        keys += [(("header", text), self._header_ids(text)) for text in mention.headers]
        keys.append((("period", mention.period), self._period_ids(mention)))
        keys += [(("section", path), self._label_ids(path[-1])) for path in mention.section_paths()]
        return self._length + sum(len(ids) for key, ids in keys if key not in self._units) <= limits.tokens

    def add(self, mention: MentionTexts) -> None:
        """Add a mention with its headers, sections and row."""
        headers = {
            self._unit(("header", text), self._header_ids(text), HEADER_AT, {_CLS, _PREFIX})
            for text in mention.headers
        }
        self._headers |= headers
        above = {_CLS, _PREFIX}
        for path in mention.section_paths():
            above = above | {self._unit(("section", path), self._label_ids(path[-1]), SECTION_AT, above)}
        row = self._unit(("row", mention.row), self._row_ids(mention), ROW_AT, above)
        period = self._unit(("period", mention.period), self._period_ids(mention), PERIOD_AT, {_CLS})
        self._periods.add(period)
        self._mentions.append((mention, above | headers | {row, period}))

    def finished(self, table: int) -> PackedPass:
        """Return the pass of a table, or of a part of it: first the context, then the mentions."""
        context, count = len(self._tokens), len(self._mentions)
        lengths = [len(ids) for ids in self._tokens] + [1] * count
        marks = [
            self._wordpieces.ids(mention.measure)[:1] or (self._wordpieces.mask,)
            for mention, _ in self._mentions
        ]
        starts = np.array([*self._starts, *([MENTION_AT] * count)], np.int32)
        first = np.cumsum([0, *lengths[:-1]])
        unit = np.repeat(np.arange(context + count, dtype=np.int32), lengths)
        return PackedPass(
            tokens=np.array([token for ids in (*self._tokens, *marks) for token in ids], np.int32),
            positions=(np.arange(len(unit)) - np.repeat(first, lengths) + starts[unit]).astype(np.int32),
            unit=unit,
            sees=self._visibility(),
            queries=np.arange(len(unit) - count, len(unit), dtype=np.int32),
            asked=np.array([mention.index for mention, _ in self._mentions], np.int32),
            source=table,
        )

    def _visibility(self) -> npt.NDArray[np.bool_]:
        """Return which unit sees which; the mentions' units come last.

        Every context unit except the prefix and the periods sees all headers."""
        context, count = len(self._tokens), len(self._mentions)
        sees = np.zeros((context + count, context + count), np.bool_)
        sees[_CLS, :context] = True
        headers = sorted(self._headers)
        for number, others in enumerate(self._sees[_PREFIX:], start=_PREFIX):
            sees[number, sorted(others)] = True
        sees[_PREFIX + 1 : context, headers] = True
        sees[np.ix_(sorted(self._periods), headers)] = False
        for number, (_, others) in enumerate(self._mentions, start=context):
            sees[number, [*others, number]] = True
        return sees

    def _header_ids(self, text: str) -> Ids:
        return self._wordpieces.ids(text)[:HEADER]

    def _label_ids(self, text: str) -> Ids:
        return self._wordpieces.ids(text)[:LABEL]

    def _period_ids(self, mention: MentionTexts) -> Ids:
        return self._wordpieces.ids(mention.period)[:PERIOD]

    def _row_ids(self, mention: MentionTexts) -> Ids:
        return self._label_ids(mention.label) + self._wordpieces.ids(mention.notes)[:NOTES]
