"""Whether a document writes decimals with a comma (1.234,56; 1 234,56) or with a point (1,234.56)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cofitcheck import patterns as re
from cofitcheck.document import UncheckedCode, UncheckedReason

_LONGEST = 40
"""The most characters of a number."""
_BEFORE, _BEHIND, _BEHIND_GROUPS = r"(?!\W*[xX])\D{0,4}", r"\D{0,5}", r"[^%\d]{0,4}"
_SPACE = "[ \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}'’]"

_THOUSANDS = 5
"""The fewest numbers which show that points before three digits part thousands."""
_MIXED = 5
"""A document has both spellings where this many times the certain numbers of the rarer one are more than
those of the other."""


def _pattern(point: str, group: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return what is read with `point` before the decimals, and what can only be read so.

    A lone group of three digits may be thousands or decimals, but thousands are far more common; with a
    percent sign behind it, it says nothing.
    """
    grouped = rf"[1-9]\d{{0,2}}(?:{group}\d{{3}})"
    certain = (
        rf"(?:{grouped}*|[1-9]\d{{0,2}}(?:{_SPACE}\d{{3}})+|\d+){point}\d{{1,2}}"
        rf"|[1-9]\d{{0,2}}(?:{_SPACE}\d{{3}})+{point}\d+|{grouped}{{2,}}(?:{point}\d+)?|0{point}\d+"
    )
    return (
        re.compile(rf"{_BEFORE}(?:{certain}){_BEHIND}|{_BEFORE}{grouped}+(?:{point}\d+)?{_BEHIND_GROUPS}"),
        re.compile(rf"{_BEFORE}(?:{certain}){_BEHIND}"),
    )


_COMMA, _CERTAIN_COMMA = _pattern(",", r"\.")
_POINT, _CERTAIN_POINT = _pattern(r"\.", ",")


@dataclass(frozen=True, slots=True)
class Decimals:
    """How the numbers of a document are spelled: how many likely have, and how many certainly have, a decimal
    comma or a decimal point, and an example of one that leaves it open."""

    comma: int = 0
    point: int = 0
    certain_comma: int = 0
    certain_point: int = 0
    example: str = ""

    @classmethod
    def of(cls, texts: Iterable[str]) -> Decimals:
        """Weigh the texts of a document; those that are no number with a separator say nothing."""
        comma = point = certain_comma = certain_point = 0
        example = ""
        for text in texts:
            if len(text) > _LONGEST:
                continue
            is_comma, is_point = bool(_COMMA.fullmatch(text)), bool(_POINT.fullmatch(text))
            comma, point = comma + is_comma, point + is_point
            sure = is_comma and bool(_CERTAIN_COMMA.fullmatch(text))
            certain_comma += sure
            certain_point += is_point and bool(_CERTAIN_POINT.fullmatch(text))
            if is_comma and not sure:
                example = example or text.strip()
        return cls(comma, point, certain_comma, certain_point, example)

    def __add__(self, other: Decimals) -> Decimals:
        """Return the evidence of two parts of one document."""
        return Decimals(
            self.comma + other.comma,
            self.point + other.point,
            self.certain_comma + other.certain_comma,
            self.certain_point + other.certain_point,
            self.example or other.example,
        )

    @property
    def uses_comma(self) -> bool:
        """Whether most numbers have a decimal comma, and one certainly; or whether enough numbers have points
        before three digits, and none a comma, so that the points part thousands."""
        return self.comma > self.point and (
            self.certain_comma > 0 or (not self.point and self.comma >= _THOUSANDS)
        )

    @property
    def doubt(self) -> UncheckedReason | None:
        """What leaves the decision open, None where nothing does."""
        read = "1.234,56" if self.uses_comma else "1,234.56"
        if self.comma > self.point and not self.certain_comma:
            return UncheckedReason.of(UncheckedCode.DECIMALS_OPEN, example=self.example, read=read)
        rarer, other = sorted((self.certain_comma, self.certain_point))
        if rarer * _MIXED > other:
            counts = {"commas": self.certain_comma, "points": self.certain_point}
            return UncheckedReason.of(UncheckedCode.DECIMALS_MIXED, **counts, read=read)
        return None
