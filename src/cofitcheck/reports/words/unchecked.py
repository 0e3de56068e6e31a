"""The sentences of causes: why something was not checked, or is to be read with care."""

from __future__ import annotations

from cofitcheck.document import UncheckedCode, UncheckedReason
from cofitcheck.reports.words.languages import Phrase, phrase

_ONE = {"n": 1}

_IN_GENERAL = {
    UncheckedCode.SEVERAL_NUMBERS: phrase("cells state several numbers, as a range does"),
    UncheckedCode.NO_NUMBER: phrase("cells could not be read as a number"),
    UncheckedCode.NO_HEADER_TELLS_APART: phrase(
        "columns have no header, so their numbers were not compared with any others; check them by hand, or "
        "give each column a header"
    ),
}
"""The sentences for several similar items, where dots for the names in the sentence for one would not do."""
_DOTS = "…"


def _counted(one: str, many: str) -> Phrase:
    return Phrase(one, _ONE, many)


SENTENCES = {
    UncheckedCode.LABEL_CONTINUES: phrase('the label "{label}" continues the label of another row'),
    UncheckedCode.LABEL_CONTINUED: phrase('the label "{label}" continues in another row'),
    UncheckedCode.LABEL_NAMES_ROWS: phrase('the label "{label}" names other rows'),
    UncheckedCode.LABEL_IS_TWO: phrase('the label "{label}" is two labels in one'),
    UncheckedCode.LABEL_TWICE: phrase('the label "{label}" says the same twice'),
    UncheckedCode.LABEL_IS_MARK: phrase('the label "{label}" is only the mark of a note'),
    UncheckedCode.LABEL_OF_DATE: phrase('the label "{label}" is a part of a date'),
    UncheckedCode.LABEL_WITH_NUMBERS: phrase('the label "{label}" ends with numbers of its row'),
    UncheckedCode.LABEL_CUT: phrase('the label "{label}" is cut short'),
    UncheckedCode.LABEL_REPEATED: phrase('several rows have the label "{label}"'),
    UncheckedCode.LABEL_MAY_GO_ON: phrase('"{words}" may be a part of its label'),
    UncheckedCode.ROWS_WITHOUT_LABEL: phrase("rows have no label"),
    UncheckedCode.NO_LABEL_BESIDE: phrase('no label stands beside "{number}", its only number'),
    UncheckedCode.NO_LABEL_AMONG_WORDS: phrase(
        'no label among the words of its row was found for "{number}"'
    ),
    UncheckedCode.NUMBER_AS_LABEL: phrase('a number, "{number}", stands where a label should'),
    UncheckedCode.HEADER_CONTINUES: phrase('the header "{header}" continues another header'),
    UncheckedCode.HEADER_IS_PART: phrase('the header "{header}" is only a part of a header'),
    UncheckedCode.HEADER_IS_TWO: phrase('the header "{header}" is two headers in one'),
    UncheckedCode.HEADER_IS_TEXT: phrase('the header "{header}" is a text, not a header'),
    UncheckedCode.HEADER_TWICE: phrase('the header "{header}" says the same twice'),
    UncheckedCode.HEADER_OF_DATE: phrase('the header "{header}" is a part of a date'),
    UncheckedCode.HEADER_UNDATED: phrase('the header "{header}" has no date over it, as other columns have'),
    UncheckedCode.HEADER_WITHOUT_SPAN: phrase(
        'the header "{header}" has a year, but not the span of time that other columns state'
    ),
    UncheckedCode.HEADER_WITH_FEWER_LINES: phrase(
        'the header "{header}" has fewer lines of headers than the column beside it'
    ),
    UncheckedCode.HEADER_SHARED: phrase('columns have the same header, "{header}"'),
    UncheckedCode.HEADER_MAY_BE_OVER: phrase('"{header}" may be over "{column}" alone'),
    UncheckedCode.HEADERS_HOLD_ROWS: phrase(
        '"{header}" is the last of so many headers that rows are among them'
    ),
    UncheckedCode.COLUMNS_WITHOUT_HEADER: phrase("columns have no header"),
    UncheckedCode.NO_HEADER_OVER: phrase('no header stands over "{number}"'),
    UncheckedCode.NO_HEADER_TELLS_APART: phrase(
        'the column that begins with "{number}" has no header, so its numbers were not compared with any '
        "others; check them by hand, or give each column a header"
    ),
    UncheckedCode.NUMBER_AS_HEADER: phrase('a number, "{number}", stands where a header should'),
    UncheckedCode.LINE_OF_NO_COLUMN: phrase('"{words}" above it is in none of its columns'),
    UncheckedCode.NUMBER_CUT: phrase('the number "{number}" is only a part of one'),
    UncheckedCode.COLUMN_CUT_OFF: phrase("the numbers of a column are cut off at its side"),
    UncheckedCode.BEGINS_RANGE: phrase("a number is the first of a range"),
    UncheckedCode.SEVERAL_COLUMNS: phrase('"{words}" holds the numbers of several columns'),
    UncheckedCode.SEVERAL_NUMBERS: phrase('cells such as "{text}" state several numbers, as a range does'),
    UncheckedCode.NO_NUMBER: phrase('cells such as "{text}" could not be read as a number'),
    UncheckedCode.MISREAD: phrase("numbers may be misread in the picture"),
    UncheckedCode.MISREAD_WORDS: phrase('"{words}" in the table may be misread'),
    UncheckedCode.TOO_MANY_SHARES: phrase('its unit makes "{number}" more shares than most companies have'),
    UncheckedCode.NUMBERS_OF_PAGES: phrase(
        "its numbers have no header and rise from row to row, as those of pages do"
    ),
    UncheckedCode.IN_NO_CELL: phrase('"{number}" stands inside the table but in none of its cells'),
    UncheckedCode.CELLS_OVERLAP: phrase("two cells of the table overlap"),
    UncheckedCode.COLUMN_RAGGED: phrase("the numbers of a column do not stand below each other"),
    UncheckedCode.SCALE_OF_DRAWING: phrase("a column of the table is the scale of a drawing"),
    UncheckedCode.DRAWING_OF_HOLDERS: phrase("it looks like a drawing of who holds whom"),
    UncheckedCode.NO_TABLE: phrase("lines with numbers look like no table"),
    UncheckedCode.TABLES_INSIDE: phrase("tables stand inside this table, and only those were read"),
    UncheckedCode.TOO_LARGE: phrase("the table spans more rows or columns than can be laid out"),
    UncheckedCode.DECIMALS_OPEN: phrase(
        "nothing tells whether numbers such as “{example}” have a decimal point or thousands: all were read "
        "as in {read}"
    ),
    UncheckedCode.DECIMALS_MIXED: phrase(
        "{commas} numbers have a decimal comma and {points} a point: what is open was read as in {read}"
    ),
    UncheckedCode.PAGES_ARE_PICTURES: _counted(
        "page {pages}: image only, without text; not checked (--ocr, with the extra cofitcheck[ocr], reads "
        "such pages)",
        "pages {pages}: image only, without text; not checked (--ocr, with the extra cofitcheck[ocr], reads "
        "such pages)",
    ),
    UncheckedCode.PAGES_WITHOUT_TEXT_FOUND: _counted(
        "page {pages}: image only, without text; not checked (OCR found no text)",
        "pages {pages}: image only, without text; not checked (OCR found no text)",
    ),
    UncheckedCode.PAGES_WITHOUT_CHARACTERS: _counted(
        "page {pages}: the fonts do not say which characters they show; not checked",
        "pages {pages}: the fonts do not say which characters they show; not checked",
    ),
    UncheckedCode.PAGES_ASKEW: _counted(
        "page {pages}: numbers written at an angle are not read; not checked",
        "pages {pages}: numbers written at an angle are not read; not checked",
    ),
    UncheckedCode.PAGES_BY_OCR: _counted(
        "page {pages}: read from the picture by OCR; check what is found there against the page",
        "pages {pages}: read from the picture by OCR; check what is found there against the page",
    ),
    UncheckedCode.NO_TABLES: phrase(
        "no table with numbers was found, so only the sentences were read; check that the tables are text, "
        "not pictures"
    ),
    UncheckedCode.HTML_CUT_SHORT: phrase(
        "the file ends without </html>: what may have followed was not read"
    ),
    UncheckedCode.CONVERTED: phrase(
        "LibreOffice converted it from {suffix} to {target} before it was read; check what is found there "
        "against the original"
    ),
    UncheckedCode.CHANGES_ACCEPTED: phrase(
        "it has tracked changes ({changes}): the text was read with all of them accepted, not as it was "
        "before them"
    ),
    UncheckedCode.CHANGES_REJECTED: phrase(
        "it has tracked changes ({changes}): the text was read as it was before them, not with them accepted"
    ),
    UncheckedCode.EMBEDDED_OBJECTS: phrase(
        "{objects} embedded objects (an Excel table, for instance) show pictures: not read"
    ),
    UncheckedCode.MERGED_DOCUMENTS: phrase(
        "{documents} inserted documents that Word merges when it opens the file were not read"
    ),
    UncheckedCode.HIDDEN_TEXT: phrase(
        "hidden text with numbers ({texts}) and hidden table rows ({rows}) were not read"
    ),
    UncheckedCode.HIDDEN_SHEETS: phrase("hidden sheets were not read: {names}"),
    UncheckedCode.LINKED_CELLS: phrase(
        "cells linked to other workbooks count with their stored values: the links were not followed"
    ),
    UncheckedCode.HIDDEN_ROWS: phrase("sheet “{sheet}”: hidden rows were not read: {names}"),
    UncheckedCode.HIDDEN_COLUMNS: phrase("sheet “{sheet}”: hidden columns were not read: {names}"),
    UncheckedCode.FORMULAS_WITHOUT_VALUE: phrase(
        "sheet “{sheet}”: formulas without a stored value were not read: {names}; open the workbook in Excel "
        "and save it"
    ),
    UncheckedCode.CELLS_IN_ERROR: phrase("sheet “{sheet}”: cells show an error: {names}"),
    UncheckedCode.OTHER_FILES: phrase("other files in the package were not read: {names}"),
    UncheckedCode.UNMATCHED: phrase(
        "no cell was found that states the same fact, and no sum that they are part of"
    ),
    UncheckedCode.PROBABLY_NO_SUM: phrase(
        "their parts do not come to what is stated, but they are probably no sum"
    ),
    UncheckedCode.PROBABLY_TWO_FACTS: phrase(
        "their numbers differ, but they are more probably two facts than one stated wrongly"
    ),
    UncheckedCode.UNITS_DIFFER: phrase("their numbers have different units, or one is a dash or blank"),
    UncheckedCode.NOT_IN_OTHER_DOCUMENT: phrase("the other document does not state them"),
    UncheckedCode.NOTES_LEFT_OUT: phrase("The notes go on without a Note {numbers}."),
    UncheckedCode.NOTES_TWICE: phrase("More than one note has the number {numbers}."),
    UncheckedCode.NOTES_ALONE: phrase("Nothing refers to these notes: {numbers}."),
    UncheckedCode.OUT_OF_TIME: phrase(
        "the check ended at its bound of {seconds} seconds of the processor before it came to them; allow "
        "more with --seconds, or split the document"
    ),
    UncheckedCode.READ_IN_PARTS: _counted(
        "Table {tables} is so long that their rows were looked at in parts: a fact that they repeat from "
        "elsewhere is missed more often than in other tables.",
        "Tables {tables} are so long that their rows were looked at in parts: a fact that they repeat from "
        "elsewhere is missed more often than in other tables.",
    ),
    UncheckedCode.ASKED_ABOUT_SOME: phrase(
        "The language model was asked about {asked} of {all} candidate pairs; the others have a probability "
        "below {least} by their words alone."
    ),
    UncheckedCode.ASKED_ABOUT_ALL: phrase(
        "The paper's method: the language model was asked about all {pairs} pairs with a cosine above "
        "{least} ({whence}), found by {search}; those it takes for one fact were compared by rule."
    ),
    UncheckedCode.OF_PAPER: phrase("the paper's"),
    UncheckedCode.OF_ENCODER: phrase("the encoder's own"),
    UncheckedCode.OF_USER: phrase("as asked"),
    UncheckedCode.BY_HNSW: phrase("HNSW"),
    UncheckedCode.BY_EXACT_SEARCH: phrase("exact search"),
    UncheckedCode.AND_MORE: phrase("{names} and {n} more"),
    UncheckedCode.AS_TOLD: phrase("{words}"),
}


def render_unchecked(because: UncheckedReason) -> Phrase:
    """Return the sentence of a cause, followed by those of further causes."""
    said = _sentence(because)
    for other in because.also:
        said = phrase("{one}; {more}", one=said, more=_sentence(other))
    return said


def render_unchecked_alike(because: UncheckedReason) -> Phrase:
    """Return the sentence for several items with the same first cause, without the names of single items."""
    if because.cause in _IN_GENERAL:
        return _IN_GENERAL[because.cause]
    return SENTENCES[because.cause].of({name: _DOTS for name, _ in because.values})


def _sentence(because: UncheckedReason) -> Phrase:
    return SENTENCES[because.cause].of({name: _value(value) for name, value in because.values})


def _value(value: str | int | UncheckedReason) -> str | int | Phrase:
    return render_unchecked(value) if isinstance(value, UncheckedReason) else value
