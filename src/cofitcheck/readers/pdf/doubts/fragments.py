"""Doubtful labels and headers that are only parts of one: their words begin or end in the middle of a
text."""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.document import Mention, Table, UncheckedCode, UncheckedReason
from cofitcheck.language.lexicon import ADDED_WORDS, DEDUCTED_WORDS, HAN_LETTERS, PART_WORDS
from cofitcheck.language.table_words import LABELS, PAGES, TIMES, any_of, numbering
from cofitcheck.numbers import Measure
from cofitcheck.periods.header_periods import balance_of
from cofitcheck.periods.text import read_period
from cofitcheck.readers.pdf.doubts.repeats import Doubts, odd_by_text, shortened
from cofitcheck.readers.pdf.pages.text import is_year, says_date

_FEW = 4
"""Labels of a table are few where this many times their count is less than all labels."""
_LOWER = re.compile(rf"(?!{PART_WORDS}\b)[a-z]{{2}}.*")
_BEGUN = re.compile(
    rf"(?!(?:{PART_WORDS}|{DEDUCTED_WORDS}|{ADDED_WORDS}|{any_of(LABELS.begins_whole)})\b)[a-z]{{2}}"
)
_WHOLE = re.compile(rf"{any_of(TIMES.whole_headers)}\b")
"""How the time of columns, or what they state, is told in small letters: no part of the header above."""
_UNENDED = re.compile(rf"(?:\b{any_of(PAGES.unended_label)}|&)\Z")
"""How a text ends that goes on. "As" and "at" are not among these ends, since many heads end so above what
they mean."""
_BRACKETED = re.compile(r"[(（][^()（）]{3,}[)）]")
_NAMES_MORE = re.compile(r"[A-Za-z].*:")
_NUMBER = re.compile(r"\d[\d,.]*")
_TWICE = re.compile(rf"([{HAN_LETTERS}][^\d]+)\1|\b([A-Za-z].{{5,}}) \2\b|\b(\w+(?:\W+\w+){{2,}})\b.*\b\3\b")
"""The same words side by side, or three of them again: a header of two columns."""
_DAY = re.compile(any_of(PAGES.days))
_MONTH = re.compile(rf"{any_of(PAGES.months)}\Z")
_LONGEST = 300
"""How many characters of a text are searched for words that are there twice: the search is slow."""
_ITEMS = re.compile(rf"[{HAN_LETTERS}]\s*\d[．、]\s*[{HAN_LETTERS}]")
"""A further item of a numbered list."""
_TWICE_LABEL = re.compile(r"\b([A-Za-z].{5,}) \1(?!\w)")
_NAME_END = re.compile(
    rf"(?:[(（]\w+[)）]\s*)?{any_of(PAGES.legal_forms)}|{any_of(PAGES.company_ends)}",
    re.IGNORECASE,
)
"""The ends of company names, without what names the company: of a Chinese name all but one or two
characters."""
_DATED = re.compile(r"[A-Z][a-z]+ \d{1,2}, (?:19|20)\d\d [A-Z][a-z]")
"""A date of all columns below it, and the name of one of them."""
_SPAN = re.compile(rf"(?!.*\d{{4}}).*\b{any_of(TIMES.span_words)}\b", re.IGNORECASE)
"""A span of time that a year below completes: "Fiscal Year", "Three months ended June 30,"."""
_ABOVE = re.compile(rf"\b{any_of(TIMES.ended)} [a-z]+ \d{{1,2}},\Z", re.IGNORECASE)
"""How the text before a table ends where its first line is the head of its years."""

_Paths = Set[tuple[str, ...]]


def parts_of_labels(table: Table, mentions: Sequence[Mention]) -> Doubts:
    """Return the numbers whose label is a part of one, where few labels of the table are such.

    A label in small letters, in brackets or of digits goes on from a row above. One with a colon names rows
    below.
    """
    labels = {mention.row: mention.row_path[-1] for mention in mentions if mention.row_path}
    odd: Doubts = {}
    for pattern, why in (
        (_LOWER, UncheckedCode.LABEL_CONTINUES),
        (_BRACKETED, UncheckedCode.LABEL_CONTINUES),
        (_NUMBER, UncheckedCode.LABEL_CONTINUES),
        (_NAMES_MORE, UncheckedCode.LABEL_NAMES_ROWS),
    ):
        found = {row: text for row, text in labels.items() if pattern.fullmatch(text)}
        if _FEW * len(found) < len(labels):
            odd |= {
                mention.place.element: UncheckedReason.of(why, label=shortened(found[mention.row]))
                for mention in mentions
                if mention.row in found
            }
    return odd


def parted_names(table: Table, mentions: Sequence[Mention]) -> Doubts:
    """Return the numbers of rows whose label or section is the end of a company's name, and those of the row
    above, whose name it ends."""
    ends = {
        mention.row: text
        for mention in mentions
        for text in mention.row_path[:1]
        if _NAME_END.fullmatch(text)
    }
    rows = sorted({mention.row for mention in mentions})
    begun = {row: ends[below] for row, below in pairwise(rows) if below in ends}
    return {
        mention.place.element: UncheckedReason.of(UncheckedCode.LABEL_CONTINUES, label=shortened(text))
        for mention in mentions
        if (text := ends.get(mention.row) or begun.get(mention.row))
    }


def unended_labels(table: Table, mentions: Sequence[Mention]) -> Doubts:
    """Return the numbers whose label breaks off or has the words of two rows."""
    return odd_by_text(mentions, lambda mention: mention.row_path[-1:], _wrong_label)


def _wrong_label(text: str) -> UncheckedReason | None:
    if _UNENDED.search(text) or text.endswith(","):
        return UncheckedReason.of(UncheckedCode.LABEL_CONTINUED, label=shortened(text))
    if numbering(text) >= 0 and _ITEMS.search(text):
        return UncheckedReason.of(UncheckedCode.LABEL_IS_TWO, label=shortened(text))
    if _TWICE_LABEL.search(text[:_LONGEST]):
        return UncheckedReason.of(UncheckedCode.LABEL_TWICE, label=shortened(text))
    return None


def begun_sections(table: Table, mentions: Sequence[Mention]) -> Doubts:
    """Return the numbers under a section whose name goes on from a row above: its first words are the label
    of another row."""
    return odd_by_text(
        mentions,
        lambda mention: mention.row_path[:-1],
        lambda text: (
            UncheckedReason.of(UncheckedCode.LABEL_CONTINUES, label=shortened(text))
            if _BEGUN.match(text)
            else None
        ),
    )


def mixed_headers(table: Table, mentions: Sequence[Mention]) -> Doubts:
    """Return the numbers under a header with the words of two columns, or with those of one column and of a
    head over several."""
    return odd_by_text(mentions, lambda mention: mention.column_path, _wrong_header)


def _wrong_header(text: str) -> UncheckedReason | None:
    if _TWICE.search(text[:_LONGEST]):
        return UncheckedReason.of(UncheckedCode.HEADER_TWICE, header=shortened(text))
    return (
        UncheckedReason.of(UncheckedCode.HEADER_IS_TWO, header=shortened(text))
        if _DATED.match(text)
        else None
    )


def parted_dates(table: Table, mentions: Sequence[Mention]) -> Doubts:
    """Return the numbers under headers that begin with the day of a Chinese date, or end in its month: one
    date over several columns was parted between them."""
    if not any(_DAY.match(text) for mention in mentions for text in mention.column_path):
        return {}
    return odd_by_text(
        mentions,
        lambda mention: mention.column_path,
        lambda text: (
            UncheckedReason.of(UncheckedCode.HEADER_OF_DATE, header=shortened(text))
            if _DAY.match(text) or _MONTH.search(text)
            else None
        ),
    )


def parts_of_headers(table: Table, mentions: Sequence[Mention]) -> Doubts:
    """Return the numbers under headers that are parts of one.

    A header may go on from the one above it, which is then the first part of the header of one of its
    columns: all columns under that are doubtful. A header may also break off, unless a date goes on with it.
    """
    begun = {
        text: text
        for mention in mentions
        for text in mention.column_path
        if _BEGUN.match(text) and not _WHOLE.match(text)
    }
    for mention in mentions:
        begun |= {above: text for above, text in pairwise(mention.column_path) if text in begun}
    odd: Doubts = {}
    for mention in mentions:
        part = next((begun[text] for text in mention.column_path if text in begun), "")
        unended = next((a for a, b in pairwise((*mention.column_path, "")) if _is_unended(a, b)), "")
        if part:
            odd[mention.place.element] = UncheckedReason.of(
                UncheckedCode.HEADER_CONTINUES, header=shortened(part)
            )
        elif unended:
            odd[mention.place.element] = UncheckedReason.of(
                UncheckedCode.HEADER_IS_PART, header=shortened(unended)
            )
    return odd


def _is_unended(text: str, below: str) -> bool:
    return _UNENDED.search(text) is not None and not (is_year(below) or read_period(below))


def uneven_headers(table: Table, mentions: Sequence[Mention]) -> Doubts:
    """Return the numbers of columns without the date, the span of time or the head of all that other columns
    have.

    Shares and changes in percent stand beside what they are of, and may have less.
    """
    paths = {m.column_path for m in mentions if m.column_path and m.number.measure is not Measure.PERCENT}
    why = {}
    for lacking, what in (
        (_undated(paths), UncheckedCode.HEADER_UNDATED),
        (_of_bare_years(paths, table.text_before), UncheckedCode.HEADER_WITHOUT_SPAN),
        (_under_less(paths), UncheckedCode.HEADER_WITH_FEWER_LINES),
    ):
        for path in lacking:
            why[path] = UncheckedReason.of(what, header=shortened(path[-1]))
    return {m.place.element: why[m.column_path] for m in mentions if m.column_path in why}


def _undated(paths: _Paths) -> _Paths:
    """Return the headers without a date, where the only date is over several other columns. Where one column
    has a balance ("期末余额") over its header, return those without any head."""
    dates = {text for path in paths for text in path if says_date(text) and not balance_of((text,), ())}
    dated = {path for path in paths if not dates.isdisjoint(path)}
    if len(dates) == 1 and len(dated) > 1:
        return paths - dated
    balances = [path for path in paths if len(path) > 1 and balance_of(path[:1], ())]
    lone = {path for path in paths if len(path) == 1 and not balance_of(path, ())}
    return lone if len(balances) == 1 else frozenset()


def _of_bare_years(paths: _Paths, before: str) -> _Paths:
    """Return the headers of years without a span of time, where other headers have one or the text before the
    table ends in one, and those that are only a day, where other headers have one."""
    dated = {path for path in paths if is_year(path[-1]) or _is_day(path[-1])}
    spans = {path for path in dated if any(map(_SPAN.match, path[:-1]))}
    years = {path for path in dated - spans if is_year(path[-1])}
    days = {path for path in dated - spans - years if len(path) == 1}
    return years | days if spans else years if _ABOVE.search(before) else frozenset()


def _under_less(paths: _Paths) -> _Paths:
    """Return the headers that are the end of those of another column."""
    return {path for path in paths if any(path != other and other[-len(path) :] == path for other in paths)}


def _is_day(text: str) -> bool:
    """Tell whether a text is a day of a year, on which spans of time may end."""
    period = read_period(text)
    return bool(period.year and period.day and not period.months)
