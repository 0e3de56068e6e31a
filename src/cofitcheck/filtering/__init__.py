"""Vectors to candidate pairs: exact search, HNSW, aligned lines, and like labels for baselines."""

from cofitcheck.filtering.alignment import AlignmentSettings, alignment_pairs
from cofitcheck.filtering.model import CandidatePairs, PairSearch, of_one_basis, of_one_registrant, union
from cofitcheck.filtering.search import ExactSearch, HnswSearch, LexicalSettings, lexical_pairs

__all__ = [
    "AlignmentSettings",
    "CandidatePairs",
    "ExactSearch",
    "HnswSearch",
    "LexicalSettings",
    "PairSearch",
    "alignment_pairs",
    "lexical_pairs",
    "of_one_basis",
    "of_one_registrant",
    "union",
]
