"""One fact is of one basis: what is adjusted, pro forma or of the parent alone is no candidate for what is
not."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from cofitcheck.document import Document, Mention
from cofitcheck.filtering.model import CandidatePairs
from cofitcheck.filtering.parents import is_parents_number, parents_tables

_NON_GAAP = r"\bnon[-\s\u2010\u2011]?gaap\b"
# "Adjusted profit" is another measure; "profit, as adjusted" mostly says that a new standard was applied.
_ADJUSTED = re.compile(
    r"(?<![\w-])(?<!\bas )(?<!\brisk )adjusted\b"
    r"(?! (?:for|(?:diluted |basic )?(?:weighted|average|number|shares|balances?|carrying))\b)"
    rf"|{_NON_GAAP}|\bexcluding [\w -]{{0,30}}\bitems\b|扣除非(?:经|經)常",
    re.IGNORECASE,
)
# Over a column "adjusted" must name a measure, or stand beside what is not adjusted.
_ADJUSTED_MEASURE = re.compile(rf"(?:{_ADJUSTED.pattern})(?= [a-z])|{_NON_GAAP}", re.IGNORECASE)
_ADJUSTED_COLUMN = re.compile(rf"(?<![\w-])adjusted\b|{_NON_GAAP}", re.IGNORECASE)
_GAAP = re.compile(r"(?<!non)(?<!non[-\s\u2010\u2011])\b(?:gaap|ifrs)\b", re.IGNORECASE)
_PRO_FORMA = re.compile(r"\bpro[- ]?forma\b", re.IGNORECASE)
_REPLACED = re.compile(
    r"\b(?:previously|originally|initially) (?:reported|stated|presented)\b", re.IGNORECASE
)
# A label that only says which of the measure of its section it is: "Basic", "Diluted", "2023".
_WHICH_OF = re.compile(r"(?:basic|diluted|total|and|per|share|assuming|dilution|[\W\d_])+", re.IGNORECASE)


def of_one_basis(document: Document, pairs: CandidatePairs) -> CandidatePairs:
    """Return the pairs without those whose labels, headers or tables state different bases."""
    parents_own = parents_tables(document)
    headers: defaultdict[int, set[str]] = defaultdict(set)
    for mention in document.mentions:
        headers[mention.table].update(mention.column_path)
    beside_gaap = {table: any(map(_GAAP.search, found)) for table, found in headers.items()}
    ids: dict[tuple[bool, frozenset[str]], int] = {}
    bases = [
        ids.setdefault(
            (parents_own[m.table] or is_parents_number(m), _bases(m, beside_gaap[m.table])), len(ids)
        )
        for m in document.mentions
    ]
    of = np.array(bases, dtype=np.int32)
    return pairs.take(of[pairs.left] == of[pairs.right])


def _bases(mention: Mention, beside_gaap: bool) -> frozenset[str]:
    """Return the bases that a mention states other than the statements' own; `beside_gaap` tells whether a
    column of its table is headed GAAP or IFRS."""
    measure, columns = measure_label(mention.row_path), " / ".join(mention.column_path)
    in_header = _ADJUSTED_COLUMN if beside_gaap else _ADJUSTED_MEASURE
    stated = {
        "adjusted": _ADJUSTED.search(measure) or in_header.search(columns),
        "pro forma": _PRO_FORMA.search(f"{measure} / {columns}"),
        # In a row it is what a roll-forward begins with.
        "replaced": _REPLACED.search(columns),
    }
    return frozenset(name for name, found in stated.items() if found)


def measure_label(row_path: Sequence[str]) -> str:
    """Return the label that names the measure of a row: its own, or that of a section around "Diluted"."""
    return next((label for label in reversed(row_path) if not _WHICH_OF.fullmatch(label)), "")
