"""The numbers of a sentence in groups, one for each statement, with the words of what they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import EAST_ASIAN_LETTERS, HIRAGANA
from cofitcheck.language.phrases import (
    AGAINST_BEHIND,
    BASES,
    CHANGING,
    FILLERS,
    LEAD,
    LISTS,
    NO_THINGS,
    OF_WHOLE,
    OWN,
    PRIOR,
    RELATIVE,
    SAID,
    SHARE_LETTERS,
)
from cofitcheck.prose.model import Basis, Operation
from cofitcheck.prose.operations import ChangeWord, Part, lower

_NAMES = [*BASES]
_BASES = re.compile("|".join(f"({pattern})" for pattern in BASES.values()))
_WORD = re.compile(rf"[a-z][a-z-]+|[{EAST_ASIAN_LETTERS}]")
_EAST_ASIAN_TIME = re.compile(rf"{PRIOR}|{OWN}|{AGAINST_BEHIND}|{FILLERS}|{LISTS}|{CHANGING}")
_HIRAGANA = re.compile(f"[{HIRAGANA}]")
"""What Japanese puts between words, and no word of its own."""
_FUNCTION = (
    LEAD | NO_THINGS | {"approximately", "compared", "nearly", "decrease", "increase", "almost", "roughly"}
)
_BORDER = re.compile(r"[;；—。]")
_PAUSE = re.compile(rf"[，、]|(?<=[{EAST_ASIAN_LETTERS}）)]),(?=[{EAST_ASIAN_LETTERS}])")
"""What ends a clause in Chinese and Japanese."""
_CUT = re.compile(r"[,;:；，。—(（]")
_RELATIVE = re.compile(RELATIVE)
_OF_THE = re.compile(rf"\b{OF_WHOLE}\s{SAID['whose']}\s\Z")
_TIED = frozenset({Operation.FROM, Operation.TO, Operation.COMPARED, Operation.RANGE_HIGH})
_CHANGES = frozenset({Operation.CHANGE, Operation.PERCENT_CHANGE})
_BORDERS = frozenset({"border", "inner"})
_CHANGING = frozenset({"rose", "fell", "up", "down"})
_VERBS = frozenset({"rose", "fell"})
_SUBJECT = 200
_BEHIND = 100
_WHOLE = re.compile(r"\s?of\s")
_SPACES = re.compile(r"[\s#]{2,}|#")
_LEADS_ON = re.compile(rf"\s?,?\s?(?:{LISTS})\s[^#]{{0,100}}\s{OF_WHOLE}\s?")
"""What stands between a number and the next one of a list: "and rent of"."""
_EDGE = " ,.;:()（），、；。"


@dataclass(frozen=True, slots=True)
class Statement:
    """What is said of one number: its group in the sentence, the words of what it is, what a share is of, and
    the bases that are named."""

    group: int
    indicator: str
    whole: str
    bases: frozenset[Basis]


def statements_of(
    shown: str, text: str, marks: Sequence[ChangeWord], parts: Sequence[Part]
) -> list[Statement]:
    """Return the statement of each part. `shown` and `text` are the sentence with "#" for each character of a
    number or a date, as written and in lower case."""
    named = _bases(text)
    found: list[Statement] = []
    group, clause, subject = -1, 0, ""
    for at, part in enumerate(parts):
        since = parts[at - 1].end if at else 0
        if at == 0 or _begins(text, marks, parts[at - 1], part, found[-1].indicator):
            group += 1
            border = _last_border(text, marks, since, part.start, _BORDERS if at else frozenset({"border"}))
            own = _own_change(text, found[-1].indicator, part, since) if at else None
            if own is not None:
                border = max(border, own.start)
            if at == 0 or border > since or _has_verb(text, marks, since, part.start):
                clause = border
                subject = _clean(shown[max(clause, part.start - _SUBJECT) : part.start])
            elif _is_told_behind(parts[at - 1]) and _is_told_behind(part):
                subject = _clean(shown[max(clause, parts[0].start - _SUBJECT) : parts[0].start])
            else:
                subject = _clean(shown[max(clause, parts[0].start - _SUBJECT) : parts[0].start])
                subject = f"{subject} {_clean(shown[since : part.start])}"
        until = parts[at + 1].start if at + 1 < len(parts) else len(text)
        behind = _behind(shown, marks, part.end, until)
        whole = _whole(shown, part, behind) or (found[-1].whole if _is_listed_share(found, parts, at) else "")
        since, until = max(clause, part.start - _SUBJECT), min(part.end + _BEHIND, until)
        clause_ends = _end_of_clause(shown, marks, part.end, until)
        # A forecast of a part of the number, or of a thing that the clause goes on to tell of, is not its
        # own.
        relative = _RELATIVE.search(text, part.end, clause_ends)
        told_ends = relative.start() if relative else clause_ends
        if _OF_THE.search(text, max(clause, part.start - _SUBJECT), part.start):
            told_ends = part.end
        bases = frozenset(
            basis
            for place, basis in named
            if since <= place < (told_ends if basis is Basis.FORECAST else until)
        )
        if not (subject or behind) and found and found[-1].group == group:
            subject = _SPACES.sub(" ", found[-1].indicator.replace("…", "#")).strip()
        found.append(Statement(group, f"{subject} … {behind}".strip(), whole, bases))
    return _with_listed_wholes(found, parts)


def _is_told_behind(part: Part) -> bool:
    """Tell whether words behind a number say that it is a change, and of what: "a 7% decrease in units and
    a 5% decrease in prices"."""
    told_before = part.before is not None and part.before.kind in _CHANGING
    return part.operation in _CHANGES and not told_before


def _bases(text: str) -> list[tuple[int, Basis]]:
    """Return where bases are named in a text in lower case, and which."""
    return [(named.start(), Basis(_NAMES[(named.lastindex or 1) - 1])) for named in _BASES.finditer(text)]


def _begins(text: str, marks: Sequence[ChangeWord], last: Part, part: Part, indicator: str) -> bool:
    """Tell whether a number begins another statement than the one before it, which is of `indicator`."""
    if _own_change(text, indicator, part, last.end) is not None:
        return True
    between = [mark for mark in marks if last.end <= mark.start and mark.end <= part.start]
    if any(mark.kind in _BORDERS for mark in between) or _BORDER.search(text, last.end, part.start):
        return True
    change = next((mark for mark in reversed(between) if mark.kind in _CHANGING), None)
    if part.operation in _TIED:
        return change is not None and _says_more(text[last.end : change.start])
    own = change if part.before is change else None
    return _says_more(text[last.end : own.start if own else part.start])


def _own_change(text: str, indicator: str, part: Part, since: int) -> ChangeWord | None:
    """Return the word of change between a number and the last one, where words of something else follow it:
    "net income of $7 million, a decrease in inventories of $9 million"."""
    change = part.before
    if change is None or change.kind not in _CHANGING or change.start < since:
        return None
    before, _, behind = lower(indicator).partition("…")  # what stands behind leads to this number
    named = set(_WORD.findall(before if before.strip() else behind))
    told = [word for word in _WORD.findall(text[change.end : part.start]) if word not in _FUNCTION]
    return change if told and not named & set(told) else None


def _says_more(gap: str) -> bool:
    """Tell whether there are words between two numbers that say of what the second one is."""
    if not gap.isascii():
        gap = _HIRAGANA.sub(" ", _EAST_ASIAN_TIME.sub(" ", gap))
    return any(word not in _FUNCTION for word in _WORD.findall(gap))


def _last_border(
    text: str, marks: Sequence[ChangeWord], since: int, until: int, kinds: frozenset[str]
) -> int:
    """Return where the last clause begins before a number, not before `since`."""
    ends = [mark.end for mark in marks if mark.kind in kinds and since <= mark.start and mark.end <= until]
    ends += [stop.end() for stop in _BORDER.finditer(text, since, until)]
    ends += [
        stop.end() for stop in _PAUSE.finditer(text, since, until) if _says_more(text[stop.end() : until])
    ]
    return max(ends, default=since)


def _has_verb(text: str, marks: Sequence[ChangeWord], since: int, until: int) -> bool:
    return any(mark.kind in _VERBS and since <= mark.start and mark.end <= until for mark in marks)


def _behind(shown: str, marks: Sequence[ChangeWord], end: int, until: int) -> str:
    """Return the words behind a number that are of it, and not those that lead to the next one."""
    ends = _end_of_clause(shown, marks, end, until)
    if ends == until and _LEADS_ON.fullmatch(shown, end, until):
        return ""
    return _clean(shown[end:ends])


def _end_of_clause(shown: str, marks: Sequence[ChangeWord], end: int, until: int) -> int:
    """Return where the words behind a number end that are of it."""
    cut = _CUT.search(shown, end, until)
    last = min(until, end + _BEHIND, cut.start() if cut else until)
    kinds = ("border", "inner", "compared")
    return next((m.start for m in marks if end <= m.start < last and m.kind in kinds), last)


def _whole(shown: str, part: Part, behind: str) -> str:
    if part.operation is not Operation.SHARE:
        return ""
    if _WHOLE.match(shown, part.end):
        return behind.removeprefix("of ")
    inside = shown[part.before.start : part.before.end] if part.before else ""
    return inside.strip(f"{SHARE_LETTERS} ") if not inside.isascii() else ""


def _is_listed_share(found: Sequence[Statement], parts: Sequence[Part], at: int) -> bool:
    return bool(found) and parts[at].operation is parts[at - 1].operation is Operation.SHARE


def _with_listed_wholes(found: list[Statement], parts: Sequence[Part]) -> list[Statement]:
    """Give the whole that the last share of a list states to those before it."""
    for at in range(len(found) - 2, -1, -1):
        both = parts[at].operation is parts[at + 1].operation is Operation.SHARE
        if both and not found[at].whole and found[at].group == found[at + 1].group:
            one = found[at]
            found[at] = Statement(one.group, one.indicator, found[at + 1].whole, one.bases)
    return found


def _clean(text: str) -> str:
    """Return a text without numbers and dates, and without words at its end that lead to what follows."""
    words = _SPACES.sub(" ", text).strip(_EDGE).split(" ")
    while words and words[-1].lower() in NO_THINGS:
        words.pop()
    return " ".join(words).strip(_EDGE)
