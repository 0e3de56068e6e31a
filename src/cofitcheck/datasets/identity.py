"""Who a tagged filing says it is of, and whether its bytes are those that the SEC publishes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from lxml import etree

from cofitcheck import patterns as re
from cofitcheck.evaluation.gold.contexts import local_name, read_declarations

_BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?<(?:\?xml|!doctype|html)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FilingIdentity:
    """What a filing says of itself; "" where it does not.

    `entity` is the identifier most of its contexts name: the CIK for the SEC, an LEI in Europe. `form` is the
    cover page's document type, `period` the last day of the period that the cover page is tagged with (ISO).
    """

    entity: str
    form: str
    period: str


def identify(root: etree._Element) -> FilingIdentity:
    """Read from a parsed filing who and what it says it is."""
    contexts = read_declarations(root).contexts
    entities = Counter(context.entity for context in contexts.values() if context.entity)
    # Of two that are named as often the first by name, so that the answer never changes.
    entity = min(entities, key=lambda name: (-entities[name], name), default="")
    form = period = ""
    for element in root.iter("*"):
        if local_name(element) == "nonnumeric" and element.get("name", "") == "dei:DocumentType":
            form = " ".join("".join(map(str, element.itertext())).split())
            context = contexts.get(element.get("contextref", ""))
            period = context.end if context else ""
            break
    return FilingIdentity(entity, form, period)


def alterations(data: bytes) -> str:
    """Say in which ways a filing's bytes were changed after the SEC published them, as far as they show it.

    Comma-separated: "lower case" (tags were rewritten), "wrapped" (something before the document), "script"
    (a script was added, which the SEC does not accept), "line ends" (CR LF), "last line" (not ended). ""
    means that no sign of a change was found, not that there was none.
    """
    signs = {
        "lower case": b"<ix:nonfraction" in data,
        "wrapped": not _BEGINNING.match(data),
        "script": b"<script" in data.lower(),
        "line ends": b"\r\n" in data,
        "last line": not data.endswith(b"\n"),
    }
    return ",".join(sign for sign, shown in signs.items() if shown)
