"""`evaluate candidates`: how many pairs an encoder must let through to keep the gold pairs.

The figures are shown as a table, and as the paper's Figure 4 (matplotlib, the extra `evaluate`).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from cofitcheck import __version__
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded, Encoder
from cofitcheck.encoding.load import load_encoder
from cofitcheck.evaluation.candidate_curve import Tally, curve, total
from cofitcheck.evaluation.corpus import Filing, Unread, checksum, parted
from cofitcheck.evaluation.figures import DIGITS, Json, mean, share
from cofitcheck.evaluation.gold import Labels, Pairs, label_tagged, strict_pairs
from cofitcheck.evaluation.rendered_page import plot
from cofitcheck.evaluation.rendered_tables import table
from cofitcheck.filtering import CandidatePairs, alignment_pairs, lexical_pairs, union
from cofitcheck.readers import read
from cofitcheck.weights import NAME, bundled

Figures = Mapping[str, Any]

SHOWN = (0.8, 0.9, 0.95, 0.97, 0.99)
"""The recalls of the table."""


@dataclass(frozen=True, slots=True)
class Measured:
    """An encoder that is measured: its name, and its path (see `load_encoder`)."""

    name: str
    path: Path

    @classmethod
    def of(cls, path: Path | None) -> Measured:
        """Return the encoder at a path, the bundled one for None. Raises `ModelError` where there is none."""
        chosen = cls(NAME, bundled().folder) if path is None else cls(str(path), path)
        load_encoder(chosen.path, threads=1)
        return chosen


@dataclass(frozen=True)
class WeighedDocument:
    """One document: its pairs above every threshold, by encoder and by source of pairs.

    `tallies` has under an encoder's name three kinds of tally: of the encoder alone ("encoder"), of the pairs
    of two tagged mentions among its pairs ("tagged"), and of its union with each set of pairs that have no
    score of their own ("lexical", "alignment", "lexical and alignment"). Pairs of two registrants or two
    bases, which a check leaves out, are counted here. `seconds` is the wall time of encoding by encoder.
    """

    document: str
    sha256: str
    split: str
    mentions: int
    gold: int
    pairs: int
    tallies: dict[str, dict[str, Tally]]
    seconds: dict[str, float]


def weigh(filing: Filing, encoders: Sequence[Measured], threads: int) -> WeighedDocument:
    """Encode one document and count its pairs. Raises `InputError` where it cannot be read or has no tags."""
    document = read(filing.path)
    labels = label_tagged(document)
    gold = strict_pairs(labels)
    tallies: dict[str, dict[str, Tally]] = {}
    seconds = {}
    for each in encoders:
        encoder = _loaded(each.path, threads)
        begun = time.perf_counter()
        encoded = encoder.encode(document)
        seconds[each.name] = time.perf_counter() - begun
        tallies[each.name] = _tallies(document, encoded, labels, gold)
    _, inside = np.unique(labels.table, return_counts=True)
    return WeighedDocument(
        document=filing.name,
        sha256=checksum(document),
        split=filing.split,
        mentions=len(document.mentions),
        gold=len(gold),
        pairs=int(inside.sum() ** 2 - (inside**2).sum()) // 2,
        tallies=tallies,
        seconds=seconds,
    )


def summary(outcomes: Iterable[WeighedDocument | Unread]) -> Json:
    """Sum the outcomes over documents, as JSON; one threshold holds for all of them."""
    rows, unread = parted(outcomes)
    return {
        "benchmark": "candidates",
        "gold": "strict pairs across tables",
        "documents": len(rows),
        "splits": sorted({row.split for row in rows} - {""}),
        "version": __version__,
        "mentions_per_document": mean([row.mentions for row in rows]),
        "pairs_per_document": mean([row.pairs for row in rows]),
        "unread": [asdict(each) for each in unread],
        "encoders": [_encoder(name, rows) for name in (rows[0].tallies if rows else ())],
        "per_document": [_row(row) for row in rows],
    }


@cache
def _loaded(path: Path, threads: int) -> Encoder:
    """Return this process's copy of an encoder, loaded once."""
    return load_encoder(path, threads)


def _tallies(document: Document, encoded: Encoded, labels: Labels, gold: Pairs) -> dict[str, Tally]:
    alone = Tally.of_vectors(encoded.fact, labels.table, gold)
    # A mention without a tag gets a zero vector, so it is in no pair. It is in no gold pair either.
    directed = np.where(labels.fact[:, None] >= 0, encoded.fact, 0)
    tagged = Tally.of_vectors(directed, labels.table, gold)
    sets = _unscored(document, encoded)
    unions = {name: alone.united_with(pairs, gold) for name, pairs in sets.items()}
    return {"encoder": alone, "tagged": tagged} | unions


def _unscored(document: Document, encoded: Encoded) -> dict[str, CandidatePairs]:
    """Return the pairs that are candidates whatever their cosine, by the search that finds them."""
    lexical, aligned = lexical_pairs(document, encoded.fact), alignment_pairs(document, encoded.fact)
    return {"lexical": lexical, "alignment": aligned, "lexical and alignment": union(lexical, aligned)}


def _encoder(name: str, rows: Sequence[WeighedDocument]) -> Json:
    sums = {source: total([row.tallies[name][source] for row in rows]) for source in rows[0].tallies[name]}
    return {
        "name": name,
        "seconds_per_document": mean([row.seconds[name] for row in rows]),
        "alone": curve(sums.pop("encoder")).to_json(),
        "tagged": curve(sums.pop("tagged")).to_json(),
        "unions": {
            # No cosine is above a threshold of 1, so only the pairs without a score are left.
            source: {
                "candidates_per_document": share(int(tally.candidates[-1]), tally.documents),
                "recall": share(int(tally.found[-1]), tally.gold),
                "with_encoder": curve(tally).to_json(),
            }
            for source, tally in sums.items()
        },
    }


def _row(row: WeighedDocument) -> Json:
    return {
        "document": row.document,
        "sha256": row.sha256,
        "mentions": row.mentions,
        "pairs": row.pairs,
        "gold": row.gold,
        "seconds": {name: round(seconds, DIGITS) for name, seconds in row.seconds.items()},
    }


def curves(result: Figures) -> dict[str, Figures]:
    """Return the curves of a summary by label.

    They are those of each encoder alone, of the pairs of tagged mentions among its candidates (whether other
    pairs are one fact is not known), and of its union with the other candidates."""
    found = {}
    for encoder in result["encoders"]:
        found[encoder["name"]] = encoder["alone"]
        found[f"{encoder['name']}, both tagged"] = encoder["tagged"]
        for source, figures in encoder["unions"].items():
            found[f"{encoder['name']} + {source}"] = figures["with_encoder"]
    return found


def candidates_table(result: Figures) -> str:
    """Return a row for each curve: mean candidates per document and the threshold, at each of `SHOWN`."""
    heads = ("candidates", *(f"at recall {recall:.2f}" for recall in SHOWN))
    rows = [(label, *map(_shown, _asked(found["recalls"]))) for label, found in curves(result).items()]
    return table(heads, rows)


def draw(results: Mapping[str, Figures], path: Path) -> None:
    """Draw curves, `Curve.to_json` by the label of their line, as an SVG. Equal curves give equal bytes.

    Raises `MissingDependencyError` without matplotlib.
    """
    with plot(path, "Candidates against recall") as axes:
        for label, result in results.items():
            recalls, candidates = _points(result["recalls"])
            axes.plot(recalls, candidates, marker="o", markersize=3, label=label)
        axes.set_yscale("log")
        axes.set(xlabel="recall of strict gold pairs", ylabel="candidate pairs a document (mean)")
        # Otherwise a long path as a label would take the room of the axes.
        axes.legend(fontsize="small").set_in_layout(False)


def _asked(recalls: Sequence[Figures]) -> list[Figures]:
    by_recall = {point["asked"]: point for point in recalls}
    return [by_recall[recall] for recall in SHOWN]


def _shown(point: Figures) -> str:
    if point["threshold"] is None:
        return "–"
    return f"{point['candidates_per_document']:,.0f} above {point['threshold']:.4f}"


def _points(recalls: Sequence[Figures]) -> tuple[list[float], list[float]]:
    """Return the recalls and candidates of the points, each once and in order. Empty points are left out."""
    points = {
        (point["recall"], point["candidates_per_document"])
        for point in recalls
        if point["candidates_per_document"]
    }
    ordered = sorted(points)
    return [recall for recall, _ in ordered], [candidates for _, candidates in ordered]
