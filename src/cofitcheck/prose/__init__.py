"""Numbers in running text: what they are, when and of what, and what they have to do with each other."""

from cofitcheck.prose.model import (
    Basis,
    Bound,
    Direction,
    NotAmount,
    Operation,
    Prose,
    ProseMention,
    Reason,
    Role,
    Span,
)
from cofitcheck.prose.read import read_prose
from cofitcheck.prose.sentences import sentences

__all__ = [
    "Basis",
    "Bound",
    "Direction",
    "NotAmount",
    "Operation",
    "Prose",
    "ProseMention",
    "Reason",
    "Role",
    "Span",
    "read_prose",
    "sentences",
]
