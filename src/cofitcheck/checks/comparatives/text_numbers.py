"""Compare the numbers in sentences of two documents: of two drafts, or of a release and the whole report.

Sentences of drafts are aligned by their words, with numbers left out, so that a number that differs is found
by its place. A number of a release is sought in the tables of the whole and in its sentences.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from cofitcheck import patterns as re
from cofitcheck.checks.comparatives import Outcome, SaidCompared
from cofitcheck.document import Document, Passage
from cofitcheck.numbers import Relation, compare
from cofitcheck.prose import Prose, ProseMention

_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"\d[\d.,]*\d|\d")
_DIGIT = re.compile(r"\d")
_ALIKE = 0.5
"""The least share of words that two passages have in common if one was rewritten from the other."""
_SHARED_WORDS = 0.5
"""The least share of the words for a number of a release that a sentence of the whole must have to state
it."""
_RARE = 4
"""The fewest digits of a number for which a single shared word is enough. Such numbers are hardly equal by
chance."""
_WORD_LETTERS = 4
"""The fewest letters of a Latin word that tells what a sentence is about."""

_Tokens = list[tuple[str, ProseMention | None]]


def said_in_drafts(this: Document, other: Document, prose: tuple[Prose, Prose]) -> list[SaidCompared]:
    """Return the numbers in sentences that were changed, added or dropped. Unchanged ones are left out."""
    mine, its = (_by_passage(each) for each in prose)
    found: list[SaidCompared] = []
    pairs, added, dropped = _passages(this, other)
    for one, two in pairs:
        found += _in_passage(_tokens(one, mine[one.index]), _tokens(two, its[two.index]))
    found += [SaidCompared(Outcome.ADDED, each, None) for one in added for each in mine[one.index]]
    found += [SaidCompared(Outcome.DROPPED, None, each) for two in dropped for each in its[two.index]]
    return sorted(found, key=_order)


def said_in_whole(
    prose: tuple[Prose, Prose],
    tied: Mapping[int, tuple[int, ...]],
    contradicted: Mapping[int, tuple[int, ...]],
) -> list[SaidCompared]:
    """Return what became of each number in the sentences of a release.

    `tied` has the cells of the whole that state a number, by its index, `contradicted` those that say
    otherwise. A number also agrees with a sentence of the whole that has the number and enough of its words.
    """
    whole: dict[str, list[ProseMention]] = defaultdict(list)
    for each in prose[1].mentions:
        whole[_printed(each)].append(each)
    found = []
    for said in prose[0].mentions:
        again = next((each for each in whole[_printed(said)] if _says_the_same(said, each)), None)
        if said.index in tied:
            found.append(SaidCompared(Outcome.AGREE, said, again, tied[said.index]))
        elif again is not None:
            found.append(SaidCompared(Outcome.AGREE, said, again))
        elif said.index in contradicted:
            found.append(SaidCompared(Outcome.DIFFER, said, None, contradicted[said.index]))
        else:
            found.append(SaidCompared(Outcome.NOT_FOUND, said, None))
    return found


def _by_passage(prose: Prose) -> defaultdict[int, list[ProseMention]]:
    found: defaultdict[int, list[ProseMention]] = defaultdict(list)
    for mention in prose.mentions:
        found[mention.passage].append(mention)
    return found


def _passages(
    this: Document, other: Document
) -> tuple[list[tuple[Passage, Passage]], list[Passage], list[Passage]]:
    """Return the passages that were rewritten, each with its earlier form, those that were added, and those
    that were dropped. Unchanged passages are in none of these, even if they moved."""
    mine, its = (_changed(*both) for both in ((this, other), (other, this)))
    pairs: list[tuple[Passage, Passage]] = []
    for pair_up in (_by_mask, _by_words):
        found = pair_up(mine, its)
        pairs += found
        paired = {id(each) for pair in found for each in pair}
        mine, its = ([each for each in side if id(each) not in paired] for side in (mine, its))
    return pairs, mine, its


def _changed(document: Document, other: Document) -> list[Passage]:
    """Return the passages with digits whose text the other document does not have as often."""
    left = Counter(each.text for each in other.passages)
    found = []
    for each in document.passages:
        if _DIGIT.search(each.text):
            if left[each.text]:
                left[each.text] -= 1
            else:
                found.append(each)
    return found


def _by_mask(mine: Sequence[Passage], its: Sequence[Passage]) -> list[tuple[Passage, Passage]]:
    """Return the pairs of passages that are alike but for their numbers, in order."""
    there: dict[str, list[Passage]] = defaultdict(list)
    for each in its:
        there[_NUMBER.sub("#", each.text)].append(each)
    alike = ((each, there[_NUMBER.sub("#", each.text)]) for each in mine)
    return [(each, found.pop(0)) for each, found in alike if found]


def _by_words(mine: Sequence[Passage], its: Sequence[Passage]) -> list[tuple[Passage, Passage]]:
    """Return the pairs of passages with the most words in common, each passage in one pair at most."""
    left = [(each, frozenset(_words(each.text))) for each in its]
    pairs = []
    for each in mine:
        own = frozenset(_words(each.text))
        best = max(left, key=lambda other: _share(own, other[1]), default=None)
        if best is not None and _share(own, best[1]) >= _ALIKE:
            pairs.append((each, best[0]))
            left.remove(best)
    return pairs


def _share(one: frozenset[str], two: frozenset[str]) -> float:
    return len(one & two) / len(one | two) if one | two else 0.0


def _tokens(passage: Passage, mentions: Sequence[ProseMention]) -> _Tokens:
    """Return the words and the numbers of a passage in order, as printed."""
    tokens: _Tokens = []
    at = 0
    for each in sorted(mentions, key=lambda mention: mention.start):
        tokens += [(word, None) for word in _words(passage.text[at : each.start])]
        tokens.append((each.text, each))
        at = each.end
    return [*tokens, *((word, None) for word in _words(passage.text[at:]))]


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _in_passage(mine: _Tokens, its: _Tokens) -> Iterator[SaidCompared]:
    """Yield the numbers of a rewritten passage that changed."""
    for tag, first, last, start, end in _steps(mine, its, lambda token: token[0]):
        if tag != "equal":
            yield from _in_gap(mine[first:last], its[start:end])


def _in_gap(mine: _Tokens, its: _Tokens) -> Iterator[SaidCompared]:
    """Yield the numbers between two runs of the same words, paired by the words around them."""
    for _, first, last, start, end in _steps(mine, its, _masked):
        here = [said for _, said in mine[first:last] if said is not None]
        there = [said for _, said in its[start:end] if said is not None]
        if [each.role for each in here] == [each.role for each in there]:
            yield from (
                SaidCompared(Outcome.DIFFER, one, two)
                for one, two in zip(here, there, strict=True)
                if compare(one.number, two.number).relation is not Relation.EQUAL
            )
        else:
            yield from (SaidCompared(Outcome.ADDED, one, None) for one in here)
            yield from (SaidCompared(Outcome.DROPPED, None, two) for two in there)


def _masked(token: tuple[str, ProseMention | None]) -> str:
    """Return a word, or for a number its role."""
    word, said = token
    return word if said is None else f"#{said.role}"


def _steps(
    mine: _Tokens, its: _Tokens, key: Callable[[tuple[str, ProseMention | None]], str]
) -> Sequence[tuple[str, int, int, int, int]]:
    return SequenceMatcher(None, [*map(key, mine)], [*map(key, its)], autojunk=False).get_opcodes()


def _order(each: SaidCompared) -> tuple[bool, int]:
    """Return a sort key: numbers of this document first, then those that only the other has."""
    said = each.here or each.there
    assert said is not None
    return each.here is None, said.index


def _printed(said: ProseMention) -> str:
    displayed = said.number.displayed
    return "" if displayed is None else str(abs(displayed))


def _says_the_same(said: ProseMention, whole: ProseMention) -> bool:
    """Tell whether two sentences state one number of one thing."""
    if said.role is not whole.role or compare(said.number, whole.number).relation is not Relation.EQUAL:
        return False
    own = _telling(said.indicator) or _telling(said.words)
    shared = len(own & _telling(whole.words))
    return shared >= (1 if said.number.digits >= _RARE else _SHARED_WORDS * len(own))


def _telling(text: str) -> frozenset[str]:
    """Return the words that tell what a text is about. Short words stand in any sentence."""
    return frozenset(word for word in _words(text) if len(word) >= _WORD_LETTERS or not word.isascii())
