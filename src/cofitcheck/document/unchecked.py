"""Why something in a document was not checked, or is to be read with care: a code and its values.

Readers and checks give codes; the sentences that a person reads are in `reports.words.unchecked`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum


class UncheckedCode(StrEnum):
    """What kept something from being checked: first of tables and their numbers, then of a whole document."""

    LABEL_CONTINUES = "label continues another"
    LABEL_CONTINUED = "label continued in another row"
    LABEL_NAMES_ROWS = "label names other rows"
    LABEL_IS_TWO = "two labels in one"
    LABEL_TWICE = "label says the same twice"
    LABEL_IS_MARK = "label is the mark of a note"
    LABEL_OF_DATE = "label is part of a date"
    LABEL_WITH_NUMBERS = "label ends with numbers"
    LABEL_CUT = "label cut short"
    LABEL_REPEATED = "label of several rows"
    LABEL_MAY_GO_ON = "may be part of a label"
    ROWS_WITHOUT_LABEL = "rows without a label"
    NO_LABEL_BESIDE = "no label beside the only number"
    NO_LABEL_AMONG_WORDS = "no label among the words"
    NUMBER_AS_LABEL = "number as a label"

    HEADER_CONTINUES = "header continues another"
    HEADER_IS_PART = "part of a header"
    HEADER_IS_TWO = "two headers in one"
    HEADER_IS_TEXT = "header is a text"
    HEADER_TWICE = "header says the same twice"
    HEADER_OF_DATE = "header is part of a date"
    HEADER_UNDATED = "header without the date of others"
    HEADER_WITHOUT_SPAN = "header without the span of others"
    HEADER_WITH_FEWER_LINES = "header with fewer lines"
    HEADER_SHARED = "header of several columns"
    HEADER_MAY_BE_OVER = "may be over one column alone"
    HEADERS_HOLD_ROWS = "rows among the headers"
    COLUMNS_WITHOUT_HEADER = "columns without a header"
    NO_HEADER_OVER = "no header over a number"
    NO_HEADER_TELLS_APART = "no header tells columns apart"
    NUMBER_AS_HEADER = "number as a header"
    LINE_OF_NO_COLUMN = "line above in no column"

    NUMBER_CUT = "number is a part of one"
    COLUMN_CUT_OFF = "column cut off"
    BEGINS_RANGE = "first number of a range"
    SEVERAL_COLUMNS = "numbers of several columns"
    SEVERAL_NUMBERS = "several numbers in a cell"
    NO_NUMBER = "cell not read as a number"
    MISREAD = "may be misread in the picture"
    MISREAD_WORDS = "words may be misread in the picture"
    TOO_MANY_SHARES = "too many shares"
    NUMBERS_OF_PAGES = "numbers of pages"
    IN_NO_CELL = "in none of the cells"
    CELLS_OVERLAP = "cells overlap"
    COLUMN_RAGGED = "column not aligned"
    SCALE_OF_DRAWING = "scale of a drawing"
    DRAWING_OF_HOLDERS = "drawing of who holds whom"
    NO_TABLE = "lines look like no table"
    TABLES_INSIDE = "tables inside a table"
    TOO_LARGE = "too large to lay out"

    DECIMALS_OPEN = "decimals or thousands"
    DECIMALS_MIXED = "decimal comma and point"
    PAGES_ARE_PICTURES = "pages are pictures"
    PAGES_WITHOUT_TEXT_FOUND = "OCR found no text"
    PAGES_WITHOUT_CHARACTERS = "fonts without characters"
    PAGES_ASKEW = "numbers at an angle"
    PAGES_BY_OCR = "read by OCR"
    NO_TABLES = "no tables"
    HTML_CUT_SHORT = "HTML ends early"
    CONVERTED = "converted by LibreOffice"
    CHANGES_ACCEPTED = "tracked changes accepted"
    CHANGES_REJECTED = "tracked changes left out"
    EMBEDDED_OBJECTS = "embedded objects"
    MERGED_DOCUMENTS = "inserted documents"
    HIDDEN_TEXT = "hidden text"
    HIDDEN_SHEETS = "hidden sheets"
    LINKED_CELLS = "cells linked to other workbooks"
    HIDDEN_ROWS = "hidden rows"
    HIDDEN_COLUMNS = "hidden columns"
    FORMULAS_WITHOUT_VALUE = "formulas without a value"
    CELLS_IN_ERROR = "cells show an error"
    OTHER_FILES = "other files in the package"

    UNMATCHED = "nothing states the same"
    PROBABLY_NO_SUM = "probably no sum"
    PROBABLY_TWO_FACTS = "probably two facts"
    UNITS_DIFFER = "units differ"
    NOT_IN_OTHER_DOCUMENT = "not in the other document"
    NOTES_LEFT_OUT = "numbers of notes left out"
    NOTES_TWICE = "numbers of notes used twice"
    NOTES_ALONE = "notes that nothing refers to"
    OUT_OF_TIME = "out of time"
    READ_IN_PARTS = "tables read in parts"
    ASKED_ABOUT_SOME = "the model was asked about some pairs"
    ASKED_ABOUT_ALL = "the model was asked about all pairs"

    OF_PAPER = "the paper's"
    OF_ENCODER = "the encoder's"
    OF_USER = "as asked"
    BY_HNSW = "HNSW"
    BY_EXACT_SEARCH = "exact search"
    AND_MORE = "and more"
    AS_TOLD = "as told"
    """The words of a program or a server, of which there is no code."""


@dataclass(frozen=True, slots=True)
class UncheckedReason:
    """A cause with the words and counts that its sentence names; `also` are further causes."""

    cause: UncheckedCode
    values: tuple[tuple[str, str | int | UncheckedReason], ...] = ()
    also: tuple[UncheckedReason, ...] = ()

    @classmethod
    def of(cls, cause: UncheckedCode, **values: str | int | UncheckedReason) -> UncheckedReason:
        """Return a cause with what its sentence names."""
        return cls(cause, tuple(values.items()))

    @classmethod
    def told(cls, words: str) -> UncheckedReason:
        """Return what a program or a server says, as it says it."""
        return cls.of(UncheckedCode.AS_TOLD, words=words)

    @classmethod
    def together(cls, first: UncheckedReason, *others: UncheckedReason) -> UncheckedReason:
        """Return several causes of one thing as one."""
        return replace(first, also=others)

    @classmethod
    def some(cls, names: tuple[str, ...], most: int) -> str | UncheckedReason:
        """Return names one after the other, those above `most` only counted."""
        shown = ", ".join(names[:most])
        more = len(names) - most
        return cls.of(UncheckedCode.AND_MORE, names=shown, n=more) if more > 0 else shown

    def __str__(self) -> str:
        named = ", ".join(f"{name} {value}" for name, value in self.values)
        own = f"{self.cause.value}: {named}" if named else self.cause.value
        return "; ".join((own, *map(str, self.also)))
