"""The words of the books: what heads the columns of a trial balance, and what accounts are called."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

import msgspec

from cofitcheck.language.prose import Words


class BookWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whole headers of the columns of a trial balance, and the parts that headers of amounts are made of.

    `code` and `name` head what accounts are called, `kind` their class, `line` the line of the statements
    that they are in. `debit`, `credit` and `balance` say which side an amount is of, `debit_mark` and
    `credit_mark` what stands beside an amount of a side; `closing`, `opening`, `movement` and `prior` when
    it is of: at the end, at the beginning, in between, a year before.
    """

    code: Words = ()
    name: Words = ()
    kind: Words = ()
    line: Words = ()
    debit: Words = ()
    credit: Words = ()
    balance: Words = ()
    debit_mark: Words = ()
    credit_mark: Words = ()
    closing: Words = ()
    opening: Words = ()
    movement: Words = ()
    prior: Words = ()


CLASSES = ("asset", "liability", "equity", "income", "expense")
"""The classes of accounts, by which the data files list what accounts are called."""


def heads(field: str, text: str, *, whole: bool = False) -> bool:
    """Tell whether a header, or a part of it, names a field of `BookWords`; with `whole` all of it must."""
    pattern, plain = _header_pattern(field), _simplified(text)
    return (pattern.fullmatch(plain) if whole else pattern.search(plain)) is not None


@cache
def _header_pattern(field: str) -> re.Pattern[str]:
    from cofitcheck.language.lexicon import LANGUAGES, either

    spaced = either(getattr(each.books, field) for each in LANGUAGES if each.spaced)
    unspaced = either(getattr(each.books, field) for each in LANGUAGES if not each.spaced)
    return re.compile(rf"(?<![^\W_])(?:{spaced})(?![^\W_])|{_simplified(unspaced)}", re.IGNORECASE)


def concepts_of(text: str) -> Iterator[tuple[str, str]]:
    """Yield what an account or a line is about, as class and concept ("asset", "cash"), in the order of the
    text. Where one name holds another, only the longer counts."""
    plain = _simplified(" ".join(text.casefold().split()))
    spans = [
        (found.start(), found.end(), concept)
        for concept, pattern in _concepts().items()
        for found in pattern.finditer(plain)
    ]
    taken: list[tuple[int, int, tuple[str, str]]] = []
    for start, end, concept in sorted(spans, key=lambda span: (span[0] - span[1], span[0])):
        if all(end <= first or start >= last for first, last, _ in taken):
            taken.append((start, end, concept))
    return (concept for _, _, concept in sorted(taken))


@cache
def _concepts() -> Mapping[tuple[str, str], re.Pattern[str]]:
    from cofitcheck.language.lexicon import LANGUAGES

    words: dict[tuple[str, str], list[str]] = {}
    for language in LANGUAGES:
        for kind, concepts in language.accounts.items():
            for concept, names in concepts.items():
                words.setdefault((kind, concept), []).extend(_bounded(names, spaced=language.spaced))
    return {concept: re.compile("|".join(names)) for concept, names in words.items()}


def _bounded(names: Iterable[str], *, spaced: bool) -> Iterator[str]:
    return (rf"(?<![^\W_])(?:{name})(?![^\W_])" if spaced else _simplified(name) for name in names)


def _simplified(text: str) -> str:
    from cofitcheck.language.lexicon import SIMPLIFIED

    return text.translate(SIMPLIFIED)
