"""Reads the contexts and units that inline XBRL documents declare: who, when, which breakdown, which unit.

Each fault of a document's tags is listed with its place, and the rest is used.
"""

from __future__ import annotations

from collections import ChainMap, Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from lxml import etree

from cofitcheck.document import Place

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that could not be used: its kind, its place, and the id or concept that it is about."""

    kind: str
    place: Place
    name: str


def count(faults: Iterable[Fault]) -> Counter[str]:
    """Count faults by kind."""
    return Counter(fault.kind for fault in faults)


@dataclass(frozen=True, slots=True)
class XbrlContext:
    """The meaning of one context.

    `start` is "" for an instant. `end` is the instant, the last day of the period, or "forever". `members`
    are the sorted (dimension, member) pairs of segment and scenario together. A typed member is given by its
    text, content that is no dimension by the element's name and text. `scheme` says what kind of name
    `entity` is.
    """

    entity: str
    start: str
    end: str
    members: tuple[tuple[str, str], ...]
    scheme: str = ""


@dataclass(frozen=True, slots=True)
class Declarations:
    """The contexts and units that hold for a file, by id, and the faults of their declarations."""

    contexts: Mapping[str, XbrlContext]
    units: Mapping[str, str]
    faults: list[Fault] = field(default_factory=list)


def local_name(element: etree._Element) -> str:
    """Return an element's name without its prefix, in lower case."""
    return str(element.tag).rpartition(":")[2].lower()


def read_declarations(root: etree._Element, file: str = "") -> Declarations:
    """Read the contexts and units found anywhere in a parsed document, whatever their prefixes.

    Never raises. An id declared twice with different meanings keeps its first meaning. A context without a
    period and a unit without a measure are left out. Both are listed in `faults`.
    """
    contexts: dict[str, XbrlContext] = {}
    units: dict[str, str] = {}
    faults = []
    for position, element in enumerate(root.iter("*")):
        name = local_name(element)
        if name not in ("context", "unit") or ":" not in str(element.tag):
            continue
        identifier = element.get("id", "")
        if name == "unit":
            usable, first = _declare(units, identifier, _unit(element))
        else:
            usable, first = _declare(contexts, identifier, _context(element))
        if not usable:
            faults.append(Fault(f"unusable {name}", Place(file, position), identifier))
        elif not first:
            faults.append(Fault(f"{name} id declared twice", Place(file, position), identifier))
    return Declarations(contexts, units, faults)


def shared(own: Declarations, report: Sequence[Declarations]) -> Declarations:
    """Return the declarations that hold for one file of a report.

    They are its own, then those of the report's files in their order."""
    return Declarations(
        ChainMap(dict(own.contexts), *(dict(other.contexts) for other in report)),
        ChainMap(dict(own.units), *(dict(other.units) for other in report)),
        own.faults,
    )


def _declare(known: dict[str, T], identifier: str, value: T | None) -> tuple[bool, bool]:
    """Add a declaration. Tell whether it can be used, and whether nothing else was declared under its id."""
    if not identifier or value is None:
        return False, False
    return True, known.setdefault(identifier, value) == value


def _context(element: etree._Element) -> XbrlContext | None:
    identifier, period = _inside(element, "entity", "identifier"), _inside(element, "period")
    if period is None:
        return None
    dates = {local_name(part): _text(part) for part in period}
    end = dates.get("instant") or dates.get("enddate") or ("forever" if "forever" in dates else "")
    if not end:
        return None
    # A time of midnight with the date ("2021-12-31T00:00:00") is dropped, as filings mean the day.
    return XbrlContext(
        entity="" if identifier is None else _text(identifier),
        start=dates.get("startdate", "")[:10],
        end=end[:10],
        members=tuple(sorted(_members(element))),
        scheme="" if identifier is None else identifier.get("scheme", ""),
    )


def _inside(element: etree._Element, *path: str) -> etree._Element | None:
    """Return the first element down a path of local names."""
    for name in path:
        found = next((child for child in element if local_name(child) == name), None)
        if found is None:
            return None
        element = found
    return element


def _members(context: etree._Element) -> Iterator[tuple[str, str]]:
    for container in (_inside(context, "entity", "segment"), _inside(context, "scenario")):
        for part in () if container is None else container:
            yield part.get("dimension") or str(part.tag), _text(part)


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
