"""`evaluate statistics`: the paper's Table 1 for any set of tagged documents, and more figures.

The period that was read of each tagged number is compared with that of its tag. It is right when it has the
month in which the tag's period ends (a week either way) and, for a duration, the length in months. A period
that was read without a length is right for an instant, because few headers say that a date is one. Tags have
periods that no reader of the table sees: payments due in later years are tagged with the day of the report,
and dates of deals with the day of the deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from math import comb

import numpy as np

from cofitcheck import __version__
from cofitcheck.document import Document, Mention
from cofitcheck.evaluation.corpus import Filing, Unread, parted
from cofitcheck.evaluation.figures import Json, mean, share
from cofitcheck.evaluation.gold import Labels, ambiguous_pairs, label_tagged, same_table_pairs, strict_pairs
from cofitcheck.evaluation.gold.contexts import Fault, XbrlContext
from cofitcheck.periods import INSTANT, MEAN_MONTH, Period
from cofitcheck.periods.dating import ended_periods
from cofitcheck.readers import read

RIGHT = "right"
"""The outcome of a period that is read as its tag has it. Every other outcome says what is wrong."""
_WEEK = timedelta(8)

DEFINITIONS = {
    "positive_pairs": "two mentions in different tables whose tags are one fact (strict gold)",
    "negatives_per_positive": "all pairs of mentions of a document that are not positive, to one that is",
    "tagged_negatives_per_positive": "the same among pairs across tables whose tags are known and can judge",
    "facts_stated_more_than_once": "share of the facts with a tagged mention that have two or more",
    "set_sizes": "how many facts are stated so many times",
    "periods_right": "share of the tagged mentions whose period is read as the tag has it: the month of its"
    " end (a week either way) and the length of a duration",
    "periods": "what became of the periods of tagged mentions",
}


@dataclass(frozen=True, slots=True)
class ReadPeriod:
    """The period of one tagged number: as read, as tagged, and the outcome of comparing the two."""

    mention: Mention
    period: Period
    context: XbrlContext
    outcome: str


def read_periods(document: Document, labels: Labels) -> Iterator[ReadPeriod]:
    """Yield the period of each number whose tag has one, in the order of the numbers."""
    for mention, period, key in zip(document.mentions, ended_periods(document), labels.key, strict=True):
        if key and key.context.end != "forever":
            yield ReadPeriod(mention, period, key.context, outcome(period, key.context))


def outcome(period: Period, context: XbrlContext) -> str:
    """Compare a period that was read with that of the tag, and return `RIGHT` or what is wrong."""
    end = date.fromisoformat(context.end)
    near = {(day.year, day.month) for day in (end, end - _WEEK, end + _WEEK)}
    length = INSTANT
    if context.start:
        length = round((end - date.fromisoformat(context.start)).days / MEAN_MONTH)
    if not period.year:
        return "no year"
    if not period.month:
        return "no month" if period.year in {year for year, _ in near} else "another year"
    if (period.year, period.month) not in near:
        return "another end"
    if not period.months:
        return RIGHT if length == INSTANT else "no length"
    return RIGHT if period.months == length else "another length"


@dataclass(frozen=True, slots=True)
class Counted:
    """The counts of one document. `sets` counts the facts by how often they are stated."""

    document: str
    form: str
    split: str
    tables: int
    mentions: int
    tagged: int
    positive: int
    same_table: int
    ambiguous: int
    pairs: int
    tagged_pairs: int
    sets: Counter[int]
    problems: Counter[str]
    periods: Counter[str]
    faults: tuple[Fault, ...]


def count(filing: Filing) -> Counted:
    """Count one document. Raises `InputError` where it cannot be read, or has no tags."""
    document = read(filing.path)
    return counted(filing, document, label_tagged(document))


def counted(filing: Filing, document: Document, labels: Labels) -> Counted:
    """Count one document that has been read and labelled."""
    known = labels.fact >= 0
    ambiguous = ambiguous_pairs(labels)
    across = labels.table[ambiguous[:, 0]] != labels.table[ambiguous[:, 1]]
    in_tables = Counter(labels.table[known].tolist())
    return Counted(
        document=filing.name,
        form=filing.form,
        split=filing.split,
        tables=len(document.tables),
        mentions=len(document.mentions),
        tagged=int(known.sum()),
        positive=len(strict_pairs(labels)),
        same_table=len(same_table_pairs(labels)),
        ambiguous=int(across.sum()),
        pairs=comb(len(document.mentions), 2),
        tagged_pairs=comb(int(known.sum()), 2) - sum(comb(size, 2) for size in in_tables.values()),
        sets=Counter(np.bincount(labels.fact[known]).tolist()),
        problems=labels.problems,
        periods=Counter(each.outcome for each in read_periods(document, labels)),
        faults=labels.faults,
    )


def summary(outcomes: Iterable[Counted | Unread]) -> Json:
    """Sum over documents, as JSON: all of them, and by form and by split where the list names these."""
    rows, unread = parted(outcomes)
    return {
        "benchmark": "statistics",
        "splits": _named(rows, "split"),
        "version": __version__,
        "unread": [asdict(each) for each in unread],
        **_sums(rows),
        "by_form": {form: _sums([row for row in rows if row.form == form]) for form in _named(rows, "form")},
        "by_split": {
            split: _sums([row for row in rows if row.split == split]) for split in _named(rows, "split")
        },
        "definitions": DEFINITIONS,
        "per_document": [_row(row) for row in rows],
    }


def _row(row: Counted) -> Json:
    return {
        "document": row.document,
        "form": row.form,
        "split": row.split,
        "tables": row.tables,
        "mentions": row.mentions,
        "tagged_mentions": row.tagged,
        "positive_pairs": row.positive,
        "same_table_pairs": row.same_table,
        "ambiguous_pairs": row.ambiguous,
        "periods_right": share(row.periods[RIGHT], row.periods.total()),
        "problems_with_tags": dict(row.problems),
    }


def listed_faults(outcomes: Iterable[Counted | Unread]) -> list[Json]:
    """Return a record for each fault in the tags of the documents, with its place."""
    return [
        {
            "document": row.document,
            "what": fault.kind,
            "name": fault.name,
            "file": fault.place.file,
            "element": fault.place.element,
        }
        for row in parted(outcomes)[0]
        for fault in row.faults
    ]


def _named(rows: Sequence[Counted], column: str) -> list[str]:
    return sorted({getattr(row, column) for row in rows} - {""})


def _sums(rows: Sequence[Counted]) -> Json:
    positive = sum(row.positive for row in rows)
    known = sum(row.tagged_pairs - row.ambiguous for row in rows)
    sets = sum((row.sets for row in rows), Counter[int]())
    periods = sum((row.periods for row in rows), Counter[str]())
    repeated = sum(facts for size, facts in sets.items() if size > 1)
    return {
        "documents": len(rows),
        "tables_per_document": mean([row.tables for row in rows]),
        "mentions_per_document": mean([row.mentions for row in rows]),
        "tagged_mentions_per_document": mean([row.tagged for row in rows]),
        "positive_pairs_per_document": mean([row.positive for row in rows]),
        "same_table_pairs_per_document": mean([row.same_table for row in rows]),
        "ambiguous_pairs_per_document": mean([row.ambiguous for row in rows]),
        "negatives_per_positive": share(sum(row.pairs for row in rows) - positive, positive),
        "tagged_negatives_per_positive": share(known - positive, positive),
        "facts_stated_more_than_once": share(repeated, sum(sets.values())),
        "set_sizes": {str(size): facts for size, facts in sorted(sets.items()) if size},
        "periods_right": share(periods[RIGHT], periods.total()),
        "periods": dict(periods.most_common()),
        "problems_with_tags": dict(sum((row.problems for row in rows), Counter[str]())),
    }
