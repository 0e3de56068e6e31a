"""The bundled trees, and a language model for what they leave open."""

from __future__ import annotations

from cofitcheck.checker import Checker
from cofitcheck.evaluation.methods.default import Default
from cofitcheck.evaluation.methods.model import Method, MethodOptions


def load(options: MethodOptions) -> Method:
    """Load the trees, and the language model that the options name.

    Raises `ConfigError` where they name none.
    """
    return Default(Checker(options.checking("cascade")))
