"""Why a finding is one: each reason is a code and what fills its sentence, which `reports.words` has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class ReasonCode(StrEnum):
    """What speaks for, or against, a finding; A is the number in question, B what it is compared with."""

    TABLE_A_FOOTS_WITH = "table A foots with"
    TABLE_B_FOOTS_WITH = "table B foots with"
    TABLE_FOOTS_WITH = "table foots with"
    BOTH_FOOT = "both foot"
    B_STATED_MORE_OFTEN = "B stated more often"
    A_STATED_MORE_OFTEN = "A stated more often"
    ROW_LABEL = "row label"
    ROW_WORDS = "row words"
    SECTION = "section"
    PERIOD = "period"
    HEADING = "heading"
    ROW_NEIGHBOUR = "row neighbour"
    ROW_NEIGHBOURS = "row neighbours"
    COLUMN_NEIGHBOURS = "column neighbours"
    OTHERS_AGREE = "others agree"
    OTHERS_MIXED = "others mixed"
    OTHERS_DIFFER = "others differ"
    LANGUAGE_MODEL = "language model"
    SUM_BREAKS_TOO = "sum breaks too"
    SENTENCE_SAYS = "sentence says"
    LINE_OF_NOTE = "line of note"

    COLUMNS_FOOT = "columns foot"
    ROWS_FOOT = "rows foot"
    COLUMN_FORMULAS = "column formulas"
    ROW_FORMULAS = "row formulas"
    CALLED_TOTAL = "called total"
    ALL_ELSE_FOOTS = "all else foots"
    DOCUMENT_FOOTS = "document foots"
    TOTAL_FOOTS_ON = "total foots on"
    COLUMN_BESIDE = "column beside"
    COLUMNS_BREAK = "columns break"
    ROWS_BREAK = "rows break"
    COLUMN_MENDED_TOO = "column mended too"
    ROW_MENDED_TOO = "row mended too"
    LEFT_OUT = "left out"
    ADDED_TWICE = "added twice"
    ROWS_SWAPPED = "rows swapped"
    SIGNS_OF_COLUMNS = "signs of columns"
    SIGNS_OF_ROWS = "signs of rows"

    CHANGES_BESIDE = "changes beside"
    SHARES_BESIDE = "shares beside"
    RATIOS_BESIDE = "ratios beside"
    DIFFERENCES_BESIDE = "differences beside"
    CHANGES_ELSEWHERE = "changes elsewhere"

    BALANCE = "balance"
    ALL_ASSETS = "all assets"
    ALL_LIABILITIES = "all liabilities"
    FUNDING = "funding"
    NET_ASSETS = "net assets"
    PER_SHARE = "per share"
    CHANGE_IN_CASH = "change in cash"
    CLOSING_CASH = "closing cash"
    GROSS_PROFIT = "gross profit"
    NET_OF_TAX = "net of tax"
    OPERATING_INCOME = "operating income"
    BEFORE_TAX = "before tax"
    COMPREHENSIVE = "comprehensive"
    CARRIED = "carried"
    CASH_OF_STATEMENTS = "cash of statements"
    QUARTERS = "quarters"
    CURRENT_AND_OTHER = "current and other"
    PARTS_ELSEWHERE = "parts elsewhere"

    OTHER_PART = "other part"
    OTHER_PAGE = "other page"
    NO_EXHIBIT = "no exhibit"
    NO_PART = "no part"
    OTHER_TOTAL = "other total"
    OTHER_YEARS = "other years"
    AMONG_ASSETS = "among assets"
    AMONG_LIABILITIES = "among liabilities"
    OTHER_SENSE = "other sense"
    OTHER_UNIT = "other unit"
    FORMULA_STALE = "formula stale"
    TYPED_AMONG_FORMULAS = "typed among formulas"
    UNLIKE_NEIGHBOURS = "unlike neighbours"
    RANGE_LEAVES_OUT = "range leaves out"
    HIDDEN_ROWS_IN_SUM = "hidden rows in sum"

    NAMES_ROW = "names row"
    SHARES_WORDS = "shares words"
    SAME_YEAR = "same year"
    FROM_SAME_ROW = "from same row"
    FROM_SAME_TABLE = "from same table"
    OTHER_PERIOD = "other period"
    OTHER_DIRECTION = "other direction"
    CELL_FOOTS = "cell foots"
    SAID_AGAIN = "said again"
    NAMES_RATIO = "names ratio"
    RATIO_ELSEWHERE = "ratio elsewhere"

    PERIOD_IN_ROW = "period in row"
    PERIOD_IN_ROW_OF = "period in row of"
    LABEL_IN_COLUMN = "label in column"
    LABEL_IN_COLUMN_OF = "label in column of"
    PERIOD_IN_ROW_TURNED = "period in row, sign turned"
    PERIOD_IN_ROW_OF_TURNED = "period in row of, sign turned"
    LABEL_IN_COLUMN_TURNED = "label in column, sign turned"
    LABEL_IN_COLUMN_OF_TURNED = "label in column of, sign turned"

    EARLIER_REPORT = "earlier report"
    EARLIER_DRAFT = "earlier draft"
    OTHER_RENDITION = "other rendition"
    WHOLE = "whole"
    WHOLE_OF_MOST = "whole of most numbers"
    SENTENCES_ALONE = "sentences alone"
    AS_ASKED = "as asked"
    KEPT_APART = "kept apart"
    COUNTERPART_TAKEN = "counterpart taken"
    INDEX_NUMBERS = "index numbers"
    LIKELIER_ANOTHER_FACT = "likelier another fact"
    SHARES_SPLIT = "shares split"
    SAID_BESIDE = "said beside"
    STATED_ANEW = "stated anew"
    SEGMENTS_CHANGED = "segments changed"
    DISCONTINUED = "discontinued"
    RENAMED_LINE = "renamed line"
    LINES_COME_TO_THE_SAME = "lines come to the same"
    TOTAL_TAKES_IN = "total takes in"
    STANDS_IN_TEXT = "stands in text"
    MAY_BE_UNREAD = "may be unread"
    NO_PERIOD = "no period"
    OUT_OF_TIME = "out of time"
    SAYS = "says"

    SCORE_WITHOUT_VALUES = "score without values"
    SCORE_WITH_SUMS = "score with sums"
    SCORE_OVER_A_THIRD = "score over a third"
    FACETS = "facets"
    SCORE_BY_WORDS = "score by words"


AGAINST = frozenset(
    {
        ReasonCode.BOTH_FOOT,
        ReasonCode.A_STATED_MORE_OFTEN,
        ReasonCode.OTHERS_DIFFER,
        ReasonCode.COLUMNS_BREAK,
        ReasonCode.ROWS_BREAK,
    }
)
"""What speaks against a finding."""


@dataclass(frozen=True)
class Reason:
    """A reason: its code, and the words and counts that its sentence names."""

    why: ReasonCode
    values: Mapping[str, str | int] = field(default_factory=dict)

    @classmethod
    def of(cls, why: ReasonCode, **values: str | int) -> Reason:
        """Return a reason with what its sentence names."""
        return cls(why, values)

    @property
    def against(self) -> bool:
        """Whether it speaks against the finding."""
        return self.why in AGAINST

    def __str__(self) -> str:
        named = ", ".join(f"{name} {value}" for name, value in self.values.items())
        return f"{self.why.value}: {named}" if named else self.why.value
