"""Vectors to candidate pairs: exact search, HNSW, aligned lines, and like labels for baselines."""

from cofitcheck.filtering.alignment import AlignmentSettings, alignment_pairs
from cofitcheck.filtering.bases import of_one_basis, of_one_registrant
from cofitcheck.filtering.exact import ExactSearch
from cofitcheck.filtering.hnsw import HnswSearch
from cofitcheck.filtering.lexical import LexicalSettings, lexical_pairs
from cofitcheck.filtering.model import CandidatePairs
from cofitcheck.filtering.protocol import PairSearch
from cofitcheck.filtering.union import union

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
