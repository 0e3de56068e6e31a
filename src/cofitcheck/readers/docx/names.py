"""Names of WordprocessingML as lxml spells them."""

from __future__ import annotations

from lxml import etree

from cofitcheck import patterns as re

_WHOLE = re.compile(r"\+?([0-9]{1,9})")
_MAIN = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def w(name: str) -> str:
    """Return the full name of an element or attribute of the main namespace."""
    return _MAIN + name


def local(element: etree._Element) -> str:
    """Return an element's name without its namespace; "" for comments."""
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def value(parent: etree._Element | None, *names: str) -> str | None:
    """Return the `w:val` of the first descendant down a path of names; "" where it has none."""
    for name in names:
        parent = parent.find(w(name)) if parent is not None else None
    return None if parent is None else parent.get(w("val"), "")


def whole(text: str | None) -> int | None:
    """Return a whole number that is not negative, None for any other text and for what no page has room
    for."""
    match = _WHOLE.fullmatch(text or "")
    return int(match[1]) if match else None


def is_on(parent: etree._Element | None, name: str) -> bool | None:
    """Return whether a property is switched on; None where it is not said."""
    said = value(parent, name)
    return None if said is None else said.lower() not in {"0", "false", "off", "none"}
