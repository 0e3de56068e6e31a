"""What is done to a document: to its bytes, its text, its structure, or the parts of its archive."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from benchmarks.fuzzing.archives import DAMAGED, packed, unpacked

LARGEST = 400_000
"""The most bytes that a mutation makes of a document, unpacked."""
_NUMBERS = (
    "0", "-1", "1" * 400, "9" * 5_000, "1e300", "1e999999", "-0", "0.0.0", "..", "2147483648", "20000",
    "¹²³", "②", "١٢٣", "1" + ",000" * 500, "NaN", "", "%", "0x1F", "1.2.3px", "16384",
)  # fmt: skip
_RUNS = (
    "#", "* ", "†^", "(", ")", "( ", "-", "- ", " ", "\u00a0", "\n", "　", "1", "1,", "1 ", "a", "年", "月",
    "单位：", "per share ", "and ", "<", "<b>", "<table>", "<td>", "<tr>", "</td>", "<TEXT>", "<DOCUMENT>",
    "&amp;", "|", "| ", "[", "{", '"', "\\", "※", "in ", "total ", "元", "$", "US$", "—", "\x00", "\ufffd",
    "\u202e", "e\u0301", "=", ":",
)  # fmt: skip
_TEXT = re.compile(r">([^<>]{1,60})<")
_NUMBER = re.compile(r"\d[\d,.]*")
_ATTRIBUTE = re.compile(r"[\w:]+=\"[^\"<>]{0,80}\"")
_VALUES: tuple[Any, ...] = (None, -1, 10**9, 1e308, "", "x" * 1_000, [], {}, [[]], True, "#/body", 20_000)

Mutation = Callable[[bytes, Random, bytes], bytes]
"""Makes another document of one; the third argument is a document to take parts from."""


def mutate(data: bytes, random: Random, other: bytes) -> tuple[bytes, list[str]]:
    """Return a document with one to three mutations, and their names."""
    names = []
    for _ in range(random.choice((1, 1, 2, 3))):
        names.append(random.choice(sorted(_fitting(data))))
        data = MUTATIONS[names[-1]](data, random, other)
    return data, names


def _fitting(data: bytes) -> list[str]:
    """Return the names of the mutations that can do something to a document; bytes may always change."""
    if data.startswith(b"PK"):
        return [*_OF_BYTES, *_OF_ARCHIVES * 3]
    if data.startswith(b"{"):
        return [*_OF_BYTES, *_OF_TEXT, *_OF_JSON * 3]
    return [*_OF_BYTES, *_OF_TEXT, *_OF_TEXT, *_OF_MARKUP, *_OF_MARKUP]


def _span(data: bytes | str, random: Random, longest: int) -> tuple[int, int]:
    start = random.randrange(len(data) + 1)
    return start, min(len(data), start + random.randint(1, longest))


def _times(random: Random, size: int) -> int:
    """Return how often to repeat something: a power of ten or so, bounded by what a document may be."""
    wanted: int = random.choice((10, 100, 1_000, 10_000, 100_000)) * random.randint(1, 9)
    return max(1, min(wanted, LARGEST // max(size, 1)))


def _truncate(data: bytes, random: Random, other: bytes) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def _remove(data: bytes, random: Random, other: bytes) -> bytes:
    start, end = _span(data, random, 200)
    return data[:start] + data[end:]


def _duplicate(data: bytes, random: Random, other: bytes) -> bytes:
    start, end = _span(data, random, 2_000)
    return data[:end] + data[start:end] + data[end:]


def _splice(data: bytes, random: Random, other: bytes) -> bytes:
    at, (start, end) = random.randrange(len(data) + 1), _span(other, random, 4_000)
    return data[:at] + other[start:end] + data[at:]


def _flip(data: bytes, random: Random, other: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(random.choice((1, 4, 30)) if changed else 0):
        changed[random.randrange(len(changed))] = random.randrange(256)
    return bytes(changed)


def _repeat(data: bytes, random: Random, other: bytes) -> bytes:
    start, end = _span(data, random, random.choice((1, 3, 20, 400)))
    return data[:start] + data[start:end] * _times(random, end - start) + data[end:]


def _recode(data: bytes, random: Random, other: bytes) -> bytes:
    encoding = random.choice(("utf-16", "utf-16-be", "utf-32", "gb18030", "latin-1", "utf-7", "shift_jis"))
    text = data.decode("utf-8", "replace").encode(encoding, "replace")
    return random.choice((text, b"\xef\xbb\xbf" + data, b"\xff\xfe" + data, text + data))


def _run(data: bytes, random: Random, other: bytes) -> bytes:
    """Put a long run of something where a text or a number stands, or anywhere."""
    text, run = _decoded(data), random.choice(_RUNS) + random.choice(("", "", random.choice(_RUNS)))
    places = [match.span(1) for match in _TEXT.finditer(text)] or [_span(text, random, 5)]
    start, end = random.choice(places)
    kept = text[start:end] if random.random() < 0.5 else ""
    return _encoded(text[:start] + run * _times(random, len(run)) + kept + text[end:])


def _number(data: bytes, random: Random, other: bytes) -> bytes:
    text = _decoded(data)
    places = [match.span() for match in _NUMBER.finditer(text)] or [(0, 0)]
    start, end = random.choice(places)
    return _encoded(text[:start] + random.choice(_NUMBERS) + text[end:])


def _attribute(data: bytes, random: Random, other: bytes) -> bytes:
    """Put an attribute in the place of another, of a tag that has none, or of a hostile kind."""
    text = _decoded(data)
    places = [match.span() for match in _ATTRIBUTE.finditer(text)]
    places += [(match.end(), match.end()) for match in re.finditer(r"<(?:td|tr|table|th|p|div)\b", text)]
    value, word = random.choice(_NUMBERS), random.choice(("rowspan", "colspan", "width", "id", "class"))
    hostile = random.choice((f' {word}="{value}"', f' style="{random.choice(_STYLES)}:{value}pt"'))
    start, end = random.choice(places or [(0, 0)])
    taken = _ATTRIBUTE.findall(text + _decoded(other))
    chosen = hostile if not taken or random.random() < 0.7 else f" {random.choice(taken)}"
    return _encoded(text[:start] + chosen + text[end:])


_STYLES = (
    "padding-left",
    "padding",
    "margin-left",
    "text-indent",
    "font-weight",
    "font-size",
    "border",
    "width",
)


def _nest(data: bytes, random: Random, other: bytes) -> bytes:
    """Wrap a part of the document in very many elements."""
    text = _decoded(data)
    start, end = _span(text, random, 500)
    tag = random.choice(("div", "b", "span", "table", "table><tr><td", "ul", "p", "font", "w:p", "sup"))
    times = min(_times(random, 2 * len(tag)), 20_000)
    closing = f"</{tag.partition('>')[0]}>" * times if random.random() < 0.7 else ""
    return _encoded(text[:start] + f"<{tag}>" * times + text[start:end] + closing + text[end:])


def _rows(data: bytes, random: Random, other: bytes) -> bytes:
    """Repeat a row, a cell or a paragraph."""
    text = _decoded(data)
    whole = random.choice(
        (r"<tr\b.*?</tr>", r"<td\b.*?</td>", r"<table\b.*?</table>", r"<p\b.*?</p>", r"^.*\n")
    )
    places = [match.span() for match in re.finditer(whole, text, re.DOTALL | re.MULTILINE)]
    start, end = random.choice(places or [(0, 0)])
    times = min(_times(random, end - start), 3_000)
    return _encoded(text[:start] + text[start:end] * times + text[end:])


def _value(data: bytes, random: Random, other: bytes) -> bytes:
    """Put another value in the place of one of a JSON document."""
    try:
        tree = json.loads(data)
    except (ValueError, RecursionError):
        return _flip(data, random, other)
    places: list[tuple[Any, Any]] = []
    unseen = [tree]
    while unseen:
        node = unseen.pop()
        items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
        for key, value in items:
            places.append((node, key))
            unseen.append(value)
    if places:
        holder, key = random.choice(places)
        holder[key] = random.choice(_VALUES)
    return json.dumps(tree).encode()


def _member(data: bytes, random: Random, other: bytes) -> bytes:
    """Change one member of an archive as a document of its own."""

    def change(members: dict[str, bytes]) -> None:
        name = random.choice(sorted(members, key=lambda name: (not name.endswith("document.xml"), name))[:12])
        kind = random.choice((*_OF_BYTES, *_OF_TEXT * 2, *_OF_MARKUP * 2))
        members[name] = MUTATIONS[kind](members[name], random, other)

    return _changed(data, change)


def _lose_member(data: bytes, random: Random, other: bytes) -> bytes:
    def change(members: dict[str, bytes]) -> None:
        del members[random.choice(sorted(members))]

    return _changed(data, change)


def _merge(data: bytes, random: Random, other: bytes) -> bytes:
    """Merge very many cells of a workbook, or span a cell of a Word table over very many columns."""
    places = [f"{column}{row}" for column in ("A", "C", "XFD") for row in (1, 3, 1_048_576)]
    merges = "".join(f'<mergeCell ref="{place}:{random.choice(places)}"/>' for place in places)
    span = f'<w:gridSpan w:val="{random.choice(_NUMBERS)}"/><w:vMerge w:val="restart"/>'

    def change(members: dict[str, bytes]) -> None:
        for name in members:
            text = members[name]
            if name.startswith("xl/worksheets/"):
                text = text.replace(
                    b"</sheetData>", f"</sheetData><mergeCells>{merges}</mergeCells>".encode()
                )
            elif name == "word/document.xml":
                text = text.replace(b"<w:tcPr>", b"<w:tcPr>" + span.encode(), random.randint(1, 9))
            members[name] = text

    return _changed(data, change)


def _changed(data: bytes, change: Callable[[dict[str, bytes]], None]) -> bytes:
    try:
        members = unpacked(data)
    except DAMAGED:
        return data
    if members:
        change(members)
    return packed(members)


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


_OF_BYTES = ("truncate", "remove", "duplicate", "splice", "flip", "repeat")
_OF_TEXT = ("recode", "run", "number")
_OF_MARKUP = ("attribute", "nest", "rows")
_OF_JSON = ("value",)
_OF_ARCHIVES = ("member", "lose member", "merge")
MUTATIONS: Mapping[str, Mutation] = {
    "truncate": _truncate,
    "remove": _remove,
    "duplicate": _duplicate,
    "splice": _splice,
    "flip": _flip,
    "repeat": _repeat,
    "recode": _recode,
    "run": _run,
    "number": _number,
    "attribute": _attribute,
    "nest": _nest,
    "rows": _rows,
    "value": _value,
    "member": _member,
    "lose member": _lose_member,
    "merge": _merge,
}
