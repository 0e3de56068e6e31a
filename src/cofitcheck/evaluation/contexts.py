"""The contexts and units that an inline XBRL document declares: who, when, which breakdown, which unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from lxml import etree

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Context:
    """What one context says.

    `start` is "" for an instant; `end` is the instant, the last day of the period, or "forever". `members`
    are the sorted (dimension, member) pairs; a typed member is given by the text it holds.
    """

    entity: str
    start: str
    end: str
    members: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Declarations:
    """All contexts and units of a document by id, and what was wrong with them, counted."""

    contexts: dict[str, Context]
    units: dict[str, str]
    problems: Counter[str]


def local_name(element: etree._Element) -> str:
    """Return an element's name without its prefix, in lower case."""
    return str(element.tag).rpartition(":")[2].lower()


def read_declarations(root: etree._Element) -> Declarations:
    """Read the contexts and units found anywhere in a parsed document, whatever their prefixes.

    Never raises: an id declared twice keeps its first meaning, a context without a period is left out, and
    both are counted in `problems`.
    """
    found = Declarations({}, {}, Counter())
    for element in root.iter("*"):
        name = local_name(element)
        if name not in ("context", "unit") or ":" not in str(element.tag):
            continue
        identifier = element.get("id", "")
        if name == "unit":
            _declare(found.units, identifier, _unit(element), "unit", found.problems)
        else:
            _declare(found.contexts, identifier, _context(element), "context", found.problems)
    return found


def _declare(
    known: dict[str, T], identifier: str, value: T | None, what: str, problems: Counter[str]
) -> None:
    if not identifier or value is None:
        problems[f"unusable {what}"] += 1
    elif known.setdefault(identifier, value) != value:
        problems[f"{what} id declared twice"] += 1


def _context(element: etree._Element) -> Context | None:
    parts = {local_name(part): _text(part) for part in element.iter("*")}
    end = parts.get("instant") or parts.get("enddate") or ("forever" if "forever" in parts else "")
    if not end:
        return None
    # A midnight given with the date ("2021-12-31T00:00:00") is dropped: filings mean the day.
    return Context(
        parts.get("identifier", ""),
        parts.get("startdate", "")[:10],
        end[:10],
        tuple(sorted(_members(element))),
    )


def _members(context: etree._Element) -> Iterator[tuple[str, str]]:
    for part in context.iter("*"):
        if local_name(part) in ("explicitmember", "typedmember"):
            yield part.get("dimension", ""), _text(part)


def _unit(element: etree._Element) -> str | None:
    """Write a unit as "USD" or "USD/shares", measures of a product sorted and joined by "*"."""
    above: list[str] = []
    below: list[str] = []
    for measure in element.iter("*"):
        if local_name(measure) == "measure":
            divisor = any(local_name(parent) == "unitdenominator" for parent in measure.iterancestors())
            (below if divisor else above).append(_text(measure).rpartition(":")[2])
    if not above:
        return None
    return "/".join("*".join(sorted(side)) for side in (above, below) if side)


def _text(element: etree._Element) -> str:
    return " ".join("".join(map(str, element.itertext())).split())
