"""The bundled checker without reconciliation, as in the paper: every pair is judged by its words alone."""

from __future__ import annotations

from cofitcheck.checker import Checker
from cofitcheck.config import CheckConfig
from cofitcheck.evaluation.methods.default import Default
from cofitcheck.evaluation.methods.model import Method, MethodOptions


def load(options: MethodOptions) -> Method:
    """Load the bundled model."""
    return Default(Checker(CheckConfig(threads=options.threads, reconcile=False)))
