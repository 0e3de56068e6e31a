"""Compares sentences made of tagged facts with their filing, and counts those that are contradicted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from random import Random

from cofitcheck import __version__
from cofitcheck.checks.comparatives import Kinship, Outcome
from cofitcheck.comparer import Comparer
from cofitcheck.document import Document, Passage, Place
from cofitcheck.evaluation.corpus import Filing, Unread, parted
from cofitcheck.evaluation.figures import Json
from cofitcheck.evaluation.text.claims import claims_of, facts_of
from cofitcheck.readers import read
from cofitcheck.weights import bundled


@dataclass(frozen=True, slots=True)
class Tried:
    """One document: its sentences by kind and by whether they hold.

    `made` counts all sentences, `contradicted` the contradicted ones. `wronged` are the true sentences that
    were contradicted."""

    document: str
    made: Counter[tuple[str, bool]]
    contradicted: Counter[tuple[str, bool]]
    wronged: tuple[str, ...]


def attempt(filing: Filing, seed: int) -> Tried:
    """Make sentences about a document, and compare them with it as a separate text."""
    document = read(filing.path)
    claims = list(claims_of(facts_of(document), Random(f"{seed} {filing.name}")))
    passages = tuple(Passage(at, each.text, Place("claims", at)) for at, each in enumerate(claims))
    letter = Document("claims", (), (), passages=passages)
    (compared,) = _comparer().compare(letter, [document], Kinship.RELEASE).each
    told = {each.here.passage for each in compared.said_of(Outcome.DIFFER) if each.here}
    contradicted = [claims[at] for at in sorted(told)]
    return Tried(
        filing.name,
        Counter((each.kind, each.holds) for each in claims),
        Counter((each.kind, each.holds) for each in contradicted),
        tuple(each.text for each in contradicted if each.holds),
    )


@cache
def _comparer() -> Comparer:
    return Comparer()


def summary(seed: int, outcomes: Iterable[Tried | Unread]) -> Json:
    """Sum the outcomes over documents, as JSON."""
    tried, unread = parted(outcomes)
    made = sum((row.made for row in tried), Counter[tuple[str, bool]]())
    told = sum((row.contradicted for row in tried), Counter[tuple[str, bool]]())
    return {
        "benchmark": "claims",
        "documents": len(tried),
        "version": __version__,
        "model": bundled().name,
        "unread": [asdict(each) for each in unread],
        "seed": seed,
        **{word: _counted(made, told, holds) for word, holds in (("true", True), ("false", False))},
        "true_and_contradicted": [text for row in tried for text in row.wronged],
    }


def _counted(
    made: Counter[tuple[str, bool]], told: Counter[tuple[str, bool]], holds: bool
) -> dict[str, dict[str, int]]:
    """Return how many sentences were made and contradicted, in all and by kind."""
    kinds = sorted({kind for kind, held in made if held is holds})
    rows = {kind: {"made": made[kind, holds], "contradicted": told[kind, holds]} for kind in kinds}
    every = {name: sum(row[name] for row in rows.values()) for name in ("made", "contradicted")}
    return {"all": every, **rows}
