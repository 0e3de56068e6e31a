"""Builds the cache of documents without tags that pretraining reads, and makes token sequences of documents.

Run: `python -m cofitcheck.training.pretraining.documents --list untagged.tsv --splits filings.tsv --output
runs/pretraining`

The documents of companies that the second list has in its dev or test split are left out. Two documents are
of one company by the names that the two lists give.

A document becomes a sequence of tokens: its tables in some order, with their numbers visible, cut to the
context length. The order is that of reading, or it follows equal numbers in the relevance graph, whose edges
join tables that repeat each other's numbers (paper III-C).
"""

from __future__ import annotations

import argparse
import pickle
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cofitcheck import patterns as re
from cofitcheck.document import Document, Mention
from cofitcheck.encoding.layouts.context import context_parts
from cofitcheck.encoding.layouts.parts import Space
from cofitcheck.encoding.passes import Ids, Pieces
from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import read_list, read_rows
from cofitcheck.mentions import EVIDENCE_DIGITS
from cofitcheck.readers import read
from cofitcheck.training.pretraining.config import Order

_ASIDE = re.compile(r"\([^)]{0,200}\)|/\w*/?")
_WORD = re.compile(r"[^\W_]+")
_LEGAL = frozenset(
    "the inc incorporated corp corporation co company companies ltd limited llc lp plc nv sa ag".split()
)

SEPARATOR = "\n"
"""Stands between two tables."""

_WHOLE = 1 << 40
"""Room for any table. Text too long for a context is cut along the path, and not by rows."""

TokenSequence = npt.NDArray[np.int32]


@dataclass(frozen=True)
class UntaggedDocument:
    """A document as read, without its source bytes, and its company."""

    document: Document
    company: str


def save_untagged(made: UntaggedDocument, folder: Path) -> Path:
    """Write one document into the cache folder and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{Path(made.document.name).name}.pickle"
    path.write_bytes(pickle.dumps(made, protocol=pickle.HIGHEST_PROTOCOL))
    return path


def load_untagged(folder: Path) -> list[UntaggedDocument]:
    """Read the documents of a cache folder, in order of file name.

    A pickle runs code when it is read: give this a folder that `save_untagged` filled, never one from
    elsewhere.
    """
    return [pickle.loads(path.read_bytes()) for path in sorted(folder.glob("*.pickle"))]


def company_words(name: str) -> tuple[str, ...]:
    """Return the words of a company's name in lower case, without legal forms and words in brackets."""
    words = tuple(_WORD.findall(_ASIDE.sub(" ", name.lower())))
    return tuple(word for word in words if word not in _LEGAL) or words


def is_among(name: str, companies: Iterable[str]) -> bool:
    """Tell whether a company may be one of these: the words of one name begin those of the other.

    In doubt the answer is yes. A name without a word may be that of any company.
    """
    words = company_words(name)
    return any(_one_begins_the_other(words, company_words(each)) for each in companies)


def _one_begins_the_other(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    shared = min(len(first), len(second))
    return first[:shared] == second[:shared]


def build_and_save(row: dict[str, str], files: Path, folder: Path) -> str:
    """Read one document into the cache folder, and return a line about the result."""
    try:
        document = read(files / row["file"])
    except InputError as error:
        return f"left out: {error}"
    if not document.mentions:
        return f"left out: {row['file']} has no table with numbers"
    save_untagged(UntaggedDocument(replace(document, source=b""), row["company"]), folder)
    tables = len({mention.table for mention in document.mentions})
    return f"{row['file']}: {tables} tables, {len(document.mentions)} mentions"


def main(arguments: Sequence[str] | None = None) -> None:
    """Build the cache from the command line."""
    parser = argparse.ArgumentParser(description="Build the cache of documents without tags.")
    parser.add_argument("--list", type=Path, required=True, help="tab-separated list with file and company")
    parser.add_argument(
        "--splits", type=Path, required=True, help="list of labelled documents with split and company"
    )
    parser.add_argument("--output", type=Path, required=True, help="folder for the cache")
    parser.add_argument("--workers", type=int, default=2, help="processes at a time")
    options = parser.parse_args(arguments)
    rows = read_rows(options.list, ("file", "company"))
    kept_for_later = {each.company for each in read_list(options.splits) if each.split != "train"}
    taken = []
    for row in rows:
        if is_among(row["company"], kept_for_later):
            print(f"left out: {row['file']} may be of a company of another split ({row['company']})")
        else:
            taken.append(row)
    build = partial(build_and_save, files=options.list.with_suffix(""), folder=options.output)
    with ProcessPoolExecutor(options.workers) as pool:
        for line in pool.map(build, taken):
            print(line, flush=True)


@dataclass(frozen=True)
class RelevanceGraph:
    """The tables with mentions in reading order, and the weight of each edge from both of its ends.

    Tables that share no number have no edge. Weights are exact fractions, so that equal ones are equal.
    """

    tables: tuple[int, ...]
    edges: Mapping[int, Mapping[int, Fraction]]

    def degree(self, table: int) -> int:
        """Return how many tables share a number with this one."""
        return len(self.edges[table])


def relevance_graph(document: Document, digits: int = EVIDENCE_DIGITS) -> RelevanceGraph:
    """Return the graph with R = equal(V_i, V_j) / (|V_i| + |V_j|) on its edges.

    V_i lists the numbers of table i that have at least `digits` significant digits; shorter ones are equal by
    chance. A number counts as often as it stands in both tables (the intersection of multisets). So R is at
    most one half, and it is one half where both lists are the same.
    """
    lists: dict[int, Counter[Decimal]] = defaultdict(Counter)
    for mention in document.mentions:
        if (number := _evidence(mention, digits)) is None:
            lists[mention.table] += Counter()
        else:
            lists[mention.table][number] += 1
    holders: dict[Decimal, list[int]] = defaultdict(list)
    for table, numbers in lists.items():
        for number in numbers:
            holders[number].append(table)
    equal: Counter[tuple[int, int]] = Counter()
    for number, tables in holders.items():
        for first, second in combinations(tables, 2):
            equal[first, second] += min(lists[first][number], lists[second][number])
    edges: dict[int, dict[int, Fraction]] = {table: {} for table in lists}
    for (first, second), count in equal.items():
        weight = Fraction(count, lists[first].total() + lists[second].total())
        edges[first][second] = edges[second][first] = weight
    return RelevanceGraph(tuple(lists), edges)


def _evidence(mention: Mention, digits: int) -> Decimal | None:
    """Return the value by which two mentions are equal: the number as printed, without its sign.

    A model that predicts the next token copies printed digits, and the tables of a document that repeat a
    fact mostly print it in one unit. A loss may be printed in brackets in one table and without in another.
    """
    number = mention.number
    if number.displayed is None or number.digits < digits:
        return None
    return abs(number.displayed.normalize())


def cnap_path(graph: RelevanceGraph, rng: np.random.Generator) -> list[int]:
    """Return every table once, by the paper's Algorithm 1.

    The path starts at an unvisited table of minimum degree, drawn at random among several. It starts again in
    this way where all neighbours are visited. The degree is that in the whole graph, because Algorithm 1
    removes visited tables from the list of tables left, and not from the graph. A step follows the heaviest
    edge to an unvisited table; of several, the first in reading order.
    """
    place = {table: number for number, table in enumerate(graph.tables)}
    left = dict.fromkeys(graph.tables)
    path: list[int] = []
    while left:
        least = min(map(graph.degree, left))
        starts = [table for table in left if graph.degree(table) == least]
        table = starts[rng.integers(len(starts))]
        path.append(table)
        del left[table]
        while neighbours := [each for each in graph.edges[table] if each in left]:
            weights = graph.edges[table]
            table = max(neighbours, key=lambda each: (weights[each], -place[each]))
            path.append(table)
            del left[table]
    return path


def restarts(graph: RelevanceGraph, path: list[int]) -> list[int]:
    """Return the places in a path that no edge leads to, the first one included."""
    return [
        place for place, table in enumerate(path) if not place or table not in graph.edges[path[place - 1]]
    ]


def reading_order_path(graph: RelevanceGraph) -> list[int]:
    """Return every table once, in the order of the document (the paper's ROPT)."""
    return list(graph.tables)


def table_tokens(document: Document, pieces: Pieces, *, masked: bool = False) -> dict[int, Ids]:
    """Return the context text (paper III-A) of every table with mentions, without an opening token."""
    opening = len(pieces.opening())
    parts = context_parts(document, Space(pieces, _WHOLE, _WHOLE, masked))
    return {part.table: part.tokens[opening:] for part in parts}


def table_order(document: Document, order: Order, digits: int, rng: np.random.Generator) -> list[int]:
    """Return the tables with mentions in the order in which they are learnt."""
    graph = relevance_graph(document, digits)
    return cnap_path(graph, rng) if order == "cnap" else reading_order_path(graph)


def sequences(document: Document, path: list[int], pieces: Pieces, length: int) -> list[TokenSequence]:
    """Return the tables along the path as sequences of `length` tokens, int32; the last one may be shorter.

    A sequence of one token is left out, since nothing can be predicted in it.
    """
    tokens = table_tokens(document, pieces)
    separator = pieces.ids(SEPARATOR)
    joined = [*pieces.opening()]
    for table in path:
        joined += (*tokens[table], *separator)
    whole = np.array(joined, np.int32)
    cut = [whole[first : first + length] for first in range(0, len(whole), length)]
    return [each for each in cut if len(each) > 1]


if __name__ == "__main__":
    main()
