"""What can be seen in the picture of a page without reading it: its slant, its ruled lines, where ink is."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from cofitcheck.readers.pdf.pages.page import Rule
from cofitcheck.readers.pdf.pages.rules import to_rules

Picture = npt.NDArray[np.uint8]
"""Height by width by colours, or height by width in shades of grey."""
Corners = npt.NDArray[np.float32]
"""Four corners (x, y) of a box in pixels, from the upper left one clockwise."""

_SLANT = 3.0
"""The furthest that a page lies askew, in degrees."""
_STEP = 0.1
_LEVEL = 0.15
_RULE = 20.0
"""The shortest ruled line, in points: longer than a stroke of a letter."""
_THICK = 3.0
_NEAR = 31
_DARKER = 12
"""How much darker than the pixels around it a line is, of 255."""


def slant(picture: Picture) -> float:
    """Return the angle in degrees by which a page has to be turned counter-clockwise to lie level.

    Rows of pixels part the lines of a level page most sharply. 0 where it is as good as level.
    """
    import cv2

    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(255 - grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    angles = np.arange(-_SLANT, _SLANT + _STEP / 2, _STEP)
    angle = float(max(angles, key=lambda angle: _sharpness(np.asarray(small, np.uint8), angle)))
    return angle if abs(angle) > _LEVEL else 0.0


def _sharpness(ink: Picture, angle: float) -> float:
    rows = turned(ink, angle, edge=0).sum(axis=1, dtype=np.float64)
    return float(np.square(np.diff(rows)).sum())


def turned(picture: Picture, angle: float, edge: int = 255) -> Picture:
    """Return a picture turned counter-clockwise by an angle in degrees; `edge` is the shade around it."""
    import cv2

    height, width = picture.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    return np.asarray(cv2.warpAffine(picture, matrix, (width, height), borderValue=(edge,) * 3), np.uint8)


def ruled(picture: Picture, scale: float) -> tuple[tuple[Rule, ...], tuple[Rule, ...]]:
    """Return the level and upright ruled lines of a level picture in points; `scale` is pixels a point."""
    import cv2

    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    dark = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, _NEAR, _DARKER)
    length = round(_RULE * scale)
    lines: list[tuple[float, float, float, float]] = []
    for kernel in (np.ones((1, length), np.uint8), np.ones((length, 1), np.uint8)):
        lines += _lines(np.asarray(cv2.morphologyEx(dark, cv2.MORPH_OPEN, kernel), np.uint8), scale)
    return to_rules(lines)


def _lines(runs: Picture, scale: float) -> Iterator[tuple[float, float, float, float]]:
    """Yield the thin ones of the areas of runs of dark pixels, as lines along their middle, in points."""
    import cv2

    for left, top, width, height, _ in (cv2.connectedComponentsWithStats(runs)[2][1:] / scale).tolist():
        if min(width, height) > _THICK:
            continue
        if width > height:
            yield left, top + height / 2, left + width, top + height / 2
        else:
            yield left + width / 2, top, left + width / 2, top + height


def inked(crop: Picture) -> npt.NDArray[np.bool_]:
    """Tell of each column of the picture of one line whether it has ink, lines over and under it apart."""
    height = crop.shape[0]
    band = crop[height // 4 : max(height - height // 4, height // 4 + 1)].mean(axis=-1)
    middle = (float(band.min()) + float(band.max())) / 2
    dark = band < middle
    columns: npt.NDArray[np.bool_] = (dark if dark.mean() <= 0.5 else ~dark).any(axis=0)
    return columns


def extent(columns: npt.NDArray[np.bool_], start: float, end: float) -> tuple[float, float]:
    """Return from where to where there is ink between two places; the places where there is none."""
    first = max(0, math.floor(start))
    found = np.flatnonzero(columns[first : math.ceil(end)])
    return (first + int(found[0]), first + int(found[-1]) + 1) if len(found) else (start, end)
