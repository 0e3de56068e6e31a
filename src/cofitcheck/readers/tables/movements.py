"""What moved in several spans, told one below the other: only the balances around a row say in which."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from itertools import pairwise

from cofitcheck.language.lexicon import NUMERALS
from cofitcheck.periods.east_asian import spelled
from cofitcheck.periods.headed import balance_date
from cofitcheck.periods.text import read_period
from cofitcheck.readers.tables.text import EAST_ASIAN

Path = tuple[str, ...]
_BESIDE_DATE = re.compile(rf"^[{NUMERALS}]+、|[（(][^()（）]*[)）]|余额|餘額|残高|\s")


def told_by_balances(paths: Mapping[int, Path]) -> dict[int, Path]:
    """Return the paths of rows of movements with their span in them ("2005年初 – 2005年末"), where a row of
    the same path stands between the balances of other days."""
    dated = _between_balances(paths)
    spans: defaultdict[Path, set[Path]] = defaultdict(set)
    for row, path in dated.items():
        spans[paths[row]].add(path)
    return dated if any(len(alike) > 1 for alike in spans.values()) else {}


def _between_balances(paths: Mapping[int, Path]) -> dict[int, Path]:
    """Return the paths of the rows between two dated balances, with the span of these behind the sections
    that hold them; a balance is no section of what moved since."""
    labels = {row: path[-1] for row, path in sorted(paths.items()) if path and EAST_ASIAN.search(path[-1])}
    balances = {row: date for row, label in labels.items() if (date := balance_date(spelled(label)))}
    dated: dict[int, Path] = {}
    for above, below in pairwise(balances):
        held, opening = paths[above][:-1], labels[above]
        span = " – ".join(_BESIDE_DATE.sub("", labels[row]) for row in (above, below))
        later = balances[below].months_since(balances[above]) > 0
        if held != paths[below][:-1] or not later or not read_period(span).is_duration:
            continue
        for row in range(above + 1, below):
            inner = [name for name in paths.get(row, ())[len(held) :] if name != opening]
            if inner and paths[row][: len(held)] == held:
                dated[row] = (*held, span, *inner)
    return dated
