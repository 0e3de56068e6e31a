"""One fact is of one basis: what is adjusted, pro forma or of the parent alone is no candidate for what is
not."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from cofitcheck.document import Document, Mention, Table
from cofitcheck.filtering.model import CandidatePairs

_ADJUSTED = re.compile(
    r"(?<![\w-])adjusted\b(?! (?:for\b|(?:diluted |basic )?(?:weighted|average|number|shares|balances?)\b))"
    r"|\bnon-?gaap\b",
    re.IGNORECASE,
)
# "Adjusted profit" over a column names its measure; "As adjusted" only says which of two columns it is.
_ADJUSTED_MEASURE = re.compile(rf"(?:{_ADJUSTED.pattern})(?= [a-z])", re.IGNORECASE)
_REPLACED = re.compile(
    r"\b(?:previously|originally|initially) (?:reported|stated|presented)\b", re.IGNORECASE
)
_OTHER = {
    "pro forma": re.compile(r"\bpro[- ]?forma\b", re.IGNORECASE),
    "replaced": _REPLACED,
}
_REPORTED = re.compile(r"\breported\b|(?<!non-)(?<!non)\bgaap\b", re.IGNORECASE)
# A label that only says which of the measure of its section it is: "Basic", "Diluted", "2023".
_WHICH_OF = re.compile(
    r"(?:basic|diluted|total|and|per|share|assuming|dilution|[^a-z]+)+", re.IGNORECASE | re.ASCII
)
_PARENT_ONLY = re.compile(
    r"\bparent(?:[- ]company)?[- ]only\b"
    r"|(?<!notes to )\bcondensed financial information of (?:the )?(?:registrant|parent)\b",
    re.IGNORECASE,
)
_CONSOLIDATING = re.compile(r"\bconsolidating\b", re.IGNORECASE)


def of_one_basis(document: Document, pairs: CandidatePairs) -> CandidatePairs:
    """Return the pairs without those whose labels, headers or tables state different bases."""
    parents_own = [_is_parents_own(table) for table in document.tables]
    headers: defaultdict[int, set[str]] = defaultdict(set)
    for mention in document.mentions:
        headers[mention.table].update(mention.column_path)
    can_adjust = {table: _can_adjust(found) for table, found in headers.items()}
    ids: dict[tuple[bool, frozenset[str]], int] = {}
    bases = [
        ids.setdefault((parents_own[m.table], _bases(m, can_adjust[m.table])), len(ids))
        for m in document.mentions
    ]
    of = np.array(bases, dtype=np.int32)
    return pairs.take(of[pairs.left] == of[pairs.right])


def _is_parents_own(table: Table) -> bool:
    """Tell whether a table is of the parent alone; its notes may hold consolidating ones."""
    named = _PARENT_ONLY.search(table.title) or _PARENT_ONLY.search(table.text_before)
    return bool(named) and not _CONSOLIDATING.search(table.title)


def _can_adjust(headers: Iterable[str]) -> bool:
    """Tell whether an "as adjusted" column of a table with these headers is of another basis.

    It is so beside reported ones; beside "As previously reported" it is what the statements now say.
    """
    reported = any(_REPORTED.search(header) for header in headers)
    return reported and not any(_REPLACED.search(header) for header in headers)


def _bases(mention: Mention, by_column: bool) -> frozenset[str]:
    """Return the bases that a mention states other than the statements' own; `by_column` tells whether
    "adjusted" alone in a header is one."""
    measure, columns = _measure(mention.row_path), " / ".join(mention.column_path)
    found = {name for name, basis in _OTHER.items() if basis.search(f"{measure} / {columns}")}
    in_header = _ADJUSTED if by_column else _ADJUSTED_MEASURE
    if _ADJUSTED.search(measure) or in_header.search(columns):
        found.add("adjusted")
    return frozenset(found)


def _measure(row_path: Sequence[str]) -> str:
    """Return the label that names the measure of a row: its own, or that of a section around "Diluted"."""
    return next((label for label in reversed(row_path) if not _WHICH_OF.fullmatch(label)), "")
