"""The numeric tags of an inline XBRL document, with the values they give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from lxml import etree

from cofitcheck import patterns as re
from cofitcheck.document import Place
from cofitcheck.evaluation.gold.contexts import Declarations, Fault, local_name

# Names of formats as `format_name` gives them. A tag without a format has a decimal point.
_ZERO = frozenset({"fixedzero"})
_DASH_FOR_ZERO = frozenset({"zerodash", "numdash"})
_DECIMAL_POINT = frozenset(
    {"", "numdotdecimal", "numdotdecimalapos", "numdotdecimalin", "numcommadot", "numspacedot"}
)
_DECIMAL_COMMA = frozenset(
    {"numcommadecimal", "numcommadecimalapos", "numdotcomma", "numspacecomma", "numcomma"}
)
_UNIT_FOR_DECIMAL = frozenset({"numunitdecimal", "numunitdecimalapos", "numunitdecimalin"})

_DASH = re.compile(r"[-\u058a\u05be\u2010-\u2015\u2212\ufe58\ufe63]")
_APOSTROPHES_AND_SPACES = r"\s'`´’′"
_BETWEEN_DIGITS = re.compile(f"[{_APOSTROPHES_AND_SPACES}]")
_TWO_UNITS = re.compile(rf"(\d[\d.,]*+(?:[{_APOSTROPHES_AND_SPACES}]++[\d.,]++)*)[^\d.,]++(\d{{1,2}})\D*+")
_PLAIN = re.compile(r"\d++\.?\d*+|\.\d++")
# Full-width forms of the ASCII characters, as Japanese documents print them.
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}


@dataclass(frozen=True, slots=True)
class Tag:
    """One numeric tag. `cell` is the element index of the table cell around it, None outside tables.

    `value` is in base units, None for nil and where the text gives no number. `decimals` is as stated: "-6",
    "INF", or "". `inner` marks a tag that lies inside another numeric tag, `continued` one that names a
    continuation, which the standard allows only for text.
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
    """List the faults of the tags of a file, and the tags that no table cell shows."""
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
    # Documents differ in the prefix: most have "xsi:nil", some filings "xs:nil".
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


def format_name(qualified: str) -> str:
    """Return the name of a format without prefix, case and hyphens.

    "ixt:num-dot-decimal" and "ixt2:numdotdecimal" are both "numdotdecimal"."""
    return qualified.rpartition(":")[2].strip().lower().replace("-", "")


def tagged_value(text: str, form: str = "", scale: str = "", sign: str = "") -> Decimal | None:
    """Return the value of a text under a format (a `format_name`), a scale and a sign, in base units.

    It is None where no number can be read: for an empty text, a text that the format does not allow, a format
    for no content or for words ("two"), and a scale that is no integer.
    """
    digits = _canonical(text.translate(_WIDE).strip(), form)
    if not _PLAIN.fullmatch(digits):
        return None
    try:
        value = Decimal(digits).scaleb(int(scale or 0))
    except (InvalidOperation, ValueError):
        return None
    return -value if sign.strip() == "-" else value


def _canonical(text: str, form: str) -> str:
    """Write the number as digits with a decimal point, "" where the format does not give one."""
    if form in _ZERO or (form in _DASH_FOR_ZERO and _DASH.fullmatch(text)):
        return "0"
    if form in _DECIMAL_POINT:
        return _without_groups(text, ",")
    if form in _DECIMAL_COMMA:
        return _without_groups(text, ".").replace(",", ".")
    if form in _UNIT_FOR_DECIMAL and (found := _TWO_UNITS.fullmatch(text)):
        # The second unit is a hundredth of the first: 5 sen are 0.05 yen.
        return f"{_without_groups(found[1], ',.')}.{found[2].zfill(2)}"
    return ""


def _without_groups(text: str, separators: str) -> str:
    return _BETWEEN_DIGITS.sub("", text.translate(dict.fromkeys(map(ord, separators))))
