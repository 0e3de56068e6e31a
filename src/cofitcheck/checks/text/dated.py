"""The years that a sentence and the headings over it name, and which year each of its numbers is of."""

from __future__ import annotations

from collections.abc import Sequence

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.checks.evidence.words import words_of
from cofitcheck.checks.text.links import Links
from cofitcheck.checks.text.sentence_context import BEFORE
from cofitcheck.checks.text.ties import CHANGES, Ties, well_tied
from cofitcheck.document import Passage
from cofitcheck.language.lexicon import MONTHS
from cofitcheck.language.phrases import FISCAL
from cofitcheck.periods import Period
from cofitcheck.periods.text import years_in
from cofitcheck.prose import Prose, ProseMention
from cofitcheck.prose.operations import lower

EARLY = range(1, 6)
"""A fiscal year that ends in one of these months may be called by the year before."""
_MONTHS = frozenset(MONTHS)
_FISCAL = re.compile(FISCAL["year"])
_HEADING = 160
"""The most characters of a passage that heads those below it."""
_LEADING_ON = (":", "：")
_MOST = 16
"""The longest list of numbers and years that is looked at: a longer one can be read in many ways."""
_ABOVE = 8
"""How many passages above one are searched for a heading that names a year."""


def may_be_named_by(prose: Prose, said: ProseMention, period: Period) -> bool:
    """Tell whether the fiscal year of a cell may be the one that a sentence names, though its calendar year
    is the one before or after. It may not be where the sentence names a month, or where it says "fiscal 2031"
    and the document's calendar tells which year that is."""
    beside = period.month in EARLY and abs(period.year - said.period.year) == 1
    sure = bool(prose.calendar.days) and _FISCAL.search(lower(said.words)) is not None
    return beside and not sure and not words_of(said.words) & _MONTHS


def named_years(links: Links, said: ProseMention) -> frozenset[int]:
    """Return the years that the passage of a number and the headings over it name, in digits or in words."""
    passages = links.grid.document.passages
    here = passages[said.passage]
    texts = (here.text, here.heading, _heading(passages, here))
    stated = {int(year) for text in texts for year in years_in(text)}
    numbers = links.of_passage(said.passage)
    dealt = {year for each in numbers for year in (each.period.year, each.against.year)}
    return frozenset((stated | dealt) - {0})


def _heading(passages: tuple[Passage, ...], here: Passage) -> str:
    """Return the last short passage above one that names a year: "Nine months ended June 30, 2031"."""
    above = passages[max(here.index - _ABOVE, 0) : here.index]
    return next((each.text for each in reversed(above) if _heads(here, each) and years_in(each.text)), "")


def _heads(here: Passage, above: Passage) -> bool:
    """Tell whether a passage is a title over another, or leads on to it: "increased in 2030, due to:"."""
    is_title = len(above.text) <= _HEADING and not above.text.endswith((".", ";")) and not here.laid_out
    return (is_title or above.text.rstrip().endswith(_LEADING_ON)) and not above.laid_out


def is_surely_dated(links: Links, said: ProseMention) -> bool:
    """Tell whether a sentence leaves no doubt of the year of a number: it names one year, or its years can be
    given to its numbers in one way only. Without years in digits, all numbers must be of the year of the
    report, and no heading may name another one: "the year before" may date another clause."""
    dates = links.years_of(said.passage, said.sentence.start, said.sentence.end)
    if not dates and not _may_be_of_own_year(links, said):
        return False
    alike = [
        each
        for each in links.sentences[said.passage, said.sentence.start]
        if (each.operation in CHANGES) == (said.operation in CHANGES) and each.role is said.role
    ]
    named = {year for _, year in dates} or {each.period.year for each in alike}
    if len(named) == 1:
        return named == {said.period.year} and not _is_of_what_was_before(dates, said, alike)
    order = sorted([*dates, *((each.start, 0) for each in alike)])
    if len(order) > _MOST:
        return False
    number = sum(each.start < said.start for each in alike)
    dealt = {years[number] for years in _dealings(tuple(year for _, year in order))}
    return dealt == {said.period.year}


def _may_be_of_own_year(links: Links, said: ProseMention) -> bool:
    """Tell whether a number is of the year of the report, and no heading over it begins with another one."""
    if links.prose.own.year not in (0, said.period.year):
        return False
    passages = links.grid.document.passages
    here = passages[said.passage]
    above = {int(year) for text in (here.heading, _heading(passages, here)) for year in years_in(text)}
    return not above or max(above) == said.period.year


def is_shown_by_others(links: Links, ties: Ties, said: ProseMention) -> bool:
    """Tell whether a sentence has years in digits, or else other numbers of its passage are tied to cells of
    the year that they say, and none only to cells of another year."""
    if links.years_of(said.passage, said.sentence.start, said.sentence.end):
        return True
    tied = [
        max(tie.fit.year for tie in its)
        for each in links.of_passage(said.passage)
        if each is not said and (its := well_tied(ties, each))
    ]
    return 1 in tied and -1 not in tied


def _is_of_what_was_before(
    dates: Sequence[tuple[int, int]], said: ProseMention, alike: Sequence[ProseMention]
) -> bool:
    """Tell whether the year stands behind another number, with which the sentence compares this one: "were $5
    million, compared with $4 million in 2030"."""
    first = min((start for start, _ in dates), default=0)
    return said.operation not in BEFORE and any(
        each.operation in BEFORE and said.start < each.start < first for each in alike
    )


@cached(4096)
def _dealings(order: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
    """Return each way to give the years of a sentence to its numbers, as the years of the numbers.

    `order` has the years as they stand in the sentence, and 0 for each number. Listed years belong to as many
    numbers before them or behind them, or to a multiple of as many.
    """
    if not order:
        return frozenset([()])
    found: set[tuple[int, ...]] = set()
    for end in range(2, len(order) + 1):
        if own := _of_list(order[:end]):
            found.update((*mine, *behind) for behind in _dealings(order[end:]) for mine in own)
    return frozenset(found)


def _of_list(run: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the ways to give the years of one list to the numbers around it, none where a run is no list."""
    years = [year for year in run if year]
    first = next((at for at, year in enumerate(run) if year), 0)
    count, last = len(years), first + len(years)
    before, behind = first, len(run) - last
    if not years or not all(run[first:last]) or before % count or behind % count or not before + behind:
        return []
    found = [tuple(years[at % count] for at in range(before + behind))]
    for size in {before // count, behind // count} - {0, 1}:  # "$5 million (2%) and $6 million (3%)"
        found.append(tuple(years[at // size % count] for at in range(before + behind)))
    return found
