"""Words by what they mean, over all languages: parts of patterns, and the questions that most callers ask.

A part of a pattern is meant for `re.IGNORECASE`. Words of languages that set them apart by blanks are named
`..._WORDS` and want a boundary around them; those of languages that do not are named `..._SIGNS`, and may
stand anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cofitcheck import patterns as re
from cofitcheck.language.model import Language, Statements, languages
from cofitcheck.language.prose import Words

LANGUAGES = languages()
_SPACED = [language for language in LANGUAGES if language.spaced]
_UNSPACED = [language for language in LANGUAGES if not language.spaced]


def either(words: Iterable[Words]) -> str:
    """Return a pattern of any of the words of several languages, in their order.

    Without any word the pattern matches nothing.
    """
    return f"(?:{'|'.join(dict.fromkeys(word for each in words for word in each)) or '(?!)'})"


def _totals(language: Language) -> Words:
    return (*language.rows.subtotal, *language.rows.total)


TOTAL_WORDS = either(map(_totals, _SPACED))
"""What begins the label of a total or subtotal."""
TOTAL_SIGNS = either(map(_totals, _UNSPACED))
SUBTOTAL_WORDS = either(language.rows.subtotal for language in _SPACED)
SUBTOTAL_SIGNS = either(language.rows.subtotal for language in _UNSPACED)
PART_WORDS = either(language.rows.part for language in _SPACED)
PART_SIGNS = either(language.rows.part for language in _UNSPACED)
"""What begins the label of a part of the item above: "of which"."""
DEDUCTED_WORDS = either(language.rows.deducted for language in _SPACED)
DEDUCTED_SIGNS = either(language.rows.deducted for language in _UNSPACED)
"""What begins the label of an item that is deducted from those above: "less"."""
ADDED_WORDS = either(language.rows.added for language in _SPACED)
ADDED_SIGNS = either(language.rows.added for language in _UNSPACED)
NET_SIGNS = either(language.rows.net for language in _UNSPACED)
"""What ends the name of a sum, or of what is left."""
NETTED_WORDS = either(language.rows.netted for language in _SPACED)
"""What begins the label of a sum that is not called a total: "net cash"."""
COST_WORDS = either(language.rows.cost for language in _SPACED)
COST_SIGNS = either(language.rows.cost for language in _UNSPACED)
RESULT_WORDS = either(language.rows.result for language in _SPACED)
RESULT_SIGNS = either(language.rows.result for language in _UNSPACED)
"""What stands in the label of what other lines leave or come to: gross profit, net cash."""
AVERAGE_WORDS = either(language.rows.average for language in _SPACED)
AVERAGE_SIGNS = either(language.rows.average for language in _UNSPACED)
"""What stands in the label of a line that is a mean of others, and no sum."""
CURRENT_WORDS = either(language.rows.current for language in _SPACED)
CURRENT_SIGNS = either(language.rows.current for language in _UNSPACED)
"""What says of a part of an item that it is due within a year."""
NONCURRENT_WORDS = either(language.rows.noncurrent for language in _SPACED)
NONCURRENT_SIGNS = either(language.rows.noncurrent for language in _UNSPACED)
"""What says of a part of an item that it is due later."""
RECONCILING_WORDS = either(language.rows.reconciling for language in _SPACED)
RECONCILING_SIGNS = either(language.rows.reconciling for language in _UNSPACED)
"""What stands in the label of an amount that one statement of an item includes and another leaves out."""
DIVIDEND_WORDS = either(language.rows.dividend for language in _SPACED)
DIVIDEND_SIGNS = either(language.rows.dividend for language in _UNSPACED)
_NO_LINES = ("rounding", "position", "asides", "leads", "ends")
STATEMENT_LINES: Mapping[str, str] = {
    line: either(getattr(language.statements, line) for language in LANGUAGES)
    for line in Statements.__struct_fields__
    if line not in _NO_LINES
}
"""The whole labels, in lower case, of what statements come to, by the field of `Statements`."""
ROLE_LINES: Mapping[str, str] = {
    line: words
    for line in STATEMENT_LINES
    if (words := either(getattr(language.roles, line) for language in LANGUAGES)) != either(())
}
"""Further names of lines of statements, for a table that states other lines of the same statement."""
ASIDES = either(language.roles.asides for language in LANGUAGES)
"""What stands in brackets in the name of a line, for the case of a loss or as a remark."""
LEADS = either(language.roles.leads for language in LANGUAGES)
"""What stands before the name of a line: "less:"."""
ENDS = either(language.roles.ends for language in LANGUAGES)
"""What stands behind the name of a line: of what period it is."""
ROUNDING_REMARKS = either(language.statements.rounding for language in LANGUAGES)
"""What says that rounded parts need not add up to their total."""
CHANGE_WORDS = either(language.changes.change for language in _SPACED)
CHANGE_SIGNS = either(language.changes.change for language in _UNSPACED)
"""The words for changes in headers."""

MAGNITUDE_WORDS = {word: power for each in _SPACED for word, power in each.magnitudes.words.items()}
"""The powers of ten by the words that stand alone for them, in lower case."""
MAGNITUDE_LETTERS = {word: power for each in _SPACED for word, power in each.magnitudes.short.items()}
"""The powers of ten by the letters that stand for them only beside a number or a currency: "€m"."""
LARGE_SIGNS = {
    small + large: power + powers
    for each in _UNSPACED
    for large, powers in each.magnitudes.large.items()
    for small, power in {"": 0, **each.magnitudes.small}.items()
}
"""The powers of ten from ten thousand on: 万, 百万, 千亿, 兆."""
_SMALL_SIGNS = {sign: power for each in _UNSPACED for sign, power in each.magnitudes.small.items()}
MAGNITUDE_SIGNS = {**_SMALL_SIGNS, **LARGE_SIGNS}
UNITS_OF_MAGNITUDES = "[克瓦帕分]"
"""What stands behind a power of ten that is part of a unit."""
NO_MAGNITUDE = r"(?<!千(?=[克瓦米帕]))(?<!兆(?=[瓦帕赫欧]))(?<!百(?=帕|分[点點比]))"
"""Put behind a power of ten, this fails where that is part of a unit: 千克 is a unit, 百分点 are points."""
GLUED_MAGNITUDES = {word: power for each in _SPACED for word, power in each.units.glued.items()}
"""The powers of ten by the words that are written right before a currency: "TEUR"."""
UNIT_IN = either(language.units.says_in for language in _SPACED)
UNIT_OF = either(language.units.says_of for language in _SPACED)
BESIDE_UNITS = either(language.units.beside for language in _SPACED)
"""What a caption may say beside its unit: "all amounts", "unless otherwise noted"."""
PER_SHARE = either(language.units.per_share for language in LANGUAGES)
REFERENCES = either(language.units.reference for language in LANGUAGES)
"""What heads a column of references to notes."""
CURRENCY_WORDS = {name: code for each in _SPACED for name, code in each.currencies.names.items()}
CURRENCY_SIGNS = {name: code for each in _UNSPACED for name, code in each.currencies.names.items()}
SHARED_CURRENCIES = {
    name: frozenset(codes) for each in LANGUAGES for name, codes in each.currencies.shared.items()
}
"""The currencies that a name may mean, where the caption does not say which."""
SHARED_SIGNS = frozenset(name for each in _UNSPACED for name in each.currencies.shared)
"""The shared names in languages that set no words apart: "元"."""

OPENING_WORDS = either(language.balances.opening for language in _SPACED)
CLOSING_WORDS = either(language.balances.closing for language in _SPACED)
"""How a label names the balance before, or behind, what moved; with the boundaries that it needs."""
OPENING_SIGNS = either(language.balances.opening for language in _UNSPACED)
CLOSING_SIGNS = either(language.balances.closing for language in _UNSPACED)
BALANCE_SIGNS = either(language.balances.balance for language in _UNSPACED)
CONTRASTS = tuple(
    (frozenset(first.split()), frozenset(second.split()))
    for language in LANGUAGES
    for first, second in language.contrasts
)
"""Words that set two facts apart however alike the rest is; the trees have learnt their number."""
MONTHS = {name: number for language in LANGUAGES for name, number in language.months.items()}
"""The numbers of the months by their names, in lower case."""
MONTH_NAMES = tuple(
    name
    for language in LANGUAGES
    for name in language.months
    if not any(other != name and other.startswith(name) for other in language.months)
)
"""The names of the months in full: "Jan" is only the beginning of another."""
HAN_LETTERS = next(each.script.letters for each in LANGUAGES if each.script.traditional)
"""The characters of Chinese, which Japanese has too, as ranges of a character class."""
EAST_ASIAN_LETTERS = "".join(each.script.letters for each in _UNSPACED)
"""The letters of Chinese and Japanese, kana among them, as ranges of a character class."""
HIRAGANA = "".join(each.script.hiragana for each in LANGUAGES)
KATAKANA = "".join(each.script.katakana for each in LANGUAGES)
LONG_VOWELS = "".join(each.script.long_vowel for each in LANGUAGES)
"""The mark that lengthens a vowel behind katakana, and is written for a dash elsewhere."""
EAST_ASIAN = re.compile(f"[{EAST_ASIAN_LETTERS}]")
"""A letter of Chinese or Japanese."""
NUMERALS = "".join(each.script.numerals for each in LANGUAGES)
"""What Chinese and Japanese count with, from one to ten."""
SIMPLIFIED = str.maketrans(
    "".join("".join(each.script.traditional) for each in LANGUAGES),
    "".join("".join(each.script.simplified) for each in LANGUAGES),
)
"""Traditional characters to simplified ones, so that one entry serves Taiwan and the mainland."""

_TOTAL = re.compile(rf"^\s*{TOTAL_WORDS}\b|{TOTAL_SIGNS}", re.IGNORECASE)
_NAMED_TOTAL = re.compile(rf"\b{TOTAL_WORDS}s?\b|{TOTAL_SIGNS}|^{NETTED_WORDS}\b|{NET_SIGNS}$", re.IGNORECASE)
_TELLS_PART = re.compile(rf"\W*(?:{PART_SIGNS}|{PART_WORDS}\b)", re.IGNORECASE)
_TOTAL_AT_END = re.compile(rf"{TOTAL_SIGNS}\Z")
_SUBTOTAL = re.compile(SUBTOTAL_SIGNS)
_SUMMED = re.compile(rf"{SUBTOTAL_SIGNS}.*|{NET_SIGNS}\Z")


def alternation(words: Iterable[str]) -> str:
    """Return a pattern that matches any of the words as they are, the longest that fits."""
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


def is_total(label: str) -> bool:
    """Tell whether a label is that of a total or subtotal."""
    return _TOTAL.search(label) is not None


def names_total(label: str) -> bool:
    """Tell whether a label speaks of a total anywhere, or is the name of a sum or of what is left."""
    return _NAMED_TOTAL.search(label) is not None


def tells_part(label: str) -> bool:
    """Tell whether a label begins as that of a part of the item above does: "of which"."""
    return _TELLS_PART.match(label) is not None


def without_total(label: str) -> str:
    """Return the label of a total without the word for total."""
    return _TOTAL.sub("", label)


def without_total_at_end(label: str) -> str | None:
    """Return what stands before the sign of a total that ends a label, None where none does."""
    total = _TOTAL_AT_END.search(label)
    return label[: total.start()].strip() if total else None


def is_bare_subtotal(label: str) -> bool:
    """Tell whether a label is only the Chinese or Japanese word for subtotal: it is that of its section."""
    return _SUBTOTAL.fullmatch(label) is not None


def without_sum(label: str) -> str:
    """Return a label without what Chinese tables put behind the name of what they sum up."""
    return _SUMMED.sub("", label).strip()
