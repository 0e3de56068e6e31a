"""The numeric tags of an inline XBRL document, with the values they give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from lxml import etree

from cofitcheck.document import Place
from cofitcheck.evaluation.gold.contexts import Declarations, local_name
from cofitcheck.evaluation.gold.faults import Fault
from cofitcheck.evaluation.gold.formats import format_name, tagged_value


@dataclass(frozen=True, slots=True)
class Tag:
    """One numeric tag; `cell` is the element index of the table cell around it, None outside tables.

    `value` is what it says in base units, None for nil and where the text gives no number. `decimals` is as
    stated: "-6", "INF", or "". `inner` marks a tag that lies inside another numeric tag, `continued` one that
    names a continuation, which the standard allows text alone.
    """

    element: int
    cell: int | None
    identifier: str
    concept: str
    context: str
    unit: str
    text: str
    value: Decimal | None
    nil: bool
    format: str
    decimals: str
    inner: bool
    hidden: bool
    continued: bool


def read_tags(root: etree._Element) -> list[Tag]:
    """Read every `ix:nonFraction` of a parsed document, in document order, whatever the case of its name."""
    index = {element: position for position, element in enumerate(root.iter("*"))}
    return [_tag(element, index) for element in index if _is_numeric(element)]


def tag_faults(tags: Iterable[Tag], declared: Declarations, file: str = "") -> Iterator[Fault]:
    """List what is wrong with the tags of a file, and those that no table cell shows."""
    seen: Counter[str] = Counter()
    for tag in tags:
        seen[tag.identifier] += 1
        for kind in _faults(tag, declared, again=bool(tag.identifier) and seen[tag.identifier] > 1):
            yield Fault(kind, Place(file, tag.element), tag.identifier or tag.concept)


def _faults(tag: Tag, declared: Declarations, again: bool) -> Iterator[str]:
    if again:
        yield "tag id used twice"
    if not tag.concept:
        yield "tag without a concept"
    if tag.context not in declared.contexts:
        yield "tag with an undeclared context" if tag.context else "tag without a context"
    if tag.unit not in declared.units:
        yield "tag with an undeclared unit" if tag.unit else "tag without a unit"
    if tag.value is None and not tag.nil:
        yield "tag whose text gives no number"
    if tag.continued:
        yield "numeric tag with a continuation"
    if tag.cell is None:
        yield "hidden tag" if tag.hidden else "tag outside any table"


def _is_numeric(element: etree._Element) -> bool:
    tag = str(element.tag).lower()
    return tag.startswith("ix") and tag.endswith(":nonfraction")


def _tag(element: etree._Element, index: dict[etree._Element, int]) -> Tag:
    around = list(element.iterancestors())
    cell = next((parent for parent in around if parent.tag in ("td", "th")), None)
    form = format_name(element.get("format", ""))
    nil = _is_nil(element)
    text = "".join(_shown(element)).strip()
    return Tag(
        element=index[element],
        cell=None if cell is None else index[cell],
        identifier=element.get("id", ""),
        concept=element.get("name", "").strip(),
        context=element.get("contextref", "").strip(),
        unit=element.get("unitref", "").strip(),
        text=text,
        value=None if nil else tagged_value(text, form, element.get("scale", ""), element.get("sign", "")),
        nil=nil,
        format=form,
        decimals=element.get("decimals", "").strip(),
        inner=any(_is_numeric(parent) for parent in around),
        hidden=any(local_name(parent) == "hidden" for parent in around),
        continued="continuedat" in element.attrib,
    )


def _is_nil(element: etree._Element) -> bool:
    # The prefix is the document's choice: "xsi:nil" mostly, "xs:nil" in some filings.
    return any(
        str(name).rpartition(":")[2] == "nil" and str(value).strip().lower() in ("true", "1")
        for name, value in element.attrib.items()
    )


def _shown(element: etree._Element) -> Iterator[str]:
    """Yield the texts of an element, without what `ix:exclude` takes out of the tag."""
    yield element.text or ""
    for child in element:
        if local_name(child) != "exclude":
            yield from _shown(child)
        yield child.tail or ""
