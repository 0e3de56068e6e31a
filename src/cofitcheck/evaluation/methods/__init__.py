"""The methods that are compared, by name; each has a function here that loads it."""

from __future__ import annotations

from importlib import import_module

from cofitcheck.errors import InputError
from cofitcheck.evaluation.methods.model import Estimate, Matches, Method, MethodOptions

__all__ = ["METHODS", "Estimate", "Matches", "Method", "MethodOptions", "load_method", "require_known"]

METHODS = {
    "default": "the bundled model, or that of --model",
    "ties": "equal numbers that are held for one fact, their values known: what is ticked",
    "words": "the bundled model without reconciliation: each pair by its words alone",
    "value": "equal values",
    "value-period": "equal values and the same period",
    "lexical": "like labels, scored by trees over the words",
    "autocheck": "AutoCheck (Li et al., 2020), as far as published",
    "heuristic": "AutoCheck's filter, then our classifier",
    "own-value": "our classifier with the pair's own values visible, which no checker may do",
    "cascade": "a language model, asked what the bundled trees leave open",
    "paper": "the paper's own system: near vectors, a language model asked about all of them, and no more",
    "all-pairs": "no first stage; time estimated from a sample of the pairs",
}
"""Each method in a few words."""
_HOMES = {
    "all-pairs": "value",
    "cascade": "default",
    "heuristic": "default",
    "lexical": "value",
    "own-value": "default",
    "paper": "default",
    "ties": "default",
    "value-period": "value",
    "words": "default",
}
"""The modules of methods that stand beside another: `load_words` of `default`. All others have `load`."""


def require_known(name: str) -> None:
    """Raise `InputError`, naming the methods there are, where `name` is none of them."""
    if name not in METHODS:
        raise InputError(f"There is no method {name}; name one of {', '.join(METHODS)}.")


def load_method(name: str, options: MethodOptions | None = None) -> Method:
    """Load a method by its name. Raises `InputError` where there is none of it,
    `ModelError` where it lacks its model."""
    require_known(name)
    module = import_module(f"{__name__}.{_HOMES.get(name, name)}")
    load = getattr(module, f"load_{name.replace('-', '_')}" if name in _HOMES else "load")
    method: Method = load(options or MethodOptions())
    return method
