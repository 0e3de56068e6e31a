"""How many findings were right on documents of each kind; people read every finding of these documents.

`measured.json` has the counts of the stored results; `python -m benchmarks.pages` writes it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from cofitcheck.checks.model import Severity
from cofitcheck.document import Document
from cofitcheck.reports.words import Words, language_of, phrase
from cofitcheck.reports.words.findings import KINDS, SEVERITIES

_CHINESE, _JAPANESE, _EUROPEAN = "Chinese", "Japanese", "British or European"
_SMALL, _LARGE = "small US filing", "large US filing"
_EAST_ASIAN = {"zh-Hans": _CHINESE, "zh-Hant": _CHINESE, "ja": _JAPANESE}
_NAMES = {
    _SMALL: phrase("{n} filings of small US companies"),
    _LARGE: phrase("{n} filings of large US companies"),
    _EUROPEAN: phrase("{n} British and European reports"),
    _CHINESE: phrase("{n} Chinese documents"),
    _JAPANESE: phrase("{n} Japanese reports"),
}
_ROWS: Mapping[str, Words] = {
    **{severity.value: SEVERITIES[severity] for severity in (Severity.HIGH, Severity.MEDIUM)},
    **{kind.value: words for kind, words in KINDS.items()},
}
_NOT_OF_THE_US = frozenset({"EUR", "GBP", "CHF", "SEK", "NOK", "DKK"})


@dataclass(frozen=True, slots=True)
class Counts:
    """How many documents of one kind were read, and what their findings were worth.

    `found` has three counts, of real findings, of those worth a question and of false ones, by severity, and
    for high and medium severity also by kind of finding.
    """

    documents: int
    found: Mapping[str, tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Measured:
    """What findings were worth, in words, as a table.

    `documents` are the heads of its columns. Each row has the name of a severity or of a kind of finding, and
    what such findings were worth in each column.
    """

    documents: tuple[Words, ...]
    rows: tuple[tuple[Words, tuple[Words, ...]], ...]


def measured_for(document: Document) -> Measured:
    """Return what findings were worth on documents of the same kind as this one.

    There are several kinds where nothing in the document tells which of them it is.
    """
    known = [(kind, counts) for kind in _kinds_of(document) if (counts := _stored().get(kind))]
    return Measured(
        tuple(_NAMES[kind].of({"n": counts.documents}) for kind, counts in known),
        tuple(
            (words, tuple(_worth(counts.found.get(name)) for _, counts in known))
            for name, words in _ROWS.items()
            if any(name in counts.found for _, counts in known)
        ),
    )


def _kinds_of(document: Document) -> tuple[str, ...]:
    """Return the kinds that a document may be of. A report does not say how large its company is."""
    kind = _EAST_ASIAN.get(language_of(document))
    if kind is None:
        currencies = Counter(mention.number.currency for mention in document.mentions)
        del currencies[""]
        most = max(currencies, key=lambda code: currencies[code], default="")
        return (_EUROPEAN,) if most in _NOT_OF_THE_US else (_SMALL, _LARGE)
    return (kind,)


def _worth(found: tuple[int, int, int] | None) -> Words:
    if found is None:
        return "–"
    real, letter, false = found
    return phrase(
        "{real} real, {letter} worth a question, {false} false", real=real, letter=letter, false=false
    )


@cache
def _stored() -> Mapping[str, Counts]:
    text = (files("cofitcheck.reports.model") / "measured.json").read_text("utf-8")
    return {
        kind: Counts(each["documents"], {name: tuple(found) for name, found in each["found"].items()})
        for kind, each in json.loads(text).items()
    }
