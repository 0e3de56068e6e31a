"""The ruled lines of a page, through PDFium: strokes, thin filled boxes and thin pictures."""

from __future__ import annotations

import ctypes
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from cofitcheck.readers.pdf.pages import Rule

# In points, as ruled lines and the padding of cells are the same whatever the size of the print.
_THIN = 3.0
"""The most points across a line; what is thicker is an area."""
_SHORT = 2.0
"""The greatest length of a dot."""
_DASH = 12.0
"""The greatest length of a dash. The dashes of one line may stand as far apart as a line is thick."""
_RULE_GAP = 1.0
"""How far from each other pieces of one ruled line may stand."""
_DOTTED = 40.0
"""The least length of a dotted line: the dots of one row may be all that is not part of a picture."""
_LINE_SLANT = 0.6
"""How far off level, or upright, a line may be drawn."""

_MAX_DEPTH = 6
"""How deep forms within forms are followed."""
_MAX_OBJECTS = 200_000
"""The most objects of a page that are looked at for lines."""

Segment = tuple[float, float, float, float]
Area = tuple[float, float, float, float]
"""Left, bottom, right, top in user space."""


class Transform(NamedTuple):
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

    def then(self, outer: Transform) -> Transform:
        """Return this transformation followed by another."""
        e, f = outer.point(self.e, self.f)
        a, b = outer.a * self.a + outer.c * self.b, outer.b * self.a + outer.d * self.b
        c, d = outer.a * self.c + outer.c * self.d, outer.b * self.c + outer.d * self.d
        return Transform(a, b, c, d, e, f)


class DrawnObjects(NamedTuple):
    """Lines (x0, y0, x1, y1), the boxes of pictures and those around what is painted under one mark, in user
    space; `objects` counts all that is drawn."""

    lines: list[Segment]
    pictures: list[Area]
    marked: dict[int, Area]
    objects: int


def read_drawn(page: Any) -> DrawnObjects:
    """Return the lines and pictures of a PDFium page."""
    import pypdfium2.raw as pdfium

    drawing = _Drawing(pdfium)
    drawing.visit(
        pdfium.FPDFPage_CountObjects(page),
        lambda number: pdfium.FPDFPage_GetObject(page, number),
        Transform(),
        0,
    )
    return DrawnObjects(drawing.all_lines(), drawing.pictures, drawing.marked, drawing.objects)


class _Drawing:
    """What is drawn on a page, forms within forms included."""

    def __init__(self, pdfium: Any) -> None:
        self.pdfium = pdfium
        self.objects = 0
        self.lines: list[Segment] = []
        self.pictures: list[Area] = []
        self.marked: dict[int, Area] = {}
        self._dots: list[tuple[float, float]] = []  # the middles of pictures as small as a point
        self._thin: list[tuple[Area, int]] = []  # thin filled boxes with their colour
        self._areas: set[tuple[int, int, int]] = set()  # edges of areas: colour, bottom, left or right

    def visit(self, count: int, at: Callable[[int], Any], outer: Transform, depth: int) -> None:
        pdfium = self.pdfium
        for index in range(count):
            self.objects += 1
            if self.objects > _MAX_OBJECTS:
                return
            item = at(index)
            kind = pdfium.FPDFPageObj_GetType(item)
            if kind == pdfium.FPDF_PAGEOBJ_PATH:
                self._path(item, self._matrix(item).then(outer))
            elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
                self._picture(self._matrix(item).then(outer))
            elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _MAX_DEPTH:
                self.visit(
                    pdfium.FPDFFormObj_CountObjects(item),
                    lambda number, form=item: pdfium.FPDFFormObj_GetObject(form, number),  # type: ignore[misc]
                    self._matrix(item).then(outer),
                    depth + 1,
                )

    def all_lines(self) -> list[Segment]:
        """Return the lines, dotted ones too, and thin boxes but for those that go on as a shaded area."""
        thin = (_line(box) for box, colour in self._thin if not self._is_shading(box, colour))
        return [*self.lines, *_dotted(self._dots), *thin]

    def _is_shading(self, box: Area, colour: int) -> bool:
        left, bottom, right, top = box
        upright = right - left < top - bottom
        return upright and any(
            (colour, round(bottom) + up, round(edge) + side) in self._areas
            for edge in (left, right)
            for up in (-1, 0, 1)
            for side in (-1, 0, 1)
        )

    def _matrix(self, item: Any) -> Transform:
        matrix = self.pdfium.FS_MATRIX()
        if not self.pdfium.FPDFPageObj_GetMatrix(item, matrix):
            return Transform()
        return Transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)

    def _picture(self, matrix: Transform) -> None:
        box = _around(matrix.point(x, y) for x in (0.0, 1.0) for y in (0.0, 1.0))
        if _is_thin(box):
            self.lines.append(_line(box))
        elif max(box[2] - box[0], box[3] - box[1]) <= _SHORT:
            self._dots.append(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
        else:
            self.pictures.append(box)

    def _path(self, path: Any, matrix: Transform) -> None:
        fill, stroke, width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
        if not self.pdfium.FPDFPath_GetDrawMode(path, fill, stroke):
            return
        self.pdfium.FPDFPageObj_GetStrokeWidth(path, width)
        scale = max(abs(matrix.a), abs(matrix.b))
        mark = self.pdfium.FPDFPageObj_GetMarkedContentID(path)
        for points in _subpaths(self.pdfium, path, matrix):
            if mark >= 0:
                before = self.marked.get(mark)
                self.marked[mark] = _around([*points, before[:2], before[2:]] if before else points)
            if stroke.value and width.value * scale <= _THIN:
                self.lines.extend((*first, *second) for first, second in pairwise(points))
                continue
            box = _around(points)
            if _is_thin(box):
                self._thin.append((box, self._colour(path)))
            elif fill.value and min(box[2] - box[0], box[3] - box[1]) > _THIN:
                colour, bottom = self._colour(path), round(box[1])
                self._areas |= {(colour, bottom, round(box[0])), (colour, bottom, round(box[2]))}

    def _colour(self, path: Any) -> int:
        parts = [ctypes.c_uint() for _ in range(4)]
        self.pdfium.FPDFPageObj_GetFillColor(path, *parts)
        return int.from_bytes(bytes(part.value & 255 for part in parts), "big")


def _dotted(dots: Iterable[tuple[float, float]]) -> Iterator[Segment]:
    """Yield the upright and level lines that many dots near one another make."""
    dots = tuple(dots)
    for upright in (True, False):
        bands: dict[int, list[tuple[float, float]]] = defaultdict(list)
        for x, y in dots:
            bands[round(x if upright else y)].append((y, x) if upright else (x, y))
        for band in bands.values():
            for run in _runs(sorted(band)):
                (start, at), (end, _) = run[0], run[-1]
                yield (at, start, at, end) if upright else (start, at, end, at)


def _runs(band: Sequence[tuple[float, float]]) -> Iterator[list[tuple[float, float]]]:
    """Yield the runs of dots along a line that leave no gap in it."""
    run: list[tuple[float, float]] = []
    for dot in band:
        if run and dot[0] - run[-1][0] > _THIN:
            if run[-1][0] - run[0][0] >= _DOTTED:
                yield run
            run = []
        run.append(dot)
    if run and run[-1][0] - run[0][0] >= _DOTTED:
        yield run


def _around(points: Iterable[tuple[float, float]]) -> Area:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _is_thin(box: Area) -> bool:
    """Tell whether a box is as thin as a line and much longer than it is wide."""
    across, along = sorted((box[2] - box[0], box[3] - box[1]))
    return across <= _THIN and along > max(_SHORT, 2 * across)


def _line(box: Area) -> Segment:
    """Return the line that a thin box is."""
    left, bottom, right, top = box
    if right - left > top - bottom:
        return left, (bottom + top) / 2, right, (bottom + top) / 2
    return (left + right) / 2, bottom, (left + right) / 2, top


def _subpaths(pdfium: Any, path: Any, matrix: Transform) -> Iterator[list[tuple[float, float]]]:
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
        if abs(y1 - y0) <= _LINE_SLANT and abs(x1 - x0) > 0:
            level.append(Rule((y0 + y1) / 2, min(x0, x1), max(x0, x1)))
        elif abs(x1 - x0) <= _LINE_SLANT and abs(y1 - y0) > 0:
            upright.append(Rule((x0 + x1) / 2, min(y0, y1), max(y0, y1)))
    across = tuple(sorted(_joined(upright, None), key=lambda rule: rule.at))
    return _joined(level, across), across


def _joined(rules: list[Rule], across: Sequence[Rule] | None) -> tuple[Rule, ...]:
    """Return rules; those of one line are made one. They touch, are dashes, or leave room for one of `across`
    to pass. Other rules side by side are the underlines of two heads."""
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
            if run and rule.start > end + (_THIN if _is_one_line(run[-1], rule, end, across) else _RULE_GAP):
                joined.append(_one(run))
                run = []
            end = max(end, rule.end) if run else rule.end
            run.append(rule)
        if run:
            joined.append(_one(run))
    return tuple(rule for rule in joined if rule.length > _SHORT)


def _is_one_line(before: Rule, rule: Rule, end: float, across: Sequence[Rule] | None) -> bool:
    """Tell whether a small gap between two rules is inside one line: a dashed line, or one that another
    crosses."""
    if min(rule.length, before.length) < _DASH or across is None:
        return True
    if rule.start - end <= _RULE_GAP:
        return False
    first = bisect_left(across, end - _THIN, key=lambda other: other.at)
    last = bisect_right(across, rule.start + _THIN, key=lambda other: other.at)
    return any(other.start - _THIN <= rule.at <= other.end + _THIN for other in across[first:last])


def _one(run: list[Rule]) -> Rule:
    longest = max(run, key=lambda rule: rule.length)
    return Rule(longest.at, min(rule.start for rule in run), max(rule.end for rule in run))
