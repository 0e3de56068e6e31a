"""What is read in prose: numbers that state something, and numbers that do not."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from cofitcheck.numbers import Number
from cofitcheck.periods import Period
from cofitcheck.periods.fiscal_calendar import FiscalCalendar

OPEN = Period()
"""The period of what is not dated."""


class Bound(StrEnum):
    """How the words before a number widen or open it."""

    EXACT = "exact"
    ABOUT = "about"
    """ "approximately", "nearly", "some"."""
    AT_LEAST = "at least"
    """ "more than", "over", "5% or more"."""
    AT_MOST = "at most"
    """ "less than", "up to", "5% or less"."""


class Role(StrEnum):
    """What a number in prose counts."""

    AMOUNT = "amount"
    PER_SHARE = "per share"
    PERCENT = "percent"
    POINTS = "percentage points"
    BASIS_POINTS = "basis points"
    MULTIPLE = "multiple"
    """ "2.5 times", "twofold"."""
    SHARES = "shares"
    COUNT = "count"
    """Things: "1,250 stores", "4,000 employees"."""
    TERM = "length of time"
    """With decimals only, as tables state it: "5.2 years"."""
    NUMBER = "number"
    """Nothing near it says what it counts."""


class Operation(StrEnum):
    """How a number takes part in what its sentence says."""

    LEVEL = "level"
    """It is stated by itself."""
    CHANGE = "change"
    """By how much something rose or fell: "increased $64 million"."""
    PERCENT_CHANGE = "change in percent"
    SHARE = "share"
    """A part of a whole in per cent: "31% of net sales"."""
    FROM = "from"
    """What something was before it changed."""
    TO = "to"
    """What it came to."""
    COMPARED = "compared with"
    """What the number before it is compared with."""
    AVERAGE = "average"
    RANGE_LOW = "low end of a range"
    RANGE_HIGH = "high end of a range"


class Direction(StrEnum):
    """Which way a change went."""

    NONE = "none"
    UP = "up"
    DOWN = "down"


class Basis(StrEnum):
    """Words that make a number another fact than the one a statement has."""

    CONSTANT_CURRENCY = "constant currency"
    ADJUSTED = "adjusted"
    ORGANIC = "organic"
    NON_GAAP = "non-GAAP"
    PRO_FORMA = "pro forma"
    FORECAST = "forecast"
    """What is expected, planned or possible, and not what was."""


class NoAmount(StrEnum):
    """Why a number is no amount."""

    DATE = "date"
    YEAR = "year"
    TIME = "time of day"
    TERM = "length of time"
    AGE = "age"
    REFERENCE = "reference"
    """To a note, an item, a section, a page, a table."""
    NUMBERING = "numbering"
    """Of an item of a list, or the mark of a footnote."""
    ORDINAL = "ordinal"
    LAW = "law or standard"
    FORM = "form"
    LEVEL = "level"
    """Of the fair value hierarchy."""
    RATING = "rating"
    NAME = "part of a name"
    CODE = "code"
    """Letters and digits in one word, an address on the web."""
    FILE_NUMBER = "file number"
    TELEPHONE = "telephone number"
    ADDRESS = "address"
    PAGE = "number of the page"
    EACH = "unit of a rate"
    """The share that an amount is of in Chinese and Japanese: "1株当たり"."""
    UNCLEAR = "unclear"
    """A bare number of which nothing says what it is."""


@dataclass(frozen=True, slots=True)
class Span:
    """A part of the text of a passage, by its characters."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ProseMention:
    """A number in running text that states something; `index` is its place in `Prose.mentions`.

    `start` and `end` are characters of the text of `Document.passages[passage]`: the number with its currency
    and the words of its unit, which are `text`. `sentence` is the part of the passage that the sentence takes
    up, `words` is its text.

    `number` is as written: "$1.3 billion" has the precision 8. Of a shared unit ("$10.2 and $9.8 million") it
    has the whole. Its sign is as printed: what "a loss of" or "decreased" means for it is in `direction` and
    `indicator`. `bound` tells whether it is exact.

    `period` is when, as far as the sentence says, and `against` the period that a change is measured from;
    both may be open. `indicator` are the words of what it is, its clause with numbers and periods left out, a
    "…" where it stands itself. `whole` is what a share is of: "net sales" of "31% of net sales".

    `operation` and `direction` say how it takes part in a statement. Mentions of one statement share a
    `group`: "increased $64 million, or 5%, to $1,314 million from $1,250 million".
    """

    index: int
    passage: int
    start: int
    end: int
    text: str
    number: Number
    role: Role
    bound: Bound
    sentence: Span
    words: str
    period: Period = OPEN
    against: Period = OPEN
    indicator: str = ""
    whole: str = ""
    basis: frozenset[Basis] = frozenset()
    operation: Operation = Operation.LEVEL
    direction: Direction = Direction.NONE
    group: int = 0

    def __repr__(self) -> str:
        return f"ProseMention({self.text!r}, {self.operation}, passage {self.passage})"


@dataclass(frozen=True, slots=True)
class NotAmount:
    """Digits in running text that state no amount, with the words that say so, and why; `start` and `end` are
    characters of the passage's text."""

    passage: int
    start: int
    end: int
    text: str
    reason: NoAmount


@dataclass(frozen=True, slots=True)
class Prose:
    """All numbers of a document's passages, in reading order: each digit is in one of the two.

    `own` is the period that the document reports on, open where it does not say, and `calendar` tells when
    its fiscal years end.
    """

    mentions: tuple[ProseMention, ...]
    not_amounts: tuple[NotAmount, ...]
    own: Period = OPEN
    calendar: FiscalCalendar = field(default_factory=FiscalCalendar)
