"""Every regular expression of the package is linear, or bounded, in what it reads."""

from __future__ import annotations

import re
import signal
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import cofitcheck
from tests.patterns.attacks import Attack, attacks
from tests.patterns.found import Found, compiled_late, found_patterns

LENGTH = 10_000
SECONDS = 0.05
"""The most processor time that a pattern may take for a text of `LENGTH`."""
STOPPED = 10 * SECONDS
"""When a pattern is stopped: no machine is so slow that what is linear takes so long."""
BOUNDED = {
    ("cofitcheck.readers.pdf.doubts.fragments", "_TWICE"): 300,
    ("cofitcheck.readers.pdf.doubts.fragments", "_TWICE_LABEL"): 300,
}
"""Patterns that look for what they have read before, and so are given the beginning of a text only: no more
than so many characters of it."""
LATE = {
    # Names of a table of ours, and words of the user's: nothing in them repeats.
    "cofitcheck.encoding.texts re.compile",
    "cofitcheck.classification.servers.answers re.compile",
    "cofitcheck.language.books re.compile",
    # Where all others are compiled, when they are first used.
    "cofitcheck.patterns re.compile",
}
_AT_A_PLACE = frozenset({"match", "fullmatch"})
_TRIED = 500
_PACKAGES = sorted(
    path.name for path in Path(cofitcheck.__file__).parent.iterdir() if (path / "__init__.py").exists()
)


class _TooLongError(Exception):
    """A pattern was stopped."""


@pytest.mark.parametrize("package", _PACKAGES)
def test_no_pattern_backtracks_without_end(package: str) -> None:
    patterns = [one for one in found_patterns() if one.module.split(".")[1] == package]
    assert [slow for one in patterns for slow in _slow(one)] == []


def test_patterns_are_compiled_once_by_their_modules() -> None:
    """What is compiled elsewhere would be tried by no test here."""
    assert set(compiled_late()) == LATE


@pytest.mark.parametrize(
    ("source", "use"), [(r"\s*:?\s*x", "fullmatch"), (r"\s+\Z", "search"), (r"(?:a|[ab]+)*c", "match")]
)
def test_a_pattern_that_backtracks_is_found(source: str, use: str) -> None:
    assert list(_slow(Found("tests", "_MADE_UP", 0, source, 0, False, frozenset({use}))))


@pytest.mark.parametrize(("source", "use"), [(r"\s*+:?\s*+x", "fullmatch"), (r"(?<!\s)\s", "search")])
def test_a_pattern_that_does_not_is_not(source: str, use: str) -> None:
    assert not list(_slow(Found("tests", "_MADE_UP", 0, source, 0, False, frozenset({use}))))


def _slow(found: Found) -> Iterator[str]:
    """Yield what takes a pattern too long, in words: the first text for each use of it."""
    pattern = found.compiled()
    length = BOUNDED.get((found.module, found.name), LENGTH)
    # What finds one match goes as far as what finds all, and no further.
    uses = {use if use in _AT_A_PLACE else "search" if use == "search" else "finditer" for use in found.uses}
    for use in sorted(uses - ({"search"} if "finditer" in uses else set())):
        for attack in attacks(pattern):
            if _may_be_slow(pattern, use, attack, length) and _is_slow(pattern, use, attack, length):
                yield f"{found.module}.{found.name} {use}: {attack}"
                break


def _may_be_slow(pattern: re.Pattern[Any], use: str, attack: Attack, length: int) -> bool:
    """Tell by short texts, a tenth of the work, whether a pattern may take too long for a whole one.

    What takes twice as long for twice the text is linear, what takes more is quadratic to that part at least.
    """
    if length <= _TRIED:
        return True
    short = _seconds(pattern, use, attack.text(_TRIED))
    times = length / _TRIED
    if short * times**2 <= SECONDS / 2:
        return False
    quadratic = max(0.0, _seconds(pattern, use, attack.text(2 * _TRIED)) / 2 - short)
    return short * times + quadratic * times**2 > SECONDS / 2


def _is_slow(pattern: re.Pattern[Any], use: str, attack: Attack, length: int) -> bool:
    """Tell whether an attack takes a pattern too long, and more than twice what half of it takes: a slow
    machine is no fault of the pattern. Of several tries the quickest counts."""
    if _seconds(pattern, use, attack.text(length)) <= SECONDS:
        return False
    whole = _quickest(pattern, use, attack.text(length))
    half = _quickest(pattern, use, attack.text(length // 2))
    return whole >= STOPPED or (whole > SECONDS and whole > 3 * half)


def _quickest(pattern: re.Pattern[Any], use: str, text: str) -> float:
    return min(_seconds(pattern, use, text) for _ in range(3))


def _seconds(pattern: re.Pattern[Any], use: str, text: str) -> float:
    """Return the processor time that a pattern takes for a text; `STOPPED` for any longer."""
    given = text.encode("latin-1", "replace") if isinstance(pattern.pattern, bytes) else text
    before = time.thread_time()
    try:
        with _stopped_after(STOPPED):
            found = getattr(pattern, use)(given)
            if use == "finditer":
                deque(found, maxlen=0)
    except _TooLongError:
        return STOPPED
    return time.thread_time() - before


@contextmanager
def _stopped_after(seconds: float) -> Iterator[None]:
    """Raise `_TooLongError` in the block when it has had so much processor time."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
