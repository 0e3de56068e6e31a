"""What speaks against the labels and headers found for the numbers of a table.

Doubtful numbers are listed and not checked: they would be compared as what they are not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal

from cofitcheck import patterns as re
from cofitcheck.document import Mention, Table, UncheckedCode, UncheckedReason
from cofitcheck.language.lexicon import DEDUCTED_SIGNS, EAST_ASIAN, HAN_LETTERS
from cofitcheck.language.table_words import PAGES, any_of, letters
from cofitcheck.numbers import Measure
from cofitcheck.periods.text import read_period
from cofitcheck.readers.pdf.doubts.fragments import (
    begun_sections,
    mixed_headers,
    parted_dates,
    parted_names,
    parts_of_headers,
    parts_of_labels,
    unended_labels,
    uneven_headers,
)
from cofitcheck.readers.pdf.doubts.repeats import (
    Doubts,
    all_odd,
    elements_of,
    is_cut,
    odd_by_text,
    repeated_labels,
    shortened,
)
from cofitcheck.readers.tables import Doubtful

_MOST = 2 / 3
"""The share of doubtful numbers from which a table is doubtful as a whole."""
_REASONS = 3
"""The most reasons that are given for one table."""
_SHORT = 3
"""The most digits of the number of a page."""
_NONE = Decimal(0)
_SHARES = Decimal(10**12)
"""The count of shares from which a number is doubtful. Only very few companies have as many, such as a bank
of 13 trillion; such a number is likelier a count of thousands that is read as one of millions."""
_FEWEST = 4
"""The fewest numbers that do not rise from row to row by chance."""
_DEEPEST = 4
"""The most headers over one another; hardly any table has more."""
_WORD = re.compile(r"[^\W\d_]{2}")
_MARK = re.compile(r"(?:[(（\[]\w{1,2}[)）\]]\s*)+|[*†‡]+")
_AMOUNT = re.compile(r"\d[,，]\d{3}(?!\d)|(?<![\d.])\d+\.\d{2,}(?![\d.])")
_IN_HEADER = re.compile(
    r"\d{1,3}(?:[,，]\d{3})+(?!\d)|\d{1,20}+(?:\.\d{1,20}+)?+\s?"
    rf"(?:[%％]|[{letters(PAGES.large)}](?=\w))"
)
"""Amounts, shares and round numbers of units of money."""
_NUMBERED_UNIT = re.compile(r"[^\W\d_][)）]\s*\d[\d,]*(?:\.\d+)?\Z")
"""A head and the number below it: "（万股） 310.5"."""
_SEVERAL = re.compile(r"(?:[\d.,]+[#%％]?\s+)+[\d.,]+[#%％]?")
"""Numbers and no more: cells of several rows that were taken for the head of those below them."""
_WITH_NUMBERS = re.compile(
    r"(?:\d,*+\.\d++|\d,\d{3})[%％]?\s++(?:\d[\d,]*+\.\d++|\d{1,3}(?:,\d{3})++)[%％]?\s*+\Z"
)
"""Numbers of the columns beside a label that became a part of it."""
_ENUMERATION = re.compile(r"(?:[、；。，].*){3}")
"""An enumeration, which Chinese texts have and no head has."""
_PRODUCT = re.compile(r"\d+\s*[×✕*]\s*\d+")
_CUT = re.compile(r"[$\s]*\([$\s]*\d[\d,.]*")
_LETTER = re.compile(r"[^\W\d_]")
_NUMBERING = re.compile(r"\A\W*\w{1,3}[)）]|(?<![(（])\b\w{1,2}[)）]\Z")
"""The number of a line, and the mark of a footnote: brackets that close and do not open."""
_PIECE = re.compile(f"[{HAN_LETTERS}]")
_REST_OF_RANGE = re.compile(rf"[~～{letters(PAGES.span_ends)}]\s*\d{{1,2}}(?!\d)")
"""The rest of a range, of two digits at the most: a year after the word is the end of a time."""
_OF_DATE = re.compile(f"[{letters(PAGES.year, PAGES.date_letters)}]")
_LESS = re.compile(rf"{DEDUCTED_SIGNS}\s*[:：]")
"""The first line of a head that goes on with what is deducted."""
_ONE_CHARACTER = frozenset(PAGES.short)
"""Words of one character that head columns: times, units, notes."""

Check = Callable[[Table, Sequence[Mention], Mapping[int, UncheckedReason]], Doubtful | None]
"""Looks for doubtful numbers in a table as it was read; the mapping says, by element, why numbers were found
misplaced before."""
_SHARE = re.compile(r"\d\s*[%％]|\A[%％]")
_OF_SHARES = re.compile(rf"[{letters(PAGES.shares)}]|[(（]\s*[%％]")
"""The words or signs that head or label percentages in a table."""
_COMPANY = re.compile(rf"{any_of(PAGES.companies)}\Z")


def doubtful_numbers(
    table: Table, mentions: Sequence[Mention], misplaced: Mapping[int, UncheckedReason]
) -> Doubtful | None:
    """Return which numbers of a table have labels or headers that cannot be right, and why.

    `misplaced` says why numbers are doubtful by how they stand on the page, by the elements of their places.
    """
    odd = {m.place.element: misplaced[m.place.element] for m in mentions if m.place.element in misplaced}
    for check in _CHECKS:
        for element, why in check(table, mentions).items():
            odd.setdefault(element, why)
    if not odd:
        return None
    elements = frozenset(odd) if len(odd) < _MOST * len(mentions) else elements_of(mentions)
    whys = [*dict.fromkeys(odd.values())][:_REASONS]
    return Doubtful(UncheckedReason.together(*whys), elements, len(mentions))


def _alike(table: Table, mentions: Sequence[Mention]) -> Doubts:
    """Return the numbers of columns in which two numbers of one row have the same headers: at least one has
    not its own.

    Shares and changes in percent may share a header ("Change"), where the columns beside them say of what
    they are. They are doubtful only where that header is over those columns too, or where the column left of
    them is doubtful.
    """
    over = {path[:end] for path in {m.column_path for m in mentions} for end in range(1, len(path))}
    rows: dict[tuple[int, tuple[str, ...], tuple[str, ...], bool], list[Mention]] = defaultdict(list)
    for mention in mentions:
        path = mention.column_path
        compares = bool(mention.number.measure is Measure.PERCENT and mention.row_path and path)
        rows[mention.row, mention.row_path, path, compares and path not in over].append(mention)
    alike: set[tuple[int, tuple[str, ...]]] = set()
    for comparing in (False, True):
        beside = {column + 1 for column, _ in alike}
        for (*_, comparison), row in rows.items():
            if comparison == comparing and len(row) > 1:
                alike |= {(m.column, m.column_path) for m in row if not comparison or m.column in beside}
    odd: Doubts = {}
    for mention in mentions:
        if (mention.column, mention.column_path) in alike:
            path = mention.column_path
            odd[mention.place.element] = (
                UncheckedReason.of(UncheckedCode.HEADER_SHARED, header=shortened(path[-1]))
                if path
                else UncheckedReason(UncheckedCode.COLUMNS_WITHOUT_HEADER)
            )
    return odd


def _pages(table: Table, mentions: Sequence[Mention]) -> Doubts:
    """Return all numbers where they are those of pages: small, never less than the one above, and without a
    header."""
    numbers = [mention.number.displayed or 0 for mention in mentions]
    small = all(mention.text.isdigit() and len(mention.text) <= _SHORT for mention in mentions)
    bare = not any(mention.column_path for mention in mentions)
    rising = small and bare and len({mention.column for mention in mentions}) == 1
    if not rising or len(numbers) < _FEWEST or numbers != sorted(numbers):
        return {}
    return all_odd(mentions, UncheckedReason(UncheckedCode.NUMBERS_OF_PAGES))


def _unnamed(table: Table, mentions: Sequence[Mention]) -> Doubts:
    """Return the numbers without a header where other columns have one, and those with neither header nor
    label. The only number of a table, without a label, is one beside a line of a drawing."""
    if len(mentions) == 1 and not mentions[0].row_path:
        return all_odd(
            mentions, UncheckedReason.of(UncheckedCode.NO_LABEL_BESIDE, number=shortened(mentions[0].text))
        )
    headed = any(mention.column_path for mention in mentions)
    bare = [m for m in mentions if not m.column_path and (headed or not m.row_path)]
    return (
        all_odd(bare, UncheckedReason.of(UncheckedCode.NO_HEADER_OVER, number=shortened(bare[0].text)))
        if bare
        else {}
    )


def _unlabelled(table: Table, mentions: Sequence[Mention]) -> Doubts:
    """Return the numbers whose row has words, and no label among them."""
    spoken = {
        cell.row for cell in table.cells if _WORD.search(cell.text) and not any(map(str.isdigit, cell.text))
    }
    bare = [mention for mention in mentions if not mention.row_path and mention.row in spoken]
    return (
        all_odd(bare, UncheckedReason.of(UncheckedCode.NO_LABEL_AMONG_WORDS, number=shortened(bare[0].text)))
        if bare
        else {}
    )


def _wrong_labels(table: Table, mentions: Sequence[Mention]) -> Doubts:
    """Return the numbers whose label is a mark or a part of one, or stands under one that is a number."""
    return {
        **odd_by_text(mentions, lambda mention: mention.row_path[:-1], _wrong_with_section),
        **odd_by_text(mentions, lambda mention: mention.row_path[-1:], _wrong_with_label),
    }


def _wrong_headers(table: Table, mentions: Sequence[Mention]) -> Doubts:
    """Return the numbers under a header that is a number, or two headers, or a part of one."""
    return odd_by_text(mentions, lambda mention: mention.column_path, _wrong_with_header)


def _under_rows(table: Table, mentions: Sequence[Mention]) -> Doubts:
    """Return the numbers under several amounts, or under more headers than tables have: rows of the table, or
    of the one above, stand over them."""
    odd: Doubts = {}
    for mention in mentions:
        over = [amount for text in mention.column_path for amount in _IN_HEADER.findall(text)]
        if len(over) > 1:
            odd[mention.place.element] = _number_as_header(over[0])
        elif len(mention.column_path) > _DEEPEST:
            last = shortened(mention.column_path[-1])
            odd[mention.place.element] = UncheckedReason.of(UncheckedCode.HEADERS_HOLD_ROWS, header=last)
    return odd


def _cut_numbers(table: Table, mentions: Sequence[Mention]) -> Doubts:
    """Return the numbers that have one bracket without the other: each is a part of a number."""
    return odd_by_text(mentions, lambda mention: (mention.text,), _wrong_with_number)


def _cut_columns(table: Table, mentions: Sequence[Mention]) -> Doubts:
    """Return the numbers of a column that runs out of the page: a bracket is lost, and digits may be too."""
    cut = {cell.column for cell in table.cells if _CUT.fullmatch(cell.text)}
    lost = [mention for mention in mentions if mention.column in cut]
    return all_odd(lost, UncheckedReason(UncheckedCode.COLUMN_CUT_OFF))


def _begun_ranges(table: Table, mentions: Sequence[Mention]) -> Doubts:
    """Return the numbers with the rest of a range in the cell right of them."""
    rests = {(cell.row, cell.column) for cell in table.cells if _REST_OF_RANGE.match(cell.text)}
    begun = [mention for mention in mentions if (mention.row, mention.column + 1) in rests]
    return all_odd(begun, UncheckedReason(UncheckedCode.BEGINS_RANGE))


def _too_many_shares(table: Table, mentions: Sequence[Mention]) -> Doubts:
    """Return the counts of shares that hardly any company has: their unit is likely that of other tables."""
    return {
        mention.place.element: UncheckedReason.of(
            UncheckedCode.TOO_MANY_SHARES, number=shortened(mention.text)
        )
        for mention in mentions
        if mention.number.measure is Measure.SHARES and abs(mention.number.value or _NONE) >= _SHARES
    }


def _wrong_with_number(text: str) -> UncheckedReason | None:
    return UncheckedReason.of(UncheckedCode.NUMBER_CUT, number=shortened(text)) if is_cut(text) else None


def _wrong_with_label(text: str) -> UncheckedReason | None:
    if _MARK.fullmatch(text):
        return UncheckedReason.of(UncheckedCode.LABEL_IS_MARK, label=shortened(text))
    if _OF_DATE.fullmatch(text):
        return UncheckedReason.of(UncheckedCode.LABEL_OF_DATE, label=shortened(text))
    if _WITH_NUMBERS.search(text):
        return UncheckedReason.of(UncheckedCode.LABEL_WITH_NUMBERS, label=shortened(text))
    if is_cut(text) and is_cut(_NUMBERING.sub("", text)):
        return UncheckedReason.of(UncheckedCode.LABEL_CUT, label=shortened(text))
    return None


def _wrong_with_section(text: str) -> UncheckedReason | None:
    return (
        UncheckedReason.of(UncheckedCode.NUMBER_AS_LABEL, number=shortened(text))
        if _is_amount(text)
        else None
    )


def _wrong_with_header(text: str) -> UncheckedReason | None:
    number = _is_amount(text) or _PRODUCT.fullmatch(text)
    if number or _NUMBERED_UNIT.search(text) or _SEVERAL.fullmatch(text):
        return _number_as_header(text)
    if _ENUMERATION.search(text):
        return UncheckedReason.of(UncheckedCode.HEADER_IS_TEXT, header=shortened(text))
    piece = _PIECE.fullmatch(text) and text not in _ONE_CHARACTER
    if piece or _LESS.fullmatch(text) or (is_cut(text) and is_cut(_NUMBERING.sub("", text))):
        return UncheckedReason.of(UncheckedCode.HEADER_IS_PART, header=shortened(text))
    return None


def _number_as_header(text: str) -> UncheckedReason:
    return UncheckedReason.of(UncheckedCode.NUMBER_AS_HEADER, number=shortened(text))


def _is_amount(text: str) -> bool:
    return _AMOUNT.search(text) is not None and _LETTER.search(text) is None


def drawn_shares(table: Table, mentions: Sequence[Mention]) -> Doubts:
    """Return all numbers of a table in Chinese that has only percentages and is a drawing of holders.

    Nothing says that they are percentages or when. Most of them lack a label or a header, have a label that
    is a share itself, have one text as both, or stand below a company.
    """
    texts = {text for mention in mentions for text in (*mention.row_path, *mention.column_path)}
    told = any(_OF_SHARES.search(text) or read_period(text) for text in (*texts, table.title))
    if told or not any(map(EAST_ASIAN.search, texts)):
        return {}
    if any(mention.number.measure is not Measure.PERCENT for mention in mentions):
        return {}
    drawn = sum(map(_is_drawn, mentions))
    return (
        all_odd(mentions, UncheckedReason(UncheckedCode.DRAWING_OF_HOLDERS))
        if 2 * drawn > len(mentions)
        else {}
    )


def _is_drawn(mention: Mention) -> bool:
    labels, headers = mention.row_path, mention.column_path
    if not labels or not headers or labels[-1] in headers:
        return True
    return any(map(_SHARE.search, labels)) or _COMPANY.search(headers[-1]) is not None


_CHECKS = (
    _pages,
    _cut_numbers,
    _cut_columns,
    _begun_ranges,
    _too_many_shares,
    _alike,
    _unnamed,
    _unlabelled,
    _wrong_labels,
    _wrong_headers,
    _under_rows,
    parts_of_labels,
    parted_names,
    unended_labels,
    begun_sections,
    parts_of_headers,
    mixed_headers,
    parted_dates,
    uneven_headers,
    repeated_labels,
    drawn_shares,
)
