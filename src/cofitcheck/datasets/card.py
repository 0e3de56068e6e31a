"""Writes the data card: for people, what a data set holds, how it was made, and what is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from cofitcheck import __version__
from cofitcheck.datasets import SHARES, SPLITS, Entry
from cofitcheck.evaluation.corpus import Unread
from cofitcheck.evaluation.figures import Json
from cofitcheck.evaluation.rendered_tables import statistics_table, table
from cofitcheck.evaluation.statistics import Counted

_MADE = """Made by `cofitcheck data build`, version {version}, from {documents} tagged filings of {companies}
companies. {splits} The same filings give the same bytes."""

_DRAWN = "Companies were dealt to the splits {shares} by number of documents, drawn with seed {seed}."
_LISTED = "The splits are those of the list it was built from."

_LABELS = """A number in a table (a *mention*) takes the inline XBRL tag inside its own cell. Two mentions are
a *strict* positive pair where their tags agree in concept, entity, period, dimensions and unit and they
stand in two tables, a *same table* pair where they stand in one. An *ambiguous* pair has equal value (three
digits or more), unit and period end but another key: tags cannot judge it, so it is neither positive nor
negative. A mention without a tag is unknown, never negative. Nobody has read these labels: they are as good
as the tags of whoever filed."""

_LAYOUT = """Each of the folders `train`, `dev` and `test` holds, one JSON object a line, gzip'd:

- `documents.jsonl.gz`: a document with its tables as grids, its company and the SHA-256 of its content;
- `mentions.jsonl.gz`: a mention with its place, its row and column path, its value in base units as a
  decimal string, the number of its fact in the document and its tag;
- `pairs.jsonl.gz`: two mentions of a document by index, and the kind of pair.

`manifest.tsv` lists the documents by split, and `cofitcheck data fetch` takes it; `statistics.json` holds the
figures above in full."""


def write_card(
    entries: Sequence[Entry],
    counted: Sequence[Counted],
    left_out: Sequence[Unread],
    statistics: Json,
    seed: int | None,
) -> str:
    """Return the card as Markdown; `entries` and `counted` are parallel, `seed` is None for listed splits."""
    parts = {
        "": _made(entries, seed),
        "Splits": _splits(entries, counted),
        "Statistics": statistics_table(statistics),
        "Labels": _LABELS,
        "Layout": _LAYOUT,
        "Copies": _copies(entries),
        "What could not be used": _problems(counted),
        "Left out": _left_out(left_out),
    }
    sections = (f"## {title}\n\n{text}\n" if title else f"{text}\n" for title, text in parts.items())
    return "# Data set of tagged filings\n\n" + "\n".join(sections)


def _made(entries: Sequence[Entry], seed: int | None) -> str:
    shares = ":".join(str(share) for share in SHARES.values())
    return _MADE.format(
        version=__version__,
        documents=len(entries),
        companies=len(_companies(entries)),
        splits=_LISTED if seed is None else _DRAWN.format(shares=shares, seed=seed),
    )


def _splits(entries: Sequence[Entry], counted: Sequence[Counted]) -> str:
    heads = ("split", "documents", "companies", "mentions", "tagged", "strict", "same table", "ambiguous")
    rows = []
    for split in SPLITS:
        counts = [row for row in counted if row.split == split]
        figures = (
            len(counts),
            len(_companies(entry for entry in entries if entry.split == split)),
            sum(row.mentions for row in counts),
            sum(row.tagged for row in counts),
            sum(row.positive for row in counts),
            sum(row.same_table for row in counts),
            sum(row.ambiguous for row in counts),
        )
        rows.append((split, *(f"{figure:,}" for figure in figures)))
    return table(heads, rows)


def _companies(entries: Iterable[Entry]) -> set[str]:
    """Return who the entries are of, by CIK where there is one: a list may spell a name in two ways."""
    return {entry.cik or entry.company for entry in entries}


def _copies(entries: Sequence[Entry]) -> str:
    signs = Counter(sign for entry in entries for sign in entry.altered.split(",") if sign)
    if not signs:
        return "No copy shows a sign of having been changed after the SEC published it."
    changed = sum(bool(entry.altered) for entry in entries)
    return (
        f"{changed} of {len(entries)} copies show that they were changed after publication, "
        "so their checksum is not the publisher's (column `altered` of the manifest).\n\n"
        + table(("sign", "documents"), [(sign, str(count)) for sign, count in sorted(signs.items())])
    )


def _problems(counted: Sequence[Counted]) -> str:
    totals = sum((row.problems for row in counted), Counter[str]())
    if not totals:
        return "Nothing: every tag has its context and unit, and stands in a table."
    kinds = sorted(totals)
    rows = [
        (_line(row.document), *(f"{row.problems[kind]:,}" for kind in kinds))
        for row in counted
        if row.problems
    ]
    return (
        "Each is listed with its place in `documents.jsonl.gz`; the rest of the document is used.\n\n"
        + table(("document", *kinds), [*rows, ("all", *(f"{totals[kind]:,}" for kind in kinds))])
    )


def _left_out(left_out: Sequence[Unread]) -> str:
    return "\n".join(f"- {_line(f'{one.document}: {one.reason}')}" for one in left_out) or "Nothing."


def _line(text: str) -> str:
    return " ".join(text.encode("utf-8", "replace").decode().split())
