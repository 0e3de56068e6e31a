"""Where a verdict stands: the printed number and the label of its line, which no reader of tables moves."""

from __future__ import annotations

from collections.abc import Iterable

from cofitcheck import patterns as re
from cofitcheck.document import Mention
from cofitcheck.reports.json.schema import MentionRecord

SENTENCE = "sentence"
"""What stands in place of a label where the number stands in a sentence."""

_PRINTED = re.compile(r"[^\d.,]")
_WORDS = re.compile(r"[\W_\d]")


def place_of(mention: Mention | MentionRecord) -> str:
    """Return the place of a number in a table: "Cost of sales=61,783"."""
    label = mention.row_path[-1] if mention.row_path else ""
    return f"{' '.join(label.replace('|', ' ').split())}={mention.text.strip()}"


def said_place(number: str) -> str:
    """Return the place of a number in a sentence: "sentence=$2.5 million"."""
    return f"{SENTENCE}={number.strip()}"


def same_place(one: str, other: str) -> bool:
    """Tell whether two places are one: the same digits, and labels of which one holds the other.

    A label can be read longer or shorter (a line over two rows), so that it need not be equal.
    """
    (label, number), (another, printed) = _parts(one), _parts(other)
    if number != printed:
        return False
    return label == another or (bool(label and another) and (label in another or another in label))


def share_a_place(some: Iterable[str], others: Iterable[str]) -> bool:
    """Tell whether a place of the first is one of the second."""
    known = list(others)
    return any(same_place(one, other) for one in some for other in known)


def place_key(place: str) -> str:
    """Return what equal places have in common: the words of the label and the digits."""
    label, number = _parts(place)
    return f"{label}={number}"


def _parts(place: str) -> tuple[str, str]:
    label, _, number = place.rpartition("=")
    return _WORDS.sub("", label).casefold(), _PRINTED.sub("", number)
