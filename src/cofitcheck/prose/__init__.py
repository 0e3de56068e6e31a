"""Numbers in running text: what they are, when and of what, and what they have to do with each other."""

from cofitcheck.prose.model import (
    Basis,
    Bound,
    Direction,
    NoAmount,
    NotAmount,
    Operation,
    Prose,
    ProseMention,
    Role,
    Span,
)
from cofitcheck.prose.read import read_prose, sentences

__all__ = [
    "Basis",
    "Bound",
    "Direction",
    "NoAmount",
    "NotAmount",
    "Operation",
    "Prose",
    "ProseMention",
    "Role",
    "Span",
    "read_prose",
    "sentences",
]
