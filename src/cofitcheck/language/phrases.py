"""What stands between the numbers of a sentence, over all languages: parts of patterns, words.

A part of a pattern is meant for `re.IGNORECASE`. It has the boundaries that its words need: words of
languages that set them apart by blanks are whole, those of others may stand anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from cofitcheck.language.lexicon import LANGUAGES, either
from cofitcheck.language.model import Language, Ratio
from cofitcheck.language.prose import Excluded, FiscalWords, Said, Sentences, Words

_NEVER = "(?!)"


def _phrase(words: Callable[[Sentences], Words]) -> str:
    return _any_of(lambda language: words(language.sentences))


def _any_of(words: Callable[[Language], Words]) -> str:
    """Return a pattern of any of the words, whole where their language sets words apart."""
    spaced = _joined(words(each) for each in LANGUAGES if each.spaced)
    unspaced = _joined(words(each) for each in LANGUAGES if not each.spaced)
    parts = [rf"(?<![A-Za-z])(?:{spaced})(?![A-Za-z])"] if spaced else []
    return f"(?:{'|'.join([*parts, *([unspaced] if unspaced else [])]) or _NEVER})"


def _signs(words: Callable[[Sentences], Words]) -> str:
    return f"(?:{_joined(words(each.sentences) for each in LANGUAGES if not each.spaced) or _NEVER})"


def _joined(words: Iterable[Words]) -> str:
    return "|".join(dict.fromkeys(word for each in words for word in each))


def _all(words: Callable[[Language], Words]) -> frozenset[str]:
    return frozenset(word for language in LANGUAGES for word in words(language))


SHORT = {letters: words for each in LANGUAGES for letters, words in each.sentences.short.items()}
"""Letters that stand for words, in lower case: "r&d"."""
TELLS_LANGUAGE = {language.name: either([language.sentences.telling]) for language in LANGUAGES}
"""Words that tell a language from others of its letters."""
EMPTY = _all(lambda language: language.sentences.empty)
"""Words that say nothing of what a number is, in lower case."""
ABBREVIATIONS = _all(lambda language: language.sentences.abbreviations)
"""What ends in a full stop that ends no sentence, in lower case and without the stop."""
OPENERS = _all(lambda language: language.sentences.openers)
"""The words that begin sentences, as they are written there."""
PARTICLES = _signs(lambda said: said.particles)
OPENING_PARTICLES = _signs(lambda said: said.opening_particles)
"""What stands around the words of what a clause is about, in Chinese and Japanese."""

SAID: Mapping[str, str] = {
    field: either(getattr(each.sentences.said, field) for each in LANGUAGES)
    for field in Said.__struct_fields__
}
"""What stands around numbers, by the field of `Said`."""
FISCAL: Mapping[str, str] = {
    field: either(getattr(each.sentences.fiscal, field) for each in LANGUAGES)
    for field in FiscalWords.__struct_fields__
}
"""How fiscal years are named with their last days, by the field of `FiscalWords`."""
LISTED = _phrase(lambda said: said.listed)
ABOUT = _phrase(lambda said: said.bounds.about)
AT_LEAST = _phrase(lambda said: said.bounds.at_least)
AT_MOST = _phrase(lambda said: said.bounds.at_most)
ABOUT_BEHIND = _phrase(lambda said: said.bounds.about_behind)
AT_LEAST_BEHIND = _phrase(lambda said: said.bounds.at_least_behind)
AT_MOST_BEHIND = _phrase(lambda said: said.bounds.at_most_behind)

NUMERALS: Mapping[str, int] = {
    word: value for each in LANGUAGES for word, value in each.sentences.counting.numerals.items()
}
"""The values of numbers in words, in lower case."""
FOLDS = _joined(each.sentences.counting.folds for each in LANGUAGES) or _NEVER
NEGATIVE = _phrase(lambda said: said.counting.negative)
PERCENT = _phrase(lambda said: said.counting.percent)
POINTS = _phrase(lambda said: said.counting.points)
BASIS_POINTS = _phrase(lambda said: said.counting.basis_points)
MULTIPLES = _joined(each.sentences.counting.multiples for each in LANGUAGES)
SHARES = _phrase(lambda said: said.counting.shares)
PER_SHARE = _phrase(lambda said: said.counting.per_share)
PER_SHARE_BEFORE = _phrase(lambda said: said.counting.per_share_before)
TERMS = _phrase(lambda said: said.counting.terms)
AGES = _phrase(lambda said: said.counting.ages)
THINGS = _signs(lambda said: said.counting.things)
"""What is counted in Chinese and Japanese."""
SHARES_COUNTED = _signs(lambda said: said.counting.shares)
EACH = _signs(lambda said: said.counting.each)
"""The shares that an amount is counted for: "per 10 shares"."""
NO_THINGS = _all(lambda language: language.sentences.counting.no_things)
"""What can follow a number without being what it counts, in lower case."""

EXCLUDED: Mapping[str, str] = {
    word: name
    for each in LANGUAGES
    for name, words in {
        "reference": each.sentences.excluded.reference,
        "law": each.sentences.excluded.law,
        "level": each.sentences.excluded.level,
        "rating": each.sentences.excluded.rating,
        "name": each.sentences.excluded.name,
        "form": each.sentences.excluded.form,
        "file_number": each.sentences.excluded.file_number,
        "telephone": each.sentences.excluded.telephone,
        "address": each.sentences.excluded.address,
        "page": each.sentences.excluded.page,
        "age": each.sentences.excluded.age,
    }.items()
    for word in words
}
"""Why a number is no amount, by the word before it: the name of a field of `Excluded`."""


def _of_text(words: Callable[[Excluded], Words]) -> str:
    return _signs(lambda said: words(said.excluded))


NUMBERED = _of_text(lambda words: words.numbered)
NOTE = _of_text(lambda words: words.note)
"""What stands right before the number of a part of a text, in Chinese and Japanese."""
PART_OF_TEXT = _of_text(lambda words: words.part)
LAW_PART = _of_text(lambda words: words.law_part)
"""What stands right behind it."""
ARTICLE = _of_text(lambda words: words.article)
ORDINALS = _all(lambda language: language.sentences.excluded.ordinal)
CLOCK = _of_text(lambda words: words.clock)
STREETS = _joined(each.sentences.excluded.streets for each in LANGUAGES)
ACTS = _joined(each.sentences.excluded.acts for each in LANGUAGES)

_CHANGING: Mapping[str, Callable[[Sentences], Words]] = {
    "border": lambda said: said.changing.borders,
    "inner": lambda said: said.changing.inner,
    "compared": lambda said: said.changing.compared,
    "between": lambda said: said.changing.between,
    "average": lambda said: said.changing.average,
    "rose": lambda said: said.changing.rose,
    "fell": lambda said: said.changing.fell,
    "up": lambda said: said.changing.up,
    "down": lambda said: said.changing.down,
    "share": lambda said: said.changing.share,
    "before": lambda said: said.changing.before,
    "after": lambda said: said.changing.after,
}
CHANGING = "|".join(
    (
        r"(?<![A-Za-z])(?:"
        + "|".join(
            f"(?P<{name}>{part})"
            for name, words in _CHANGING.items()
            if (part := _joined(words(each.sentences) for each in LANGUAGES if each.spaced))
        )
        + r")(?![A-Za-z])",
        *(
            f"(?P<{name}_>{part})"
            for name, words in _CHANGING.items()
            if (part := _joined(words(each.sentences) for each in LANGUAGES if not each.spaced))
        ),
    )
)
"""What a sentence says of a number's part in a change: a group by the field of `Changing` without its last
letter where that is a plural, and with a "_" behind it in languages that set no words apart."""
BETTER = _phrase(lambda said: said.changing.better)
"""The words of change that say which way is good."""
THAN = _phrase(lambda said: said.changing.than)
"""What says that a number is by how much one thing is more or less than another."""
FILLERS = _phrase(lambda said: said.changing.fillers)
OF_WHOLE = _phrase(lambda said: said.changing.of_whole)
LISTS = _phrase(lambda said: said.changing.lists)
THROUGH = _joined(each.sentences.changing.through for each in LANGUAGES)
LINKING = _signs(lambda said: said.changing.linking)
SHARE_LETTERS = "".join(_all(lambda language: language.sentences.changing.share_letters))
"""The letters that may be cut off around the name of the whole that a share is of."""
SEVERAL = _phrase(lambda said: said.changing.several)
"""What heads a list of changes: "increases in"."""
RELATIVE = _phrase(lambda said: said.changing.relative)
"""What begins a clause about the thing before it: "that"."""
MEASURED_BY = _phrase(lambda said: said.changing.measured_by)
"""What stands between what something changed from and by how much: "by"."""
MULTIPLIED: Mapping[str, int] = {
    word: by for each in LANGUAGES for word, by in each.sentences.changing.multiplied.items()
}
"""By how many per cent something changed where a verb alone says it, in lower case: "doubled"."""
AUXILIARY = _phrase(lambda said: said.changing.auxiliary)
DEGREES = _phrase(lambda said: said.changing.degrees)
LEADING = _phrase(lambda said: said.changing.leading)
WHY = _phrase(lambda said: said.changing.why)
"""What stands around a verb of change: before it, behind it, before the time, before the reason."""
CHANGED = _phrase(lambda said: (*said.changing.rose, *said.changing.fell, *said.changing.comparing))
"""The verbs of change."""
WITHOUT = _phrase(lambda said: said.changing.without)
"""What says that what is named beside it is left out."""
OUTFLOWS = _phrase(lambda said: said.changing.outflows)
"""The words of amounts that grow while the number of a statement falls below zero."""

PARTS_OF_WHOLE: Mapping[str, int] = {
    word: parts for each in LANGUAGES for word, parts in each.sentences.claims.parts.items()
}
"""In how many parts a whole is cut, by the name of one: "third"."""
TIMES_SAID: Mapping[str, int] = {
    word: by for each in LANGUAGES for word, by in each.sentences.claims.times.items()
}
"""What words of multiples come to: "twice"."""
IS_PART = _phrase(lambda said: said.claims.is_part)
COVERS = _phrase(lambda said: said.claims.covers)
MORE = _phrase(lambda said: said.claims.more)
LESS = _phrase(lambda said: said.claims.less)
DIFFERS_BY = _phrase(lambda said: said.claims.by)
HIGHEST = _phrase(lambda said: said.claims.highest)
LOWEST = _phrase(lambda said: said.claims.lowest)
RANKED_YEARS = _phrase(lambda said: said.claims.years)
NEARLY = _phrase(lambda said: said.claims.nearly)
JUMPED = _phrase(lambda said: said.claims.jumped)
PLUNGED = _phrase(lambda said: said.claims.plunged)
"""How a sentence sets lines side by side, by the field of `Claims`."""

OWN = _phrase(lambda said: said.when.own)
PRIOR = _phrase(lambda said: said.when.prior)
QUARTER_BEFORE = _phrase(lambda said: said.when.quarter_before)
SINCE_PRIOR = _phrase(lambda said: said.when.since_prior)
PARTS = _signs(lambda said: said.when.parts)
LEAD = _all(lambda language: language.sentences.when.lead)
"""The words that may stand before a date and say what period it is of, in lower case."""
ASIDE = _all(lambda language: language.sentences.when.aside)
"""The words before a date that is no period of a number, in lower case."""
JOINED = _all(lambda language: language.sentences.when.joined)
"""The words between two things that are listed: "and"."""
TELLING = _phrase(lambda said: said.when.telling)
OF_EACH = _phrase(lambda said: said.when.of_each)
JOINED_SIGNS = _signs(lambda said: said.when.joined)
AGAINST = _phrase(lambda said: said.when.against)
AGAINST_BEHIND = _phrase(lambda said: said.when.against_behind)


def _basis(name: str) -> str:
    return _any_of(lambda language: language.bases.get(name, ()))


BASES: Mapping[str, str] = {
    name: _basis(name) for name in dict.fromkeys(name for each in LANGUAGES for name in each.bases)
}
"""The words that make a number another fact, by the name of the basis."""
PARTIAL_CHANGES = "|".join(
    (
        _any_of(lambda language: language.changes.partial),
        *(BASES[name] for name in ("constant currency", "adjusted", "organic", "pro forma")),
    )
)
"""What headers say of changes that leave something out: "in constant currency"."""


def _names(name: str) -> str:
    return _any_of(lambda language: found.named if (found := language.ratios.named.get(name)) else ())


_NAMED: Mapping[str, Ratio] = {
    name: each for language in LANGUAGES for name, each in language.ratios.named.items()
}
RATIOS = tuple((_names(name), each.part, each.whole) for name, each in _NAMED.items() if not each.ways)
"""The ratios that have a name: the pattern of it, and of which lines of `Statements` they are, the part and
the whole."""
MEASURES = tuple((_names(name), each.ways) for name, each in _NAMED.items() if each.ways)
"""What is worked out in several customary ways: the pattern of its name, and the ways as `Ratio.ways`."""


def _called(line: str) -> str:
    return _any_of(lambda language: language.ratios.called.get(line, ()))


CALLED: Mapping[str, str] = {
    line: _called(line)
    for line in dict.fromkeys(line for language in LANGUAGES for line in language.ratios.called)
}
"""What sentences call a line of the statements besides its labels, by the field of `Statements`."""
OF_GROUP = _all(lambda language: language.ratios.of_group)
"""Words of headings over what is told of the whole company, in lower case and without plurals."""
AS_SHARE = _any_of(lambda language: language.ratios.as_share)
"""What stands between a part and its whole: "as a percentage of"."""
AROUND_RATIOS = _any_of(lambda language: language.ratios.around)
JOINS_RATIOS = _any_of(lambda language: language.ratios.joins)
