"""Which years a sentence and what stands over it name, and whether a number surely is of the year that it was
given."""

from __future__ import annotations

from cofitcheck.caching import cached
from cofitcheck.checks.text.links import Links
from cofitcheck.checks.text.ties import CHANGES
from cofitcheck.document import Passage
from cofitcheck.periods.text import years_in
from cofitcheck.prose import ProseMention

_HEADING = 160
"""The most characters of a passage that heads those below it."""
_LONGEST_RUN = 4
_ABOVE = 8
"""So many passages above one are looked at for a heading that names a year."""


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
    is_title = len(above.text) <= _HEADING and not above.text.endswith((".", ";"))
    return is_title and not here.laid_out and not above.laid_out


def is_surely_dated(links: Links, said: ProseMention) -> bool:
    """Tell whether a sentence can be read in one way only as to the year that a number is of: it names one
    year, or the years stand behind as many numbers, or before them, in one way alone. Without years in digits
    all numbers are of one year."""
    dates = links.years_of(said.passage, said.sentence.start, said.sentence.end)
    alike = [
        each
        for each in links.sentences[said.passage, said.sentence.start]
        if (each.operation in CHANGES) == (said.operation in CHANGES) and each.role is said.role
    ]
    named = {year for _, year in dates} or {each.period.year for each in alike}
    if len(named) == 1:
        return named == {said.period.year}
    order = sorted([*dates, *((each.start, 0) for each in alike)])
    number = sum(each.start < said.start for each in alike)
    dealt = {years[number] for years in _dealings(tuple(year for _, year in order))}
    return dealt == {said.period.year}


@cached(4096)
def _dealings(order: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return each way to give the years of a sentence to its numbers (0), in runs of as many numbers as years
    stand before or behind them: the years of the numbers."""
    if not order:
        return [()]
    found: list[tuple[int, ...]] = []
    for count in range(1, min(len(order) // 2, _LONGEST_RUN) + 1):
        run, rest = order[: 2 * count], order[2 * count :]
        for years, numbers in ((run[:count], run[count:]), (run[count:], run[:count])):
            if all(years) and not any(numbers):
                found += [(*years, *behind) for behind in _dealings(rest)]
    return found
