"""Source text without its markup and white space, each character with its place in the source."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from html import unescape

from cofitcheck import patterns as re
from cofitcheck.reports.sarif.model import Region

_PART = re.compile(r"<[^<>]{0,20000}>|&#?\w{1,12};|\s+|.", re.DOTALL)
_SPACE = re.compile(r"\s+")
_LINE_END = re.compile(r"\n")


@dataclass(frozen=True)
class SourceText:
    """The text of a file, and its lines."""

    text: str

    @cached_property
    def starts(self) -> list[int]:
        """Where each line begins."""
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    def offset(self, line: int, column: int) -> int:
        """Return the place of a character by its line, from 1, and its column, from 0."""
        return self.starts[line - 1] + column

    def region(self, start: int, end: int) -> Region:
        """Return the region of the characters from `start` to before `end`."""
        first, last = (bisect_right(self.starts, at) for at in (start, max(start, end - 1)))
        return Region(
            start_line=first,
            start_column=start - self.starts[first - 1] + 1,
            end_line=last,
            end_column=end - self.starts[last - 1] + 1,
        )


@dataclass(frozen=True, slots=True)
class Flat:
    """The visible characters of a part of a text, and where each begins and ends in it."""

    text: str
    spans: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, text: str, start: int, end: int, unseen: str = "") -> Flat:
        """Return the visible characters from `start` to before `end`; those in `unseen` are markup too."""
        letters: list[str] = []
        spans: list[tuple[int, int]] = []
        for match in _PART.finditer(text, start, end):
            part = match.group()
            if part.isspace() or part in unseen or (part[0] == "<" and len(part) > 1):
                continue
            shown = unescape(part) if len(part) > 1 else part
            for letter in shown:
                if not letter.isspace():
                    letters.append(letter)
                    spans.append(match.span())
        return cls("".join(letters), tuple(spans))

    def find(self, wanted: str, tail: str = "") -> tuple[int, int] | None:
        """Return where in the source `wanted` is first found, or the `tail` that it ends with."""
        needle, length = _without_space(wanted), len(_without_space(tail or wanted))
        at = self.text.find(needle) if needle else -1
        if at < 0:
            return None
        end = at + len(needle)
        return self.spans[end - length][0], self.spans[end - 1][1]


def _without_space(text: str) -> str:
    return _SPACE.sub("", text)
