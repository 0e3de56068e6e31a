"""The text of words, as a reader would write it down, and what it says: a number, a date, a remark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cofitcheck import patterns as re
from cofitcheck.language.table_words import FULL_WIDTH, PAGES, any_of, letters
from cofitcheck.numbers import read_unit_caption
from cofitcheck.periods.text import read_period, states_period_only
from cofitcheck.readers.pdf.pages import Word

# In heights of a line, the size of its font, so that they hold for print of every size.
_TEXT_GAP = 0.16
"""The gap from which a space stands between two words of a text."""
_CJK_GAP = 0.6
"""The widest gap between Chinese and Latin characters that is no space."""

_CJK = re.compile(f"[{FULL_WIDTH}]")
_NUMBER_PART = re.compile(r"[\d,.]+")
_NEGATIVE = "-−–—－"
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+")
_HYPHEN = re.compile(r"\w-\Z")
_SIGN = r"[-–—−－△▲▼]?"
_CURRENCY = r"(?:(?:RMB|USD|TWD|HKD|CNY|JPY|EUR|GBP|INR)\$?|US\$|NT\$|HK\$|[$¥€£￥＄])?"
_AMOUNT = r"(?:\d{1,3}(?:[,，]\d{3})+|\d{1,3}(?:[.' ]\d{3})+(?=[,.]|\b)|\d++)?(?:[.,．]\d++)?"
_VALUE = re.compile(
    rf"[(\[（【+]*\s*+{_SIGN}\s*+{_CURRENCY}\s*+[(（]?\s*+{_SIGN}\s*+{_AMOUNT}\s*+[)）\]】]?"
    rf"\s*+(?:[%％‰x{letters(PAGES.multiple)}]|{any_of(PAGES.behind_value)})?\s*+[)）]?"
    r"(?:\s*+\([A-Za-z\d]{1,2}\))?\s*+[*†‡]*+"
)
_BLANK = re.compile(rf"[($（\s]*[-–—−－─]+[\s%)）]*|{any_of(PAGES.blank)}", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_UNFINISHED = re.compile(
    rf"(?:\b{any_of(PAGES.unended_line)}|[,&/(–—-])\Z",
    re.IGNORECASE,
)
_INTRODUCES = re.compile(
    rf"(?:\A(?>.*?\b{any_of(PAGES.introduces_below)}\b).*[:：]|{any_of(PAGES.introduces)})\Z",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"[a-z):]|\((?!in\b)[a-z]{2}")
_COUNTS = re.compile(r"\d{1,3}(?:,\d{3})+ [a-z]")

_NUMBERS = re.compile(r"\d{1,2}\.\d{1,2}\.(?:\d{4}|\d\d)")
"""A day in numbers: "31.12.2020", "31.12.20"."""


def is_cjk(char: str) -> bool:
    """Tell whether a character is Chinese or Japanese, full-width punctuation included."""
    return _CJK.match(char) is not None


def looks_like_value(text: str) -> bool:
    """Tell whether a text looks like a number in a table, or like what stands for none."""
    if _BLANK.fullmatch(text):
        return True
    return any(char.isdigit() for char in text) and _VALUE.fullmatch(text) is not None


def is_year(text: str) -> bool:
    """Tell whether a text is a bare year."""
    return _YEAR.fullmatch(text) is not None


def calls_for_more(text: str) -> bool:
    """Tell whether the end of an English text is not the end of what it says."""
    return _UNFINISHED.search(text) is not None


def reads_on(text: str, following: str) -> bool:
    """Tell whether an English text goes on in the next line: it ends or the other begins as no label does."""
    return calls_for_more(text) or _GOES_ON.match(following) is not None


def counts_on(following: str) -> bool:
    """Tell whether a line goes on with the one above it: it begins with a number of shares, as no English
    label does."""
    return _COUNTS.match(following) is not None


def is_remark(text: str) -> bool:
    """Tell whether a text says the unit, or something in brackets, of a whole table."""
    return (text[0] in "(（[" and text[-1] in ")）]") or read_unit_caption(text) is not None


def introduces(text: str) -> bool:
    """Tell whether a text says that something follows."""
    return _INTRODUCES.search(text) is not None


def lines_of(words: Iterable[Word]) -> list[list[Word]]:
    """Return the lines that words stand in, from the top, each from the left."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: (word.base, word.left)):
        if lines and word.base - lines[-1][0].base <= 0.45 * min(word.size, lines[-1][0].size):
            lines[-1].append(word)
        else:
            lines.append([word])
    return [sorted(line, key=lambda word: word.left) for line in lines]


def line_text(words: Sequence[Word]) -> str:
    """Return the text of the words of one line."""
    text = ""
    before: Word | None = None
    for word in words:
        if before is not None and _spaced(before, word):
            text += " "
        text += word.text
        before = word
    return text


def _spaced(before: Word, after: Word) -> bool:
    left, right = is_cjk(before.text[-1]), is_cjk(after.text[0])
    if after.spaced and not left:
        return True
    gap = (after.left - before.right) / max(before.size, after.size)
    if left and right:
        return False
    return gap > (_CJK_GAP if left or right else _TEXT_GAP)


def cell_text(words: Iterable[Word]) -> str:
    """Return the text of words that stand in one or more lines of a cell."""
    texts = [line_text(line) for line in lines_of(words)]
    joined = "".join(texts)
    bare = [texts[0].lstrip(_NEGATIVE), *texts[1:]] if len(texts) > 1 else []
    if bare and all(map(_NUMBER_PART.fullmatch, bare)) and _GROUPED.fullmatch("".join(bare)):
        return joined
    if len(texts) > 1 and all(len(part) == 1 for part in texts) and any(map(is_cjk, texts)):
        return joined  # written from top to bottom
    text = ""
    for part in texts:
        if text and not (is_cjk(text[-1]) and is_cjk(part[0])) and not _HYPHEN.search(text):
            text += " "
        text += part
    return text


def bold_share(words: Sequence[Word]) -> float:
    """Return the share of the characters in bold, 0 to 1."""
    total = sum(len(word.text) for word in words)
    return sum(len(word.text) for word in words if word.bold) / total if total else 0.0


def says_date(text: str) -> bool:
    """Tell whether a text says a date, a span of time or a year; "balance" among English words is none."""
    period = read_period(text)
    named = max(period.year, period.month, period.day, period.months) > 0 or any(map(is_cjk, text))
    if is_year(text) or _NUMBERS.fullmatch(text):
        return True
    return bool(period) and (named or states_period_only(text))
