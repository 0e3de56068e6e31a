"""Long inputs made from a pattern's own alphabet: what a pattern that backtracks takes longest for."""

from __future__ import annotations

import importlib
import itertools
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

_parser: Any = importlib.import_module("re._parser")
_compiler: Any = importlib.import_module("re._compiler")

_LONG = 12
"""A repeat of at least so many times may be run on."""
_SAMPLES = 2
_ALPHABET = 6
_POOL = "a1 x.,-\n\tZ年一あ①(_$#'\u00a0ﬀ"
"""What stands for a class of characters where none of its own bounds does."""
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
_FAILING = ("", "\x00")
_COMPILED: dict[tuple[int, str], re.Pattern[str]] = {}
"""Parts that take one character, by flags and what they are: the patterns of a package share most of them."""


@dataclass(frozen=True)
class Attack:
    """What leads to a repeat of a pattern, what is repeated, and how the text ends."""

    head: str
    run: str
    tail: str

    def text(self, length: int) -> str:
        """Return the attack with a run of about `length` characters."""
        return self.head + self.run * (length // len(self.run)) + self.tail


def attacks(pattern: re.Pattern[Any]) -> list[Attack]:
    """Return runs of what a pattern repeats, behind what leads to it.

    A run is of one character of a repeat, of two that take turns, or of a whole that the repeat takes; it
    ends with the text or with a character that no pattern here takes.
    """
    source = pattern.pattern
    plain = source.decode("latin-1") if isinstance(source, bytes) else source
    # What compiling sets has no place in the flags that parsing takes.
    flags = pattern.flags & ~re.DEBUG
    tree = _Tree(_parser.parse(plain, flags), flags)
    runs = dict.fromkeys((head, run) for head, run in tree.runs() if run)
    return [Attack(head, run, tail) for head, run in runs for tail in _FAILING]


class _Tree:
    """The parsed pattern, and texts that match parts of it."""

    def __init__(self, parsed: Any, flags: int) -> None:
        self._parsed = parsed
        self._flags = flags
        self._random = random.Random(0)
        self._known: dict[str, list[str]] = {}

    def runs(self) -> Iterator[tuple[str, str]]:
        """Yield pairs of what leads to a repeat and what is repeated."""
        wholes = [self._sample(self._parsed) for _ in range(_SAMPLES)]
        for whole in wholes:
            yield "", whole
            yield whole, whole
        for head, body, behind in self._repeats(self._parsed, "", ""):
            letters = self._alphabet([*body, *behind])
            samples = [self._sample(body) for _ in range(_SAMPLES)]
            mixed = [sample + letter for sample in samples for letter in letters[:4]]
            pairs = ["".join(pair) for pair in itertools.permutations(letters, 2)]
            for run in (*letters, *samples, *mixed, *pairs):
                yield head, run
            if head:
                yield "", head
                yield head, head
                for letter in letters[:4]:
                    yield "", head + letter

    def _repeats(self, part: Sequence[Any], head: str, behind: Any) -> Iterator[tuple[str, Any, Any]]:
        """Yield each long repeat: what leads to it, what it repeats and what comes behind it."""
        for index, (op, value) in enumerate(part):
            rest = [*part[index + 1 :], *behind]
            if str(op) in _REPEATS:
                _, high, body = value
                if high == _parser.MAXREPEAT or high >= _LONG:
                    yield head, body, rest[:3]
                yield from self._repeats(body, head, rest)
            else:
                for inner in _inner(op, value):
                    yield from self._repeats(inner, head, rest)
            head += self._of_item(op, value)

    def _alphabet(self, part: Sequence[Any]) -> list[str]:
        """Return one character for each way in which characters differ to a part of the pattern."""
        # The same letters and classes stand in a pattern again and again; one of each tells as much.
        atoms = list({f"{op}{value}": (op, value) for op, value in _atoms(part)}.values())
        letters = dict.fromkeys(letter for op, value in atoms for letter in self._letters(op, value)[:2])
        tests = [self._compiled(op, value) for op, value in atoms]
        kinds: dict[tuple[bool, ...], str] = {}
        for letter in letters:
            kinds.setdefault(tuple(test.fullmatch(letter) is not None for test in tests), letter)
        return list(kinds.values())[:_ALPHABET]

    def _letters(self, op: Any, value: Any) -> list[str]:
        """Return characters that a single-character part takes."""
        key = f"{op}{value}"
        if key not in self._known:
            own = [chr(code) for code in _codes(op, value)]
            test = self._compiled(op, value)
            self._known[key] = [letter for letter in [*own, *_POOL] if test.fullmatch(letter)]
        return self._known[key]

    def _compiled(self, op: Any, value: Any) -> re.Pattern[str]:
        key = self._flags, f"{op}{value}"
        if key not in _COMPILED:
            part = _parser.SubPattern(self._parsed.state, [(op, value)])
            _COMPILED[key] = _compiler.compile(part, self._flags)
        return _COMPILED[key]

    def _sample(self, part: Sequence[Any]) -> str:
        return "".join(self._of_item(op, value) for op, value in part)

    def _of_item(self, op: Any, value: Any) -> str:
        name = str(op)
        if name in _REPEATS:
            low, high, body = value
            times = self._random.randint(max(low, min(high, 1)), max(low, min(high, 2)))
            return "".join(self._sample(body) for _ in range(min(times, 50)))
        if name == "BRANCH":
            return self._sample(self._random.choice(value[1]))
        if name in ("SUBPATTERN", "ATOMIC_GROUP"):
            return self._sample(value[3] if name == "SUBPATTERN" else value)
        if name in _SINGLE:
            letters = self._letters(op, value)
            return self._random.choice(letters[:6]) if letters else ""
        return ""


_SINGLE = ("LITERAL", "NOT_LITERAL", "ANY", "IN")


def _inner(op: Any, value: Any) -> list[Any]:
    match str(op):
        case "BRANCH":
            return list(value[1])
        case "SUBPATTERN":
            return [value[3]]
        case "ATOMIC_GROUP":
            return [value]
        case "ASSERT" | "ASSERT_NOT":
            return [value[1]]
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            return [value[2]]
    return []


def _atoms(part: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    for op, value in part:
        if str(op) in _SINGLE:
            yield op, value
        for inner in _inner(op, value):
            yield from _atoms(inner)


def _codes(op: Any, value: Any) -> list[int]:
    match str(op):
        case "LITERAL" | "NOT_LITERAL":
            return [value]
        case "RANGE":
            return list(value)
        case "IN":
            return [code for inner in value for code in _codes(*inner)]
    return []
