"""What a number of a sentence has to do with the others: a change, a share, what something came from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.language.phrases import (
    BETTER,
    CHANGING,
    FILLERS,
    JOINED,
    LEAD,
    LINKING,
    LISTS,
    MEASURED_BY,
    NO_THINGS,
    OF_WHOLE,
    RELATIVE,
    SAID,
    SEVERAL,
    THAN,
    THROUGH,
)
from cofitcheck.prose.model import Direction, Operation, Role

_MARK = re.compile(CHANGING)
_FILLED = re.compile(rf"(?:[\s,(（#]|{FILLERS}){{0,24}}")
_LISTED = re.compile(rf"(?:[\s,、]|{LISTS}){{1,5}}")
_ITEM = re.compile(rf"[,;]?\s[a-z(][^#;.]{{1,110}}[\s,]{OF_WHOLE}\s")
"""What stands between two numbers of a list of changes: ", (ii) purchases of property of"."""
_SEVERAL = re.compile(SEVERAL)
_OR = re.compile(rf"\s?,?\s?{SAID['joins']}\s{{1,2}}|\s?,?\s?[(（]\s?|\s?,\s?{SAID['or_word']}\s?[(（]?|，")
_OPENS = re.compile(r"\s?[(（]\s?")
_TO = re.compile(rf"\s?(?:{THROUGH}|[-–—~～])\s?")
_AHEAD = re.compile(rf"[\s-]{{0,2}}(?:(?!{SAID['no_adjective']}\b)[a-z-]{{2,14}}\s){{0,2}}")
_AHEAD_EAST_ASIAN = re.compile(f"{LINKING}?")
_RELATIVE = re.compile(RELATIVE)
_BETTER = re.compile(BETTER)
_THAN = re.compile(rf"\s?(?:{THAN})")
_MEASURED_BY = re.compile(rf"{MEASURED_BY}\W*\Z")
_OF = re.compile(rf"\s?{OF_WHOLE}\s(?!{SAID['which']})(?=[a-z])")
_OF_TWO_TIMES = re.compile(r"\s?#+\s[a-z.\s]{2,20}\s#")
"""How a heading begins that runs on into a sentence: "2031 compared with 2030 Net sales were"."""
_WORD = re.compile(r"[a-z][a-z-]+")
_BEHIND_TIME = re.compile(rf"#\s?,?\s(?:{'|'.join(sorted(JOINED))})\s\Z")
_NO_THINGS = LEAD | NO_THINGS
_EITHER = 4
"""The most characters between two words of change with an "or" between them."""
_DIRECTIONS = {"rose": Direction.UP, "up": Direction.UP, "fell": Direction.DOWN, "down": Direction.DOWN}
_PARTS = {
    "compared": Operation.COMPARED,
    "before": Operation.FROM,
    "after": Operation.TO,
    "average": Operation.AVERAGE,
}
_PERCENTAGES = frozenset({Role.PERCENT})
_CHANGES = frozenset({Operation.CHANGE, Operation.PERCENT_CHANGE})
_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


@dataclass(frozen=True, slots=True)
class ChangeWord:
    """A word of change and the like: `kind` is its field in `Changing`."""

    start: int
    end: int
    kind: str


@dataclass(slots=True)
class Part:
    """What a number does in its sentence; `start` and `end` take in the words of its bound.

    `before` is the last word of change that belongs to it, None where there is none.
    """

    start: int
    end: int
    role: Role
    operation: Operation = Operation.LEVEL
    direction: Direction = Direction.NONE
    before: ChangeWord | None = None


def lower(text: str) -> str:
    """Return a text of the same length with its Latin letters in lower case."""
    return text.translate(_LOWER)


@cached(4096)
def marks_of(text: str) -> tuple[ChangeWord, ...]:
    """Return the words of change and the like of a text in lower case."""
    marks = _MARK.finditer(text)
    return tuple(ChangeWord(*mark.span(), (mark.lastgroup or "").rstrip("_")) for mark in marks)


def say_operations(text: str, marks: Sequence[ChangeWord], parts: Sequence[Part]) -> None:
    """Say of each part of a sentence what it does. `text` is in lower case, "#" for each character of a
    number or a date."""
    for at, part in enumerate(parts):
        since = parts[at - 1].end if at else 0
        _say_by_words(text, marks, part, since)
    for last, part, compared in zip(parts, parts[1:], parts[2:], strict=False):
        _say_by_bracket(text, last, part, compared)
    for at in range(1, len(parts)):
        _say_by_last(text, marks, parts[at - 1], parts[at])
        _say_of_another_time(text, marks, parts[max(at - 2, 0) : at], parts[at])
        _say_by_list(text, marks, parts[at - 1], parts[at])
    _say_ranges(text, marks, parts)
    _settle(marks, parts)


def _say_by_words(text: str, marks: Sequence[ChangeWord], part: Part, since: int) -> None:
    inside = [mark for mark in marks if since <= mark.start and mark.end <= part.start]
    last = inside[-1] if inside else None
    if last and last.kind == "before" and _MEASURED_BY.search(text[last.end : part.start]):
        # "increased from the prior year by $5 million"
        last = next((mark for mark in reversed(inside) if mark.kind in _DIRECTIONS), last)
        if last.kind in _DIRECTIONS:
            part.before, part.operation = last, _change(part.role)
            part.direction = _way(text, last, _is_either(inside))
            return
    if last and _FILLED.fullmatch(text, last.end, part.start):
        part.before = last
        if last.kind in _DIRECTIONS:
            part.operation = _change(part.role)
            part.direction = _way(text, last, _is_either(inside))
            return
        if last.kind == "share":
            part.operation = Operation.SHARE if part.role is Role.PERCENT else Operation.LEVEL
            return
        if last.kind in _PARTS:
            part.operation = _PARTS[last.kind]
            return
    following = next((mark for mark in marks if mark.start >= part.end), None)
    if following and following.kind in ("up", "down") and _leads(text, part.end, following.start):
        if _THAN.match(text, following.end):  # "$5 million higher than net income" is no change
            return
        part.operation = _change(part.role)
        either = _is_either([mark for mark in marks if mark.start >= part.end][:2])
        part.direction = _way(text, following, either)
        return
    compared = next((mark for mark in inside if mark.kind == "compared"), None)
    alone = compared and last is compared and not text[since : compared.start].strip(" ,(（#")
    headed = compared and _OF_TWO_TIMES.match(text, since, part.start)
    if compared and alone and not headed and not _RELATIVE.search(text, compared.end, part.start):
        part.operation, part.before = Operation.COMPARED, compared
        return
    if part.role is Role.PERCENT and _OF.match(text, part.end):
        part.operation = Operation.SHARE


def _way(text: str, mark: ChangeWord, either: bool) -> Direction:
    """Return the way of a change; none where something improved, as a loss improves that falls."""
    open_ = either or _BETTER.match(text, mark.start) is not None
    return Direction.NONE if open_ else _DIRECTIONS[mark.kind]


def _is_either(marks: Sequence[ChangeWord]) -> bool:
    """Tell whether the last two words of change are "increase or decrease", which may be either."""
    if len(marks) < 2 or marks[-1].kind not in _DIRECTIONS or marks[-2].kind not in _DIRECTIONS:
        return False
    apart = marks[-1].start - marks[-2].end
    return apart <= _EITHER and _DIRECTIONS[marks[-1].kind] is not _DIRECTIONS[marks[-2].kind]


def _leads(text: str, end: int, start: int) -> bool:
    """Tell whether a number stands right before a word of change: "a 5% organic increase"."""
    return bool(_AHEAD.fullmatch(text, end, start) or _AHEAD_EAST_ASIAN.fullmatch(text, end, start))


def _change(role: Role) -> Operation:
    return Operation.PERCENT_CHANGE if role in _PERCENTAGES else Operation.CHANGE


def _say_by_last(text: str, marks: Sequence[ChangeWord], last: Part, part: Part) -> None:
    """Give a number the operation of the last one where both are listed, or say the same in two units."""
    gap = (last.end, part.start)
    same = part.role is last.role
    if (
        part.operation not in _CHANGES
        and last.operation in _CHANGES
        and _MEASURED_BY.search(text[slice(*gap)])
    ):
        # "increased by $5 million in 2031 compared to 2030, and by $3 million in 2030"; "by a decrease of the
        # loss by $3 million" has a direction of its own.
        own = (each for each in reversed(marks) if last.end <= each.start and each.end <= part.start)
        way = next((_DIRECTIONS[each.kind] for each in own if each.kind in _DIRECTIONS), last.direction)
        part.operation, part.direction = _change(part.role), way
    elif part.operation is Operation.LEVEL and last.operation in _CHANGES:
        twice = not same and _OR.fullmatch(text, *gap)
        if twice or (same and _LISTED.fullmatch(text, *gap) and " to " not in text[last.end : part.start]):
            part.operation, part.direction = _change(part.role), last.direction
    elif (
        part.operation in _CHANGES and last.operation is Operation.LEVEL and not same and part.before is None
    ):
        if _OR.fullmatch(text, *gap):
            last.operation, last.direction = _change(last.role), part.direction
    elif same and _LISTED.fullmatch(text, *gap) and " to " not in text[last.end : part.start]:
        if part.operation is Operation.LEVEL and last.operation in (Operation.COMPARED, Operation.AVERAGE):
            part.operation = last.operation
        elif Operation.SHARE in (part.operation, last.operation) and Operation.LEVEL in (
            part.operation,
            last.operation,
        ):
            part.operation = last.operation = Operation.SHARE


def _say_of_another_time(text: str, marks: Sequence[ChangeWord], before: Sequence[Part], part: Part) -> None:
    """Take a number behind what a change is measured from for a change too, as the like number before it is,
    where no words say that it is of something else: "increased $5 million, or 4%, in 2031 compared to 2030
    and $3 million in 2030"."""
    like = next((each for each in reversed(before) if each.role is part.role), None)
    if part.operation not in (Operation.LEVEL, Operation.COMPARED) or like is None:
        return
    last, gap = before[-1], text[before[-1].end : part.start]
    compared = any(each.kind == "compared" and last.end <= each.start < part.start for each in marks)
    changed = compared and {like.operation, last.operation} <= _CHANGES
    more = set(_WORD.findall(gap)) - _NO_THINGS or _OF.match(text, part.end)
    if changed and _BEHIND_TIME.search(gap) and not more:
        part.operation, part.direction, part.before = _change(part.role), like.direction, like.before


def _say_by_bracket(text: str, last: Part, part: Part, compared: Part) -> None:
    """Take two numbers that a bracket behind a change in per cent compares for the amounts after and before
    the change: "growth of 25% ($50 million against $40 million)"."""
    opens = _OPENS.fullmatch(text, last.end, part.start) and ")" not in text[part.end : compared.start]
    levels = part.operation is Operation.LEVEL and compared.operation is Operation.COMPARED
    if opens and levels and last.operation is Operation.PERCENT_CHANGE and part.role is compared.role:
        part.operation, compared.operation = Operation.TO, Operation.FROM


def _say_by_list(text: str, marks: Sequence[ChangeWord], last: Part, part: Part) -> None:
    """Take the next number of a list of changes for a change too: "increases in (i) wages of $5 million, (ii)
    rent of $2 million"."""
    head = last.before
    if part.operation is not Operation.LEVEL or part.role is not last.role or head is None:
        return
    if head.kind not in _DIRECTIONS or not _SEVERAL.match(text, head.start):
        return
    marked = any(last.end <= mark.start and mark.end <= part.start for mark in marks)
    if not marked and _ITEM.fullmatch(text, last.end, part.start):
        part.operation, part.direction, part.before = _change(part.role), last.direction, head


def _say_ranges(text: str, marks: Sequence[ChangeWord], parts: Sequence[Part]) -> None:
    for last, part in pairwise(parts):
        if not _TO.fullmatch(text, last.end, part.start) or last.role is not part.role:
            continue
        between = last.before is not None and last.before.kind == "between"
        joint = text[last.end : part.start].strip()
        changed = any(mark.kind in _DIRECTIONS and mark.end <= last.start for mark in marks)
        joined = joint != "and" and last.operation is Operation.LEVEL
        from_to = last.operation is Operation.FROM and not changed
        if between or joined or from_to:
            last.operation, part.operation = Operation.RANGE_LOW, Operation.RANGE_HIGH


def _settle(marks: Sequence[ChangeWord], parts: Sequence[Part]) -> None:
    """Take back operations that need a change where the sentence has none; give the others its direction."""
    for part in parts:
        if part.operation not in (Operation.FROM, Operation.TO):
            continue
        before = [mark for mark in marks if mark.kind in _DIRECTIONS and mark.end <= part.start]
        if before:
            part.direction = _DIRECTIONS[before[-1].kind]
        elif not _has(parts, Operation.FROM, Operation.TO):
            part.operation = Operation.LEVEL


def _has(parts: Sequence[Part], *operations: Operation) -> bool:
    """Tell whether all operations are there."""
    return all(any(part.operation is operation for part in parts) for operation in operations)
