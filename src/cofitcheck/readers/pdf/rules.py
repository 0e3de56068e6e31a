"""The ruled lines of a page, through PDFium: strokes, thin filled boxes and thin pictures."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from cofitcheck.readers.pdf.page import Rule

_THIN = 3.0
"""The most points across a line; what is thicker is an area."""
_SHORT = 2.0
_SLANT = 0.6
_MAX_DEPTH = 6
_MAX_OBJECTS = 200_000


class Matrix(NamedTuple):
    """A transformation of points: x' = a x + c y + e, y' = b x + d y + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point comes to lie."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def then(self, outer: Matrix) -> Matrix:
        """Return this transformation followed by another."""
        e, f = outer.point(self.e, self.f)
        a, b = outer.a * self.a + outer.c * self.b, outer.b * self.a + outer.d * self.b
        c, d = outer.a * self.c + outer.c * self.d, outer.b * self.c + outer.d * self.d
        return Matrix(a, b, c, d, e, f)


class Drawn(NamedTuple):
    """Lines (x0, y0, x1, y1) and the boxes of pictures in user space."""

    lines: list[tuple[float, float, float, float]]
    pictures: list[tuple[float, float, float, float]]


def read_drawn(page: Any) -> Drawn:
    """Return the lines and pictures of a PDFium page."""
    import pypdfium2.raw as pdfium

    drawn = Drawn([], [])
    budget = _MAX_OBJECTS

    def visit(count: int, at: Any, outer: Matrix, depth: int) -> None:
        nonlocal budget
        for index in range(count):
            budget -= 1
            if budget < 0:
                return
            item = at(index)
            kind = pdfium.FPDFPageObj_GetType(item)
            if kind == pdfium.FPDF_PAGEOBJ_PATH:
                drawn.lines.extend(_path_lines(pdfium, item, _matrix(pdfium, item).then(outer)))
            elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
                _add_picture(drawn, _matrix(pdfium, item).then(outer))
            elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _MAX_DEPTH:
                inner = _matrix(pdfium, item).then(outer)
                visit(
                    pdfium.FPDFFormObj_CountObjects(item),
                    lambda n, form=item: pdfium.FPDFFormObj_GetObject(form, n),
                    inner,
                    depth + 1,
                )

    visit(pdfium.FPDFPage_CountObjects(page), lambda n: pdfium.FPDFPage_GetObject(page, n), Matrix(), 0)
    return drawn


def _matrix(pdfium: Any, item: Any) -> Matrix:
    matrix = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(item, matrix):
        return Matrix()
    return Matrix(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)


def _add_picture(drawn: Drawn, matrix: Matrix) -> None:
    corners = [matrix.point(x, y) for x in (0.0, 1.0) for y in (0.0, 1.0)]
    box = _around(corners)
    line = _thin_box(box)
    if line:
        drawn.lines.append(line)
    else:
        drawn.pictures.append(box)


def _around(points: Iterable[tuple[float, float]]) -> tuple[float, float, float, float]:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _thin_box(box: tuple[float, float, float, float]) -> tuple[float, float, float, float] | None:
    """Return the line that a thin box is, or None."""
    left, bottom, right, top = box
    width, height = right - left, top - bottom
    if height <= _THIN and width > max(_SHORT, 2 * height):
        return left, (bottom + top) / 2, right, (bottom + top) / 2
    if width <= _THIN and height > max(_SHORT, 2 * width):
        return (left + right) / 2, bottom, (left + right) / 2, top
    return None


def _path_lines(pdfium: Any, path: Any, matrix: Matrix) -> Iterator[tuple[float, float, float, float]]:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    if not pdfium.FPDFPath_GetDrawMode(path, fill, stroke):
        return
    width = ctypes.c_float()
    pdfium.FPDFPageObj_GetStrokeWidth(path, width)
    scale = max(abs(matrix.a), abs(matrix.b))
    for points in _subpaths(pdfium, path, matrix):
        if stroke.value and width.value * scale <= _THIN:
            yield from ((*first, *second) for first, second in pairwise(points))
        elif fill.value or stroke.value:
            box = _around(points)
            line = _thin_box(box)
            if line:
                yield line


def _subpaths(pdfium: Any, path: Any, matrix: Matrix) -> Iterator[list[tuple[float, float]]]:
    """Yield the straight runs of a path, closed where the path closes them; curves break a run."""
    points: list[tuple[float, float]] = []
    x, y = ctypes.c_float(), ctypes.c_float()
    for index in range(min(pdfium.FPDFPath_CountSegments(path), _MAX_OBJECTS)):
        segment = pdfium.FPDFPath_GetPathSegment(path, index)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        point = matrix.point(x.value, y.value)
        if kind != pdfium.FPDF_SEGMENT_LINETO:
            if len(points) > 1:
                yield points
            points = []
        points.append(point)
        if pdfium.FPDFPathSegment_GetClose(segment):
            points.append(points[0])
    if len(points) > 1:
        yield points


def to_rules(
    lines: Iterable[tuple[float, float, float, float]],
) -> tuple[tuple[Rule, ...], tuple[Rule, ...]]:
    """Return level and upright rules, those that overlap or all but touch joined to one."""
    level, upright = [], []
    for x0, y0, x1, y1 in lines:
        if abs(y1 - y0) <= _SLANT and abs(x1 - x0) > 0:
            level.append(Rule((y0 + y1) / 2, min(x0, x1), max(x0, x1)))
        elif abs(x1 - x0) <= _SLANT and abs(y1 - y0) > 0:
            upright.append(Rule((x0 + x1) / 2, min(y0, y1), max(y0, y1)))
    return _joined(level), _joined(upright)


def _joined(rules: list[Rule]) -> tuple[Rule, ...]:
    bands: list[list[Rule]] = []
    for rule in sorted(rules, key=lambda rule: rule.at):
        if bands and rule.at - bands[-1][0].at <= 1.2:
            bands[-1].append(rule)
        else:
            bands.append([rule])
    joined: list[Rule] = []
    for band in bands:
        run: list[Rule] = []
        end = 0.0
        for rule in sorted(band, key=lambda rule: rule.start):
            if run and rule.start > end + _THIN:
                joined.append(_one(run))
                run = []
            end = max(end, rule.end) if run else rule.end
            run.append(rule)
        if run:
            joined.append(_one(run))
    return tuple(rule for rule in joined if rule.length > _SHORT)


def _one(run: list[Rule]) -> Rule:
    longest = max(run, key=lambda rule: rule.length)
    return Rule(longest.at, min(rule.start for rule in run), max(rule.end for rule in run))
