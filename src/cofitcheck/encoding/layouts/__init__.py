"""How the tables of a document become the passes of an encoder."""

from cofitcheck.encoding.layouts.protocol import Layout
from cofitcheck.encoding.layouts.structured import PassLimits, StructuredLayout

__all__ = ["Layout", "PassLimits", "StructuredLayout"]
