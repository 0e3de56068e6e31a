"""The paper's own system: of all pairs of near vectors, those that the language model answers yes to."""

from __future__ import annotations

from cofitcheck.checker import Checker
from cofitcheck.evaluation.methods.default import Default
from cofitcheck.evaluation.methods.model import Method, MethodOptions


def load(options: MethodOptions) -> Method:
    """Load the encoder and the language model that the options name.

    Raises `ConfigError` where they name none.
    """
    return Default(Checker(options.checking("paper")))
