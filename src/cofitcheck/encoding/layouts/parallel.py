"""The two layouts of the paper: parallel (CIPE, III-B), and extractive (EPE), which it is compared with.

The parallel layout has the context, the prompt, then every mention. A mention's tokens see the context, the
prompt and each other, and their positions restart after the prompt. So its vector does not depend on the
other mentions of the pass. The text is plain, or in the frame of a chat: then context and prompt are what the
user says, and each mention begins the answer. A mention is named by the labels of its row and column, in the
same way in both stages.

In the extractive layout a mention's vector is taken from inside the table, where its number ends.
"""

from __future__ import annotations

import numpy as np

from cofitcheck.document import Document, Mention
from cofitcheck.encoding.layouts.context import ContextSettings, context_parts
from cofitcheck.encoding.layouts.parts import NUMBER, Space, TablePart, longest
from cofitcheck.encoding.passes import Ids, PackedPass, Pieces
from cofitcheck.encoding.texts import PLACEHOLDER, shown
from cofitcheck.errors import ModelError
from cofitcheck.numbers import Measure

MEASURES = (Measure.PER_SHARE, Measure.SHARES, Measure.PERCENT)
"""The measures that are shown for a hidden number. Money is not: its sign often stands in some rows only."""

PROMPT_VERSION = 1
PROMPTS = {
    1: "\nEach line below names one number of the table by its body row, its column and its labels. Encode "
    "the fact that it states: which item, of which part of the company, for which period.\n"
}
"""The prompts by version. A trained model keeps its prompt, so new words get a new version."""


def label_ids(pieces: Pieces, mention: Mention, budget: int, masked: bool) -> Ids:
    """Return the tokens of labels such as "Assets / Cash | 2023 / June 30 | percent |".

    The longest labels are cut, so that all fit in `budget` tokens."""
    labels = [pieces.ids(text) for text in label_texts(mention, masked)]
    cut = longest([len(label) for label in labels], budget)
    return tuple(token for label in labels for token in label[:cut])


def label_texts(mention: Mention, masked: bool) -> list[str]:
    """Return the pieces of a mention's labels. Joined they are one line."""
    paths = [[shown(text, masked) for text in path] for path in _paths(mention)]
    return [
        f" {text}{' |' if number == len(path) else ' /'}"
        for path in (list(filter(None, path)) for path in paths)
        for number, text in enumerate(path, start=1)
    ]


def _paths(mention: Mention) -> tuple[tuple[str, ...], ...]:
    """Return the texts that name a mention: its row path, its column path, its measure."""
    measure = (mention.number.measure.value,) if mention.number.measure in MEASURES else ()
    return mention.row_path, mention.column_path, measure


class ParallelLayout:
    """One pass for each table (or part of a long one): the context, the prompt and all of its mentions."""

    def __init__(
        self,
        pieces: Pieces,
        settings: ContextSettings | None = None,
        prompt_version: int = PROMPT_VERSION,
        after: str = "",
    ) -> None:
        """`after` stands between the prompt and the mentions: it is the end of a chat's frame.

        Raise `ModelError` on an unknown prompt, `ConfigError` when the length limit is too small."""
        if prompt_version not in PROMPTS:
            known = ", ".join(map(str, PROMPTS))
            raise ModelError(
                f"The prompt version {prompt_version} is unknown; this version of the package knows {known}."
            )
        self.settings = settings or ContextSettings()
        self._pieces = pieces
        self._prompt = pieces.ids(PROMPTS[prompt_version] + after)
        reach, room = (most - len(self._prompt) for most in (self.settings.reach, self.settings.limit))
        self._most = reach // 8
        context = min(room, reach - self._most) if self.settings.positions else room
        self._space = Space(pieces, context, room, self.settings.masked, self._appended)

    @property
    def padding(self) -> int:
        """See `Layout.padding`; any token will do, since none attends to it."""
        return 0

    def passes(self, document: Document) -> list[PackedPass]:
        """See `Layout.passes`. Raises `InputError` when a mention stands where there is no cell."""
        masked = self.settings.masked
        self._pieces.remember(text for mention in document.mentions for text in label_texts(mention, masked))
        return [self._pass(part) for part in context_parts(document, self._space)]

    def _pass(self, part: TablePart) -> PackedPass:
        context = (*part.tokens, *self._prompt)
        own = [self._appended(each.mention, each.row, each.column) for each in part.placed]
        lengths = np.array([len(context), *map(len, own)])
        unit = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
        last = np.cumsum(lengths)
        restart = np.concatenate([[0], last[:-1] - len(context)])
        sees = np.eye(len(lengths), dtype=np.bool_)
        sees[:, 0] = True
        return PackedPass(
            tokens=np.array([*context, *(token for ids in own for token in ids)], np.int32),
            positions=(np.arange(len(unit)) - restart[unit]).astype(np.int32),
            unit=unit,
            sees=sees,
            queries=(last[1:] - 1).astype(np.int32),
            asked=np.array([each.mention.index for each in part.placed], np.int32),
            source=part.table,
            causal=self.settings.causal,
        )

    def _appended(self, mention: Mention, row: int, column: int) -> Ids:
        """Return the tokens of "Row 5, column 3: Assets / Cash | 2023 / June 30 | percent | #".

        The place tells apart mentions whose labels are equal; long labels are cut, the place never is.
        """
        ids = self._pieces.ids
        place, number = ids(f"Row {row}, column {column}:"), ids(f" {self._number(mention)}")[:NUMBER]
        labels = label_ids(self._pieces, mention, self._most - len(place) - len(number), self.settings.masked)
        return (*place, *labels, *number)

    def _number(self, mention: Mention) -> str:
        return PLACEHOLDER if self.settings.masked else shown(mention.text, masked=False)


class ExtractiveLayout:
    """Passes of the context alone. The query of a mention is the last token of its number."""

    def __init__(self, pieces: Pieces, settings: ContextSettings | None = None) -> None:
        """Raise `ConfigError` when the length limit is too small for any table."""
        self.settings = settings or ContextSettings()
        self._space = Space(pieces, self.settings.reach, self.settings.reach, self.settings.masked)

    @property
    def padding(self) -> int:
        """See `Layout.padding`; any token will do, since none attends to it."""
        return 0

    def passes(self, document: Document) -> list[PackedPass]:
        """See `Layout.passes`. Raises `InputError` when a mention stands where there is no cell."""
        return [self._pass(part) for part in context_parts(document, self._space)]

    def _pass(self, part: TablePart) -> PackedPass:
        length = len(part.tokens)
        return PackedPass(
            tokens=np.array(part.tokens, np.int32),
            positions=np.arange(length, dtype=np.int32),
            unit=np.zeros(length, np.int32),
            sees=np.ones((1, 1), np.bool_),
            queries=np.array([each.end for each in part.placed], np.int32),
            asked=np.array([each.mention.index for each in part.placed], np.int32),
            source=part.table,
            causal=self.settings.causal,
        )
