"""Bytes to an element tree, the same way every time, so that element counts mean the same everywhere."""

from __future__ import annotations

import codecs

from lxml import etree

from cofitcheck import patterns as re
from cofitcheck.errors import UnreadableDocumentError
from cofitcheck.readers.settings import Cost, require, spend

_DECLARED = re.compile(rb"""(?:encoding|charset)\s*+=\s*+["']?\s*+([A-Za-z0-9_.:-]+)""")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    # Before UTF-16, whose mark begins as this one.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WIDE: dict[tuple[bool, ...], str] = {
    (False, True, True, True): "utf-32-le",
    (True, True, True, False): "utf-32-be",
    (False, True, False, True): "utf-16-le",
    (True, False, True, False): "utf-16-be",
}
"""The encoding of a text without a byte order mark, by which of its first four bytes are zero: the text
begins with ASCII characters."""
_SURROGATE = re.compile(
    r"&#(?:x0*d[89a-f][0-9a-f]{2}|0*(?:5529[6-9]|55[3-9]\d\d|56\d{3}|57[0-2]\d\d|573[0-3]\d|5734[0-3]));?",
    re.IGNORECASE,
)
"""A reference to half of a pair of UTF-16, which is no character."""
_LONG_TAG = re.compile(r"<[^<>]{10000,}")
_CELLS = re.compile(r"<t[dh][\s>]", re.IGNORECASE)
_SAYS_NOTHING = frozenset({"ascii", "iso8859-1", "cp1252"})
_BEYOND_ASCII = re.compile("[^\x00-\x7f]")
_MARKUP = re.compile(r"<\s*(?:html|body|table|div|p|span|!doctype)\b", re.IGNORECASE)
_TABLE_TAGS = re.compile(r"<(/?)(?:\w+:)?table\b", re.IGNORECASE)
# libxml2 stops at this depth whatever its options are, and drops the rest without an error.
MAX_DEPTH = 2000


def decode(data: bytes) -> str:
    """Return the text of an HTML file: byte order mark, zero bytes of UTF-16 and UTF-32, declaration,
    UTF-8, Windows-1252.

    A declaration that the bytes contradict is passed over. Never raises.
    """
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return data.decode(encoding, errors="replace")
    if wide := _WIDE.get(tuple(not byte for byte in data[:4])):
        return data.decode(wide, errors="replace")
    for name in (*_declared(data), "utf-8"):
        try:
            return data.decode(name)
        except UnicodeError:
            continue
    text = data.decode("utf-8", errors="replace")
    # A few broken bytes leave most of UTF-8 as it is; in Windows-1252 hardly anything decodes by accident.
    damaged = text.count("\ufffd")
    return text if damaged < len(_BEYOND_ASCII.findall(text)) / 2 else data.decode("cp1252", errors="replace")


def _declared(data: bytes) -> list[str]:
    """Return the encoding the file declares, unless that declaration is of no use.

    Filings that declare ASCII or Latin-1 hold UTF-8 or Windows-1252. A declaration that was read as ASCII is
    wrong where its encoding does not write ASCII so.
    """
    match = _DECLARED.search(data[:4096])
    try:
        name = codecs.lookup(match[1].decode("ascii")).name if match else "ascii"
        plain = "<p>".encode(name) == b"<p>"
    except (LookupError, UnicodeError):
        return []
    return [name] if plain and name not in _SAYS_NOTHING else []


def has_markup(text: str) -> bool:
    """Tell whether there is an HTML tag in a text."""
    return _MARKUP.search(text) is not None


def parse_tree(data: bytes, element: type[etree.ElementBase] | None = None) -> etree._Element:
    """Parse an HTML document and return its root element; all elements are of the class `element`, where one
    is named.

    Nothing is fetched and no entity is expanded beyond HTML's own. Raises `UnreadableDocumentError` where
    the bytes hold no markup, `TooLargeError` where they hold too much.
    """
    text = decode(data).replace("\x00", "")
    if not has_markup(text):
        raise UnreadableDocumentError("this is not HTML (no markup was found)")
    # The text is handed over as UTF-8, so a stale encoding declaration inside it must not be believed.
    parser = etree.HTMLParser(
        huge_tree=True, encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True
    )
    if element is not None:
        parser.set_element_class_lookup(etree.ElementDefaultClassLookup(element=element))
    # A tree takes 300 bytes for each element or attribute, so these are counted before it is made.
    spend(Cost.MARKUP, text.count("<") - text.count("</") + text.count("="))
    require(Cost.PLACES, sum(1 for _ in _CELLS.finditer(text)))
    require(Cost.ATTRIBUTES, max((tag[0].count("=") for tag in _LONG_TAG.finditer(text)), default=0))
    text = _SURROGATE.sub("\ufffd", text)
    try:
        root = etree.fromstring(text.encode("utf-8", errors="replace"), parser)
    except etree.LxmlError as error:
        raise UnreadableDocumentError(f"this is not HTML ({error})") from error
    if root is None:
        raise UnreadableDocumentError("this is not HTML (no element was found)")
    return root


def depth(root: etree._Element) -> int:
    """Return how deep the elements nest, without recursion."""
    deepest = level = 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        level += 1 if event == "start" else -1
        deepest = max(deepest, level)
    return deepest


def lacks_end(data: bytes) -> bool:
    """Tell whether a page was begun that is never ended: something may be missing after the last table."""
    text = decode(data).lower()
    return "<html" in text and "</html" not in text


def is_cut_off(data: bytes) -> bool:
    """Tell whether the file ends inside a table: its last table tag opens a table, and the end of the page is
    missing."""
    text = decode(data)[-2_000_000:]
    tags = [match.group(1) for match in _TABLE_TAGS.finditer(text)]
    return bool(tags) and not tags[-1] and "</html" not in text[-2000:].lower()
