"""Lists in Chinese and Japanese sentences: an amount belongs to the item that is named before it."""

from __future__ import annotations

from cofitcheck import patterns as re
from cofitcheck.checks.text.counterparts import Counterpart, Way
from cofitcheck.checks.text.links import Links
from cofitcheck.language.phrases import LISTED
from cofitcheck.prose import ProseMention

_PAUSE = re.compile(r"[，,；;。：:、（(]")
_NUMBERING = re.compile(r"^[\W\d]+")
_SHORTEST = 4
"""A shorter label may be a word of any name."""
_KIND = re.compile(rf"{LISTED}\Z")


def is_of_another_item(links: Links, said: ProseMention, held: Counterpart) -> bool:
    """Tell whether the words before a number name another row of the cell's table, after its own or in place
    of it, or another thing of the kind that its own label ends with: one project is no other."""
    text = links.grid.document.passages[said.passage].text[said.sentence.start : said.start]
    if held.way is not Way.STATED or text.isascii():
        return False
    cell = held.cells[0]
    own = _name(links.grid[cell].row_path)
    if len(own) < _SHORTEST or own.isascii():
        return False
    clause, kind = _clause(text), _KIND.search(own)
    if kind and kind[0] in clause and own not in clause:
        return True
    names = {_name(each.row_path) for each in links.grid.column(cell)} - {own}
    others = [each for each in names if len(each) >= _SHORTEST and each not in own and own not in each]
    at, last = text.rfind(own), max((text.rfind(each) for each in others), default=-1)
    return last > at >= 0 or (own not in clause and any(each in clause for each in others))


def _name(path: tuple[str, ...]) -> str:
    return _NUMBERING.sub("", "".join(path[-1:])).replace(" ", "")


def _clause(text: str) -> str:
    """Return the words since the last pause that say anything."""
    return next((each for each in reversed(_PAUSE.split(text)) if each.strip()), "")
