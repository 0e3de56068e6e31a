"""A trained language model as the second stage: what the paper's Table II compares."""

from __future__ import annotations

from cofitcheck.checker import Checker
from cofitcheck.config import CheckConfig, ClassifyConfig
from cofitcheck.errors import InputError
from cofitcheck.evaluation.methods.default import Default
from cofitcheck.evaluation.methods.model import Method, MethodOptions

ASK_ABOVE = 0.05


def load(options: MethodOptions) -> Method:
    """Load the model in the folder that the options name. Raises `InputError` where they name none."""
    if options.models is None:
        raise InputError(
            "The method language-model needs a trained classifier: name its folder with --models."
        )
    classify = ClassifyConfig(model=options.models, ask_above=ASK_ABOVE)
    return Default(Checker(CheckConfig(classify=classify, threads=options.threads)))
