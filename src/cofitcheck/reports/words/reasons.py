"""The sentences of reasons: why two numbers are taken for one item, and why one is held to be wrong."""

from __future__ import annotations

from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.reports.words.languages import Phrase, phrase

_ONE = {"n": 1}

_FACETS = {
    "indicator": phrase("line item"),
    "measure": phrase("measure"),
    "period": phrase("period"),
    "breakdown": phrase("breakdown"),
    "unit": phrase("unit"),
}


def _counted(one: str, many: str) -> Phrase:
    return Phrase(one, _ONE, many)


SENTENCES = {
    ReasonCode.OTHER_PAGE: phrase("“{title}” stands on page {meant}, not on page {number}."),
    ReasonCode.NO_EXHIBIT: phrase("The index of exhibits has no {number}."),
    ReasonCode.NO_PART: phrase("The document has no {number}; the last one is {last}."),
    ReasonCode.OTHER_TOTAL: phrase("The lines that it adds up stand under “{heading}”."),
    ReasonCode.FORMULA_STALE: phrase("The formula comes to {computed}, and {stored} is stored with it."),
    ReasonCode.TYPED_AMONG_FORMULAS: phrase(
        "The number is typed; the cells on both sides have a formula, {formula} in {beside}."
    ),
    ReasonCode.UNLIKE_NEIGHBOURS: phrase(
        "The formula refers to other cells than those on both sides of it, {formula} in {beside}."
    ),
    ReasonCode.RANGE_LEAVES_OUT: phrase("The sum ends before {cells}, the number right above it."),
    ReasonCode.HIDDEN_ROWS_IN_SUM: phrase("Hidden rows are in the sum: {cells}."),
    ReasonCode.OTHER_PART: phrase("{number} is “{title}”; “{meant_title}” is {meant}."),
    ReasonCode.OTHER_YEARS: phrase("The words name {named}; the columns of the table are {columns}."),
    ReasonCode.AMONG_ASSETS: phrase(
        "The line stands among the assets; its label names what is owed to others."
    ),
    ReasonCode.AMONG_LIABILITIES: phrase(
        "The line stands among the liabilities; its label names what others owe."
    ),
    ReasonCode.OTHER_SENSE: phrase("“{table}” has {number} as “{label}”."),
    ReasonCode.OTHER_UNIT: phrase("“{table}” has {n} of the numbers of this table under “{caption}”."),
    ReasonCode.TABLE_A_FOOTS_WITH: phrase("Table A foots only with {number}; it states {stated}."),
    ReasonCode.TABLE_B_FOOTS_WITH: phrase("Table B foots only with {number}; it states {stated}."),
    ReasonCode.TABLE_FOOTS_WITH: phrase("The table foots only with {number} in place of {stated}."),
    ReasonCode.BOTH_FOOT: phrase("Each number foots where it stands."),
    ReasonCode.B_STATED_MORE_OFTEN: phrase(
        "The document has the number of B in {b} places, that of A in {a}."
    ),
    ReasonCode.A_STATED_MORE_OFTEN: phrase(
        "The document has the number of A in {a} places, that of B in {b}."
    ),
    ReasonCode.ROW_LABEL: phrase("Both rows are labelled “{label}”."),
    ReasonCode.ROW_WORDS: phrase("The row labels “{a}” and “{b}” share “{words}”."),
    ReasonCode.SECTION: phrase("Both rows stand under “{label}”."),
    ReasonCode.PERIOD: phrase("Both numbers are for {period}."),
    ReasonCode.HEADING: phrase("Both columns are headed “{label}”."),
    ReasonCode.ROW_NEIGHBOUR: phrase("The other number of the two rows agrees."),
    ReasonCode.ROW_NEIGHBOURS: _counted(
        "{n} of {most} other numbers of the two rows agrees.",
        "{n} of {most} other numbers of the two rows agree.",
    ),
    ReasonCode.COLUMN_NEIGHBOURS: _counted(
        "{n} other number of the two columns agrees.", "{n} other numbers of the two columns agree."
    ),
    ReasonCode.OTHERS_AGREE: _counted(
        "{n} other item appears in both tables; it agrees.",
        "{n} other items appear in both tables; all agree.",
    ),
    ReasonCode.OTHERS_MIXED: _counted(
        "{n} other item appears in both tables.",
        "{n} other items appear in both tables; {agree} agree, {differ} differ.",
    ),
    ReasonCode.OTHERS_DIFFER: _counted(
        "{n} other item appears in both tables; it differs too.",
        "{n} other items appear in both tables; {differ} of them differ too.",
    ),
    ReasonCode.LANGUAGE_MODEL: phrase("The language model takes A and B for the same item."),
    ReasonCode.SUM_BREAKS_TOO: phrase("A sum that contains A or B does not foot either."),
    ReasonCode.SENTENCE_SAYS: phrase("A sentence of the document says {number}."),
    ReasonCode.LINE_OF_NOTE: phrase("One of the two lines refers to {number}; the other one stands there."),
    ReasonCode.COLUMNS_FOOT: _counted(
        "{n} other column of the table foots in this way.", "{n} other columns of the table foot in this way."
    ),
    ReasonCode.ROWS_FOOT: _counted(
        "{n} other row of the table foots in this way.", "{n} other rows of the table foot in this way."
    ),
    ReasonCode.COLUMN_FORMULAS: _counted(
        "A formula of the workbook adds up {n} column in this way.",
        "Formulas of the workbook add up {n} columns in this way.",
    ),
    ReasonCode.ROW_FORMULAS: _counted(
        "A formula of the workbook adds up {n} row in this way.",
        "Formulas of the workbook add up {n} rows in this way.",
    ),
    ReasonCode.COLUMN_BESIDE: _counted(
        "{n} number of this column is that of the column beside it.",
        "{n} numbers of this column are those of the column beside it.",
    ),
    ReasonCode.CALLED_TOTAL: phrase(
        "The line is labelled as a total, and one slip in one number explains the difference."
    ),
    ReasonCode.ALL_ELSE_FOOTS: phrase(
        "All other lines of the column are in sums that come out, so that one of these numbers is wrong."
    ),
    ReasonCode.DOCUMENT_FOOTS: phrase("Other sums come out to the last digit, so that this is no rounding."),
    ReasonCode.TOTAL_FOOTS_ON: phrase(
        '"{label}" is part of another sum that comes out: one of its lines is wrong, or it and that sum are.'
    ),
    ReasonCode.COLUMNS_BREAK: _counted(
        "{n} column does not foot: this one.", "{n} columns do not foot, this one among them."
    ),
    ReasonCode.ROWS_BREAK: _counted(
        "{n} row does not foot: this one.", "{n} rows do not foot, this one among them."
    ),
    ReasonCode.COLUMN_MENDED_TOO: phrase("The same correction makes the column “{label}” foot."),
    ReasonCode.ROW_MENDED_TOO: phrase("The same correction makes the row “{label}” foot."),
    ReasonCode.LEFT_OUT: phrase("The total leaves out “{label}”, {number}."),
    ReasonCode.ROWS_SWAPPED: phrase(
        "The number of “{label}”, {number}, makes this row come out, and this number makes that one come out."
    ),
    ReasonCode.ADDED_TWICE: phrase("The total has “{label}”, {number}, twice."),
    ReasonCode.SIGNS_OF_COLUMNS: phrase(
        "The signs are those with which the other columns foot, not the printed ones."
    ),
    ReasonCode.SIGNS_OF_ROWS: phrase(
        "The signs are those with which the other rows foot, not the printed ones."
    ),
    ReasonCode.CHANGES_BESIDE: _counted(
        "{n} other number of the line is the change in per cent from the second number to the first.",
        "{n} other numbers of the line are the change in per cent from the second number to the first.",
    ),
    ReasonCode.SHARES_BESIDE: _counted(
        "{n} other number of the line is the first number in per cent of the second.",
        "{n} other numbers of the line are the first number in per cent of the second.",
    ),
    ReasonCode.RATIOS_BESIDE: _counted(
        "{n} other number of the line is the first number divided by the second.",
        "{n} other numbers of the line are the first number divided by the second.",
    ),
    ReasonCode.DIFFERENCES_BESIDE: _counted(
        "{n} other number of the line is the first number less the second.",
        "{n} other numbers of the line are the first number less the second.",
    ),
    ReasonCode.CHANGES_ELSEWHERE: _counted(
        "{n} number in other columns is the change between two columns that stand in this way.",
        "{n} numbers in other columns are the change between two columns that stand in this way.",
    ),
    ReasonCode.BALANCE: phrase("Total assets equal total liabilities and equity."),
    ReasonCode.ALL_ASSETS: phrase("Current and non-current assets make up total assets."),
    ReasonCode.ALL_LIABILITIES: phrase("Current and non-current liabilities make up total liabilities."),
    ReasonCode.FUNDING: phrase("Total liabilities and total equity make up total liabilities and equity."),
    ReasonCode.NET_ASSETS: phrase(
        "Assets less what is owed make up net current assets, and net assets, which equity is."
    ),
    ReasonCode.PER_SHARE: phrase("Earnings per share are what was earned over the shares."),
    ReasonCode.CHANGE_IN_CASH: phrase(
        "Cash flows from operating, investing and financing activities make up the net change in cash."
    ),
    ReasonCode.CLOSING_CASH: phrase("Opening cash and the net change in cash make up closing cash."),
    ReasonCode.GROSS_PROFIT: phrase("Revenue less cost of sales is gross profit."),
    ReasonCode.NET_OF_TAX: phrase("Profit before tax less income tax is profit after tax."),
    ReasonCode.OPERATING_INCOME: phrase("Gross profit, or revenue, less all expenses is operating profit."),
    ReasonCode.BEFORE_TAX: phrase("Operating profit with other income and expenses is profit before tax."),
    ReasonCode.COMPREHENSIVE: phrase(
        "Net income and other comprehensive income make up comprehensive income."
    ),
    ReasonCode.CARRIED: phrase("An opening balance is the closing balance of the period before."),
    ReasonCode.CASH_OF_STATEMENTS: phrase(
        "The cash of the cash flow statement is that of the balance sheet, restricted cash included or not."
    ),
    ReasonCode.QUARTERS: phrase("The four quarters add up to the year."),
    ReasonCode.CURRENT_AND_OTHER: phrase(
        "The current and the non-current part make up the total in another table."
    ),
    ReasonCode.PARTS_ELSEWHERE: phrase("The lines of one table add up to a line of another."),
    ReasonCode.NAMES_ROW: phrase("The sentence names the row of the table."),
    ReasonCode.SHARES_WORDS: phrase("The sentence uses the words of the row, its section and its table."),
    ReasonCode.SAME_YEAR: phrase("The sentence and the table cell are for the same year."),
    ReasonCode.FROM_SAME_ROW: _counted(
        "{n} other number of the sentence comes from the same row.",
        "{n} other numbers of the sentence come from the same row.",
    ),
    ReasonCode.FROM_SAME_TABLE: _counted(
        "{n} other number of the sentence comes from the same table.",
        "{n} other numbers of the sentence come from the same table.",
    ),
    ReasonCode.OTHER_PERIOD: phrase("The sentence states what the row shows for another period."),
    ReasonCode.OTHER_DIRECTION: phrase(
        "The sentence states the right size of the change, but the wrong direction."
    ),
    ReasonCode.CELL_FOOTS: phrase(
        "The table cell is part of a sum that foots, so the sentence is more likely wrong."
    ),
    ReasonCode.SAID_AGAIN: _counted(
        "{n} other sentence states the same number as this one.",
        "{n} other sentences state the same number as this one.",
    ),
    ReasonCode.NAMES_RATIO: phrase(
        "The sentence names a ratio of these two lines, and no other reading makes it right."
    ),
    ReasonCode.RATIO_ELSEWHERE: _counted(
        "{n} other number of the text comes out of the same two lines.",
        "{n} other numbers of the text come out of the same two lines.",
    ),
    ReasonCode.PERIOD_IN_ROW: phrase("{number} is the figure for {period} in the same row"),
    ReasonCode.PERIOD_IN_ROW_OF: phrase("{number} is the figure for {period} in the row of {beside}"),
    ReasonCode.LABEL_IN_COLUMN: phrase("{number} is the figure of “{label}” in the same column"),
    ReasonCode.LABEL_IN_COLUMN_OF: phrase("{number} is the figure of “{label}” in the column of {beside}"),
    ReasonCode.PERIOD_IN_ROW_TURNED: phrase(
        "{number} is, with the opposite sign, the figure for {period} in the same row"
    ),
    ReasonCode.PERIOD_IN_ROW_OF_TURNED: phrase(
        "{number} is, with the opposite sign, the figure for {period} in the row of {beside}"
    ),
    ReasonCode.LABEL_IN_COLUMN_TURNED: phrase(
        "{number} is, with the opposite sign, the figure of “{label}” in the same column"
    ),
    ReasonCode.LABEL_IN_COLUMN_OF_TURNED: phrase(
        "{number} is, with the opposite sign, the figure of “{label}” in the column of {beside}"
    ),
    ReasonCode.EARLIER_REPORT: phrase(
        "{other} reports to {there}, before {here}, and is taken for an earlier report."
    ),
    ReasonCode.EARLIER_DRAFT: phrase("{other} has the same period and format, and most numbers alike."),
    ReasonCode.OTHER_RENDITION: phrase(
        "{other} has the same period and numbers in another format or language."
    ),
    ReasonCode.WHOLE: phrase(
        "{other} also reports to {there} and is taken for the whole of which {this} tells a part."
    ),
    ReasonCode.WHOLE_OF_MOST: phrase("{other} holds most numbers of {this} and many more: it is the whole."),
    ReasonCode.SENTENCES_ALONE: phrase("{this} has no table: its sentences are compared with {other}."),
    ReasonCode.AS_ASKED: phrase("The relation of {other} to this document is as asked."),
    ReasonCode.KEPT_APART: phrase("labels or headers keep the two apart"),
    ReasonCode.COUNTERPART_TAKEN: phrase("another number of this document agrees with its counterpart"),
    ReasonCode.INDEX_NUMBERS: phrase("index numbers count from another day in each report"),
    ReasonCode.LIKELIER_ANOTHER_FACT: phrase("it is likelier another fact than an error"),
    ReasonCode.SHARES_SPLIT: phrase("the shares were split, and the one is a multiple of the other"),
    ReasonCode.SAID_BESIDE: phrase("it is said beside the number"),
    ReasonCode.STATED_ANEW: phrase(
        "amounts of earlier periods are stated anew, and the table differs in several numbers"
    ),
    ReasonCode.SEGMENTS_CHANGED: phrase(
        "the segments have changed, and the table differs in several numbers"
    ),
    ReasonCode.DISCONTINUED: phrase(
        "operations have been discontinued, and the table differs in several numbers"
    ),
    ReasonCode.RENAMED_LINE: phrase("the line has another name, in the same place and of the same amount"),
    ReasonCode.LINES_COME_TO_THE_SAME: phrase("the lines come to the same: {here} here, {there} there"),
    ReasonCode.TOTAL_TAKES_IN: phrase(
        "the total takes in other lines: {here} here and {there} there differ by those of {lines}"
    ),
    ReasonCode.STANDS_IN_TEXT: phrase("it stands there outside the tables"),
    ReasonCode.MAY_BE_UNREAD: phrase("it may stand in one of the tables there that could not be read"),
    ReasonCode.SAYS: phrase("The document says: “{words}”"),
    ReasonCode.OUT_OF_TIME: phrase(
        "the comparison ended at its bound of {seconds} seconds of the processor before it came to them; "
        "allow more with --seconds"
    ),
    ReasonCode.NO_PERIOD: phrase("nothing says of what period they are"),
    ReasonCode.SCORE_WITHOUT_VALUES: phrase("The model’s score for the same item is {score}."),
    ReasonCode.SCORE_WITH_SUMS: phrase(
        "The score for the same item is {score}, with the sums taken into account."
    ),
    ReasonCode.SCORE_OVER_A_THIRD: phrase(
        "The score for the same item is {score}: each of the two was compared with a third number."
    ),
    ReasonCode.SCORE_BY_WORDS: phrase(
        "Labels and headers alone would give {score}; the rest of the document decides the score above."
    ),
}


def render_reason(reason: Reason) -> Phrase:
    """Return the sentence of a reason."""
    if reason.why is ReasonCode.FACETS:
        return _facets(reason)
    return SENTENCES[reason.why].of(reason.values)


def _facets(reason: Reason) -> Phrase:
    """Return how far two numbers agree in what they are of, facet by facet."""
    shares = {name: score for name, score in reason.values.items() if name != "least"}
    listed: Phrase | str = ""
    for name, score in shares.items():
        one = phrase("{facet} {score}", facet=_facet(name), score=score)
        listed = phrase("{one}, {more}", one=listed, more=one) if listed else one
    return phrase(
        "Agreement: {shares}; least in {least}.", shares=listed, least=_facet(str(reason.values["least"]))
    )


def _facet(name: str) -> Phrase | str:
    return _FACETS.get(name, name)
