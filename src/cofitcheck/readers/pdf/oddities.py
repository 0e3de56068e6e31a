"""What speaks against the labels and headers found for the numbers of a table.

Such numbers are listed and not checked: they would be compared as what they are not.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from cofitcheck.document import Mention, Table
from cofitcheck.numbers import Measure
from cofitcheck.readers.tables import Doubtful

_MOST = 2 / 3
"""The share of doubtful numbers from which a table is doubtful as a whole."""
_SHOWN = 40
"""The most characters of a label that a reason quotes."""
_REASONS = 3
_SHORT = 3
_FEW = 4
"""Few labels of a table are less than one in so many."""
_WORD = re.compile(r"[^\W\d_]{2}")
_MARK = re.compile(r"(?:[(（\[]\w{1,2}[)）\]]\s*)+|[*†‡]+")
_AMOUNT = re.compile(r"\d[,，]\d{3}(?!\d)|(?<![\d.])\d+\.\d{2,}(?![\d.])")
_LETTER = re.compile(r"[^\W\d_]")
_LOWER = re.compile(r"(?!(?:of which|thereof|davon)\b)[a-z]{2}.*")
_BRACKETED = re.compile(r"[(（][^()（）]{3,}[)）]")
_NAMES_MORE = re.compile(r"[A-Za-z].*:")
_NUMBERING = re.compile(r"\A\W*\w{1,3}[)）]|(?<![(（])\b\w{1,2}[)）]\Z")
"""The number of a line, and the mark of a footnote: brackets that close and do not open."""
_TWICE = re.compile(r"([\u3400-\u9fff][^\d]+)\1")
_PIECE = re.compile(r"[\u3400-\u9fff]")
_ONE_CHARACTER = frozenset("年月日季元角股台个個人户戶件只吨噸米张張家次倍套项項注")
"""Words of one character that head columns: times, units, notes."""

_Odd = dict[int, str]
"""Why a number is doubtful, by the element of its place."""


def oddities(table: Table, mentions: Sequence[Mention]) -> Doubtful | None:
    """Return which numbers of a table have labels or headers that cannot be right, and why, in words."""
    odd: _Odd = {}
    for check in _CHECKS:
        for element, why in check(table, mentions).items():
            odd.setdefault(element, why)
    if not odd:
        return None
    elements = frozenset(odd) if len(odd) < _MOST * len(mentions) else _elements(mentions)
    count = "none of its numbers is checked"
    if len(elements) < len(mentions):
        are = "is" if len(elements) == 1 else "are"
        count = f"{len(elements):,} of its {len(mentions):,} numbers {are} not checked"
    whys = "; ".join([*dict.fromkeys(odd.values())][:_REASONS])
    return Doubtful(f"the table on {table.place.words} is doubtful: {whys}; {count}", elements)


def _elements(mentions: Iterable[Mention]) -> frozenset[int]:
    return frozenset(mention.place.element for mention in mentions)


def _all(mentions: Sequence[Mention], why: str) -> _Odd:
    """Return the same reason, told once, for several numbers."""
    return dict.fromkeys(_elements(mentions), why)


def _quoted(text: str) -> str:
    return f'"{text if len(text) <= _SHOWN else text[:_SHOWN].rstrip() + "…"}"'


def _alike(table: Table, mentions: Sequence[Mention]) -> _Odd:
    """Two numbers of one row under the same headers: at least one has not its own. Shares and changes in
    percent have none of their own at times, where the columns beside them say of what they are."""
    rows: dict[tuple[int, tuple[str, ...], tuple[str, ...]], list[Mention]] = defaultdict(list)
    for mention in mentions:
        compares = mention.number.measure is Measure.PERCENT and mention.row_path and mention.column_path
        if not compares:
            rows[mention.row, mention.row_path, mention.column_path].append(mention)
    alike = {(m.column, m.column_path) for row in rows.values() if len(row) > 1 for m in row}
    odd: _Odd = {}
    for mention in mentions:
        if (mention.column, mention.column_path) in alike:
            path = mention.column_path
            said = f"the same header, {_quoted(path[-1])}" if path else "no header"
            odd[mention.place.element] = f"columns have {said}"
    return odd


def _pages(table: Table, mentions: Sequence[Mention]) -> _Odd:
    """Numbers of pages: small, never less than the one above, and without a header."""
    numbers = [mention.number.displayed or 0 for mention in mentions]
    small = all(mention.text.isdigit() and len(mention.text) <= _SHORT for mention in mentions)
    bare = not any(mention.column_path for mention in mentions)
    rising = small and bare and len({mention.column for mention in mentions}) == 1
    if not rising or len(numbers) < _FEW or numbers != sorted(numbers):
        return {}
    return _all(mentions, "its numbers have no header and rise from row to row, as those of pages do")


def _unnamed(table: Table, mentions: Sequence[Mention]) -> _Odd:
    """A number without a header beside columns that have one, or with neither header nor label."""
    headed = any(mention.column_path for mention in mentions)
    bare = [m for m in mentions if not m.column_path and (headed or not m.row_path)]
    return _all(bare, f"no header stands over {_quoted(bare[0].text)}") if bare else {}


def _unlabelled(table: Table, mentions: Sequence[Mention]) -> _Odd:
    """A number whose row has words, and no label among them."""
    spoken = {
        cell.row for cell in table.cells if _WORD.search(cell.text) and not any(map(str.isdigit, cell.text))
    }
    bare = [mention for mention in mentions if not mention.row_path and mention.row in spoken]
    return (
        _all(bare, f"no label among the words of its row was found for {_quoted(bare[0].text)}")
        if bare
        else {}
    )


def _wrong_labels(table: Table, mentions: Sequence[Mention]) -> _Odd:
    """A label that is a mark or a part of one."""
    return _by_text(mentions, lambda mention: mention.row_path[-1:], _wrong_with_label)


def _wrong_headers(table: Table, mentions: Sequence[Mention]) -> _Odd:
    """A header that is a number, or two headers, or a part of one."""
    return _by_text(mentions, lambda mention: mention.column_path, _wrong_with_header)


def _by_text(
    mentions: Sequence[Mention],
    texts: Callable[[Mention], Sequence[str]],
    wrong: Callable[[str], str],
) -> _Odd:
    odd: _Odd = {}
    for mention in mentions:
        why = next((why for text in texts(mention) if (why := wrong(text))), "")
        if why:
            odd[mention.place.element] = why
    return odd


def _cut_numbers(table: Table, mentions: Sequence[Mention]) -> _Odd:
    """A number with a bracket without the other is a part of one."""
    return _by_text(mentions, lambda mention: (mention.text,), _wrong_with_number)


def _wrong_with_number(text: str) -> str:
    return f"the number {_quoted(text)} is a part of one" if _is_cut(text) else ""


def _wrong_with_label(text: str) -> str:
    if _MARK.fullmatch(text):
        return f"the label {_quoted(text)} is a mark"
    if _is_cut(text) and _is_cut(_NUMBERING.sub("", text)):
        return f"the label {_quoted(text)} is cut short"
    return ""


def _wrong_with_header(text: str) -> str:
    if _AMOUNT.search(text) and not _LETTER.search(text):
        return f"the header {_quoted(text)} is a number"
    if _TWICE.search(text):
        return f"the header {_quoted(text)} says a thing twice"
    if (_is_cut(text) and _is_cut(_NUMBERING.sub("", text))) or (
        _PIECE.fullmatch(text) and text not in _ONE_CHARACTER
    ):
        return f"the header {_quoted(text)} is a part of one"
    return ""


def _is_cut(text: str) -> bool:
    """Tell whether a text has a bracket without the other."""
    return sum(map(text.count, "(（[【")) != sum(map(text.count, ")）]】"))


def _parts_of_labels(table: Table, mentions: Sequence[Mention]) -> _Odd:
    """A label in small letters or in brackets goes on from a row above, one with a colon names rows below:
    where few labels of the table are such."""
    labels = {mention.row: mention.row_path[-1] for mention in mentions if mention.row_path}
    odd: _Odd = {}
    for pattern, why in (
        (_LOWER, "goes on from another row"),
        (_BRACKETED, "goes on from another row"),
        (_NAMES_MORE, "names other rows"),
    ):
        found = {row: text for row, text in labels.items() if pattern.fullmatch(text)}
        if _FEW * len(found) < len(labels):
            odd |= {
                mention.place.element: f"the label {_quoted(found[mention.row])} {why}"
                for mention in mentions
                if mention.row in found
            }
    return odd


_CHECKS = (
    _pages,
    _cut_numbers,
    _alike,
    _unnamed,
    _unlabelled,
    _wrong_labels,
    _wrong_headers,
    _parts_of_labels,
)
