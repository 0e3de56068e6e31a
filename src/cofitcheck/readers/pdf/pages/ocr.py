"""Pages that are pictures: their words by RapidOCR, with the models of its wheel; nothing is fetched."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cofitcheck import patterns as re
from cofitcheck.errors import MissingDependencyError
from cofitcheck.readers.pdf.pages import Page, Rule, Word
from cofitcheck.readers.pdf.pages.rules import to_rules

# In points, as ruled lines and the padding of cells are the same whatever the size of the print.
_SHORTEST_RULE = 20.0
"""The shortest ruled line: longer than a stroke of a letter."""
_THICKEST_RULE = 3.0
"""The most across a ruled line in a picture; what is thicker is an area."""

INSTALL = "pip install 'cofitcheck[ocr]'"
_DPI = 150
"""The resolution in which characters are recognised, in dots an inch."""
_LARGEST = 4_000
"""The most pixels along a side; a larger page is read as a smaller picture."""
_SURE = 0.8
"""The least probability of each character of a number that is compared."""
_FONT = 0.77
"""The height of a font, as a share of that of the box around a line in it."""
_LEAST, _MOST = 0.7, 1.4
"""The heights of boxes of one font differ by their letters: between these shares of what is usual on the
page, a box is as high as is usual."""
_BASE = 0.36
"""How far below the middle of a line its baseline is, in heights of its font."""
_MARGIN = 4
"""Pixels put at both sides of a line for its second reading."""
_TALL = 2
"""How many times as high as wide text is that is written sideways; a character alone is less."""
_TOKEN = re.compile(r"\S+?(?=(?<=[\d)%])[$＄]|\s|\Z)")
"""A word between spaces; the currency sign of the next number is parted from the number before it."""
_HALF = 0.8
"""How far from the middle of a character its ink reaches at the most, in widths of a character."""
Picture = npt.NDArray[np.uint8]
"""Height by width by colours, or height by width in shades of grey."""
Corners = npt.NDArray[np.float32]
"""Four corners (x, y) of a box in pixels, from the upper left one clockwise."""

_SLANT = 3.0
"""The furthest that a page lies askew, in degrees."""
_STEP = 0.1
"""How finely the slant of a page is looked for, in degrees."""
_LEVEL = 0.15
"""The slant below which a page is level, in degrees."""
_NEAR = 31
"""The side of the square around a dot, in dots, that the dot must be darker than."""
_DARKER = 12
"""How much darker than the pixels around it a line is, of 255."""


class _Line(NamedTuple):
    """A line as it is recognised: where it begins, its centre and height, in points; of each character other
    than a space the middle, in pixels of `crop`, and the probability."""

    text: str
    left: float
    centre: float
    height: float
    middles: list[float]
    sure: list[float]
    crop: Picture


def read_picture(page: Any, number: int) -> Page:
    """Return what the picture of a PDFium page shows, made level. Raises `MissingDependencyError`."""
    engine = _engine()
    scale = _DPI / 72
    picture = page.render(scale=scale).to_numpy()
    if angle := slant(picture):
        picture = turned(picture, angle)
    boxes = _boxes(engine, picture)
    level_boxes = [box for box in boxes if not _is_sideways(box)]
    lines = list(_lines(engine, picture, level_boxes, scale)) if level_boxes else []
    usual = median(line.height for line in lines) if lines else 0.0
    words = tuple(word for line in lines for word in _words(line, _size(line.height, usual), scale))
    level, upright = ruled(picture, scale)
    return Page(
        number,
        picture.shape[1] / scale,
        picture.shape[0] / scale,
        words,
        level,
        upright,
        pictures=1.0,
        characters=sum(len(word.text) for word in words),
        askew=len(boxes) - len(level_boxes),
        by_ocr=True,
    )


@cache
def _engine() -> Any:
    if find_spec("rapidocr") is None:
        raise MissingDependencyError(f"Reading pages that are pictures needs RapidOCR: {INSTALL}.")
    import rapidocr

    models = Path(rapidocr.__file__).parent / "models"
    # With the paths of its models given, it looks for no others and fetches none.
    found = {part: next(models.glob(f"*_{part}_*.onnx"), None) for part in ("det", "rec")}
    if missing := [part for part, path in found.items() if path is None]:
        raise MissingDependencyError(
            f"The installed rapidocr has no {' and no '.join(missing)} model in {models}; install it anew: "
            f"{INSTALL} --force-reinstall."
        )
    return rapidocr.RapidOCR(
        params={
            "Global.log_level": "critical",
            "Global.use_cls": False,
            "Global.use_rec": False,
            "Global.return_word_box": True,
            "Global.max_side_len": _LARGEST,
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "Det.model_path": str(found["det"]),
            "Rec.model_path": str(found["rec"]),
        }
    )


def _boxes(engine: Any, picture: Picture) -> list[Corners]:
    """Return the boxes of the lines of text of a level picture."""
    found = engine(picture).boxes
    return [] if found is None else [np.asarray(box, np.float32) for box in found]


def _is_sideways(box: Corners) -> bool:
    width, height = (box.max(axis=0) - box.min(axis=0)).tolist()
    return bool(height > _TALL * width)


def _lines(engine: Any, picture: Picture, boxes: list[Corners], scale: float) -> Iterator[_Line]:
    crops = engine.crop_text_regions(picture, np.stack(boxes))
    read = engine.recognize_txt(crops)
    sure = _sure(engine, crops, read)
    for box, crop, text, found, chances in zip(boxes, crops, read.txts, read.word_results, sure, strict=True):
        if not text.strip():
            continue  # what was taken for a line is none
        (left, top), (_, bottom) = box.min(axis=0).tolist(), box.max(axis=0).tolist()
        steps = [step for word in found.word_cols for step in word]
        yield _Line(
            text,
            left / scale,
            (top + bottom) / 2 / scale,
            (bottom - top) / scale,
            [(step + 0.5) * crop.shape[1] / found.line_txt_len for step in steps],
            [chance for char, chance in zip(text, chances, strict=True) if not char.isspace()],
            crop,
        )


def _sure(engine: Any, crops: list[Picture], read: Any) -> list[list[float]]:
    """Return the probability of each character; a line with a low one is read again with a margin, and what
    is read twice has the better of both."""
    sure = [found.confs for found in read.word_results]
    low = [number for number, chances in enumerate(sure) if min(chances, default=1.0) < _SURE]
    if not low:
        return sure
    sides = ((0, 0), (_MARGIN, _MARGIN), (0, 0))
    again = engine.recognize_txt([np.pad(crops[number], sides, mode="edge") for number in low])
    for number, text, found in zip(low, again.txts, again.word_results, strict=True):
        if text == read.txts[number]:
            sure[number] = list(map(max, sure[number], found.confs))
    return sure


def _size(height: float, usual: float) -> float:
    return _FONT * (usual if _LEAST * usual < height < _MOST * usual else height)


def _words(line: _Line, size: float, scale: float) -> Iterator[Word]:
    """Yield the words of a line, each from where its ink begins to where it ends."""
    columns = inked(line.crop)
    before = 0
    for token in _TOKEN.finditer(line.text):
        text = token.group()
        middles = line.middles[before : before + len(text)]
        sure = min(line.sure[before : before + len(text)])
        before += len(text)
        wide = (middles[-1] - middles[0]) / (len(text) - 1) if len(text) > 1 else size * scale / 2
        left, right = extent(columns, middles[0] - _HALF * wide, middles[-1] + _HALF * wide)
        is_sure = sure >= _SURE or not any(map(str.isdigit, text))
        yield Word(
            text,
            line.left + left / scale,
            line.left + right / scale,
            line.centre + _BASE * size,
            size,
            False,
            is_sure,
        )


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
    length = round(_SHORTEST_RULE * scale)
    lines: list[tuple[float, float, float, float]] = []
    for kernel in (np.ones((1, length), np.uint8), np.ones((length, 1), np.uint8)):
        lines += _rule_lines(np.asarray(cv2.morphologyEx(dark, cv2.MORPH_OPEN, kernel), np.uint8), scale)
    return to_rules(lines)


def _rule_lines(runs: Picture, scale: float) -> Iterator[tuple[float, float, float, float]]:
    """Yield the thin ones of the areas of runs of dark pixels, as lines along their middle, in points."""
    import cv2

    for left, top, width, height, _ in (cv2.connectedComponentsWithStats(runs)[2][1:] / scale).tolist():
        if min(width, height) > _THICKEST_RULE:
            continue
        if width > height:
            yield left, top + height / 2, left + width, top + height / 2
        else:
            yield left + width / 2, top, left + width / 2, top + height


def inked(crop: Picture) -> npt.NDArray[np.bool_]:
    """Return which columns of the picture of one line have ink; lines over and under the text do not
    count."""
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
