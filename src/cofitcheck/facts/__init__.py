"""Pairs to fact sets: groups of mentions that state the same fact, consistent as sets."""

from cofitcheck.facts.build import LinkageSettings, build_fact_sets
from cofitcheck.facts.model import FactSet, ScoredPairs, Usage, facts_of_pairs, probability_of

__all__ = [
    "FactSet",
    "LinkageSettings",
    "ScoredPairs",
    "Usage",
    "build_fact_sets",
    "facts_of_pairs",
    "probability_of",
]
