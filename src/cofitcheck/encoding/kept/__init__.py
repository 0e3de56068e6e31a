"""Vectors kept from one draft or document to the next, by the model and the exact input of a pass."""

from cofitcheck.encoding.kept.disk import DiskVectors
from cofitcheck.encoding.kept.keys import KeptVectors, fingerprint_of, key_of
from cofitcheck.encoding.kept.memory import MemoryVectors

__all__ = ["DiskVectors", "KeptVectors", "MemoryVectors", "fingerprint_of", "key_of"]
