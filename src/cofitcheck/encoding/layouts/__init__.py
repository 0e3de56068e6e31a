"""Layouts: they make the passes of an encoder from the tables of a document."""

from cofitcheck.encoding.layouts.context import ContextSettings, Layout, split_tables
from cofitcheck.encoding.layouts.parallel import PROMPT_VERSION, ExtractiveLayout, ParallelLayout
from cofitcheck.encoding.layouts.structured import PassLimits, StructuredLayout

__all__ = [
    "PROMPT_VERSION",
    "ContextSettings",
    "ExtractiveLayout",
    "Layout",
    "ParallelLayout",
    "PassLimits",
    "StructuredLayout",
    "split_tables",
]
