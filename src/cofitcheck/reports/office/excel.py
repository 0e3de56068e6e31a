"""Puts comments at the cells of a workbook, into its package.

Office files are zip packages. Ours have no dates, so that the same members are the same bytes.
"""

from __future__ import annotations

import io
import zipfile
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from posixpath import dirname, join, normpath, relpath
from typing import Any

from lxml import etree

from cofitcheck.readers.formats import is_format

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_COMMENTS_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml"
_VML_TYPE = "application/vnd.openxmlformats-officedocument.vmlDrawing"
_BOOK = "xl/workbook.xml"
_CONTENT_TYPES = "[Content_Types].xml"
_AFTER_DRAWING = frozenset(
    """legacyDrawingHF drawingHF picture oleObjects controls webPublishItems tableParts extLst
    AlternateContent""".split()
)
"""The elements that stand behind `legacyDrawing` in a worksheet, whose elements have a fixed order."""
_WIDTH, _LINE, _CHARACTERS = 320, 16, 50
"""The width of a comment's box and the height of a line in pixels, and how many characters a line takes."""


class ExcelCommenter:
    """Adds comments to those that the sheets of a workbook have already."""

    def takes(self, original: bytes) -> bool:
        """Tell whether a file is an Excel workbook."""
        return is_format(original, _BOOK)

    def comment(self, original: bytes, comments: Mapping[str, str], author: str) -> bytes:
        """Return a copy with comments; an address is a sheet's title and a cell ("Balance!C7")."""
        package = _Package(original)
        by_sheet: dict[str, dict[str, str]] = defaultdict(dict)
        for address, text in comments.items():
            title, _, cell = address.rpartition("!")
            by_sheet[title][cell] = text
        parts = _sheet_parts(package)
        for title, texts in by_sheet.items():
            _comment_sheet(package, parts[title], texts, author)
        return package.to_bytes()


class _Package:
    """The members of a zip package, of which some are replaced or added."""

    def __init__(self, data: bytes) -> None:
        self._zip = zipfile.ZipFile(io.BytesIO(data))
        self._changed: dict[str, bytes] = {}

    def has(self, part: str) -> bool:
        return part in self._changed or part in self._zip.namelist()

    def tree(self, part: str) -> etree._Element:
        data = self._changed.get(part) or self._zip.read(part)
        return etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True))

    def write(self, part: str, root: etree._Element) -> None:
        self._changed[part] = etree.tostring(root, encoding="UTF-8", xml_declaration=True, standalone=True)

    def unused(self, pattern: str) -> str:
        """Return the name of a part that does not exist yet; the pattern has one "{}" for a number."""
        number = 1
        while self.has(pattern.format(number)):
            number += 1
        return pattern.format(number)

    def to_bytes(self) -> bytes:
        copy = io.BytesIO()
        with zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as target:
            for member in self._zip.infolist():
                if member.filename not in self._changed:
                    target.writestr(member, self._zip.read(member), member.compress_type)
            for part, data in self._changed.items():
                put(target, part, data)
        return copy.getvalue()


@dataclass(frozen=True, slots=True)
class _Relations:
    """The relations of one part to others."""

    package: _Package
    part: str
    root: etree._Element

    @classmethod
    def of(cls, package: _Package, part: str) -> _Relations:
        path = _relations_path(part)
        root = package.tree(path) if package.has(path) else etree.Element(f"{{{_PACKAGE}}}Relationships")
        return cls(package, part, root)

    def target(self, number: str) -> str:
        """Return the part that a relation leads to."""
        found = next(each for each in self.root if each.get("Id") == number)
        target = found.get("Target", "")
        return target.lstrip("/") if target.startswith("/") else normpath(join(dirname(self.part), target))

    def of_type(self, kind: str) -> str | None:
        """Return the number of the first relation of a type."""
        return next((each.get("Id") for each in self.root if each.get("Type", "").endswith(f"/{kind}")), None)

    def add(self, kind: str, target: str) -> str:
        """Add a relation to a part and return its number."""
        taken = {each.get("Id") for each in self.root}
        number = next(f"rId{n}" for n in range(1, len(taken) + 2) if f"rId{n}" not in taken)
        etree.SubElement(
            self.root,
            f"{{{_PACKAGE}}}Relationship",
            Id=number,
            Type=f"{_RELATION}/{kind}",
            Target=relpath(target, dirname(self.part)),
        )
        self.package.write(_relations_path(self.part), self.root)
        return number


def _relations_path(part: str) -> str:
    folder, _, name = part.rpartition("/")
    return f"{folder}/_rels/{name}.rels"


def _sheet_parts(package: _Package) -> dict[str, str]:
    """Return the part of each worksheet by its title."""
    relations = _Relations.of(package, _BOOK)
    sheets = package.tree(_BOOK).iter(f"{{{_MAIN}}}sheet")
    return {s.get("name", ""): relations.target(s.get(f"{{{_RELATION}}}id", "")) for s in sheets}


def _comment_sheet(package: _Package, part: str, texts: Mapping[str, str], author: str) -> None:
    relations = _Relations.of(package, part)
    if (known := relations.of_type("comments")) is not None:
        target = relations.target(known)
        comments = package.tree(target)
    else:
        target = package.unused("xl/comments{}.xml")
        comments = etree.fromstring(f'<comments xmlns="{_MAIN}"/>')
        relations.add("comments", target)
        _declare(package, f"/{target}", _COMMENTS_TYPE)
    _add_comments(comments, texts, author)
    package.write(target, comments)
    _draw_boxes(package, relations, comments)


def _add_comments(root: etree._Element, texts: Mapping[str, str], author: str) -> None:
    authors, listed = _child(root, "authors"), _child(root, "commentList")
    number = len(authors)
    etree.SubElement(authors, f"{{{_MAIN}}}author").text = author
    known = {comment.get("ref"): comment for comment in listed}
    for cell, said in texts.items():
        comment = known.get(cell)
        if comment is None:
            comment = etree.SubElement(listed, f"{{{_MAIN}}}comment", ref=cell, authorId=str(number))
        text = _child(comment, "text")
        run = etree.SubElement(text, f"{{{_MAIN}}}r")
        words = etree.SubElement(run, f"{{{_MAIN}}}t")
        words.text = f"\n\n{said}" if len(text) > 1 else said
        words.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")


def _child(parent: etree._Element, name: str) -> etree._Element:
    found = parent.find(f"{{{_MAIN}}}{name}")
    return etree.SubElement(parent, f"{{{_MAIN}}}{name}") if found is None else found


@dataclass(frozen=True, slots=True)
class _Box:
    """The size of a comment's box in pixels."""

    width: int
    height: int


def _draw_boxes(package: _Package, relations: _Relations, comments: etree._Element) -> None:
    """Draw a box for every comment of a sheet. Excel shows no comment without a box."""
    from openpyxl.comments.shape_writer import ShapeWriter

    boxes: list[tuple[str, Any]] = [
        (comment.get("ref", ""), _box("".join(map(str, comment.itertext()))))
        for comment in comments.iter(f"{{{_MAIN}}}comment")
    ]
    sheet = package.tree(relations.part)
    drawing = sheet.find(f"{{{_MAIN}}}legacyDrawing")
    if drawing is not None:
        target = relations.target(drawing.get(f"{{{_RELATION}}}id", ""))
        vml = ShapeWriter(boxes).write(package.tree(target))
    else:
        target = package.unused("xl/drawings/vmlDrawing{}.vml")
        vml = ShapeWriter(boxes).write(None)
        number = relations.add("vmlDrawing", target)
        _place_drawing(sheet, number)
        package.write(relations.part, sheet)
        _declare_extension(package, "vml", _VML_TYPE)
    package.write(target, etree.fromstring(vml))


def _box(text: str) -> _Box:
    lines = sum(1 + len(line) // _CHARACTERS for line in text.splitlines())
    return _Box(_WIDTH, _LINE * (lines + 1))


def _place_drawing(sheet: etree._Element, number: str) -> None:
    drawing = etree.Element(f"{{{_MAIN}}}legacyDrawing", {f"{{{_RELATION}}}id": number})
    behind = (at for at, child in enumerate(sheet) if etree.QName(child).localname in _AFTER_DRAWING)
    sheet.insert(next(behind, len(sheet)), drawing)


def _declare(package: _Package, part: str, kind: str) -> None:
    types = package.tree(_CONTENT_TYPES)
    etree.SubElement(types, f"{{{_TYPES}}}Override", PartName=part, ContentType=kind)
    package.write(_CONTENT_TYPES, types)


def _declare_extension(package: _Package, extension: str, kind: str) -> None:
    types = package.tree(_CONTENT_TYPES)
    if all(each.get("Extension", "").lower() != extension for each in types):
        types.insert(0, etree.Element(f"{{{_TYPES}}}Default", Extension=extension, ContentType=kind))
        package.write(_CONTENT_TYPES, types)


def put(package: zipfile.ZipFile, name: str, content: bytes) -> None:
    """Add a member, compressed, dated 1980 as far as the format is concerned."""
    member = zipfile.ZipInfo(name)
    member.external_attr = 0o600 << 16  # as zipfile does for a member that is no file on disk
    package.writestr(member, content, zipfile.ZIP_DEFLATED)


def undated(package: bytes) -> bytes:
    """Return a package with the same members, none of them dated."""
    copy = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as source, zipfile.ZipFile(copy, "w") as target:
        for member in source.infolist():
            put(target, member.filename, source.read(member))
    return copy.getvalue()
