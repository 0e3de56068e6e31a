"""What templates say: `_` for a sentence, `_n` for one that counts; their values may be markup of a macro."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from cofitcheck.reports.words.findings import SEVERITIES
from cofitcheck.reports.words.languages import language
from cofitcheck.reports.words.phrase import Phrase, shown

if TYPE_CHECKING:
    from jinja2 import Environment


def install(environment: Environment) -> None:
    """Let the templates of an environment speak."""
    environment.globals |= {
        "_": _said,
        "_n": _counted,
        "language": language,
        "SEVERITIES": {severity.value: words for severity, words in SEVERITIES.items()},
    }
    environment.filters["number"] = _number


def _said(text: str, /, **values: Any) -> Markup:
    return _filled(Phrase(text), values)


def _counted(one: str, many: str, n: int, /, **values: Any) -> Markup:
    return _filled(Phrase(one, {"n": n}, many), {"n": n, **values})


def _filled(words: Phrase, values: dict[str, Any]) -> Markup:
    filled = {name: _number(value) if isinstance(value, int) else value for name, value in values.items()}
    return escape(words.template()).format(**filled)


def _number(count: int) -> str:
    return shown(count)
