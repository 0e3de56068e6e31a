"""The sentences of reasons: why two numbers are taken for one item, why one is held to be wrong."""

from __future__ import annotations

from cofitcheck.checks.reasons import Reason, Why
from cofitcheck.reports.words.phrase import Phrase, phrase

_ONE = {"n": 1}


def _counted(one: str, many: str) -> Phrase:
    return Phrase(one, _ONE, many)


SENTENCES = {
    Why.OTHER_NOTE: phrase("Note {number} is “{title}”; “{meant_title}” is Note {meant}."),
    Why.OTHER_YEARS: phrase("The words name {named}; the columns of the table are {columns}."),
    Why.TABLE_A_FOOTS_WITH: phrase("Table A foots only with {number}; it states {stated}."),
    Why.TABLE_B_FOOTS_WITH: phrase("Table B foots only with {number}; it states {stated}."),
    Why.TABLE_FOOTS_WITH: phrase("The table foots only with {number} in place of {stated}."),
    Why.BOTH_FOOT: phrase("Each number foots where it stands."),
    Why.B_STATED_MORE_OFTEN: phrase("The document has the number of B in {b} places, that of A in {a}."),
    Why.A_STATED_MORE_OFTEN: phrase("The document has the number of A in {a} places, that of B in {b}."),
    Why.ROW_LABEL: phrase("Both rows are labelled “{label}”."),
    Why.ROW_WORDS: phrase("The row labels “{a}” and “{b}” share “{words}”."),
    Why.SECTION: phrase("Both rows stand under “{label}”."),
    Why.PERIOD: phrase("Both numbers are for {period}."),
    Why.HEADING: phrase("Both columns are headed “{label}”."),
    Why.ROW_NEIGHBOUR: phrase("The other number of the two rows agrees."),
    Why.ROW_NEIGHBOURS: _counted(
        "{n} of {most} other numbers of the two rows agrees.",
        "{n} of {most} other numbers of the two rows agree.",
    ),
    Why.COLUMN_NEIGHBOURS: _counted(
        "{n} other number of the two columns agrees.", "{n} other numbers of the two columns agree."
    ),
    Why.OTHERS_AGREE: _counted(
        "{n} other item appears in both tables; it agrees.",
        "{n} other items appear in both tables; all agree.",
    ),
    Why.OTHERS_MIXED: _counted(
        "{n} other item appears in both tables.",
        "{n} other items appear in both tables; {agree} agree, {differ} differ.",
    ),
    Why.OTHERS_DIFFER: _counted(
        "{n} other item appears in both tables; it differs too.",
        "{n} other items appear in both tables; {differ} of them differ too.",
    ),
    Why.LANGUAGE_MODEL: phrase("The language model takes A and B for the same item."),
    Why.SUM_BREAKS_TOO: phrase("A sum that contains A or B does not foot either."),
    Why.SENTENCE_SAYS: phrase("A sentence of the document says {number}."),
    Why.COLUMNS_FOOT: _counted(
        "{n} other column of the table foots in this way.", "{n} other columns of the table foot in this way."
    ),
    Why.ROWS_FOOT: _counted(
        "{n} other row of the table foots in this way.", "{n} other rows of the table foot in this way."
    ),
    Why.COLUMN_FORMULAS: _counted(
        "A formula of the workbook adds up {n} column in this way.",
        "Formulas of the workbook add up {n} columns in this way.",
    ),
    Why.ROW_FORMULAS: _counted(
        "A formula of the workbook adds up {n} row in this way.",
        "Formulas of the workbook add up {n} rows in this way.",
    ),
    Why.COLUMN_BESIDE: _counted(
        "{n} number of this column is that of the column beside it.",
        "{n} numbers of this column are those of the column beside it.",
    ),
    Why.CALLED_TOTAL: phrase(
        "The line is labelled as a total, and one slip in one number explains the difference."
    ),
    Why.COLUMNS_BREAK: _counted(
        "{n} column does not foot: this one.", "{n} columns do not foot, this one among them."
    ),
    Why.ROWS_BREAK: _counted(
        "{n} row does not foot: this one.", "{n} rows do not foot, this one among them."
    ),
    Why.COLUMN_MENDED_TOO: phrase("The same correction makes the column “{label}” foot."),
    Why.ROW_MENDED_TOO: phrase("The same correction makes the row “{label}” foot."),
    Why.LEFT_OUT: phrase("The total leaves out “{label}”, {number}."),
    Why.ADDED_TWICE: phrase("The total has “{label}”, {number}, twice."),
    Why.SIGNS_OF_COLUMNS: phrase(
        "The signs are those with which the other columns foot, not the printed ones."
    ),
    Why.SIGNS_OF_ROWS: phrase("The signs are those with which the other rows foot, not the printed ones."),
    Why.CHANGES_BESIDE: _counted(
        "{n} other number of the line is the change in per cent from the second number to the first.",
        "{n} other numbers of the line are the change in per cent from the second number to the first.",
    ),
    Why.SHARES_BESIDE: _counted(
        "{n} other number of the line is the first number in per cent of the second.",
        "{n} other numbers of the line are the first number in per cent of the second.",
    ),
    Why.RATIOS_BESIDE: _counted(
        "{n} other number of the line is the first number divided by the second.",
        "{n} other numbers of the line are the first number divided by the second.",
    ),
    Why.DIFFERENCES_BESIDE: _counted(
        "{n} other number of the line is the first number less the second.",
        "{n} other numbers of the line are the first number less the second.",
    ),
    Why.CHANGES_ELSEWHERE: _counted(
        "{n} number in other columns is the change between two columns that stand in this way.",
        "{n} numbers in other columns are the change between two columns that stand in this way.",
    ),
    Why.BALANCE: phrase("Total assets equal total liabilities and equity."),
    Why.ALL_ASSETS: phrase("Current and non-current assets make up total assets."),
    Why.ALL_LIABILITIES: phrase("Current and non-current liabilities make up total liabilities."),
    Why.FUNDING: phrase("Total liabilities and total equity make up total liabilities and equity."),
    Why.CHANGE_IN_CASH: phrase(
        "Cash flows from operating, investing and financing activities make up the net change in cash."
    ),
    Why.CLOSING_CASH: phrase("Opening cash and the net change in cash make up closing cash."),
    Why.GROSS_PROFIT: phrase("Revenue less cost of sales is gross profit."),
    Why.NET_OF_TAX: phrase("Profit before tax less income tax is profit after tax."),
    Why.OPERATING_INCOME: phrase("Gross profit, or revenue, less all expenses is operating profit."),
    Why.BEFORE_TAX: phrase("Operating profit with other income and expenses is profit before tax."),
    Why.COMPREHENSIVE: phrase("Net income and other comprehensive income make up comprehensive income."),
    Why.CARRIED: phrase("An opening balance is the closing balance of the period before."),
    Why.CASH_OF_STATEMENTS: phrase(
        "The cash of the cash flow statement is that of the balance sheet, restricted cash included or not."
    ),
    Why.QUARTERS: phrase("The four quarters add up to the year."),
    Why.CURRENT_AND_OTHER: phrase("The current and the non-current part make up the total in another table."),
    Why.PARTS_ELSEWHERE: phrase("The lines of one table add up to a line of another."),
    Why.NAMES_ROW: phrase("The sentence names the row of the table."),
    Why.SHARES_WORDS: phrase("The sentence uses the words of the row, its section and its table."),
    Why.SAME_YEAR: phrase("The sentence and the table cell are for the same year."),
    Why.FROM_SAME_ROW: _counted(
        "{n} other number of the sentence comes from the same row.",
        "{n} other numbers of the sentence come from the same row.",
    ),
    Why.FROM_SAME_TABLE: _counted(
        "{n} other number of the sentence comes from the same table.",
        "{n} other numbers of the sentence come from the same table.",
    ),
    Why.OTHER_PERIOD: phrase("The sentence states what the row shows for another period."),
    Why.OTHER_DIRECTION: phrase("The sentence states the right size of the change, but the wrong direction."),
    Why.CELL_FOOTS: phrase(
        "The table cell is part of a sum that foots, so the sentence is more likely wrong."
    ),
    Why.SAID_AGAIN: _counted(
        "{n} other sentence states the same number as this one.",
        "{n} other sentences state the same number as this one.",
    ),
    Why.PERIOD_IN_ROW: phrase("{number} is the figure for {period} in the same row"),
    Why.PERIOD_IN_ROW_OF: phrase("{number} is the figure for {period} in the row of {beside}"),
    Why.LABEL_IN_COLUMN: phrase("{number} is the figure of “{label}” in the same column"),
    Why.LABEL_IN_COLUMN_OF: phrase("{number} is the figure of “{label}” in the column of {beside}"),
    Why.PERIOD_IN_ROW_TURNED: phrase(
        "{number} is, with the opposite sign, the figure for {period} in the same row"
    ),
    Why.PERIOD_IN_ROW_OF_TURNED: phrase(
        "{number} is, with the opposite sign, the figure for {period} in the row of {beside}"
    ),
    Why.LABEL_IN_COLUMN_TURNED: phrase(
        "{number} is, with the opposite sign, the figure of “{label}” in the same column"
    ),
    Why.LABEL_IN_COLUMN_OF_TURNED: phrase(
        "{number} is, with the opposite sign, the figure of “{label}” in the column of {beside}"
    ),
    Why.EARLIER_REPORT: phrase(
        "{other} reports to {there}, before {here}, and is taken for an earlier report."
    ),
    Why.EARLIER_DRAFT: phrase("{other} has the same period and format, and most numbers alike."),
    Why.OTHER_RENDITION: phrase("{other} has the same period and numbers in another format or language."),
    Why.WHOLE: phrase(
        "{other} also reports to {there} and is taken for the whole of which {this} tells a part."
    ),
    Why.WHOLE_OF_MOST: phrase("{other} holds most numbers of {this} and many more: it is the whole."),
    Why.AS_ASKED: phrase("The relation of {other} to this document is as asked."),
    Why.KEPT_APART: phrase("labels or headers keep the two apart"),
    Why.COUNTERPART_TAKEN: phrase("another number of this document agrees with its counterpart"),
    Why.INDEX_NUMBERS: phrase("index numbers count from another day in each report"),
    Why.LIKELIER_ANOTHER_FACT: phrase("it is likelier another fact than an error"),
    Why.SHARES_SPLIT: phrase("the shares were split, and the one is a multiple of the other"),
    Why.SAID_BESIDE: phrase("it is said beside the number"),
    Why.STATED_ANEW: phrase(
        "amounts of earlier periods are stated anew, and the table differs in several numbers"
    ),
    Why.SEGMENTS_CHANGED: phrase("the segments have changed, and the table differs in several numbers"),
    Why.DISCONTINUED: phrase("operations have been discontinued, and the table differs in several numbers"),
    Why.RENAMED_LINE: phrase("the line has another name, in the same place and of the same amount"),
    Why.LINES_COME_TO_THE_SAME: phrase("the lines come to the same: {here} here, {there} there"),
    Why.TOTAL_TAKES_IN: phrase(
        "the total takes in other lines: {here} here and {there} there differ by those of {lines}"
    ),
    Why.STANDS_IN_TEXT: phrase("it stands there outside the tables"),
    Why.MAY_BE_UNREAD: phrase("it may stand in one of the tables there that could not be read"),
    Why.SAYS: phrase("The document says: “{words}”"),
    Why.OUT_OF_TIME: phrase(
        "the comparison ended at its bound of {seconds} seconds of the processor before it came to them; "
        "allow more with --seconds"
    ),
    Why.NO_PERIOD: phrase("nothing says of what period they are"),
    Why.SCORE_WITHOUT_VALUES: phrase("The model’s score for the same item is {score}."),
    Why.SCORE_WITH_SUMS: phrase("The score for the same item is {score}, with the sums taken into account."),
    Why.SCORE_OVER_A_THIRD: phrase(
        "The score for the same item is {score}: each of the two was compared with a third number."
    ),
    Why.SCORE_BY_WORDS: phrase(
        "Labels and headers alone would give {score}; the rest of the document decides the score above."
    ),
}

_FACETS = {
    "indicator": phrase("line item"),
    "measure": phrase("measure"),
    "period": phrase("period"),
    "breakdown": phrase("breakdown"),
    "unit": phrase("unit"),
}


def said(reason: Reason) -> Phrase:
    """Return the sentence of a reason."""
    if reason.why is Why.FACETS:
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
