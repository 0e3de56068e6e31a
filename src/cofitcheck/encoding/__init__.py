"""Stage 1: every mention of a document to vectors, one pass per table."""

from cofitcheck.encoding.protocol import Encoded, Encoder

__all__ = ["Encoded", "Encoder"]
