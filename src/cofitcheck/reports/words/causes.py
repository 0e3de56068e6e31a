"""The sentences of causes: why something was not checked, or is to be read with care."""

from __future__ import annotations

from cofitcheck.document import Because, Cause
from cofitcheck.reports.words.phrase import Phrase, phrase

_ONE = {"n": 1}


def _counted(one: str, many: str) -> Phrase:
    return Phrase(one, _ONE, many)


SENTENCES = {
    Cause.LABEL_CONTINUES: phrase('the label "{label}" continues the label of another row'),
    Cause.LABEL_CONTINUED: phrase('the label "{label}" continues in another row'),
    Cause.LABEL_NAMES_ROWS: phrase('the label "{label}" names other rows'),
    Cause.LABEL_IS_TWO: phrase('the label "{label}" is two labels in one'),
    Cause.LABEL_TWICE: phrase('the label "{label}" says the same twice'),
    Cause.LABEL_IS_MARK: phrase('the label "{label}" is only the mark of a note'),
    Cause.LABEL_OF_DATE: phrase('the label "{label}" is a part of a date'),
    Cause.LABEL_WITH_NUMBERS: phrase('the label "{label}" ends with numbers of its row'),
    Cause.LABEL_CUT: phrase('the label "{label}" is cut short'),
    Cause.LABEL_REPEATED: phrase('several rows have the label "{label}"'),
    Cause.LABEL_MAY_GO_ON: phrase('"{words}" may be a part of its label'),
    Cause.ROWS_WITHOUT_LABEL: phrase("rows have no label"),
    Cause.NO_LABEL_BESIDE: phrase('no label stands beside "{number}", its only number'),
    Cause.NO_LABEL_AMONG_WORDS: phrase('no label among the words of its row was found for "{number}"'),
    Cause.NUMBER_AS_LABEL: phrase('a number, "{number}", stands where a label should'),
    Cause.HEADER_CONTINUES: phrase('the header "{header}" continues another header'),
    Cause.HEADER_IS_PART: phrase('the header "{header}" is only a part of a header'),
    Cause.HEADER_IS_TWO: phrase('the header "{header}" is two headers in one'),
    Cause.HEADER_IS_TEXT: phrase('the header "{header}" is a text, not a header'),
    Cause.HEADER_TWICE: phrase('the header "{header}" says the same twice'),
    Cause.HEADER_OF_DATE: phrase('the header "{header}" is a part of a date'),
    Cause.HEADER_UNDATED: phrase('the header "{header}" has no date over it, as other columns have'),
    Cause.HEADER_WITHOUT_SPAN: phrase(
        'the header "{header}" has a year, but not the span of time that other columns state'
    ),
    Cause.HEADER_WITH_FEWER_LINES: phrase(
        'the header "{header}" has fewer lines of headers than the column beside it'
    ),
    Cause.HEADER_SHARED: phrase('columns have the same header, "{header}"'),
    Cause.HEADER_MAY_BE_OVER: phrase('"{header}" may be over "{column}" alone'),
    Cause.HEADERS_HOLD_ROWS: phrase('"{header}" is the last of so many headers that rows are among them'),
    Cause.COLUMNS_WITHOUT_HEADER: phrase("columns have no header"),
    Cause.NO_HEADER_OVER: phrase('no header stands over "{number}"'),
    Cause.NO_HEADER_TELLS_APART: phrase(
        'the column that begins with "{number}" has no header, so its numbers were not compared with any '
        "others; check them by hand, or give each column a header"
    ),
    Cause.NUMBER_AS_HEADER: phrase('a number, "{number}", stands where a header should'),
    Cause.LINE_OF_NO_COLUMN: phrase('"{words}" above it is in none of its columns'),
    Cause.NUMBER_CUT: phrase('the number "{number}" is only a part of one'),
    Cause.COLUMN_CUT_OFF: phrase("the numbers of a column are cut off at its side"),
    Cause.BEGINS_RANGE: phrase("a number is the first of a range"),
    Cause.SEVERAL_COLUMNS: phrase('"{words}" holds the numbers of several columns'),
    Cause.SEVERAL_NUMBERS: phrase('cells such as "{text}" state several numbers, as a range does'),
    Cause.NO_NUMBER: phrase('cells such as "{text}" could not be read as a number'),
    Cause.MISREAD: phrase("numbers may be misread in the picture"),
    Cause.MISREAD_WORDS: phrase('"{words}" in the table may be misread'),
    Cause.TOO_MANY_SHARES: phrase('its unit makes "{number}" more shares than most companies have'),
    Cause.NUMBERS_OF_PAGES: phrase(
        "its numbers have no header and rise from row to row, as those of pages do"
    ),
    Cause.IN_NO_CELL: phrase('"{number}" stands inside the table but in none of its cells'),
    Cause.CELLS_OVERLAP: phrase("two cells of the table overlap"),
    Cause.COLUMN_RAGGED: phrase("the numbers of a column do not stand below each other"),
    Cause.SCALE_OF_DRAWING: phrase("a column of the table is the scale of a drawing"),
    Cause.DRAWING_OF_HOLDERS: phrase("it looks like a drawing of who holds whom"),
    Cause.NO_TABLE: phrase("lines with numbers look like no table"),
    Cause.TABLES_INSIDE: phrase("tables stand inside this table, and only those were read"),
    Cause.TOO_LARGE: phrase("the table spans more rows or columns than can be laid out"),
    Cause.DECIMALS_OPEN: phrase(
        "nothing tells whether numbers such as “{example}” have a decimal point or thousands: all were read "
        "as in {read}"
    ),
    Cause.DECIMALS_MIXED: phrase(
        "{commas} numbers have a decimal comma and {points} a point: what is open was read as in {read}"
    ),
    Cause.PAGES_ARE_PICTURES: _counted(
        "page {pages}: image only, without text; not checked (--ocr, with the extra cofitcheck[ocr], reads "
        "such pages)",
        "pages {pages}: image only, without text; not checked (--ocr, with the extra cofitcheck[ocr], reads "
        "such pages)",
    ),
    Cause.PAGES_WITHOUT_TEXT_FOUND: _counted(
        "page {pages}: image only, without text; not checked (OCR found no text)",
        "pages {pages}: image only, without text; not checked (OCR found no text)",
    ),
    Cause.PAGES_WITHOUT_CHARACTERS: _counted(
        "page {pages}: the fonts do not say which characters they show; not checked",
        "pages {pages}: the fonts do not say which characters they show; not checked",
    ),
    Cause.PAGES_ASKEW: _counted(
        "page {pages}: numbers written at an angle are not read; not checked",
        "pages {pages}: numbers written at an angle are not read; not checked",
    ),
    Cause.PAGES_BY_OCR: _counted(
        "page {pages}: read from the picture by OCR; check what is found there against the page",
        "pages {pages}: read from the picture by OCR; check what is found there against the page",
    ),
    Cause.NO_TABLES: phrase(
        "no table with numbers was found, so only the sentences were read; check that the tables are text, "
        "not pictures"
    ),
    Cause.HTML_CUT_SHORT: phrase("the file ends without </html>: what may have followed was not read"),
    Cause.CHANGES_ACCEPTED: phrase(
        "it has tracked changes ({changes}): the text was read with all of them accepted, not as it was "
        "before them"
    ),
    Cause.CHANGES_REJECTED: phrase(
        "it has tracked changes ({changes}): the text was read as it was before them, not with them accepted"
    ),
    Cause.EMBEDDED_OBJECTS: phrase(
        "{objects} embedded objects (an Excel table, for instance) show pictures: not read"
    ),
    Cause.MERGED_DOCUMENTS: phrase(
        "{documents} inserted documents that Word merges when it opens the file were not read"
    ),
    Cause.HIDDEN_TEXT: phrase(
        "hidden text with numbers ({texts}) and hidden table rows ({rows}) were not read"
    ),
    Cause.HIDDEN_SHEETS: phrase("hidden sheets were not read: {names}"),
    Cause.LINKED_CELLS: phrase(
        "cells linked to other workbooks count with their stored values: the links were not followed"
    ),
    Cause.HIDDEN_ROWS: phrase("sheet “{sheet}”: hidden rows were not read: {names}"),
    Cause.HIDDEN_COLUMNS: phrase("sheet “{sheet}”: hidden columns were not read: {names}"),
    Cause.FORMULAS_WITHOUT_VALUE: phrase(
        "sheet “{sheet}”: formulas without a stored value were not read: {names}; open the workbook in Excel "
        "and save it"
    ),
    Cause.CELLS_IN_ERROR: phrase("sheet “{sheet}”: cells show an error: {names}"),
    Cause.OTHER_FILES: phrase("other files in the package were not read: {names}"),
    Cause.UNMATCHED: phrase("no cell was found that states the same fact, and no sum that they are part of"),
    Cause.PROBABLY_NO_SUM: phrase("their parts do not come to what is stated, but they are probably no sum"),
    Cause.PROBABLY_TWO_FACTS: phrase(
        "their numbers differ, but they are more probably two facts than one stated wrongly"
    ),
    Cause.UNITS_DIFFER: phrase("their numbers have different units, or one is a dash or blank"),
    Cause.NOT_IN_OTHER_DOCUMENT: phrase("the other document does not state them"),
    Cause.OUT_OF_TIME: phrase(
        "the check ended at its bound of {seconds} seconds of the processor before it came to them; allow "
        "more with --seconds, or split the document"
    ),
    Cause.READ_IN_PARTS: _counted(
        "Table {tables} is so long that their rows were looked at in parts: a fact that they repeat from "
        "elsewhere is missed more often than in other tables.",
        "Tables {tables} are so long that their rows were looked at in parts: a fact that they repeat from "
        "elsewhere is missed more often than in other tables.",
    ),
    Cause.ASKED_ABOUT_SOME: phrase(
        "The language model was asked about {asked} of {all} candidate pairs; the others have a probability "
        "below {least} by their words alone."
    ),
    Cause.ASKED_ABOUT_ALL: phrase(
        "The paper's method: the language model was asked about all {pairs} pairs with a cosine above "
        "{least} ({whence}), found by {search}; those it takes for one fact were compared by rule."
    ),
    Cause.OF_PAPER: phrase("the paper's"),
    Cause.OF_ENCODER: phrase("the encoder's own"),
    Cause.OF_USER: phrase("as asked"),
    Cause.BY_HNSW: phrase("HNSW"),
    Cause.BY_EXACT_SEARCH: phrase("exact search"),
    Cause.AND_MORE: phrase("{names} and {n} more"),
    Cause.AS_TOLD: phrase("{words}"),
}

_IN_GENERAL = {
    Cause.SEVERAL_NUMBERS: phrase("cells state several numbers, as a range does"),
    Cause.NO_NUMBER: phrase("cells could not be read as a number"),
    Cause.NO_HEADER_TELLS_APART: phrase(
        "columns have no header, so their numbers were not compared with any others; check them by hand, or "
        "give each column a header"
    ),
}
"""What is said of several that are alike, where it is not the sentence with dots for what it names."""
_DOTS = "…"


def why(because: Because) -> Phrase:
    """Return the sentence of a cause, and those of further ones behind it."""
    said = _sentence(because)
    for other in because.also:
        said = phrase("{one}; {more}", one=said, more=_sentence(other))
    return said


def why_alike(because: Because) -> Phrase:
    """Return what is said of several things with the first cause of this one, whatever each names."""
    if because.cause in _IN_GENERAL:
        return _IN_GENERAL[because.cause]
    return SENTENCES[because.cause].of({name: _DOTS for name, _ in because.values})


def _sentence(because: Because) -> Phrase:
    return SENTENCES[because.cause].of({name: _value(value) for name, value in because.values})


def _value(value: str | int | Because) -> str | int | Phrase:
    return why(value) if isinstance(value, Because) else value
