"""The numeric tags of an inline XBRL document, with the values they give."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from lxml import etree

from cofitcheck.evaluation.contexts import local_name

# Transformation names without hyphens; the number of the registry's version does not change what they mean.
_ZERO = frozenset({"fixedzero", "zerodash", "numdash", "nocontent"})
_DECIMAL_COMMA = frozenset(
    {"numcommadecimal", "numdotcomma", "numspacecomma", "numcomma", "numcommadecimalapos"}
)
_GROUPED = re.compile(r"\d[\d,]*")


@dataclass(frozen=True, slots=True)
class Tag:
    """One numeric tag; `cell` is the element index of the table cell around it, None outside tables.

    `value` is what it says in base units, None for nil and for numbers written as words. `inner` marks a tag
    that lies inside another numeric tag.
    """

    element: int
    cell: int | None
    concept: str
    context: str
    unit: str
    text: str
    value: Decimal | None
    nil: bool
    format: str
    inner: bool
    hidden: bool


def read_tags(root: etree._Element) -> list[Tag]:
    """Read every `ix:nonFraction` of a parsed document, in document order, whatever the case of its name."""
    index = {element: position for position, element in enumerate(root.iter("*"))}
    return [_tag(element, index) for element in index if _is_numeric(element)]


def tagged_value(text: str, form: str = "", scale: str = "", sign: str = "") -> Decimal | None:
    """Return the value of a text under a transformation name, a scale and a sign, None where it gives none.

    `form` is the transformation's local name in lower case without hyphens.
    """
    if form in _ZERO:
        return Decimal(0)
    plain = unicodedata.normalize("NFKC", text)
    if form == "numunitdecimal":
        digits = ".".join(part.replace(",", "") for part in _GROUPED.findall(plain)[:2])
    elif form in _DECIMAL_COMMA:
        digits = re.sub(r"[^\d,]", "", plain).replace(",", ".")
    else:
        digits = re.sub(r"[^\d.]", "", plain)
    try:
        value = Decimal(digits).scaleb(int(scale or 0))
    except (InvalidOperation, ValueError):
        return None
    return -value if sign.strip() == "-" else value


def _is_numeric(element: etree._Element) -> bool:
    tag = str(element.tag).lower()
    return tag.startswith("ix") and tag.endswith(":nonfraction")


def _tag(element: etree._Element, index: dict[etree._Element, int]) -> Tag:
    around = list(element.iterancestors())
    cell = next((parent for parent in around if parent.tag in ("td", "th")), None)
    form = element.get("format", "").rpartition(":")[2].lower().replace("-", "")
    nil = element.get("xsi:nil", "").lower() in ("true", "1")
    text = "".join(_shown(element)).strip()
    return Tag(
        element=index[element],
        cell=None if cell is None else index[cell],
        concept=element.get("name", ""),
        context=element.get("contextref", ""),
        unit=element.get("unitref", ""),
        text=text,
        value=None if nil else tagged_value(text, form, element.get("scale", ""), element.get("sign", "")),
        nil=nil,
        format=form,
        inner=any(_is_numeric(parent) for parent in around),
        hidden=any(local_name(parent) == "hidden" for parent in around),
    )


def _shown(element: etree._Element) -> Iterator[str]:
    """Yield the texts of an element, without what `ix:exclude` takes out of the tag."""
    yield element.text or ""
    for child in element:
        if local_name(child) != "exclude":
            yield from _shown(child)
        yield child.tail or ""
