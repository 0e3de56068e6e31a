"""The bundled checker without reconciliation: every pair is judged by its words alone."""

from __future__ import annotations

from cofitcheck.checker import Checker
from cofitcheck.evaluation.methods.default import Default
from cofitcheck.evaluation.methods.model import Method, MethodOptions


def load(options: MethodOptions) -> Method:
    """Load the bundled model."""
    return Default(Checker(options.checking("words")))
